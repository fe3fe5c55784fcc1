import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { ErrorCode } from '../../errors.ts';
import { defaultEndpointOf, type EndpointField } from '../../partners/partner.ts';
import { shortened } from '../error-body.ts';
import type { FileLine } from './file-lines.ts';
import type {
  Claims,
  FilterBehaviour,
  Findings,
  Probe,
  ProbeParts,
  ProbeResult,
  SendRecord,
  StandardProbes,
  Verdict,
} from './requester.ts';

/** The requests of one probe, and its result. */
export interface ProbeReport extends Pick<Probe, 'name' | 'rule'>, Required<ProbeResult> {
  readonly sendRecords: readonly SendRecord[];
}

/** Reason given for the probes that were not run because an earlier one ended the check of the standard. */
export const notRun = 'Not run: the check had ended.';

/** The report on one standard. */
export interface StandardReport {
  readonly standard: EndpointField;
  readonly baseUrl: string;
  readonly requests: number;
  readonly tookMs: number;
  /** Why the check ended early. */
  readonly ended?: string;
  /** Code of the failure that ended it. */
  readonly endedCode?: ErrorCode;
  readonly probes: readonly ProbeReport[];
  readonly profile: readonly ProfileLine[];
}

/** The report on a partner. Contains no secret. */
export interface CheckReport {
  readonly partner: string;
  readonly name: string;
  /** RFC 3339 in UTC. */
  readonly checkedAt: string;
  readonly standards: readonly StandardReport[];
  /** Lines to add to the file beside the blocks of the standards. */
  readonly fileLines: readonly FileLine[];
}

export type ExitStatus = 0 | 1 | 2 | 3;

/**
 * Returns 0 if there is nothing to change and the partner keeps to the standard, 1 if the file must change, 2 if the check
 * is incomplete, 3 if the file is finished, but the partner violates the standard.
 */
export function exitStatusOf({ standards, fileLines }: CheckReport): ExitStatus {
  if (standards.length === 0 || standards.some(({ ended }) => ended !== undefined)) return 2;
  if (fileLines.length > 0 || standards.some(mustChange)) return 1;
  if (standards.some(isUnseen)) return 2;
  return countOf(standards, 'BROKEN') > 0 ? 3 : 0;
}

/** Formats the report as JSON. */
export function jsonReportOf(report: CheckReport): object {
  return {
    ...report,
    exitStatus: exitStatusOf(report),
    standards: report.standards.map(({ profile, ...standard }) => ({
      ...standard,
      profile: profile.map((line) => ({ ...line, differs: differs(line) })),
      yamlSnippet: yamlSnippetOf(standard.standard, profile),
    })),
  };
}

/** Returns whether nothing could be compared, because no request was answered with rows. */
function isUnseen({ profile }: StandardReport): boolean {
  return !profile.some(({ field, isDetermined }) => (field === 'filters' || field === 'versionHeader') && isDetermined);
}

/** Returns whether the file must change. If no request was answered with rows, a failure may be that of a wrong address. */
function mustChange(standard: StandardReport): boolean {
  const { probes, profile } = standard;
  const isWrong = ({ verdict }: ProbeReport) => verdict === 'DIFFERS' || (verdict === 'BROKEN' && isUnseen(standard));
  return hasChanges(profile) || probes.some(isWrong);
}

/** Returns whether the block of a standard must be replaced. */
function hasChanges(profile: readonly ProfileLine[]): boolean {
  return profile.some((line) => differs(line) || line.choice !== undefined);
}

function countOf(standards: readonly StandardReport[], verdict: Verdict): number {
  return standards.flatMap(({ probes }) => probes).filter((probe) => probe.verdict === verdict).length;
}

/** One line of the profile, with the found and the claimed value. */
export interface ProfileLine {
  readonly field: string;
  /** The name of the filter, on a line of the list `filters`. */
  readonly filter?: string;
  /** The found value; undefined for a filter that should be removed. Lists and objects are YAML. */
  readonly found: string | number | boolean | undefined;
  /** The value in the file, or the default. */
  readonly claimed: string | number | boolean | undefined;
  /** Whether a probe determined the value; otherwise `found` repeats the claim. */
  readonly isDetermined: boolean;
  /** Explains `found`, where necessary. */
  readonly note?: string;
  /** A value that may be right, if only people know which is. */
  readonly choice?: string;
}

/**
 * Creates the function that says what Landfall uses for a field of the file, so that a report does not claim that the file
 * says what is a default.
 */
export function createStated(field: EndpointField, claims: Claims): ProbeParts['stated'] {
  const defaults: Claims = defaultEndpointOf(field);
  return (name, shown = String(claims[name])) => {
    const isStated = !isDeepStrictEqual(claims[name], defaults[name]) || (name === 'paging' && Object.keys(claims.pages).length > 0);
    return `${isStated ? 'The file says' : 'The default is'} ${shown}.`;
  };
}

