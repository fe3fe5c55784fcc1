// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument } from '../document.ts';
/** The reason why an alert was closed. */
export type AlertCloseReason =
  /** An actual time was stated. */
  | 'ACTUAL_TIME'
  /** The arrival is no longer open. */
  | 'ARRIVAL_CLOSED'
  /** The cargo was collected. */
  | 'COLLECTED'
  /** The source has taken back the actual time on which it was based. */
  | 'CORRECTED'
  /** The last free day moved or is no longer stated. */
  | 'DAY_MOVED'
  /** There is a match again. */
  | 'MATCH_FOUND'
  /** The alert reached its maximum age. */
  | 'MAX_AGE'
  /** A side has stated something. */
  | 'NEWS_RECEIVED'
  /** The carrier skips the port or the terminal. */
  | 'OMITTED'
  /** The opposite fact was stated. */
  | 'OPPOSITE_STATED'
  /** Another call became the match. */
  | 'OTHER_CALL'
  /** The fact was reverted: the omission was revoked, or the cargo is stated not to be released. */
  | 'REVERTED'
  /** The sides agree. */
  | 'SIDES_AGREE'
  /** A side no longer states a time. */
  | 'STATEMENT_WITHDRAWN'
  /** The time has not turned back for 12 hours. */
  | 'STEADY'
  /** The next alert about the same replaced it: the next change, the next step of a deadline, or `OVERDUE` after `NO_NEWS`. */
  | 'SUPERSEDED'
  /** A time ahead was stated. */
  | 'TIME_AHEAD';

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
  /** The source of the best known time states a different time than before. */
  | 'ETA_CHANGED'
  /**
   * The time of a side turned back twice within 24 hours, each time by at least the threshold of `ETA_CHANGED`. While it is
   * open, times within the range `before` to `after` raise neither `ETA_CHANGED` nor `SOURCES_DISAGREE`.
   */
  | 'ETA_UNSTEADY'
  /** A last free day moved or was removed. */
  | 'FREE_TIME_CHANGED'
  /**
   * The last free day is near, and the cargo is not collected. A new alert is raised when 5, 3, 2 and 1 days are left and on the
   * day itself, from the tenant's threshold on; each alert closes the one before.
   */
  | 'LAST_FREE_DAY_NEAR'
  /** The last free day has passed, and the cargo is not collected. */
  | 'LAST_FREE_DAY_PASSED'
  /** The partner whose record was the match has answered without that record. */
  | 'MATCH_LOST'
  /** The arrival is near, and no side has stated anything for at least the threshold. Not raised after the best known time. */
  | 'NO_NEWS'
  /**
   * The best known time has passed by at least the threshold, and no side states that the ship has arrived. Its severity is `LOOK`,
   * and from 72 hours on `ACT_NOW`, which is an alert of its own.
   */
  | 'OVERDUE'
  /** The carrier skips the port or the terminal. */
  | 'PORT_CALL_OMITTED'
  /** The notice names another port of discharge. */
  | 'PORT_CHANGED'
  /** The cargo is released. */
  | 'RELEASED'
  /** A part of the release was withdrawn. */
  | 'RELEASE_WITHDRAWN'
  /** The times of two sides differ by at least the threshold. */
  | 'SOURCES_DISAGREE'
  /** The notice names another terminal. */
  | 'TERMINAL_CHANGED'
  /** The notice names another ship. */
  | 'VESSEL_CHANGED'
  /** The notice names another voyage. */
  | 'VOYAGE_CHANGED';

/** Severity of an alert. */
export type AlertSeverity =
  /** Requires an action at once. */
  | 'ACT_NOW'
  /** For information; never urgent. */
  | 'INFO'
  /** Requires a decision when the arrival is near. */
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
  /** `SOURCES_DISAGREE`: minimum number of hours between two sides: 12, 24, 48 or 72. Absent: the threshold of the tenant. */
  readonly disagreementHours?: number | null | undefined;
  /** `ETA_CHANGED`, `ETA_UNSTEADY`: minimum number of hours by which the time moved: 1, 3, 6, 12, 24 or 48. Absent: the threshold of the tenant. */
  readonly etaChangedHours?: number | null | undefined;
  /** Only open alerts (`true`) or only closed ones (`false`). Not supported by the log and the subscription. */
  readonly isOpen?: boolean | null | undefined;
  /** Kinds of alerts. */
  readonly kinds?: ReadonlyArray<AlertKind> | null | undefined;
  /** `LAST_FREE_DAY_NEAR`: maximum number of days that are left: 1, 2, 3 or 5. Absent: the threshold of the tenant. */
  readonly lastFreeDayNearDays?: number | null | undefined;
  /** `NO_NEWS`: minimum number of hours without a statement of any side: 24, 48, 72 or 120. Absent: the threshold of the tenant. */
  readonly noNewsHours?: number | null | undefined;
  /**
   * `OVERDUE`: minimum number of hours by which the best known time has passed: 12, 24, 48 or 72. Absent: the threshold of the
   * tenant.
   */
  readonly overdueHours?: number | null | undefined;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** Severities of alerts. */
  readonly severities?: ReadonlyArray<AlertSeverity> | null | undefined;
};

/** The event to which a time refers. */
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
  /** UN/LOCODEs of the port of discharge; case and spaces are ignored; at most 1,000 values. */
  readonly UNLocationCodes?: ReadonlyArray<string> | null | undefined;
  /** Only arrivals with an open alert of one of these kinds, by the thresholds of the caller's tenant. */
  readonly alertKinds?: ReadonlyArray<AlertKind> | null | undefined;
  /** First local day of the best known time, inclusive. Arrivals without a best known time do not match. */
  readonly bestDateFrom?: string | null | undefined;
  /** Last local day of the best known time, inclusive. Arrivals without a best known time do not match. */
  readonly bestDateTo?: string | null | undefined;
  /** Code of the carrier that issued the notice, compared exactly. */
  readonly carrierCode?: string | null | undefined;
  /**
   * Only arrivals that have changed after this instant: data that the caller may see, or a mark of the caller's own tenant. A source
   * that states the same again is no change.
   */
  readonly changedAfter?: string | null | undefined;
  /** Values of `documentKey`; at most 1,000 values. */
  readonly documentKeys?: ReadonlyArray<string | number> | null | undefined;
  /** Numbers of containers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /** Ids of arrivals; at most 1,000 values. */
  readonly ids?: ReadonlyArray<string | number> | null | undefined;
  /** Only open arrivals (`true`) or only those that are not open (`false`); null means all. */
  readonly isOpen?: boolean | null | undefined;
  /** Whether the cargo is released, as the notice states it. */
  readonly isReleased?: ReadonlyArray<ReleaseAnswer> | null | undefined;
  /** Only arrivals with an alert that is urgent for the caller's tenant (`true`), or only those without (`false`). */
  readonly isUrgent?: boolean | null | undefined;
  /** First last free day, local to the port, inclusive. Arrivals without a last free day do not match. */
  readonly lastFreeDateFrom?: string | null | undefined;
  /** Last last free day, local to the port, inclusive. Arrivals without a last free day do not match. */
  readonly lastFreeDateTo?: string | null | undefined;
  /** Only arrivals with an alert that needs the attention of the caller's tenant (`true`), or only those without (`false`). */
  readonly needsAttention?: boolean | null | undefined;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /**
   * Words of the names of the notice's parties, or the beginning of a party's code. Words are compared as in `text`. Each word must
   * be found, but not all at the same party.
   */
  readonly party?: string | null | undefined;
  /** States of the ship at the port. */
  readonly states?: ReadonlyArray<ArrivalState> | null | undefined;
  /**
   * Words, at most 10. Each of them, or several consecutive ones written together, must be the beginning of a document number,
   * a container number, any word of the name of the ship, of the port of discharge or of a party, an IMO number, a UN/LOCODE, a
   * voyage number, a party's code, a booking, purchase order, house bill, pickup number, or a reference of a customer or a party.
   * Case, accents, blanks and punctuation are ignored.
   */
  readonly text?: string | null | undefined;
  /** Numbers of transport documents, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: ReadonlyArray<string> | null | undefined;
  /** IMO number of the ship, with or without the prefix `IMO`. */
  readonly vesselIMONumber?: string | null | undefined;
  /** Ids of visits; at most 1,000 values. */
  readonly visits?: ReadonlyArray<string | number> | null | undefined;
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

