import { instantOf } from '@landfall/dcsa/instant.ts';
import { normalFacility } from '@landfall/matching/claims/normal-values.ts';
import type { RecordFieldsFragment, ScheduleFieldsFragment } from '../generated/queries.ts';
import type {
  EvidenceRef,
  FacilityCode,
  LostCall,
  ScheduledCall,
  ScheduleEvidence,
  ScheduleTime,
  SideStatement,
  StatedArrivalTime,
} from '../model.ts';
import { certaintyOf, classifierOf, localOf, millisecondsOf, portZoneOf } from './port-time.ts';

type Maybe<T> = T | null | undefined;

/** The query to a side. */
export interface SideQuery {
  /** RFC 3339 in UTC. */
  readonly queriedAt: string;
  /** {@link callKeyOf} the notice at the time of the query. */
  readonly callKey: string;
  /** Answers retrieved before this time, in epoch milliseconds, are older than the query accepts. */
  readonly acceptedFromMs: number;
  /** The terminal that the notice names. */
  readonly facility?: FacilityCode | undefined;
}

/** Evidence of a schedule side that has never been queried, or that is not visible in the view. */
export const scheduleNotAsked: ScheduleEvidence = { outcome: 'NOT_QUERIED', couldQuery: true };

/** Statuses of a source that was not queried, or not completely. What it stated before remains valid. */
const unansweredStatuses: ReadonlySet<string> = new Set([
  'DENIED',
  'FAILED',
  'TIMED_OUT',
  'BUDGET_EXHAUSTED',
  'RATE_LIMITED',
  'PARTNER_BUSY',
  'PENDING',
]);

/** Returns whether a partner could not be queried, or any source if no partner is given. */
export function isUnanswered(sources: ScheduleFieldsFragment['sources'], partner?: string): boolean {
  return sources.some(
    (source) => (partner === undefined || (source.partner?.id ?? partner) === partner) && unansweredStatuses.has(source.status),
  );
}

/**
 * Reduces the answer of `arrivalCall`. A side that could not be queried keeps its last statement as long as
 * {@link callKeyOf} the notice is unchanged. Rows of an earlier answer, which stand in for a partner that does not
 * answer, are no successful query, nor are rows without a time that can be read. The match is lost only when the partner of its record has itself answered without the
 * record.
 *
 * @param answer null or undefined if the field failed
 */
export function scheduleEvidenceOf(
  answer: Maybe<ScheduleFieldsFragment>,
  { queriedAt, callKey, acceptedFromMs, facility }: SideQuery,
  previous: ScheduleEvidence | undefined,
): ScheduleEvidence {
  const known = previous?.callKey === callKey ? previous : undefined;
  const call = answer?.outcome === 'UNIQUE' ? callOf(answer.unique?.call.records ?? [], facility) : undefined;
  const isOpen = answer === null || answer === undefined || (call === undefined && isUnanswered(answer.sources, known?.call?.partner));
  if (isOpen) return { ...(known ?? { outcome: answer?.outcome ?? 'NOT_QUERIED', callKey }), couldQuery: false };
  // A call whose times cannot be read does not replace the times of an earlier answer.
  const isUntimed = call !== undefined && answer.unique?.call.records.every(({ times }) => times.length === 0);
  if (isUntimed && known?.call !== undefined) return { ...known, couldQuery: false };
  const isOutdated = call !== undefined && isUnanswered(answer.sources, call.partner) && Date.parse(call.retrievedAt) < acceptedFromMs;
  const isKnown = isOutdated && known?.call?.partner === call.partner && known.call.retrievedAt >= call.retrievedAt;
  if (isKnown) return { ...known, couldQuery: false };
  const lost = lostCallOf(answer, call, known, queriedAt);
  // A match in a later answer ends the loss.
  const kept = lost ?? (call === undefined ? known?.lost : undefined);
  return {
    outcome: answer.outcome,
    couldQuery: !isOutdated,
    queriedAt: isOutdated ? call.retrievedAt : queriedAt,
    callKey,
    ...(call && { call }),
    ...(kept && { lost: kept }),
  };
}

