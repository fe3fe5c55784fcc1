import { isDeepStrictEqual } from 'node:util';
import { readingLines, type SchemaViolation } from '../../wire/shape-check.ts';
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
  /**
   * Returns the violations of the standard's schema in a row. Their paths begin with `$`, which is the row. `unknown` gets
   * the members that the standard does not name.
   */
  readonly violationsOf: (row: unknown, unknown: SchemaViolation[]) => readonly SchemaViolation[];
  /** JSONPath of the list, such as `$.events`. */
  readonly listPath: string;
  /** Whether a Publisher may leave out the path. */
  readonly isOptional?: boolean;
}

const styleWords: Readonly<Record<VersionStyle, string>> = { full: 'full', major: 'major only', none: 'left out' };
const styles = Object.keys(styleWords) as VersionStyle[];
/** Maximum number of violations in the report. */
const maxShownViolations = 10;
const needsAnswer = 'Requires a request that is answered with 200.';

function broken(reason: string, violations?: readonly string[]): ProbeResult {
  return { verdict: 'BROKEN', reason, ...(violations === undefined ? {} : { violations }) };
}

/** Returns the result of something that the standard leaves open: whether the partner's file says the same. */
function compared(agrees: boolean, reason: string, claim = ''): ProbeResult {
  return agrees ? { verdict: 'OK', reason } : { verdict: 'DIFFERS', reason: claim === '' ? reason : `${reason} ${claim}` };
}

/** Creates the probe that finds the sample and validates its rows. */
export function sampleProbe({ requestPartner, found, claims }: ProbeParts, sample: Sample, options: SampleOptions): Probe {
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
  const run = async (): Promise<ProbeResult> => {
    let last: ProbeAnswer | undefined;
    for (const parameters of options.attempts()) {
      last = await requestPartner(sample.path, parameters);
      if (last.status === 400 && found.versionHeader === undefined) last = await requestInOtherStyles(parameters, last);
      if (last.status === 404) break;
      if (last.status !== 200) continue;
      if (last.rows === undefined) return broken(`Answered 200 without a list at ${options.listPath}.`);
      // An empty page is a better sample than none.
      if (sample.answer === undefined || last.rows.length > 0) Object.assign(sample, { parameters, rows: last.rows, answer: last });
      if (last.rows.length > 0) break;
    }
    return sample.answer === undefined ? resultOfNone(last, options) : resultOfRows(sample.rows, options, { claims, found });
  };
  return { name: options.name, rule: options.rule, run };
}

function resultOfRows(
  rows: readonly unknown[],
  { violationsOf, listPath }: SampleOptions,
  { claims, found }: Pick<ProbeParts, 'claims' | 'found'>,
): ProbeResult {
  if (rows.length === 0) return skipped('There are no rows. Name a value for which there are rows (--with name=value).');
  const deviations = createAttributeRemarks(claims);
  let [count, misspelt] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const unknown: SchemaViolation[] = [];
    const violations = violationsOf(row, unknown);
    // The standards allow other members, but these are probably misspelt ones.
    const members = unreadOf(unknown);
    deviations.add(`${listPath}[${index}]`, [...violations, ...members]);
    count += violations.length;
    misspelt += members.length;
    const hasLocalTimes = violations.some(({ line }) => line === readingLines.localTimes);
    if (hasLocalTimes) found.timesWithoutOffset = claims.timesWithoutOffset ?? 'PORT_LOCAL';
  }
  const texts = deviations.remarks().map(({ text }) => text);
  const more = texts.length > maxShownViolations ? [`and ${texts.length - maxShownViolations} more attributes`] : [];
  const shown = [...texts.slice(0, maxShownViolations), ...more];
  if (count > 0) return broken(`${count} deviations from the schema in ${rows.length} rows.`, shown);
  const names = misspelt === 0 ? '' : `, with ${misspelt} names like those of the standard`;
  return { verdict: 'OK', reason: `${rows.length} rows of the right shape${names}.`, violations: shown };
}

function resultOfNone(last: ProbeAnswer | undefined, { isOptional = false }: SampleOptions): ProbeResult {
  if (last === undefined) return skipped('There is nothing to request; name a value for which there are rows (--with name=value).');
  const { status, location } = last;
  if (status === 404 && isOptional) return skipped('It does not offer this (404), which is permitted.');
  if (status === 400) return skipped('It requires a filter; name a value for which there are rows (--with name=value).');
  const redirect = status >= 300 && status < 400 ? `, a redirect to ${location ?? 'nowhere'}, which is not followed` : '';
  return broken(`Expected 200, got ${status}${redirect}.`);
}