/** Sort orders of arrivals. */
export type ArrivalOrder =
  /**
   * Arrivals that need attention first: those with an alert about a deadline (`LAST_FREE_DAY_PASSED`, `LAST_FREE_DAY_NEAR`,
   * `OVERDUE`), by the day of the earliest one, then by the most severe alert, then by the best known time, earliest first.
   */
  | 'ATTENTION'
  /**
   * By the best known time, earliest first; arrivals without one are last. While it is unsteady (`ETA_UNSTEADY`), by the time last
   * reported, in every order and filter.
   */
  | 'BEST_TIME'
  /**
   * By the last change of data that the caller may see or of a mark of the caller's own tenant, latest first. A row that changes
   * moves to the start.
   */
  | 'LAST_CHANGE'
  /** By the last free day, earliest first, then by the best known time; arrivals without a last free day are last. */
  | 'LAST_FREE_DAY';

/** The sides that state arrival times. */
export type ArrivalSide =
  /** The notice: the arrival at the port of discharge, as the carrier states it to the consignee. */
  | 'NOTICE'
  /** The port, its terminals and services: port call events. */
  | 'PORT'
  /** Schedules: the arrival of the ship at the call. */
  | 'SCHEDULE';

/** State of the ship at the port of discharge. */
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

/** State of the circuit breaker of a partner. */
export type BreakerState =
  /** The partner is queried. */
  | 'CLOSED'
  /** One request is in progress to find out whether the partner answers again. */
  | 'HALF_OPEN'
  /** The partner failed several times in a row and is not queried for a while; requests fail at once. */
  | 'OPEN';

/** Result of the check of one kind of alert. */
export type CheckOutcome =
  /** The required data is missing. */
  | 'NOT_CHECKED'
  /** It was checked, and the condition is not met. */
  | 'NOT_RAISED'
  /** An alert of the kind is open. */
  | 'RAISED';

/** Why a kind of alert is raised or not. */
export type CheckReasonCode =
  /** The ship has arrived: `time` is its actual time. */
  | 'ACTUAL_TIME'
  /** As `TIME_PASSED`, but no schedule or port call is matched, and no notice of the partner has stated an actual time. */
  | 'ACTUAL_TIMES_NOT_STATED'
  /** `alert` is open. */
  | 'ALERT_OPEN'
  /** The cargo is released; it is reported once, unless it was so in the first version. */
  | 'ALREADY_RELEASED'
  /** `daysLeft` days are left until `day`. */
  | 'DAYS_LEFT'
  /** Two sides, which state `comparedTime` and `time`, differ by `hours`. */
  | 'DIFFERENCE'
  /** The schedules of the partner of `record` have not stated the call that was the match since then. */
  | 'MATCH_LOST'
  /** As `MATCH_LOST`, but the omission of the port call explains it. */
  | 'MATCH_LOST_BY_OMISSION'
  /** The schedules of the partner of `record` stated the matched call. */
  | 'MATCH_STATED'
  /** `time` differs by `hours` from `comparedTime`, which its source stated when it was last reported or became the best known time. */
  | 'MOVED'
  /** As `RECENT_NEWS`, but `time` is more than 5 days from now. */
  | 'NEWS_BEFORE_DISTANT_TIME'
  /** As `RECENT_NEWS`, but `time` has passed. */
  | 'NEWS_BEFORE_PASSED_TIME'
  /** Only an open arrival of a ship that is expected at a known time is checked: `state`, `time` and `isOpen` are not so. */
  | 'NOT_EXPECTED'
  /** No version of the notice names a value. */
  | 'NOT_NAMED'
  /** No event of the matched visit states that it is omitted. */
  | 'NOT_OMITTED'
  /** `release` is not a release of the cargo. */
  | 'NOT_RELEASED'
  /** No side states an actual time of the event. */
  | 'NO_ACTUAL_TIME'
  /** The current version of the notice states no charges. */
  | 'NO_CHARGES'
  /** The notice states no last free day. */
  | 'NO_LAST_FREE_DAY'
  /** `side` has no match, because of `sideOutcome`. */
  | 'NO_MATCH'
  /** No part of `release` has become `NO` that was `YES` before. */
  | 'NO_PART_WITHDRAWN'
  /** No side states an arrival time. */
  | 'NO_TIME'
  /** The port call is omitted, as `record` states. */
  | 'OMITTED'
  /** As `DIFFERENCE`, and at least one of the two times is not current. */
  | 'OUTDATED_DIFFERENCE'
  /** The actual time is `time`; it is reported once, for 72 hours, unless it was known from the start. */
  | 'REACHED'
  /** The last news is `record`; the best known time, `time`, is within 5 days. */
  | 'RECENT_NEWS'
  /** The source of `time` stated `comparedTime`, the same, when it was last reported or became the best known time. */
  | 'SAME_TIME'
  /** Schedules could not be queried, so the match may still be stated. */
  | 'SCHEDULES_NOT_AVAILABLE'
  /** Fewer than two sides state an arrival time: `side` does not, because of `sideOutcome`. */
  | 'SIDE_WITHOUT_TIME'
  /** No time of a side turns back and forth by the threshold. */
  | 'STEADY'
  /** The best known time, `time`, has not passed. */
  | 'TIME_AHEAD'
  /** The best known time, `time`, passed `hours` hours ago. */
  | 'TIME_PASSED'
  /** The time of a side turns back and forth. */
  | 'TURNING'
  /** The notice has stated the same since the version `record`. */
  | 'UNCHANGED';

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
  /** The time for retries has passed: three days, or `retry.giveUpHours` of the subscriber in its file. */
  | 'EXPIRED'
  /** The partner accepted the message and reported an ERROR for this version. */
  | 'FEEDBACK'
  /** The subscriber answered with a status that rejects the content. */
  | 'REFUSED';

/** A log that is delivered to subscribers. */
export type DeliveryLog =
  /** Alerts of arrivals; sent to webhooks only. */
  | 'ARRIVAL_ALERTS'
  /** Notifications of partners, forwarded to subscribers that receive notices too. */
  | 'ARRIVAL_NOTICE_NOTIFICATIONS'
  /** Versions of notices, sent as notices, or as notifications to subscribers that receive notifications only. */
  | 'ARRIVAL_NOTICE_VERSIONS'
  /** Port call events. */
  | 'PORT_CALL_EVENTS';

/** What the answer to an attempt meant. */
export type DeliveryOutcome =
  /** The message was accepted. */
  | 'DELIVERED'
  /** The address or the credential was rejected, which has paused the delivery. */
  | 'PAUSE'
  /** The content was rejected. */
  | 'REFUSED'
  /** The message is sent again. */
  | 'RETRY';

/** State of a delivery. */
export type DeliveryState =
  /** New versions are sent. */
  | 'DELIVERING'
  /** The file of the partner or the access file no longer configures this delivery. Waiting versions are kept. */
  | 'ENDED'
  /** The last attempt failed, and no later one has succeeded; it is retried. */
  | 'FAILING'
  /** Nothing is sent until an operator resumes the delivery. */
  | 'PAUSED';