/** Returns the reference of a record of a schedule as evidence. */
export function scheduleRef({ partner, recordKey, retrievedAt }: Pick<LostCall, 'partner' | 'recordKey' | 'retrievedAt'>): EvidenceRef {
  return { source: 'SCHEDULE', partner, id: recordKey, at: retrievedAt };
}

/** Returns what the schedule of the matched call states: its arrival, `ACT` before `EST` before `PLN`. */
export function scheduleStatementOf(
  { outcome, couldQuery, queriedAt, call }: ScheduleEvidence,
  noticeUNLocationCode: string | undefined,
): SideStatement {
  const zone = portZoneOf(call?.UNLocationCode ?? noticeUNLocationCode);
  const times = (call?.arrivals ?? []).map((time) => statedTimeOf(time, zone));
  return { side: 'SCHEDULE', outcome, isStale: !couldQuery, queriedAt, arrival: times[0], times };
}

function callOf(records: readonly RecordFieldsFragment[], stated: FacilityCode | undefined): ScheduledCall | undefined {
  const isElsewhere = elsewhereOf(records, stated);
  const ranked = records.flatMap((record) => arrivalsOf(record).map((time) => ({ time, rank: rankOf(time, isElsewhere(record)) })));
  const arrivals = ranked.toSorted((left, right) => left.rank - right.rank || byCertainty(left.time, right.time)).map(({ time }) => time);
  const [lead] = arrivals;
  const leading = records.find(
    (record) => lead === undefined || (record.partner.id === lead.partner && recordKeyOf(record) === lead.recordKey),
  );
  if (leading === undefined) return undefined;
  const read = (value: (record: RecordFieldsFragment) => string | null) =>
    [leading, ...records].flatMap((record) => value(record) ?? [])[0];
  const [facility] = [leading, ...records].flatMap(({ facilityCode, facilityCodeListProvider: provider }) =>
    facilityCode == null ? [] : [{ facilityCode, facilityCodeListProvider: provider ?? undefined }],
  );
  return {
    partner: leading.partner.id,
    recordKey: recordKeyOf(leading),
    records: records.map((record) => ({ partner: record.partner.id, recordKey: recordKeyOf(record) })),
    retrievedAt: leading.retrievedAt ?? '',
    arrivals,
    vesselIMONumber: read(({ vesselIMONumber }) => vesselIMONumber),
    vesselName: read(({ vesselName }) => vesselName),
    UNLocationCode: read(({ UNLocationCode }) => UNLocationCode),
    facility,
    carrierImportVoyageNumbers: [...new Set(records.flatMap(numbersOf))],
  };
}

function arrivalsOf(record: RecordFieldsFragment): ScheduleTime[] {
  return record.times.flatMap(({ eventTypeCode, eventClassifierCode, dateTime }) => {
    if (eventTypeCode !== 'ARRI' || instantOf(dateTime) === undefined) return [];
    const { partner, retrievedAt } = record;
    const stated = { dateTime, retrievedAt: retrievedAt ?? '', recordKey: recordKeyOf(record) };
    return [{ partner: partner.id, eventClassifierCode: eventClassifierCode ?? undefined, ...stated }];
  });
}

/** The ship that has arrived at any terminal has arrived; otherwise times of other terminals come last. */
function rankOf({ eventClassifierCode }: ScheduleTime, isElsewhere: boolean): number {
  return (classifierOf(eventClassifierCode) === 'ACT' ? 0 : 2) + Number(isElsewhere);
}

/**
 * Returns whether a record is about another terminal than the stated one, while the same schedules have a call there as
 * well. The schedules of another partner may only be older.
 */
function elsewhereOf(
  records: readonly RecordFieldsFragment[],
  stated: FacilityCode | undefined,
): (record: RecordFieldsFragment) => boolean {
  const terminalOf = ({ facilityCode, facilityCodeListProvider: provider }: Partial<RecordFieldsFragment> | FacilityCode) =>
    JSON.stringify(normalFacility(facilityCode ?? undefined, provider ?? undefined) ?? null);
  const schedulesOf = ({ partner, kind }: RecordFieldsFragment) => keyOf(partner.id, kind);
  const terminal = terminalOf(stated ?? {});
  const there = new Set(records.filter((record) => terminal !== 'null' && terminalOf(record) === terminal).map(schedulesOf));
  return (record) => there.has(schedulesOf(record)) && ![terminal, 'null'].includes(terminalOf(record));
}

