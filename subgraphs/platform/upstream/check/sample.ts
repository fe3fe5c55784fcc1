import type { VersionStyle } from './capability-profile.ts';
import { type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './probe.ts';

/** A request that is answered with rows, and that other probes vary. Empty until the plain page has been read. */
export interface Sample {
  /** The path below the base URL, such as `/events`. */
  readonly path: string;
  parameters: Parameters;
  rows: readonly unknown[];
  /** The response, if its status was 200. */
  answer: ProbeAnswer | undefined;
}

/** Creates an empty sample. */
export function emptySample(path: string): Sample {
  return { path, parameters: {}, rows: [], answer: undefined };
}

export interface SampleOptions {
  readonly name: string;
  readonly rule: string;
  /** Returns the parameters to try, at least one set. The first set that returns rows becomes the sample. */
  readonly attempts: () => readonly Parameters[];
  /** Returns the violations of the standard's schema in a row. Their paths begin with `$`, which is the row. */
  readonly violationsOf: (row: unknown) => readonly { readonly path: string; readonly message: string }[];
  /** JSONPath of the list, such as `$.events`. */
  readonly listPath: string;
  /** Whether a Publisher may leave out the path. */
  readonly isOptional?: boolean;
}

const styles: readonly VersionStyle[] = ['full', 'major', 'none'];
/** Maximum number of violations in the report. */
const maxShownViolations = 10;

/** Creates the probe that finds the sample and validates its rows. */
export function sampleProbe(parts: ProbeParts, sample: Sample, options: SampleOptions): Probe {
  const { requestPartner, found, claims } = parts;
  const take = (parameters: Parameters, answer: ProbeAnswer) => {
    sample.parameters = parameters;
    sample.rows = answer.rows ?? [];
    sample.answer = answer;
  };

  const run = async (): Promise<ProbeResult> => {
    let last: ProbeAnswer | undefined;
    for (const parameters of options.attempts()) {
      last = await requestPartner(sample.path, parameters);
      if (last.status === 400 && found.versionHeader === undefined) last = await requestInOtherStyles(parameters, last);
      if (last.status === 404) break;
      if (last.status !== 200) continue;
      if (last.rows === undefined) return { verdict: 'BROKEN', reason: `Answered 200 without a list at ${options.listPath}.` };
      // An empty page is a better sample than none.
      if (sample.answer === undefined || last.rows.length > 0) take(parameters, last);
      if (last.rows.length > 0) break;
    }
    if (sample.answer !== undefined) return resultOfRows(sample.rows, options);
    return resultOfNone(last, options);
  };

  /** The partner may have rejected the header, not the parameters. */
  const requestInOtherStyles = async (parameters: Parameters, refused: ProbeAnswer): Promise<ProbeAnswer> => {
    for (const style of styles.filter((each) => each !== claims.versionHeader)) {
      const answer = await requestPartner(sample.path, parameters, { versionHeader: style });
      if (answer.status !== 200) continue;
      found.versionHeader = style;
      return answer;
    }
    return refused;
  };

  return { name: options.name, rule: options.rule, run };
}

function resultOfRows(rows: readonly unknown[], { violationsOf, listPath }: SampleOptions): ProbeResult {
  if (rows.length === 0) return skipped('There are no rows. Name a value for which there are rows (--with name=value).');
  const violations = rows.flatMap((row, index) =>
    violationsOf(row).map(({ path, message }) => `${listPath}[${index}]${path.slice(1)} ${message}`),
  );
  if (violations.length === 0) return { verdict: 'OK', reason: `${rows.length} rows of the right shape.` };
  const more = violations.length > maxShownViolations ? [`and ${violations.length - maxShownViolations} more`] : [];
  return {
    verdict: 'BROKEN',
    reason: `${violations.length} deviations from the schema in ${rows.length} rows.`,
    violations: [...violations.slice(0, maxShownViolations), ...more],
  };
}

function resultOfNone(last: ProbeAnswer | undefined, { isOptional = false }: SampleOptions): ProbeResult {
  if (last === undefined) return skipped('There is nothing to request; name a value for which there are rows (--with name=value).');
  const { status, location } = last;
  if (status === 404 && isOptional) return skipped('It does not offer this (404), which is permitted.');
  if (status === 400) return skipped('It requires a filter; name a value for which there are rows (--with name=value).');
  const redirect = status >= 300 && status < 400 ? `, a redirect to ${location ?? 'nowhere'}, which is not followed` : '';
  return { verdict: 'BROKEN', reason: `Expected 200, got ${status}${redirect}.` };
}