/** What to do with a mark. */
export type MarkAction =
  /** Mark an alert as acknowledged. */
  | 'ACKNOWLEDGE'
  /** Mark containers of an arrival as collected. */
  | 'MARK_COLLECTED'
  /** Snooze an alert. */
  | 'SNOOZE'
  /** Remove the acknowledgement of an alert. */
  | 'UNACKNOWLEDGE'
  /** Remove the mark that containers of an arrival are collected. */
  | 'UNMARK_COLLECTED'
  /** End the snooze of an alert. */
  | 'UNSNOOZE';

/** A mark to set or to remove. */
export type MarkInput = {
  /** What to do. */
  readonly action: MarkAction;
  /**
   * Required for a visit: its `alertsCursor` when it was read, or a cursor of the log of alerts. Alerts that were raised or have changed after it
   * are not marked.
   */
  readonly alertsSeen?: string | null | undefined;
  /**
   * `MARK_COLLECTED`, `UNMARK_COLLECTED`: numbers of the containers; case and spaces are ignored; at most 1,000 values. Absent: all
   * containers of the arrival.
   */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /**
   * Id of the alert; for `MARK_COLLECTED` and `UNMARK_COLLECTED` of the arrival. For `ACKNOWLEDGE` and `SNOOZE` it may be the id of a
   * visit: all alerts of its arrivals that need attention are marked, at most 1,000; repeat the mark for more.
   */
  readonly id: string | number;
  /** `SNOOZE`: end of the snooze, in the future. */
  readonly until?: string | null | undefined;
};

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
  /** Ship, port and voyage agree, or an equally distinctive combination of attributes. */
  | 'STRONG'
  /** The match is possible, and only weak keys agree. */
  | 'WEAK';

/** Result of assessing the candidates. */
export type MatchOutcome =
  /** There are candidates, and none of them is reliable enough or distinguishable. */
  | 'AMBIGUOUS'
  /** Every candidate has a contradiction. */
  | 'CONFLICTING'
  /** All relevant sources answered, and no candidate was found. */
  | 'NONE'
  /** One candidate is the match. */
  | 'UNIQUE'
  /** A relevant source was not queried, failed, or may have withheld rows. */
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
  /** The only candidate that nothing contradicts agrees in too few attributes to be the match; `missing` names what would suffice. */
  | 'TOO_LITTLE_EVIDENCE'
  /** Another ship is stated for the same voyage: the ship was replaced, or one statement is wrong. */
  | 'VESSEL_DIFFERS'
  /** The time zone of the port is unknown, so days may differ by one. */
  | 'ZONE_UNKNOWN';

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

/** Whether a condition is met. */
export type ReleaseAnswer =
  /** Stated not to be met. */
  | 'NO'
  /** Not required: a sea waybill has no original bill of lading. */
  | 'NOT_REQUIRED'
  /** Not stated. */
  | 'UNKNOWN'
  /** Stated to be met. */
  | 'YES';

/** A part of the release of cargo. */
export type ReleasePart =
  /** Customs. */
  | 'CUSTOMS'
  /** The freight. */
  | 'FREIGHT'
  /** The original bill of lading. */
  | 'ORIGINAL_BILL_OF_LADING';

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
  /** There is no match, and all relevant sources were queried. */
  | 'NONE'
  /** The side was not queried yet, or the caller may not see it. */
  | 'NOT_QUERIED'
  /** One match: the side may state something. */
  | 'UNIQUE'
  /** There is no match, and not all relevant sources were queried. */
  | 'UNKNOWN';

/** Result of querying one partner. */
export type SourceStatus =
  /** It was not queried: the GraphQL request had already caused the maximum number of requests to partners for matches. */
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
   * It accepts no requests now: it is rate limited, failed several times in a row, or its limits are used up. Landfall
   * did not wait for it; the rows are stored rows. `retryAt` is the time of the next request.
   */
  | 'PARTNER_BUSY'
  /** It did not answer within `maxWaitMs`; the rows are stored rows. Its late answer is stored for the next query. */
  | 'PENDING'
  /** It was not queried, or not completely: the tenant has used up its requests to partners for now. */
  | 'RATE_LIMITED'
  /** It rejected a filter of the query. */
  | 'REFUSED_FILTER'
  /** It was not queried; the rows are stored rows. */
  | 'STORED'
  /** It did not answer in time. */
  | 'TIMED_OUT'
  /** It has more rows than were fetched, or, for a match, its answer ends before the stated day. */
  | 'TRUNCATED';

/** Certainty of a time. */
export type TimeClassifier =
  /** Actual. */
  | 'ACT'
  /** Estimated. */
  | 'EST'
  /** Planned; for a port, a commitment of the provider. */
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


export type AlertsQuery = { readonly arrivalAlerts: { readonly nodes: ReadonlyArray<{ readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closeReason: AlertCloseReason | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null };

export type AlertFieldsFragment = { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closeReason: AlertCloseReason | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string> } | null };

export type ArrivalContainersQueryVariables = Exact<{
  filter?: ArrivalFilter | null | undefined;
  orderBy?: ArrivalOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalContainersQuery = { readonly arrivalContainers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string } | null, readonly pickupLocation: { readonly locationName: string | null } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind }>, readonly release: { readonly isReleased: ReleaseAnswer }, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly consignee: { readonly partyName: string | null } | null, readonly bestTime: { readonly localDate: string } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ArrivalsByAttentionQueryVariables = Exact<{
  filter?: ArrivalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsByAttentionQuery = { readonly arrivals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly state: ArrivalState, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null, readonly statements: { readonly notice: { readonly outcome: SideOutcome, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null }, readonly schedule: { readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null }, readonly port: { readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly unknown: ReadonlyArray<ReleasePart> }, readonly lastFree: { readonly localDate: string } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null };

export type TimeFieldsFragment = { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null };

export type ArrivalsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly partner: { readonly id: string, readonly name: string }, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly retrievedAt: string | null, readonly partner: { readonly id: string, readonly name: string } | null }> } | null };

export type BoardRowsQueryVariables = Exact<{
  filter?: ArrivalFilter | null | undefined;
  orderBy?: ArrivalOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  documents?: boolean | null | undefined;
  containers?: boolean | null | undefined;
  ships?: boolean | null | undefined;
}>;


