import { isDeepStrictEqual } from 'node:util';
import { type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './probe.ts';
import type { Sample } from './sample.ts';

export interface PagingRules {
  /** What the standard says of `limit`, and whether it lets a partner pass it over. `isStated`: a remark names it. */
  readonly limitRule: string;
  readonly mayIgnoreLimit: (isStated: boolean) => boolean;
  /** What it says of the way to the next page. */
  readonly nextRule: string;
  /** Whether a partner of this `API-Version` wants the cursor alone. */
  readonly wantsCursorAlone: (apiVersion: string | undefined) => boolean;
}

/** Most pages that are read to see whether a list ends. */
const maxPages = 8;
const endRule = 'The last page has no Next-Page-Cursor; each row comes once.';
const effectIsOpen = 'The effect is open; a refusal (4xx) is allowed.';

/** What the paging probes of one check hand on to each other. */
interface Walk {
  readonly limit: string;
  /** The first page of that limit. */
  readonly first: ProbeAnswer;
  /** The page behind it, once it was asked for, and the cursor that led there. */
  second?: ProbeAnswer;
  used?: string;
  /** Whether the cursor has to come alone. */
  isAlone: boolean;
}

/** Makes the probes of paging over the samples; the first one with two rows is taken. In this order, which they need. */
export function pagingProbes(parts: ProbeParts, samples: readonly Sample[], rules: PagingRules): Probe[] {
  const { ask, claims, found } = parts;
  let sample: Sample | undefined;
  let walk: Walk | undefined;

  const requestPage = (of: Sample, parameters: Parameters) => ask(of.path, { ...of.parameters, ...parameters });
  const follow = (of: Sample, { cursor, limit, isAlone }: { cursor: string; limit?: string; isAlone: boolean }) => {
    if (isAlone) return ask(of.path, { cursor });
    return requestPage(of, { ...(limit === undefined ? {} : { limit }), cursor });
  };

  const limitObeyed = async (): Promise<ProbeResult> => {
    sample = samples.find(({ rows }) => rows.length > 1);
    if (sample === undefined) return skipped('It takes at least two rows.');
    const limit = Math.floor(sample.rows.length / 2);
    const first = await requestPage(sample, { limit: String(limit) });
    if (first.status === 400) {
      found.pageSize = 0;
      // A partner may give cursors of its own accord.
      if (sample.answer?.cursor === undefined) found.paging = false;
      const claimed = claims.pageSize > 0 ? `pageSize: ${claims.pageSize}` : 'paging';
      return claims.paging
        ? { verdict: 'DIFFERS', reason: `limit=${limit} is refused (400). The file claims ${claimed}.` }
        : { verdict: 'OK', reason: `limit=${limit} is refused (400), and the file claims no paging.` };
    }
    if (first.rows === undefined) return { verdict: 'BROKEN', reason: `Expected 200 with a list, got ${first.status}.` };
    found.pageSize = claims.pageSize;
    if (first.cursor !== undefined) walk = { limit: String(limit), first, isAlone: false };
    else found.paging = false;
    if (first.rows.length > limit) {
      const isStated = first.feedback.some(({ message }) => message.includes('limit'));
      const verdict = !rules.mayIgnoreLimit(isStated) ? 'BROKEN' : claims.paging ? 'DIFFERS' : 'OK';
      return { verdict, reason: `limit=${limit} is ignored: ${first.rows.length} rows came${isStated ? ', and a remark says so' : ''}.` };
    }
    if (walk !== undefined) return { verdict: 'OK', reason: `limit=${limit} brings ${first.rows.length} rows and a cursor.` };
    return { verdict: 'BROKEN', reason: `limit=${limit} cuts ${sample.rows.length} rows down, and no cursor leads to the others.` };
  };

  const nextPage = async (): Promise<ProbeResult> => {
    if (sample === undefined || walk?.first.cursor === undefined) return skipped('It takes a page with a cursor.');
    const { limit, first } = walk;
    let cursor = walk.first.cursor;
    let second = await follow(sample, { cursor, limit, isAlone: false });
    if (second.status === 400) {
      walk.isAlone = true;
      // Being refused may have used the first one up.
      cursor = (await freshCursor(sample, limit)) ?? cursor;
      second = await follow(sample, { cursor, isAlone: true });
    }
    const isRight = !walk.isAlone || rules.wantsCursorAlone(first.apiVersion);
    const isSame = second.rows !== undefined && second.rows.length > 0 && isDeepStrictEqual(second.rows, first.rows);
    found.paging = second.rows !== undefined && !isSame && isRight;
    if (second.rows === undefined) return { verdict: 'BROKEN', reason: `The page behind the cursor: expected 200, got ${second.status}.` };
    walk.second = second;
    walk.used = cursor;
    if (isSame) return { verdict: 'BROKEN', reason: 'The cursor leads to the same page again.' };
    if (!isRight) return { verdict: 'BROKEN', reason: 'The cursor is refused (400) beside the original parameters, and taken alone.' };
    const how = walk.isAlone ? 'alone, as its version has it' : 'beside the original parameters';
    const further = second.rows.length === 0 ? 'an empty page' : `${second.rows.length} further rows`;
    const reason = `The cursor, ${how}, leads to ${further}.`;
    return claims.paging ? { verdict: 'OK', reason } : { verdict: 'DIFFERS', reason: `${reason} The file claims no paging.` };
  };

  /** A cursor may be good for one use only. */
  const freshCursor = async (of: Sample, limit: string) => (await requestPage(of, { limit })).cursor;

  const cursorTwice = async (): Promise<ProbeResult> => {
    if (sample === undefined || walk?.used === undefined) return skipped('It takes a second page.');
    const again = await follow(sample, { cursor: walk.used, limit: walk.limit, isAlone: walk.isAlone });
    return resultOfOpen(again, { taken: 'A cursor is good for more than one use', refused: 'A cursor is good for one use' });
  };

  const cursorAlone = async (): Promise<ProbeResult> => {
    if (sample === undefined || walk?.second === undefined) return skipped('It takes a second page.');
    if (walk.isAlone) return { verdict: 'OK', reason: 'Taken; it is the only way here.' };
    const cursor = await freshCursor(sample, walk.limit);
    if (cursor === undefined) return skipped('The first page had no cursor any more.');
    const alone = await follow(sample, { cursor, isAlone: true });
    return resultOfOpen(alone, { taken: 'Taken without its parameters', refused: 'Refused without its parameters' });
  };

  const end = async (): Promise<ProbeResult> => {
    if (sample?.answer === undefined || walk?.second === undefined) return skipped('It takes a second page.');
    const { isAlone } = walk;
    // The largest pages that it serves, where the list is longer than one of them.
    const start = sample.answer.cursor === undefined ? [walk.first, walk.second] : [sample.answer];
    const limit = sample.answer.cursor === undefined ? { limit: walk.limit } : {};
    const pages = [...start];
    const seen = new Set<string>();
    for (let cursor = pages.at(-1)?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
      if (seen.has(cursor)) return { verdict: 'BROKEN', reason: `Page ${pages.length} gives a cursor that was given before.` };
      if (pages.length >= maxPages) return skipped(`The end was not reached on ${maxPages} pages, all of them different.`);
      seen.add(cursor);
      const page = await follow(sample, { cursor, ...limit, isAlone });
      if (page.rows === undefined) return { verdict: 'BROKEN', reason: `Page ${pages.length + 1}: expected 200, got ${page.status}.` };
      const isRepeat = page.rows.length > 0 && pages.some(({ rows }) => isDeepStrictEqual(rows, page.rows));
      if (isRepeat) return { verdict: 'BROKEN', reason: `Page ${pages.length + 1} is one that came before.` };
      pages.push(page);
    }
    return resultOfWhole(pages, sample.rows.length);
  };

  return [
    { name: 'limit', rule: rules.limitRule, run: limitObeyed },
    { name: 'next page', rule: rules.nextRule, run: nextPage },
    { name: 'cursor used twice', rule: effectIsOpen, run: cursorTwice },
    { name: 'cursor without its parameters', rule: effectIsOpen, run: cursorAlone },
    { name: 'end of the list', rule: endRule, run: end },
  ];
}

function resultOfOpen({ status }: ProbeAnswer, words: { readonly taken: string; readonly refused: string }): ProbeResult {
  if (status === 200) return { verdict: 'OK', reason: `${words.taken}.` };
  if (status >= 400 && status < 500) return { verdict: 'OK', reason: `${words.refused} (${status}).` };
  return { verdict: 'BROKEN', reason: `Expected 200 or 4xx, got ${status}.` };
}

/** @param least how many rows the plain page had */
function resultOfWhole(pages: readonly ProbeAnswer[], least: number): ProbeResult {
  const rows = pages.flatMap((page) => page.rows ?? []).map((row) => JSON.stringify(row));
  const doubles = rows.length - new Set(rows).size;
  const empty = pages.filter((page) => page.rows?.length === 0).length;
  if (doubles > 0) return { verdict: 'BROKEN', reason: `${doubles} of ${rows.length} rows came on more than one page.` };
  if (rows.length < least) return { verdict: 'BROKEN', reason: `The pages bring ${rows.length} rows, the plain page had ${least}.` };
  return { verdict: 'OK', reason: `${rows.length} rows on ${pages.length} pages${empty === 0 ? '' : `, ${empty} of them empty`}.` };
}