/** Creates a probe that varies the sample, and needs its answer. */
function sampledProbe(
  sampleOf: () => Sample,
  name: string,
  [rule, run]: readonly [rule: string, run: (sample: Sample, answer: ProbeAnswer) => Promise<ProbeResult>],
): Probe {
  return {
    name,
    rule,
    run: async () => {
      const sample = sampleOf();
      return sample.answer === undefined ? skipped(needsAnswer) : run(sample, sample.answer);
    },
  };
}

export interface VersionRules {
  readonly answerRule: string;
  /** Whether every response needs the header. */
  readonly isDemanded: boolean;
  readonly requestRule: string;
  /** The styles that a partner must accept. */
  readonly mustAccept: readonly VersionStyle[];
  readonly unsupportedRule: string;
  /** Whether an unsupported version must be refused. */
  readonly mustRefuse: boolean;
}

/** Creates the probes of the header `API-Version`, in responses and in requests. */
export function versionProbes({ requestPartner, claims, found }: ProbeParts, sampleOf: () => Sample, rules: VersionRules): Probe[] {
  const inAnswers = async (_: Sample, { apiVersion }: ProbeAnswer): Promise<ProbeResult> => {
    if (apiVersion === undefined) {
      return rules.isDemanded ? broken('The answer has no API-Version.') : skipped('The answer has no API-Version, and need not have one.');
    }
    if (!/^\d+\.\d+\.\d+(-.+)?$/.test(apiVersion)) return broken(`Expected a full version, got "${apiVersion}".`);
    found.version = apiVersion;
    return compared(apiVersion === claims.version, `${apiVersion}.`, `The file says ${claims.version}.`);
  };
  const inRequests = async (style: VersionStyle, { path, parameters }: Sample): Promise<ProbeResult> => {
    const isClaimed = style === claims.versionHeader;
    const claim = `The file says ${claims.versionHeader}.`;
    if (style === (found.versionHeader ?? claims.versionHeader)) {
      if (isClaimed) found.versionHeader = style;
      return compared(isClaimed, 'Accepted; the plain page was requested in this style.', claim);
    }
    const { status } = await requestPartner(path, parameters, { versionHeader: style });
    if (status === 200) return { verdict: 'OK', reason: 'Accepted.' };
    const reason = `Refused (${status}).`;
    return rules.mustAccept.includes(style) ? broken(reason) : compared(!isClaimed, reason, claim);
  };
  const unsupported = async ({ path, parameters }: Sample): Promise<ProbeResult> => {
    const apiVersion = (found.versionHeader ?? claims.versionHeader) === 'major' ? '99' : '99.0.0';
    const { status } = await requestPartner(path, parameters, { apiVersion });
    if (status === 400) return { verdict: 'OK', reason: `${apiVersion} is refused (400).` };
    if (status !== 200) return broken(`${apiVersion}: expected 400${rules.mustRefuse ? '' : ' or 200'}, got ${status}.`);
    return { verdict: rules.mustRefuse ? 'BROKEN' : 'OK', reason: `${apiVersion} is answered like the supported one.` };
  };
  return [
    sampledProbe(sampleOf, 'API-Version of answers', [rules.answerRule, inAnswers]),
    ...styles.map((style) =>
      sampledProbe(sampleOf, `API-Version of requests, ${styleWords[style]}`, [rules.requestRule, (sample) => inRequests(style, sample)]),
    ),
    sampledProbe(sampleOf, 'unsupported API-Version', [rules.unsupportedRule, unsupported]),
  ];
}

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

/** Returns the parameters with the first known value; undefined if there is none. */
export function firstOf(name: string, values: readonly (string | undefined)[]): Parameters | undefined {
  const value = values.find((each) => each !== undefined && each !== '');
  return value === undefined ? undefined : { [name]: value };
}

