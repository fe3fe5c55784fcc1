import { hash } from 'node:crypto';
import type { ArrivalEvidence, ArrivalSnapshot, EvidenceRef, LastFree, NoticeEvidence, StatedArrivalTime } from '../model.ts';
import { noticeStatementOf, terminalOf } from '../statements/notice.ts';
import { addDays, dayMs, portZoneOf, startOfDayMs } from '../statements/port-time.ts';
import { portStatementOf } from '../statements/port-times.ts';
import { scheduleStatementOf } from '../statements/schedule.ts';
import { bestTimeOf } from './best-time.ts';
import { differencesOf, spanOf } from './difference.ts';
import { earliestOf, freeTimesOf } from './free-time.ts';
import { releaseOf } from './release.ts';
import { type Reached, stateOf } from './state.ts';

/** Number of days that an arrival stays open after its last free day, or after its best known time. */
const openDays = 14;

/** The statements of the three sides. */
export type Statements = ArrivalSnapshot['statements'];

/** Results of earlier evaluations that cannot be derived from the current evidence. */
export interface Progress {
  readonly reached: Reached;
  readonly omitted?: EvidenceRef | undefined;
}

/** Returns the statements of the three sides. */
export function statementsOf({ notice, schedule, port }: ArrivalEvidence): Statements {
  return {
    notice: noticeStatementOf(notice),
    schedule: scheduleStatementOf(schedule, notice.portOfDischarge?.UNLocationCode),
    port: portStatementOf(port, notice.portOfDischarge?.UNLocationCode),
  };
}

/** Returns the snapshot of an arrival. @param isCollected every tenant of the view has marked it as collected */
export function snapshotOf(
  { notice }: ArrivalEvidence,
  statements: Statements,
  { progress, nowMs, isCollected }: { readonly progress: Progress; readonly nowMs: number; readonly isCollected: boolean },
): ArrivalSnapshot {
  const { portOfDischarge: port, arrivalLeg } = notice;
  const zone = portZoneOf(port?.UNLocationCode);
  const bestTime = bestTimeOf(statements, nowMs);
  const freeTimes = freeTimesOf(notice, zone);
  const lastFree = earliestOf(freeTimes);
  const openUntilMs = openUntilOf(lastFree, bestTime, zone);
  const { state, evidence } = stateOf(progress.reached, progress.omitted, bestTime);
  return {
    partner: notice.partner,
    transportDocumentReference: notice.transportDocumentReference,
    typeLabel: notice.typeLabel,
    documentKey: documentKeyOf(notice),
    noticeVersionId: notice.versionId,
    carrierCode: notice.carrierCode,
    carrierCodeListProvider: notice.carrierCodeListProvider,
    UNLocationCode: port?.UNLocationCode,
    portName: port?.locationName,
    facility: terminalOf(notice),
    vesselIMONumber: arrivalLeg?.vesselIMONumber,
    vesselName: arrivalLeg?.vesselName,
    carrierImportVoyageNumber: arrivalLeg?.carrierImportVoyageNumber,
    universalImportVoyageReference: arrivalLeg?.universalImportVoyageReference,
    containers: notice.containers,
    statements,
    bestTime,
    bestTimeMs: bestTime === undefined ? undefined : spanOf(bestTime).firstMs,
    differences: differencesOf([statements.notice, statements.schedule, statements.port]),
    state,
    stateEvidence: evidence,
    release: releaseOf(notice),
    lastFree,
    freeTimes,
    openUntilMs,
    isOpen: !isCollected && (openUntilMs === undefined || nowMs < openUntilMs),
  };
}

/** Returns the key that all notices of one document of one partner share. */
export function documentKeyOf({ partner, transportDocumentReference }: NoticeEvidence): string {
  return hash('sha256', JSON.stringify([partner, transportDocumentReference]), 'base64url').slice(0, 22);
}

/**
 * Returns the time 14 days after the last free day or, without one, after the best known time; undefined without
 * either.
 */
function openUntilOf(
  lastFree: LastFree | undefined,
  bestTime: StatedArrivalTime | undefined,
  zone: string | undefined,
): number | undefined {
  if (lastFree !== undefined) return startOfDayMs(addDays(lastFree.localDate, 1), zone) + openDays * dayMs;
  return bestTime === undefined ? undefined : spanOf(bestTime).lastMs + openDays * dayMs;
}
