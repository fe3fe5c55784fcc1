import { checkApiVersion, feedback } from '@landfall/dcsa/feedback.ts';
import type { Clock } from './clock.ts';
import type { CursorOptions } from './one-shot-cursors.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

/** How a carrier deviates from the standards, or is difficult to query. Each switch works independently, on all endpoints. */
export interface Deviations {
  /** Filters that it answers with 400. */
  readonly refusedFilters: readonly string[];
  /** Filters that it ignores without feedback. */
  readonly ignoredFilters: readonly string[];
  /** Maximum number of references that it actually accepts in one request; its profile may claim more. */
  readonly maxReferences: number;
  /** Reads `a,b` as one reference that contains a comma, so that several must be sent as `p=a&p=b`. */
  readonly onlyRepeatedLists: boolean;
  /** Forgets a cursor after this time. */
  readonly cursorTtlMs: number;
  /** Answers 400 to a cursor that is sent with other parameters. */
  readonly loneCursors: boolean;
  /** Inserts an empty page between any two pages. */
  readonly emptyPages: boolean;
  /** Accepts only the major version in `API-Version`. */
  readonly onlyMajorVersion: boolean;
  /** Answers without `API-Version`. */
  readonly noApiVersion: boolean;
  /** Writes null where attributes are absent. */
  readonly nulls: boolean;
  /** Adds attributes that are in no standard. */
  readonly unknownAttributes: boolean;
  /** Writes strings of digits as numbers. */
  readonly numbersForTexts: boolean;
  /** Writes errors in HTML. */
  readonly htmlErrors: boolean;
  /** Answers 429 to requests beyond this number within a second. */
  readonly requestsPerSecond: number;
  /** The `Retry-After` of a 429; undefined for none. */
  readonly retryAfterSeconds: number | undefined;
  /** Answers every n-th request with 503; 0 for none. */
  readonly failsEvery: number;
  /** Delays every response. */
  readonly slowMs: number;
  /** Redirects every request to the same path below this base URL. */
  readonly redirectsTo: string | undefined;
  /**
   * Serves this version of Commercial Schedules: 1.0.1 has fewer parameters and attributes, and requires cursors
   * without other parameters.
   */
  readonly schedulesVersion: '1.0.4' | '1.0.1';
  /** Adds feedback that does not concern the request. */
  readonly extraFeedback: boolean;
}

/** A carrier that conforms to the standards and is always available. */
export const noDeviations: Deviations = {
  refusedFilters: [],
  ignoredFilters: [],
  maxReferences: Number.POSITIVE_INFINITY,
  onlyRepeatedLists: false,
  cursorTtlMs: Number.POSITIVE_INFINITY,
  loneCursors: false,
  emptyPages: false,
  onlyMajorVersion: false,
  noApiVersion: false,
  nulls: false,
  unknownAttributes: false,
  numbersForTexts: false,
  htmlErrors: false,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  retryAfterSeconds: undefined,
  failsEvery: 0,
  slowMs: 0,
  redirectsTo: undefined,
  schedulesVersion: '1.0.4',
  extraFeedback: false,
};

interface DeviationOptions {
  readonly deviations: Deviations;
  readonly clock: Clock;
  /** Returns a refusal in the form of the standard of the request. */
  readonly refuse: (request: SandboxRequest, status: number, message: string) => SandboxResponse;
}

/**
 * Adds the deviations of a carrier to its responses: limits of requests, failures, slowness, redirects and unusual
 * bodies.
 */
export function withDeviations(
  answering: (request: SandboxRequest) => SandboxResponse,
  { deviations, clock, refuse }: DeviationOptions,
): (request: SandboxRequest) => Promise<SandboxResponse> {
  const refusalOf = createRefusals(deviations, clock);
  return async (request) => {
    if (deviations.slowMs > 0) await clock.wait(deviations.slowMs);
    const refused = refusalOf(request);
    const answer = refused === undefined ? answering(request) : refuse(request, refused.status, refused.message);
    return spoil({ ...answer, headers: { ...answer.headers, ...refused?.headers } }, deviations);
  };
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const secondMs = 1_000;

/** Creates the function that counts requests and returns the refusal of some of them. */
function createRefusals(deviations: Deviations, clock: Clock): (request: SandboxRequest) => Refusal | undefined {
  const { requestsPerSecond, retryAfterSeconds, failsEvery, redirectsTo } = deviations;
  let recent: number[] = [];
  let count = 0;
  return ({ uri }) => {
    const now = clock.now();
    recent = recent.filter((at) => at > now - secondMs);
    if (recent.length >= requestsPerSecond) {
      const message = `At most ${requestsPerSecond} requests a second.`;
      return { status: 429, message, headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) } };
    }
    recent.push(now);
    count += 1;
    if (failsEvery > 0 && count % failsEvery === 0) return { status: 503, message: 'Not available at the moment.' };
    if (redirectsTo === undefined) return undefined;
    return { status: 307, message: 'We have moved.', headers: { Location: `${redirectsTo}${uri}` } };
  };
}