/** Creates the case of a filter that compares attributes of a row, ignoring case and white space. */
export function attributeCase(
  name: string,
  unknown: string,
  { valuesOf, needs }: { readonly valuesOf: (row: unknown) => readonly (string | undefined)[]; readonly needs: string },
): FilterCase {
  const comparable = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();
  return {
    name,
    known: (rows) => firstOf(name, rows.flatMap(valuesOf)),
    unknown: () => ({ [name]: unknown }),
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
  options: {
    readonly timesOf: (row: unknown) => readonly string[];
    readonly needs: string;
    readonly suffix?: string;
    readonly unknown: string;
  },
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
export function filterProbe({ requestPartner, claims, found }: ProbeParts, sample: Sample, filter: FilterCase & FilterRules): Probe {
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
    const isChoice = behaviour === 'IGNORED' || behaviour === 'REFUSED';
    const isAllowed = behaviour === 'APPLIED' || (isChoice && filter.mayBe(behaviour, { name, isStated }));
    const isClaimed = claims.filters.includes(name);
    const agrees = isClaimed === (behaviour === 'APPLIED');
    const stated = behaviour === 'IGNORED' ? [isStated ? 'A remark says so.' : 'No remark in the answer says so.'] : [];
    const claim = agrees ? [] : [isClaimed ? 'The file claims it.' : 'The file does not claim it.'];
    return { verdict: isAllowed ? (agrees ? 'OK' : 'DIFFERS') : 'BROKEN', reason: [reason, ...stated, ...claim].join(' ') };
  };
  return { name: `filter ${name}`, rule: filter.rule(name), run };
}

/** A request with a filter, and the response. */
export interface SentFilter {
  readonly parameters: Parameters;
  readonly answer: Pick<ProbeAnswer, 'status' | 'rows' | 'message' | 'feedback'>;
}

/**
 * Determines how a partner behaves with a filter.
 *
 * @param observation.rows the rows of the response without the filter
 * @param observation.known the request with a value that some of the rows have
 * @param observation.unknown the request with a value that no row has
 * @returns `behaviour` is undefined when the responses would be the same without the filter
 */
export function assessFilter({
  rows,
  known,
  unknown,
  contradicts,
}: {
  readonly rows: readonly unknown[];
  readonly known: SentFilter | undefined;
  readonly unknown: SentFilter | undefined;
  readonly contradicts: FilterCase['contradicts'];
}): { readonly behaviour: FilterBehaviour | undefined; readonly reason: string } {
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
  const beside = unknown === undefined ? '' : `, ${others === 0 ? 'none' : others} for another value`;
  return { behaviour: 'APPLIED', reason: `Applied: ${kept} rows, ${rows.length} without it${beside}.` };
}

/** The standard's requirements for a refusal. */
export interface RefusalRules {
  /** Returns the issues of the body of a refusal. */
  readonly errorIssuesOf: (body: unknown) => readonly string[];
  /** Whether error responses also need `API-Version`. */
  readonly isVersionDemanded: boolean;
}

/** A request that a partner has to refuse. */
export interface InvalidRequest {
  readonly name: string;
  readonly rule: string;
  /** The sample whose path is used, once it has been answered. */
  readonly sample: Sample;
  readonly parameters: () => Parameters;
  /** Filters that make the request invalid. The request cannot be tested with a partner that does not apply them. */
  readonly takes?: readonly string[];
  /** Whether the request is invalid only for a partner that supports paging. */
  readonly isOfPaging?: boolean;
}

/** Creates the probe of a request that must be refused with 400 and the standard's error body. */
export function invalidRequestProbe({ requestPartner, found }: ProbeParts, invalidRequest: InvalidRequest, rules: RefusalRules): Probe {
  const { name, rule, sample, parameters, takes = [], isOfPaging = false } = invalidRequest;
  const run = async ({ path }: Sample): Promise<ProbeResult> => {
    const missing = takes.find((filter) => found.filters.get(filter) !== 'APPLIED');
    if (missing !== undefined) return skipped(`Requires ${missing}, which is not applied or could not be checked.`);
    if (isOfPaging && found.paging === false) return skipped('Requires a partner with pages.');
    const answer = await requestPartner(path, parameters());
    if (answer.status === 200) return broken('Answered with 200, although the request is invalid.');
    return answer.status === 400 ? resultOfError(answer, rules) : broken(`Expected 400, got ${answer.status}.`);
  };
  return sampledProbe(() => sample, name, [rule, run]);
}

/** Creates the probe of an unknown parameter. */
export function unknownParameterProbe(
  { requestPartner }: ProbeParts,
  sampleOf: () => Sample,
  options: RefusalRules & { readonly rule: string; readonly mayBeSilent: boolean },
): Probe {
  const parameter = 'landfallProbe';
  const run = async ({ path, parameters }: Sample): Promise<ProbeResult> => {
    const answer = await requestPartner(path, { ...parameters, [parameter]: '1' });
    if (answer.status === 400) return resultOfError(answer, options);
    if (answer.status !== 200) return broken(`Expected 200 or 400, got ${answer.status}.`);
    const isStated = answer.feedback.some(({ message }) => message.includes(parameter));
    if (isStated) return { verdict: 'OK', reason: 'Ignored, and a remark says so.' };
    return { verdict: options.mayBeSilent ? 'OK' : 'BROKEN', reason: 'Ignored without a remark.' };
  };
  return sampledProbe(sampleOf, 'unknown parameter', [options.rule, run]);
}

/** Creates the probe of an unknown path. */
export function unknownPathProbe({ requestPartner }: ProbeParts, options: { readonly prefix: string; readonly rule: string }): Probe {
  const run = async (): Promise<ProbeResult> => {
    const { status } = await requestPartner(`${options.prefix}/landfall-probe`);
    // Some gateways answer 401 or 403 for unknown paths.
    const isRefused = status >= 400 && status < 500;
    return isRefused ? { verdict: 'OK', reason: `Refused (${status}).` } : broken(`Expected 404, got ${status}.`);
  };
  return { name: 'unknown path', rule: options.rule, run };
}

/**
 * Creates the probe of a request without our credential. A wrong credential is never sent, because that could lock the
 * account.
 */
export function credentialProbe({ requestPartner, signsIn }: ProbeParts, sampleOf: () => Sample): Probe {
  const run = async ({ path, parameters }: Sample): Promise<ProbeResult> => {
    const { status } = await requestPartner(path, parameters, { unsigned: true });
    if (status === 401 || status === 403) return { verdict: 'OK', reason: `Refused (${status}).` };
    if (status === 200) return { verdict: 'DIFFERS', reason: 'Answered with 200, although the file has an outbound credential.' };
    return broken(`Expected 401 or 403, got ${status}.`);
  };
  const rule = 'Credentials are agreed outside the standard; a request without one gets 401 or 403.';
  const probe = sampledProbe(sampleOf, 'call without our credential', [rule, run]);
  return signsIn ? probe : { ...probe, run: async () => skipped('The file has no outbound credential.') };
}

function resultOfError(answer: ProbeAnswer, { errorIssuesOf, isVersionDemanded }: RefusalRules): ProbeResult {
  const { status, contentType, apiVersion, body } = answer;
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '');
  const violations = [
    ...(isJson ? [] : [`Content-Type: expected application/json, got ${contentType ?? 'none'}`]),
    ...(isVersionDemanded && apiVersion === undefined ? ['API-Version: is absent'] : []),
    ...(body === undefined ? ['$ expected JSON'] : errorIssuesOf(body)),
  ];
  if (violations.length === 0) return { verdict: 'OK', reason: `Refused (${status}) with the error body of the standard.` };
  return broken(`Refused (${status}), but not as the standard requires.`, violations);
}

