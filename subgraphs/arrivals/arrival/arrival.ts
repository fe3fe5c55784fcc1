import { hash } from 'node:crypto';
import { defaultArrivalOpenDays } from '#platform/access/access-file.ts';
import { areAllCollected, type Collected, isContainerCollected } from '../collected.ts';
import type { ArrivalEvent, ArrivalSide, ArrivalState, ReleaseAnswer, ReleasePart, TimeClassifier } from '../generated/schema.ts';
import type { EvidenceRef, NoticeEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { terminalOf } from '../statements/notice.ts';
import { addDays, dayMs, daysBetween, hourMs, millisecondsOf, portZoneOf, startOfDayMs } from '../statements/port-time.ts';
import { type ContainerFreeTime, earliestOf, freeTimesIn, latestDayOf } from './free-time.ts';

/** The statements of the three sides. */
export type Statements = Readonly<Record<'notice' | 'schedule' | 'port', SideStatement>>;

/** The part of a snapshot that is about the visit of the ship. */
export type VisitSnapshot = ReturnType<typeof visitSnapshotOf>;

/** The state of an arrival in one view. */
export type ArrivalSnapshot = ReturnType<typeof snapshotOf>;

/** Returns the part of a snapshot that is about the visit. @param of.reached states that this and earlier evidence proves */
export function visitSnapshotOf(
  statements: Statements,
  { reached, omitted, nowMs }: { readonly reached: Reached; readonly omitted: EvidenceRef | undefined; readonly nowMs: number },
) {
  const bestTime = bestTimeOf(statements, nowMs);
  return {
    statements,
    bestTime,
    /** The best known time as a sort key: its instant, or the start of its local day. */
    bestTimeMs: bestTime && spanOf(bestTime).firstMs,
    differences: differencesOf(Object.values(statements)),
    ...stateOf(reached, omitted, bestTime),
    /** Sides whose time is unsteady at any step. Absent if none is. */
    unsteadySides: undefined as readonly ArrivalSide[] | undefined,
    /** The times last reported in place of the best known one, by steps of `ETA_CHANGED`, while that is unsteady. */
    reportedTimes: undefined as readonly ReportedTime[] | undefined,
  };
}

/** Until when an arrival is open, and the days until which its containers must be collected. */
export type ArrivalEnds = ReturnType<typeof arrivalEndsOf>;

/**
 * Returns until when an arrival is open.
 *
 * @param of.collected what every tenant of the view has marked as collected
 * @param of.openDays days for which it stays open after its last free day or its best known time
 */
export function arrivalEndsOf(
  notice: NoticeEvidence,
  bestTime: StatedArrivalTime | undefined,
  of: { readonly nowMs: number; readonly collected: Collected; readonly openDays?: number | undefined },
) {
  const { nowMs, collected, openDays = defaultArrivalOpenDays } = of;
  const UNLocationCode = notice.portOfDischarge?.UNLocationCode;
  const freeTimes = freeTimesIn(notice);
  const { lastFree, openUntilMs } = endsOf({ freeTimes, bestTime, UNLocationCode, openDays }, collected);
  return {
    /** The earliest pickup day of the containers that are not collected. */
    lastFree,
    freeTimes,
    /** Undefined if it is the default. */
    openDays: openDays === defaultArrivalOpenDays ? undefined : openDays,
    /** Undefined if nothing states when the arrival ends, so that it stays open. */
    openUntilMs,
    /** Depends on the clock. */
    isOpen: !areAllCollected(collected, notice.containers) && (openUntilMs === undefined || nowMs < openUntilMs),
  };
}

/** Returns the snapshot of an arrival. */
export function snapshotOf(notice: NoticeEvidence, visit: VisitSnapshot, ends: ArrivalEnds) {
  const { portOfDischarge: port, arrivalLeg } = notice;
  return {
    partner: notice.partner,
    transportDocumentReference: notice.transportDocumentReference,
    typeLabel: notice.typeLabel,
    /** The same for all notices of one document of one partner. */
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
    containers: notice.containers.map(({ equipmentReference, ISOEquipmentCode }) => ({ equipmentReference, ISOEquipmentCode })),
    ...visit,
    release: releaseOf(notice),
    ...ends,
  };
}

/**
 * Returns the earliest last free day of what is not collected, or of all if everything is, and until when the arrival is open,
 * which also depends on the latest one.
 */
export function endsOf(
  snapshot: {
    readonly freeTimes: readonly ContainerFreeTime[];
    readonly bestTime?: StatedArrivalTime | undefined;
    readonly UNLocationCode?: string | undefined;
    readonly openDays?: number | undefined;
  },
  collected: Collected,
) {
  const { freeTimes, bestTime, UNLocationCode, openDays = defaultArrivalOpenDays } = snapshot;
  const left = freeTimes.filter(({ equipmentReference }) => !isContainerCollected(collected, equipmentReference));
  const counted = left.length === 0 ? freeTimes : left;
  const lastDay = latestDayOf(counted);
  // A ship may be delayed beyond the last free day that its notice stated before.
  const ends = [
    ...(lastDay === undefined ? [] : [startOfDayMs(addDays(lastDay, 1), portZoneOf(UNLocationCode))]),
    ...(bestTime === undefined ? [] : [spanOf(bestTime).lastMs]),
  ];
  return { lastFree: earliestOf(counted), openUntilMs: ends.length === 0 ? undefined : Math.max(...ends) + openDays * dayMs };
}

/** A time that was reported last at some steps. */
export interface ReportedTime {
  readonly steps: readonly number[];
  readonly time: StatedArrivalTime;
}

/** Returns the time by which a caller's lists sort and filter: the best known one, or the time last reported while it is unsteady. */
export function listedTimeOf(
  { bestTime, reportedTimes = [] }: Pick<ArrivalSnapshot, 'bestTime' | 'reportedTimes'>,
  etaChangedHours: number,
): StatedArrivalTime | undefined {
  return reportedTimes.find(({ steps }) => steps.includes(etaChangedHours))?.time ?? bestTime;
}

/** Returns the key that all notices of one document of one partner share. */
export function documentKeyOf({ partner, transportDocumentReference }: NoticeEvidence): string {
  return hash('sha256', JSON.stringify([partner, transportDocumentReference]), 'base64url').slice(0, 22);
}

/** How long an estimate of the port is current after it was stated. */
const portEstimateMs = 48 * hourMs;
/** How long an estimate of a schedule is current after it was retrieved. */
const scheduleEstimateMs = 24 * hourMs;

/**
 * Chooses the most certain statement. An actual time (`ACT`) of the port's berth comes first, then one of the schedule,
 * then one of the notice. Then come estimates: the port's berth (`PLN`, the commitment, before `EST`) if stated in the
 * last 48 hours, the schedule's if retrieved within 24 hours, the notice's. If there is none of these, the old
 * estimates of schedule and port follow, in this order, so that an arrival keeps its time; the result contains when it
 * was stated.
 */
export function bestTimeOf(statements: Statements, nowMs: number): StatedArrivalTime | undefined {
  const { notice, schedule, port } = statements;
  const ofPort = (event: ArrivalEvent, classifier: TimeClassifier) =>
    port.times.find((time) => time.event === event && time.classifier === classifier);
  const actual = [ofPort('BERTH_ARRIVAL', 'ACT') ?? ofPort('ALL_FAST', 'ACT'), schedule.arrival, notice.arrival].find(
    (time) => time?.classifier === 'ACT',
  );
  if (actual !== undefined) return actual;
  const berth = [ofPort('BERTH_ARRIVAL', 'PLN'), ofPort('BERTH_ARRIVAL', 'EST')].filter((time) => time !== undefined);
  return (
    berth.find((time) => isYoung(time, nowMs)) ??
    (schedule.arrival !== undefined && isYoung(schedule.arrival, nowMs) ? schedule.arrival : undefined) ??
    notice.arrival ??
    schedule.arrival ??
    port.arrival
  );
}

/** Returns whether a statement is recent enough to be current. Actual times and the current notice do not age. */
export function isYoung(time: StatedArrivalTime, nowMs: number): boolean {
  const endMs = agesAtMs(time);
  return endMs === undefined || nowMs <= endMs;
}

/** Returns the last moment at which a statement is current; undefined if it does not age. */
export function agesAtMs({ source, classifier, statedAt }: StatedArrivalTime): number | undefined {
  if (source === 'NOTICE' || classifier === 'ACT') return undefined;
  return (millisecondsOf(statedAt) ?? 0) + (source === 'PORT' ? portEstimateMs : scheduleEstimateMs);
}

/**
 * Returns the span of a stated time in milliseconds since 1970: an instant, or the whole local day of the port (UTC if
 * the zone is unknown).
 */
export function spanOf({ instant, localDate, zone }: StatedArrivalTime): { readonly firstMs: number; readonly lastMs: number } {
  if (instant !== undefined) return { firstMs: Date.parse(instant), lastMs: Date.parse(instant) };
  return { firstMs: startOfDayMs(localDate, zone), lastMs: startOfDayMs(addDays(localDate, 1), zone) };
}

/**
 * Returns the milliseconds from one time to another, negative if the second one is earlier. Between two instants it is
 * their distance; between a day and an instant 0 inside the day, otherwise the distance from its nearer edge; between
 * two days 24 hours a day.
 */
export function movedMs(from: StatedArrivalTime, to: StatedArrivalTime): number {
  if (from.instant === undefined && to.instant === undefined) return daysBetween(from.localDate, to.localDate) * 24 * hourMs;
  const [left, right] = [spanOf(from), spanOf(to)];
  if (right.firstMs > left.lastMs) return right.firstMs - left.lastMs;
  return right.lastMs < left.firstMs ? right.lastMs - left.firstMs : 0;
}

/** Converts milliseconds to hours with at most two decimals. */
export function hoursOf(milliseconds: number): number {
  return Math.round((milliseconds / hourMs) * 100) / 100;
}

/** Returns the differences between each two sides that state an arrival. `days` are those of the calendar. */
export function differencesOf(statements: readonly SideStatement[]) {
  const stated = statements.flatMap(({ arrival }) => arrival ?? []);
  return stated.flatMap((left, place) =>
    stated.slice(place + 1).map((right) => {
      const moved = movedMs(left, right);
      const later = moved > 0 ? right.source : left.source;
      const between = [left.source, right.source] as const satisfies readonly ArrivalSide[];
      const days = Math.abs(daysBetween(left.localDate, right.localDate));
      return { between, hours: hoursOf(Math.abs(moved)), days, ...(moved !== 0 && { later }) };
    }),
  );
}

/** The states that are reached by actual times, in the order in which a ship reaches them. */
export const reachableStates = ['ARRIVED', 'BERTHED', 'DISCHARGE_COMPLETED'] as const satisfies readonly ArrivalState[];
export type ReachedState = (typeof reachableStates)[number];

/** The actual times that prove that a state is reached, by state. A state that is not reached is absent. */
export type Reached = Readonly<Partial<Record<ReachedState, StatedArrivalTime>>>;

/**
 * Returns the states that are reached, each with the first statement that proves it. BERTHED: the port's berth arrival
 * or all fast. DISCHARGE_COMPLETED: the completion of discharge, otherwise that of all cargo operations. ARRIVED: any
 * of these, another actual arrival, or an actual time of schedule or notice.
 */
export function reachedStates({ notice, schedule, port }: Statements): Reached {
  const actual = [...port.times, schedule.arrival, notice.arrival]
    .filter((time) => time?.classifier === 'ACT')
    .filter((time) => time !== undefined);
  const ofKinds = (...kinds: readonly ArrivalEvent[]) =>
    kinds.map((kind) => actual.find(({ event }) => event === kind)).find((time) => time !== undefined);
  const DISCHARGE_COMPLETED = ofKinds('DISCHARGE_COMPLETION', 'CARGO_OPERATIONS_COMPLETION');
  const BERTHED = ofKinds('BERTH_ARRIVAL', 'ALL_FAST');
  const ARRIVED = BERTHED ?? actual[0];
  return { ...(ARRIVED && { ARRIVED }), ...(BERTHED && { BERTHED }), ...(DISCHARGE_COMPLETED && { DISCHARGE_COMPLETED }) };
}

/** Returns the most advanced of some states, with its evidence. */
function stateOf(reached: Reached, omitted: EvidenceRef | undefined, bestTime: StatedArrivalTime | undefined) {
  const result = (state: ArrivalState, stateEvidence: readonly EvidenceRef[]) => ({ state, stateEvidence });
  if (omitted !== undefined) return result('OMITTED', [omitted]);
  const last = reachableStates.findLast((state) => reached[state] !== undefined);
  const evidence = (last && reached[last]) ?? bestTime;
  return result(last ?? (bestTime === undefined ? 'UNKNOWN' : 'EXPECTED'), evidence === undefined ? [] : [evidence.evidence]);
}

const namesOfParts = {
  freight: 'FREIGHT',
  customs: 'CUSTOMS',
  originalBillOfLading: 'ORIGINAL_BILL_OF_LADING',
} as const satisfies Readonly<Record<string, ReleasePart>>;

/** The parts of a release, by the names of their attributes. */
export const releaseParts = Object.keys(namesOfParts) as readonly (keyof typeof namesOfParts)[];

/**
 * Returns what a notice states about the release. The cargo is released if the freight is and neither customs nor the
 * bill of lading is stated to be missing; unknown parts are listed separately. A sea waybill needs no original.
 */
export function releaseOf(notice: NoticeEvidence) {
  const isWaybill = notice.transportDocumentTypeCode?.trim().toUpperCase() === 'SWB';
  const parts: Readonly<Record<keyof typeof namesOfParts, ReleaseAnswer>> = {
    freight: partOf(notice.isFreightReleased),
    customs: partOf(notice.isCustomsReleased),
    originalBillOfLading: isWaybill ? 'NOT_REQUIRED' : partOf(notice.isOBLReceived),
  };
  const isReleased: ReleaseAnswer = Object.values(parts).includes('NO') ? 'NO' : parts.freight === 'YES' ? 'YES' : 'UNKNOWN';
  return {
    ...parts,
    freightPayment: notice.freightPaymentStatus,
    isReleased,
    unknown: releaseParts.filter((part) => parts[part] === 'UNKNOWN').map((part) => namesOfParts[part]),
  };
}

function partOf(flag: boolean | undefined): ReleaseAnswer {
  return flag === undefined ? 'UNKNOWN' : flag ? 'YES' : 'NO';
}
