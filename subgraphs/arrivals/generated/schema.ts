// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '#platform/graphql/shared-types.ts';
import type { ArrivalView, ContainerView, ContainerPage, ContainerEdge, VisitView, VisitPage, VisitEdge, ArrivalPage, ArrivalPageEdge, AlertPage, AlertEdge, AlertLogPage, AlertEvent } from '../queries.ts';
import type { AppliedMark } from '../apply-marks.ts';
import type { NoticeParty, SideStatement as StatedSide, StatedArrivalTime, EvidenceRef } from '../model.ts';
import type { WebhookView } from '../webhooks/webhook-operations.ts';
import type { DeliveryReport } from '#platform/publisher/deliveries/operations.ts';
import type { AlertView, AlertValue as StatedValue } from '../alerts.ts';
import type { Check } from '../checks.ts';
import type { CheckReason as ExplainedReason } from '../facts/fact-context.ts';
import type { RequestContext } from '../resolvers.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar day at the place of the event, `YYYY-MM-DD`. It has no time zone and is never converted. */
  Date: { input: string; output: string; }
  /** An instant in RFC 3339 format with an offset. A value from a partner is returned exactly as the partner wrote it. */
  DateTime: { input: string; output: string; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** A postal address. */
export type Address = {
  readonly __typename?: 'Address';
  /** Post-office box. */
  readonly POBox?: Maybe<Scalars['String']['output']>;
  /** The address as unstructured lines; at most five (since 1.0.1). */
  readonly addressLines?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** City. */
  readonly city?: Maybe<Scalars['String']['output']>;
  /** Country, ISO 3166-1 alpha-2. */
  readonly countryCode?: Maybe<Scalars['String']['output']>;
  /** Floor. */
  readonly floor?: Maybe<Scalars['String']['output']>;
  /** Postal code. */
  readonly postCode?: Maybe<Scalars['String']['output']>;
  /** State or region. */
  readonly stateRegion?: Maybe<Scalars['String']['output']>;
  /** Street. */
  readonly street?: Maybe<Scalars['String']['output']>;
  /** House number. */
  readonly streetNumber?: Maybe<Scalars['String']['output']>;
};

/** Why one kind of alert is raised or not. */
export type AlertCheck = {
  readonly __typename?: 'AlertCheck';
  /** The kind. */
  readonly kind: AlertKind;
  /** The result. */
  readonly outcome: CheckOutcome;
  /** What was checked and why the condition is met or not, in English: the text of `reasons`. */
  readonly reason: Scalars['String']['output'];
  /**
   * The same for programs, which write it in the language of their user. Usually one; `SOURCES_DISAGREE` has one for each pair
   * of sides, and a kind that is raised has one for each open alert.
   */
  readonly reasons: ReadonlyArray<CheckReason>;
  /** The threshold of the caller's tenant: hours, or days for the last free day; null for kinds without thresholds. */
  readonly threshold?: Maybe<Scalars['Int']['output']>;
};

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

/** Number of alerts of a kind. */
export type AlertKindCount = {
  readonly __typename?: 'AlertKindCount';
  /** The number. */
  readonly count: Scalars['Int']['output'];
  /** The kind. */
  readonly kind: AlertKind;
};

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

/** A value before or after a change. */
export type AlertValue = {
  readonly __typename?: 'AlertValue';
  /** Name of what `text` identifies, if the source states one: of a ship or a port. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The side that states it. */
  readonly source: ArrivalSide;
  /** The value as text, such as `2026-03-09`, `9321483` or `EUR 120.00`. */
  readonly text: Scalars['String']['output'];
  /** The time, if the value is a time. */
  readonly time?: Maybe<ArrivalTime>;
};

/**
 * The arrival that one notice announces, with the statements of all sides. Every value names its source. A caller sees only values
 * that are derived from sources that it may see.
 */
export type Arrival = {
  readonly __typename?: 'Arrival';
  /** The best known time of arrival: the statement that is closest to an actual time; null if no side states one. */
  readonly bestTime?: Maybe<ArrivalTime>;
  /** Gross weight of all goods; null if it is not stated for all of them in one unit. */
  readonly cargoGrossWeight?: Maybe<Weight>;
  /** Numbers of the bookings. */
  readonly carrierBookingReferences: ReadonlyArray<Scalars['String']['output']>;
  /** Code of the carrier that issued the notice. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `carrierCode`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** The carrier's number of the import voyage, on which the ship arrives. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** When data that the caller may see, or a mark of the caller's own tenant, last changed: the order `LAST_CHANGE` and `changedAfter` go by it. */
  readonly changedAt: Scalars['DateTime']['output'];
  /** For every kind of alert: what was checked and why it is raised or not, now and by the thresholds of the caller's tenant. */
  readonly checks: ReadonlyArray<AlertCheck>;
  /**
   * Who in the caller's tenant marked the cargo as collected, the last container if there are several: the subject of the token, where
   * people sign in; otherwise null.
   */
  readonly collectedBy?: Maybe<Scalars['String']['output']>;
  /** The consignee (`CN`). */
  readonly consignee?: Maybe<ArrivalParty>;
  /** The containers; empty if the notice names none. */
  readonly containers: ReadonlyArray<ArrivalContainer>;
  /** References of the customers (`CR`) for the shipment, its containers or its goods. */
  readonly customerReferences: ReadonlyArray<Scalars['String']['output']>;
  /** Descriptions of the goods, at most 500 characters in total; the notice has them in full. */
  readonly descriptionOfGoods: ReadonlyArray<Scalars['String']['output']>;
  /** Differences between the arrival times of the sides. */
  readonly differences: ReadonlyArray<ArrivalDifference>;
  /** Equal for all arrivals of one document of one partner, regardless of the label of the notice. */
  readonly documentKey: Scalars['ID']['output'];
  /** Numbers of the containers. */
  readonly equipmentReferences: ReadonlyArray<Scalars['String']['output']>;
  /** The terminal at the port of discharge. */
  readonly facility?: Maybe<ArrivalFacility>;
  /** Free time of each container. */
  readonly freeTimes: ReadonlyArray<ContainerFreeTime>;
  /** Numbers of the house bills of lading. */
  readonly houseBillOfLadingReferences: ReadonlyArray<Scalars['String']['output']>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Whether the caller's tenant has marked all containers as collected, or the whole cargo if the notice names no container. */
  readonly isCollected: Scalars['Boolean']['output'];
  /** Whether the arrival is open: not marked as collected, and `openUntil` has not passed. */
  readonly isOpen: Scalars['Boolean']['output'];
  /** Whether an open alert is urgent for the caller's tenant (`ArrivalAlert.isUrgent`). */
  readonly isUrgent: Scalars['Boolean']['output'];
  /**
   * The earliest last free day of pickup of the containers that the caller's tenant has not marked as collected, or of all
   * containers once all are collected; null if the notice states none.
   */
  readonly lastFree?: Maybe<LastFree>;
  /** Whether an open alert needs the attention of the caller's tenant: it is neither acknowledged nor snoozed. */
  readonly needsAttention: Scalars['Boolean']['output'];
  /** The parties to be notified of the arrival (`N1`, `N2`, `NI`), in this order. */
  readonly notifyParties: ReadonlyArray<ArrivalParty>;
  /** The open alerts, by the thresholds of the caller's tenant, in the order in which they were raised. */
  readonly openAlerts: ReadonlyArray<ArrivalAlert>;
  /** Time until which the arrival is open, unless it is marked as collected; null if it is unknown. */
  readonly openUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The partner that sent the notice. */
  readonly partner: PartnerName;
  /** Numbers that the haulier has to present, of the whole notice and of single containers. */
  readonly pickupNumbers: ReadonlyArray<Scalars['String']['output']>;
  /** The port of discharge. */
  readonly port?: Maybe<Port>;
  /** Name of the port of discharge, as the notice states it. */
  readonly portName?: Maybe<Scalars['String']['output']>;
  /** Numbers of the purchase orders that parties or goods name. */
  readonly purchaseOrderReferences: ReadonlyArray<Scalars['String']['output']>;
  /** Whether the cargo is released, as the notice states it. */
  readonly release: ArrivalRelease;
  /** The other arrivals of the same document of the same partner that the caller may see, at most 20: notices with other labels. */
  readonly sameDocument: ReadonlyArray<Arrival>;
  /** The shipper (`OS`). */
  readonly shipper?: Maybe<ArrivalParty>;
  /** State of the ship at the port of discharge, by evidence. */
  readonly state: ArrivalState;
  /** The records on which the state is based. */
  readonly stateEvidence: ReadonlyArray<Evidence>;
  /** What each side states. */
  readonly statements: ArrivalStatements;
  /** Number of the transport document. */
  readonly transportDocumentReference: Scalars['String']['output'];
  /** Label of the notice; null for the notice without a label. */
  readonly typeLabel?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the import voyage, on which the ship arrives. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** The ship that arrives at the port of discharge, as the notice names it. */
  readonly vessel?: Maybe<Vessel>;
  /** Name of the ship, as the notice states it. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
  /** The visit of the ship with which the cargo arrives. */
  readonly visit?: Maybe<ArrivalVisit>;
};

/** One alert: a fact about an arrival that was raised, and possibly closed. */
export type ArrivalAlert = {
  readonly __typename?: 'ArrivalAlert';
  /** When the caller's tenant acknowledged it; null if it has not. */
  readonly acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who in the caller's tenant acknowledged it: the subject of the token, where people sign in; otherwise null. */
  readonly acknowledgedBy?: Maybe<Scalars['String']['output']>;
  /** The value after. */
  readonly after?: Maybe<AlertValue>;
  /** The arrival, in its present state. */
  readonly arrival?: Maybe<Arrival>;
  /** The value before. */
  readonly before?: Maybe<AlertValue>;
  /** `ETA_CHANGED`: the change of ship, voyage or port that explains it; otherwise null. */
  readonly cause?: Maybe<AlertKind>;
  /** Why it was closed; null while it is open. */
  readonly closeReason?: Maybe<AlertCloseReason>;
  /** When it was closed; null while it is open. */
  readonly closedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The records that closed it; empty if it was closed by time. */
  readonly closingEvidence: ReadonlyArray<Evidence>;
  /** `LAST_FREE_DAY_NEAR`: at most so many days are left: 5, 3, 2, 1, or 0 on the last free day; null for other kinds. */
  readonly daysLeft?: Maybe<Scalars['Int']['output']>;
  /** The containers, for an alert about the last free day; empty for other kinds, and if the notice names no container. */
  readonly equipmentReferences: ReadonlyArray<Scalars['String']['output']>;
  /** The records on which it is based. */
  readonly evidence: ReadonlyArray<Evidence>;
  /**
   * `ETA_CHANGED`: hours by which the time moved, negative if earlier. `SOURCES_DISAGREE`: the distance in hours.
   * `ETA_UNSTEADY`: the length of the range in hours.
   */
  readonly hoursMoved?: Maybe<Scalars['Float']['output']>;
  /** Id of the alert; the same when it is raised and when it is closed. */
  readonly id: Scalars['ID']['output'];
  /**
   * Whether it is urgent: it needs attention, and its severity is `ACT_NOW`, or `LOOK` while the arrival is near. An arrival is near
   * from 5 days before its best known time or before the time that a change replaced, and if it has no time.
   */
  readonly isUrgent: Scalars['Boolean']['output'];
  /** The kind of fact. */
  readonly kind: AlertKind;
  /** Whether it needs the attention of the caller's tenant: it is open, not acknowledged and not snoozed. */
  readonly needsAttention: Scalars['Boolean']['output'];
  /** When it was raised. */
  readonly raisedAt: Scalars['DateTime']['output'];
  /** The severity. */
  readonly severity: AlertSeverity;
  /** Who in the caller's tenant snoozed it: the subject of the token, where people sign in; otherwise null. */
  readonly snoozedBy?: Maybe<Scalars['String']['output']>;
  /** Time until which the caller's tenant has snoozed it; null if it is not snoozed now. */
  readonly snoozedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The subject, if an arrival can have several alerts of the kind: one or two sides, a last free day, or the time of the last news. */
  readonly subject?: Maybe<Scalars['String']['output']>;
  /** The step that the caller's threshold selects: hours, or days for the last free day; null for kinds without steps. */
  readonly threshold?: Maybe<Scalars['Int']['output']>;
  /** The last transition; in an event, the transition that the event reports. */
  readonly transition: AlertTransition;
  /** `ETA_UNSTEADY`: how often the time has turned back; null for other kinds. */
  readonly turns?: Maybe<Scalars['Int']['output']>;
  /** The visit of the arrival. */
  readonly visit?: Maybe<ArrivalVisit>;
};

/** One page of alerts. */
export type ArrivalAlertConnection = {
  readonly __typename?: 'ArrivalAlertConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalAlertEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalAlert>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** An alert on a page. */
export type ArrivalAlertEdge = {
  readonly __typename?: 'ArrivalAlertEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The alert. */
  readonly node: ArrivalAlert;
};

/**
 * Condition on alerts. All attributes must match (AND); of a list, one value must match (OR). The thresholds select the
 * alerts that reach them; each is one of a few steps.
 */
export type ArrivalAlertFilter = {
  /** Ids of arrivals; at most 1,000 values. */
  readonly arrivals?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Alerts raised or closed after this instant. */
  readonly changedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Alerts raised or closed before this instant. */
  readonly changedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** `SOURCES_DISAGREE`: minimum number of hours between two sides: 12, 24, 48 or 72. Absent: the threshold of the tenant. */
  readonly disagreementHours?: InputMaybe<Scalars['Int']['input']>;
  /** `ETA_CHANGED`, `ETA_UNSTEADY`: minimum number of hours by which the time moved: 1, 3, 6, 12, 24 or 48. Absent: the threshold of the tenant. */
  readonly etaChangedHours?: InputMaybe<Scalars['Int']['input']>;
  /** Only open alerts (`true`) or only closed ones (`false`). Not supported by the log and the subscription. */
  readonly isOpen?: InputMaybe<Scalars['Boolean']['input']>;
  /** Kinds of alerts. */
  readonly kinds?: InputMaybe<ReadonlyArray<AlertKind>>;
  /** `LAST_FREE_DAY_NEAR`: maximum number of days that are left: 1, 2, 3 or 5. Absent: the threshold of the tenant. */
  readonly lastFreeDayNearDays?: InputMaybe<Scalars['Int']['input']>;
  /** `NO_NEWS`: minimum number of hours without a statement of any side: 24, 48, 72 or 120. Absent: the threshold of the tenant. */
  readonly noNewsHours?: InputMaybe<Scalars['Int']['input']>;
  /**
   * `OVERDUE`: minimum number of hours by which the best known time has passed: 12, 24, 48 or 72. Absent: the threshold of the
   * tenant.
   */
  readonly overdueHours?: InputMaybe<Scalars['Int']['input']>;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Severities of alerts. */
  readonly severities?: InputMaybe<ReadonlyArray<AlertSeverity>>;
};

/** One page of the log of alerts. */
export type ArrivalAlertLogPage = {
  readonly __typename?: 'ArrivalAlertLogPage';
  /** Cursor for the next page. It also covers the log entries that were read and did not match. */
  readonly cursor: Scalars['String']['output'];
  /** The matching events, in log order. */
  readonly events: ReadonlyArray<ArrivalAlertPayload>;
  /** Whether the log has more entries now. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** Sort orders of alerts. */
export type ArrivalAlertOrder =
  /** By the time when the alert was raised, latest first. A row never changes its position. */
  | 'NEWEST_FIRST'
  /** By the time when the alert was raised, earliest first. A row never changes its position. */
  | 'OLDEST_FIRST'
  /** By the time of the last change, latest first. A row that changes moves to the start. */
  | 'RECENTLY_CHANGED';

/** An alert that was raised or closed, or a gap in the stream. Exactly one of `alert` and `missed` is set. */
export type ArrivalAlertPayload = {
  readonly __typename?: 'ArrivalAlertPayload';
  /** The alert as of this event. */
  readonly alert?: Maybe<ArrivalAlert>;
  /** Cursor to resume after this event (`after`). It is the same for every subscriber with the same rights. */
  readonly cursor: Scalars['String']['output'];
  /** The gap: events that could not be sent. */
  readonly missed?: Maybe<MissedEvents>;
};

/** One page of arrivals. */
export type ArrivalConnection = {
  readonly __typename?: 'ArrivalConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<Arrival>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** A container of an arrival, with the marks of the caller's tenant. */
export type ArrivalContainer = {
  readonly __typename?: 'ArrivalContainer';
  /** Size and type, ISO 6346. */
  readonly ISOEquipmentCode?: Maybe<Scalars['String']['output']>;
  /** The arrival. */
  readonly arrival: Arrival;
  /** Gross weight of the goods in the container; null if it is not stated for all of them in one unit. */
  readonly cargoGrossWeight?: Maybe<Weight>;
  /** When the caller's tenant marked the container as collected; null if it has not. */
  readonly collectedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who in the caller's tenant marked the container as collected: the subject of the token, where people sign in; otherwise null. */
  readonly collectedBy?: Maybe<Scalars['String']['output']>;
  /** Number of the container; null for the cargo of a notice that names no container, which only `arrivalContainers` lists. */
  readonly equipmentReference?: Maybe<Scalars['String']['output']>;
  /** Free time, for pickup and for return. */
  readonly freeTime?: Maybe<ContainerFreeTime>;
  /** Global id: of the container in this arrival. */
  readonly id: Scalars['ID']['output'];
  /** Whether the caller's tenant has marked the container as collected. */
  readonly isCollected: Scalars['Boolean']['output'];
  /** Last free day of pickup; null if the notice states none. */
  readonly lastFree?: Maybe<LastFree>;
  /** The open alerts that name the container, by the thresholds of the caller's tenant; empty once it is collected. */
  readonly openAlerts: ReadonlyArray<ArrivalAlert>;
  /** The place where the container is collected, of the container or of the whole notice. */
  readonly pickupLocation?: Maybe<Location>;
  /** Number that the haulier has to present, of the container or of the whole notice. */
  readonly pickupNumber?: Maybe<Scalars['String']['output']>;
  /** What the notice states about the release, which is about all of its containers. */
  readonly release: ArrivalRelease;
};

/** One page of containers. */
export type ArrivalContainerConnection = {
  readonly __typename?: 'ArrivalContainerConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalContainerEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalContainer>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /**
   * Number of containers on all pages, counted up to 1,000 for each request that selects it, as far as the caller may see them; null
   * if counting failed.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** A container on a page. */
export type ArrivalContainerEdge = {
  readonly __typename?: 'ArrivalContainerEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The container. */
  readonly node: ArrivalContainer;
};

/**
 * Difference between the arrival times of two sides. Berth and call are different places, so a difference is not necessarily a
 * contradiction.
 */
export type ArrivalDifference = {
  readonly __typename?: 'ArrivalDifference';
  /** The two sides. */
  readonly between: ReadonlyArray<ArrivalSide>;
  /** Calendar days between the local dates. */
  readonly days: Scalars['Int']['output'];
  /** Hours between the times. A stated day is the whole local day of the port: the difference to an instant within it is 0. */
  readonly hours: Scalars['Float']['output'];
  /** The side that is later; null if neither is. */
  readonly later?: Maybe<ArrivalSide>;
};

/** An arrival on a page. */
export type ArrivalEdge = {
  readonly __typename?: 'ArrivalEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The arrival. */
  readonly node: Arrival;
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

/** A terminal, as a code in a code list. */
export type ArrivalFacility = {
  readonly __typename?: 'ArrivalFacility';
  /** Code of the terminal. */
  readonly facilityCode: Scalars['String']['output'];
  /** Code list of `facilityCode`. */
  readonly facilityCodeListProvider?: Maybe<Scalars['String']['output']>;
};

/** Condition on arrivals. All attributes must match (AND); of a list, one value must match (OR). */
export type ArrivalFilter = {
  /** UN/LOCODEs of the port of discharge; case and spaces are ignored; at most 1,000 values. */
  readonly UNLocationCodes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only arrivals with an open alert of one of these kinds, by the thresholds of the caller's tenant. */
  readonly alertKinds?: InputMaybe<ReadonlyArray<AlertKind>>;
  /** First local day of the best known time, inclusive. Arrivals without a best known time do not match. */
  readonly bestDateFrom?: InputMaybe<Scalars['Date']['input']>;
  /** Last local day of the best known time, inclusive. Arrivals without a best known time do not match. */
  readonly bestDateTo?: InputMaybe<Scalars['Date']['input']>;
  /** Code of the carrier that issued the notice, compared exactly. */
  readonly carrierCode?: InputMaybe<Scalars['String']['input']>;
  /**
   * Only arrivals that have changed after this instant: data that the caller may see, or a mark of the caller's own tenant. A source
   * that states the same again is no change.
   */
  readonly changedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Values of `documentKey`; at most 1,000 values. */
  readonly documentKeys?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Numbers of containers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ids of arrivals; at most 1,000 values. */
  readonly ids?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only open arrivals (`true`) or only those that are not open (`false`); null means all. */
  readonly isOpen?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the cargo is released, as the notice states it. */
  readonly isReleased?: InputMaybe<ReadonlyArray<ReleaseAnswer>>;
  /** Only arrivals with an alert that is urgent for the caller's tenant (`true`), or only those without (`false`). */
  readonly isUrgent?: InputMaybe<Scalars['Boolean']['input']>;
  /** First last free day, local to the port, inclusive. Arrivals without a last free day do not match. */
  readonly lastFreeDateFrom?: InputMaybe<Scalars['Date']['input']>;
  /** Last last free day, local to the port, inclusive. Arrivals without a last free day do not match. */
  readonly lastFreeDateTo?: InputMaybe<Scalars['Date']['input']>;
  /** Only arrivals with an alert that needs the attention of the caller's tenant (`true`), or only those without (`false`). */
  readonly needsAttention?: InputMaybe<Scalars['Boolean']['input']>;
  /** The partners that sent the notices; at most 1,000 values. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /**
   * Words of the names of the notice's parties, or the beginning of a party's code. Words are compared as in `text`. Each word must
   * be found, but not all at the same party.
   */
  readonly party?: InputMaybe<Scalars['String']['input']>;
  /** States of the ship at the port. */
  readonly states?: InputMaybe<ReadonlyArray<ArrivalState>>;
  /**
   * Words, at most 10. Each of them, or several consecutive ones written together, must be the beginning of a document number,
   * a container number, any word of the name of the ship, of the port of discharge or of a party, an IMO number, a UN/LOCODE, a
   * voyage number, a party's code, a booking, purchase order, house bill, pickup number, or a reference of a customer or a party.
   * Case, accents, blanks and punctuation are ignored.
   */
  readonly text?: InputMaybe<Scalars['String']['input']>;
  /** Numbers of transport documents, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** IMO number of the ship, with or without the prefix `IMO`. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** Ids of visits; at most 1,000 values. */
  readonly visits?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/**
 * A notice: what one partner states about the arrival of one transport document, in one kind (`typeLabel`). It has one or
 * more versions; the version with the newest `issueDateTime` is current, in whichever order they were received.
 */
export type ArrivalNotice = {
  readonly __typename?: 'ArrivalNotice';
  /** The arrival of the cargo that the notice announces; null until it has been evaluated. */
  readonly arrival?: Maybe<Arrival>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
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

/** A party that a notice names. */
export type ArrivalParty = {
  readonly __typename?: 'ArrivalParty';
  /** Role, as the notice states it. */
  readonly partyFunction?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly partyName?: Maybe<Scalars['String']['output']>;
  /** The party's own reference. */
  readonly reference?: Maybe<Scalars['String']['output']>;
};

/** What the notice states about the release of the cargo. */
export type ArrivalRelease = {
  readonly __typename?: 'ArrivalRelease';
  /** Whether customs has released the cargo. */
  readonly customs: ReleaseAnswer;
  /** Whether the freight is released. */
  readonly freight: ReleaseAnswer;
  /** How much of the collect freight charges has been paid, as the notice states it. */
  readonly freightPayment?: Maybe<Scalars['String']['output']>;
  /** Whether the cargo is released: `YES` if the freight is `YES` and no other part is `NO`. */
  readonly isReleased: ReleaseAnswer;
  /** Whether the original bill of lading was received. */
  readonly originalBillOfLading: ReleaseAnswer;
  /** The parts that are not stated. */
  readonly unknown: ReadonlyArray<ReleasePart>;
};

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

/** What each side states about an arrival. */
export type ArrivalStatements = {
  readonly __typename?: 'ArrivalStatements';
  /** What the current version of the notice states. */
  readonly notice: SideStatement;
  /** What the port call events of the matching visit state. */
  readonly port: SideStatement;
  /** What the matching call in schedules states. */
  readonly schedule: SideStatement;
};

/** One stated time. */
export type ArrivalTime = {
  readonly __typename?: 'ArrivalTime';
  /** Certainty; null if the source states none, or one that is unknown. */
  readonly classifier?: Maybe<TimeClassifier>;
  /** The event to which the time refers. */
  readonly event: ArrivalEvent;
  /** The record that states it. */
  readonly evidence: Evidence;
  /** The instant in UTC; null if the source states a day. */
  readonly instant?: Maybe<Scalars['DateTime']['output']>;
  /** The day, local to the port; in UTC where the time zone of the port is unknown and the source gives no offset. */
  readonly localDate: Scalars['Date']['output'];
  /** The time of day, `hh:mm`; null if the source states a day. */
  readonly localTime?: Maybe<Scalars['String']['output']>;
  /** The side that states it. */
  readonly source: ArrivalSide;
  /** When the time was stated. */
  readonly statedAt: Scalars['DateTime']['output'];
  /** IANA name of the port's time zone; null if it is unknown. */
  readonly zone?: Maybe<Scalars['String']['output']>;
};

/**
 * A visit of a ship to a port, with arrivals of its cargo that the caller may see: in `arrivalVisits` those that match its filter,
 * elsewhere all of them.
 */
export type ArrivalVisit = {
  readonly __typename?: 'ArrivalVisit';
  /** Number of alerts that need the attention of the caller's tenant, by kind. */
  readonly alertCounts: ReadonlyArray<AlertKindCount>;
  /** The alerts that need the attention of the caller's tenant, in the order of attention of their arrivals. */
  readonly alerts: ArrivalAlertConnection;
  /** Position in the log of alerts, before the visit was read: for `MarkInput.alertsSeen`. */
  readonly alertsCursor: Scalars['String']['output'];
  /** Number of arrivals. */
  readonly arrivalCount: Scalars['Int']['output'];
  /** The arrivals. */
  readonly arrivals: ArrivalConnection;
  /** The earliest best known time of the arrivals; null if no side states one. */
  readonly bestTime?: Maybe<ArrivalTime>;
  /** The carrier's number of the import voyage. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** Number of containers in the arrivals. */
  readonly containerCount: Scalars['Int']['output'];
  /** The day of the earliest deadline among the alerts that need the attention of the caller's tenant; null if there is none. */
  readonly deadline?: Maybe<Scalars['Date']['output']>;
  /** Global id. It depends on what identifies the visit to the caller; if the match of an arrival changes, that arrival moves alone. */
  readonly id: Scalars['ID']['output'];
  /** Whether an alert is urgent for the caller's tenant (`ArrivalAlert.isUrgent`). */
  readonly isUrgent: Scalars['Boolean']['output'];
  /** What identifies the visit. */
  readonly match: ArrivalVisitMatch;
  /** The port of discharge. */
  readonly port?: Maybe<Port>;
  /** Name of the port of discharge. */
  readonly portName?: Maybe<Scalars['String']['output']>;
  /** The greatest severity of the alerts that need the attention of the caller's tenant; null if none does. */
  readonly severity?: Maybe<AlertSeverity>;
  /** State of the ship at the port. */
  readonly state: ArrivalState;
  /** Universal reference of the import voyage. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** The ship, as the notice names it, otherwise as the matched schedule does. This and what follows is of the arrival with the earliest best known time. */
  readonly vessel?: Maybe<Vessel>;
  /** Name of the ship. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
};


/**
 * A visit of a ship to a port, with arrivals of its cargo that the caller may see: in `arrivalVisits` those that match its filter,
 * elsewhere all of them.
 */
export type ArrivalVisitAlertsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * A visit of a ship to a port, with arrivals of its cargo that the caller may see: in `arrivalVisits` those that match its filter,
 * elsewhere all of them.
 */
export type ArrivalVisitArrivalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalOrder>;
};

/** One page of visits. */
export type ArrivalVisitConnection = {
  readonly __typename?: 'ArrivalVisitConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalVisitEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalVisit>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** A visit on a page. */
export type ArrivalVisitEdge = {
  readonly __typename?: 'ArrivalVisitEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The visit. */
  readonly node: ArrivalVisit;
};

/** What identifies a visit. */
export type ArrivalVisitMatch =
  /** The reference of the port call, in the matched events of the port. */
  | 'PORT'
  /** The matched call in schedules. */
  | 'SCHEDULE'
  /** Neither: ship, port and import voyage as the notice states them. */
  | 'UNMATCHED';

/** Result of the check of one kind of alert. */
export type CheckOutcome =
  /** The required data is missing. */
  | 'NOT_CHECKED'
  /** It was checked, and the condition is not met. */
  | 'NOT_RAISED'
  /** An alert of the kind is open. */
  | 'RAISED';

/** What was compared in the check of one kind of alert. The code decides which of the values are set. */
export type CheckReason = {
  readonly __typename?: 'CheckReason';
  /** The open alert. */
  readonly alert?: Maybe<ArrivalAlert>;
  /** The reason. */
  readonly code: CheckReasonCode;
  /** The time with which it was compared. */
  readonly comparedTime?: Maybe<ArrivalTime>;
  /** The last free day of pickup. */
  readonly day?: Maybe<Scalars['Date']['output']>;
  /** Days until `day`, negative once it has passed. */
  readonly daysLeft?: Maybe<Scalars['Int']['output']>;
  /**
   * Hours by which `time` is later than `comparedTime`, negative if it is earlier; of two sides, the hours between them. Without
   * `comparedTime`, the hours since `time`.
   */
  readonly hours?: Maybe<Scalars['Float']['output']>;
  /** Whether the arrival is open. */
  readonly isOpen?: Maybe<Scalars['Boolean']['output']>;
  /** The record that was checked. */
  readonly record?: Maybe<Evidence>;
  /** What the notice states about the release. */
  readonly release?: Maybe<ArrivalRelease>;
  /** The side that states nothing. */
  readonly side?: Maybe<ArrivalSide>;
  /** Why `side` states nothing. */
  readonly sideOutcome?: Maybe<SideOutcome>;
  /** Since when it has been so, or when it was last stated. */
  readonly since?: Maybe<Scalars['DateTime']['output']>;
  /** State of the ship. */
  readonly state?: Maybe<ArrivalState>;
  /** The time that was checked. */
  readonly time?: Maybe<ArrivalTime>;
  /** The value that has not changed. */
  readonly value?: Maybe<Scalars['String']['output']>;
};

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

/** Free time of one container. */
export type ContainerFreeTime = {
  readonly __typename?: 'ContainerFreeTime';
  /** Duration and basis as text, if no day of pickup is stated. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** Number of the container; null in the one entry of a notice that names no container. */
  readonly equipmentReference?: Maybe<Scalars['String']['output']>;
  /** Last free day of pickup; null if the notice states none. */
  readonly pickup?: Maybe<LastFree>;
  /** Last free day of return of the empty container; null if the notice states none. */
  readonly return?: Maybe<LastFree>;
};

/** The delivery of one log to a partner or a webhook. `publish.push` of the partner's file configures it, or `webhooks` of the access file. */
export type Delivery = {
  readonly __typename?: 'Delivery';
  /** Number of failed attempts of the oldest message. */
  readonly attempts: Scalars['Int']['output'];
  /** Number of dead letters: versions that are no longer sent. */
  readonly deadLetterCount: Scalars['Int']['output'];
  /** The dead letters, the oldest first. `landfall deliveries dead-letters` lists all of them with the objects they concern. */
  readonly deadLetters: ReadonlyArray<DeliveryDeadLetter>;
  /** Time since which every attempt has failed; null unless the last attempt failed. */
  readonly failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Whether more versions wait than `waiting` counts. */
  readonly hasMoreWaiting: Scalars['Boolean']['output'];
  /** How long the oldest version has waited, in seconds; 0 if none waits. */
  readonly lagSeconds: Scalars['Float']['output'];
  /** When a message was last accepted. */
  readonly lastDeliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The last error; it is kept when later attempts succeed. */
  readonly lastError?: Maybe<DeliveryError>;
  /** The latest attempts to send a message, the newest first; at most 20 are kept. */
  readonly latestAttempts: ReadonlyArray<DeliveryAttempt>;
  /** The log that is delivered. */
  readonly log: DeliveryLog;
  /** What retention removed from the log before it could be sent; null if nothing was removed. */
  readonly missed?: Maybe<DeliveryMissed>;
  /** When the oldest message is sent again; null means at once, or that there is no message. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Since when the oldest version has been waiting; null if none waits. A resume or replay restarts this time. */
  readonly oldestWaitingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Why nothing is sent; null unless the delivery is paused. */
  readonly paused?: Maybe<DeliveryPause>;
  /** State of the delivery. */
  readonly state: DeliveryState;
  /** Number of waiting versions: those in messages, and up to 1,000 after them in the log. */
  readonly waiting: Scalars['Int']['output'];
};


/** The delivery of one log to a partner or a webhook. `publish.push` of the partner's file configures it, or `webhooks` of the access file. */
export type DeliveryDeadLettersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** An attempt to send a message. */
export type DeliveryAttempt = {
  readonly __typename?: 'DeliveryAttempt';
  /** When the attempt ended. */
  readonly at: Scalars['DateTime']['output'];
  /** Time from the start of the attempt to its end, including the wait for the limits of the receiver. */
  readonly durationMs: Scalars['Int']['output'];
  /** Code of the failure; null if the message was delivered. */
  readonly errorCode?: Maybe<Scalars['String']['output']>;
  /** What happened; null if the message was delivered. */
  readonly errorMessage?: Maybe<Scalars['String']['output']>;
  /** Id of the message, as sent in `webhook-id`; the same in all its attempts. */
  readonly messageID: Scalars['String']['output'];
  /** What the receiver's answer meant. */
  readonly outcome: DeliveryOutcome;
  /** Positions in the log of the versions that were sent. */
  readonly sequences: ReadonlyArray<Scalars['Int']['output']>;
};

/** A dead letter: a version that is no longer sent to a subscriber. */
export type DeliveryDeadLetter = {
  readonly __typename?: 'DeliveryDeadLetter';
  /** When the version became a dead letter. */
  readonly at: Scalars['DateTime']['output'];
  /** Number of attempts. */
  readonly attempts: Scalars['Int']['output'];
  /** Identifies the dead letter for `landfall deliveries replay --dead-letters`. */
  readonly id: Scalars['ID']['output'];
  /** What happened; with FEEDBACK the remark of the partner. */
  readonly message: Scalars['String']['output'];
  /** Id of the message, as sent in `webhook-id`. */
  readonly messageID: Scalars['String']['output'];
  /** Why the version became a dead letter. */
  readonly reason: DeliveryDeadLetterReason;
  /** Position of the version in the log. */
  readonly sequence: Scalars['Int']['output'];
};

/** Why a version became a dead letter. */
export type DeliveryDeadLetterReason =
  /** The time for retries has passed: three days, or `retry.giveUpHours` of the subscriber in its file. */
  | 'EXPIRED'
  /** The partner accepted the message and reported an ERROR for this version. */
  | 'FEEDBACK'
  /** The subscriber answered with a status that rejects the content. */
  | 'REFUSED';

/** A failure of a delivery. */
export type DeliveryError = {
  readonly __typename?: 'DeliveryError';
  /** When the failure was detected. */
  readonly at: Scalars['DateTime']['output'];
  /** A code of the error table, or FEEDBACK. */
  readonly code: Scalars['String']['output'];
  /** What happened. */
  readonly message: Scalars['String']['output'];
};

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

/** Log entries that retention removed before they could be sent. */
export type DeliveryMissed = {
  readonly __typename?: 'DeliveryMissed';
  /** When a removal was last detected. */
  readonly at: Scalars['DateTime']['output'];
  /** Number of log entries; some of them may not have been for this subscriber. */
  readonly count: Scalars['Int']['output'];
};

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

/** Why nothing is sent. */
export type DeliveryPause = {
  readonly __typename?: 'DeliveryPause';
  /** Since when it is paused. */
  readonly at: Scalars['DateTime']['output'];
  /** The operator who paused it; null if the receiver's answer or the access file paused it. */
  readonly by?: Maybe<Scalars['String']['output']>;
  /** The reason as text. */
  readonly reason: Scalars['String']['output'];
};

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

/** A record on which a value is based. */
export type Evidence = {
  readonly __typename?: 'Evidence';
  /** When the record was stated: issue of the notice, last change of the event, or retrieval of the schedule. */
  readonly at: Scalars['DateTime']['output'];
  /** Global id of the notice version or event version; for a schedule, the key of the record within its partner. */
  readonly id: Scalars['ID']['output'];
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** The side. */
  readonly source: ArrivalSide;
};

/** A facility, identified by its code. */
export type Facility = {
  readonly __typename?: 'Facility';
  /** Code in the list of `facilityCodeListProvider`. */
  readonly facilityCode?: Maybe<Scalars['String']['output']>;
  /** Provider of the code list. Known: `SMDG` terminal codes, `BIC` facility codes. */
  readonly facilityCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Name of the facility (since 1.0.1). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
};

/** Coordinates in decimal degrees, as strings, as in the standard. */
export type GeoCoordinate = {
  readonly __typename?: 'GeoCoordinate';
  /** Latitude; north is positive, south negative. */
  readonly latitude?: Maybe<Scalars['String']['output']>;
  /** Longitude; east is positive, west negative. */
  readonly longitude?: Maybe<Scalars['String']['output']>;
};

/** The last day or instant free of charge, as the notice states it. It is never computed from a duration. */
export type LastFree = {
  readonly __typename?: 'LastFree';
  /** Classifier, as the notice states it. */
  readonly classifier?: Maybe<Scalars['String']['output']>;
  /** The instant, if the notice states one. */
  readonly dateTime?: Maybe<Scalars['DateTime']['output']>;
  /** The last free day, local to the port. */
  readonly localDate: Scalars['Date']['output'];
  /** Types of free time: `DEM` demurrage, `STO` storage, `DET` detention. */
  readonly typeCodes: ReadonlyArray<Scalars['String']['output']>;
};

/** A place, described by one or more of: UN/LOCODE, facility, address, coordinates, name. */
export type Location = {
  readonly __typename?: 'Location';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. */
  readonly address?: Maybe<Address>;
  /** Facility at the place. */
  readonly facility?: Maybe<Facility>;
  /**
   * Type of facility. Known: `BORD` border, `CLOC` customer location, `COFS` container freight station, `OFFD` off-dock
   * storage, `DEPO` depot, `INTE` inland terminal, `POTE` port terminal, `RAMP` ramp, `WAYP` waypoint.
   */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Coordinates. */
  readonly geoCoordinate?: Maybe<GeoCoordinate>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The port or place; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

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
  readonly alertsSeen?: InputMaybe<Scalars['String']['input']>;
  /**
   * `MARK_COLLECTED`, `UNMARK_COLLECTED`: numbers of the containers; case and spaces are ignored; at most 1,000 values. Absent: all
   * containers of the arrival.
   */
  readonly equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /**
   * Id of the alert; for `MARK_COLLECTED` and `UNMARK_COLLECTED` of the arrival. For `ACKNOWLEDGE` and `SNOOZE` it may be the id of a
   * visit: all alerts of its arrivals that need attention are marked, at most 1,000; repeat the mark for more.
   */
  readonly id: Scalars['ID']['input'];
  /** `SNOOZE`: end of the snooze, in the future. */
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of one mark. If it failed, `code` and `message` are set. */
export type MarkResult = {
  readonly __typename?: 'MarkResult';
  /** What was to be done, as given. */
  readonly action: MarkAction;
  /** The alert, for marks on alerts. */
  readonly alert?: Maybe<ArrivalAlert>;
  /** The arrival. */
  readonly arrival?: Maybe<Arrival>;
  /** Code of the error. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** Id of the alert or arrival, as given. */
  readonly id: Scalars['ID']['output'];
  /** Message of the error. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The mark that restores what was before; null if nothing has changed. */
  readonly undo?: Maybe<MarkUndo>;
};

/** A mark that restores what was before, with the attributes of `MarkInput`. */
export type MarkUndo = {
  readonly __typename?: 'MarkUndo';
  /** What to do. */
  readonly action: MarkAction;
  /** `MARK_COLLECTED`, `UNMARK_COLLECTED`: numbers of the containers; null means all containers. */
  readonly equipmentReferences?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Id of the alert or arrival. */
  readonly id: Scalars['ID']['output'];
  /** `SNOOZE`: end of the snooze. */
  readonly until?: Maybe<Scalars['DateTime']['output']>;
};

/** A gap in a stream: events that exist and could not be sent. */
export type MissedEvents = {
  readonly __typename?: 'MissedEvents';
  /** Number of log entries in the gap, including those of other subscribers; null if it is unknown. */
  readonly count?: Maybe<Scalars['Int']['output']>;
  /** Cursor after which the gap begins; null if it is unknown. */
  readonly from?: Maybe<Scalars['String']['output']>;
  /** Cause of the gap. */
  readonly reason: MissedReason;
  /** Cursor at which the gap ends; null if it is unknown. */
  readonly to?: Maybe<Scalars['String']['output']>;
};

/** Cause of a gap. */
export type MissedReason =
  /** The cursor is beyond the end of the log, which was restarted. */
  | 'LOG_RESET'
  /** The subscriber read too slowly and its queue was full. */
  | 'QUEUE_OVERFLOW'
  /** The events are older than the retained log. */
  | 'RETENTION';

/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /** Marks an alert as acknowledged: it no longer needs attention. */
  readonly acknowledgeAlert?: Maybe<ArrivalAlert>;
  /**
   * Sets and removes many marks. Each is done or fails by itself, and its result says so; the results are in the order of the marks.
   * A mark on a visit has a result for each of its alerts that is marked, in its place.
   */
  readonly applyMarks?: Maybe<ReadonlyArray<MarkResult>>;
  /**
   * Marks containers of an arrival as collected, in all arrivals of the same document. When all containers of an arrival are
   * collected, it is no longer open.
   */
  readonly markCollected?: Maybe<Arrival>;
  /** Pauses the deliveries of a webhook until they are resumed; new events wait. Requires the operator right. */
  readonly pauseWebhook?: Maybe<Webhook>;
  /**
   * Sends earlier events to a webhook again, as new messages, after the waiting ones. Exactly one of `since`, `document` and
   * `deadLetters` selects the events. Requires the operator right.
   */
  readonly replayWebhook?: Maybe<Webhook>;
  /** Resumes the deliveries of a webhook and sends waiting events now. Requires the operator right. */
  readonly resumeWebhook?: Maybe<Webhook>;
  /** Snoozes an alert: it needs no attention until the given time. */
  readonly snoozeAlert?: Maybe<ArrivalAlert>;
  /** Removes the acknowledgement of an alert. */
  readonly unacknowledgeAlert?: Maybe<ArrivalAlert>;
  /** Removes the mark that containers of an arrival are collected, in all arrivals of the same document. */
  readonly unmarkCollected?: Maybe<Arrival>;
  /** Ends the snooze of an alert. */
  readonly unsnoozeAlert?: Maybe<ArrivalAlert>;
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationAcknowledgeAlertArgs = {
  id: Scalars['ID']['input'];
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationApplyMarksArgs = {
  marks: ReadonlyArray<MarkInput>;
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationMarkCollectedArgs = {
  equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  id: Scalars['ID']['input'];
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationPauseWebhookArgs = {
  id: Scalars['ID']['input'];
  log?: InputMaybe<DeliveryLog>;
  reason?: InputMaybe<Scalars['String']['input']>;
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationReplayWebhookArgs = {
  deadLetters?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  document?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  log?: InputMaybe<DeliveryLog>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationResumeWebhookArgs = {
  id: Scalars['ID']['input'];
  log?: InputMaybe<DeliveryLog>;
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationSnoozeAlertArgs = {
  id: Scalars['ID']['input'];
  until: Scalars['DateTime']['input'];
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationUnacknowledgeAlertArgs = {
  id: Scalars['ID']['input'];
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationUnmarkCollectedArgs = {
  equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  id: Scalars['ID']['input'];
};


/**
 * The mutations. A mark applies to the caller's own tenant and does not change the alert or arrival itself. Setting a mark that is
 * already set, or removing one that is already removed, has no effect.
 */
export type MutationUnsnoozeAlertArgs = {
  id: Scalars['ID']['input'];
};

/** Position of a page within all rows. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Cursor of the last row; null on an empty page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are more rows after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are more rows before this page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; null on an empty page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/** A trading partner, as it is named to every caller that may see its data. */
export type PartnerName = {
  readonly __typename?: 'PartnerName';
  /** The partner's id: the name of its file. Arguments and filters take it. */
  readonly id: Scalars['ID']['output'];
  /** Display name; the id if the partner's file was removed. */
  readonly name: Scalars['String']['output'];
};

/** A port or another place, identified by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode: Scalars['String']['output'];
};

/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type Query = {
  readonly __typename?: 'Query';
  /**
   * One arrival, by its id or by its notice: either `id` is given, or `partner` and `transportDocumentReference` are. Null if
   * there is none that the caller may see.
   */
  readonly arrival?: Maybe<Arrival>;
  /**
   * The log of alerts, page by page: the same events as `arrivalAlertRaised`. For jobs that poll instead of keeping a
   * connection open.
   */
  readonly arrivalAlertLog?: Maybe<ArrivalAlertLogPage>;
  /** Alerts, one row per alert in its present state. */
  readonly arrivalAlerts?: Maybe<ArrivalAlertConnection>;
  /**
   * Containers of the arrivals that match the filter: in the order of the arrivals, and those of one arrival by their last free day,
   * earliest first. An arrival whose notice names no container is one row. With `isOpen: true`, collected containers are omitted; if
   * `equipmentReferences` or words of `text` name some containers of an arrival, its other containers are. `lastFreeDateFrom` and
   * `lastFreeDateTo` select containers by their own last free day, of arrivals whose last free day is not after `lastFreeDateTo`.
   */
  readonly arrivalContainers?: Maybe<ArrivalContainerConnection>;
  /**
   * Visits of ships to ports, one for each visit of the arrivals that match the filter. What a row states is about these arrivals
   * only.
   */
  readonly arrivalVisits?: Maybe<ArrivalVisitConnection>;
  /**
   * Arrivals, one for each notice that the caller may see. Alerts are counted by the thresholds of the caller's tenant in the
   * access file.
   */
  readonly arrivals?: Maybe<ArrivalConnection>;
  /**
   * The webhooks of the access file with their deliveries. Operators see the webhooks of all tenants, other callers those of their
   * own tenant. A webhook that was removed from the file is listed as long as its delivery queue is stored.
   */
  readonly webhooks?: Maybe<ReadonlyArray<Webhook>>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  partner?: InputMaybe<Scalars['ID']['input']>;
  transportDocumentReference?: InputMaybe<Scalars['String']['input']>;
  typeLabel?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalAlertLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalAlertFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalAlertsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalAlertFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalAlertOrder>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalContainersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalOrder>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalVisitsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalOrder>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalOrder>;
};

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

/** What one side states about an arrival. */
export type SideStatement = {
  readonly __typename?: 'SideStatement';
  /** The arrival time that the side states. For a port: the arrival at the berth, otherwise the next best arrival. */
  readonly arrival?: Maybe<ArrivalTime>;
  /** Whether the last attempt to query the side failed; the times are those that it stated at `queriedAt`. */
  readonly isStale: Scalars['Boolean']['output'];
  /** Result of the search for its statement. A side whose outcome is not `UNIQUE` states nothing. */
  readonly outcome: SideOutcome;
  /** When the side was last queried successfully; null for a notice, and if it never was. */
  readonly queriedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The side. */
  readonly side: ArrivalSide;
  /** All times that the side states; several for a port. */
  readonly times: ReadonlyArray<ArrivalTime>;
};

/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * Each alert when it is raised and when it is closed; `transition` distinguishes the two. Events are in log order.
   * After resuming from an older cursor an event may be repeated, always with the same cursor.
   */
  readonly arrivalAlertRaised: ArrivalAlertPayload;
};


/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type SubscriptionArrivalAlertRaisedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalAlertFilter>;
};

/** Certainty of a time. */
export type TimeClassifier =
  /** Actual. */
  | 'ACT'
  /** Estimated. */
  | 'EST'
  /** Planned; for a port, a commitment of the provider. */
  | 'PLN';

/** A number of rows. Counting stops at 10,000. */
export type TotalCount = {
  readonly __typename?: 'TotalCount';
  /** Whether there are exactly that many rows. */
  readonly isExact: Scalars['Boolean']['output'];
  /** The number of rows; 10,000 if there are more. */
  readonly value: Scalars['Int']['output'];
};

/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type Vessel = {
  readonly __typename?: 'Vessel';
  /** IMO number as a string; a ship keeps it for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
};

/** A webhook of a tenant. `webhooks` of the access file configures it. */
export type Webhook = {
  readonly __typename?: 'Webhook';
  /** Its deliveries, one per log; empty until a server has opened them. */
  readonly deliveries: ReadonlyArray<Delivery>;
  /** Names the webhook in commands, logs and metrics: `webhook:<tenant>:<id in the access file>`. */
  readonly id: Scalars['ID']['output'];
  /** Name of the tenant. */
  readonly tenant: Scalars['String']['output'];
};

/** A weight. */
export type Weight = {
  readonly __typename?: 'Weight';
  /** Unit of weight. Known: `KGM` kilogram, `LBR` pound, `GRM` gram, `ONZ` ounce. */
  readonly unit?: Maybe<Scalars['String']['output']>;
  /** Number of units. */
  readonly value?: Maybe<Scalars['Float']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Arrival: Arrival;
  ArrivalNotice: ArrivalNotice;
  Port: Port;
  Vessel: Vessel;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Arrival:
    ( { __typename: 'Arrival' }
    & GraphQLRecursivePick<FederationTypes['Arrival'], {"id":true}> );
  ArrivalNotice:
    ( { __typename: 'ArrivalNotice' }
    & GraphQLRecursivePick<FederationTypes['ArrivalNotice'], {"id":true}> );
  Port:
    ( { __typename: 'Port' }
    & GraphQLRecursivePick<FederationTypes['Port'], {"UNLocationCode":true}> );
  Vessel:
    ( { __typename: 'Vessel' }
    & GraphQLRecursivePick<FederationTypes['Vessel'], {"vesselIMONumber":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Address: ResolverTypeWrapper<Address>;
  AlertCheck: ResolverTypeWrapper<Check>;
  AlertCloseReason: AlertCloseReason;
  AlertKind: AlertKind;
  AlertKindCount: ResolverTypeWrapper<AlertKindCount>;
  AlertSeverity: AlertSeverity;
  AlertTransition: AlertTransition;
  AlertValue: ResolverTypeWrapper<StatedValue>;
  Arrival: ResolverTypeWrapper<ArrivalView>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  ArrivalAlert: ResolverTypeWrapper<AlertView>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ArrivalAlertConnection: ResolverTypeWrapper<AlertPage>;
  ArrivalAlertEdge: ResolverTypeWrapper<AlertEdge>;
  ArrivalAlertFilter: ArrivalAlertFilter;
  ArrivalAlertLogPage: ResolverTypeWrapper<AlertLogPage>;
  ArrivalAlertOrder: ArrivalAlertOrder;
  ArrivalAlertPayload: ResolverTypeWrapper<AlertEvent>;
  ArrivalConnection: ResolverTypeWrapper<ArrivalPage>;
  ArrivalContainer: ResolverTypeWrapper<ContainerView>;
  ArrivalContainerConnection: ResolverTypeWrapper<ContainerPage>;
  ArrivalContainerEdge: ResolverTypeWrapper<ContainerEdge>;
  ArrivalDifference: ResolverTypeWrapper<ArrivalDifference>;
  ArrivalEdge: ResolverTypeWrapper<ArrivalPageEdge>;
  ArrivalEvent: ArrivalEvent;
  ArrivalFacility: ResolverTypeWrapper<ArrivalFacility>;
  ArrivalFilter: ArrivalFilter;
  ArrivalNotice: ResolverTypeWrapper<Omit<ArrivalNotice, 'arrival'> & { arrival?: Maybe<ResolversTypes['Arrival']> }>;
  ArrivalOrder: ArrivalOrder;
  ArrivalParty: ResolverTypeWrapper<NoticeParty>;
  ArrivalRelease: ResolverTypeWrapper<ArrivalRelease>;
  ArrivalSide: ArrivalSide;
  ArrivalState: ArrivalState;
  ArrivalStatements: ResolverTypeWrapper<Omit<ArrivalStatements, 'notice' | 'port' | 'schedule'> & { notice: ResolversTypes['SideStatement'], port: ResolversTypes['SideStatement'], schedule: ResolversTypes['SideStatement'] }>;
  ArrivalTime: ResolverTypeWrapper<StatedArrivalTime>;
  ArrivalVisit: ResolverTypeWrapper<VisitView>;
  ArrivalVisitConnection: ResolverTypeWrapper<VisitPage>;
  ArrivalVisitEdge: ResolverTypeWrapper<VisitEdge>;
  ArrivalVisitMatch: ArrivalVisitMatch;
  CheckOutcome: CheckOutcome;
  CheckReason: ResolverTypeWrapper<ExplainedReason>;
  CheckReasonCode: CheckReasonCode;
  ContainerFreeTime: ResolverTypeWrapper<ContainerFreeTime>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Delivery: ResolverTypeWrapper<DeliveryReport>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttempt>;
  DeliveryDeadLetter: ResolverTypeWrapper<DeliveryDeadLetter>;
  DeliveryDeadLetterReason: DeliveryDeadLetterReason;
  DeliveryError: ResolverTypeWrapper<DeliveryError>;
  DeliveryLog: DeliveryLog;
  DeliveryMissed: ResolverTypeWrapper<DeliveryMissed>;
  DeliveryOutcome: DeliveryOutcome;
  DeliveryPause: ResolverTypeWrapper<DeliveryPause>;
  DeliveryState: DeliveryState;
  Evidence: ResolverTypeWrapper<EvidenceRef>;
  Facility: ResolverTypeWrapper<Facility>;
  GeoCoordinate: ResolverTypeWrapper<GeoCoordinate>;
  LastFree: ResolverTypeWrapper<LastFree>;
  Location: ResolverTypeWrapper<Omit<Location, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  MarkAction: MarkAction;
  MarkInput: MarkInput;
  MarkResult: ResolverTypeWrapper<AppliedMark>;
  MarkUndo: ResolverTypeWrapper<MarkUndo>;
  MissedEvents: ResolverTypeWrapper<MissedEvents>;
  MissedReason: MissedReason;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PartnerName: ResolverTypeWrapper<PartnerName>;
  Port: ResolverTypeWrapper<PortReference>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReleaseAnswer: ReleaseAnswer;
  ReleasePart: ReleasePart;
  SideOutcome: SideOutcome;
  SideStatement: ResolverTypeWrapper<StatedSide>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TimeClassifier: TimeClassifier;
  TotalCount: ResolverTypeWrapper<TotalCount>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  Webhook: ResolverTypeWrapper<WebhookView>;
  Weight: ResolverTypeWrapper<Weight>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Address;
  AlertCheck: Check;
  AlertKindCount: AlertKindCount;
  AlertValue: StatedValue;
  Arrival: ArrivalView;
  ID: Scalars['ID']['output'];
  ArrivalAlert: AlertView;
  Float: Scalars['Float']['output'];
  ArrivalAlertConnection: AlertPage;
  ArrivalAlertEdge: AlertEdge;
  ArrivalAlertFilter: ArrivalAlertFilter;
  ArrivalAlertLogPage: AlertLogPage;
  ArrivalAlertPayload: AlertEvent;
  ArrivalConnection: ArrivalPage;
  ArrivalContainer: ContainerView;
  ArrivalContainerConnection: ContainerPage;
  ArrivalContainerEdge: ContainerEdge;
  ArrivalDifference: ArrivalDifference;
  ArrivalEdge: ArrivalPageEdge;
  ArrivalFacility: ArrivalFacility;
  ArrivalFilter: ArrivalFilter;
  ArrivalNotice: Omit<ArrivalNotice, 'arrival'> & { arrival?: Maybe<ResolversParentTypes['Arrival']> } | FederationReferenceTypes['ArrivalNotice'];
  ArrivalParty: NoticeParty;
  ArrivalRelease: ArrivalRelease;
  ArrivalStatements: Omit<ArrivalStatements, 'notice' | 'port' | 'schedule'> & { notice: ResolversParentTypes['SideStatement'], port: ResolversParentTypes['SideStatement'], schedule: ResolversParentTypes['SideStatement'] };
  ArrivalTime: StatedArrivalTime;
  ArrivalVisit: VisitView;
  ArrivalVisitConnection: VisitPage;
  ArrivalVisitEdge: VisitEdge;
  CheckReason: ExplainedReason;
  ContainerFreeTime: ContainerFreeTime;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  Delivery: DeliveryReport;
  DeliveryAttempt: DeliveryAttempt;
  DeliveryDeadLetter: DeliveryDeadLetter;
  DeliveryError: DeliveryError;
  DeliveryMissed: DeliveryMissed;
  DeliveryPause: DeliveryPause;
  Evidence: EvidenceRef;
  Facility: Facility;
  GeoCoordinate: GeoCoordinate;
  LastFree: LastFree;
  Location: Omit<Location, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  MarkInput: MarkInput;
  MarkResult: AppliedMark;
  MarkUndo: MarkUndo;
  MissedEvents: MissedEvents;
  Mutation: Record<PropertyKey, never>;
  PageInfo: PageInfo;
  PartnerName: PartnerName;
  Port: PortReference;
  Query: Record<PropertyKey, never>;
  SideStatement: StatedSide;
  Subscription: Record<PropertyKey, never>;
  TotalCount: TotalCount;
  Vessel: VesselReference;
  Webhook: WebhookView;
  Weight: Weight;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Boolean: Scalars['Boolean']['output'];
};

export type AddedDirectiveArgs = { };

export type AddedDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = AddedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RulesDirectiveArgs = {
  codes?: Maybe<ReadonlyArray<Scalars['String']['input']>>;
  knownCodes?: Maybe<ReadonlyArray<Scalars['String']['input']>>;
  maxItems?: Maybe<Scalars['Int']['input']>;
  maxLength?: Maybe<Scalars['Int']['input']>;
  minItems?: Maybe<Scalars['Int']['input']>;
  minimum?: Maybe<Scalars['Int']['input']>;
  pattern?: Maybe<Scalars['String']['input']>;
  required?: Maybe<Scalars['Boolean']['input']>;
  trimmed?: Maybe<Scalars['Boolean']['input']>;
};

export type RulesDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = RulesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Address'] = ResolversParentTypes['Address']> = {
  POBox?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addressLines?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countryCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  floor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateRegion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  street?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streetNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AlertCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertCheck'] = ResolversParentTypes['AlertCheck']> = {
  kind?: Resolver<ResolversTypes['AlertKind'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['CheckOutcome'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['CheckReason']>, ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type AlertKindCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertKindCount'] = ResolversParentTypes['AlertKindCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AlertKind'], ParentType, ContextType>;
};

export type AlertValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertValue'] = ResolversParentTypes['AlertValue']> = {
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ArrivalSide'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  time?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
};

export type ArrivalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Arrival'] = ResolversParentTypes['Arrival'], FederationReferenceType extends FederationReferenceTypes['Arrival'] = FederationReferenceTypes['Arrival']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Arrival']> | FederationReferenceType, FederationReferenceType, ContextType>;
  bestTime?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
  cargoGrossWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  carrierBookingReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['AlertCheck']>, ParentType, ContextType>;
  collectedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  consignee?: Resolver<Maybe<ResolversTypes['ArrivalParty']>, ParentType, ContextType>;
  containers?: Resolver<ReadonlyArray<ResolversTypes['ArrivalContainer']>, ParentType, ContextType>;
  customerReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  descriptionOfGoods?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  differences?: Resolver<ReadonlyArray<ResolversTypes['ArrivalDifference']>, ParentType, ContextType>;
  documentKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  equipmentReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  facility?: Resolver<Maybe<ResolversTypes['ArrivalFacility']>, ParentType, ContextType>;
  freeTimes?: Resolver<ReadonlyArray<ResolversTypes['ContainerFreeTime']>, ParentType, ContextType>;
  houseBillOfLadingReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCollected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isUrgent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastFree?: Resolver<Maybe<ResolversTypes['LastFree']>, ParentType, ContextType>;
  needsAttention?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  notifyParties?: Resolver<ReadonlyArray<ResolversTypes['ArrivalParty']>, ParentType, ContextType>;
  openAlerts?: Resolver<ReadonlyArray<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  openUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  pickupNumbers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
  portName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purchaseOrderReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  release?: Resolver<ResolversTypes['ArrivalRelease'], ParentType, ContextType>;
  sameDocument?: Resolver<ReadonlyArray<ResolversTypes['Arrival']>, ParentType, ContextType>;
  shipper?: Resolver<Maybe<ResolversTypes['ArrivalParty']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ArrivalState'], ParentType, ContextType>;
  stateEvidence?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
  statements?: Resolver<ResolversTypes['ArrivalStatements'], ParentType, ContextType>;
  transportDocumentReference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  typeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  vesselName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  visit?: Resolver<Maybe<ResolversTypes['ArrivalVisit']>, ParentType, ContextType>;
};

export type ArrivalAlertResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalAlert'] = ResolversParentTypes['ArrivalAlert']> = {
  acknowledgedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  acknowledgedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['AlertValue']>, ParentType, ContextType>;
  arrival?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['AlertValue']>, ParentType, ContextType>;
  cause?: Resolver<Maybe<ResolversTypes['AlertKind']>, ParentType, ContextType>;
  closeReason?: Resolver<Maybe<ResolversTypes['AlertCloseReason']>, ParentType, ContextType>;
  closedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  closingEvidence?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
  daysLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  equipmentReferences?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  evidence?: Resolver<ReadonlyArray<ResolversTypes['Evidence']>, ParentType, ContextType>;
  hoursMoved?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isUrgent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AlertKind'], ParentType, ContextType>;
  needsAttention?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  raisedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['AlertSeverity'], ParentType, ContextType>;
  snoozedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  snoozedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transition?: Resolver<ResolversTypes['AlertTransition'], ParentType, ContextType>;
  turns?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  visit?: Resolver<Maybe<ResolversTypes['ArrivalVisit']>, ParentType, ContextType>;
};

export type ArrivalAlertConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalAlertConnection'] = ResolversParentTypes['ArrivalAlertConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalAlertEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalAlertEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalAlertEdge'] = ResolversParentTypes['ArrivalAlertEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalAlert'], ParentType, ContextType>;
};

export type ArrivalAlertLogPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalAlertLogPage'] = ResolversParentTypes['ArrivalAlertLogPage']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['ArrivalAlertPayload']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ArrivalAlertPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalAlertPayload'] = ResolversParentTypes['ArrivalAlertPayload']> = {
  alert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['MissedEvents']>, ParentType, ContextType>;
};

export type ArrivalConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalConnection'] = ResolversParentTypes['ArrivalConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Arrival']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalContainerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalContainer'] = ResolversParentTypes['ArrivalContainer']> = {
  ISOEquipmentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  arrival?: Resolver<ResolversTypes['Arrival'], ParentType, ContextType>;
  cargoGrossWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  collectedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  collectedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  equipmentReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  freeTime?: Resolver<Maybe<ResolversTypes['ContainerFreeTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCollected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastFree?: Resolver<Maybe<ResolversTypes['LastFree']>, ParentType, ContextType>;
  openAlerts?: Resolver<ReadonlyArray<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  pickupLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  pickupNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  release?: Resolver<ResolversTypes['ArrivalRelease'], ParentType, ContextType>;
};

export type ArrivalContainerConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalContainerConnection'] = ResolversParentTypes['ArrivalContainerConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalContainerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalContainer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalContainerEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalContainerEdge'] = ResolversParentTypes['ArrivalContainerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalContainer'], ParentType, ContextType>;
};

export type ArrivalDifferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalDifference'] = ResolversParentTypes['ArrivalDifference']> = {
  between?: Resolver<ReadonlyArray<ResolversTypes['ArrivalSide']>, ParentType, ContextType>;
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  later?: Resolver<Maybe<ResolversTypes['ArrivalSide']>, ParentType, ContextType>;
};

export type ArrivalEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalEdge'] = ResolversParentTypes['ArrivalEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Arrival'], ParentType, ContextType>;
};

export type ArrivalFacilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalFacility'] = ResolversParentTypes['ArrivalFacility']> = {
  facilityCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArrivalNoticeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNotice'] = ResolversParentTypes['ArrivalNotice'], FederationReferenceType extends FederationReferenceTypes['ArrivalNotice'] = FederationReferenceTypes['ArrivalNotice']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ArrivalNotice']> | FederationReferenceType, FederationReferenceType, ContextType>;
  arrival?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ArrivalPartyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalParty'] = ResolversParentTypes['ArrivalParty']> = {
  partyFunction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  partyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArrivalReleaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalRelease'] = ResolversParentTypes['ArrivalRelease']> = {
  customs?: Resolver<ResolversTypes['ReleaseAnswer'], ParentType, ContextType>;
  freight?: Resolver<ResolversTypes['ReleaseAnswer'], ParentType, ContextType>;
  freightPayment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isReleased?: Resolver<ResolversTypes['ReleaseAnswer'], ParentType, ContextType>;
  originalBillOfLading?: Resolver<ResolversTypes['ReleaseAnswer'], ParentType, ContextType>;
  unknown?: Resolver<ReadonlyArray<ResolversTypes['ReleasePart']>, ParentType, ContextType>;
};

export type ArrivalStatementsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalStatements'] = ResolversParentTypes['ArrivalStatements']> = {
  notice?: Resolver<ResolversTypes['SideStatement'], ParentType, ContextType>;
  port?: Resolver<ResolversTypes['SideStatement'], ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes['SideStatement'], ParentType, ContextType>;
};

export type ArrivalTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalTime'] = ResolversParentTypes['ArrivalTime']> = {
  classifier?: Resolver<Maybe<ResolversTypes['TimeClassifier']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['ArrivalEvent'], ParentType, ContextType>;
  evidence?: Resolver<ResolversTypes['Evidence'], ParentType, ContextType>;
  instant?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  localDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  localTime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ArrivalSide'], ParentType, ContextType>;
  statedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  zone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArrivalVisitResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalVisit'] = ResolversParentTypes['ArrivalVisit']> = {
  alertCounts?: Resolver<ReadonlyArray<ResolversTypes['AlertKindCount']>, ParentType, ContextType>;
  alerts?: Resolver<ResolversTypes['ArrivalAlertConnection'], ParentType, ContextType, RequireFields<ArrivalVisitAlertsArgs, 'first'>>;
  alertsCursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arrivalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  arrivals?: Resolver<ResolversTypes['ArrivalConnection'], ParentType, ContextType, RequireFields<ArrivalVisitArrivalsArgs, 'first' | 'orderBy'>>;
  bestTime?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  containerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isUrgent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  match?: Resolver<ResolversTypes['ArrivalVisitMatch'], ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
  portName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  severity?: Resolver<Maybe<ResolversTypes['AlertSeverity']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ArrivalState'], ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  vesselName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ArrivalVisitConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalVisitConnection'] = ResolversParentTypes['ArrivalVisitConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalVisitEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalVisit']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalVisitEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalVisitEdge'] = ResolversParentTypes['ArrivalVisitEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalVisit'], ParentType, ContextType>;
};

export type CheckReasonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CheckReason'] = ResolversParentTypes['CheckReason']> = {
  alert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['CheckReasonCode'], ParentType, ContextType>;
  comparedTime?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
  day?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  daysLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  hours?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isOpen?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['Evidence']>, ParentType, ContextType>;
  release?: Resolver<Maybe<ResolversTypes['ArrivalRelease']>, ParentType, ContextType>;
  side?: Resolver<Maybe<ResolversTypes['ArrivalSide']>, ParentType, ContextType>;
  sideOutcome?: Resolver<Maybe<ResolversTypes['SideOutcome']>, ParentType, ContextType>;
  since?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['ArrivalState']>, ParentType, ContextType>;
  time?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ContainerFreeTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ContainerFreeTime'] = ResolversParentTypes['ContainerFreeTime']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  equipmentReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pickup?: Resolver<Maybe<ResolversTypes['LastFree']>, ParentType, ContextType>;
  return?: Resolver<Maybe<ResolversTypes['LastFree']>, ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Delivery'] = ResolversParentTypes['Delivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deadLetterCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deadLetters?: Resolver<ReadonlyArray<ResolversTypes['DeliveryDeadLetter']>, ParentType, ContextType, RequireFields<DeliveryDeadLettersArgs, 'first'>>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hasMoreWaiting?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lagSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lastDeliveredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['DeliveryError']>, ParentType, ContextType>;
  latestAttempts?: Resolver<ReadonlyArray<ResolversTypes['DeliveryAttempt']>, ParentType, ContextType>;
  log?: Resolver<ResolversTypes['DeliveryLog'], ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['DeliveryMissed']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldestWaitingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  paused?: Resolver<Maybe<ResolversTypes['DeliveryPause']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeliveryAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryAttempt'] = ResolversParentTypes['DeliveryAttempt']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errorMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  messageID?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DeliveryOutcome'], ParentType, ContextType>;
  sequences?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DeliveryDeadLetterResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryDeadLetter'] = ResolversParentTypes['DeliveryDeadLetter']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  messageID?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['DeliveryDeadLetterReason'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeliveryErrorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryError'] = ResolversParentTypes['DeliveryError']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeliveryMissedResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryMissed'] = ResolversParentTypes['DeliveryMissed']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeliveryPauseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryPause'] = ResolversParentTypes['DeliveryPause']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EvidenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Evidence'] = ResolversParentTypes['Evidence']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ArrivalSide'], ParentType, ContextType>;
};