const behaviourWords: Readonly<Record<FilterBehaviour, string>> = {
  APPLIED: 'applied',
  IGNORED: 'ignored',
  REFUSED: 'refused',
  LOSES: 'loses rows that match',
  FAILS: 'fails',
  NEWER: 'not in this version',
};

/**
 * Compares the results with the claims. The lines are a whole block: they also have what the file says and no probe
 * determines.
 *
 * @param fields the fields of the standard that probes determine, in the order of the returned lines
 */
export function profileLinesOf(
  claims: Claims,
  findings: Findings,
  { field: standard, profileFields, needsOneOf = [] }: Pick<StandardProbes, 'field' | 'profileFields' | 'needsOneOf'>,
): ProfileLine[] {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultEndpointOf(standard) };
  const seen = { ...findings, pages: findings.pages ?? (findings.paging === true ? claims.pages : {}) };
  const others = Object.entries({ ...claims, ...findings }).flatMap(([name, value]) =>
    profileFields.some((field) => field === name) || unwritten.has(name) || isDeepStrictEqual(value, defaults[name]) ? [] : [name],
  );
  return ['baseUrl', ...profileFields, ...others].flatMap((field): ProfileLine[] => {
    if (field === 'filters') return filterLinesOf(claims, findings, needsOneOf);
    if (Reflect.get(findings, field) === 'OPEN') {
      const note = 'or UTC; the rows do not say whose times they are';
      return [{ field, found: undefined, claimed: undefined, isDetermined: true, choice: 'PORT_LOCAL', note }];
    }
    const [found, claimed] = [yamlOf(seen, field), yamlOf(claims, field)];
    if (found === undefined && claimed === undefined) return [];
    // An address and fields that no probe determines repeat the file.
    const isDetermined = found !== undefined || !profileFields.some((each) => each === field);
    return [{ field, found: found ?? claimed, claimed, isDetermined }];
  });
}

/** Parts of an endpoint that the block writes in their own way. */
const unwritten: ReadonlySet<string> = new Set(['baseUrl', 'filters', 'pages']);

/** Returns the value of a field, as YAML if it is a list or an object. */
function yamlOf(values: Partial<Claims> | Findings, field: string): string | number | boolean | undefined {
  const { pages } = values;
  const value: unknown = field === 'paging' && pages && Object.keys(pages).length > 0 ? pages : Reflect.get(values, field);
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

/** Returns whether a line differs from the partner's file. */
export function differs({ found, claimed }: ProfileLine): boolean {
  return found !== claimed;
}

/** @param needsOneOf of which a request needs one: if none is applied, those that are ignored stay, because they return rows */
function filterLinesOf(claims: Claims, { filters }: Findings, needsOneOf: readonly string[]): ProfileLine[] {
  const names = [...new Set([...filters.keys(), ...claims.filters])];
  const keepsIgnored = !needsOneOf.some((name) => filters.get(name) === 'APPLIED');
  return names.flatMap((name): ProfileLine[] => {
    const behaviour = filters.get(name);
    const claimed = claims.filters.includes(name) ? name : undefined;
    const isSent = behaviour === 'APPLIED' || (behaviour === 'IGNORED' && keepsIgnored && needsOneOf.includes(name));
    const found = behaviour === undefined || behaviour === 'NEWER' ? claimed : isSent ? name : undefined;
    // The filter is neither claimed nor applied.
    if (found === undefined && claimed === undefined) return [];
    const note = behaviour === undefined ? {} : { note: behaviourWords[behaviour] };
    return [{ field: 'filters', filter: name, found, claimed, isDetermined: behaviour !== undefined, ...note }];
  });
}

/** Column of comments, unless a line is longer. */
const commentColumn = 44;

/**
 * Formats the found profile as the block of its standard in the partner's file, to replace the present one. Each line that
 * differs has a comment with the present value; each line that no probe determined is marked.
 */
export function yamlSnippetOf(field: EndpointField, lines: readonly ProfileLine[]): string {
  const filters = lines.filter((line) => line.field === 'filters');
  const written = lines.flatMap((line) => {
    if (line.choice !== undefined) return [withComment(`  # ${line.field}: ${line.choice}`, line.note)];
    if (line.field !== 'filters') return line.found === undefined ? [] : [withComment(`  ${line.field}: ${line.found}`, commentOf(line))];
    // The list is placed where its first element is.
    return line === filters[0] ? filterLines(filters) : [];
  });
  return `${[`${field}:`, ...written].join('\n')}\n`;
}

function filterLines(filters: readonly ProfileLine[]): string[] {
  const isEmpty = filters.every(({ found }) => found === undefined);
  const lines = filters.map((line) =>
    line.found === undefined ? `    # - ${line.filter}: ${line.note}` : withComment(`    - ${line.found}`, commentOf(line)),
  );
  return [isEmpty ? '  filters: []' : '  filters:', ...lines];
}

function commentOf(line: ProfileLine): string | undefined {
  if (!line.isDetermined) return 'not checked';
  if (!differs(line)) return undefined;
  if (line.filter !== undefined) return `${line.note}, so far not in the list`;
  return line.claimed === undefined ? 'new' : `so far: ${line.claimed}`;
}

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text.padEnd(commentColumn)} # ${comment}`;
}

