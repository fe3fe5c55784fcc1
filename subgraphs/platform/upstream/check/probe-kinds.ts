import { isDeepStrictEqual } from 'node:util';
import { corrected } from '../../partners/quirks.ts';
import { findShapeViolations, readingLines, type SchemaViolation } from '../../wire/shape-check.ts';
import type { ObjectShape } from '../../wire/shapes.ts';
import { createAttributeRemarks, unreadOf } from '../attribute-remarks.ts';
import {
  type FilterBehaviour,
  type Parameters,
  type Probe,
  type ProbeAnswer,
  type ProbeParts,
  type ProbeResult,
  skipped,
  type VersionStyle,
} from './requester.ts';

/** A request that is answered with rows, and that other probes vary. Empty until the plain page has been read. */
export interface Sample {
  /** The path below the base URL, such as `/events`. */
  readonly path: string;
  parameters: Parameters;
  rows: readonly unknown[];
  /** The response with the rows. */
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
  /** Returns the parameters without those that a partner need not have, which are tried after a 400. @default none */
  readonly reduced?: (parameters: Parameters) => Parameters;
  /** The shape of a row in the standard. */
  readonly shape: ObjectShape;
  /** JSONPath of the list, such as `$.events`. */
  readonly listPath: string;
  /** Whether a Publisher may leave out the path. */
  readonly isOptional?: boolean;
}

const styleWords: Readonly<Record<VersionStyle, string>> = { full: 'full', major: 'major only', none: 'left out' };
const styles = Object.keys(styleWords) as VersionStyle[];
/** Maximum number of violations in the report. */
const maxShownViolations = 10;
/** The end of a path that no partner has. */
const unknownSegment = '/landfall-probe';

export function broken(reason: string, violations?: readonly string[]): ProbeResult {
  return { verdict: 'BROKEN', reason, ...(violations === undefined ? {} : { violations }) };
}

/** Returns the result of something that the standard leaves open: whether the partner's file says the same. */
export function compared(agrees: boolean, reason: string, claim = ''): ProbeResult {
  return agrees ? { verdict: 'OK', reason } : { verdict: 'DIFFERS', reason: claim === '' ? reason : `${reason} ${claim}` };
}

/** Creates the probe that finds the sample and validates its rows. */
export function sampleProbe(parts: ProbeParts, sample: Sample, options: SampleOptions): Probe {
  const { requestPartner, found, claims } = parts;
  /** The partner may have rejected the header, not the parameters. */
  const requestInOtherStyles = async (parameters: Parameters, refused: ProbeAnswer): Promise<ProbeAnswer> => {
    for (const style of styles.filter((each) => each !== claims.versionHeader)) {
      const answer = await requestPartner(sample.path, parameters, { versionHeader: style });
      if (answer.rows === undefined) continue;
      found.versionHeader = style;
      return answer;
    }
    return refused;
  };
  const run = async (): Promise<ProbeResult> => {
    let last: ProbeAnswer | undefined;
    let isFirstRefusal = true;
    for (const attempt of options.attempts()) {
      let parameters = attempt;
      last = await requestPartner(sample.path, parameters);
      if (last.status === 400 && found.versionHeader === undefined && isFirstRefusal) {
        last = await requestInOtherStyles(parameters, last);
        isFirstRefusal = false;
      }
      if (last.status === 400 && options.reduced !== undefined) {
        parameters = options.reduced(parameters);
        last = await requestPartner(sample.path, parameters);
      }
      if (last.status === 404) {
        if (last.rows === undefined && !(await meansNothingFound(parts, sample.path, last))) break;
        continue;
      }
      if (last.status === 200 && last.rows === undefined) return broken(`Answered 200 without a list at ${options.listPath}.`);
      if (last.rows === undefined) continue;
      // An empty page is a better sample than none.
      if (sample.answer === undefined || last.rows.length > 0) Object.assign(sample, { parameters, rows: last.rows, answer: last });
      if (last.rows.length > 0) break;
    }
    if (sample.answer === undefined) return resultOfNone(last, { ...parts, ...options });
    const { status } = sample.answer;
    const { UNLocationCode: port } = sample.parameters;
    parts.fileLines.readRows(sample.rows, port === undefined ? undefined : String(port));
    const result = resultOfRows(sample.rows, options, { claims, found });
    if (status === 200) return result;
    const what = status === 204 ? 'an empty list' : 'a part of the rows';
    return broken(`Expected 200, got ${status}, which is read as ${what}. ${result.reason}`, result.violations);
  };
  return { name: options.name, rule: options.rule, run };
}

