import { isDeepStrictEqual } from 'node:util';
import { isKnownPagingHeader, type NextPage, nextPageOf } from '../next-page.ts';
import { broken, compared, type Sample } from './probe-kinds.ts';
import { type Claims, type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './requester.ts';

export interface PagingRules {
  /**
   * The standard's rule for `limit`, and whether a partner may ignore it. `isStated`: a remark in the response names
   * it.
   */
  readonly limitRule: string;
  readonly mayIgnoreLimit: (isStated: boolean) => boolean;
  /** The standard's rule for the next page. */
  readonly nextRule: string;
  /** Returns whether a partner of this version requires the cursor without other parameters. */
  readonly requiresCursorAlone: (version: string) => boolean;
}

/** Maximum number of pages that are read to find the end of a list. */
const maxPages = 8;
const endRule = 'The last page has no Next-Page-Cursor; each row is returned once.';

/** What the paging probes of one check share. */
interface Walk {
  readonly sample: Sample;
  /** The parameter `limit`, if the partner applies it. */
  readonly limit: Parameters;
  readonly first: ProbeAnswer;
  /** The second page, once it has been requested. */
  second?: ProbeAnswer;
  /** Whether the cursor is sent without other parameters. */
  isAlone?: boolean;
}

/** Names of headers that may hold a cursor or a number of rows, and of parameters that some APIs number rows by. */
const [cursorName, totalName] = [/next|cursor|contin|more|scroll|after|bookmark|token/i, /total|count|size|results/i];
const offsetNames = ['offset', 'skip', 'start', 'startIndex', 'from', '$skip'];
/** Maximum number of headers that are tried. */
const maxTriedHeaders = 3;

/** Creates the paging probes, over the first sample with two rows. Each probe depends on the previous ones. */
export function pagingProbes(parts: ProbeParts, samples: readonly Sample[], rules: PagingRules): Probe[] {
  const { requestPartner, claims, stated, found } = parts;
  /** The first page with a `limit` that the partner applies, set by the first probe. */
  let limited: { readonly answer: ProbeAnswer; readonly limit: Parameters } | undefined;
  /** Set by the second probe. */
  let walk: Walk | undefined;
  const sampleOf = () => samples.find(({ rows }) => rows.length > 1);
  const requestPage = ({ path, parameters: own }: Sample, parameters: Parameters) => requestPartner(path, { ...own, ...parameters });

  /** Returns what follows a page, by the file and by what was found. @param before the pages before it. Default: it is the first */
  const nextOf = (answer: ProbeAnswer, before: readonly ProbeAnswer[] = []): NextPage => {
    const [{ url: firstUrl } = answer] = before;
    const rows = answer.rows?.length ?? 0;
    const rowsRead = before.reduce((sum, page) => sum + (page.rows?.length ?? 0), rows);
    const pages = { ...claims.pages, ...found.pages };
    return nextPageOf({ response: answer, firstUrl, url: answer.url, rows, rowsRead }, { pages });
  };

  /** Names what leads to the next page, for the report. */
  const wayOf = ({ cursor }: NextPage): string => {
    const { cursorHeader, offset } = { ...claims.pages, ...found.pages };
    if (cursor !== undefined) return cursorHeader === undefined ? 'The cursor' : `The cursor in the header ${cursorHeader}`;
    return offset === undefined ? 'The link' : `The parameter ${offset}, the number of the row,`;
  };

  /** Requests the page after another one. @param isLimited whether `limit` is repeated */
  const follow = ({ sample, limit, isAlone }: Walk, next: NextPage, isLimited = true): Promise<ProbeAnswer> => {
    const { cursor, url } = next;
    if (cursor === undefined) return requestPartner(sample.path, {}, { url });
    if (isAlone) return requestPartner(sample.path, { cursor });
    return requestPage(sample, { ...(isLimited ? limit : {}), cursor });
  };

  /**
   * Finds how a partner leads to its next page, if it does not do so in a known way: by a header whose value, as cursor,
   * returns other rows, or by a parameter that does.
   *
   * @param hasMore whether the partner has more rows. Otherwise only headers show that it may have some
   */
  const findOtherWay = async ({ sample, first, limit }: Walk, hasMore: boolean): Promise<Claims['pages'] | undefined> => {
    const rowCount = first.rows?.length ?? 0;
    const leadsOn = async (parameters: Parameters): Promise<boolean> => {
      const { rows = [] } = await requestPage(sample, { ...limit, ...parameters });
      return rows.length > 0 && !isDeepStrictEqual(rows, first.rows);
    };
    const headers = Object.entries(first.headers).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && !isKnownPagingHeader(name) ? [[name, value] as const] : [],
    );
    for (const [cursorHeader, cursor] of headers.filter(([name]) => cursorName.test(name)).slice(0, maxTriedHeaders)) {
      if (await leadsOn({ cursor })) return { cursorHeader };
    }
    const [totalHeader] =
      headers.find(([name, value]) => totalName.test(name) && /^\d{1,15}$/.test(value) && Number(value) > rowCount) ?? [];
    const total = totalHeader === undefined || /^content-|-remaining$|ratelimit/.test(totalHeader) ? {} : { totalHeader };
    if (!hasMore && totalHeader === undefined) return undefined;
    for (const offset of offsetNames) if (await leadsOn({ [offset]: String(rowCount) })) return { ...total, offset };
    return undefined;
  };

  const checkLimit = async (): Promise<ProbeResult> => {
    const sample = sampleOf();
    if (sample === undefined) return skipped('Requires at least two rows.');
    const isSent = claims.paging && claims.pageSize > 0;
    const limit = Math.floor(sample.rows.length / 2);
    const first = await requestPage(sample, { limit: String(limit) });
    if (first.status === 400) {
      found.pageSize = 0;
      return compared(!isSent, `limit=${limit} is refused (400).`, stated('pageSize', `pageSize: ${claims.pageSize}`));
    }
    if (first.rows === undefined) return broken(`Expected 200 with a list, got ${first.status}.`);
    if (first.rows.length > limit) {
      found.pageSize = 0;
      const isStated = first.feedback.some(({ message }) => message.includes('limit'));
      const verdict = !rules.mayIgnoreLimit(isStated) ? 'BROKEN' : isSent ? 'DIFFERS' : 'OK';
      return {
        verdict,
        reason: `limit=${limit} is ignored: ${first.rows.length} rows were returned${isStated ? ', and a remark says so' : ''}.`,
      };
    }
    found.pageSize = claims.pageSize;
    limited = { answer: first, limit: { limit: String(limit) } };
    return { verdict: 'OK', reason: `limit=${limit} returns ${first.rows.length} rows.` };
  };

  const checkNextPage = async (): Promise<ProbeResult> => {
    const sample = sampleOf();
    if (sample?.answer === undefined) return skipped('Requires at least two rows.');
    const { answer: first, limit } = limited ?? { answer: sample.answer, limit: {} };
    const known = nextOf(first);
    // A limit that was applied shows that there are more rows.
    const hasMore = known.missing !== undefined || limited !== undefined;
    const isReached = known.cursor !== undefined || known.url !== undefined;
    const way = isReached ? undefined : await findOtherWay({ sample, first, limit }, hasMore);
    if (way !== undefined) found.pages = way;
    const next = way === undefined ? known : nextOf(first);
    if (next.cursor === undefined && next.url === undefined) {
      if (next.missing !== undefined) return broken(next.missing.message);
      if (limited === undefined) return skipped('Requires a page with a cursor.');
      found.paging = false;
      return broken(`It truncates ${sample.rows.length} rows to ${first.rows?.length}, and nothing leads to the others.`);
    }
    const begun: Walk = { sample, limit, first };
    walk = begun;
    let { cursor } = next;
    let second = await follow(begun, next);
    const version = first.apiVersion ?? claims.version;
    if (second.status === 400 && cursor !== undefined) {
      begun.isAlone = true;
      // The refused request may have consumed the first cursor.
      cursor = nextOf(await requestPage(sample, limit)).cursor ?? cursor;
      second = await follow(begun, { cursor });
    }
    const isRight = !begun.isAlone || rules.requiresCursorAlone(version);
    const isSame = second.rows !== undefined && second.rows.length > 0 && isDeepStrictEqual(second.rows, first.rows);
    found.paging = second.rows !== undefined && !isSame && isRight;
    if (second.rows === undefined) return broken(`The page after the cursor: expected 200, got ${second.status}.`);
    begun.second = second;
    const what = wayOf(next);
    if (isSame) return broken(`${what} leads to the same page again.`);
    if (!isRight) return broken('The cursor is refused (400) beside the original parameters, and accepted alone.');
    const how = cursor === undefined ? '' : begun.isAlone ? ', alone, as its version requires,' : ', beside the original parameters,';
    const isEnd = second.rows.length === 0;
    const reason = `${what}${how} ${isEnd ? 'is accepted: no further rows, so the list ends there' : `leads to ${second.rows.length} further rows`}.`;
    if (way !== undefined) return broken(`${reason} The standard has Next-Page-Cursor; the file needs \`paging\`.`);
    if (first.headers['next-page-cursor'] === undefined)
      return broken(`${reason} The standard has Next-Page-Cursor; this is read as well.`);
    return compared(claims.paging, reason, stated('paging', 'paging: false'));
  };

  const checkEnd = async (): Promise<ProbeResult> => {
    const plainAnswer = walk?.sample.answer;
    if (plainAnswer === undefined || walk?.second === undefined) return skipped('Requires a second page.');
    const { sample, first, second } = walk;
    const plain = nextOf(plainAnswer);
    // The pages of the plain request, where its list is longer than one of the partner's largest pages.
    const isOnePage = plain.cursor === undefined && plain.url === undefined;
    const pages: ProbeAnswer[] = isOnePage ? [first, second] : [plainAnswer];
    const seen = new Set<string>();
    for (;;) {
      const next = nextOf(pages.at(-1) ?? first, pages.slice(0, -1));
      const position = next.cursor ?? next.url;
      if (position === undefined) break;
      if (seen.has(position)) return broken(`Page ${pages.length} has a cursor of an earlier page.`);
      if (pages.length >= maxPages) return skipped(`The end was not reached on ${maxPages} pages, all of them different.`);
      seen.add(position);
      const page = await follow(walk, next, isOnePage);
      if (page.rows === undefined) return broken(`Page ${pages.length + 1}: expected 200, got ${page.status}.`);
      const isRepeat = page.rows.length > 0 && pages.some(({ rows }) => isDeepStrictEqual(rows, page.rows));
      if (isRepeat) return broken(`Page ${pages.length + 1} repeats an earlier page.`);
      pages.push(page);
    }
    return resultOfWhole(pages, sample.rows.length);
  };

  return [
    { name: 'limit', rule: rules.limitRule, run: checkLimit },
    { name: 'next page', rule: rules.nextRule, run: checkNextPage },
    { name: 'end of the list', rule: endRule, run: checkEnd },
  ];
}

/** @param least number of rows on the plain page */
function resultOfWhole(pages: readonly ProbeAnswer[], least: number): ProbeResult {
  const rows = pages.flatMap((page) => page.rows ?? []).map((row) => JSON.stringify(row));
  const duplicates = rows.length - new Set(rows).size;
  const empty = pages.filter((page) => page.rows?.length === 0).length;
  if (duplicates > 0) return broken(`${duplicates} of ${rows.length} rows are on more than one page.`);
  if (rows.length < least) return broken(`The pages have ${rows.length} rows, the plain page had ${least}.`);
  return { verdict: 'OK', reason: `${rows.length} rows on ${pages.length} pages${empty === 0 ? '' : `, ${empty} of them empty`}.` };
}
