import type { ErrorCode } from '../../errors.ts';
import type { EndpointField } from '../../partners/partner.ts';
import { shortened } from '../error-body.ts';
import type { Claims, FilterBehaviour, Findings, SendRecord, Verdict } from './requester.ts';

/** The requests of one probe, and its result. */
export interface ProbeReport {
  readonly name: string;
  readonly rule: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly violations: readonly string[];
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
}

/**
 * Returns 0 if everything is as claimed and as the standards require, 1 if there are differences, 2 if the check is
 * incomplete.
 */
export function exitStatusOf({ standards }: CheckReport): 0 | 1 | 2 {
  if (standards.length === 0 || standards.some(({ ended }) => ended !== undefined)) return 2;
  return standards.every(isAsClaimed) ? 0 : 1;
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

function isAsClaimed({ probes, profile }: StandardReport): boolean {
  return probes.every(({ verdict }) => verdict === 'OK' || verdict === 'SKIPPED') && !profile.some(differs);
}

/** The capabilities in a partner's file. */
export type Profile = Pick<
  Claims,
  'version' | 'versionHeader' | 'filters' | 'maxReferences' | 'listStyle' | 'paging' | 'pageSize' | 'timesWithoutOffset'
>;

/** One line of the profile, with the found and the claimed value. */
export interface ProfileLine {
  readonly field: keyof Profile;
  /** The name of the filter, on a line of the list `filters`. */
  readonly filter?: string;
  /** The found value; undefined for a filter that should be removed. */
  readonly found: string | number | boolean | undefined;
  readonly claimed: string | number | boolean | undefined;
  /** Whether a probe determined the value; otherwise `found` repeats the claim. */
  readonly isDetermined: boolean;
  /** Explains `found`, where necessary. */
  readonly note?: string;
}

const behaviourWords: Readonly<Record<FilterBehaviour, string>> = {
  APPLIED: 'applied',
  IGNORED: 'ignored',
  REFUSED: 'refused',
  LOSES: 'loses rows that match',
  FAILS: 'fails',
};

/**
 * Compares the results with the claims.
 *
 * @param fields the fields of the standard, in the order of the returned lines
 */
export function profileLinesOf(claims: Profile, findings: Findings, fields: readonly (keyof Profile)[]): ProfileLine[] {
  return fields.flatMap((field): ProfileLine[] => {
    if (field === 'filters') return filterLinesOf(claims, findings);
    const found = findings[field];
    if (found === undefined && claims[field] === undefined) return [];
    return [{ field, found: found ?? claims[field], claimed: claims[field], isDetermined: found !== undefined }];
  });
}

/** Returns whether a line differs from the partner's file. */
export function differs({ found, claimed }: ProfileLine): boolean {
  return found !== claimed;
}

function filterLinesOf(claims: Profile, { filters }: Findings): ProfileLine[] {
  const names = [...new Set([...filters.keys(), ...claims.filters])];
  return names.flatMap((name): ProfileLine[] => {
    const behaviour = filters.get(name);
    const claimed = claims.filters.includes(name) ? name : undefined;
    const found = behaviour === undefined ? claimed : behaviour === 'APPLIED' ? name : undefined;
    // The filter is neither claimed nor applied.
    if (found === undefined && claimed === undefined) return [];
    const note = behaviour === undefined ? {} : { note: behaviourWords[behaviour] };
    return [{ field: 'filters', filter: name, found, claimed, isDetermined: behaviour !== undefined, ...note }];
  });
}

/** Column of comments, unless a line is longer. */
const commentColumn = 44;

/**
 * Formats the found profile as YAML to paste into the partner's file. Each line that differs from the file has a comment
 * with the claim; each line that no probe determined is marked.
 */
export function yamlSnippetOf(field: EndpointField, lines: readonly ProfileLine[]): string {
  const filters = lines.filter((line) => line.field === 'filters');
  const written = lines.flatMap((line) => {
    if (line.field !== 'filters') return [withComment(`  ${line.field}: ${line.found}`, commentOf(line))];
    // The list is placed where its first element is.
    return line === filters[0] ? filterLines(filters) : [];
  });
  return `${[`${field}:`, ...written].join('\n')}\n`;
}

function filterLines(filters: readonly ProfileLine[]): string[] {
  const isEmpty = filters.every(({ found }) => found === undefined);
  const lines = filters.map((line) =>
    line.found === undefined ? `    # - ${line.filter}: claimed, ${line.note}` : withComment(`    - ${line.found}`, commentOf(line)),
  );
  return [isEmpty ? '  filters: []' : '  filters:', ...lines];
}

function commentOf(line: ProfileLine): string | undefined {
  if (!line.isDetermined) return 'not checked';
  if (!differs(line)) return undefined;
  return line.filter === undefined ? `claimed: ${line.claimed ?? 'none'}` : `not claimed, ${line.note}`;
}

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text.padEnd(commentColumn)} # ${comment}`;
}