/**
 * Returns whether a 404 without the standard's body says that nothing was found: the partner answers an unknown path in
 * another way. If both answers are alike, the address may be wrong.
 */
async function meansNothingFound({ requestPartner, found }: ProbeParts, path: string, answer: ProbeAnswer): Promise<boolean> {
  const unknown = await requestPartner(path.replace(/\/[^/]*$/, unknownSegment));
  const kindOf = ({ status, message = '', contentType }: ProbeAnswer) =>
    `${status} ${contentType} ${message.replaceAll(/\/\S*/g, '').replaceAll(/[\d:.TZ-]+/g, '')}`;
  if (kindOf(unknown) === kindOf(answer)) return false;
  found.notFound = 'EMPTY';
  return true;
}

function resultOfRows(
  rows: readonly unknown[],
  { shape, listPath }: SampleOptions,
  { claims, found }: Pick<ProbeParts, 'claims' | 'found'>,
): ProbeResult {
  if (rows.length === 0) return skipped('There are no rows. Name a value for which there are rows (--with name=value).');
  const deviations = createAttributeRemarks(claims);
  let [count, misspelt, readByFile] = [0, 0, 0];
  const quirks = new Set(claims.quirks);
  for (const [index, row] of rows.entries()) {
    const unknown: SchemaViolation[] = [];
    // What lines of the file correct is a remark, not a violation.
    const violations = findShapeViolations(shape, corrected(claims, row, shape), undefined, unknown);
    const asWritten = findShapeViolations(shape, row);
    readByFile += Math.max(0, asWritten.length - violations.length);
    // The standards allow other members, but these are probably misspelt ones.
    const members = unreadOf(unknown);
    deviations.add(`${listPath}[${index}]`, [...violations, ...members]);
    count += violations.length;
    misspelt += members.length;
    const isRead = (line: string) => asWritten.some((violation) => violation.line === line);
    if (isRead(readingLines.localTimes)) found.timesWithoutOffset = claims.timesWithoutOffset ?? 'OPEN';
    if (isRead(readingLines.instantsForDays)) quirks.add('instants-for-days');
  }
  if (quirks.size > 0) found.quirks = [...quirks];
  const texts = deviations.remarks().map(({ text }) => text);
  const more = texts.length > maxShownViolations ? [`and ${texts.length - maxShownViolations} more attributes`] : [];
  const shown = [...texts.slice(0, maxShownViolations), ...more];
  const corrections = readByFile === 0 ? '' : ` ${readByFile} values are read by timesWithoutOffset or quirks of the file.`;
  if (count > 0) return broken(`${count} deviations from the schema in ${rows.length} rows.${corrections}`, shown);
  const names = misspelt === 0 ? '' : `, with ${misspelt} names like those of the standard`;
  return { verdict: 'OK', reason: `${rows.length} rows of the right shape${names}.${corrections}`, violations: shown };
}

