// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument } from '../document.ts';
/** What closed an alert. */
export type AlertClosing =
  /** An actual time. */
  | 'ACTUAL'
  /** Its age. */
  | 'AGE'
  /** The sides agree. */
  | 'AGREEMENT'
  /** The arrival is not open any more. */
  | 'ARRIVAL_CLOSED'
  /** The cargo was collected. */
  | 'COLLECTED'
  /** There is a match again. */
  | 'MATCHED'
  /** The day moved away. */
  | 'MOVED_AWAY'
  /** News. */
  | 'NEWS'
  /** The next change of the same kind. */
  | 'NEXT'
  /** The opposite fact. */
  | 'OPPOSITE'
  /** Another call is the match. */
  | 'OTHER_CALL'
  /** A side states nothing any more. */
  | 'SIDE_GONE'
  /** The omission was undone. */
  | 'UNDONE';

/** Kinds of alerts. */
export type AlertKind =
  /** The ship has arrived at the port. */
  | 'ARRIVED'
  /** The ship is at the berth. */
  | 'BERTHED'
  /** Charges differ from those stated before. Requires the right to charges. */
  | 'CHARGES_CHANGED'
  /** The discharge of the ship is completed. */
  | 'DISCHARGE_COMPLETED'
  /** The source of the best known time states another time than before. */
  | 'ETA_CHANGED'
  /** A last free day moved or was removed. */
  | 'FREE_TIME_CHANGED'
  /** The last free day is near, and the cargo is not collected. */
  | 'LAST_FREE_DAY_NEAR'
  /** The partner whose record was the match has answered without it. */
  | 'MATCH_LOST'
  /** The arrival is near, and no side has stated anything for long. */
  | 'NO_NEWS'
  /** The carrier skips the port or the terminal. */
  | 'PORT_CALL_OMITTED'
  /** The notice names another port of discharge. */
  | 'PORT_CHANGED'
  /** The cargo is released. */
  | 'RELEASED'
  /** A part of the release was withdrawn. */
  | 'RELEASE_WITHDRAWN'
  /** Two sides state times that are far from each other. */
  | 'SOURCES_DISAGREE'
  /** The notice names another terminal. */
  | 'TERMINAL_CHANGED'
  /** The notice names another ship. */
  | 'VESSEL_CHANGED'
  /** The notice names another voyage. */
  | 'VOYAGE_CHANGED';

/** What an alert asks of its reader. */
export type AlertSeverity =
  /** Act now. */
  | 'ACT_NOW'
  /** For information. */
  | 'INFO'
  /** Have a look. */
  | 'LOOK';

/** The two ends of an alert. */
export type AlertTransition =
  /** The alert was closed. */
  | 'CLOSED'
  /** The alert was raised. */
  | 'RAISED';

/**
 * Condition on alerts. All attributes must match (AND); of a list, one value must match (OR). The thresholds select the
 * alerts that reach them; each is one of a few steps.
 */
export type ArrivalAlertFilter = {
  /** Ids of arrivals; at most 1,000 values. */
  readonly arrivals?: ReadonlyArray<string | number> | null | undefined;
  /** Alerts raised or closed after this instant. */
  readonly changedAfter?: string | null | undefined;
  /** Alerts raised or closed before this instant. */
  readonly changedBefore?: string | null | undefined;
  /** `SOURCES_DISAGREE`: hours between two sides, at least: 12, 24, 48 or 72. Absent: the threshold of the tenant. */
  readonly disagreementHours?: number | null | undefined;
  /** `ETA_CHANGED`: hours that the time moved, at least: 1, 3, 6, 12, 24 or 48. Absent: the threshold of the tenant. */
  readonly etaChangedHours?: number | null | undefined;
  /** Only open alerts (`true`) or only closed ones (`false`). The log and the subscription do not take it. */
  readonly isOpen?: boolean | null | undefined;
  /** Kinds of alerts. */
  readonly kinds?: ReadonlyArray<AlertKind> | null | undefined;
  /** `LAST_FREE_DAY_NEAR`: days that are left, at most: 1, 2, 3 or 5. Absent: the threshold of the tenant. */
  readonly lastFreeDayNearDays?: number | null | undefined;
  /** `NO_NEWS`: hours without news, at least: 24, 48, 72 or 120. Absent: the threshold of the tenant. */
  readonly noNewsHours?: number | null | undefined;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** Severities of alerts. */
  readonly severities?: ReadonlyArray<AlertSeverity> | null | undefined;
};

/** What a time is the time of. */
export type ArrivalEvent =
  /** The ship is moored. */
  | 'ALL_FAST'
  /** Start of the stay at the anchorage. */
  | 'ANCHORAGE_START'
  /** Arrival at the berth. */
  | 'BERTH_ARRIVAL'
  /** Arrival at the call, as schedules state it; they do not state whether at the pilot station, the port or the berth. */
  | 'CALL_ARRIVAL'
  /** Completion of cargo operations. */
  | 'CARGO_OPERATIONS_COMPLETION'
  /** Start of cargo operations. */
  | 'CARGO_OPERATIONS_START'
  /** Completion of discharge: of the ship, not of a single container. */
  | 'DISCHARGE_COMPLETION'
  /** Start of discharge. */
  | 'DISCHARGE_START'
  /** Arrival at the pilot boarding place. */
  | 'PILOT_BOARDING_PLACE_ARRIVAL'
  /** Arrival at the port of discharge, as the notice states it. */
  | 'PORT_OF_DISCHARGE_ARRIVAL';

/** Condition on arrivals. All attributes must match (AND); of a list, one value must match (OR). */
export type ArrivalFilter = {
  /** UN/LOCODE of the port of discharge; case and spaces are ignored. */
  readonly UNLocationCode?: string | null | undefined;
  /** Code of the carrier that issued the notice, compared exactly. */
  readonly carrierCode?: string | null | undefined;
  /** Numbers of containers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /** Only open arrivals (`true`) or only those that are not open (`false`); null means all. */
  readonly isOpen?: boolean | null | undefined;
  /** Whether the cargo is released, as the notice states it. */
  readonly isReleased?: ReadonlyArray<ReleaseAnswer> | null | undefined;
  /** Only arrivals with an alert that needs the attention of the caller's tenant (`true`), or only those without (`false`). */
  readonly needsAttention?: boolean | null | undefined;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** States of the ship at the port. */
  readonly states?: ReadonlyArray<ArrivalState> | null | undefined;
  /** Numbers of transport documents, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: ReadonlyArray<string> | null | undefined;
  /** IMO number of the ship, with or without the prefix `IMO`. */
  readonly vesselIMONumber?: string | null | undefined;
};