/**
 * Sorts by certainty. Equally certain times are sorted by the kind of schedule, then by partner and time: of a shift
 * between terminals, the arrival at the first one, however the calls are named.
 */
function byCertainty(left: ScheduleTime, right: ScheduleTime): number {
  const certainty = ({ eventClassifierCode }: ScheduleTime) => certaintyOf(classifierOf(eventClassifierCode));
  const kind = ({ recordKey }: ScheduleTime) => kindRanks.findIndex((name) => recordKey.startsWith(`["${name}"`));
  const key = ({ partner, recordKey, dateTime }: ScheduleTime) => JSON.stringify([partner, instantOf(dateTime), recordKey]);
  return certainty(left) - certainty(right) || kind(left) - kind(right) || (key(left) < key(right) ? -1 : 1);
}

/** A vessel schedule describes the ship's calls, whereas a route is an offer. */
const kindRanks = ['VESSEL_SCHEDULE', 'PORT_SCHEDULE', 'POINT_TO_POINT'];

/** Identifies a call within the records of a partner: by its reference, otherwise by ship, port and voyage. */
function recordKeyOf(record: RecordFieldsFragment): string {
  const { kind, transportCallReference, vesselIMONumber, vesselName, UNLocationCode, universalImportVoyageReference } = record;
  if (transportCallReference != null) return JSON.stringify([kind, transportCallReference]);
  const ship = vesselIMONumber ?? vesselName ?? null;
  const voyage = [universalImportVoyageReference ?? null, ...numbersOf(record).toSorted()];
  return JSON.stringify([kind, ship, UNLocationCode ?? null, ...voyage]);
}

function numbersOf({ numbers }: RecordFieldsFragment): string[] {
  return numbers.flatMap(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber ?? []);
}

/**
 * Returns the former match if its partner has answered and neither the match nor its candidates contain any of its
 * records.
 */
function lostCallOf(
  answer: ScheduleFieldsFragment,
  call: ScheduledCall | undefined,
  known: ScheduleEvidence | undefined,
  queriedAt: string,
): LostCall | undefined {
  const former = known?.call;
  if (former === undefined || isUnanswered(answer.sources, former.partner)) return undefined;
  const stated = answer.candidates.flatMap(({ call: { records } }) =>
    records.map((record) => keyOf(record.partner.id, recordKeyOf(record))),
  );
  const now = new Set([...stated, ...(call?.records ?? []).map(({ partner, recordKey }) => keyOf(partner, recordKey))]);
  if (former.records.some(({ partner, recordKey }) => now.has(keyOf(partner, recordKey)))) return undefined;
  // Without a report of the partner there is no answer from it either, and a truncated answer may lack the record.
  const reports = answer.sources.filter(({ partner }) => partner?.id === former.partner);
  if (reports.length === 0 || reports.some(({ status }) => status === 'TRUNCATED')) return undefined;
  return { partner: former.partner, recordKey: former.recordKey, retrievedAt: former.retrievedAt, answeredAt: queriedAt };
}

function keyOf(partner: string, recordKey: string): string {
  return `${partner} ${recordKey}`;
}

function statedTimeOf(time: ScheduleTime, zone: string | undefined): StatedArrivalTime {
  const { eventClassifierCode, dateTime, retrievedAt } = time;
  const instantMs = millisecondsOf(dateTime) ?? 0;
  return {
    source: 'SCHEDULE',
    event: 'CALL_ARRIVAL',
    classifier: classifierOf(eventClassifierCode),
    // As written only where the zone is unknown: some carriers write all times in UTC.
    ...(zone === undefined ? { localDate: dateTime.slice(0, 10), localTime: dateTime.slice(11, 16) } : localOf(instantMs, zone)),
    zone,
    instant: new Date(instantMs).toISOString(),
    statedAt: retrievedAt,
    evidence: scheduleRef(time),
  };
}