function resultOfNone(last: ProbeAnswer | undefined, { isOptional = false, claims, found }: ProbeParts & SampleOptions): ProbeResult {
  if (last === undefined) return skipped('There is nothing to request; name a value for which there are rows (--with name=value).');
  const { status, location } = last;
  if (found.notFound !== undefined) {
    const reason = 'Answers 404 in its own way if it has nothing; to an unknown path it answers otherwise.';
    return compared(claims.notFound === 'EMPTY', reason, 'Without `notFound: EMPTY` this is a failure.');
  }
  if (status === 404 && last.rows === undefined && claims.notFound === undefined) {
    const advice =
      'An unknown path is answered alike: the address may be wrong. If this means that nothing was found, write `notFound: EMPTY`.';
    return isOptional ? skipped(`It does not offer this (404), which is permitted. ${advice}`) : broken(`Expected 200, got 404. ${advice}`);
  }
  if (status === 404 && isOptional) return skipped('It has no rows, or does not offer this (404).');
  if (status === 400) {
    const why = last.message === undefined ? '' : `: ${JSON.stringify(last.message)}`;
    return skipped(
      `It refuses these filters, or requires another one (400${why}). Name a value for which there are rows (--with name=value).`,
    );
  }
  const redirect = status >= 300 && status < 400 ? `, a redirect to ${location ?? 'nowhere'}, which is not followed` : '';
  return broken(`Expected 200, got ${status}${redirect}.`);
}

export interface VersionRules {
  readonly answerRule: string;
  /** Whether every response needs the header. */
  readonly isDemanded: boolean;
  readonly requestRule: string;
}

/** Creates the probes of the header `API-Version`, in responses and in requests. */
export function versionProbes({ claims, stated, found }: ProbeParts, sampleOf: () => Sample, rules: VersionRules): Probe[] {
  const probe = (name: string, rule: string, resultOf: (answer: ProbeAnswer) => ProbeResult): Probe => {
    const result = () => {
      const { answer } = sampleOf();
      return answer === undefined ? skipped('Requires a request that is answered with rows.') : resultOf(answer);
    };
    return { name, rule, run: async () => result() };
  };
  return [
    probe('API-Version of answers', rules.answerRule, ({ apiVersion }) => {
      const reason = 'The answer has no API-Version';
      if (apiVersion === undefined) return rules.isDemanded ? broken(`${reason}.`) : skipped(`${reason}, and need not have one.`);
      if (!/^\d+\.\d+\.\d+(-.+)?$/.test(apiVersion)) return broken(`Expected a full version, got "${apiVersion}".`);
      found.version = apiVersion;
      return compared(apiVersion === claims.version, `${apiVersion}.`, stated('version'));
    }),
    // The plain page was requested in this style, and in another one if the partner refuses that of the file.
    probe('API-Version of requests', rules.requestRule, () => {
      found.versionHeader ??= claims.versionHeader;
      const isClaimed = found.versionHeader === claims.versionHeader;
      return compared(isClaimed, `Accepted: ${styleWords[found.versionHeader]}.`, stated('versionHeader'));
    }),
  ];
}

/** A filter of a standard, with its test values. */
export interface FilterCase {
  readonly name: string;
  /** Returns parameters that match some of the rows; undefined if the rows do not suffice. */
  readonly known: (rows: readonly unknown[]) => Parameters | undefined;
  /** Returns parameters with a valid value that no row has; undefined if there is none. */
  readonly unknown?: (rows: readonly unknown[]) => Parameters | undefined;
  /** Returns whether a row contradicts the parameters. A row without the attribute does not. */
  readonly contradicts: (row: unknown, parameters: Parameters) => boolean;
  /** Describes the rows that the probe needs. */
  readonly needs: string;
}

export interface FilterRules {
  readonly rule: (name: string) => string;
  /** Returns whether the standard permits the behaviour. `isStated`: a remark in the response names the filter. */
  readonly mayBe: (behaviour: 'IGNORED' | 'REFUSED', filter: { readonly name: string; readonly isStated: boolean }) => boolean;
}

/** Returns the parameters with the first known value; undefined if there is none. */
export function firstOf(name: string, values: readonly (string | undefined)[]): Parameters | undefined {
  const value = values.find((each) => each !== undefined && each !== '');
  return value === undefined ? undefined : { [name]: value };
}