/** Condition on notices or versions. All attributes must match (AND); of a list, one value must match (OR). */
export type ArrivalNoticeFilter = {
  /** The carrier's import voyage number; case and surrounding spaces are ignored. `9999R` is a placeholder for "no number" and is rejected. */
  readonly carrierImportVoyageNumber?: string | null | undefined;
  /** The carrier's service code; case and surrounding spaces are ignored. */
  readonly carrierServiceCode?: string | null | undefined;
  /** Container numbers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /** The partners that sent it; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** UN/LOCODE of the port of discharge; case and spaces are ignored. */
  readonly portOfDischarge?: string | null | undefined;
  /** Last day of arrival at the port of discharge, inclusive. Notices without this date do not match. */
  readonly portOfDischargeArrivalDateMax?: string | null | undefined;
  /** First day of arrival at the port of discharge, inclusive. Notices without this date do not match. */
  readonly portOfDischargeArrivalDateMin?: string | null | undefined;
  /** Versions received after this instant. */
  readonly receivedAfter?: string | null | undefined;
  /** Versions received before this instant. */
  readonly receivedBefore?: string | null | undefined;
  /** Transport document numbers, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: ReadonlyArray<string> | null | undefined;
  /**
   * Universal import voyage reference; case and surrounding spaces are ignored. `9999R` is a placeholder for "no
   * reference" and is rejected.
   */
  readonly universalImportVoyageReference?: string | null | undefined;
  /** Universal service reference; case and surrounding spaces are ignored. */
  readonly universalServiceReference?: string | null | undefined;
  /** IMO number of a ship, with or without the prefix `IMO`. All vessel, voyage and service conditions must match the same leg. */
  readonly vesselIMONumber?: string | null | undefined;
  /** Name of a ship; case, repeated spaces and a leading `MV` are ignored. */
  readonly vesselName?: string | null | undefined;
};

/** Sort orders of notices. */
export type ArrivalNoticeOrder =
  /** By the time when the notice was first received, latest first. A row never changes its position, so pages neither lose nor repeat rows. */
  | 'NEWEST_FIRST'
  /** By the time when the notice was first received, earliest first. A row never changes its position. */
  | 'OLDEST_FIRST'
  /**
   * By the time when the current version became current, latest first. A row that changes moves to the start: a client
   * that is paging may miss it and finds it on the first page again.
   */
  | 'RECENTLY_CHANGED';

/** The sides that state arrival times. */
export type ArrivalSide =
  /** The notice: the arrival at the port of discharge, as the carrier states it to the consignee. */
  | 'NOTICE'
  /** The port, its terminals and services: port call events. */
  | 'PORT'
  /** Schedules: the arrival of the ship at the call. */
  | 'SCHEDULE';

/** How far the ship is at the port of discharge. */
export type ArrivalState =
  /** The ship has arrived at the port. */
  | 'ARRIVED'
  /** The ship is at the berth. */
  | 'BERTHED'
  /** The discharge of the ship is completed. */
  | 'DISCHARGE_COMPLETED'
  /** The ship is expected. */
  | 'EXPECTED'
  /** The carrier skips the call. */
  | 'OMITTED'
  /** No side states anything about the arrival. */
  | 'UNKNOWN';

/** Whether a time is still valid. */
export type CurrentTimeState =
  /** The provider withdrew its service. */
  | 'CANCELED'
  /** The time is valid. */
  | 'CURRENT'
  /** The consumer refused its service. */
  | 'DECLINED'
  /** Its terminal call or port call is skipped. */
  | 'OMITTED';

/** Why a version became a dead letter. */
export type DeliveryDeadLetterReason =
  /** The time for retries has passed: three days, or `publish.push.retry.giveUpHours` of the subscriber’s file. */
  | 'EXPIRED'
  /** The partner accepted the message and reported an ERROR for this version. */
  | 'FEEDBACK'
  /** The partner answered with a status that rejects the content. */
  | 'REFUSED';

/** A log that is delivered to subscribers. */
export type DeliveryLog =
  /** Notifications of partners, forwarded to subscribers that receive notices too. */
  | 'ARRIVAL_NOTICE_NOTIFICATIONS'
  /** Versions of notices, sent as notices, or as notifications to subscribers that receive notifications only. */
  | 'ARRIVAL_NOTICE_VERSIONS'
  /** Port call events. */
  | 'PORT_CALL_EVENTS';

/** State of a delivery. */
export type DeliveryState =
  /** New versions are sent. */
  | 'DELIVERING'
  /** The partner's file no longer configures this delivery. Waiting versions are kept. */
  | 'ENDED'
  /** The last attempt failed, and no later one has succeeded; it is retried. */
  | 'FAILING'
  /** Nothing is sent until an operator resumes the delivery. */
  | 'PAUSED';

/** The attribute that was compared. */
export type MatchAttribute =
  /** The time of arrival. */
  | 'ARRIVAL_TIME'
  /** The number under which customs registered the call. */
  | 'CALL_REFERENCE_NUMBER'
  /** The carrier that assigned the service code and voyage numbers. */
  | 'CARRIER'
  /** The carrier's number of the export voyage, on which the ship leaves. */
  | 'CARRIER_EXPORT_VOYAGE_NUMBER'
  /** The carrier's number of the import voyage, on which the ship arrives. */
  | 'CARRIER_IMPORT_VOYAGE_NUMBER'
  /** The carrier's service code. */
  | 'CARRIER_SERVICE_CODE'
  /** The time of departure. */
  | 'DEPARTURE_TIME'
  /** The terminal. */
  | 'FACILITY'
  /** The place where the carrier hands over the cargo. */
  | 'PLACE_OF_DELIVERY'
  /** The place where the carrier receives the cargo. */
  | 'PLACE_OF_RECEIPT'
  /** The port's reference of the visit. */
  | 'PORT_VISIT_REFERENCE'
  /** The operator's reference of the call. */
  | 'TRANSPORT_CALL_REFERENCE'
  /** The universal reference of the export voyage, on which the ship leaves. */
  | 'UNIVERSAL_EXPORT_VOYAGE_REFERENCE'
  /** The universal reference of the import voyage, on which the ship arrives. */
  | 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'
  /** The universal service reference. */
  | 'UNIVERSAL_SERVICE_REFERENCE'
  /** The UN/LOCODE of the port. */
  | 'UN_LOCATION_CODE'
  /** The radio call sign of the ship. */
  | 'VESSEL_CALL_SIGN'
  /** The IMO number of the ship. */
  | 'VESSEL_IMO_NUMBER'
  /** The MMSI number of the ship. */
  | 'VESSEL_MMSI_NUMBER'
  /** The name of the ship. */
  | 'VESSEL_NAME';

/** Confidence of a match, by the keys that agree. */
export type MatchConfidence =
  /** A reference agrees that identifies the call. */
  | 'EXACT'
  /** Only the places agree: the same trade lane. */
  | 'LANE'
  /** The match is likely, and no reference confirms it. */
  | 'PROBABLE'
  /** Ship, port and voyage agree, or an equally distinctive combination of keys. */
  | 'STRONG'
  /** The match is possible, and only weak keys agree. */
  | 'WEAK';

/** Result of assessing the candidates. */
export type MatchOutcome =
  /** There are candidates, and none of them can be singled out. */
  | 'AMBIGUOUS'
  /** Every candidate has a contradiction. */
  | 'CONFLICTING'
  /** Every source that could know answered, and no candidate was found. */
  | 'NONE'
  /** One candidate is the match. */
  | 'UNIQUE'
  /** A source that could know was not queried, failed, or may have withheld rows. */
  | 'UNKNOWN';