/** Returns the issues of an error body of Arrival Notice or Port Call, which needs at least one remark with the reason. */
export function feedbackIssuesOf(body: unknown): string[] {
  const { feedbackElements: elements } = Object(body) as { readonly feedbackElements?: unknown };
  if (!Array.isArray(elements)) return ['$.feedbackElements expected a list'];
  const isError = (element: unknown) => {
    const { severity, message } = Object(element) as Readonly<Record<string, unknown>>;
    return severity === 'ERROR' && typeof message === 'string';
  };
  return elements.some(isError) ? [] : ['$.feedbackElements expected at least one with severity ERROR and a message'];
}

export interface PagingRules {
  /**
   * The standard's rule for `limit`, and whether a partner may ignore it. `isStated`: a remark in the response names
   * it.
   */
  readonly limitRule: string;
  readonly mayIgnoreLimit: (isStated: boolean) => boolean;
  /** The standard's rule for the next page. */
  readonly nextRule: string;
  /** Returns whether a partner of this `API-Version` requires the cursor without other parameters. */
  readonly requiresCursorAlone: (apiVersion: string | undefined) => boolean;
}

/** Maximum number of pages that are read to find the end of a list. */
const maxPages = 8;
const endRule = 'The last page has no Next-Page-Cursor; each row is returned once.';
const effectIsOpen = 'The effect is open; a refusal (4xx) is allowed.';