/** Maximum length of a path with its query. The JSON report contains it in full. */
const maxPath = 160;
const verdicts: readonly Verdict[] = ['OK', 'DIFFERS', 'BROKEN', 'SKIPPED'];
const verdictWidth = 8;
const indent = ' '.repeat(verdictWidth + 2);

const conclusions = {
  0: 'The partner behaves as its file claims.',
  1: 'The partner differs from its file, or violates the standard.',
  2: 'Not everything could be checked.',
} as const;

/** Formats the report as text. */
export function textReportOf(report: CheckReport): string {
  const head = `${report.partner} (${report.name}), ${report.checkedAt}\n`;
  const end = conclusions[exitStatusOf(report)];
  return [head, ...report.standards.map(standardText), end].join('\n');
}

/** Formats a probe as a line: verdict, name and reason. */
export function probeLine({ verdict, name, reason }: ProbeReport): string {
  return `${verdict.padEnd(verdictWidth)}  ${name}: ${reason}`;
}

function standardText({ standard, baseUrl, requests, tookMs, ended, endedCode, probes, profile }: StandardReport): string {
  const counts = verdicts.map((verdict) => `${probes.filter((probe) => probe.verdict === verdict).length} ${verdict}`);
  return [
    `${standard} at ${baseUrl}: ${counts.join(', ')}; ${requests} requests in ${(tookMs / 1_000).toFixed(1)} s`,
    ...(ended === undefined
      ? []
      : [`${standard} could not be checked to the end${endedCode === undefined ? '' : ` (${endedCode})`}: ${ended}`]),
    '',
    // The reason for ending the check is shown once, above.
    ...probes.filter(({ reason }) => reason !== notRun && reason !== ended).map(probeText),
    '',
    'Capabilities, to paste into the file; comments mark differences from the file:',
    '',
    yamlSnippetOf(standard, profile),
  ].join('\n');
}

function probeText(probe: ProbeReport): string {
  const { rule, violations, sendRecords } = probe;
  return [
    probeLine(probe),
    ...sendRecords.map((record) => `${indent}${sendText(record)}`),
    ...violations.map((violation) => `${indent}  ${violation}`),
    `${indent}rule: ${rule}`,
  ].join('\n');
}

function sendText(record: SendRecord): string {
  const { method, path, sentVersion, isUnsigned, status, apiVersion, rows, failure, tookMs } = record;
  const sent = [`API-Version ${sentVersion ?? 'none'}`, ...(isUnsigned ? ['no credential'] : [])].join(', ');
  const received = [
    failure ?? String(status),
    ...(apiVersion === undefined ? [] : [`API-Version ${apiVersion}`]),
    ...(rows === undefined ? [] : [`${rows} rows`]),
    `${Math.round(tookMs)} ms`,
  ];
  return `${method} ${shortened(path, maxPath)} (${sent}) -> ${received.join(', ')}`;
}
