import { feedback } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { ParameterIssue } from './parameters.ts';

/** The reason for an error response. */
export interface Refusal {
  readonly status: number;
  /** The complete reason, unless parameters have issues. */
  readonly message: string;
  readonly issues: readonly ParameterIssue[];
}

/** The parts of a request that error bodies repeat. */
export interface RefusedRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly url: string;
  /** The id in `x-request-id`. */
  readonly id: string;
}

/** Writes the error body of a standard. */
export type RefusalBody = (refusal: Refusal, request: RefusedRequest) => object;

/** Thrown for a request with invalid parameters. */
export class RefusedParameters extends LandfallError {
  readonly issues: readonly ParameterIssue[];

  constructor(issues: readonly ParameterIssue[]) {
    super('PUBLISH_INVALID', issues.map(({ property, message }) => `${property}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/** Converts an exception into a refusal. An expired cursor is an invalid parameter in all three standards. */
export function refusalOf(error: unknown): Refusal {
  const shown = asLandfallError(error);
  if (shown instanceof RefusedParameters) return { status: shown.status, message: shown.message, issues: shown.issues };
  if (shown.code === 'CURSOR_INVALID' || shown.code === 'CURSOR_EXPIRED') return refusalOf(new RefusedParameters([cursorIssue]));
  return { status: shown.status, message: shown.message, issues: [] };
}

const cursorIssue: ParameterIssue = {
  property: 'cursor',
  message: 'not issued for this request, these parameters and these rights, or expired',
};

/**
 * Returns the error body of Arrival Notice and Port Call. `propertyPath` is left out, because it points into a request
 * body, which a GET does not have.
 */
export function feedbackRefusal({ message, issues }: Refusal): object {
  const messages = issues.length === 0 ? [message] : issues.map((issue) => `Query parameter ${issue.property}: ${shownIssue(issue)}.`);
  return { feedbackElements: messages.map((each) => feedback('ERROR', each)) };
}

function shownIssue({ value, message }: ParameterIssue): string {
  return value === undefined ? message : `${message}, got ${JSON.stringify(value.slice(0, 100))}`;
}
