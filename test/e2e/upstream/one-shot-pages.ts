import type { RecordedRequest, Script, ScriptedAnswer } from '../../support/fake-partner.ts';

/** A partner's list in pages whose cursors are valid once and with all original parameters only. */
export interface OneShotPages {
  readonly script: Script;
  /** Number of answers so far. */
  readonly pages: number;
  /** Requests that violated the rules. */
  readonly mistakes: readonly string[];
}

/** @param listName of the list in the body's object; absent: the body is the list */
export function oneShotPages(rows: readonly object[], pageSize: number, listName?: string): OneShotPages {
  const open = new Map<string, { readonly start: number; readonly query: string }>();
  const mistakes: string[] = [];
  let pages = 0;
  const answer = ({ query, url }: RecordedRequest): ScriptedAnswer => {
    const cursor = query.get('cursor');
    const original = new URLSearchParams([...query].filter(([name]) => name !== 'cursor')).toString();
    const place = cursor === null ? { start: 0, query: original } : open.get(cursor);
    if (cursor !== null) open.delete(cursor);
    if (place?.query !== original) {
      mistakes.push(url);
      return { status: 400, body: {} };
    }
    pages += 1;
    const end = place.start + pageSize;
    const page = rows.slice(place.start, end);
    const next = `${pages}-${end}`;
    if (end < rows.length) open.set(next, { start: end, query: original });
    return {
      headers: { 'api-version': '1.0.3', ...(end < rows.length ? { 'next-page-cursor': next } : {}) },
      body: listName === undefined ? page : { [listName]: page },
    };
  };
  return {
    script: answer,
    get pages() {
      return pages;
    },
    mistakes,
  };
}