/** Returns a query as it is read by a carrier that ignores some filters. */
export function withoutIgnored(query: URLSearchParams, { ignoredFilters }: Deviations): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ignoredFilters.includes(name)));
}

/**
 * Returns why a request is refused for its `API-Version`; undefined if it is not. @param newest the version that is
 * served
 */
export function findVersionIssue(requested: string | undefined, newest: string, { onlyMajorVersion }: Deviations): string | undefined {
  const [major = ''] = newest.split('.', 1);
  if (onlyMajorVersion && requested !== undefined && requested !== major)
    return `API-Version: expected ${major}, got ${JSON.stringify(requested)}.`;
  return checkApiVersion(requested, newest);
}

/** Returns the options of a carrier's cursors. */
export function cursorOptionsOf({ cursorTtlMs, loneCursors, emptyPages }: Deviations, clock: Clock): CursorOptions {
  return { ttlMs: cursorTtlMs, isLone: loneCursors, hasEmptyPages: emptyPages, now: () => clock.now() };
}

/** Applies the deviations of a carrier to a response. */
function spoil(answer: SandboxResponse, deviations: Deviations): SandboxResponse {
  const isRefused = answer.status !== 200;
  const body = isRefused ? answer.body : spoilBody(answer.body, deviations);
  const headers = Object.entries(answer.headers).filter(([name]) => !(deviations.noApiVersion && name === 'API-Version'));
  const spoilt = { ...answer, headers: Object.fromEntries(headers), body };
  return isRefused && deviations.htmlErrors ? inHtml(spoilt) : spoilt;
}

function spoilBody(body: unknown, deviations: Deviations): unknown {
  const changed = mapObjects(body, (object) => ({
    ...(deviations.numbersForTexts ? withNumbers(object) : object),
    ...(deviations.nulls ? nullsBeside(object) : {}),
    ...(deviations.unknownAttributes ? unknownBeside(object) : {}),
  }));
  // A response with schedules is an array, which cannot contain feedback.
  if (!deviations.extraFeedback || typeof changed !== 'object' || changed === null || Array.isArray(changed)) return changed;
  const { feedbackElements } = changed as { feedbackElements?: readonly object[] };
  return { ...changed, feedbackElements: [...(feedbackElements ?? []), maintenance] };
}

const maintenance = feedback('INFO', 'Planned maintenance on Sunday from 02:00 to 04:00 UTC.');

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes that are optional in addition to another one, by the standards. */
const optionalBeside: Readonly<Record<string, readonly string[]>> = {
  transportDocumentReference: ['carrierClauses', 'houseBillOfLadingReferences'],
  solutionNumber: ['solutionFootprint'],
  transportCallReference: ['cutOffTimes'],
  eventDateTime: ['delayReasonCode', 'changeRemark'],
  facilitySMDGCode: ['addressLines'],
};

function nullsBeside(object: Attributes): Attributes {
  const absent = Object.entries(optionalBeside).flatMap(([name, optional]) => (name in object ? optional : []));
  return Object.fromEntries(absent.filter((name) => !(name in object)).map((name) => [name, null]));
}

function unknownBeside(object: Attributes): Attributes {
  return Object.keys(optionalBeside).some((name) => name in object) ? { lastChangedBy: { desk: 'import', shift: 2 } } : {};
}

function withNumbers(object: Attributes): Attributes {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, isDigits(value) ? Number(value) : value]));
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
}

/** Changes every object in a JSON value, the inner ones first. */
function mapObjects(value: unknown, change: (object: Attributes) => Attributes): unknown {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, change)])));
}

function inHtml(answer: SandboxResponse): SandboxResponse {
  const text = answer.summary ?? 'We are sorry.';
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>Error ${answer.status}</title><h1>Error ${answer.status}</h1><p>${text.replaceAll('<', '&lt;')}</p>`,
  };
}
