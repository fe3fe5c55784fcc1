import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';
import type { ArrivalEvent, ArrivalSide, Location, SideOutcome, TimeClassifier, Weight } from './generated/schema.ts';

/**
 * Domain types of arrivals: what the three sides state about the arrival of one notice. Everything here is plain JSON,
 * so that a store can keep it.
 */

/** One record that supports a value. "Evidence" has this meaning everywhere in this subgraph. */
export interface EvidenceRef {
  readonly source: ArrivalSide;
  readonly partner: string;
  /**
   * Global id of the notice version or of the event version; for a schedule, the key of the record within its partner.
   */
  readonly id: string;
  /**
   * When it was stated: `issueDateTime`, `eventUpdatedDateTime` (otherwise the time of receipt), or the time at which
   * the schedule was retrieved.
   */
  readonly at: string;
}

/** A terminal as a code in a code list, as written. */
export interface FacilityCode {
  readonly facilityCode: string;
  readonly facilityCodeListProvider?: string | undefined;
}

/** A port or place of a notice. */
export interface NoticePlace {
  readonly UNLocationCode?: string | undefined;
  readonly locationName?: string | undefined;
  readonly facility?: FacilityCode | undefined;
}

/** The leg that ends at the port of discharge. */
export interface ArrivalLeg {
  readonly vesselIMONumber?: string | undefined;
  readonly vesselName?: string | undefined;
  readonly carrierImportVoyageNumber?: string | undefined;
  readonly universalImportVoyageReference?: string | undefined;
  readonly carrierServiceCode?: string | undefined;
  readonly universalServiceReference?: string | undefined;
  /** Terminal at the end of the leg. */
  readonly facility?: FacilityCode | undefined;
}

/** A date or date-time with its classifier, as written. */
export interface ClassifiedValue {
  readonly value: string;
  readonly classifier?: string | undefined;
}

/** One `freeTimes` element of a notice, as given. */
export interface FreeTimeRule {
  readonly typeCodes: readonly string[];
  readonly ISOEquipmentCodes: readonly string[];
  readonly equipmentReferences: readonly string[];
  readonly duration?: number | undefined;
  readonly timeUnit?: string | undefined;
  readonly calculationBasis?: string | undefined;
  readonly lastFreeDate?: ClassifiedValue | undefined;
  readonly lastFreeDateTime?: ClassifiedValue | undefined;
}

/** Sum of the charges of one name in one currency, over notice, containers and cargo. */
export interface ChargeSum {
  readonly currencyCode: string;
  readonly chargeName: string;
  /** In hundredths of the currency unit, so that sums are exact. */
  readonly hundredths: number;
}

/** A party that a notice names. */
export interface NoticeParty {
  readonly partyFunction?: string | undefined;
  readonly partyName?: string | undefined;
  readonly reference?: string | undefined;
}

/** Where and with which number containers are collected, as given. */
export interface NoticePickup {
  readonly pickupNumber?: string | undefined;
  readonly pickupLocation?: Omit<Location, 'port'> | undefined;
}

/** A container of a notice. */
export interface NoticeContainer {
  readonly equipmentReference: string;
  readonly ISOEquipmentCode?: string | undefined;
  /** What is stated for this container only. */
  readonly pickup?: NoticePickup | undefined;
  readonly cargoGrossWeight?: Weight | undefined;
}

/** Whose cargo a notice is about, what it is, and the numbers by which its parties know it. */
export interface NoticeCargo {
  readonly parties: readonly NoticeParty[];
  readonly carrierBookingReferences: readonly string[];
  readonly purchaseOrderReferences: readonly string[];
  readonly houseBillOfLadingReferences: readonly string[];
  readonly customerReferences: readonly string[];
  readonly descriptionOfGoods: readonly string[];
  /** Undefined if it is not stated for all goods in one unit. */
  readonly cargoGrossWeight?: Weight | undefined;
  /** What is stated for the whole notice. */
  readonly pickup?: NoticePickup | undefined;
}

