import { isDeepStrictEqual } from 'node:util';
import { type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './probe.ts';
import type { Sample } from './sample.ts';

export interface PagingRules {
  /**
   * The standard's rule for `limit`, and whether a partner may ignore it. `isStated`: a remark in the response names
   * it.
   */
  readonly limitRule: string;
  readonly mayIgnoreLimit: (isStated: boolean) => boolean;
  /** The standard's rule for the next page. */
  readonly nextRule: string;
  /** Returns whether a partner of this `API-Version` requires the cursor without other parameters. */
  readonly requiresCursorAlone: (apiVersion: string | undefined) => boolean;
}

/** Maximum number of pages that are read to find the end of a list. */
const maxPages = 8;
const endRule = 'The last page has no Next-Page-Cursor; each row is returned once.';
const effectIsOpen = 'The effect is open; a refusal (4xx) is allowed.';

/** State that the paging probes of one check share. */
interface Walk {
  readonly sample: Sample;
  readonly limit: string;
  /** The first page with that limit. It has a cursor. */
  readonly first: ProbeAnswer;
  /** The second page and the cursor that led to it, once it has been requested. */
  second?: ProbeAnswer;
  used?: string;
  /** Whether the cursor is sent without other parameters. */
  isAlone: boolean;
}

interface PagingContext extends ProbeParts {
  readonly samples: readonly Sample[];
  readonly rules: PagingRules;
  /** Set by the first probe. */
  walk: Walk | undefined;
}

/** Creates the paging probes, over the first sample with two rows. Each probe depends on the previous ones. */
export function pagingProbes(parts: ProbeParts, samples: readonly Sample[], rules: PagingRules): Probe[] {
  const context: PagingContext = { ...parts, samples, rules, walk: undefined };
  const probe = (name: string, rule: string, run: (context: PagingContext) => Promise<ProbeResult>): Probe => ({
    name,
    rule,
    run: () => run(context),
  });
  return [
    probe('limit', rules.limitRule, checkLimit),
    probe('next page', rules.nextRule, checkNextPage),
    probe('cursor used twice', effectIsOpen, checkSecondUse),
    probe('cursor without its parameters', effectIsOpen, checkCursorAlone),
    probe('end of the list', endRule, checkEnd),
  ];
}

async function checkLimit(context: PagingContext): Promise<ProbeResult> {
  const { claims, found, rules } = context;
  const sample = context.samples.find(({ rows }) => rows.length > 1);
  if (sample === undefined) return skipped('Requires at least two rows.');
  const limit = Math.floor(sample.rows.length / 2);
  const first = await requestPage(context, sample, { limit: String(limit) });
  if (first.status === 400) {
    found.pageSize = 0;
    // The partner may return cursors although no page size was requested.
    if (sample.answer?.cursor === undefined) found.paging = false;
    const claimed = claims.pageSize > 0 ? `pageSize: ${claims.pageSize}` : 'paging';
    return claims.paging
      ? { verdict: 'DIFFERS', reason: `limit=${limit} is refused (400). The file claims ${claimed}.` }
      : { verdict: 'OK', reason: `limit=${limit} is refused (400), and the file claims no paging.` };
  }
  if (first.rows === undefined) return { verdict: 'BROKEN', reason: `Expected 200 with a list, got ${first.status}.` };
  found.pageSize = claims.pageSize;
  if (first.cursor !== undefined) context.walk = { sample, limit: String(limit), first, isAlone: false };
  else found.paging = false;
  if (first.rows.length > limit) {
    const isStated = first.feedback.some(({ message }) => message.includes('limit'));
    const verdict = !rules.mayIgnoreLimit(isStated) ? 'BROKEN' : claims.paging ? 'DIFFERS' : 'OK';
    return {
      verdict,
      reason: `limit=${limit} is ignored: ${first.rows.length} rows were returned${isStated ? ', and a remark says so' : ''}.`,
    };
  }
  if (context.walk !== undefined) return { verdict: 'OK', reason: `limit=${limit} returns ${first.rows.length} rows and a cursor.` };
  return { verdict: 'BROKEN', reason: `limit=${limit} truncates ${sample.rows.length} rows, and no cursor leads to the others.` };
}

async function checkNextPage(context: PagingContext): Promise<ProbeResult> {
  const { claims, found, rules, walk } = context;
  if (walk?.first.cursor === undefined) return skipped('Requires a page with a cursor.');
  const { sample, limit, first } = walk;
  let cursor = walk.first.cursor;
  let second = await follow(context, walk, cursor);
  if (second.status === 400) {
    walk.isAlone = true;
    // The refused request may have consumed the first cursor.
    cursor = (await requestPage(context, sample, { limit })).cursor ?? cursor;
    second = await follow(context, walk, cursor);
  }
  const isRight = !walk.isAlone || rules.requiresCursorAlone(first.apiVersion);
  const isSame = second.rows !== undefined && second.rows.length > 0 && isDeepStrictEqual(second.rows, first.rows);
  found.paging = second.rows !== undefined && !isSame && isRight;
  if (second.rows === undefined) return { verdict: 'BROKEN', reason: `The page after the cursor: expected 200, got ${second.status}.` };
  walk.second = second;
  walk.used = cursor;
  if (isSame) return { verdict: 'BROKEN', reason: 'The cursor leads to the same page again.' };
  if (!isRight) return { verdict: 'BROKEN', reason: 'The cursor is refused (400) beside the original parameters, and accepted alone.' };
  const how = walk.isAlone ? 'alone, as its version requires' : 'beside the original parameters';
  const further = second.rows.length === 0 ? 'an empty page' : `${second.rows.length} further rows`;
  const reason = `The cursor, ${how}, leads to ${further}.`;
  return claims.paging ? { verdict: 'OK', reason } : { verdict: 'DIFFERS', reason: `${reason} The file claims no paging.` };
}

async function checkSecondUse(context: PagingContext): Promise<ProbeResult> {
  const { walk } = context;
  if (walk?.used === undefined) return skipped('Requires a second page.');
  const again = await follow(context, walk, walk.used);
  return resultOfOpen(again, { accepted: 'A cursor is valid for more than one use', refused: 'A cursor is valid for one use' });
}

async function checkCursorAlone(context: PagingContext): Promise<ProbeResult> {
  const { walk, requestPartner } = context;
  if (walk?.second === undefined) return skipped('Requires a second page.');
  if (walk.isAlone) return { verdict: 'OK', reason: 'Accepted; the partner knows no other form.' };
  // A fresh cursor, because a cursor may be valid for one use only.
  const { cursor } = await requestPage(context, walk.sample, { limit: walk.limit });
  if (cursor === undefined) return skipped('The first page had no cursor any more.');
  const alone = await requestPartner(walk.sample.path, { cursor });
  return resultOfOpen(alone, { accepted: 'Accepted without its parameters', refused: 'Refused without its parameters' });
}

async function checkEnd(context: PagingContext): Promise<ProbeResult> {
  const { walk } = context;
  if (walk?.sample.answer === undefined || walk.second === undefined) return skipped('Requires a second page.');
  const { sample, first, second } = walk;
  // Used only where the list is longer than one of the partner's largest pages.
  const isOnePage = walk.sample.answer.cursor === undefined;
  const pages = isOnePage ? [first, second] : [walk.sample.answer];
  const seen = new Set<string>();
  for (let cursor = pages.at(-1)?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    if (seen.has(cursor)) return { verdict: 'BROKEN', reason: `Page ${pages.length} has a cursor of an earlier page.` };
    if (pages.length >= maxPages) return skipped(`The end was not reached on ${maxPages} pages, all of them different.`);
    seen.add(cursor);
    const page = await follow(context, walk, cursor, isOnePage);
    if (page.rows === undefined) return { verdict: 'BROKEN', reason: `Page ${pages.length + 1}: expected 200, got ${page.status}.` };
    const isRepeat = page.rows.length > 0 && pages.some(({ rows }) => isDeepStrictEqual(rows, page.rows));
    if (isRepeat) return { verdict: 'BROKEN', reason: `Page ${pages.length + 1} repeats an earlier page.` };
    pages.push(page);
  }
  return resultOfWhole(pages, sample.rows.length);
}

function requestPage({ requestPartner }: PagingContext, { path, parameters: own }: Sample, parameters: Parameters): Promise<ProbeAnswer> {
  return requestPartner(path, { ...own, ...parameters });
}

/** Requests the page after a cursor. @param isLimited whether `limit` is repeated */
function follow(context: PagingContext, { sample, limit, isAlone }: Walk, cursor: string, isLimited = true): Promise<ProbeAnswer> {
  if (isAlone) return context.requestPartner(sample.path, { cursor });
  return requestPage(context, sample, { ...(isLimited ? { limit } : {}), cursor });
}

function resultOfOpen({ status }: ProbeAnswer, words: { readonly accepted: string; readonly refused: string }): ProbeResult {
  if (status === 200) return { verdict: 'OK', reason: `${words.accepted}.` };
  if (status >= 400 && status < 500) return { verdict: 'OK', reason: `${words.refused} (${status}).` };
  return { verdict: 'BROKEN', reason: `Expected 200 or 4xx, got ${status}.` };
}

/** @param least number of rows on the plain page */
function resultOfWhole(pages: readonly ProbeAnswer[], least: number): ProbeResult {
  const rows = pages.flatMap((page) => page.rows ?? []).map((row) => JSON.stringify(row));
  const duplicates = rows.length - new Set(rows).size;
  const empty = pages.filter((page) => page.rows?.length === 0).length;
  if (duplicates > 0) return { verdict: 'BROKEN', reason: `${duplicates} of ${rows.length} rows are on more than one page.` };
  if (rows.length < least) return { verdict: 'BROKEN', reason: `The pages have ${rows.length} rows, the plain page had ${least}.` };
  return { verdict: 'OK', reason: `${rows.length} rows on ${pages.length} pages${empty === 0 ? '' : `, ${empty} of them empty`}.` };
}