/** A circumstance of a match that its confidence does not express. */
export type MatchReason =
  /** Codes of different lists were not compared. */
  | 'CODES_NOT_COMPARABLE'
  /** The times differ so much that one name or reference may denote two calls. */
  | 'FAR_APART'
  /** The import voyage of one side is the export voyage of the other: the ship calls twice, or a sender interchanged the two. */
  | 'IMPORT_IS_EXPORT_OF_OTHER'
  /** The call is marked as omitted. */
  | 'OMITTED'
  /** The times differ by more than the window for statements of this kind. */
  | 'OUTSIDE_WINDOW'
  /** No ship has been assigned yet. */
  | 'SHIP_UNASSIGNED'
  /** The terminals of the same port differ. */
  | 'TERMINAL_DIFFERS'
  /** Another ship is stated for the same voyage: the ship was replaced, or one statement is wrong. */
  | 'VESSEL_DIFFERS'
  /** The time zone of the port is unknown, so days may differ by one. */
  | 'ZONE_UNKNOWN';

/**
 * The rule by which two records match: what has to agree. `VESSEL` is the IMO number; `UNIVERSAL_VOYAGE` the universal
 * service and voyage references; `CARRIER_VOYAGE` a voyage number of the same carrier; `VOYAGE_NUMBER` one whose carrier is not
 * stated; `WINDOW` that the times are near. Voyages are import voyages unless named otherwise. Each rule is explained, with
 * an example, in `subgraphs/platform/matching/RULES.md`.
 */
export type MatchRule =
  /** The call reference number of customs, which equals the port's reference of the visit, and the port. Never the unique match. */
  | 'CALL_REFERENCE_NUMBER_AND_PORT'
  /** The same carrier's voyage number and the port, where a ship is not stated or not assigned. */
  | 'CARRIER_VOYAGE_AND_PORT'
  /** The port's reference of the visit, and the port. */
  | 'PORT_VISIT_REFERENCE'
  /** The operator's reference of the call. */
  | 'TRANSPORT_CALL_REFERENCE'
  /** The universal voyage and the port; a differing ship is a contradiction. */
  | 'UNIVERSAL_VOYAGE_AND_PORT'
  /** The ship, the same carrier's export voyage number, and the port. Never the unique match. */
  | 'VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT'
  /** The ship, the same carrier's export voyage number, the port, and the time of departure. */
  | 'VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW'
  /** The ship, the same carrier's numbers of both voyages, and the port. */
  | 'VESSEL_CARRIER_VOYAGES_AND_PORT'
  /** The ship, the same carrier's voyage number, and the port. */
  | 'VESSEL_CARRIER_VOYAGE_AND_PORT'
  /** The ship and the same carrier's voyage number, where a UN/LOCODE is missing. Never the unique match. */
  | 'VESSEL_CARRIER_VOYAGE_WITHOUT_PORT'
  /** The name of the ship, the same carrier's voyage number, and the port. */
  | 'VESSEL_NAME_CARRIER_VOYAGE_AND_PORT'
  /** The name of the ship and the same carrier's voyage number, where a UN/LOCODE is missing. Never the unique match. */
  | 'VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT'
  /** The name of the ship, the port, and the time. Never the unique match. */
  | 'VESSEL_NAME_PORT_AND_WINDOW'
  /** The name of the ship, the universal voyage, and the port. */
  | 'VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT'
  /** The ship, the port, and the actual arrival, of an event and a schedule. */
  | 'VESSEL_PORT_AND_ARRIVAL'
  /** The ship, the port, and the time. Never the unique match. */
  | 'VESSEL_PORT_AND_WINDOW'
  /** The ship, the universal export voyage, and the port. */
  | 'VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT'
  /** The ship, the universal export voyage, the port, and the time of departure. */
  | 'VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW'
  /** The ship, the universal references of both voyages, and the port. */
  | 'VESSEL_UNIVERSAL_VOYAGES_AND_PORT'
  /** The ship, the universal voyage, and the port. */
  | 'VESSEL_UNIVERSAL_VOYAGE_AND_PORT'
  /** The ship and the universal voyage, where a UN/LOCODE is missing. Never the unique match. */
  | 'VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT'
  /** The ship, the universal voyage reference and the port, where the universal service reference is not stated. */
  | 'VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE'
  /** The ship, a voyage number whose carrier is not stated, and the port. */
  | 'VESSEL_VOYAGE_NUMBER_AND_PORT';

/** Cause of a gap. */
export type MissedReason =
  /** The cursor is beyond the end of the log, which was restarted. */
  | 'LOG_RESET'
  /** The subscriber read too slowly and its queue was full. */
  | 'QUEUE_OVERFLOW'
  /** The events are older than the retained log. */
  | 'RETENTION';

/**
 * Condition on events. All attributes must match (AND); of a list, one value must match (OR). An event that lacks the
 * attribute of a condition does not match.
 */
export type PortCallEventFilter = {
  /** UN/LOCODE of the port call; case and spaces are ignored. */
  readonly UNLocationCode?: string | null | undefined;
  /** A carrier's number of the export voyage, on which the ship leaves, compared exactly. */
  readonly carrierExportVoyageNumber?: string | null | undefined;
  /** A carrier's number of the import voyage, on which the ship arrives, compared exactly. */
  readonly carrierImportVoyageNumber?: string | null | undefined;
  /** The carrier's service code, compared exactly. */
  readonly carrierServiceCode?: string | null | undefined;
  /** The carrier's service name, compared exactly. */
  readonly carrierServiceName?: string | null | undefined;
  /** Classifier: `EST`, `REQ`, `PLN` or `ACT`, compared exactly. */
  readonly classifierCode?: string | null | undefined;
  /** Latest time of the service, inclusive. For an event without one, the time of its last change is compared. */
  readonly eventTimestampMax?: string | null | undefined;
  /** Earliest time of the service, inclusive. For an event without one, the time of its last change is compared. */
  readonly eventTimestampMin?: string | null | undefined;
  /** The partners that sent it; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** Id of the port call, compared exactly. */
  readonly portCallID?: string | number | null | undefined;
  /** Id of the service, compared exactly. */
  readonly portCallServiceID?: string | number | null | undefined;
  /** Type of service, such as `BERTH`. */
  readonly portCallServiceTypeCode?: string | null | undefined;
  /** The port's reference of the visit, compared exactly except for surrounding spaces. */
  readonly portVisitReference?: string | null | undefined;
  /** Versions received after this instant. */
  readonly receivedAfter?: string | null | undefined;
  /** Versions received before this instant. */
  readonly receivedBefore?: string | null | undefined;
  /** Id of the terminal call, compared exactly. */
  readonly terminalCallID?: string | number | null | undefined;
  /** The operator's reference of the terminal call, compared exactly. */
  readonly terminalCallReference?: string | null | undefined;
  /** Universal reference of the export voyage, on which the ship leaves, compared exactly. */
  readonly universalExportVoyageReference?: string | null | undefined;
  /** Universal reference of the import voyage, on which the ship arrives; case is ignored. */
  readonly universalImportVoyageReference?: string | null | undefined;
  /** Universal service reference, compared exactly. */
  readonly universalServiceReference?: string | null | undefined;
  /** IMO number of the ship, with or without the prefix `IMO`. */
  readonly vesselIMONumber?: string | null | undefined;
  /** MMSI number of the ship, compared exactly. */
  readonly vesselMMSINumber?: string | null | undefined;
  /** Name of the ship; case, surrounding spaces and a leading `MV` are ignored. */
  readonly vesselName?: string | null | undefined;
};

