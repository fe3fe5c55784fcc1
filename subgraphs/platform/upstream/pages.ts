import { asLandfallError, LandfallError } from '../errors.ts';
import { answerBudget, parsedFactor, type RequestAccounts } from '../http/answer-budget.ts';
import type { Logger } from '../logger.ts';
import { type UpstreamCall, UpstreamStatusError } from './attempt.ts';
import { queryParameter, withCursor, withParameters } from './query-parameters.ts';
import { isStandardErrorBody } from './refused-request.ts';
import type { SendResponse } from './send.ts';
import type { UpstreamReading } from './upstream.ts';

/** Root objects of a page, with whatever else its reader makes of it. */
interface PageContent {
  readonly objects: readonly unknown[];
}

/** A question whose answer may come in pages. */
export interface PagedRequest<P extends PageContent> extends UpstreamCall {
  /** Reads the body of a page. @throws {LandfallError} UPSTREAM_SHAPE */
  readonly read: (answer: SendResponse) => P | Promise<P>;
  /** Makes the page of an answer that says with status 404 that nothing was found. */
  readonly readNothing: (answer: SendResponse) => P;
  /** Whether the partner's file says that it knows pages. */
  readonly paging: boolean;
  /** How many root objects a page is to have; 0: as many as the partner likes. Where `limit` is refused it goes without. */
  readonly pageSize: number;
  /**
   * Whether a partner may want a cursor alone, judged by its last answer. Where it refuses (400) the page that is asked
   * for one way it is asked the other way once, and from then on if that helps; what helped is remembered. Default: never.
   */
  readonly mayWantCursorAlone?: (last: SendResponse) => boolean;
  /** Where the bytes of all its answers are counted. Default: it has only this one. */
  readonly accounts?: RequestAccounts;
  /** Whether what is read of a page stays in memory until the whole answer is read. @default false */
  readonly keepsPages?: boolean;
}

/** One page as it came. */
export interface UpstreamResponse<P> {
  readonly answer: SendResponse;
  readonly page: P;
  /** Whether the partner says that there are further pages. */
  readonly hasMore: boolean;
  /** Whether these further pages are not read because paging is off. */
  readonly isCutOff: boolean;
}

/** Most pages of one answer. */
const maxPages = 1_000;

/**
 * Reads the pages of an answer, each one asked for when the page before it has been dealt with. Follows
 * `Next-Page-Cursor` and nothing else: pages may be empty. Many partners answer 404 where they find nothing, although
 * the standards say 200 and an empty list: that is an empty page where it comes with the standard's error body, or from
 * a path that has answered before.
 *
 * @throws {LandfallError} as the caller does; UPSTREAM_SHAPE for a cursor that comes twice and more than
 *   {@link maxPages} pages
 */
export async function* readUpstreamPages<P extends PageContent>(
  { upstream, logger }: { readonly upstream: UpstreamReading; readonly logger: Logger },
  asked: Omit<PagedRequest<P>, 'account'>,
): AsyncGenerator<UpstreamResponse<P>> {
  const {
    partner,
    standard,
    paging,
    mayWantCursorAlone = () => false,
    keepsPages = false,
    accounts = answerBudget.question(partner.id),
  } = asked;
  using account = accounts.open();
  const question: PagedRequest<P> = { ...asked, account };
  const seen = new Set<string>();
  const first = await askFirstPage(upstream, question);
  const { url } = first;
  let { answer } = first;
  let alone: boolean | undefined;
  for (;;) {
    const cursor = nextCursorOf(answer);
    const hasMore = cursor !== undefined;
    if (hasMore && !paging) logger.warn({ partner: partner.id }, 'the partner has further pages, but its file disables paging');
    // Parsed it takes more.
    const heldBytes = answer.heldBytes ?? 0;
    const parsedBytes = heldBytes * (parsedFactor - 1);
    if (parsedBytes > 0) await account.reserve(parsedBytes);
    yield { answer, page: await readPage(answer, { upstream, question }), hasMore, isCutOff: hasMore && !paging };
    if (!hasMore || !paging) return;
    if (!keepsPages) account.giveBack(heldBytes + parsedBytes);
    checkCursor(cursor, seen, partner.id);
    const ask = (isAlone: boolean) =>
      upstream.call({ ...question, url: withCursor(isAlone ? (url.split('?', 1)[0] ?? url) : url, cursor) });
    const mayBeAlone = mayWantCursorAlone(answer);
    const way: boolean = alone ?? (mayBeAlone && upstream.learntOf(partner, standard).wantsCursorAlone === true);
    const isSettled = alone !== undefined;
    answer = await ask(way).catch(async (error: unknown) => {
      if (isSettled || !mayBeAlone || !isRefused(error)) throw error;
      const other = await ask(!way);
      alone = !way;
      upstream.note(partner, standard, { wantsCursorAlone: alone });
      return other;
    });
  }
}

/**
 * Asks for the first page, by pages of the size that is wished for. A partner that was never seen to take `limit` and
 * answers 400 to it is asked once more without; what helped is remembered.
 */
async function askFirstPage(
  upstream: UpstreamReading,
  question: PagedRequest<PageContent>,
): Promise<{ readonly url: string; readonly answer: SendResponse }> {
  const { partner, standard, url, paging, pageSize } = question;
  const { takesLimit, answeredPaths = [] } = upstream.learntOf(partner, standard);
  const saysNothingFound: UpstreamCall['saysNothingFound'] = ({ status, body }) =>
    status === 404 && (isStandardErrorBody(body) || answeredPaths.includes(pathOf(url)));
  const call = { ...question, saysNothingFound };
  if (!paging || pageSize === 0 || takesLimit === false) return { url, answer: await upstream.call(call) };
  const limited = withParameters(url, [queryParameter('limit', [String(pageSize)])]);
  try {
    const answer = await upstream.call({ ...call, url: limited, isTrial: takesLimit === undefined });
    if (answer.status === 200) upstream.note(partner, standard, { takesLimit: true });
    return { url: limited, answer };
  } catch (error) {
    if (takesLimit || !isRefused(error)) throw error;
    const answer = await upstream.call(call);
    upstream.note(partner, standard, { takesLimit: false });
    return { url, answer };
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** An answer that cannot be read counts as a failure of the partner, although it came with status 200. */
async function readPage<P extends PageContent>(
  answer: SendResponse,
  { upstream, question }: { readonly upstream: UpstreamReading; readonly question: PagedRequest<P> },
): Promise<P> {
  const { partner, standard, url } = question;
  if (answer.status !== 200) return question.readNothing(answer);
  try {
    const page = await question.read(answer);
    upstream.note(partner, standard, { pageSize: page.objects.length, answeredPath: pathOf(url) });
    return page;
  } catch (error) {
    upstream.noteFailure(partner, standard, asLandfallError(error));
    throw error;
  }
}

/** The header, never the number of objects, says whether there is more: pages may be empty. */
function nextCursorOf({ headers }: SendResponse): string | undefined {
  const cursor = headers['next-page-cursor'];
  const text = Array.isArray(cursor) ? cursor[0] : cursor;
  return text === '' ? undefined : text;
}

function checkCursor(cursor: string, seen: Set<string>, partner: string): void {
  if (seen.has(cursor)) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} returned the same cursor twice.`);
  seen.add(cursor);
  if (seen.size >= maxPages) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} has more than ${maxPages} pages.`);
}

function isRefused(error: unknown): boolean {
  return error instanceof LandfallError && error.cause instanceof UpstreamStatusError && error.cause.status === 400;
}
