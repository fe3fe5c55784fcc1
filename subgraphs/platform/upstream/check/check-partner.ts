import type { EndpointField, Partner } from '../../partners/partner.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import type { SendRequest } from '../send.ts';
import { createFileLines, type FileLines } from './file-lines.ts';
import { type CheckReport, createStated, notRun, type ProbeReport, profileLinesOf, type StandardReport } from './report.ts';
import {
  CheckEndedError,
  type Claims,
  createCleanText,
  createRequester,
  type Findings,
  ProbeEndedError,
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
    const endpoint = partner[standard.field];
    if (endpoint === undefined) continue;
    const claims = { timesWithoutOffset: partner.timesWithoutOffset, ...endpoint };
    standards.push(await checkStandard(partner, standard, { ...options, claims, fileLines, clock, deadline: started + timeoutMs }));
  }
  const checkedAt = new Date(started).toISOString();
  return { partner: partner.id, name: partner.name, checkedAt, standards, fileLines: fileLines.lines() };
}

type StandardOptions = CheckOptions & {
  readonly claims: Claims;
  readonly fileLines: FileLines;
  readonly clock: Clock;
  readonly deadline: number;
};

async function checkStandard(partner: Partner, standard: StandardProbes, options: StandardOptions): Promise<StandardReport> {
  const { claims, clock, fileLines, given = {}, onProgress } = options;
  const { field, rowsOf } = standard;
  const started = clock.now();
  const found: Findings = { filters: new Map() };
  const cleanText = createCleanText(partner);
  const requester = createRequester({ ...options, partner, found, rowsOf, cleanText });
  const today = new Date(started).toISOString().slice(0, 10);
  const { requestPartner } = requester;
  const probes = standard.create({ requestPartner, claims, stated: createStated(field, claims), found, given, today, fileLines });
  const reports: ProbeReport[] = [];
  let ended: CheckEndedError | undefined;
  for (const { name, rule, run } of probes) {
    let result = skipped(notRun);
    try {
      if (ended === undefined) result = await run();
    } catch (error) {
      if (!(error instanceof ProbeEndedError)) throw error;
      if (error instanceof CheckEndedError) ended = error;
      result = { verdict: error.verdict, reason: error.message };
    }
    const { verdict, reason, violations = [] } = result;
    const shown = { reason: cleanText(reason), violations: violations.map(cleanText) };
    reports.push({ name, rule, verdict, ...shown, sendRecords: requester.drainRecords() });
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
    ...(ended && { ended: ended.message, ...(ended.code && { endedCode: ended.code }) }),
    probes: reports,
    profile: profileLinesOf(claims, found, standard),
  };
}