/** Maximum length of a path with its query. The JSON report contains it in full. */
const maxPath = 160;
/** In the order of the report: what concerns the file, then the partner, comes first. */
const verdicts: readonly Verdict[] = ['DIFFERS', 'BROKEN', 'SKIPPED', 'OK'];
const verdictWidth = 8;
const indent = ' '.repeat(verdictWidth + 2);

/** Formats the report as text. What to change in the file comes last, under one heading. */
export function textReportOf(report: CheckReport): string {
  const { partner, name, checkedAt, standards, fileLines } = report;
  const violations = countOf(standards, 'BROKEN');
  const conclusions: Record<ExitStatus, string> = {
    0: 'Nothing to change in the file: the partner behaves as it says.',
    1: 'The file must change. Check again afterwards.',
    2: 'Not everything could be checked.',
    3: `Nothing to change in the file: it is finished. The partner violates the standard in ${violations} places (BROKEN, above): tell the partner.`,
  };
  return [
    `${partner} (${name}), ${checkedAt}\n`,
    ...standards.map(standardText),
    `===== WHAT TO CHANGE IN ${partner}.yaml =====\n`,
    ...(fileLines.length === 0 ? [] : ['Lines to add, beside the blocks of the standards:\n', ...fileLines.map(fileLineText), '']),
    ...standards.map(changeText),
    conclusions[exitStatusOf(report)],
  ].join('\n');
}

function fileLineText({ yaml, why }: FileLine): string {
  return `# ${why}\n${yaml}`;
}

function standardText({ standard, baseUrl, requests, tookMs, ended, endedCode, probes }: StandardReport): string {
  const counts = verdicts.map((verdict) => `${probes.filter((probe) => probe.verdict === verdict).length} ${verdict}`);
  // The reason for ending the check is shown once, above.
  const shown = probes.filter(({ reason }) => reason !== notRun && reason !== ended);
  return [
    `${standard} at ${baseUrl}: ${counts.join(', ')}; ${requests} requests in ${(tookMs / 1_000).toFixed(1)} s`,
    ...(ended === undefined
      ? []
      : [`${standard} could not be checked to the end${endedCode === undefined ? '' : ` (${endedCode})`}: ${ended}`]),
    '',
    ...verdicts.flatMap((verdict) => shown.filter((probe) => probe.verdict === verdict).map(probeText)),
    '',
  ].join('\n');
}

/** Says what to change in the block of a standard. */
function changeText(report: StandardReport): string {
  const { standard, probes, profile, ended } = report;
  if (ended !== undefined) return `${standard}: not checked to the end, for the reason above.\n`;
  const isBlock = hasChanges(profile);
  // The others are in the block.
  const others = isBlock ? [] : probes.filter(({ verdict }) => verdict === 'DIFFERS').map((probe) => `- ${probe.name}: ${probe.reason}`);
  const nothing = isUnseen(report)
    ? `${standard}: nothing could be compared, because no request was answered with rows. Name a value for which there are rows, at each check: --with name=value.`
    : `${standard}: nothing to change in the block.`;
  return [
    ...(isBlock
      ? [`Replace the block ${standard} by this one; comments mark what differs:\n`, yamlSnippetOf(standard, profile)]
      : [others.length === 0 ? `${nothing}\n` : `${standard}:`, ...others]),
    ...(others.length === 0 ? [] : ['']),
  ].join('\n');
}

/** Formats a probe with its requests. */
function probeText({ verdict, name, reason, rule, violations, sendRecords }: ProbeReport): string {
  return [
    `${verdict.padEnd(verdictWidth)}  ${name}: ${reason}`,
    ...sendRecords.map((record) => `${indent}${sendText(record)}`),
    ...violations.map((violation) => `${indent}  ${violation}`),
    `${indent}rule: ${rule}`,
  ].join('\n');
}

function sendText(record: SendRecord): string {
  const { method, path, sentVersion, status, apiVersion, rows, failure, tookMs } = record;
  const received = [
    failure ?? String(status),
    ...(apiVersion === undefined ? [] : [`API-Version ${apiVersion}`]),
    ...(rows === undefined ? [] : [`${rows} rows`]),
    `${Math.round(tookMs)} ms`,
  ];
  return `${method} ${shortened(path, maxPath)} (API-Version ${sentVersion ?? 'none'}) -> ${received.join(', ')}`;
}