export type FacilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Facility'] = ResolversParentTypes['Facility']> = {
  facilityCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type GeoCoordinateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GeoCoordinate'] = ResolversParentTypes['GeoCoordinate']> = {
  latitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LastFreeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LastFree'] = ResolversParentTypes['LastFree']> = {
  classifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  localDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  typeCodes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LocationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Location'] = ResolversParentTypes['Location']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  facility?: Resolver<Maybe<ResolversTypes['Facility']>, ParentType, ContextType>;
  facilityTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  geoCoordinate?: Resolver<Maybe<ResolversTypes['GeoCoordinate']>, ParentType, ContextType>;
  locationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
};

export type MarkResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MarkResult'] = ResolversParentTypes['MarkResult']> = {
  action?: Resolver<ResolversTypes['MarkAction'], ParentType, ContextType>;
  alert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType>;
  arrival?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  undo?: Resolver<Maybe<ResolversTypes['MarkUndo']>, ParentType, ContextType>;
};

export type MarkUndoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MarkUndo'] = ResolversParentTypes['MarkUndo']> = {
  action?: Resolver<ResolversTypes['MarkAction'], ParentType, ContextType>;
  equipmentReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type MissedEventsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MissedEvents'] = ResolversParentTypes['MissedEvents']> = {
  count?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['MissedReason'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acknowledgeAlert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType, RequireFields<MutationAcknowledgeAlertArgs, 'id'>>;
  applyMarks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MarkResult']>>, ParentType, ContextType, RequireFields<MutationApplyMarksArgs, 'marks'>>;
  markCollected?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType, RequireFields<MutationMarkCollectedArgs, 'id'>>;
  pauseWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationPauseWebhookArgs, 'id' | 'reason'>>;
  replayWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationReplayWebhookArgs, 'id'>>;
  resumeWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationResumeWebhookArgs, 'id'>>;
  snoozeAlert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType, RequireFields<MutationSnoozeAlertArgs, 'id' | 'until'>>;
  unacknowledgeAlert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType, RequireFields<MutationUnacknowledgeAlertArgs, 'id'>>;
  unmarkCollected?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType, RequireFields<MutationUnmarkCollectedArgs, 'id'>>;
  unsnoozeAlert?: Resolver<Maybe<ResolversTypes['ArrivalAlert']>, ParentType, ContextType, RequireFields<MutationUnsnoozeAlertArgs, 'id'>>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PartnerNameResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerName'] = ResolversParentTypes['PartnerName']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PortResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Port'] = ResolversParentTypes['Port'], FederationReferenceType extends FederationReferenceTypes['Port'] = FederationReferenceTypes['Port']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Port']> | FederationReferenceType, FederationReferenceType, ContextType>;
  UNLocationCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  arrival?: Resolver<Maybe<ResolversTypes['Arrival']>, ParentType, ContextType, Partial<QueryArrivalArgs>>;
  arrivalAlertLog?: Resolver<Maybe<ResolversTypes['ArrivalAlertLogPage']>, ParentType, ContextType, RequireFields<QueryArrivalAlertLogArgs, 'first'>>;
  arrivalAlerts?: Resolver<Maybe<ResolversTypes['ArrivalAlertConnection']>, ParentType, ContextType, RequireFields<QueryArrivalAlertsArgs, 'first' | 'orderBy'>>;
  arrivalContainers?: Resolver<Maybe<ResolversTypes['ArrivalContainerConnection']>, ParentType, ContextType, RequireFields<QueryArrivalContainersArgs, 'first' | 'orderBy'>>;
  arrivalVisits?: Resolver<Maybe<ResolversTypes['ArrivalVisitConnection']>, ParentType, ContextType, RequireFields<QueryArrivalVisitsArgs, 'first' | 'orderBy'>>;
  arrivals?: Resolver<Maybe<ResolversTypes['ArrivalConnection']>, ParentType, ContextType, RequireFields<QueryArrivalsArgs, 'first' | 'orderBy'>>;
  webhooks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Webhook']>>, ParentType, ContextType>;
};

