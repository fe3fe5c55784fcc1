import { apiVersionHeader, readFeedback } from '@landfall/dcsa/feedback.ts';
import { type ErrorCode, LandfallError } from '../../errors.ts';
import type { Outbound, OutboundResponse } from '../../http/outbound.ts';
import { retryAfterMsOf } from '../../http/retry-after.ts';
import { parseJsonBody, withoutByteOrderMark } from '../../json/json-slices.ts';
import type { Partner } from '../../partners/partner.ts';
import type { Clock } from '../../time/clock.ts';
import { type ListStyle, queryParameter, withParameters } from '../query-parameters.ts';
import type { SendRequest } from '../send.ts';
import type { Claims, Findings } from './capability-profile.ts';
import { type Cleaner, messageOf } from './cleaner.ts';
import type { Parameters, ProbeAnswer, RequestOptions, RequestPartner, StandardProbes } from './probe.ts';

/** Maximum number of requests for one standard. */
export const maxRequests = 64;

/** A request and its outcome, for the report. */
export interface SendRecord {
  readonly method: 'GET';
  /** Path and query of the request. */
  readonly path: string;
  /** The `API-Version` that was sent, if any. */
  readonly sentVersion?: string | undefined;
  /** Whether the request was sent without our credential. */
  readonly isUnsigned?: boolean;
  /** Absent when there was no response; `failure` then has the reason. */
  readonly status?: number;
  readonly apiVersion?: string | undefined;
  /** Number of objects in the list. */
  readonly rows?: number | undefined;
  readonly message?: string | undefined;
  readonly failure?: string;
  /** Error code of the failure. */
  readonly code?: ErrorCode;
  readonly tookMs: number;
}

/** Ends the probe, because there was no response. */
export class NoAnswerError extends Error {}

/** Ends the probe, and all later ones that send requests, because no request is left. */
export class RequestBudgetExceededError extends Error {}

/** Ends the check of the standard. */
export class CheckEndedError extends Error {
  /** Error code of the failure that ended the check. */
  readonly code: ErrorCode | undefined;

  constructor(message: string, code?: ErrorCode) {
    super(message);
    this.code = code;
  }
}

export interface RequesterParts {
  readonly partner: Partner;
  readonly claims: Claims;
  readonly found: Findings;
  readonly rowsOf: StandardProbes['rowsOf'];
  readonly send: SendRequest;
  /** Used for requests without our credential. */
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** Time after which nothing is sent, see {@link Clock.now}. */
  readonly deadline: number;
  readonly cleaner: Cleaner;
}

/** Sends requests to a partner, one after the other. */
export interface Requester {
  readonly requestPartner: RequestPartner;
  /** Returns the number of sent requests. */
  readonly count: () => number;
  /** Returns the records since the previous call. */
  readonly drainRecords: () => SendRecord[];
}

/** Maximum number of attempts of one request. */
const maxTries = 3;
/** Pause after a 429 without `Retry-After`. */
const busyMs = 5_000;
/** Pause after other temporary statuses. */
const temporaryFailureMs = 1_000;
const temporaryStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Maximum number of bytes that are read of an error body which is not JSON. */
const maxRead = 10_000;
/** Number of consecutive failures that end the check. */
const maxFailures = 3;

/**
 * Creates a requester that sends one request at a time, at the rate of the partner's file. After a 429 or a temporary
 * status (502, 503, 504) it pauses, obeying `Retry-After`, and retries; after a 429 it continues at half the rate. A
 * request whose credential was rejected is never retried.
 */