/** What an event states; an event may be of several kinds. */
export type PortCallEventKind =
  /** It only describes the call: none of the other kinds. */
  | 'DESCRIPTIVE'
  /** It forecasts container moves. */
  | 'MOVES_FORECAST'
  /** The carrier skips the port call. */
  | 'PORT_CALL_OMITTED'
  /** The provider withdraws the service. */
  | 'SERVICE_CANCELED'
  /** The consumer refuses the service. */
  | 'SERVICE_DECLINED'
  /** The carrier skips the terminal call. */
  | 'TERMINAL_CALL_OMITTED'
  /** It states a time of a service. */
  | 'TIMESTAMP'
  /** It states the position, draft or distance of the ship. */
  | 'VESSEL_STATUS';

/** How a version or notification reached Landfall. */
export type ReceivedBy =
  /** Landfall fetched it because a notification named it. */
  | 'NOTIFICATION'
  /** Landfall fetched it for a query. */
  | 'PULL'
  /** The partner pushed it. */
  | 'PUSH';

/** Whether something is the case. */
export type ReleaseAnswer =
  /** The contrary is stated. */
  | 'NO'
  /** It is not required: there is no original bill of lading for a sea waybill. */
  | 'NOT_REQUIRED'
  /** Nothing is stated. */
  | 'UNKNOWN'
  /** It is stated. */
  | 'YES';

/** A part of the release of cargo. */
export type ReleasePart =
  /** Customs. */
  | 'customs'
  /** The freight. */
  | 'freight'
  /** The original bill of lading. */
  | 'originalBillOfLading';

/** The kind of schedule that contains a statement. */
export type ScheduleKind =
  /** A point-to-point route. */
  | 'POINT_TO_POINT'
  /** A port schedule. */
  | 'PORT_SCHEDULE'
  /** A vessel schedule. */
  | 'VESSEL_SCHEDULE';

/** Result of the search for the statement of a side. */
export type SideOutcome =
  /** Several records may be the match; the side states nothing. */
  | 'AMBIGUOUS'
  /** Records contradict each other; the side states nothing. */
  | 'CONFLICTING'
  /** There is no match, and all sources that could know were asked. */
  | 'NONE'
  /** The side was not asked yet, or the caller may not see it. */
  | 'NOT_ASKED'
  /** One match: the side may state something. */
  | 'UNIQUE'
  /** There is no match, and not all sources that could know were asked. */
  | 'UNKNOWN';

/** Result of querying one partner. */
export type SourceStatus =
  /** It was not queried: the matches of the request had already used up the requests to partners that one GraphQL request may cause. */
  | 'BUDGET_EXHAUSTED'
  /** It refused Landfall access. */
  | 'DENIED'
  /** It was queried and answered without rows. */
  | 'EMPTY'
  /** It failed or could not be reached. */
  | 'FAILED'
  /** It ignored a filter; Landfall filtered its rows. */
  | 'IGNORED_FILTER'
  /** It does not offer this standard to Landfall. */
  | 'NOT_CONNECTED'
  /** It was queried and answered. */
  | 'OK'
  /**
   * It accepts no requests now: it is rate limited, it failed several times in a row, or its limits are used up. Landfall
   * did not wait for it; the rows are those that are stored. `retryAt` is the time of the next request.
   */
  | 'PARTNER_BUSY'
  /** It had not answered within `maxWaitMs`; the rows are those that are stored. Its answer is stored for the next query. */
  | 'PENDING'
  /** It was not queried, or not completely: the tenant has used up its calls to partners for now. */
  | 'RATE_LIMITED'
  /** It rejected a filter of the query. */
  | 'REFUSED_FILTER'
  /** It was not queried; the rows are those that it sent earlier. */
  | 'STORED'
  /** It did not answer in time. */
  | 'TIMED_OUT'
  /** It has more rows than were fetched. */
  | 'TRUNCATED';

/** The DCSA standards of this graph. */
export type Standard =
  /** DCSA Arrival Notice. */
  | 'ARRIVAL_NOTICE'
  /** DCSA Commercial Schedules. */
  | 'COMMERCIAL_SCHEDULES'
  /** DCSA Port Call. */
  | 'PORT_CALL';

/** Certainty of a time. */
export type TimeClassifier =
  /** Actual. */
  | 'ACT'
  /** Estimated. */
  | 'EST'
  /** Planned; of a port a commitment of the provider. */
  | 'PLN';

export type AcrossTheStandardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AcrossTheStandardsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly transportDocumentReference: string, readonly partner: { readonly id: string, readonly name: string }, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly unique: { readonly confidence: MatchConfidence, readonly dayDistance: number | null, readonly reasons: ReadonlyArray<MatchReason>, readonly matchedOn: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string } }>, readonly contradictions: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly call: { readonly vessel: { readonly vesselIMONumber: string } | null, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly transportCallReference: string | null, readonly facilityCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly numbers: ReadonlyArray<{ readonly carrierCode: string | null, readonly carrierServiceCode: string | null, readonly carrierImportVoyageNumber: string | null }> }> } } | null, readonly candidates: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly contradictions: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } }> }>, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState }>, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string, readonly name: string } | null }> } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null };

export type DifferenceFragment = { readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } };

export type AlertsQueryVariables = Exact<{
  filter?: ArrivalAlertFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AlertsQuery = { readonly arrivalAlerts: { readonly nodes: ReadonlyArray<{ readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closedBy: AlertClosing | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null };

export type AlertFieldsFragment = { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closedBy: AlertClosing | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string> } | null };

export type ArrivalsByAttentionQueryVariables = Exact<{
  filter?: ArrivalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsByAttentionQuery = { readonly arrivals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly state: ArrivalState, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null, readonly statements: { readonly notice: { readonly outcome: SideOutcome, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null }, readonly schedule: { readonly outcome: SideOutcome, readonly isStale: boolean, readonly askedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null }, readonly port: { readonly outcome: SideOutcome, readonly isStale: boolean, readonly askedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly unknown: ReadonlyArray<ReleasePart> }, readonly lastFree: { readonly localDate: string } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null };

export type TimeFieldsFragment = { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null };

export type ArrivalsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null };

export type BoardJoinsQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  first?: number | null | undefined;
}>;


export type BoardJoinsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly current: { readonly id: string, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly unique: { readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly call: { readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } }>, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly receivedAt: string, readonly partner: { readonly id: string, readonly name: string } } }>, readonly events: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null } } | null, readonly candidates: ReadonlyArray<{ readonly confidence: MatchConfidence }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly receivedAt: string, readonly partner: { readonly id: string, readonly name: string } } }>, readonly events: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null } }> } | null };

export type BoardPortCallsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BoardPortCallsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly portCall: { readonly UNLocationCode: string | null } | null, readonly vessel: { readonly vesselIMONumber: string | null } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardPortCallFragment = { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly receivedAt: string, readonly partner: { readonly id: string, readonly name: string } } }>, readonly events: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> };

export type BoardSourceFragment = { readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null };

export type BoardNoticeQueryVariables = Exact<{
  id: string | number;
  versions?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardNoticeQuery = { readonly node:
    | { readonly id: string, readonly firstReceivedAt: string, readonly versions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly receivedBy: ReceivedBy, readonly isCurrent: boolean, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly current: { readonly id: string, readonly freightPaymentStatus: string | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null } | null, readonly releaseInformation: { readonly isOBLReceived: boolean | null, readonly isFreightReleased: boolean | null, readonly freightReleaseDate: string | null, readonly isCustomsReleased: boolean | null } | null, readonly visualization: { readonly name: string | null, readonly contentType: string | null, readonly byteLength: number, readonly url: string } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly unique: { readonly call: { readonly id: string, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null } } | null, readonly candidates: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly rule: MatchRule, readonly reasons: ReadonlyArray<MatchReason>, readonly dayDistance: number | null, readonly matchedOn: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly contradictions: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly notComparable: ReadonlyArray<{ readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly call: { readonly id: string, readonly vessel: { readonly vesselIMONumber: string } | null, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } }>, readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly partner: { readonly id: string, readonly name: string } }> } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null } }
    | Record<PropertyKey, never>
   | null };

