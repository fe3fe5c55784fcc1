import { randomUUID } from 'node:crypto';

/** Cursors that are good for one use, and only with the parameters they were given for. */
export interface OneShotCursors {
  /** Makes the cursor for what follows behind a position. */
  give(query: URLSearchParams, position: string): string;
  /** Uses up the cursor of a query. @returns its position; undefined without a cursor, null for one that is not good */
  take(query: URLSearchParams): string | undefined | null;
}

const maxCursors = 1_000;

export function createOneShotCursors(): OneShotCursors {
  const held = new Map<string, { question: string; position: string }>();
  return {
    give: (query, position) => {
      const cursor = randomUUID();
      held.set(cursor, { question: questionOf(query), position });
      const [oldest] = held.keys();
      if (held.size > maxCursors && oldest !== undefined) held.delete(oldest);
      return cursor;
    },
    take: (query) => {
      const cursor = query.get('cursor');
      if (cursor === null) return undefined;
      const page = held.get(cursor);
      if (page === undefined || page.question !== questionOf(query)) return null;
      held.delete(cursor);
      return page.position;
    },
  };
}

/** Everything but the cursor, in an order that does not depend on how it was written. */
function questionOf(query: URLSearchParams): string {
  return JSON.stringify([...query].filter(([name]) => name !== 'cursor').sort());
}