/** Valid values that no row has, by filter. Other filters accept any string. */
const unknownValues: Readonly<Record<string, string>> = {
  transportDocumentReferences: 'LANDFALL9999999999',
  equipmentReferences: 'ZZZU9999996',
  portOfDischarge: 'ZZZZZ',
  UNLocationCode: 'ZZZZZ',
  facilitySMDGCode: 'ZZZZZ9',
  vesselIMONumber: '9999993',
  vesselMMSINumber: '999999999',
  vesselOperatorCarrierCode: 'ZZZ9',
  carrierServiceCode: 'PROBE9',
  carrierVoyageNumber: 'PROBE999',
  carrierImportVoyageNumber: 'PROBE999',
  carrierExportVoyageNumber: 'PROBE999',
  universalServiceReference: 'SR99999Z',
  universalVoyageReference: '00ZZN',
  universalImportVoyageReference: '00ZZN',
  universalExportVoyageReference: '00ZZN',
  portCallID: '00000000-0000-4000-8000-000000000000',
  terminalCallID: '00000000-0000-4000-8000-000000000000',
  portCallServiceID: '00000000-0000-4000-8000-000000000000',
  portCallServiceTypeCode: 'SLUDGE_NOT_KNOWN',
  classifierCode: 'ZZZ',
};

/** Returns the parameters with a valid value that no row has. */
export function unknownOf(name: string): Parameters {
  return { [name]: unknownValues[name] ?? 'LANDFALL PROBE' };
}

/** Creates the case of a filter that compares attributes of a row, ignoring case and white space. */
export function attributeCase(name: string, needs: string, valuesOf: (row: unknown) => readonly (string | undefined)[]): FilterCase {
  const comparable = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();
  return {
    name,
    known: (rows) => firstOf(name, rows.flatMap(valuesOf)),
    unknown: () => unknownOf(name),
    contradicts: (row, parameters) => {
      const values = valuesOf(row).flatMap((value) => (value === undefined ? [] : comparable(value)));
      return values.length > 0 && !values.includes(comparable(String(parameters[name])));
    },
    needs,
  };
}

/**
 * Creates the case of a filter that bounds days or times, which are compared as strings. The outermost one matches all
 * rows, even if one of them changes in the meantime.
 *
 * @param options.suffix follows the days and times in parameters
 */
export function boundCase(
  name: string,
  bound: 'MIN' | 'MAX',
  options: { timesOf: (row: unknown) => readonly string[]; needs: string; suffix?: string; unknown: string },
): FilterCase {
  const { timesOf, needs, suffix = '', unknown } = options;
  return {
    name,
    known: (rows) => {
      const outermost = rows
        .flatMap(timesOf)
        .toSorted()
        .at(bound === 'MIN' ? 0 : -1);
      return outermost === undefined ? undefined : { [name]: `${outermost}${suffix}` };
    },
    unknown: () => ({ [name]: `${unknown}${suffix}` }),
    contradicts: (row, parameters) => {
      const [times, value] = [timesOf(row), String(parameters[name]).slice(0, suffix === '' ? undefined : -suffix.length)];
      return times.length > 0 && times.every((time) => (bound === 'MIN' ? time < value : time > value));
    },
    needs,
  };
}

