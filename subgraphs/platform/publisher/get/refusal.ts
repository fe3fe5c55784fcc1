import { asLandfallError, LandfallError } from '../../errors.ts';
import { feedback } from '../../wire/dcsa.ts';
import type { ParameterIssue } from './parameters.ts';

/** Why a request is not answered with a page. */
export interface Refusal {
  readonly status: number;
  /** Without faults of parameters, all there is to say. */
  readonly message: string;
  readonly faults: readonly ParameterIssue[];
}

/** A request, as far as bodies of errors repeat it. */
export interface RefusedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Ours, as in `x-request-id`. */
  readonly id: string;
}

/** Writes the error body of a standard. */
export type RefusalBody = (refusal: Refusal, request: RefusedRequest) => object;

/** A query that is refused for its parameters. */
export class RefusedParameters extends LandfallError {
  readonly faults: readonly ParameterIssue[];

  constructor(faults: readonly ParameterIssue[]) {
    super('PUBLISH_INVALID', faults.map(({ property, message }) => `${property}: ${message}`).join('; '));
    this.faults = faults;
  }
}

/** Says outward what went wrong. A cursor that is not known any more is a wrong parameter to all three standards. */
export function refusalOf(error: unknown): Refusal {
  const shown = asLandfallError(error);
  if (shown instanceof RefusedParameters) return { status: shown.status, message: shown.message, faults: shown.faults };
  if (shown.code === 'CURSOR_INVALID' || shown.code === 'CURSOR_EXPIRED') return refusalOf(new RefusedParameters([cursorFault]));
  return { status: shown.status, message: shown.message, faults: [] };
}

const cursorFault: ParameterIssue = {
  property: 'cursor',
  message: 'not issued for this request, these parameters and these rights, or expired',
};

/** The error body of Arrival Notice and Port Call. `propertyPath` points into bodies, and a GET has none. */
export function feedbackRefusal({ message, faults }: Refusal): object {
  const messages = faults.length === 0 ? [message] : faults.map((fault) => `Query parameter ${fault.property}: ${shownFault(fault)}.`);
  return { feedbackElements: messages.map((each) => feedback('ERROR', each)) };
}

function shownFault({ value, message }: ParameterIssue): string {
  return value === undefined ? message : `${message}, got ${JSON.stringify(value.slice(0, 100))}`;
}
