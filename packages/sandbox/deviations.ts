import { checkApiVersion } from '@landfall/dcsa/feedback.ts';
import type { SandboxResponse } from './server.ts';

/** How a carrier deviates from the standards. Each deviation works independently, on all endpoints. */
export interface Deviations {
  /** Filters that it answers with 400. */
  readonly refusedFilters?: readonly string[];
  /** Filters that it ignores without feedback. */
  readonly ignoredFilters?: readonly string[];
  /** Reads `a,b` as one reference that contains a comma, so that several must be sent as `p=a&p=b`. */
  readonly onlyRepeatedLists?: true;
  /** Accepts only the major version in `API-Version`. */
  readonly onlyMajorVersion?: true;
  /** Writes null where attributes are absent. */
  readonly nulls?: true;
  /**
   * Serves this version of Commercial Schedules: 1.0.1 has fewer parameters and attributes, and requires cursors
   * without other parameters.
   */
  readonly schedulesVersion?: '1.0.1';
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
export function spoil(answer: SandboxResponse, { nulls }: Deviations): SandboxResponse {
  return nulls && answer.status === 200 ? { ...answer, body: withNulls(answer.body) } : answer;
}

/** Attributes that are optional in addition to another one, by the standards. */
const optionalBeside: Readonly<Record<string, readonly string[]>> = {
  transportDocumentReference: ['carrierClauses', 'houseBillOfLadingReferences'],
  solutionNumber: ['solutionFootprint'],
  transportCallReference: ['cutOffTimes'],
  eventDateTime: ['delayReasonCode', 'changeRemark'],
  facilitySMDGCode: ['addressLines'],
};

/** Returns a JSON value whose objects have null for some absent attributes. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== 'object' || value === null) return value;
  const optional = Object.entries(optionalBeside).flatMap(([name, others]) => (name in value ? others : []));
  const nulls = Object.fromEntries(optional.map((name) => [name, null]));
  return { ...nulls, ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNulls(inner)])) };
}