/** One version of the notice, reduced to what the rules read. Absent attributes are undefined. */
export interface NoticeEvidence {
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly typeLabel?: string | undefined;
  /** Global id of the version. */
  readonly versionId: string;
  readonly issueDateTime: string;
  readonly receivedAt: string;
  readonly transportDocumentTypeCode?: string | undefined;
  readonly carrierCode?: string | undefined;
  readonly carrierCodeListProvider?: string | undefined;
  /** `transport.portOfDischargeArrivalDate`; only if its value is a day. */
  readonly portOfDischargeArrivalDate?: ClassifiedValue | undefined;
  readonly portOfDischarge?: NoticePlace | undefined;
  /** Undefined if the notice has no such leg, or if several legs qualify. */
  readonly arrivalLeg?: ArrivalLeg | undefined;
  readonly isFreightReleased?: boolean | undefined;
  readonly isCustomsReleased?: boolean | undefined;
  readonly isOBLReceived?: boolean | undefined;
  readonly freightPaymentStatus?: string | undefined;
  readonly freeTimes: readonly FreeTimeRule[];
  readonly containers: readonly NoticeContainer[];
  /** Undefined in arrivals that version 0.2.0 has stored, until the next version of their notice or a rebuild. */
  readonly cargo?: NoticeCargo | undefined;
  /**
   * Sorted by currency and name. Undefined if the version states no charge, because it may have been read without
   * charges.
   */
  readonly charges?: readonly ChargeSum[] | undefined;
}

/** An arrival time of the matched call, as the schedule's record states it. */
export interface ScheduleTime {
  readonly partner: string;
  readonly eventClassifierCode?: string | undefined;
  /** Local time with offset, as written. */
  readonly dateTime: string;
  readonly retrievedAt: string;
  /** Key of the record that states the time. */
  readonly recordKey: string;
}

/** The matched call of the schedules. */
export interface ScheduledCall {
  /** The partner with the leading record, whose arrival time is the statement of the schedules. */
  readonly partner: string;
  /** Key of the leading record. */
  readonly recordKey: string;
  /** Keys of all records of the call, each with its partner. */
  readonly records: readonly { readonly partner: string; readonly recordKey: string }[];
  /** When the leading partner's records were last retrieved. */
  readonly retrievedAt: string;
  readonly arrivals: readonly ScheduleTime[];
  readonly vesselIMONumber?: string | undefined;
  readonly vesselName?: string | undefined;
  readonly UNLocationCode?: string | undefined;
  readonly facility?: FacilityCode | undefined;
  readonly carrierImportVoyageNumbers: readonly string[];
}

/** A match that the latest answer no longer contains. */
export interface LostCall {
  readonly partner: string;
  readonly recordKey: string;
  /** When the lost record was last retrieved. */
  readonly retrievedAt: string;
  /** When its partner answered without the record. */
  readonly answeredAt: string;
}

/** What the schedules state about the arrival. */
export interface ScheduleEvidence {
  readonly outcome: SideOutcome;
  /** Whether the last query succeeded; if not, everything else dates from `queriedAt`, the last success. */
  readonly couldQuery: boolean;
  /** When the schedules last answered; undefined if never. */
  readonly queriedAt?: string | undefined;
  /** The values of the notice that the match is based on. If they differ, the query is a different one. */
  readonly callKey?: string | undefined;
  /** Defined if the outcome is `UNIQUE`. */
  readonly call?: ScheduledCall | undefined;
  /**
   * Set when the partner whose record was the match has answered the same query without it; kept until there is a match
   * again.
   */
  readonly lost?: LostCall | undefined;
}

/** One current event of a port call, reduced to what the rules read. */
export interface PortEvent {
  readonly partner: string;
  /** Global id of the version. */
  readonly versionId: string;
  /** Undefined if the partner sent none. */
  readonly eventID?: string | undefined;
  readonly eventUpdatedDateTime?: string | undefined;
  readonly receivedAt: string;
  readonly portCallID?: string | undefined;
  /** `terminalCallID`, otherwise `terminalCallReference`. */
  readonly terminalCallID?: string | undefined;
  readonly terminalCallReference?: string | undefined;
  readonly portCallServiceID?: string | undefined;
  readonly portCallServiceTypeCode?: string | undefined;
  readonly portCallServiceEventTypeCode?: string | undefined;
  readonly portCallPhaseTypeCode?: string | undefined;
  readonly classifierCode?: string | undefined;
  readonly serviceDateTime?: string | undefined;
  readonly isFYI: boolean;
  readonly isCanceled: boolean;
  readonly isDeclined: boolean;
  /** `portCall.isOmitted`; undefined if the event does not state it. */
  readonly isPortCallOmitted?: boolean | undefined;
  /** `terminalCall.isOmitted`; undefined if the event does not state it. */
  readonly isTerminalCallOmitted?: boolean | undefined;
}

