import { isUtf8 } from 'node:buffer';
import { type Clock, systemClock } from '../../shared/clock.ts';
import { LandfallError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Outbound, OutboundResponse } from '../../shared/outbound.ts';
import { apiVersionHeader, type FeedbackElement, feedback, readFeedback } from '../../shared/partners/dcsa.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { createUpstreamCaller } from '../../shared/upstream-call.ts';
import { type ArrivalNoticeFilterName, type ArrivalNoticesQuery, requestUrlsOf, withCursor } from './request-urls.ts';

/** One page of a partner's answer. */
export interface ArrivalNoticePage {
  /** The body byte for byte, a byte order mark excepted. UTF-8 JSON, an object with an array `arrivalNotices`. */
  readonly body: Buffer;
  /** That array, parsed; nothing in it is checked. */
  readonly arrivalNotices: readonly unknown[];
  /** `API-Version` of the answer. */
  readonly apiVersion: string | undefined;
  readonly feedback: readonly FeedbackElement[];
}

/** The pages of an answer, asked for one after the other while they are read. */
export interface ArrivalNoticePages extends AsyncIterable<ArrivalNoticePage> {
  /** Conditions that were not sent because the partner does not process them: the pages hold more than was asked for. */
  readonly leftOut: readonly ArrivalNoticeFilterName[];
}

export interface ArrivalNoticesClient {
  /**
   * Asks one partner for arrival notices. Nothing is sent before the first page is read; all requests, pauses and
   * repeats of one reading fit into the partner's `deadlineMs`, which starts then.
   *
   * Reading throws {@link LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_UNREACHABLE, UPSTREAM_REJECTED or UPSTREAM_SHAPE;
   * pages read until then are good. Also UPSTREAM_SHAPE: a body that is no such object, a cursor that comes twice, more
   * than 1,000 pages.
   *
   * @throws {LandfallError} CONFIG_INVALID if the partner does not offer arrival notices
   */
  fetchArrivalNotices(partner: Partner, query: ArrivalNoticesQuery, options?: { signal?: AbortSignal | undefined }): ArrivalNoticePages;
}

const maxPages = 1_000;

/** Makes the client of `GET /arrival-notices` (Arrival Notice 1.0.1, Subscriber role). */
export function createArrivalNoticesClient(parts: { outbound: Outbound; logger: Logger; clock?: Clock }): ArrivalNoticesClient {
  const { logger, clock = systemClock } = parts;
  const call = createUpstreamCaller({ ...parts, clock });

  return {
    fetchArrivalNotices: (partner, query, { signal } = {}) => {
      const endpoint = partner.arrivalNotices;
      if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer arrival notices.`);
      const { urls, leftOut } = requestUrlsOf(endpoint, query);
      const version = apiVersionHeader(endpoint.version, endpoint.versionHeader);
      const headers: Record<string, string> = version === undefined ? {} : { 'api-version': version };

      async function* readPages(): AsyncGenerator<ArrivalNoticePage> {
        const deadline = clock.now() + partner.limits.deadlineMs;
        for (const url of urls) {
          const seen = new Set<string>();
          for (let pageUrl: string | undefined = url; pageUrl !== undefined; ) {
            const answer = await call({ partner, url: pageUrl, headers, deadline, signal });
            const cursor = nextCursorOf(answer);
            const page = pageOf(answer, partner);
            if (cursor !== undefined && !endpoint?.paging) {
              logger.warn({ partner: partner.id }, 'the partner has further pages, but its file says that it knows none');
              yield { ...page, feedback: [...page.feedback, feedback('WARN', 'Further pages exist and are not read: paging is off.')] };
              break;
            }
            yield page;
            if (cursor !== undefined) checkCursor(cursor, seen, partner);
            pageUrl = cursor === undefined ? undefined : withCursor(url, cursor);
          }
        }
      }
      return { leftOut, [Symbol.asyncIterator]: readPages };
    },
  };
}

/** The header, never the number of notices, says whether there is more: pages may be empty. */
function nextCursorOf({ headers }: OutboundResponse): string | undefined {
  const cursor = headers['next-page-cursor'];
  const text = Array.isArray(cursor) ? cursor[0] : cursor;
  return text === '' ? undefined : text;
}

function checkCursor(cursor: string, seen: Set<string>, partner: Partner): void {
  if (seen.has(cursor)) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} gave the same cursor twice.`);
  seen.add(cursor);
  if (seen.size >= maxPages) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} has more than ${maxPages} pages.`);
}

function pageOf(answer: OutboundResponse, partner: Partner): ArrivalNoticePage {
  const marked = answer.body[0] === 0xef && answer.body[1] === 0xbb && answer.body[2] === 0xbf;
  const body = marked ? answer.body.subarray(3) : answer.body;
  const parsed = parseObject(body);
  const arrivalNotices = parsed?.['arrivalNotices'];
  if (!Array.isArray(arrivalNotices)) {
    const expected = 'expected a JSON object in UTF-8 with an array arrivalNotices';
    throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: ${expected}, got ${wordFor(body, parsed)}.`);
  }
  const apiVersion = answer.headers['api-version'];
  return {
    body,
    arrivalNotices,
    apiVersion: apiVersion === undefined ? undefined : String(apiVersion),
    feedback: readFeedback(parsed?.['feedbackElements']),
  };
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

function wordFor(body: Buffer, parsed: object | undefined): string {
  if (parsed !== undefined) return 'another object';
  return body.length === 0 ? 'nothing' : `${body.length} bytes of something else`;
}