export type BoardDocumentQueryVariables = Exact<{
  id: string | number;
}>;


export type BoardDocumentQuery = { readonly node:
    | { readonly id: string, readonly document: unknown }
    | Record<PropertyKey, never>
   | null };

export type BoardChargeFragment = { readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null };

export type BoardComparisonFragment = { readonly attribute: MatchAttribute, readonly left: { readonly value: string }, readonly right: { readonly value: string } };

export type BoardPortCallStoryFragment = { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> };

export type BoardStorySourceFragment = { readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> };

export type BoardRowsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  orderBy?: ArrivalNoticeOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardRowsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null };

export type BoardSearchQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  text: string;
  first?: number | null | undefined;
}>;


export type BoardSearchQuery = { readonly byDocument: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byEquipment: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byVesselName: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byVesselNumber: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byPort: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null };

export type BoardChangesSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardChangesSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardRowFragment = { readonly id: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> };

export type BoardHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type BoardHeadQuery = { readonly arrivalNoticeVersionLog: { readonly cursor: string } | null };

export type DeliveriesQueryVariables = Exact<{ [key: string]: never; }>;


export type DeliveriesQuery = { readonly partners: ReadonlyArray<{ readonly id: string, readonly name: string, readonly arrivalNoticeDeliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly hasMoreWaiting: boolean, readonly oldestWaitingSince: string | null, readonly lagSeconds: number, readonly attempts: number, readonly nextAttemptAt: string | null, readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly deadLetterCount: number, readonly lastError: { readonly at: string, readonly code: string, readonly message: string } | null, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null, readonly missed: { readonly count: number, readonly at: string } | null, readonly deadLetters: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly at: string, readonly attempts: number, readonly reason: DeliveryDeadLetterReason, readonly message: string }> }> | null, readonly portCallDeliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly hasMoreWaiting: boolean, readonly oldestWaitingSince: string | null, readonly lagSeconds: number, readonly attempts: number, readonly nextAttemptAt: string | null, readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly deadLetterCount: number, readonly lastError: { readonly at: string, readonly code: string, readonly message: string } | null, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null, readonly missed: { readonly count: number, readonly at: string } | null, readonly deadLetters: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly at: string, readonly attempts: number, readonly reason: DeliveryDeadLetterReason, readonly message: string }> }> | null }> | null };

export type DeliveryShownFragment = { readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly hasMoreWaiting: boolean, readonly oldestWaitingSince: string | null, readonly lagSeconds: number, readonly attempts: number, readonly nextAttemptAt: string | null, readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly deadLetterCount: number, readonly lastError: { readonly at: string, readonly code: string, readonly message: string } | null, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null, readonly missed: { readonly count: number, readonly at: string } | null, readonly deadLetters: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly at: string, readonly attempts: number, readonly reason: DeliveryDeadLetterReason, readonly message: string }> };

export type ArrivalNoticeVersionHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalNoticeVersionHeadQuery = { readonly arrivalNoticeVersionLog: { readonly cursor: string } | null };

export type ArrivalNoticeNotificationHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalNoticeNotificationHeadQuery = { readonly arrivalNoticeNotificationLog: { readonly cursor: string } | null };

export type PortCallEventHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type PortCallEventHeadQuery = { readonly portCallEventLog: { readonly cursor: string } | null };

export type ArrivalAlertHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalAlertHeadQuery = { readonly arrivalAlertLog: { readonly cursor: string } | null };

export type AcknowledgeAlertMutationVariables = Exact<{
  id: string | number;
}>;


export type AcknowledgeAlertMutation = { readonly acknowledgeAlert: { readonly id: string, readonly acknowledgedAt: string | null, readonly needsAttention: boolean } | null };

export type UnacknowledgeAlertMutationVariables = Exact<{
  id: string | number;
}>;


export type UnacknowledgeAlertMutation = { readonly unacknowledgeAlert: { readonly id: string, readonly acknowledgedAt: string | null, readonly needsAttention: boolean } | null };

export type SnoozeAlertMutationVariables = Exact<{
  id: string | number;
  until: string;
}>;


export type SnoozeAlertMutation = { readonly snoozeAlert: { readonly id: string, readonly snoozedUntil: string | null, readonly needsAttention: boolean } | null };

export type UnsnoozeAlertMutationVariables = Exact<{
  id: string | number;
}>;


export type UnsnoozeAlertMutation = { readonly unsnoozeAlert: { readonly id: string, readonly snoozedUntil: string | null, readonly needsAttention: boolean } | null };

export type MarkCollectedMutationVariables = Exact<{
  id: string | number;
}>;


export type MarkCollectedMutation = { readonly markCollected: { readonly id: string, readonly isCollected: boolean, readonly isOpen: boolean } | null };

export type UnmarkCollectedMutationVariables = Exact<{
  id: string | number;
}>;


export type UnmarkCollectedMutation = { readonly unmarkCollected: { readonly id: string, readonly isCollected: boolean, readonly isOpen: boolean } | null };

export type WatchAlertsSubscriptionVariables = Exact<{
  filter?: ArrivalAlertFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchAlertsSubscription = { readonly arrivalAlertRaised: { readonly cursor: string, readonly alert: { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closedBy: AlertClosing | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly vesselName: string | null, readonly portName: string | null, readonly state: ArrivalState, readonly bestTime: { readonly source: ArrivalSide, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null } | null } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type WatchArrivalsSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchArrivalsSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly isCurrent: boolean, readonly receivedAt: string, readonly partner: { readonly id: string, readonly name: string }, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly seals: ReadonlyArray<{ readonly number: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null }> | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }>, readonly notice: { readonly id: string, readonly firstReceivedAt: string } } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type WatchPortCallsSubscriptionVariables = Exact<{
  filter?: PortCallEventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchPortCallsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly portVisitReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly remark: string | null } | null, readonly arrivalNotices: { readonly outcome: MatchOutcome, readonly notices: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly version: { readonly transportDocumentReference: string, readonly partner: { readonly id: string, readonly name: string } } }> } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export const AcrossTheStandardsDocument: TypedDocument<AcrossTheStandardsQuery, AcrossTheStandardsQueryVariables> = `query AcrossTheStandards(\$first: Int = 20, \$after: String) {
  arrivalNotices(orderBy: NEWEST_FIRST, first: \$first, after: \$after) {
    nodes {
      partner {
        id
        name
      }
      transportDocumentReference
      current {
        issueDateTime
        versionLabel
        transport {
          portOfDischarge {
            UNLocationCode
            facility {
              facilityCode
            }
          }
          portOfDischargeArrivalDate {
            value
            classifier
          }
        }
        arrivalCall {
          outcome
          terminalOutcome
          unique {
            confidence
            dayDistance
            reasons
            matchedOn {
              attribute
              left {
                value
              }
            }
            contradictions {
              ...Difference
            }
            call {
              vessel {
                vesselIMONumber
              }
              times {
                partner {
                  id
                  name
                }
                eventTypeCode
                eventClassifierCode
                dateTime
              }
              records {
                partner {
                  id
                  name
                }
                kind
                transportCallReference
                facilityCode
                numbers {
                  carrierCode
                  carrierServiceCode
                  carrierImportVoyageNumber
                }
              }
            }
          }
          candidates {
            confidence
            reasons
            contradictions {
              ...Difference
            }
          }
          sources {
            partner {
              id
              name
            }
            status
            retrievedAt
          }
        }
        portCallEvents {
          outcome
          currentTimes {
            portCallServiceTypeCode
            portCallServiceEventTypeCode
            classifierCode
            serviceDateTime
            state
          }
          events {
            isCurrent
            event {
              kinds
            }
          }
          sources {
            partner {
              id
              name
            }
            status
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    sources {
      partner {
        id
        name
      }
      status
      retrievedAt
    }
  }
}

fragment Difference on AttributeComparison {
  attribute
  left {
    value
  }
  right {
    value
  }
}`;