/** What port call events state about the arrival. */
export interface PortEvidence {
  readonly outcome: SideOutcome;
  readonly couldQuery: boolean;
  readonly queriedAt?: string | undefined;
  /** See {@link ScheduleEvidence}. */
  readonly callKey?: string | undefined;
  /**
   * The events of the matched visit. Without a unique match, the events that would be the match if their visit were not
   * omitted (confidence EXACT or STRONG, no contradiction, reason OMITTED); otherwise none.
   */
  readonly events: readonly PortEvent[];
  /**
   * Terminal calls of the matched visit that match at terminal level, named as in the events; empty if that is
   * undecided.
   */
  readonly terminalCallIDs: readonly string[];
  /** UN/LOCODE of the visit. */
  readonly UNLocationCode?: string | undefined;
}

/** Everything that one view shows of an arrival at one moment. */
export interface ArrivalEvidence {
  readonly notice: NoticeEvidence;
  readonly schedule: ScheduleEvidence;
  readonly port: PortEvidence;
}

/** One stated time. */
export interface StatedArrivalTime {
  readonly source: ArrivalSide;
  readonly event: ArrivalEvent;
  /** Undefined if the source states none, or an unknown one. */
  readonly classifier?: TimeClassifier | undefined;
  /** `YYYY-MM-DD`, local to the port; UTC if the port's time zone is unknown and the source gives no offset. */
  readonly localDate: string;
  /** `hh:mm`; undefined if the source states a day. */
  readonly localTime?: string | undefined;
  /** IANA name of the port's time zone; undefined if the UN/LOCODE is missing or has no known zone. */
  readonly zone?: string | undefined;
  /** RFC 3339 in UTC with milliseconds; undefined if the source states a day. */
  readonly instant?: string | undefined;
  /** When the time was stated. */
  readonly statedAt: string;
  readonly evidence: EvidenceRef;
}

/** The statement of one side. */
export interface SideStatement {
  readonly side: ArrivalSide;
  /** `UNIQUE` for a notice. A side with another outcome states nothing, and the outcome is the reason. */
  readonly outcome: SideOutcome;
  /** Whether the last query of the side failed, so that its times date from `queriedAt`. */
  readonly isStale: boolean;
  readonly queriedAt?: string | undefined;
  /** The arrival time of the side; for a port that of the berth, otherwise the most advanced one. */
  readonly arrival?: StatedArrivalTime | undefined;
  /** All times; several for a port. */
  readonly times: readonly StatedArrivalTime[];
}

/** Identity of a notice, and therefore of its arrival. */
export interface NoticeIdentity {
  readonly partner: string;
  readonly transportDocumentReference: string;
  /** An empty label counts as absent. */
  readonly typeLabel?: string | null | undefined;
}

/** Returns the id of an arrival in the store: the entity id of its notice. */
export function arrivalIdOf({ partner, transportDocumentReference, typeLabel }: NoticeIdentity): string {
  return JSON.stringify(typeLabel ? [partner, transportDocumentReference, typeLabel] : [partner, transportDocumentReference]);
}

/** Returns the notice of an arrival: the inverse of {@link arrivalIdOf}. */
export function noticeIdentityOf(arrivalId: string): NoticeIdentity & { readonly typeLabel?: string | undefined } {
  const [partner, transportDocumentReference, typeLabel] = JSON.parse(arrivalId);
  return { partner, transportDocumentReference, typeLabel };
}

/** Returns the global id of an arrival. */
export function globalIdOfArrival(arrivalId: string): string {
  return globalIdOf('Arrival', arrivalId);
}

/** Returns the key in a global id of this type; undefined for any other string. */
export function keyOfGlobalId(typeName: 'Arrival' | 'ArrivalNotice' | 'ArrivalAlert' | 'ArrivalVisit', id: string): string | undefined {
  const parsed = parseGlobalId(id);
  return parsed?.typeName === typeName ? parsed.key : undefined;
}

/**
 * Returns the entity id of an alert of one view in the log. Its first part is the arrival, which is erased together
 * with its alerts.
 */
export function alertEntityIdOf(arrivalId: string, view: string, alertId: string): string {
  return JSON.stringify([arrivalId, `${view}/${alertId}`]);
}

/** Returns what {@link alertEntityIdOf} was given. */
export function alertIdentityIn(entityId: string): { readonly arrivalId: string; readonly view: string; readonly alertId: string } {
  const [arrivalId = '', alert = ''] = JSON.parse(entityId) as readonly string[];
  const end = alert.lastIndexOf('/');
  return { arrivalId, view: alert.slice(0, end), alertId: alert.slice(end + 1) };
}