/** State that the paging probes of one check share. */
interface Walk {
  readonly sample: Sample;
  readonly limit: string;
  /** The first page with that limit. It has a cursor. */
  readonly first: ProbeAnswer;
  /** The second page and the cursor that led to it, once it has been requested. */
  second?: ProbeAnswer;
  used?: string;
  /** Whether the cursor is sent without other parameters. */
  isAlone: boolean;
}

interface PagingContext extends ProbeParts {
  readonly samples: readonly Sample[];
  readonly rules: PagingRules;
  /** Set by the first probe. */
  walk: Walk | undefined;
}

/** Creates the paging probes, over the first sample with two rows. Each probe depends on the previous ones. */
export function pagingProbes(parts: ProbeParts, samples: readonly Sample[], rules: PagingRules): Probe[] {
  const context: PagingContext = { ...parts, samples, rules, walk: undefined };
  const steps = [
    ['limit', rules.limitRule, checkLimit],
    ['next page', rules.nextRule, checkNextPage],
    ['cursor used twice', effectIsOpen, checkSecondUse],
    ['cursor without its parameters', effectIsOpen, checkCursorAlone],
    ['end of the list', endRule, checkEnd],
  ] as const;
  return steps.map(([name, rule, run]) => ({ name, rule, run: () => run(context) }));
}

async function checkLimit(context: PagingContext): Promise<ProbeResult> {
  const { claims, found, rules } = context;
  const sample = context.samples.find(({ rows }) => rows.length > 1);
  if (sample === undefined) return skipped('Requires at least two rows.');
  const limit = Math.floor(sample.rows.length / 2);
  const first = await requestPage(context, sample, { limit: String(limit) });
  if (first.status === 400) {
    found.pageSize = 0;
    // The partner may return cursors although no page size was requested.
    if (sample.answer?.cursor === undefined) found.paging = false;
    const claimed = claims.pageSize > 0 ? `pageSize: ${claims.pageSize}` : 'paging';
    return compared(!claims.paging, `limit=${limit} is refused (400).`, `The file claims ${claimed}.`);
  }
  if (first.rows === undefined) return broken(`Expected 200 with a list, got ${first.status}.`);
  found.pageSize = claims.pageSize;
  if (first.cursor !== undefined) context.walk = { sample, limit: String(limit), first, isAlone: false };
  else found.paging = false;
  if (first.rows.length > limit) {
    const isStated = first.feedback.some(({ message }) => message.includes('limit'));
    const verdict = !rules.mayIgnoreLimit(isStated) ? 'BROKEN' : claims.paging ? 'DIFFERS' : 'OK';
    return {
      verdict,
      reason: `limit=${limit} is ignored: ${first.rows.length} rows were returned${isStated ? ', and a remark says so' : ''}.`,
    };
  }
  if (context.walk !== undefined) return { verdict: 'OK', reason: `limit=${limit} returns ${first.rows.length} rows and a cursor.` };
  return broken(`limit=${limit} truncates ${sample.rows.length} rows, and no cursor leads to the others.`);
}

async function checkNextPage(context: PagingContext): Promise<ProbeResult> {
  const { claims, found, rules, walk } = context;
  if (walk?.first.cursor === undefined) return skipped('Requires a page with a cursor.');
  const { sample, limit, first } = walk;
  let cursor = walk.first.cursor;
  let second = await follow(context, walk, cursor);
  if (second.status === 400) {
    walk.isAlone = true;
    // The refused request may have consumed the first cursor.
    cursor = (await requestPage(context, sample, { limit })).cursor ?? cursor;
    second = await follow(context, walk, cursor);
  }
  const isRight = !walk.isAlone || rules.requiresCursorAlone(first.apiVersion);
  const isSame = second.rows !== undefined && second.rows.length > 0 && isDeepStrictEqual(second.rows, first.rows);
  found.paging = second.rows !== undefined && !isSame && isRight;
  if (second.rows === undefined) return broken(`The page after the cursor: expected 200, got ${second.status}.`);
  walk.second = second;
  walk.used = cursor;
  if (isSame) return broken('The cursor leads to the same page again.');
  if (!isRight) return broken('The cursor is refused (400) beside the original parameters, and accepted alone.');
  const how = walk.isAlone ? 'alone, as its version requires' : 'beside the original parameters';
  const further = second.rows.length === 0 ? 'an empty page' : `${second.rows.length} further rows`;
  const reason = `The cursor, ${how}, leads to ${further}.`;
  return compared(claims.paging, reason, 'The file claims no paging.');
}