export type BoardRowsQuery = { readonly arrivals?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly carrierCode: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly carrierBookingReferences: ReadonlyArray<string>, readonly purchaseOrderReferences: ReadonlyArray<string>, readonly houseBillOfLadingReferences: ReadonlyArray<string>, readonly customerReferences: ReadonlyArray<string>, readonly pickupNumbers: ReadonlyArray<string>, readonly descriptionOfGoods: ReadonlyArray<string>, readonly state: ArrivalState, readonly isOpen: boolean, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly sameDocument: ReadonlyArray<{ readonly id: string, readonly typeLabel: string | null, readonly isCollected: boolean }>, readonly vessel: { readonly vesselIMONumber: string } | null, readonly port: { readonly UNLocationCode: string } | null, readonly facility: { readonly facilityCode: string } | null, readonly containers: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly consignee: { readonly partyName: string | null, readonly reference: string | null } | null, readonly notifyParties: ReadonlyArray<{ readonly partyName: string | null, readonly reference: string | null }>, readonly shipper: { readonly partyName: string | null, readonly reference: string | null } | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null, readonly statements: { readonly notice: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly schedule: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly port: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null, readonly arrivalContainers?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly carrierCode: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly carrierBookingReferences: ReadonlyArray<string>, readonly purchaseOrderReferences: ReadonlyArray<string>, readonly houseBillOfLadingReferences: ReadonlyArray<string>, readonly customerReferences: ReadonlyArray<string>, readonly pickupNumbers: ReadonlyArray<string>, readonly descriptionOfGoods: ReadonlyArray<string>, readonly state: ArrivalState, readonly isOpen: boolean, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly sameDocument: ReadonlyArray<{ readonly id: string, readonly typeLabel: string | null, readonly isCollected: boolean }>, readonly vessel: { readonly vesselIMONumber: string } | null, readonly port: { readonly UNLocationCode: string } | null, readonly facility: { readonly facilityCode: string } | null, readonly containers: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly consignee: { readonly partyName: string | null, readonly reference: string | null } | null, readonly notifyParties: ReadonlyArray<{ readonly partyName: string | null, readonly reference: string | null }>, readonly shipper: { readonly partyName: string | null, readonly reference: string | null } | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null, readonly statements: { readonly notice: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly schedule: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly port: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null }> }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null, readonly arrivalVisits?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly arrivalCount: number, readonly containerCount: number, readonly deadline: string | null, readonly alertsCursor: string, readonly arrivals: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly carrierCode: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly carrierBookingReferences: ReadonlyArray<string>, readonly purchaseOrderReferences: ReadonlyArray<string>, readonly houseBillOfLadingReferences: ReadonlyArray<string>, readonly customerReferences: ReadonlyArray<string>, readonly pickupNumbers: ReadonlyArray<string>, readonly descriptionOfGoods: ReadonlyArray<string>, readonly state: ArrivalState, readonly isOpen: boolean, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly sameDocument: ReadonlyArray<{ readonly id: string, readonly typeLabel: string | null, readonly isCollected: boolean }>, readonly vessel: { readonly vesselIMONumber: string } | null, readonly port: { readonly UNLocationCode: string } | null, readonly facility: { readonly facilityCode: string } | null, readonly containers: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly consignee: { readonly partyName: string | null, readonly reference: string | null } | null, readonly notifyParties: ReadonlyArray<{ readonly partyName: string | null, readonly reference: string | null }>, readonly shipper: { readonly partyName: string | null, readonly reference: string | null } | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null, readonly statements: { readonly notice: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly schedule: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly port: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null }> }> }, readonly alertCounts: ReadonlyArray<{ readonly kind: AlertKind, readonly count: number }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type BoardVisitFragment = { readonly id: string, readonly arrivalCount: number, readonly containerCount: number, readonly deadline: string | null, readonly alertsCursor: string, readonly alertCounts: ReadonlyArray<{ readonly kind: AlertKind, readonly count: number }> };

export type BoardCountsQueryVariables = Exact<{
  hasContainers?: boolean | null | undefined;
  shown?: ArrivalFilter | null | undefined;
  attention?: ArrivalFilter | null | undefined;
  over?: ArrivalFilter | null | undefined;
  today?: ArrivalFilter | null | undefined;
  late?: ArrivalFilter | null | undefined;
  moved?: ArrivalFilter | null | undefined;
  week?: ArrivalFilter | null | undefined;
  changed?: ArrivalFilter | null | undefined;
  unreleased?: ArrivalFilter | null | undefined;
  all?: ArrivalFilter | null | undefined;
}>;


export type BoardCountsQuery = { readonly shown?: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly containers?: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly attention: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly over: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly today: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly late: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly moved: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly week: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly changed: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly unreleased: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null, readonly all: { readonly totalCount: { readonly value: number, readonly isExact: boolean } | null } | null };

export type BoardChangedQueryVariables = Exact<{
  filter?: ArrivalFilter | null | undefined;
  first?: number | null | undefined;
}>;


export type BoardChangedQuery = { readonly arrivals: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null };

export type BoardOpenedQueryVariables = Exact<{
  id?: string | number | null | undefined;
  partner?: string | number | null | undefined;
  transportDocumentReference?: string | null | undefined;
  typeLabel?: string | null | undefined;
}>;


export type BoardOpenedQuery = { readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly carrierCode: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly carrierBookingReferences: ReadonlyArray<string>, readonly purchaseOrderReferences: ReadonlyArray<string>, readonly houseBillOfLadingReferences: ReadonlyArray<string>, readonly customerReferences: ReadonlyArray<string>, readonly pickupNumbers: ReadonlyArray<string>, readonly descriptionOfGoods: ReadonlyArray<string>, readonly state: ArrivalState, readonly isOpen: boolean, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly sameDocument: ReadonlyArray<{ readonly id: string, readonly typeLabel: string | null, readonly isCollected: boolean }>, readonly vessel: { readonly vesselIMONumber: string } | null, readonly port: { readonly UNLocationCode: string } | null, readonly facility: { readonly facilityCode: string } | null, readonly containers: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly consignee: { readonly partyName: string | null, readonly reference: string | null } | null, readonly notifyParties: ReadonlyArray<{ readonly partyName: string | null, readonly reference: string | null }>, readonly shipper: { readonly partyName: string | null, readonly reference: string | null } | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null, readonly statements: { readonly notice: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly schedule: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly port: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null }> } | null };

export type BoardPortsQueryVariables = Exact<{
  text: string;
}>;


export type BoardPortsQuery = { readonly arrivals: { readonly nodes: ReadonlyArray<{ readonly portName: string | null, readonly port: { readonly UNLocationCode: string } | null }> } | null };

export type BoardLogHeadsQueryVariables = Exact<{ [key: string]: never; }>;


export type BoardLogHeadsQuery = { readonly alerts: { readonly cursor: string } | null, readonly versions: { readonly cursor: string } | null, readonly events: { readonly cursor: string } | null };

export type BoardAlertsSubscriptionVariables = Exact<{
  filter?: ArrivalAlertFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardAlertsSubscription = { readonly arrivalAlertRaised: { readonly cursor: string, readonly alert: { readonly id: string, readonly kind: AlertKind, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly isUrgent: boolean, readonly arrival: { readonly id: string, readonly transportDocumentReference: string } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardVersionsSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardVersionsSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly receivedAt: string } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardPortCallEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BoardPortCallEventsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly receivedAt: string } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardArrivalFragment = { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly documentKey: string, readonly carrierCode: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly portName: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly carrierBookingReferences: ReadonlyArray<string>, readonly purchaseOrderReferences: ReadonlyArray<string>, readonly houseBillOfLadingReferences: ReadonlyArray<string>, readonly customerReferences: ReadonlyArray<string>, readonly pickupNumbers: ReadonlyArray<string>, readonly descriptionOfGoods: ReadonlyArray<string>, readonly state: ArrivalState, readonly isOpen: boolean, readonly isCollected: boolean, readonly needsAttention: boolean, readonly partner: { readonly id: string, readonly name: string }, readonly sameDocument: ReadonlyArray<{ readonly id: string, readonly typeLabel: string | null, readonly isCollected: boolean }>, readonly vessel: { readonly vesselIMONumber: string } | null, readonly port: { readonly UNLocationCode: string } | null, readonly facility: { readonly facilityCode: string } | null, readonly containers: ReadonlyArray<{ readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null }>, readonly consignee: { readonly partyName: string | null, readonly reference: string | null } | null, readonly notifyParties: ReadonlyArray<{ readonly partyName: string | null, readonly reference: string | null }>, readonly shipper: { readonly partyName: string | null, readonly reference: string | null } | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly bestTime: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null, readonly statements: { readonly notice: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly schedule: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null }, readonly port: { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null } }, readonly differences: ReadonlyArray<{ readonly between: ReadonlyArray<ArrivalSide>, readonly hours: number, readonly days: number, readonly later: ArrivalSide | null }>, readonly release: { readonly isReleased: ReleaseAnswer, readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer }, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null, readonly openAlerts: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null }> };