export type SideStatementResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SideStatement'] = ResolversParentTypes['SideStatement']> = {
  arrival?: Resolver<Maybe<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
  isStale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['SideOutcome'], ParentType, ContextType>;
  queriedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  side?: Resolver<ResolversTypes['ArrivalSide'], ParentType, ContextType>;
  times?: Resolver<ReadonlyArray<ResolversTypes['ArrivalTime']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  arrivalAlertRaised?: SubscriptionResolver<ResolversTypes['ArrivalAlertPayload'], "arrivalAlertRaised", ParentType, ContextType, Partial<SubscriptionArrivalAlertRaisedArgs>>;
};

export type TotalCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TotalCount'] = ResolversParentTypes['TotalCount']> = {
  isExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type VesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Vessel'] = ResolversParentTypes['Vessel'], FederationReferenceType extends FederationReferenceTypes['Vessel'] = FederationReferenceTypes['Vessel']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vessel']> | FederationReferenceType, FederationReferenceType, ContextType>;
  vesselIMONumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  deliveries?: Resolver<ReadonlyArray<ResolversTypes['Delivery']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WeightResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Weight'] = ResolversParentTypes['Weight']> = {
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Address?: AddressResolvers<ContextType>;
  AlertCheck?: AlertCheckResolvers<ContextType>;
  AlertKindCount?: AlertKindCountResolvers<ContextType>;
  AlertValue?: AlertValueResolvers<ContextType>;
  Arrival?: ArrivalResolvers<ContextType>;
  ArrivalAlert?: ArrivalAlertResolvers<ContextType>;
  ArrivalAlertConnection?: ArrivalAlertConnectionResolvers<ContextType>;
  ArrivalAlertEdge?: ArrivalAlertEdgeResolvers<ContextType>;
  ArrivalAlertLogPage?: ArrivalAlertLogPageResolvers<ContextType>;
  ArrivalAlertPayload?: ArrivalAlertPayloadResolvers<ContextType>;
  ArrivalConnection?: ArrivalConnectionResolvers<ContextType>;
  ArrivalContainer?: ArrivalContainerResolvers<ContextType>;
  ArrivalContainerConnection?: ArrivalContainerConnectionResolvers<ContextType>;
  ArrivalContainerEdge?: ArrivalContainerEdgeResolvers<ContextType>;
  ArrivalDifference?: ArrivalDifferenceResolvers<ContextType>;
  ArrivalEdge?: ArrivalEdgeResolvers<ContextType>;
  ArrivalFacility?: ArrivalFacilityResolvers<ContextType>;
  ArrivalNotice?: ArrivalNoticeResolvers<ContextType>;
  ArrivalParty?: ArrivalPartyResolvers<ContextType>;
  ArrivalRelease?: ArrivalReleaseResolvers<ContextType>;
  ArrivalStatements?: ArrivalStatementsResolvers<ContextType>;
  ArrivalTime?: ArrivalTimeResolvers<ContextType>;
  ArrivalVisit?: ArrivalVisitResolvers<ContextType>;
  ArrivalVisitConnection?: ArrivalVisitConnectionResolvers<ContextType>;
  ArrivalVisitEdge?: ArrivalVisitEdgeResolvers<ContextType>;
  CheckReason?: CheckReasonResolvers<ContextType>;
  ContainerFreeTime?: ContainerFreeTimeResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  DeliveryDeadLetter?: DeliveryDeadLetterResolvers<ContextType>;
  DeliveryError?: DeliveryErrorResolvers<ContextType>;
  DeliveryMissed?: DeliveryMissedResolvers<ContextType>;
  DeliveryPause?: DeliveryPauseResolvers<ContextType>;
  Evidence?: EvidenceResolvers<ContextType>;
  Facility?: FacilityResolvers<ContextType>;
  GeoCoordinate?: GeoCoordinateResolvers<ContextType>;
  LastFree?: LastFreeResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  MarkResult?: MarkResultResolvers<ContextType>;
  MarkUndo?: MarkUndoResolvers<ContextType>;
  MissedEvents?: MissedEventsResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PartnerName?: PartnerNameResolvers<ContextType>;
  Port?: PortResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SideStatement?: SideStatementResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TotalCount?: TotalCountResolvers<ContextType>;
  Vessel?: VesselResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  Weight?: WeightResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  added?: AddedDirectiveResolver<any, any, ContextType>;
  rules?: RulesDirectiveResolver<any, any, ContextType>;
};
