import { checkApiVersion, feedback } from '@landfall/dcsa/feedback.ts';
import type { SandboxResponse } from './server.ts';

/** How a carrier deviates from the standards. Each deviation works independently, on all endpoints. */
export interface Deviations {
  /** Filters that it answers with 400. */
  readonly refusedFilters?: readonly string[];
  /** Filters that it ignores without feedback. */
  readonly ignoredFilters?: readonly string[];
  /** Reads `a,b` as one reference that contains a comma, so that several must be sent as `p=a&p=b`. */
  readonly onlyRepeatedLists?: true;
  /** Forgets a cursor after this time. */
  readonly cursorTtlMs?: number;
  /** Inserts an empty page between any two pages. */
  readonly emptyPages?: true;
  /** Accepts only the major version in `API-Version`. */
  readonly onlyMajorVersion?: true;
  /** Writes null where attributes are absent. */
  readonly nulls?: true;
  /** Adds attributes that are in no standard. */
  readonly unknownAttributes?: true;
  /** Writes errors in HTML. */
  readonly htmlErrors?: true;
  /**
   * Serves this version of Commercial Schedules: 1.0.1 has fewer parameters and attributes, and requires cursors
   * without other parameters.
   */
  readonly schedulesVersion?: '1.0.1';
  /** Adds feedback that does not concern the request. */
  readonly extraFeedback?: true;
}

/** Returns a query as it is read by a carrier that ignores some filters. */
export function withoutIgnored(query: URLSearchParams, ignored: readonly string[] = []): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ignored.includes(name)));
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

/** Applies the deviations of a carrier to the body of a response. */
export function spoil(answer: SandboxResponse, deviations: Deviations): SandboxResponse {
  if (answer.status === 200) return { ...answer, body: spoilBody(answer.body, deviations) };
  return deviations.htmlErrors ? inHtml(answer) : answer;
}

function spoilBody(body: unknown, deviations: Deviations): unknown {
  const changed = mapObjects(body, (object) => ({
    ...object,
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