export const AlertsDocument: TypedDocument<AlertsQuery, AlertsQueryVariables> = `query Alerts(\$filter: ArrivalAlertFilter, \$first: Int = 20, \$after: String) {
  arrivalAlerts(filter: \$filter, first: \$first, after: \$after) {
    nodes {
      ...AlertFields
      acknowledgedAt
      snoozedUntil
      needsAttention
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount {
      value
      isExact
    }
  }
}

fragment AlertFields on ArrivalAlert {
  id
  kind
  severity
  transition
  raisedAt
  closedAt
  closedBy
  threshold
  subject
  before {
    text
    source
  }
  after {
    text
    source
  }
  hoursMoved
  evidence {
    source
    partner {
      id
      name
    }
    id
    at
  }
  arrival {
    id
    transportDocumentReference
    typeLabel
    equipmentReferences
  }
}`;

export const ArrivalsByAttentionDocument: TypedDocument<ArrivalsByAttentionQuery, ArrivalsByAttentionQueryVariables> = `query ArrivalsByAttention(\$filter: ArrivalFilter, \$first: Int = 20, \$after: String) {
  arrivals(filter: \$filter, orderBy: ATTENTION, first: \$first, after: \$after) {
    nodes {
      id
      partner {
        id
        name
      }
      transportDocumentReference
      typeLabel
      documentKey
      vesselName
      carrierImportVoyageNumber
      portName
      equipmentReferences
      state
      bestTime {
        ...TimeFields
      }
      statements {
        notice {
          outcome
          arrival {
            ...TimeFields
          }
        }
        schedule {
          outcome
          isStale
          askedAt
          arrival {
            ...TimeFields
          }
        }
        port {
          outcome
          isStale
          askedAt
          arrival {
            ...TimeFields
          }
        }
      }
      differences {
        between
        hours
        days
        later
      }
      release {
        isReleased
        unknown
      }
      lastFree {
        localDate
      }
      isCollected
      needsAttention
      openAlerts {
        id
        kind
        severity
        raisedAt
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount {
      value
      isExact
    }
  }
}

fragment TimeFields on ArrivalTime {
  source
  event
  classifier
  localDate
  localTime
  zone
}`;

export const ArrivalsDocument: TypedDocument<ArrivalsQuery, ArrivalsQueryVariables> = `query Arrivals(\$filter: ArrivalNoticeFilter, \$first: Int = 20, \$after: String) {
  arrivalNotices(
    filter: \$filter
    orderBy: RECENTLY_CHANGED
    first: \$first
    after: \$after
  ) {
    nodes {
      id
      partner {
        id
        name
      }
      transportDocumentReference
      typeLabel
      current {
        issueDateTime
        versionLabel
        transport {
          portOfDischarge {
            UNLocationCode
            facility {
              facilityCode
            }
          }
          portOfDischargeArrivalDate {
            value
            classifier
          }
          legs {
            vesselVoyage {
              vesselName
              vesselIMONumber
              carrierImportVoyageNumber
            }
          }
        }
        utilizedTransportEquipments {
          equipment {
            equipmentReference
          }
        }
        releaseInformation {
          isFreightReleased
          isCustomsReleased
        }
        changes {
          path
          before
          after
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    sources {
      partner {
        id
        name
      }
      status
      retrievedAt
    }
  }
}`;

export const BoardJoinsDocument: TypedDocument<BoardJoinsQuery, BoardJoinsQueryVariables> = `query BoardJoins(\$references: [String!]!, \$first: Int = 60) {
  arrivalNotices(
    filter: {transportDocumentReferences: \$references}
    first: \$first
  ) {
    nodes {
      id
      current {
        id
        arrivalCall {
          outcome
          unique {
            confidence
            reasons
            call {
              times {
                partner {
                  id
                  name
                }
                eventTypeCode
                eventClassifierCode
                dateTime
                retrievedAt
              }
              portCallEvents {
                ...BoardPortCall
              }
            }
          }
          candidates {
            confidence
          }
          sources {
            ...BoardSource
          }
        }
        portCallEvents {
          ...BoardPortCall
        }
      }
    }
  }
}

fragment BoardPortCall on PortCallEventMatchSet {
  outcome
  currentTimes {
    portCallServiceTypeCode
    portCallServiceEventTypeCode
    portCallPhaseTypeCode
    classifierCode
    serviceDateTime
    state
    event {
      partner {
        id
        name
      }
      receivedAt
    }
  }
  events {
    confidence
    event {
      kinds
    }
  }
  sources {
    ...BoardSource
  }
}

fragment BoardSource on SourceReport {
  partner {
    id
    name
  }
  standard
  status
  retrievedAt
}`;