/** Creates the probe of one filter: a known value, then an unknown one. */
export function filterProbe(
  { requestPartner, claims, stated, found }: ProbeParts,
  sample: Sample,
  filter: FilterCase & FilterRules,
): Probe {
  const { name } = filter;
  const request = async (parameters: Parameters): Promise<ProbeAnswer> => {
    const whole = { ...sample.parameters, ...parameters };
    return sample.answer !== undefined && isDeepStrictEqual(whole, sample.parameters) ? sample.answer : requestPartner(sample.path, whole);
  };
  const answered = async (parameters: Parameters | undefined): Promise<SentFilter | undefined> =>
    parameters === undefined ? undefined : { parameters, answer: await request(parameters) };

  const run = async (): Promise<ProbeResult> => {
    if (sample.answer === undefined) return skipped('There is no plain page to compare with.');
    const rows = sample.answer.rows ?? [];
    const known = await answered(filter.known(rows));
    const isDecided = known !== undefined && known.answer.rows === undefined;
    const unknown = isDecided ? undefined : await answered(filter.unknown?.(rows));
    const denied = [known, unknown].find((each) => each?.answer.isDenied);
    if (denied !== undefined) return skipped(`The credential was refused (${denied.answer.status}), which shows nothing about the filter.`);
    const { behaviour, reason } = assessFilter({ rows, known, unknown, contradicts: filter.contradicts });
    if (behaviour === undefined) return skipped(`${reason} It needs ${filter.needs}.`);
    found.filters.set(name, behaviour);
    const isStated = [known, unknown].some((each) => each?.answer.feedback.some(({ message }) => message.includes(name)));
    const isChoice = behaviour === 'IGNORED' || behaviour === 'REFUSED';
    const empty = unknown?.answer.rows?.length === 0 && unknown.answer.status !== 200 ? unknown.answer.status : undefined;
    const isAllowed = (behaviour === 'APPLIED' && empty === undefined) || (isChoice && filter.mayBe(behaviour, { name, isStated }));
    const isClaimed = claims.filters.includes(name);
    const agrees = isClaimed === (behaviour === 'APPLIED');
    const remarks = behaviour === 'IGNORED' ? [isStated ? 'A remark says so.' : 'No remark in the answer says so.'] : [];
    const emptyAnswer =
      empty === undefined ? [] : [`Without matches, expected 200 with a list, got ${empty}, which is read as an empty list.`];
    const claim = agrees ? [] : [stated('filters', isClaimed ? 'to send it' : 'not to send it')];
    return {
      verdict: isAllowed ? (agrees ? 'OK' : 'DIFFERS') : 'BROKEN',
      reason: [reason, ...emptyAnswer, ...remarks, ...claim].join(' '),
    };
  };
  return { name: `filter ${name}`, rule: filter.rule(name), run };
}

/** A request with a filter, and the response. */
export interface SentFilter {
  readonly parameters: Parameters;
  readonly answer: Pick<ProbeAnswer, 'status' | 'rows' | 'message' | 'feedback'> & Partial<Pick<ProbeAnswer, 'isDenied'>>;
}

/**
 * Determines how a partner behaves with a filter.
 *
 * @param observation.rows the rows of the response without the filter
 * @param observation.known the request with a value that some of the rows have
 * @param observation.unknown the request with a value that no row has
 * @returns `behaviour` is undefined when the responses would be the same without the filter
 */
export function assessFilter(observation: {
  readonly rows: readonly unknown[];
  readonly known: SentFilter | undefined;
  readonly unknown: SentFilter | undefined;
  readonly contradicts: FilterCase['contradicts'];
}): { readonly behaviour: FilterBehaviour | undefined; readonly reason: string } {
  const { rows, known, unknown, contradicts } = observation;
  const sent = [known, unknown].filter((each) => each !== undefined);
  const quoteOf = ({ answer }: SentFilter) => (answer.message === undefined ? '' : `: ${JSON.stringify(answer.message)}`);
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
  const shownValue = ({ parameters }: SentFilter) => JSON.stringify(Object.values(parameters).flat().join());
  const beside = unknown === undefined ? '' : `; with ${shownValue(unknown)}, which no row has, ${others === 0 ? 'none' : others}`;
  const without = `without it ${rows.length} rows, of which ${matching} match ${shownValue(known)}`;
  return { behaviour: 'APPLIED', reason: `Applied, so it is sent: ${without}; with it ${kept}${beside}.` };
}
