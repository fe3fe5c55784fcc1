import { apiVersionHeader, readFeedback } from '@landfall/dcsa/feedback.ts';
import { type ErrorCode, LandfallError } from '../../errors.ts';
import type { OutboundResponse } from '../../http/outbound.ts';
import { pauseMsOf, speaksOfQuota } from '../../http/retry-after.ts';
import { parseJsonBody, withoutByteOrderMark } from '../../json/json-slices.ts';
import { rejectsToken } from '../../partners/outbound-auth/sign-in.ts';
import type { EndpointField, Partner } from '../../partners/partner.ts';
import type { TimesWithoutOffset } from '../../partners/quirks.ts';
import { redactSecrets, secretsOf } from '../../partners/secrets.ts';
import type { Clock } from '../../time/clock.ts';
import { messageOf, withoutControls } from '../error-body.ts';
import { isNothingFound } from '../observed-capabilities.ts';
import { type ListStyle, queryParameter, withParameters } from '../request-plan.ts';
import type { SendRequest, SendResponse } from '../send.ts';
import type { FileLines } from './file-lines.ts';

/** Maximum number of requests for one standard. */
export const maxRequests = 64;

/** A request and its outcome, for the report: that of an answer, whose `rows` are counted, or a `failure`. */
export interface SendRecord extends Partial<Pick<ProbeAnswer, 'status' | 'apiVersion' | 'message'>> {
  readonly method: 'GET';
  /** Path and query of the request. */
  readonly path: string;
  /** The `API-Version` that was sent, if any. */
  readonly sentVersion: string | undefined;
  readonly rows?: number | undefined;
  readonly failure?: string;
  readonly code?: ErrorCode;
  readonly tookMs: number;
}

/** Ends the probe. */
export class ProbeEndedError extends Error {
  readonly verdict: Verdict;

  constructor(reason: string, verdict: Verdict = 'SKIPPED') {
    super(reason);
    this.verdict = verdict;
  }
}

/** Ends the probe, and the check of the standard. */
export class CheckEndedError extends ProbeEndedError {
  /** Error code of the failure that ended the check. */
  readonly code: ErrorCode | undefined;

  constructor(reason: string, code?: ErrorCode) {
    super(reason);
    this.code = code;
  }
}

export interface RequesterParts {
  readonly partner: Partner;
  readonly claims: Claims;
  readonly found: Findings;
  readonly rowsOf: StandardProbes['rowsOf'];
  readonly send: SendRequest;
  readonly clock: Clock;
  /** Time after which nothing is sent, see {@link Clock.now}. */
  readonly deadline: number;
  readonly cleanText: (text: string) => string;
  readonly fileLines: FileLines;
}

export type Requester = ReturnType<typeof createRequester>;

/** Maximum number of attempts of one request. */
const maxTries = 3;
/** Pause after a 429, or a 403 about a quota, that names none. */
const busyMs = 5_000;
/** Pause after other temporary statuses. */
const temporaryFailureMs = 1_000;
const temporaryStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Maximum number of characters that are read of an error body which is not JSON. */
const maxRead = 10_000;
/** Number of consecutive failures that end the check. */
const maxFailures = 3;

/**
 * Creates a requester that sends one request at a time, at the rate of the partner's file. After a 429, a 403 about a
 * quota or a temporary status (502, 503, 504) it pauses, for as long as the partner wishes, and retries; after a limited
 * rate it continues at half the rate. A request whose credential was rejected is never retried.
 */