export type BoardContainerFragment = { readonly id: string, readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null, readonly pickupNumber: string | null, readonly isCollected: boolean, readonly lastFree: { readonly localDate: string, readonly dateTime: string | null, readonly typeCodes: ReadonlyArray<string> } | null };

export type BoardPartyFragment = { readonly partyName: string | null, readonly reference: string | null };

export type BoardSideFragment = { readonly side: ArrivalSide, readonly outcome: SideOutcome, readonly isStale: boolean, readonly queriedAt: string | null, readonly arrival: { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string } | null };

export type BoardTimeFragment = { readonly source: ArrivalSide, readonly event: ArrivalEvent, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null, readonly zone: string | null, readonly instant: string | null, readonly statedAt: string };

export type BoardAlertFragment = { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null } | null };

export type BoardAlertValueFragment = { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null } | null };

export type BoardNoticeQueryVariables = Exact<{
  partner: string | number;
  transportDocumentReference: string;
  typeLabel?: string | null | undefined;
  arrivals?: ReadonlyArray<string | number> | string | number | null | undefined;
  versions?: number | null | undefined;
  alerts?: number | null | undefined;
}>;


export type BoardNoticeQuery = { readonly arrivalNotice: { readonly id: string, readonly arrival: { readonly id: string, readonly freeTimes: ReadonlyArray<{ readonly equipmentReference: string | null, readonly description: string | null, readonly pickup: { readonly localDate: string } | null, readonly return: { readonly localDate: string } | null }>, readonly checks: ReadonlyArray<{ readonly kind: AlertKind, readonly outcome: CheckOutcome, readonly reason: string, readonly threshold: number | null, readonly reasons: ReadonlyArray<{ readonly code: CheckReasonCode, readonly hours: number | null, readonly day: string | null, readonly daysLeft: number | null, readonly value: string | null, readonly since: string | null, readonly side: ArrivalSide | null, readonly sideOutcome: SideOutcome | null, readonly state: ArrivalState | null, readonly isOpen: boolean | null, readonly time: { readonly source: ArrivalSide, readonly localDate: string, readonly localTime: string | null } | null, readonly comparedTime: { readonly source: ArrivalSide, readonly localDate: string, readonly localTime: string | null } | null, readonly record: { readonly source: ArrivalSide, readonly partner: { readonly name: string } } | null, readonly release: { readonly freight: ReleaseAnswer, readonly customs: ReleaseAnswer, readonly originalBillOfLading: ReleaseAnswer } | null }> }> } | null, readonly versions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly transport: { readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly pageInfo: { readonly hasNextPage: boolean } }, readonly current: { readonly id: string, readonly issueDateTime: string, readonly receivedAt: string, readonly versionLabel: string | null, readonly transportDocumentTypeCode: string | null, readonly freightPaymentStatus: string | null, readonly transport: { readonly portOfDischarge: { readonly facility: { readonly facilityName: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null } | null, readonly carrierContactInformation: ReadonlyArray<{ readonly name: string | null, readonly phone: string | null, readonly email: string | null }> | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly pickupInformation: { readonly pickupNumber: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null } | null, readonly releaseInformation: { readonly isOBLReceived: boolean | null, readonly isFreightReleased: boolean | null, readonly freightReleaseDate: string | null, readonly isCustomsReleased: boolean | null, readonly carrierInformationForCargoRelease: ReadonlyArray<{ readonly name: string | null, readonly phone: string | null, readonly email: string | null }> | null } | null, readonly visualization: { readonly name: string | null, readonly contentType: string | null, readonly byteLength: number } | null, readonly arrivalCall: { readonly unique: { readonly call: { readonly id: string, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }> } | null } } | null } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }> } | null } } | null, readonly arrivalAlerts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly closedAt: string | null, readonly closeReason: AlertCloseReason | null, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null, readonly classifier: TimeClassifier | null, readonly statedAt: string } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null, readonly classifier: TimeClassifier | null, readonly statedAt: string } | null } | null }> } | null };

export type BoardFileQueryVariables = Exact<{
  id: string | number;
}>;


export type BoardFileQuery = { readonly node:
    | { readonly id: string, readonly visualization: { readonly name: string | null, readonly contentType: string | null, readonly content: string | null } | null }
    | Record<PropertyKey, never>
   | null };

export type BoardComparedQueryVariables = Exact<{
  id: string | number;
  since: string | number;
}>;


export type BoardComparedQuery = { readonly node:
    | { readonly id: string, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }
    | Record<PropertyKey, never>
   | null };

export type BoardDocumentQueryVariables = Exact<{
  id: string | number;
}>;


export type BoardDocumentQuery = { readonly node:
    | { readonly id: string, readonly document: unknown }
    | Record<PropertyKey, never>
   | null };

export type BoardCheckedTimeFragment = { readonly source: ArrivalSide, readonly localDate: string, readonly localTime: string | null };

export type BoardChargeFragment = { readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null };

export type BoardPortCallStoryFragment = { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly id: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly partner: { readonly id: string, readonly name: string }, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }> };

export type BoardContactFragment = { readonly name: string | null, readonly phone: string | null, readonly email: string | null };

export type BoardNoticeAlertFragment = { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly raisedAt: string, readonly closedAt: string | null, readonly closeReason: AlertCloseReason | null, readonly subject: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly hoursMoved: number | null, readonly acknowledgedAt: string | null, readonly snoozedUntil: string | null, readonly needsAttention: boolean, readonly before: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null, readonly classifier: TimeClassifier | null, readonly statedAt: string } | null } | null, readonly after: { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null, readonly classifier: TimeClassifier | null, readonly statedAt: string } | null } | null };

export type BoardNoticeAlertValueFragment = { readonly text: string, readonly name: string | null, readonly source: ArrivalSide, readonly time: { readonly localDate: string, readonly localTime: string | null, readonly classifier: TimeClassifier | null, readonly statedAt: string } | null };

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
  equipmentReferences?: ReadonlyArray<string> | string | null | undefined;
}>;


export type MarkCollectedMutation = { readonly markCollected: { readonly id: string, readonly isCollected: boolean, readonly isOpen: boolean } | null };

export type UnmarkCollectedMutationVariables = Exact<{
  id: string | number;
  equipmentReferences?: ReadonlyArray<string> | string | null | undefined;
}>;


export type UnmarkCollectedMutation = { readonly unmarkCollected: { readonly id: string, readonly isCollected: boolean, readonly isOpen: boolean } | null };

export type ApplyMarksMutationVariables = Exact<{
  marks: ReadonlyArray<MarkInput> | MarkInput;
}>;


export type ApplyMarksMutation = { readonly applyMarks: ReadonlyArray<{ readonly id: string, readonly action: MarkAction, readonly code: string | null, readonly message: string | null, readonly undo: { readonly action: MarkAction, readonly id: string, readonly until: string | null, readonly equipmentReferences: ReadonlyArray<string> | null } | null }> | null };

export type PauseWebhookMutationVariables = Exact<{
  id: string | number;
  log?: DeliveryLog | null | undefined;
  reason?: string | null | undefined;
}>;


export type PauseWebhookMutation = { readonly pauseWebhook: { readonly id: string, readonly deliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly deadLetterCount: number, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null }> } | null };

export type ResumeWebhookMutationVariables = Exact<{
  id: string | number;
  log?: DeliveryLog | null | undefined;
}>;


export type ResumeWebhookMutation = { readonly resumeWebhook: { readonly id: string, readonly deliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly deadLetterCount: number, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null }> } | null };

