import type { ErrorCode } from '../../errors.ts';
import type { EndpointField, Partner } from '../../partners/partner.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import type { SendRequest } from '../send.ts';
import { createFileLines, type FileLines } from './file-lines.ts';
import { type CheckReport, createStated, notRun, type ProbeReport, profileLinesOf, type StandardReport } from './report.ts';
import {
  CheckEndedError,
  createCleanText,
  createRequester,
  type Findings,
  NoAnswerError,
  type Probe,
  type ProbeResult,
  RequestBudgetExceededError,
  type Requester,
  type StandardProbes,
  skipped,
} from './requester.ts';

/** The progress after a probe. */
export interface Progress {
  readonly field: EndpointField;
  /** Counted from 1. */
  readonly number: number;
  readonly of: number;
}

export interface CheckOptions {
  readonly send: SendRequest;
  /** The standards to check. Standards that the partner does not offer are skipped. */
  readonly standards: readonly StandardProbes[];
  /** Time limit of the whole check. */
  readonly timeoutMs: number;
  /** Parameters with values for which the partner has rows. @default none */
  readonly given?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: Progress) => void;
  readonly clock?: Clock;
}

/**
 * Compares a partner's API with its file, one standard after the other and one request at a time. Sends GETs only.
 * Errors are part of the report.
 */
export async function checkPartner(partner: Partner, options: CheckOptions): Promise<CheckReport> {
  const { clock = systemClock, timeoutMs } = options;
  const started = clock.now();
  const standards: StandardReport[] = [];
  const fileLines = createFileLines(partner);
  for (const standard of options.standards) {
    if (partner[standard.field] === undefined) continue;
    standards.push(await checkStandard(partner, standard, { ...options, fileLines, clock, deadline: started + timeoutMs }));
  }
  const checkedAt = new Date(started).toISOString();
  return { partner: partner.id, name: partner.name, checkedAt, standards, fileLines: fileLines.lines() };
}

type StandardOptions = CheckOptions & { readonly fileLines: FileLines; readonly clock: Clock; readonly deadline: number };

async function checkStandard(partner: Partner, standard: StandardProbes, options: StandardOptions): Promise<StandardReport> {
  const { send, fileLines, clock, deadline, given = {}, onProgress } = options;
  const { field, rowsOf } = standard;
  const endpoint = partner[field];
  if (endpoint === undefined) throw new Error(`${partner.id} does not offer ${field}`);
  const claims = { timesWithoutOffset: partner.timesWithoutOffset, ...endpoint };
  const started = clock.now();
  const found: Findings = { filters: new Map() };
  const cleanText = createCleanText(partner);
  const requester = createRequester({ partner, claims, found, rowsOf, send, clock, deadline, cleanText, fileLines });
  const today = new Date(started).toISOString().slice(0, 10);
  const { requestPartner } = requester;
  const parts = { requestPartner, claims, stated: createStated(field, claims), found, given, today, fileLines };
  const probes = standard.create(parts);
  const reports: ProbeReport[] = [];
  let ended: { readonly why: string; readonly code: ErrorCode | undefined } | undefined;
  for (const probe of probes) {
    const isRun = ended === undefined;
    const outcome = isRun ? await runProbe(probe, requester) : { result: skipped(notRun) };
    ended ??= outcome.ended;
    const { name, rule } = probe;
    const { verdict, reason, violations = [] } = outcome.result;
    const report = {
      name,
      rule,
      verdict,
      reason: cleanText(reason),
      violations: violations.map(cleanText),
      sendRecords: requester.drainRecords(),
    };
    reports.push(report);
    onProgress?.({ field, number: reports.length, of: probes.length });
  }
  const limit = requester.shownLimit();
  if (limit !== undefined) {
    fileLines.setLimits(limit);
    const reason = `The partner limits the rate of requests. Add to the file: ${limit}`;
    const rule = 'The standards name no limit; Landfall keeps to that of the file.';
    reports.push({ name: 'rate of requests', rule, verdict: 'DIFFERS', reason, violations: [], sendRecords: [] });
  }
  return {
    standard: field,
    baseUrl: claims.baseUrl,
    requests: requester.count(),
    tookMs: clock.now() - started,
    ...(ended === undefined ? {} : { ended: ended.why, ...(ended.code === undefined ? {} : { endedCode: ended.code }) }),
    probes: reports,
    profile: profileLinesOf(claims, found, standard),
  };
}

/** Runs a probe; its errors become results. `ended` is the reason for running no further probes. */
async function runProbe(
  probe: Probe,
  requester: Requester,
): Promise<{
  result: ProbeResult;
  ended?: { why: string; code: ErrorCode | undefined };
}> {
  const before = requester.count();
  try {
    return { result: await probe.run() };
  } catch (error) {
    if (error instanceof CheckEndedError) return { result: skipped(error.message), ended: { why: error.message, code: error.code } };
    if (error instanceof RequestBudgetExceededError) return { result: skipped(error.message) };
    if (!(error instanceof NoAnswerError)) throw error;
    return { result: { verdict: 'BROKEN', reason: `${error.message} (request ${requester.count() - before} of the probe)` } };
  }
}