export function createRequester(parts: RequesterParts) {
  const { partner, claims, clock, deadline, cleanText } = parts;
  const read = createAnswerReader(parts);
  let records: SendRecord[] = [];
  const { requestsPerSecond, requestsPerMinute = Infinity, requestsPerDay = Infinity } = partner.limits;
  // The check of all three standards leaves a part of the day's requests.
  const budget = Math.min(maxRequests, Math.ceil(requestsPerDay / 4));
  let intervalMs = 1_000 / Math.min(requestsPerSecond, requestsPerMinute / 60);
  let [count, failures, next] = [0, 0, 0];
  let hasAnswered = false;
  let policy: string | undefined;
  /** The requests since the last pause for a limited rate. The first ones are no evidence: others may have used up the quota. */
  let window: { from: number; sent: number } | undefined;
  let guess: string | undefined;

  const pauseUntil = async (time: number): Promise<void> => {
    if (time >= deadline) throw new CheckEndedError('The time for the check has expired.');
    if (time > clock.now()) await clock.wait(time - clock.now());
  };

  const requestOnce = async (url: URL, options: RequestOptions) => {
    if (count >= budget) throw new ProbeEndedError(`The check has used all of its ${budget} requests.`);
    await pauseUntil(Math.max(next, clock.now()));
    next = clock.now() + intervalMs;
    count += 1;
    const started = clock.now();
    const style = options.versionHeader ?? parts.found.versionHeader ?? claims.versionHeader;
    const sentVersion = apiVersionHeader(claims.version, style);
    const sent = { method: 'GET' as const, path: cleanText(`${url.pathname}${url.search}`), sentVersion };
    try {
      const headers: Record<string, string> = sentVersion === undefined ? {} : { 'api-version': sentVersion };
      const timeoutMs = Math.max(1, Math.min(partner.limits.timeoutMs, deadline - started));
      const response = await parts.send(partner, { url: url.href, headers, timeoutMs });
      const answer = read(response, url);
      const { status, apiVersion, rows, message } = answer;
      records.push({ ...sent, status, apiVersion, rows: rows?.length, message, tookMs: clock.now() - started });
      failures = 0;
      policy ??= limitOfPolicy(response.headers, partner.limits);
      const isLimited = status === 429 || (status === 403 && speaksOfQuota(response, clock.now()));
      const requestedMs = pauseMsOf(response.headers, clock.now());
      const isRetried = isLimited || temporaryStatuses.has(status);
      if (window !== undefined && !isLimited) window.sent += 1;
      // A quota that is used up by this request.
      if (!isRetried) next = Math.max(next, clock.now() + (requestedMs ?? 0));
      const pauseMs = isRetried ? (requestedMs ?? (isLimited ? busyMs : temporaryFailureMs)) : undefined;
      return { answer, isLimited, pauseMs };
    } catch (error) {
      if (!(error instanceof LandfallError)) throw error;
      records.push({ ...sent, failure: error.message, code: error.code, tookMs: clock.now() - started });
      failures += 1;
      if (!hasAnswered || failures >= maxFailures) throw new CheckEndedError(error.message, error.code);
      throw new ProbeEndedError(`${error.message} (request ${records.length} of the probe)`, 'BROKEN');
    }
  };

  /**
   * Sends one GET to a path below the base URL, within the partner's rate limit. Throws to end the probe or the whole
   * check.
   */
  const requestPartner = async (path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<ProbeAnswer> => {
    const listStyle = options.listStyle ?? parts.found.listStyle ?? claims.listStyle;
    const written = Object.entries(parameters).map(([name, value]) => queryParameter(name, [value].flat(), listStyle));
    const url = new URL(options.url ?? withParameters(`${claims.baseUrl}${path}`, written));
    for (let tries = 1; ; tries += 1) {
      const { answer, isLimited, pauseMs } = await requestOnce(url, options);
      const { status } = answer;
      const isRefused = (status === 401 || status === 403) && !isLimited;
      if (isRefused && !hasAnswered) {
        const said = answer.message === undefined ? '' : `: "${answer.message}"`;
        const challenge = parts.fileLines.readChallenge(cleanText(String(answer.headers['www-authenticate'] ?? '')));
        const hints = [partner.outbound === undefined ? 'Its file has no `outbound`.' : undefined, challenge];
        const hint = hints.map((each) => (each === undefined ? '' : ` ${each}`)).join('');
        throw new CheckEndedError(`The partner rejects the credential of Landfall (${status})${said}.${hint}`, 'UPSTREAM_REJECTED');
      }
      hasAnswered ||= answer.rows !== undefined;
      if (pauseMs === undefined) return answer;
      if (tries === maxTries) {
        if (!isLimited) return answer;
        throw new CheckEndedError(`The partner limited the request rate (${status}) ${maxTries} times in a row.`, 'UPSTREAM_BUSY');
      }
      if (isLimited) {
        const until = clock.now() + pauseMs;
        if (window !== undefined && window.sent > 0) guess = limitOf(window.sent, until - window.from);
        window = { from: until, sent: 0 };
        intervalMs *= 2;
      }
      await pauseUntil(clock.now() + pauseMs);
    }
  };

  return {
    requestPartner,
    /** Returns the number of sent requests. */
    count: () => count,
    /** Returns the records since the previous call. */
    drainRecords: (): SendRecord[] => {
      const taken = records;
      records = [];
      return taken;
    },
    /**
     * Returns the limit of the rate that the partner has shown, as a line of its file; undefined if the file keeps to it or
     * none was seen.
     */
    shownLimit: () => policy ?? guess,
  };
}

const limitOfSeconds = { 1: 'requestsPerSecond', 60: 'requestsPerMinute', 86400: 'requestsPerDay' } as const;

/** Reads `RateLimit-Policy: 100;w=60` or `"minute";q=100;w=60`. */
function limitOfPolicy(headers: OutboundResponse['headers'], limits: Partner['limits']): string | undefined {
  const [, quota, window] = /(?:^|q=)\s*(\d+)\s*;(?:[^,]*;)?\s*w=(\d+)/.exec(String(headers['ratelimit-policy'] ?? '')) ?? [];
  if (quota === undefined || Number(quota) === 0 || Number(window) === 0) return undefined;
  const field = limitOfSeconds[Number(window) as keyof typeof limitOfSeconds];
  if (field === undefined) return `limits: { requestsPerSecond: ${shortNumber(Number(quota) / Number(window))}, burst: ${quota} }`;
  return (limits[field] ?? Infinity) <= Number(quota) ? undefined : `limits: { ${field}: ${quota} }`;
}

/** @param windowMs time from the first of these requests until another one is accepted */
function limitOf(requests: number, windowMs: number): string {
  const isMinute = windowMs > 45_000 && windowMs < 75_000;
  return `limits: { ${isMinute ? `requestsPerMinute: ${requests}` : `requestsPerSecond: ${shortNumber(requests / (windowMs / 1_000))}`} }`;
}

function shortNumber(value: number): number {
  return Number(value.toPrecision(2));
}

/** A response with any status. Strings of the partner contain neither our credentials nor control characters. */
export type ProbeAnswer = ReturnType<ReturnType<typeof createAnswerReader>>;

function createAnswerReader({ partner, rowsOf, claims, found }: Pick<RequesterParts, 'partner' | 'rowsOf' | 'claims' | 'found'>) {
  const answeredPaths = new Set<string>();
  /** Reads what was found, by the rules of `readPages`. */
  const rowsIn = ({ status, body }: SendResponse, { pathname }: URL, parsed: unknown): readonly unknown[] | undefined => {
    if (status === 204) return [];
    if (status === 404) {
      const notFound = claims.notFound ?? found.notFound;
      return isNothingFound(body, { notFound, hasAnswered: answeredPaths.has(pathname) }) ? [] : undefined;
    }
    if (status !== 200 && status !== 206) return undefined;
    const rows = rowsOf(parsed);
    if (rows !== undefined) answeredPaths.add(pathname);
    return rows;
  };
  return (response: SendResponse, url: URL) => {
    const { status, headers, body, redact } = response;
    const cleaned = (text: string | string[] | undefined) =>
      text === undefined ? undefined : withoutControls(redact(String(text).trim()));
    // Before it is cut, because a cut could leave a part of a secret.
    const text = redact(withoutByteOrderMark(body).toString());
    const parsed = parseJsonBody(Buffer.from(text));
    const feedback = typeof parsed === 'object' && parsed !== null ? readFeedback(Reflect.get(parsed, 'feedbackElements')) : [];
    return {
      status,
      apiVersion: cleaned(headers['api-version']),
      contentType: cleaned(headers['content-type']),
      url: url.href,
      /** As received. They lead to the next page. */
      headers,
      /** Target of a redirect, without its query. */
      location: cleaned(headers.location?.replace(/[?#].*$/, '')),
      /** The rows, none if nothing was found; undefined if the response has no list. */
      rows: rowsIn(response, url, parsed),
      /** Whether the response refuses the credential, so that it shows nothing about the request. */
      isDenied: status === 401 || status === 403 || (partner.outbound?.oauth2 !== undefined && rejectsToken(response)),
      feedback: feedback.map((element) => ({ ...element, message: withoutControls(element.message) })),
      /** Message of the error body, shortened. */
      message: status === 200 ? undefined : cleaned(messageOf(parsed, text.slice(0, maxRead))),
    };
  };
}

/** The configuration of one standard's endpoint in a partner's file. */
export type Claims = Omit<NonNullable<Partner['arrivalNotices']>, 'filters'> & { readonly filters: readonly string[] };

export type VersionStyle = Claims['versionHeader'];

/**
 * How a partner behaves with a filter. `LOSES`: matching rows are missing. `FAILS`: the response contains neither rows
 * nor a refusal. `NEWER`: it is not sent, because the partner's version does not have it.
 */
export type FilterBehaviour = 'APPLIED' | 'IGNORED' | 'REFUSED' | 'LOSES' | 'FAILS' | 'NEWER';

type FoundField = 'version' | 'versionHeader' | 'maxReferences' | 'listStyle' | 'paging' | 'pages' | 'pageSize' | 'notFound' | 'quirks';

/**
 * Results of the probes. A field is absent when it could not be determined. `pages` is how they are reached, if not by a
 * header that is known without the file; `quirks` are those of the file, and those that the values of its rows need.
 */
export interface Findings extends Partial<Pick<Claims, FoundField>> {
  filters: Map<string, FilterBehaviour>;
  /** `OPEN` if times without an offset were found and the file has no line for them: the rows do not say whose they are. */
  timesWithoutOffset?: TimesWithoutOffset | 'OPEN';
}

/**
 * `OK`: as the partner's file claims, and permitted by the standard. `DIFFERS`: permitted, but not as claimed.
 * `BROKEN`: violates the standard. `SKIPPED`: not determined.
 */
export type Verdict = 'OK' | 'DIFFERS' | 'BROKEN' | 'SKIPPED';

/** The result of a probe. */
export interface ProbeResult {
  readonly verdict: Verdict;
  /** The partner's behaviour, or what the probe would need. */
  readonly reason: string;
  /** Individual violations, for example of the schema, with their paths. Their number is limited. */
  readonly violations?: readonly string[];
}

/** One test of a partner's API. Sends GETs only. */
export interface Probe {
  readonly name: string;
  /** The standard's rule that the probe tests. */
  readonly rule: string;
  readonly run: () => Promise<ProbeResult>;
}

/** Query parameters. A list becomes one parameter with several values. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

interface RequestOptions {
  /** Default: the style that was found to work, otherwise the claimed one. */
  readonly listStyle?: ListStyle | undefined;
  /** Default: the style that was found to work, otherwise the claimed one. */
  readonly versionHeader?: VersionStyle | undefined;
  /** Replaces the URL of path and parameters. */
  readonly url?: string | undefined;
}

/** The context of one check's probes. */
export interface ProbeParts {
  readonly requestPartner: Requester['requestPartner'];
  readonly claims: Claims;
  /** Says what Landfall uses for a field: what the file says, or the default. */
  readonly stated: (field: keyof Claims, shown?: string) => string;
  /** The results so far, which later probes use. */
  readonly found: Findings;
  /** Parameters with values for which the partner has rows. */
  readonly given: Readonly<Record<string, string>>;
  /** The current day, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** Gets rows, which may show lines of the file outside the block of the standard. */
  readonly fileLines: Pick<FileLines, 'readRows'>;
}

/** The probes of one standard. */
export interface StandardProbes {
  readonly field: EndpointField;
  /** Filters of which each request needs one. Default: requests need none. */
  readonly needsOneOf?: readonly string[];
  /** The capabilities that apply to the standard. */
  readonly profileFields: readonly (keyof Findings)[];
  /** Returns the list in the body of a 200; undefined when it is not where the standard requires it. */
  readonly rowsOf: (body: unknown) => readonly unknown[] | undefined;
  /** Creates the probes of one check. They run in this order; later ones use the results of earlier ones. */
  readonly create: (parts: ProbeParts) => readonly Probe[];
}

/** Returns the result of a probe that could not determine anything. */
export function skipped(reason: string): ProbeResult {
  return { verdict: 'SKIPPED', reason };
}

/** Selects the given parameters that one request takes. */
export function onlyNamed(given: ProbeParts['given'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Adds days to a day, both `YYYY-MM-DD`. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Creates the function that removes our credentials, which a partner may repeat, and control characters from a string. */
export function createCleanText(partner: Partner): (text: string) => string {
  const secrets = secretsOf(partner);
  return (text) => withoutControls(redactSecrets(text, secrets));
}
