import { isDeepStrictEqual } from 'node:util';
import type { FilterBehaviour } from './capability-profile.ts';
import { type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './probe.ts';
import type { Sample } from './sample.ts';

/** A filter or content control of a standard, with its test values. */
export interface FilterCase {
  readonly name: string;
  /** Returns parameters that match some of the rows; undefined if the rows do not suffice. */
  readonly known: (rows: readonly unknown[]) => Parameters | undefined;
  /** Returns parameters with a valid value that no row has; undefined if there is none. */
  readonly unknown?: (rows: readonly unknown[]) => Parameters | undefined;
  /** Returns whether a row contradicts the parameters. A row without the attribute does not. */
  readonly contradicts: (row: unknown, parameters: Parameters) => boolean;
  /** Parameters of the request to compare with. Default: the parameters of the sample. */
  readonly control?: Parameters;
  /** Describes the rows that the probe needs. */
  readonly needs: string;
}

export interface FilterRules {
  readonly rule: (name: string) => string;
  /** Returns whether the standard permits the behaviour. `isStated`: a remark in the response names the filter. */
  readonly mayBe: (behaviour: 'IGNORED' | 'REFUSED', filter: { readonly name: string; readonly isStated: boolean }) => boolean;
}

/** Normalizes a value for comparison, ignoring case and white space. */
export function comparable(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** Creates the probe of one filter: a known value, then an unknown one. */
export function filterProbe(parts: ProbeParts, sample: Sample, filter: FilterCase & FilterRules): Probe {
  const { requestPartner, claims, found } = parts;
  const { name } = filter;
  const request = async (parameters: Parameters): Promise<ProbeAnswer> => {
    const whole = { ...sample.parameters, ...parameters };
    return sample.answer !== undefined && isDeepStrictEqual(whole, sample.parameters) ? sample.answer : requestPartner(sample.path, whole);
  };
  const answered = async (parameters: Parameters | undefined): Promise<SentFilter | undefined> =>
    parameters === undefined ? undefined : { parameters, answer: await request(parameters) };

  const run = async (): Promise<ProbeResult> => {
    if (sample.answer === undefined) return skipped('There is no plain page to compare with.');
    const control = filter.control === undefined ? sample.answer : await request(filter.control);
    const rows = control.rows ?? [];
    const known = await answered(filter.known(rows));
    const isDecided = known !== undefined && known.answer.status !== 200;
    const unknown = isDecided ? undefined : await answered(filter.unknown?.(rows));
    const { behaviour, reason } = assessFilter({ rows, known, unknown, contradicts: filter.contradicts });
    if (behaviour === undefined) return skipped(`${reason} It needs ${filter.needs}.`);
    found.filters.set(name, behaviour);
    const isStated = [known, unknown].some((each) => each?.answer.feedback.some(({ message }) => message.includes(name)));
    const isAllowed = behaviour === 'APPLIED' || (isChoice(behaviour) && filter.mayBe(behaviour, { name, isStated }));
    const isClaimed = claims.filters.includes(name);
    const agrees = isClaimed === (behaviour === 'APPLIED');
    const remarks = [
      ...(behaviour === 'IGNORED' ? [isStated ? 'A remark says so.' : 'No remark in the answer says so.'] : []),
      ...(agrees ? [] : [isClaimed ? 'The file claims it.' : 'The file does not claim it.']),
    ];
    const verdict = agrees ? 'OK' : 'DIFFERS';
    return { verdict: isAllowed ? verdict : 'BROKEN', reason: [reason, ...remarks].join(' ') };
  };
  return { name: `filter ${name}`, rule: filter.rule(name), run };
}

/** Returns whether a standard may permit the behaviour. */
function isChoice(behaviour: FilterBehaviour): behaviour is 'IGNORED' | 'REFUSED' {
  return behaviour === 'IGNORED' || behaviour === 'REFUSED';
}

/** A request with a filter, and the response. */
export interface SentFilter {
  readonly parameters: Parameters;
  readonly answer: Pick<ProbeAnswer, 'status' | 'rows' | 'message' | 'feedback'>;
}

/** The requests that test one filter. */
export interface FilterObservation {
  /** The rows of the response without the filter. */
  readonly rows: readonly unknown[];
  /** The request with a value that some of the rows have. */
  readonly known: SentFilter | undefined;
  /** The request with a value that no row has. */
  readonly unknown: SentFilter | undefined;
  readonly contradicts: FilterCase['contradicts'];
}

/**
 * Determines how a partner behaves with a filter.
 *
 * @returns `behaviour` is undefined when the responses would be the same without the filter
 */
export function assessFilter(observation: FilterObservation): { readonly behaviour: FilterBehaviour | undefined; readonly reason: string } {
  const { rows, known, unknown, contradicts } = observation;
  const sent = [known, unknown].filter((each) => each !== undefined);
  const [first] = sent;
  if (first?.answer.status === 400) return { behaviour: 'REFUSED', reason: `Refused (400)${quoteOf(first)}.` };
  const failed = sent.find(({ answer }) => answer.rows === undefined);
  if (failed !== undefined) {
    const what = failed === unknown ? 'For a valid value without matches: expected' : 'Expected';
    return { behaviour: 'FAILS', reason: `${what} 200 with a list, got ${failed.answer.status}${quoteOf(failed)}.` };
  }
  const unrequested = sent.flatMap((each) => each.answer.rows?.filter((row) => contradicts(row, each.parameters)) ?? []).length;
  if (unrequested > 0) return { behaviour: 'IGNORED', reason: `Ignored: ${unrequested} rows do not match.` };
  if (known === undefined) return { behaviour: undefined, reason: 'No row has a value to filter by.' };
  const matching = rows.filter((row) => !contradicts(row, known.parameters)).length;
  const kept = known.answer.rows?.length ?? 0;
  if (matching > 0 && kept === 0) return { behaviour: 'LOSES', reason: `${matching} rows match and none of them is in the response.` };
  // Only the absence of rows that were in the plain response shows that the filter was applied.
  const wasApplied = rows.length > matching || (unknown !== undefined && matching > 0);
  if (!wasApplied) return { behaviour: undefined, reason: 'The response would be the same without it.' };
  const others = unknown?.answer.rows?.length ?? 0;
  const beside = unknown === undefined ? '' : `, ${others === 0 ? 'none' : others} for another value`;
  return { behaviour: 'APPLIED', reason: `Applied: ${kept} rows, ${rows.length} without it${beside}.` };
}

function quoteOf({ answer }: SentFilter): string {
  return answer.message === undefined ? '' : `: ${JSON.stringify(answer.message)}`;
}