export const BoardPortCallsDocument: TypedDocument<BoardPortCallsSubscription, BoardPortCallsSubscriptionVariables> = `subscription BoardPortCalls(\$after: String) {
  portCallEventReceived(after: \$after) {
    cursor
    event {
      portCall {
        UNLocationCode
      }
      vessel {
        vesselIMONumber
      }
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const BoardNoticeDocument: TypedDocument<BoardNoticeQuery, BoardNoticeQueryVariables> = `query BoardNotice(\$id: ID!, \$versions: Int = 50, \$after: String) {
  node(id: \$id) {
    ... on ArrivalNotice {
      id
      firstReceivedAt
      versions(first: \$versions, after: \$after) {
        nodes {
          id
          issueDateTime
          versionLabel
          receivedAt
          receivedBy
          isCurrent
          changes {
            path
            before
            after
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
      current {
        id
        freightPaymentStatus
        freeTimes {
          typeCodes
          ISOEquipmentCodes
          equipmentReferences
          duration
          timeUnit
          calculationBasis
          lastFreeDate {
            value
            classifier
          }
          lastFreeDateTime {
            value
            classifier
          }
        }
        charges {
          ...BoardCharge
        }
        utilizedTransportEquipments {
          equipment {
            equipmentReference
            ISOEquipmentCode
          }
          charges {
            ...BoardCharge
          }
        }
        pickupInformation {
          pickupNumber
          pickupLocation {
            locationName
            facility {
              facilityName
              facilityCode
            }
          }
        }
        releaseInformation {
          isOBLReceived
          isFreightReleased
          freightReleaseDate
          isCustomsReleased
        }
        visualization {
          name
          contentType
          byteLength
          url
        }
        arrivalCall {
          outcome
          terminalOutcome
          unique {
            call {
              id
              portCallEvents {
                ...BoardPortCallStory
              }
            }
          }
          candidates {
            confidence
            rule
            reasons
            dayDistance
            matchedOn {
              ...BoardComparison
            }
            contradictions {
              ...BoardComparison
            }
            notComparable {
              ...BoardComparison
            }
            call {
              id
              vessel {
                vesselIMONumber
              }
              times {
                partner {
                  id
                  name
                }
                eventTypeCode
                eventClassifierCode
                dateTime
                retrievedAt
              }
              records {
                partner {
                  id
                  name
                }
                kind
                vesselName
                UNLocationCode
                facilityCode
              }
            }
          }
          sources {
            ...BoardStorySource
          }
        }
        portCallEvents {
          ...BoardPortCallStory
        }
      }
    }
  }
}

fragment BoardCharge on Charge {
  chargeName
  chargeCode
  currencyAmount
  currencyCode
  paymentTermCode
  calculationBasis
  unitPrice
  quantity
}

fragment BoardComparison on AttributeComparison {
  attribute
  left {
    value
  }
  right {
    value
  }
}

fragment BoardPortCallStory on PortCallEventMatchSet {
  outcome
  events {
    isCurrent
    confidence
    reasons
    event {
      id
      partner {
        id
        name
      }
      kinds
      receivedAt
      eventUpdatedDateTime
      isFYI
      portCall {
        UNLocationCode
        isOmitted
      }
      terminalCall {
        isOmitted
      }
      portCallService {
        portCallServiceTypeCode
        portCallServiceEventTypeCode
        portCallPhaseTypeCode
        isCanceled
        isDeclined
        serviceLocation {
          locationName
          facility {
            facilityCode
          }
        }
      }
      vessel {
        vesselName
        vesselIMONumber
      }
      timestamp {
        classifierCode
        serviceDateTime
        delayReasonCodes
        remark
      }
    }
  }
  sources {
    ...BoardStorySource
  }
}

fragment BoardStorySource on SourceReport {
  partner {
    id
    name
  }
  standard
  status
  retrievedAt
  feedback {
    message
  }
}`;

export const BoardDocumentDocument: TypedDocument<BoardDocumentQuery, BoardDocumentQueryVariables> = `query BoardDocument(\$id: ID!) {
  node(id: \$id) {
    ... on ArrivalNoticeVersion {
      id
      document
    }
  }
}`;

export const BoardRowsDocument: TypedDocument<BoardRowsQuery, BoardRowsQueryVariables> = `query BoardRows(\$filter: ArrivalNoticeFilter, \$orderBy: ArrivalNoticeOrder = RECENTLY_CHANGED, \$first: Int = 100, \$after: String) {
  arrivalNotices(filter: \$filter, orderBy: \$orderBy, first: \$first, after: \$after) {
    nodes {
      current {
        ...BoardRow
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    sources {
      partner {
        id
        name
      }
      standard
      status
      retrievedAt
    }
  }
}

fragment BoardRow on ArrivalNoticeVersion {
  id
  partner {
    id
    name
  }
  notice {
    id
    firstReceivedAt
  }
  transportDocumentReference
  transportDocumentTypeCode
  typeLabel
  issueDateTime
  versionLabel
  receivedAt
  isCurrent
  carrierCode
  transport {
    portOfDischarge {
      locationName
      UNLocationCode
      facility {
        facilityName
        facilityCode
      }
    }
    portOfDischargeArrivalDate {
      value
      classifier
    }
    legs {
      modeOfTransport
      transportPlanStageSequenceNumber
      dischargeLocation {
        UNLocationCode
      }
      vesselVoyage {
        vesselName
        vesselIMONumber
        carrierImportVoyageNumber
        universalImportVoyageReference
        carrierServiceCode
        universalServiceReference
      }
    }
  }
  utilizedTransportEquipments {
    equipment {
      equipmentReference
    }
  }
  releaseInformation {
    isFreightReleased
    isCustomsReleased
  }
  changes {
    path
    before
    after
  }
}`;

export const BoardSearchDocument: TypedDocument<BoardSearchQuery, BoardSearchQueryVariables> = `query BoardSearch(\$references: [String!]!, \$text: String!, \$first: Int = 50) {
  byDocument: arrivalNotices(
    filter: {transportDocumentReferences: \$references}
    orderBy: RECENTLY_CHANGED
    first: \$first
  ) {
    nodes {
      current {
        ...BoardRow
      }
    }
  }
  byEquipment: arrivalNotices(
    filter: {equipmentReferences: \$references}
    orderBy: RECENTLY_CHANGED
    first: \$first
  ) {
    nodes {
      current {
        ...BoardRow
      }
    }
  }
  byVesselName: arrivalNotices(
    filter: {vesselName: \$text}
    orderBy: RECENTLY_CHANGED
    first: \$first
  ) {
    nodes {
      current {
        ...BoardRow
      }
    }
  }
  byVesselNumber: arrivalNotices(
    filter: {vesselIMONumber: \$text}
    orderBy: RECENTLY_CHANGED
    first: \$first
  ) {
    nodes {
      current {
        ...BoardRow
      }
    }
  }
  byPort: arrivalNotices(
    filter: {portOfDischarge: \$text}
    orderBy: RECENTLY_CHANGED
    first: \$first
  ) {
    nodes {
      current {
        ...BoardRow
      }
    }
  }
}

fragment BoardRow on ArrivalNoticeVersion {
  id
  partner {
    id
    name
  }
  notice {
    id
    firstReceivedAt
  }
  transportDocumentReference
  transportDocumentTypeCode
  typeLabel
  issueDateTime
  versionLabel
  receivedAt
  isCurrent
  carrierCode
  transport {
    portOfDischarge {
      locationName
      UNLocationCode
      facility {
        facilityName
        facilityCode
      }
    }
    portOfDischargeArrivalDate {
      value
      classifier
    }
    legs {
      modeOfTransport
      transportPlanStageSequenceNumber
      dischargeLocation {
        UNLocationCode
      }
      vesselVoyage {
        vesselName
        vesselIMONumber
        carrierImportVoyageNumber
        universalImportVoyageReference
        carrierServiceCode
        universalServiceReference
      }
    }
  }
  utilizedTransportEquipments {
    equipment {
      equipmentReference
    }
  }
  releaseInformation {
    isFreightReleased
    isCustomsReleased
  }
  changes {
    path
    before
    after
  }
}`;

export const BoardChangesDocument: TypedDocument<BoardChangesSubscription, BoardChangesSubscriptionVariables> = `subscription BoardChanges(\$filter: ArrivalNoticeFilter, \$after: String) {
  arrivalNoticeVersionReceived(filter: \$filter, after: \$after) {
    cursor
    version {
      ...BoardRow
    }
    missed {
      from
      to
      count
      reason
    }
  }
}

fragment BoardRow on ArrivalNoticeVersion {
  id
  partner {
    id
    name
  }
  notice {
    id
    firstReceivedAt
  }
  transportDocumentReference
  transportDocumentTypeCode
  typeLabel
  issueDateTime
  versionLabel
  receivedAt
  isCurrent
  carrierCode
  transport {
    portOfDischarge {
      locationName
      UNLocationCode
      facility {
        facilityName
        facilityCode
      }
    }
    portOfDischargeArrivalDate {
      value
      classifier
    }
    legs {
      modeOfTransport
      transportPlanStageSequenceNumber
      dischargeLocation {
        UNLocationCode
      }
      vesselVoyage {
        vesselName
        vesselIMONumber
        carrierImportVoyageNumber
        universalImportVoyageReference
        carrierServiceCode
        universalServiceReference
      }
    }
  }
  utilizedTransportEquipments {
    equipment {
      equipmentReference
    }
  }
  releaseInformation {
    isFreightReleased
    isCustomsReleased
  }
  changes {
    path
    before
    after
  }
}`;

export const BoardHeadDocument: TypedDocument<BoardHeadQuery, BoardHeadQueryVariables> = `query BoardHead {
  arrivalNoticeVersionLog(first: 1) {
    cursor
  }
}`;

export const DeliveriesDocument: TypedDocument<DeliveriesQuery, DeliveriesQueryVariables> = `query Deliveries {
  partners {
    id
    name
    arrivalNoticeDeliveries {
      ...DeliveryShown
    }
    portCallDeliveries {
      ...DeliveryShown
    }
  }
}

fragment DeliveryShown on Delivery {
  log
  state
  waiting
  hasMoreWaiting
  oldestWaitingSince
  lagSeconds
  attempts
  nextAttemptAt
  failingSince
  lastError {
    at
    code
    message
  }
  lastDeliveredAt
  paused {
    at
    reason
    by
  }
  missed {
    count
    at
  }
  deadLetterCount
  deadLetters(first: 3) {
    id
    sequence
    at
    attempts
    reason
    message
  }
}`;

export const ArrivalNoticeVersionHeadDocument: TypedDocument<ArrivalNoticeVersionHeadQuery, ArrivalNoticeVersionHeadQueryVariables> = `query ArrivalNoticeVersionHead {
  arrivalNoticeVersionLog(first: 1) {
    cursor
  }
}`;

export const ArrivalNoticeNotificationHeadDocument: TypedDocument<ArrivalNoticeNotificationHeadQuery, ArrivalNoticeNotificationHeadQueryVariables> = `query ArrivalNoticeNotificationHead {
  arrivalNoticeNotificationLog(first: 1) {
    cursor
  }
}`;

export const PortCallEventHeadDocument: TypedDocument<PortCallEventHeadQuery, PortCallEventHeadQueryVariables> = `query PortCallEventHead {
  portCallEventLog(first: 1) {
    cursor
  }
}`;

export const ArrivalAlertHeadDocument: TypedDocument<ArrivalAlertHeadQuery, ArrivalAlertHeadQueryVariables> = `query ArrivalAlertHead {
  arrivalAlertLog(first: 1) {
    cursor
  }
}`;

export const AcknowledgeAlertDocument: TypedDocument<AcknowledgeAlertMutation, AcknowledgeAlertMutationVariables> = `mutation AcknowledgeAlert(\$id: ID!) {
  acknowledgeAlert(id: \$id) {
    id
    acknowledgedAt
    needsAttention
  }
}`;

export const UnacknowledgeAlertDocument: TypedDocument<UnacknowledgeAlertMutation, UnacknowledgeAlertMutationVariables> = `mutation UnacknowledgeAlert(\$id: ID!) {
  unacknowledgeAlert(id: \$id) {
    id
    acknowledgedAt
    needsAttention
  }
}`;

export const SnoozeAlertDocument: TypedDocument<SnoozeAlertMutation, SnoozeAlertMutationVariables> = `mutation SnoozeAlert(\$id: ID!, \$until: DateTime!) {
  snoozeAlert(id: \$id, until: \$until) {
    id
    snoozedUntil
    needsAttention
  }
}`;

export const UnsnoozeAlertDocument: TypedDocument<UnsnoozeAlertMutation, UnsnoozeAlertMutationVariables> = `mutation UnsnoozeAlert(\$id: ID!) {
  unsnoozeAlert(id: \$id) {
    id
    snoozedUntil
    needsAttention
  }
}`;

export const MarkCollectedDocument: TypedDocument<MarkCollectedMutation, MarkCollectedMutationVariables> = `mutation MarkCollected(\$id: ID!) {
  markCollected(id: \$id) {
    id
    isCollected
    isOpen
  }
}`;

export const UnmarkCollectedDocument: TypedDocument<UnmarkCollectedMutation, UnmarkCollectedMutationVariables> = `mutation UnmarkCollected(\$id: ID!) {
  unmarkCollected(id: \$id) {
    id
    isCollected
    isOpen
  }
}`;

export const WatchAlertsDocument: TypedDocument<WatchAlertsSubscription, WatchAlertsSubscriptionVariables> = `subscription WatchAlerts(\$filter: ArrivalAlertFilter, \$after: String) {
  arrivalAlertRaised(filter: \$filter, after: \$after) {
    cursor
    alert {
      id
      kind
      severity
      transition
      raisedAt
      closedAt
      closedBy
      threshold
      subject
      before {
        text
        source
      }
      after {
        text
        source
      }
      hoursMoved
      evidence {
        source
        partner {
          id
          name
        }
        id
        at
      }
      arrival {
        id
        transportDocumentReference
        typeLabel
        equipmentReferences
        vesselName
        portName
        state
        bestTime {
          source
          classifier
          localDate
          localTime
        }
      }
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const WatchArrivalsDocument: TypedDocument<WatchArrivalsSubscription, WatchArrivalsSubscriptionVariables> = `subscription WatchArrivals(\$filter: ArrivalNoticeFilter, \$after: String) {
  arrivalNoticeVersionReceived(filter: \$filter, after: \$after) {
    cursor
    version {
      id
      partner {
        id
        name
      }
      transportDocumentReference
      typeLabel
      issueDateTime
      versionLabel
      isCurrent
      receivedAt
      transport {
        portOfDischarge {
          UNLocationCode
          facility {
            facilityCode
            facilityCodeListProvider
          }
        }
        portOfDischargeArrivalDate {
          value
          classifier
        }
        legs {
          modeOfTransport
          vesselVoyage {
            vesselName
            vesselIMONumber
            carrierImportVoyageNumber
          }
        }
      }
      utilizedTransportEquipments {
        equipment {
          equipmentReference
          ISOEquipmentCode
        }
        seals {
          number
        }
      }
      releaseInformation {
        isFreightReleased
        isCustomsReleased
      }
      freeTimes {
        typeCodes
        duration
        timeUnit
      }
      changes {
        path
        before
        after
      }
      notice {
        id
        firstReceivedAt
      }
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const WatchPortCallsDocument: TypedDocument<WatchPortCallsSubscription, WatchPortCallsSubscriptionVariables> = `subscription WatchPortCalls(\$filter: PortCallEventFilter, \$after: String) {
  portCallEventReceived(filter: \$filter, after: \$after) {
    cursor
    event {
      id
      partner {
        id
        name
      }
      kinds
      portCall {
        UNLocationCode
        portVisitReference
        isOmitted
      }
      portCallService {
        portCallServiceTypeCode
        portCallServiceEventTypeCode
      }
      vessel {
        vesselName
        vesselIMONumber
      }
      timestamp {
        classifierCode
        serviceDateTime
        remark
      }
      arrivalNotices {
        outcome
        notices {
          confidence
          version {
            partner {
              id
              name
            }
            transportDocumentReference
          }
        }
      }
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;