export type ReplayWebhookMutationVariables = Exact<{
  id: string | number;
  log?: DeliveryLog | null | undefined;
  since?: string | null | undefined;
  document?: string | null | undefined;
  deadLetters?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type ReplayWebhookMutation = { readonly replayWebhook: { readonly id: string, readonly deliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly deadLetterCount: number, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null }> } | null };

export type WebhookOperatedFragment = { readonly id: string, readonly deliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly deadLetterCount: number, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null }> };

export type PartnersQueryVariables = Exact<{ [key: string]: never; }>;


export type PartnersQuery = { readonly partners: ReadonlyArray<{ readonly id: string, readonly name: string, readonly arrivalNotices: { readonly health: { readonly breaker: BreakerState, readonly answers: number, readonly failures: number, readonly lastResponse: { readonly at: string } | null, readonly lastFailure: { readonly at: string, readonly code: string, readonly message: string } | null } | null, readonly lastReceived: { readonly at: string } | null, readonly receivedRemarks: { readonly objects: number, readonly latest: ReadonlyArray<{ readonly path: string, readonly message: string, readonly objects: number, readonly receivedAt: string }> } | null } | null, readonly commercialSchedules: { readonly health: { readonly breaker: BreakerState, readonly answers: number, readonly failures: number, readonly lastResponse: { readonly at: string } | null, readonly lastFailure: { readonly at: string, readonly code: string, readonly message: string } | null } | null, readonly lastReceived: { readonly at: string } | null, readonly receivedRemarks: { readonly objects: number, readonly latest: ReadonlyArray<{ readonly path: string, readonly message: string, readonly objects: number, readonly receivedAt: string }> } | null } | null, readonly portCalls: { readonly health: { readonly breaker: BreakerState, readonly answers: number, readonly failures: number, readonly lastResponse: { readonly at: string } | null, readonly lastFailure: { readonly at: string, readonly code: string, readonly message: string } | null } | null, readonly lastReceived: { readonly at: string } | null, readonly receivedRemarks: { readonly objects: number, readonly latest: ReadonlyArray<{ readonly path: string, readonly message: string, readonly objects: number, readonly receivedAt: string }> } | null } | null }> | null };

export type PartnerStandardShownFragment = { readonly health: { readonly breaker: BreakerState, readonly answers: number, readonly failures: number, readonly lastResponse: { readonly at: string } | null, readonly lastFailure: { readonly at: string, readonly code: string, readonly message: string } | null } | null, readonly lastReceived: { readonly at: string } | null, readonly receivedRemarks: { readonly objects: number, readonly latest: ReadonlyArray<{ readonly path: string, readonly message: string, readonly objects: number, readonly receivedAt: string }> } | null };