async function checkSecondUse(context: PagingContext): Promise<ProbeResult> {
  const { walk } = context;
  if (walk?.used === undefined) return skipped('Requires a second page.');
  const again = await follow(context, walk, walk.used);
  return resultOfOpen(again, { accepted: 'A cursor is valid for more than one use', refused: 'A cursor is valid for one use' });
}

async function checkCursorAlone(context: PagingContext): Promise<ProbeResult> {
  const { walk, requestPartner } = context;
  if (walk?.second === undefined) return skipped('Requires a second page.');
  if (walk.isAlone) return { verdict: 'OK', reason: 'Accepted; the partner knows no other form.' };
  // A fresh cursor, because a cursor may be valid for one use only.
  const { cursor } = await requestPage(context, walk.sample, { limit: walk.limit });
  if (cursor === undefined) return skipped('The first page had no cursor any more.');
  const alone = await requestPartner(walk.sample.path, { cursor });
  return resultOfOpen(alone, { accepted: 'Accepted without its parameters', refused: 'Refused without its parameters' });
}

async function checkEnd(context: PagingContext): Promise<ProbeResult> {
  const { walk } = context;
  if (walk?.sample.answer === undefined || walk.second === undefined) return skipped('Requires a second page.');
  const { sample, first, second } = walk;
  // Used only where the list is longer than one of the partner's largest pages.
  const isOnePage = walk.sample.answer.cursor === undefined;
  const pages = isOnePage ? [first, second] : [walk.sample.answer];
  const seen = new Set<string>();
  for (let cursor = pages.at(-1)?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    if (seen.has(cursor)) return broken(`Page ${pages.length} has a cursor of an earlier page.`);
    if (pages.length >= maxPages) return skipped(`The end was not reached on ${maxPages} pages, all of them different.`);
    seen.add(cursor);
    const page = await follow(context, walk, cursor, isOnePage);
    if (page.rows === undefined) return broken(`Page ${pages.length + 1}: expected 200, got ${page.status}.`);
    const isRepeat = page.rows.length > 0 && pages.some(({ rows }) => isDeepStrictEqual(rows, page.rows));
    if (isRepeat) return broken(`Page ${pages.length + 1} repeats an earlier page.`);
    pages.push(page);
  }
  return resultOfWhole(pages, sample.rows.length);
}

function requestPage({ requestPartner }: PagingContext, { path, parameters: own }: Sample, parameters: Parameters): Promise<ProbeAnswer> {
  return requestPartner(path, { ...own, ...parameters });
}

/** Requests the page after a cursor. @param isLimited whether `limit` is repeated */
function follow(context: PagingContext, { sample, limit, isAlone }: Walk, cursor: string, isLimited = true): Promise<ProbeAnswer> {
  if (isAlone) return context.requestPartner(sample.path, { cursor });
  return requestPage(context, sample, { ...(isLimited ? { limit } : {}), cursor });
}

function resultOfOpen({ status }: ProbeAnswer, words: { readonly accepted: string; readonly refused: string }): ProbeResult {
  if (status === 200) return { verdict: 'OK', reason: `${words.accepted}.` };
  if (status >= 400 && status < 500) return { verdict: 'OK', reason: `${words.refused} (${status}).` };
  return broken(`Expected 200 or 4xx, got ${status}.`);
}

/** @param least number of rows on the plain page */
function resultOfWhole(pages: readonly ProbeAnswer[], least: number): ProbeResult {
  const rows = pages.flatMap((page) => page.rows ?? []).map((row) => JSON.stringify(row));
  const duplicates = rows.length - new Set(rows).size;
  const empty = pages.filter((page) => page.rows?.length === 0).length;
  if (duplicates > 0) return broken(`${duplicates} of ${rows.length} rows are on more than one page.`);
  if (rows.length < least) return broken(`The pages have ${rows.length} rows, the plain page had ${least}.`);
  return { verdict: 'OK', reason: `${rows.length} rows on ${pages.length} pages${empty === 0 ? '' : `, ${empty} of them empty`}.` };
}
