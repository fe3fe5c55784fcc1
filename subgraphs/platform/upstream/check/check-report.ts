import type { ErrorCode } from '../../errors.ts';
import type { EndpointField } from '../../partners/endpoint-of.ts';
import { differs, type ProfileLine } from './capability-profile.ts';
import type { Verdict } from './probe.ts';
import type { SendRecord } from './requester.ts';
import { yamlSnippetOf } from './yaml-snippet.ts';

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