export type WatchAlertsSubscriptionVariables = Exact<{
  filter?: ArrivalAlertFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchAlertsSubscription = { readonly arrivalAlertRaised: { readonly cursor: string, readonly alert: { readonly id: string, readonly kind: AlertKind, readonly severity: AlertSeverity, readonly transition: AlertTransition, readonly raisedAt: string, readonly closedAt: string | null, readonly closeReason: AlertCloseReason | null, readonly threshold: number | null, readonly subject: string | null, readonly hoursMoved: number | null, readonly before: { readonly text: string, readonly source: ArrivalSide } | null, readonly after: { readonly text: string, readonly source: ArrivalSide } | null, readonly evidence: ReadonlyArray<{ readonly source: ArrivalSide, readonly id: string, readonly at: string, readonly partner: { readonly id: string, readonly name: string } }>, readonly arrival: { readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly equipmentReferences: ReadonlyArray<string>, readonly vesselName: string | null, readonly portName: string | null, readonly state: ArrivalState, readonly bestTime: { readonly source: ArrivalSide, readonly classifier: TimeClassifier | null, readonly localDate: string, readonly localTime: string | null } | null } | null, readonly visit: { readonly id: string } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

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

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { readonly webhooks: ReadonlyArray<{ readonly id: string, readonly tenant: string, readonly deliveries: ReadonlyArray<{ readonly log: DeliveryLog, readonly state: DeliveryState, readonly waiting: number, readonly hasMoreWaiting: boolean, readonly oldestWaitingSince: string | null, readonly lagSeconds: number, readonly attempts: number, readonly nextAttemptAt: string | null, readonly failingSince: string | null, readonly lastDeliveredAt: string | null, readonly deadLetterCount: number, readonly lastError: { readonly at: string, readonly code: string, readonly message: string } | null, readonly paused: { readonly at: string, readonly reason: string, readonly by: string | null } | null, readonly missed: { readonly count: number, readonly at: string } | null, readonly latestAttempts: ReadonlyArray<{ readonly at: string, readonly messageID: string, readonly sequences: ReadonlyArray<number>, readonly outcome: DeliveryOutcome, readonly durationMs: number, readonly errorMessage: string | null }>, readonly deadLetters: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly at: string, readonly attempts: number, readonly reason: DeliveryDeadLetterReason, readonly message: string }> }> }> | null };

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
  closeReason
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

export const ArrivalContainersDocument: TypedDocument<ArrivalContainersQuery, ArrivalContainersQueryVariables> = `query ArrivalContainers(\$filter: ArrivalFilter, \$orderBy: ArrivalOrder = ATTENTION, \$first: Int = 50, \$after: String) {
  arrivalContainers(
    filter: \$filter
    orderBy: \$orderBy
    first: \$first
    after: \$after
  ) {
    nodes {
      id
      equipmentReference
      ISOEquipmentCode
      lastFree {
        localDate
      }
      pickupNumber
      pickupLocation {
        locationName
      }
      isCollected
      openAlerts {
        id
        kind
      }
      release {
        isReleased
      }
      arrival {
        id
        transportDocumentReference
        consignee {
          partyName
        }
        bestTime {
          localDate
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
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
          queriedAt
          arrival {
            ...TimeFields
          }
        }
        port {
          outcome
          isStale
          queriedAt
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

export const BoardRowsDocument: TypedDocument<BoardRowsQuery, BoardRowsQueryVariables> = `query BoardRows(\$filter: ArrivalFilter, \$orderBy: ArrivalOrder = ATTENTION, \$first: Int = 50, \$after: String, \$documents: Boolean = false, \$containers: Boolean = false, \$ships: Boolean = false) {
  arrivals(filter: \$filter, orderBy: \$orderBy, first: \$first, after: \$after) @include(if: \$documents) {
    nodes {
      ...BoardArrival
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  arrivalContainers(
    filter: \$filter
    orderBy: \$orderBy
    first: \$first
    after: \$after
  ) @include(if: \$containers) {
    nodes {
      ...BoardContainer
      arrival {
        ...BoardArrival
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  arrivalVisits(filter: \$filter, orderBy: \$orderBy, first: \$first, after: \$after) @include(if: \$ships) {
    nodes {
      ...BoardVisit
      arrivals(orderBy: \$orderBy, first: 1) {
        nodes {
          ...BoardArrival
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

fragment BoardVisit on ArrivalVisit {
  id
  arrivalCount
  containerCount
  deadline
  alertCounts {
    kind
    count
  }
  alertsCursor
}

fragment BoardArrival on Arrival {
  id
  partner {
    id
    name
  }
  transportDocumentReference
  typeLabel
  documentKey
  sameDocument {
    id
    typeLabel
    isCollected
  }
  carrierCode
  vessel {
    vesselIMONumber
  }
  vesselName
  carrierImportVoyageNumber
  universalImportVoyageReference
  port {
    UNLocationCode
  }
  portName
  facility {
    facilityCode
  }
  equipmentReferences
  containers {
    ...BoardContainer
  }
  consignee {
    ...BoardParty
  }
  notifyParties {
    ...BoardParty
  }
  shipper {
    ...BoardParty
  }
  carrierBookingReferences
  purchaseOrderReferences
  houseBillOfLadingReferences
  customerReferences
  pickupNumbers
  descriptionOfGoods
  cargoGrossWeight {
    value
    unit
  }
  state
  bestTime {
    ...BoardTime
  }
  statements {
    notice {
      ...BoardSide
    }
    schedule {
      ...BoardSide
    }
    port {
      ...BoardSide
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
    freight
    customs
    originalBillOfLading
  }
  lastFree {
    localDate
    dateTime
    typeCodes
  }
  isOpen
  isCollected
  needsAttention
  openAlerts {
    ...BoardAlert
  }
}

fragment BoardContainer on ArrivalContainer {
  id
  equipmentReference
  ISOEquipmentCode
  lastFree {
    localDate
    dateTime
    typeCodes
  }
  pickupNumber
  isCollected
}

fragment BoardParty on ArrivalParty {
  partyName
  reference
}

fragment BoardSide on SideStatement {
  side
  outcome
  isStale
  queriedAt
  arrival {
    ...BoardTime
  }
}

fragment BoardTime on ArrivalTime {
  source
  event
  classifier
  localDate
  localTime
  zone
  instant
  statedAt
}

fragment BoardAlert on ArrivalAlert {
  id
  kind
  severity
  raisedAt
  subject
  equipmentReferences
  before {
    ...BoardAlertValue
  }
  after {
    ...BoardAlertValue
  }
  hoursMoved
  acknowledgedAt
  snoozedUntil
  needsAttention
}

fragment BoardAlertValue on AlertValue {
  text
  name
  source
  time {
    localDate
    localTime
  }
}`;

export const BoardCountsDocument: TypedDocument<BoardCountsQuery, BoardCountsQueryVariables> = `query BoardCounts(\$hasContainers: Boolean = false, \$shown: ArrivalFilter, \$attention: ArrivalFilter, \$over: ArrivalFilter, \$today: ArrivalFilter, \$late: ArrivalFilter, \$moved: ArrivalFilter, \$week: ArrivalFilter, \$changed: ArrivalFilter, \$unreleased: ArrivalFilter, \$all: ArrivalFilter) {
  shown: arrivals(filter: \$shown, first: 1) @skip(if: \$hasContainers) {
    totalCount {
      value
      isExact
    }
  }
  containers: arrivalContainers(filter: \$shown, first: 1) @include(if: \$hasContainers) {
    totalCount {
      value
      isExact
    }
  }
  attention: arrivals(filter: \$attention, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  over: arrivals(filter: \$over, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  today: arrivals(filter: \$today, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  late: arrivals(filter: \$late, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  moved: arrivals(filter: \$moved, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  week: arrivals(filter: \$week, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  changed: arrivals(filter: \$changed, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  unreleased: arrivals(filter: \$unreleased, first: 1) {
    totalCount {
      value
      isExact
    }
  }
  all: arrivals(filter: \$all, first: 1) {
    totalCount {
      value
      isExact
    }
  }
}`;

export const BoardChangedDocument: TypedDocument<BoardChangedQuery, BoardChangedQueryVariables> = `query BoardChanged(\$filter: ArrivalFilter, \$first: Int = 100) {
  arrivals(filter: \$filter, orderBy: LAST_CHANGE, first: \$first) {
    nodes {
      id
    }
    pageInfo {
      hasNextPage
    }
  }
}`;

export const BoardOpenedDocument: TypedDocument<BoardOpenedQuery, BoardOpenedQueryVariables> = `query BoardOpened(\$id: ID, \$partner: ID, \$transportDocumentReference: String, \$typeLabel: String) {
  arrival(
    id: \$id
    partner: \$partner
    transportDocumentReference: \$transportDocumentReference
    typeLabel: \$typeLabel
  ) {
    ...BoardArrival
  }
}

fragment BoardArrival on Arrival {
  id
  partner {
    id
    name
  }
  transportDocumentReference
  typeLabel
  documentKey
  sameDocument {
    id
    typeLabel
    isCollected
  }
  carrierCode
  vessel {
    vesselIMONumber
  }
  vesselName
  carrierImportVoyageNumber
  universalImportVoyageReference
  port {
    UNLocationCode
  }
  portName
  facility {
    facilityCode
  }
  equipmentReferences
  containers {
    ...BoardContainer
  }
  consignee {
    ...BoardParty
  }
  notifyParties {
    ...BoardParty
  }
  shipper {
    ...BoardParty
  }
  carrierBookingReferences
  purchaseOrderReferences
  houseBillOfLadingReferences
  customerReferences
  pickupNumbers
  descriptionOfGoods
  cargoGrossWeight {
    value
    unit
  }
  state
  bestTime {
    ...BoardTime
  }
  statements {
    notice {
      ...BoardSide
    }
    schedule {
      ...BoardSide
    }
    port {
      ...BoardSide
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
    freight
    customs
    originalBillOfLading
  }
  lastFree {
    localDate
    dateTime
    typeCodes
  }
  isOpen
  isCollected
  needsAttention
  openAlerts {
    ...BoardAlert
  }
}

fragment BoardContainer on ArrivalContainer {
  id
  equipmentReference
  ISOEquipmentCode
  lastFree {
    localDate
    dateTime
    typeCodes
  }
  pickupNumber
  isCollected
}

fragment BoardParty on ArrivalParty {
  partyName
  reference
}

fragment BoardSide on SideStatement {
  side
  outcome
  isStale
  queriedAt
  arrival {
    ...BoardTime
  }
}

fragment BoardTime on ArrivalTime {
  source
  event
  classifier
  localDate
  localTime
  zone
  instant
  statedAt
}

fragment BoardAlert on ArrivalAlert {
  id
  kind
  severity
  raisedAt
  subject
  equipmentReferences
  before {
    ...BoardAlertValue
  }
  after {
    ...BoardAlertValue
  }
  hoursMoved
  acknowledgedAt
  snoozedUntil
  needsAttention
}

fragment BoardAlertValue on AlertValue {
  text
  name
  source
  time {
    localDate
    localTime
  }
}`;

export const BoardPortsDocument: TypedDocument<BoardPortsQuery, BoardPortsQueryVariables> = `query BoardPorts(\$text: String!) {
  arrivals(filter: {text: \$text, isOpen: null}, first: 100) {
    nodes {
      port {
        UNLocationCode
      }
      portName
    }
  }
}`;

export const BoardLogHeadsDocument: TypedDocument<BoardLogHeadsQuery, BoardLogHeadsQueryVariables> = `query BoardLogHeads {
  alerts: arrivalAlertLog(first: 1) {
    cursor
  }
  versions: arrivalNoticeVersionLog(first: 1) {
    cursor
  }
  events: portCallEventLog(first: 1) {
    cursor
  }
}`;

export const BoardAlertsDocument: TypedDocument<BoardAlertsSubscription, BoardAlertsSubscriptionVariables> = `subscription BoardAlerts(\$filter: ArrivalAlertFilter, \$after: String) {
  arrivalAlertRaised(filter: \$filter, after: \$after) {
    cursor
    alert {
      id
      kind
      transition
      raisedAt
      closedAt
      arrival {
        id
        transportDocumentReference
      }
      isUrgent
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const BoardVersionsDocument: TypedDocument<BoardVersionsSubscription, BoardVersionsSubscriptionVariables> = `subscription BoardVersions(\$filter: ArrivalNoticeFilter, \$after: String) {
  arrivalNoticeVersionReceived(filter: \$filter, after: \$after) {
    cursor
    version {
      receivedAt
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const BoardPortCallEventsDocument: TypedDocument<BoardPortCallEventsSubscription, BoardPortCallEventsSubscriptionVariables> = `subscription BoardPortCallEvents(\$after: String) {
  portCallEventReceived(after: \$after) {
    cursor
    event {
      receivedAt
    }
    missed {
      from
      to
      count
      reason
    }
  }
}`;

export const BoardNoticeDocument: TypedDocument<BoardNoticeQuery, BoardNoticeQueryVariables> = `query BoardNotice(\$partner: ID!, \$transportDocumentReference: String!, \$typeLabel: String, \$arrivals: [ID!], \$versions: Int = 50, \$alerts: Int = 100) {
  arrivalNotice(
    partner: \$partner
    transportDocumentReference: \$transportDocumentReference
    typeLabel: \$typeLabel
  ) {
    id
    arrival {
      id
      freeTimes {
        equipmentReference
        pickup {
          localDate
        }
        return {
          localDate
        }
        description
      }
      checks {
        kind
        outcome
        reason
        reasons {
          code
          time {
            ...BoardCheckedTime
          }
          comparedTime {
            ...BoardCheckedTime
          }
          hours
          day
          daysLeft
          value
          since
          record {
            source
            partner {
              name
            }
          }
          side
          sideOutcome
          state
          isOpen
          release {
            freight
            customs
            originalBillOfLading
          }
        }
        threshold
      }
    }
    versions(first: \$versions) {
      nodes {
        id
        issueDateTime
        versionLabel
        receivedAt
        isCurrent
        transport {
          portOfDischargeArrivalDate {
            value
            classifier
          }
        }
        changes {
          path
          before
          after
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    current {
      id
      issueDateTime
      receivedAt
      versionLabel
      transportDocumentTypeCode
      freightPaymentStatus
      transport {
        portOfDischarge {
          facility {
            facilityName
          }
        }
        portOfDischargeArrivalDate {
          value
          classifier
        }
      }
      carrierContactInformation {
        ...BoardContact
      }
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
        pickupInformation {
          pickupNumber
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
        carrierInformationForCargoRelease {
          ...BoardContact
        }
      }
      visualization {
        name
        contentType
        byteLength
      }
      arrivalCall {
        unique {
          call {
            id
            portCallEvents {
              ...BoardPortCallStory
            }
          }
        }
      }
      portCallEvents {
        ...BoardPortCallStory
      }
    }
  }
  arrivalAlerts(filter: {arrivals: \$arrivals}, first: \$alerts) {
    nodes {
      ...BoardNoticeAlert
    }
  }
}

fragment BoardCheckedTime on ArrivalTime {
  source
  localDate
  localTime
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

fragment BoardPortCallStory on PortCallEventMatchSet {
  outcome
  events {
    isCurrent
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
}

fragment BoardContact on PartyContactDetail {
  name
  phone
  email
}

fragment BoardNoticeAlert on ArrivalAlert {
  id
  kind
  severity
  raisedAt
  closedAt
  closeReason
  subject
  equipmentReferences
  before {
    ...BoardNoticeAlertValue
  }
  after {
    ...BoardNoticeAlertValue
  }
  hoursMoved
  acknowledgedAt
  snoozedUntil
  needsAttention
}

fragment BoardNoticeAlertValue on AlertValue {
  text
  name
  source
  time {
    localDate
    localTime
    classifier
    statedAt
  }
}`;

export const BoardFileDocument: TypedDocument<BoardFileQuery, BoardFileQueryVariables> = `query BoardFile(\$id: ID!) {
  node(id: \$id) {
    ... on ArrivalNoticeVersion {
      id
      visualization {
        name
        contentType
        content
      }
    }
  }
}`;

export const BoardComparedDocument: TypedDocument<BoardComparedQuery, BoardComparedQueryVariables> = `query BoardCompared(\$id: ID!, \$since: ID!) {
  node(id: \$id) {
    ... on ArrivalNoticeVersion {
      id
      changes(since: \$since) {
        path
        before
        after
      }
    }
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

export const MarkCollectedDocument: TypedDocument<MarkCollectedMutation, MarkCollectedMutationVariables> = `mutation MarkCollected(\$id: ID!, \$equipmentReferences: [String!]) {
  markCollected(id: \$id, equipmentReferences: \$equipmentReferences) {
    id
    isCollected
    isOpen
  }
}`;

export const UnmarkCollectedDocument: TypedDocument<UnmarkCollectedMutation, UnmarkCollectedMutationVariables> = `mutation UnmarkCollected(\$id: ID!, \$equipmentReferences: [String!]) {
  unmarkCollected(id: \$id, equipmentReferences: \$equipmentReferences) {
    id
    isCollected
    isOpen
  }
}`;

export const ApplyMarksDocument: TypedDocument<ApplyMarksMutation, ApplyMarksMutationVariables> = `mutation ApplyMarks(\$marks: [MarkInput!]!) {
  applyMarks(marks: \$marks) {
    id
    action
    code
    message
    undo {
      action
      id
      until
      equipmentReferences
    }
  }
}`;

export const PauseWebhookDocument: TypedDocument<PauseWebhookMutation, PauseWebhookMutationVariables> = `mutation PauseWebhook(\$id: ID!, \$log: DeliveryLog, \$reason: String) {
  pauseWebhook(id: \$id, log: \$log, reason: \$reason) {
    ...WebhookOperated
  }
}

fragment WebhookOperated on Webhook {
  id
  deliveries {
    log
    state
    waiting
    paused {
      at
      reason
      by
    }
    deadLetterCount
  }
}`;

export const ResumeWebhookDocument: TypedDocument<ResumeWebhookMutation, ResumeWebhookMutationVariables> = `mutation ResumeWebhook(\$id: ID!, \$log: DeliveryLog) {
  resumeWebhook(id: \$id, log: \$log) {
    ...WebhookOperated
  }
}

fragment WebhookOperated on Webhook {
  id
  deliveries {
    log
    state
    waiting
    paused {
      at
      reason
      by
    }
    deadLetterCount
  }
}`;

export const ReplayWebhookDocument: TypedDocument<ReplayWebhookMutation, ReplayWebhookMutationVariables> = `mutation ReplayWebhook(\$id: ID!, \$log: DeliveryLog, \$since: DateTime, \$document: String, \$deadLetters: [ID!]) {
  replayWebhook(
    id: \$id
    log: \$log
    since: \$since
    document: \$document
    deadLetters: \$deadLetters
  ) {
    ...WebhookOperated
  }
}

fragment WebhookOperated on Webhook {
  id
  deliveries {
    log
    state
    waiting
    paused {
      at
      reason
      by
    }
    deadLetterCount
  }
}`;

export const PartnersDocument: TypedDocument<PartnersQuery, PartnersQueryVariables> = `query Partners {
  partners {
    id
    name
    arrivalNotices {
      ...PartnerStandardShown
    }
    commercialSchedules {
      ...PartnerStandardShown
    }
    portCalls {
      ...PartnerStandardShown
    }
  }
}

fragment PartnerStandardShown on PartnerStandard {
  health {
    breaker
    answers
    failures
    lastResponse {
      at
    }
    lastFailure {
      at
      code
      message
    }
  }
  lastReceived {
    at
  }
  receivedRemarks {
    objects
    latest {
      path
      message
      objects
      receivedAt
    }
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
      closeReason
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
      visit {
        id
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

export const WebhooksDocument: TypedDocument<WebhooksQuery, WebhooksQueryVariables> = `query Webhooks {
  webhooks {
    id
    tenant
    deliveries {
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
      latestAttempts {
        at
        messageID
        sequences
        outcome
        durationMs
        errorMessage
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
    }
  }
}`;