export function createRequester(parts: RequesterParts): Requester {
  const { partner, claims, clock, deadline } = parts;
  const { cleanText } = parts.cleaner;
  const read = createAnswerReader(parts);
  const sendRequest = createSender(parts);
  let records: SendRecord[] = [];
  let intervalMs = 1_000 / partner.limits.requestsPerSecond;
  let [count, failures, next] = [0, 0, 0];
  let hasAnswered = false;

  const pauseUntil = async (time: number): Promise<void> => {
    if (time >= deadline) throw new CheckEndedError('The time for the check has expired.');
    if (time > clock.now()) await clock.wait(time - clock.now());
  };

  const requestOnce = async (url: URL, options: RequestOptions): Promise<{ answer: ProbeAnswer; pauseMs: number | undefined }> => {
    if (count >= maxRequests) throw new RequestBudgetExceededError(`The check has used all of its ${maxRequests} requests.`);
    await pauseUntil(Math.max(next, clock.now()));
    next = clock.now() + intervalMs;
    count += 1;
    const started = clock.now();
    const sentVersion = sentVersionOf(options, parts);
    const sent = {
      method: 'GET' as const,
      path: cleanText(`${url.pathname}${url.search}`),
      sentVersion,
      ...(options.unsigned ? { isUnsigned: true } : {}),
    };
    try {
      const response = await sendRequest(url, { sentVersion, unsigned: options.unsigned ?? false, timeoutMs: deadline - started });
      const answer = read(response);
      const { status, apiVersion, rows, message } = answer;
      records.push({ ...sent, status, apiVersion, rows: rows?.length, message, tookMs: clock.now() - started });
      failures = 0;
      return { answer, pauseMs: pauseOf(response, clock.now()) };
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      records.push({ ...sent, failure: error.message, code: error.code, tookMs: clock.now() - started });
      failures += 1;
      if (!hasAnswered || failures >= maxFailures) throw new CheckEndedError(error.message, error.code);
      throw new NoAnswerError(error.message);
    }
  };

  const requestPartner: RequestPartner = async (path, parameters = {}, options = {}) => {
    const listStyle = options.listStyle ?? parts.found.listStyle ?? claims.listStyle;
    const url = new URL(urlOf(`${claims.baseUrl}${path}`, parameters, listStyle));
    for (let tries = 1; ; tries += 1) {
      const { answer, pauseMs } = await requestOnce(url, options);
      const { status } = answer;
      const isRefused = (status === 401 || status === 403) && options.unsigned !== true;
      if (isRefused && !hasAnswered)
        throw new CheckEndedError(`The partner rejects the credential of Landfall (${status}).`, 'UPSTREAM_REJECTED');
      hasAnswered ||= status === 200;
      if (pauseMs === undefined) return answer;
      if (tries === maxTries) {
        if (status !== 429) return answer;
        throw new CheckEndedError(`The partner limited the request rate (429) ${maxTries} times in a row.`, 'UPSTREAM_BUSY');
      }
      if (status === 429) intervalMs *= 2;
      await pauseUntil(clock.now() + pauseMs);
    }
  };

  return {
    requestPartner,
    count: () => count,
    drainRecords: () => {
      const taken = records;
      records = [];
      return taken;
    },
  };
}

function createSender({ partner, send, outbound }: RequesterParts) {
  return (url: URL, request: { sentVersion: string | undefined; unsigned: boolean; timeoutMs: number }): Promise<OutboundResponse> => {
    const headers: Record<string, string> = request.sentVersion === undefined ? {} : { 'api-version': request.sentVersion };
    const timeoutMs = Math.max(1, Math.min(partner.limits.timeoutMs, request.timeoutMs));
    if (!request.unsigned) return send(partner, { url: url.href, headers, timeoutMs });
    const { allowPrivate, limits } = partner;
    const bare = { accept: 'application/json', ...headers };
    return outbound.request({ url, method: 'GET', headers: bare, timeoutMs, maxBodyBytes: limits.maxBodyBytes, allowPrivate });
  };
}

function createAnswerReader({ cleaner, rowsOf }: RequesterParts): (response: OutboundResponse) => ProbeAnswer {
  const { cleanBody, cleanText } = cleaner;
  const cleaned = (text: string | string[] | undefined) => (text === undefined ? undefined : cleanText(String(text).trim()));
  return ({ status, headers, body }) => {
    const bytes = cleanBody(withoutByteOrderMark(body));
    const parsed = parseJsonBody(bytes);
    const feedback = typeof parsed === 'object' && parsed !== null ? readFeedback(Reflect.get(parsed, 'feedbackElements')) : [];
    const cursor = headers['next-page-cursor'];
    return {
      status,
      apiVersion: cleaned(headers['api-version']),
      contentType: cleaned(headers['content-type']),
      cursor: cursor === undefined || cursor === '' ? undefined : String(cursor),
      location: cleaned(headers.location?.replace(/[?#].*$/, '')),
      body: parsed,
      rows: status === 200 ? rowsOf(parsed) : undefined,
      feedback: feedback.map((element) => ({ ...element, message: cleanText(element.message) })),
      message: status === 200 ? undefined : cleaned(messageOf(parsed, bytes.toString('utf8', 0, maxRead))),
    };
  };
}

function urlOf(url: string, parameters: Parameters, listStyle: ListStyle): string {
  const written = Object.entries(parameters).map(([name, value]) =>
    queryParameter(name, typeof value === 'string' ? [value] : value, listStyle),
  );
  return withParameters(url, written);
}

function sentVersionOf(options: RequestOptions, { claims, found }: RequesterParts): string | undefined {
  const style = options.versionHeader ?? found.versionHeader ?? claims.versionHeader;
  return options.apiVersion ?? apiVersionHeader(claims.version, style);
}

/** Returns the pause before a retry; undefined for a response that is not retried. */
function pauseOf({ status, headers }: OutboundResponse, now: number): number | undefined {
  if (status !== 429 && !temporaryStatuses.has(status)) return undefined;
  return retryAfterMsOf(headers['retry-after'], now) ?? (status === 429 ? busyMs : temporaryFailureMs);
}
