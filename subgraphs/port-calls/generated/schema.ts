// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '#platform/graphql/shared-types.ts';
import type { PartnerReference, PartnerStandardView } from '#platform/process/subgraph.ts';
import type { SourceReport as PartnerReport } from '#platform/upstream/sources.ts';
import type { PortCallEvent as StoredPortCallEvent } from '../store/port-call-events.ts';
import type { MatchQueryReference, MatchKeyReference } from '#platform/matching/match-sets.ts';
import type { DeliveryReport } from '#platform/publisher/deliveries/operations.ts';
import type { Clash } from '#platform/store/version-store.ts';
import type { EventMatchSetView, EventMatchView } from '../matching/matches.ts';
import type { PortCallTimeline as Timeline, CurrentTime as TimelineTime } from '../timeline.ts';
import type { EventPage, EventEdge } from '../queries.ts';
import type { LogPage, LogEvent } from '#platform/log/log-page.ts';
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
  /** An instant in RFC 3339 format with an offset. A value from a partner is returned exactly as the partner wrote it. */
  DateTime: { input: string; output: string; }
  /**
   * Any JSON value. Numbers have the value that the partner wrote: one that a 64-bit float cannot hold, such as
   * `9007199254740993`, `12345678901234567.89` or `1e400`, is written as the partner wrote it, and a client's JSON parser may
   * round it, as JavaScript's does. The notation of other numbers may differ (`1.0` becomes `1`, `1E5` becomes `100000`). Of
   * equal keys in an object the last one counts.
   */
  JSON: { input: unknown; output: unknown; }
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

/** A comparison of two values. */
export type AttributeComparison = {
  readonly __typename?: 'AttributeComparison';
  /** The attribute that was compared. */
  readonly attribute: MatchAttribute;
  /** The value of the record for which matches are requested. */
  readonly left: ComparedValue;
  /** Result of the comparison. */
  readonly result: ComparisonResult;
  /** The value of the record that was found. */
  readonly right: ComparedValue;
  /** Whether the values match although they are spelled differently: voyage numbers by leading zeros, blanks and a missing direction, names of ships by accents, dashes, dots and blanks, ports by several UN/LOCODEs. */
  readonly spelledDifferently: Scalars['Boolean']['output'];
};

/** State of the circuit breaker of a partner. */
export type BreakerState =
  /** The partner is queried. */
  | 'CLOSED'
  /** One request is in progress to find out whether the partner answers again. */
  | 'HALF_OPEN'
  /** The partner failed several times in a row and is not queried for a while; requests fail at once. */
  | 'OPEN';

/**
 * The calls in schedules that may be the requested call: candidates with the comparisons that support and contradict each.
 * One of them is `unique` only if nothing makes it doubtful.
 */
export type CallMatchSet = {
  readonly __typename?: 'CallMatchSet';
  /** The complete match query, serialized. */
  readonly matchQuery: Scalars['ID']['output'];
};

/** A value and its location. */
export type ComparedValue = {
  readonly __typename?: 'ComparedValue';
  /** Path of the value in its record. */
  readonly path: Scalars['String']['output'];
  /** The value as it was compared. */
  readonly value: Scalars['String']['output'];
};

/** Result of a comparison. */
export type ComparisonResult =
  /** The two values contradict each other. */
  | 'DIFFERS'
  /** The two values agree. */
  | 'MATCH'
  /** The two values cannot be compared, for example codes of two different lists. */
  | 'NOT_COMPARABLE';

/** Numbers of containers by length. */
export type ContainerCountBySize = {
  readonly __typename?: 'ContainerCountBySize';
  /** Containers of 20 feet. */
  readonly size20Units?: Maybe<Scalars['Int']['output']>;
  /** Containers of 40 feet. */
  readonly size40Units?: Maybe<Scalars['Int']['output']>;
  /** Containers of 45 feet. */
  readonly size45Units?: Maybe<Scalars['Int']['output']>;
  /** Containers of all lengths. */
  readonly totalUnits?: Maybe<Scalars['Int']['output']>;
};

/** Numbers of containers by type and size. Totals and details may both be present and differ; do not add them up. */
export type ContainerCountByTypeAndSize = {
  readonly __typename?: 'ContainerCountByTypeAndSize';
  /** Empty containers. */
  readonly emptyUnits?: Maybe<ContainerCountBySize>;
  /** Laden containers. */
  readonly ladenUnits?: Maybe<ContainerCountBySize>;
  /** Containers that are out of gauge. */
  readonly outOfGaugeUnits?: Maybe<ContainerCountBySize>;
  /** Reefer containers that need a plug. */
  readonly pluggedReeferUnits?: Maybe<ContainerCountBySize>;
  /** Containers of all types. */
  readonly totalUnits?: Maybe<ContainerCountBySize>;
};

/** The newest time of one classifier, for one service in one phase. */
export type CurrentTime = {
  readonly __typename?: 'CurrentTime';
  /** Classifier: `EST`, `REQ`, `PLN` or `ACT`. */
  readonly classifierCode: Scalars['String']['output'];
  /** The event that states the time. */
  readonly event: PortCallEvent;
  /** Phase of the port call: `INBD`, `ALGS`, `SHIF` or `OUTB`. */
  readonly portCallPhaseTypeCode?: Maybe<Scalars['String']['output']>;
  /** Type of event of the service: `STRT`, `CMPL`, `ARRI` or `DEPA`. */
  readonly portCallServiceEventTypeCode?: Maybe<Scalars['String']['output']>;
  /** Id of the service; null if the partner sent none. */
  readonly portCallServiceID?: Maybe<Scalars['ID']['output']>;
  /** Type of service. */
  readonly portCallServiceTypeCode?: Maybe<Scalars['String']['output']>;
  /** The time. */
  readonly serviceDateTime: Scalars['DateTime']['output'];
  /** Whether it is still valid. */
  readonly state: CurrentTimeState;
  /** Id of the terminal call; null if the partner sent none. */
  readonly terminalCallID?: Maybe<Scalars['ID']['output']>;
};

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

/** The rule by which no candidate is the match. Each rule is explained, with an example, in `packages/matching/RULES.md`. */
export type DecisionRule =
  /** A candidate with a better confidence is contradicted. */
  | 'CONTRADICTED_RIVAL'
  /** The stated day lies between two calls of one week. */
  | 'DAY_BETWEEN_CALLS'
  /** An event that agrees only by its voyage is too many days off, or has no time. */
  | 'DAY_OF_EVENT'
  /** A probable match is outside of the window of its time. */
  | 'DAY_OF_PROBABLE'
  /** A call without a ship is more than two days off. */
  | 'DAY_WITHOUT_VESSEL'
  /** The ship would be days early. */
  | 'EARLY_VESSEL'
  /** Another candidate is equally good. */
  | 'EQUAL_RIVAL'
  /** The ship is expected days early, and a source has not answered. */
  | 'EXPECTED_EARLY_UNANSWERED'
  /** The ship is days late without a stated plan, and a source has not answered. */
  | 'LATE_WITHOUT_PLAN'
  /** The voyage number may be left over from the previous call. */
  | 'LEFTOVER_VOYAGE_NUMBER'
  /** The notice may state the export voyage of a nearer call as its import voyage. */
  | 'MIXED_SIDES'
  /** A nearer call is at the stated terminal, or at an unknown one. */
  | 'NEARER_AT_STATED_TERMINAL'
  /** A nearer call may have the voyage. */
  | 'NEARER_RIVAL'
  /** A notice may announce cargo of another call of the ship. */
  | 'NOTICE_OF_CALL'
  /** The call of another ship has the voyage number on the very day. */
  | 'NUMBER_OF_OTHER_VESSEL'
  /** One of the records is old, and the day may be that of another call. */
  | 'OLD_RECORD'
  /** The visit is omitted. */
  | 'OMITTED_CALL'
  /** Neither a reference nor a voyage agrees, together with the port. */
  | 'REFERENCE_OR_VOYAGE'
  /** The carrier uses the voyage number for several calls. */
  | 'SHARED_VOYAGE_NUMBER'
  /** Something other than the terminal contradicts the best candidate. */
  | 'UNCONTRADICTED'
  /** Another candidate has the universal voyage, the best one only a carrier's number. */
  | 'UNIVERSAL_VOYAGE_OF_RIVAL';

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

/** A remark of a partner about a request. */
export type Feedback = {
  readonly __typename?: 'Feedback';
  /** Text for people, not for programs. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** `ERROR`, `WARN`, `INFO` or any other value that the partner sent. */
  readonly severity?: Maybe<Scalars['String']['output']>;
};

/** Coordinates in decimal degrees, as strings, as in the standard. */
export type GeoCoordinate = {
  readonly __typename?: 'GeoCoordinate';
  /** Latitude; north is positive, south negative. */
  readonly latitude?: Maybe<Scalars['String']['output']>;
  /** Longitude; east is positive, west negative. */
  readonly longitude?: Maybe<Scalars['String']['output']>;
};

/** A row that could not be published unchanged. */
export type InvalidRow = {
  readonly __typename?: 'InvalidRow';
  /** How the row was published. */
  readonly outcome: InvalidRowOutcome;
  /** When it was last published. */
  readonly publishedAt: Scalars['DateTime']['output'];
  /** The row: reference and label of a notice, id of an event, or endpoint of a schedule. */
  readonly row: Scalars['String']['output'];
  /** The first ten violations of the schema. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};

/** How an invalid row was published. */
export type InvalidRowOutcome =
  /** Published without its invalid attributes. */
  | 'CLEANED'
  /** Withheld: not published. */
  | 'WITHHELD';

/** Rows of a partner that violated the standard when they were published. */
export type InvalidRows = {
  readonly __typename?: 'InvalidRows';
  /** How often a row was published without its invalid attributes. */
  readonly cleaned: Scalars['Int']['output'];
  /** The last 20 of these rows, without repetitions, the newest first. */
  readonly latest: ReadonlyArray<InvalidRow>;
  /** How often a row was withheld because an attribute that the standard requires is missing or invalid. */
  readonly withheld: Scalars['Int']['output'];
};

/** Data that was received from a partner. */
export type LastReceived = {
  readonly __typename?: 'LastReceived';
  /** When Landfall received it. */
  readonly at: Scalars['DateTime']['output'];
  /** How Landfall received it. */
  readonly by: ReceivedBy;
  /** Seconds from the partner's own time of the data to the time when Landfall received it; null if the partner states no time. */
  readonly lagSeconds?: Maybe<Scalars['Float']['output']>;
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

/**
 * The rule by which two records match: what has to agree. `VESSEL` is the IMO number; `UNIVERSAL_VOYAGE` the universal
 * service and voyage references; `CARRIER_VOYAGE` a voyage number of the same carrier; `VOYAGE_NUMBER` one whose carrier is not
 * stated; `WINDOW` that the times are near. Voyages are import voyages unless named otherwise. Each rule is explained, with
 * an example, in `packages/matching/RULES.md`.
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
  /** The ship, the same carrier's export voyage number, and the port. The unique match of an event and a schedule only. */
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
  /** The ship, the port, and the arrival, of an event and a schedule. */
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

/** Expected container moves of one carrier; without `carrierCode`, of all carriers that have no entry of their own. */
export type MovesForecast = {
  readonly __typename?: 'MovesForecast';
  /** Code of the carrier. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `carrierCode`: `SMDG` or `NMFTA`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Containers to be discharged. */
  readonly dischargeUnits?: Maybe<ContainerCountByTypeAndSize>;
  /** Containers to be loaded. */
  readonly loadUnits?: Maybe<ContainerCountByTypeAndSize>;
  /** Containers to be restowed. */
  readonly restowUnits?: Maybe<ContainerCountBySize>;
};

/** An object with a global id. */
export type Node = {
  /** Global id. Opaque. */
  readonly id: Scalars['ID']['output'];
};

/**
 * The notices that announce, or may announce, cargo of a call. `UNIQUE` means here: the call is a reliable match for each
 * notice without a contradiction.
 */
export type NoticeMatchSet = {
  readonly __typename?: 'NoticeMatchSet';
  /** The complete match query, serialized. */
  readonly matchKey: Scalars['ID']['output'];
};

/** Capabilities that a partner's answers have shown. They are stored and can be copied into its file. */
export type ObservedCapability = {
  readonly __typename?: 'ObservedCapability';
  /** Filters that were sent and that its rows contradict. */
  readonly ignoredFilters: ReadonlyArray<Scalars['String']['output']>;
  /** Number of rows of its largest page; null before the first page. */
  readonly largestPage?: Maybe<Scalars['Int']['output']>;
  /** Requests that it rejected with 400, the newest last. */
  readonly refusedRequests: ReadonlyArray<RefusedRequest>;
  /** Whether a request with a cursor must omit all other parameters; null if it was never observed. */
  readonly requiresCursorAlone?: Maybe<Scalars['Boolean']['output']>;
  /** Whether it accepts `limit`; null if it was never sent. If `limit` is rejected, requests omit it. */
  readonly supportsLimit?: Maybe<Scalars['Boolean']['output']>;
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

/** A trading partner. Requires the operator right. */
export type Partner = {
  readonly __typename?: 'Partner';
  /** The partner's id: the name of its file. */
  readonly id: Scalars['ID']['output'];
  /** Delivery of port call events to the partner; empty if none is configured. */
  readonly portCallDeliveries?: Maybe<ReadonlyArray<Delivery>>;
  /** Port call events. */
  readonly portCalls?: Maybe<PartnerStandard>;
};

/** A partner's configuration for requests. */
export type PartnerEndpoint = {
  readonly __typename?: 'PartnerEndpoint';
  /** Filters that the partner supports; Landfall applies all others to its rows. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** Host name and port of the partner's server. The rest of the address is not shown. */
  readonly host: Scalars['String']['output'];
  /** Maximum number of references in one request. */
  readonly maxReferences: Scalars['Int']['output'];
  /** Whether the partner supports `limit` and `cursor`. */
  readonly paging: Scalars['Boolean']['output'];
  /** Version of the standard that is sent as `API-Version`. */
  readonly version: Scalars['String']['output'];
};

/** A failure of a partner. */
export type PartnerFailure = {
  readonly __typename?: 'PartnerFailure';
  /** When the failure was detected. */
  readonly at: Scalars['DateTime']['output'];
  /** A code of the error table. */
  readonly code: Scalars['String']['output'];
  /** What happened. */
  readonly message: Scalars['String']['output'];
};

/** Health of requests to a partner. */
export type PartnerHealth = {
  readonly __typename?: 'PartnerHealth';
  /** Number of requests answered with status 200. */
  readonly answers: Scalars['Int']['output'];
  /** State of the circuit breaker. */
  readonly breaker: BreakerState;
  /** When the partner is queried again; null unless `breaker` is `OPEN`. */
  readonly coolDownUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Number of failed requests, each attempt counted, and of answers that could not be used. */
  readonly failures: Scalars['Int']['output'];
  /** Number of requests in flight. */
  readonly inFlight: Scalars['Int']['output'];
  /** The last failure. */
  readonly lastFailure?: Maybe<PartnerFailure>;
  /** The last response with status 200. */
  readonly lastResponse?: Maybe<PartnerResponse>;
  /** Capabilities that the partner's answers have shown, in addition to its configuration. */
  readonly observed: ObservedCapability;
  /** Number of requests that wait for the partner's limits. */
  readonly waiting: Scalars['Int']['output'];
};

/** A trading partner, as it is named to every caller that may see its data. */
export type PartnerName = {
  readonly __typename?: 'PartnerName';
  /** The partner's id: the name of its file. Arguments and filters take it. */
  readonly id: Scalars['ID']['output'];
  /** Display name; the id if the partner's file was removed. */
  readonly name: Scalars['String']['output'];
};

/** A response of a partner. */
export type PartnerResponse = {
  readonly __typename?: 'PartnerResponse';
  /** `API-Version` of the response. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** When the response was complete. */
  readonly at: Scalars['DateTime']['output'];
  /** Time from sending the request to the last byte of the response, in milliseconds. */
  readonly milliseconds: Scalars['Float']['output'];
};

/** Configuration and health of a partner for one standard. */
export type PartnerStandard = {
  readonly __typename?: 'PartnerStandard';
  /** The partner's configuration for requests; null if it is not queried. */
  readonly endpoint?: Maybe<PartnerEndpoint>;
  /**
   * Health of requests to the partner, as observed by the answering process since it started or the address changed; null
   * if it is not queried.
   */
  readonly health?: Maybe<PartnerHealth>;
  /** Rows of the partner that could not be published unchanged to subscribers, as observed by the answering process since it started. */
  readonly invalidRows: InvalidRows;
  /** The last change received from the partner; null if there was none, and for schedules, which are not stored. */
  readonly lastReceived?: Maybe<LastReceived>;
  /**
   * Remarks on stored objects of the partner, as observed by the answering process since it started; null for schedules,
   * which are not stored.
   */
  readonly receivedRemarks?: Maybe<ReceivedRemarks>;
};

/** A port or another place, identified by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode: Scalars['String']['output'];
  /** Port call events of the port, the most recently received first. */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
};


/** A port or another place, identified by its UN/LOCODE. */
export type PortPortCallEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
};

/** The visit of a ship to a port. */
export type PortCall = {
  readonly __typename?: 'PortCall';
  /** UN/LOCODE of the port. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Whether the carrier skips this port. It is never revoked: a new call has new ids. */
  readonly isOmitted?: Maybe<Scalars['Boolean']['output']>;
  /** The port; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
  /** Id of the port call. */
  readonly portCallID?: Maybe<Scalars['ID']['output']>;
  /** The port's reference of the visit; it is shared by the terminal calls of the visit. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
};

/**
 * One version of a port call event, as its partner sent it. Attributes of the standard are null where the partner omitted
 * them, sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the
 * schema. A missing attribute states nothing: it never revokes a statement of an earlier event.
 */
export type PortCallEvent = Node & {
  readonly __typename?: 'PortCallEvent';
  /** Notices that announce cargo of the same call. */
  readonly arrivalNotices?: Maybe<NoticeMatchSet>;
  /** The call that the event concerns, according to the schedules of all partners. */
  readonly call?: Maybe<CallMatchSet>;
  /** Other contents that were received for the identity of this version. The content received first is kept; these are stored with it. */
  readonly clashes: ReadonlyArray<PortCallEventClash>;
  /** The event as JSON, as it was received. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Id of the event; null if the partner sent none. The partner may send the event again with newer content. */
  readonly eventID?: Maybe<Scalars['ID']['output']>;
  /** When the partner last changed the event. */
  readonly eventUpdatedDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Global id of this version. */
  readonly id: Scalars['ID']['output'];
  /** Whether no newer version of the event is stored. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** For information only: intended mainly for other recipients; it requires no action or reply. */
  readonly isFYI?: Maybe<Scalars['Boolean']['output']>;
  /** The kinds of the event. */
  readonly kinds: ReadonlyArray<PortCallEventKind>;
  /** Expected container moves, by carrier. */
  readonly movesForecasts?: Maybe<ReadonlyArray<MovesForecast>>;
  /** The partner that sent it. */
  readonly partner: PartnerName;
  /** The ship's visit to the port. */
  readonly portCall?: Maybe<PortCall>;
  /** The service that the event concerns. */
  readonly portCallService?: Maybe<PortCallService>;
  /** When Landfall received this version. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
  /** The event of `replyToEventID` in its newest version; null if it is not stored. */
  readonly replyTo?: Maybe<PortCallEvent>;
  /** Id of the earlier event that this event answers in the exchange of estimates, requests and plans. */
  readonly replyToEventID?: Maybe<Scalars['ID']['output']>;
  /** The party that a relaying proxy named as the sender; null if there was none. */
  readonly sendingParty?: Maybe<Scalars['String']['output']>;
  /** The call at one terminal within the visit. */
  readonly terminalCall?: Maybe<TerminalCall>;
  /** Everything that this partner stated about the same port call; null if the event names none. */
  readonly timeline?: Maybe<PortCallTimeline>;
  /** The time that the event communicates. */
  readonly timestamp?: Maybe<PortCallTimestamp>;
  /** All versions of the event, the newest first; at most 100. */
  readonly versions: ReadonlyArray<PortCallEvent>;
  /** What the event states about the ship. */
  readonly vessel?: Maybe<PortCallVessel>;
  /** Violations of the standard's schema. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};


/**
 * One version of a port call event, as its partner sent it. Attributes of the standard are null where the partner omitted
 * them, sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the
 * schema. A missing attribute states nothing: it never revokes a statement of an earlier event.
 */
export type PortCallEventCallArgs = {
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** Another content that was received for the identity of a version that was already stored. */
export type PortCallEventClash = {
  readonly __typename?: 'PortCallEventClash';
  /** The content as it was received. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** When Landfall received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
};

/** One page of events. */
export type PortCallEventConnection = {
  readonly __typename?: 'PortCallEventConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PortCallEventEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<PortCallEvent>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** Which partners were queried and with which result; one report for each partner that the query concerns. */
  readonly sources: ReadonlyArray<SourceReport>;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** An event on a page. */
export type PortCallEventEdge = {
  readonly __typename?: 'PortCallEventEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The event. */
  readonly node: PortCallEvent;
};

/**
 * Condition on events. All attributes must match (AND); of a list, one value must match (OR). An event that lacks the
 * attribute of a condition does not match.
 */
export type PortCallEventFilter = {
  /** UN/LOCODE of the port call; case and spaces are ignored. */
  readonly UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's number of the export voyage, on which the ship leaves, compared exactly. */
  readonly carrierExportVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's number of the import voyage, on which the ship arrives, compared exactly. */
  readonly carrierImportVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's service code, compared exactly. */
  readonly carrierServiceCode?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's service name, compared exactly. */
  readonly carrierServiceName?: InputMaybe<Scalars['String']['input']>;
  /** Classifier: `EST`, `REQ`, `PLN` or `ACT`, compared exactly. */
  readonly classifierCode?: InputMaybe<Scalars['String']['input']>;
  /** Latest time of the service, inclusive. For an event without one, the time of its last change is compared. */
  readonly eventTimestampMax?: InputMaybe<Scalars['DateTime']['input']>;
  /** Earliest time of the service, inclusive. For an event without one, the time of its last change is compared. */
  readonly eventTimestampMin?: InputMaybe<Scalars['DateTime']['input']>;
  /** The partners that sent it; at most 1,000 values. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Id of the port call, compared exactly. */
  readonly portCallID?: InputMaybe<Scalars['ID']['input']>;
  /** Id of the service, compared exactly. */
  readonly portCallServiceID?: InputMaybe<Scalars['ID']['input']>;
  /** Type of service, such as `BERTH`. */
  readonly portCallServiceTypeCode?: InputMaybe<Scalars['String']['input']>;
  /** The port's reference of the visit, compared exactly except for surrounding spaces. */
  readonly portVisitReference?: InputMaybe<Scalars['String']['input']>;
  /** Versions received after this instant. */
  readonly receivedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Versions received before this instant. */
  readonly receivedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Id of the terminal call, compared exactly. */
  readonly terminalCallID?: InputMaybe<Scalars['ID']['input']>;
  /** The operator's reference of the terminal call, compared exactly. */
  readonly terminalCallReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal reference of the export voyage, on which the ship leaves, compared exactly. */
  readonly universalExportVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal reference of the import voyage, on which the ship arrives; case is ignored. */
  readonly universalImportVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal service reference, compared exactly. */
  readonly universalServiceReference?: InputMaybe<Scalars['String']['input']>;
  /** IMO number of the ship, with or without the prefix `IMO`. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** MMSI number of the ship, compared exactly. */
  readonly vesselMMSINumber?: InputMaybe<Scalars['String']['input']>;
  /** Name of the ship; case, surrounding spaces and a leading `MV` are ignored. */
  readonly vesselName?: InputMaybe<Scalars['String']['input']>;
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

/** One page of the log of port call events. */
export type PortCallEventLogPage = {
  readonly __typename?: 'PortCallEventLogPage';
  /** Cursor for the next page. It also covers the log entries that were read and did not match. */
  readonly cursor: Scalars['String']['output'];
  /** The matching events, in log order. */
  readonly events: ReadonlyArray<PortCallEventPayload>;
  /** Whether the log has more entries now. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** An event of a visit that is, or may be, the requested call. */
export type PortCallEventMatch = {
  readonly __typename?: 'PortCallEventMatch';
  /** Confidence of the match. */
  readonly confidence: MatchConfidence;
  /** The comparisons that contradict. */
  readonly contradictions: ReadonlyArray<AttributeComparison>;
  /** Days between the times of the two records, in the order notice, schedule, event: positive if the later kind states a later time. Null without two times. */
  readonly dayDistance?: Maybe<Scalars['Int']['output']>;
  /** The event. */
  readonly event: PortCallEvent;
  /** Whether it may provide a current time: it is not for information only, not cancelled, not declined, and not of a skipped call. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** The comparisons that agree. */
  readonly matchedOn: ReadonlyArray<AttributeComparison>;
  /** The comparisons whose values cannot be compared. */
  readonly notComparable: ReadonlyArray<AttributeComparison>;
  /** Further circumstances of the match. */
  readonly reasons: ReadonlyArray<MatchReason>;
  /** The rule by which the records match. */
  readonly rule: MatchRule;
};

/** What port call events state about one call of a ship at a port: visits, of which one may be the requested call. */
export type PortCallEventMatchSet = {
  readonly __typename?: 'PortCallEventMatchSet';
  /** The newest times of each service of the matching visit; empty if no visit is the match. */
  readonly currentTimes: ReadonlyArray<CurrentTime>;
  /**
   * The partners on whose data the answer depends, sorted by id: those with events of this ship, or of its visits, at the time of the
   * call. Without the events of all others, the answer would be the same.
   */
  readonly dependsOn: ReadonlyArray<PartnerName>;
  /** Events of the matching visit; without one, events of all candidates, best match first. Within a visit, the newest event is last. */
  readonly events: ReadonlyArray<PortCallEventMatch>;
  /** The complete match query, serialized. */
  readonly matchKey: Scalars['ID']['output'];
  /** If the reasons of the only candidate include `TOO_LITTLE_EVIDENCE`: the attributes of which one more would make it the match. Otherwise empty. */
  readonly missing: ReadonlyArray<MatchAttribute>;
  /** Result for the ship's visit to the port. */
  readonly outcome: MatchOutcome;
  /** The rule that decided that there is no match; null unless `outcome` is `AMBIGUOUS` or `CONFLICTING`. */
  readonly rule?: Maybe<DecisionRule>;
  /** Which partners were queried and with which result. */
  readonly sources: ReadonlyArray<SourceReport>;
  /** Result for the call at one terminal within the visit. */
  readonly terminalOutcome: MatchOutcome;
};

/** Sort orders of events. */
export type PortCallEventOrder =
  /** By the time when the event was first received, latest first. A row never changes its position, so pages neither lose nor repeat rows. */
  | 'NEWEST_FIRST'
  /** By the time when the event was first received, earliest first. A row never changes its position. */
  | 'OLDEST_FIRST'
  /**
   * By the time when the newest version was received, latest first. A row that changes moves to the start: a client that
   * is paging may miss it and finds it on the first page again.
   */
  | 'RECENTLY_CHANGED';

/** A version of an event that was stored, or a gap in the stream. Exactly one of `event` and `missed` is set. */
export type PortCallEventPayload = {
  readonly __typename?: 'PortCallEventPayload';
  /** Cursor to resume after this event (`after`). It is the same for every subscriber with the same rights. */
  readonly cursor: Scalars['String']['output'];
  /** The event in this version. */
  readonly event?: Maybe<PortCallEvent>;
  /** The gap: events that could not be sent. */
  readonly missed?: Maybe<MissedEvents>;
};

/** A service of a port call, such as a berth or a pilot. */
export type PortCallService = {
  readonly __typename?: 'PortCallService';
  /** Type of facility: `PBPL` pilot boarding place, `BRTH` berth, `ANCH` anchorage. */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Whether the provider withdrew the service. */
  readonly isCanceled?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the consumer refused the service. */
  readonly isDeclined?: Maybe<Scalars['Boolean']['output']>;
  /** Phase of the port call: `INBD` inbound, `ALGS` alongside, `SHIF` shifting, `OUTB` outbound. */
  readonly portCallPhaseTypeCode?: Maybe<Scalars['String']['output']>;
  /** Type of event of the service: `STRT` started, `CMPL` completed, `ARRI` arrived, `DEPA` departed. */
  readonly portCallServiceEventTypeCode?: Maybe<Scalars['String']['output']>;
  /** Id of the service. */
  readonly portCallServiceID?: Maybe<Scalars['ID']['output']>;
  /** Type of service, such as `BERTH`, `PILOTAGE`, `CARGO_OPERATIONS` or `MOVES`. */
  readonly portCallServiceTypeCode?: Maybe<Scalars['String']['output']>;
  /** Place of the service. */
  readonly serviceLocation?: Maybe<Location>;
};

/**
 * What one partner stated about one port call, in order. The flags are those of single events: an omitted port call does
 * not make its services cancelled unless an event states so.
 */
export type PortCallTimeline = {
  readonly __typename?: 'PortCallTimeline';
  /** UN/LOCODE, from the newest event that has one. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** The newest time of each classifier, for each service, event type and phase. An actual time does not remove the others. */
  readonly currentTimes: ReadonlyArray<CurrentTime>;
  /** The events in their newest versions, sorted by the time of their last change; at most 1,000. */
  readonly events: ReadonlyArray<PortCallEvent>;
  /** Whether any event states that the port is skipped. */
  readonly isOmitted: Scalars['Boolean']['output'];
  /** Terminal calls that any event states to be skipped. */
  readonly omittedTerminalCallIDs: ReadonlyArray<Scalars['ID']['output']>;
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** The partner's id of the port call. */
  readonly portCallID: Scalars['ID']['output'];
  /** The port's reference of the visit, from the newest event that has one. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
};

/** A time of a service. */
export type PortCallTimestamp = {
  readonly __typename?: 'PortCallTimestamp';
  /**
   * Classifier: `EST` estimated, `REQ` requested, `PLN` planned, `ACT` actual. Here `PLN` is a commitment in a
   * negotiation, not the plan of a schedule.
   */
  readonly classifierCode?: Maybe<Scalars['String']['output']>;
  /** Reason codes of a delay, from SMDG's list. */
  readonly delayReasonCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Remark as text. */
  readonly remark?: Maybe<Scalars['String']['output']>;
  /** When the service takes place or took place. */
  readonly serviceDateTime?: Maybe<Scalars['DateTime']['output']>;
};

/** What one partner states about a ship: its description and its present state. */
export type PortCallVessel = {
  readonly __typename?: 'PortCallVessel';
  /** Depth from the water to the keel at the stern, in `draftUnit`. */
  readonly aftDraft?: Maybe<Scalars['Float']['output']>;
  /** Height from the water to the highest point, in `draftUnit`. */
  readonly airDraft?: Maybe<Scalars['Float']['output']>;
  /** Depth from the water to the keel, in `draftUnit`. */
  readonly draft?: Maybe<Scalars['Float']['output']>;
  /** Unit of the drafts: `MTR` metres, `FOT` feet. */
  readonly draftUnit?: Maybe<Scalars['String']['output']>;
  /** Depth from the water to the keel at the bow, in `draftUnit`. */
  readonly forwardDraft?: Maybe<Scalars['Float']['output']>;
  /** Overall length, in `vesselSizeUnit`. */
  readonly lengthOverall?: Maybe<Scalars['Float']['output']>;
  /** Distance to the berth of the next port in nautical miles, as the ship reports it. */
  readonly milesToDestinationPort?: Maybe<Scalars['Float']['output']>;
  /** The ship; null without an IMO number. */
  readonly vessel?: Maybe<Vessel>;
  /** Radio call sign. */
  readonly vesselCallSign?: Maybe<Scalars['String']['output']>;
  /** IMO number as a string. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
  /** MMSI number. */
  readonly vesselMMSINumber?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
  /** Position of the ship. */
  readonly vesselPosition?: Maybe<Location>;
  /** Unit of length and width: `MTR` metres, `FOT` feet. */
  readonly vesselSizeUnit?: Maybe<Scalars['String']['output']>;
  /** Type of ship, such as `CONT` for a container ship. */
  readonly vesselTypeCode?: Maybe<Scalars['String']['output']>;
  /** Greatest width, in `vesselSizeUnit`. */
  readonly width?: Maybe<Scalars['Float']['output']>;
};

/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type Query = {
  readonly __typename?: 'Query';
  /** A port, as an entry point into the graph; null if the argument cannot be a UN/LOCODE. The code is not looked up. */
  readonly port?: Maybe<Port>;
  /**
   * The log of port call events, page by page: the same events as `portCallEventReceived`. For jobs that poll instead of
   * keeping a connection open.
   */
  readonly portCallEventLog?: Maybe<PortCallEventLogPage>;
  /**
   * Port call events, one row per event with its newest version. All filters of the standard are available except
   * `timestampID`, because events carry no such id.
   */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
  /** Everything that one partner stated about one port call; null if there is nothing that the caller may see. */
  readonly portCallTimeline?: Maybe<PortCallTimeline>;
  /** A ship, as an entry point into the graph; null if the argument cannot be an IMO number. The number is not looked up. */
  readonly vessel?: Maybe<Vessel>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortArgs = {
  UNLocationCode: Scalars['String']['input'];
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortCallEventLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortCallEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<PortCallEventOrder>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortCallTimelineArgs = {
  partner: Scalars['ID']['input'];
  portCallID: Scalars['ID']['input'];
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryVesselArgs = {
  vesselIMONumber: Scalars['String']['input'];
};

/** How a version or notification reached Landfall. */
export type ReceivedBy =
  /** Landfall fetched it because a notification named it. */
  | 'NOTIFICATION'
  /** Landfall fetched it for a query. */
  | 'PULL'
  /** The partner pushed it. */
  | 'PUSH';

/** A remark on objects of a partner. */
export type ReceivedRemark = {
  readonly __typename?: 'ReceivedRemark';
  /** What deviates from the standard, and how it is read. */
  readonly message: Scalars['String']['output'];
  /** On how many objects it was made. */
  readonly objects: Scalars['Int']['output'];
  /** JSONPath in the object; `[*]` is any element of a list. */
  readonly path: Scalars['String']['output'];
  /** When it was last made. */
  readonly receivedAt: Scalars['DateTime']['output'];
};

/** Objects of a partner that were stored and could not be read as they were meant. */
export type ReceivedRemarks = {
  readonly __typename?: 'ReceivedRemarks';
  /** The last 20 different remarks, the newest first. */
  readonly latest: ReadonlyArray<ReceivedRemark>;
  /** How many of them: with members that the standard does not name, values that it does not allow, or nothing that states an arrival. */
  readonly objects: Scalars['Int']['output'];
};

/** A request that a partner rejected. */
export type RefusedRequest = {
  readonly __typename?: 'RefusedRequest';
  /** Filters of the request. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** The filters that the partner's error names. */
  readonly namedFilters: ReadonlyArray<Scalars['String']['output']>;
};

/** One violation of the standard's schema. The document is stored as it was received. */
export type SchemaViolation = {
  readonly __typename?: 'SchemaViolation';
  /** The expected and the received value. */
  readonly message: Scalars['String']['output'];
  /** Location in the document as JSONPath; `$` is the document itself. */
  readonly path: Scalars['String']['output'];
};

/** Codes of a service. */
export type ServiceCodeOrReference = {
  readonly __typename?: 'ServiceCodeOrReference';
  /** A carrier's service code. The event does not state which carrier. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** Universal service reference: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
};

/** The contribution of one partner to an answer, and its age. */
export type SourceReport = {
  readonly __typename?: 'SourceReport';
  /** Version of the standard, as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Why it did not answer: an error code such as `UPSTREAM_TLS`; null if it answered. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** The partner's remarks. */
  readonly feedback: ReadonlyArray<Feedback>;
  /** The partner; null where the subgraph that queries partners by this standard is unavailable. */
  readonly partner?: Maybe<PartnerName>;
  /** Time of its last answer or push; null if there was none. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When a busy partner is queried again; null if that is unknown or the partner is not busy. */
  readonly retryAt?: Maybe<Scalars['DateTime']['output']>;
  /** The standard of the request. */
  readonly standard: Standard;
  /** Result of the request. */
  readonly status: SourceStatus;
};

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

/** The DCSA standards of this graph. */
export type Standard =
  /** DCSA Arrival Notice. */
  | 'ARRIVAL_NOTICE'
  /** DCSA Commercial Schedules. */
  | 'COMMERCIAL_SCHEDULES'
  /** DCSA Port Call. */
  | 'PORT_CALL';

/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * Each version of a port call event when it is stored, including older versions that arrive late (`isCurrent`
   * distinguishes them). Events are in log order. After resuming from an older cursor an event may be repeated, always
   * with the same cursor.
   */
  readonly portCallEventReceived: PortCallEventPayload;
};


/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type SubscriptionPortCallEventReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
};

/** The call of a ship at one terminal within a port call. */
export type TerminalCall = {
  readonly __typename?: 'TerminalCall';
  /** The carrier's service name. The event does not state which carrier. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
  /** The export voyage, on which the ship leaves. */
  readonly exportVoyageNumberOrReference?: Maybe<VoyageNumberOrReference>;
  /** The import voyage, on which the ship arrives. */
  readonly importVoyageNumberOrReference?: Maybe<VoyageNumberOrReference>;
  /** Whether the carrier skips this terminal. */
  readonly isOmitted?: Maybe<Scalars['Boolean']['output']>;
  /** Position of the terminal call within the port call. */
  readonly sequenceNumber?: Maybe<Scalars['Int']['output']>;
  /** Codes of the service. */
  readonly serviceCodeOrReference?: Maybe<ServiceCodeOrReference>;
  /** Id of the terminal call. */
  readonly terminalCallID?: Maybe<Scalars['ID']['output']>;
  /** The operator's reference of the call, the same as `transportCallReference` in its schedules. */
  readonly terminalCallReference?: Maybe<Scalars['String']['output']>;
};

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
  /** Port call events of the ship, the most recently received first. */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
  /** IMO number as a string; a ship keeps it for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
};


/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type VesselPortCallEventsArgs = {
  UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Number and reference of a voyage. */
export type VoyageNumberOrReference = {
  readonly __typename?: 'VoyageNumberOrReference';
  /** A carrier's voyage number. The event does not state which carrier. */
  readonly carrierVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** Universal voyage reference; it is unique within one service only. */
  readonly universalVoyageReference?: Maybe<Scalars['String']['output']>;
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
  CallMatchSet: CallMatchSet;
  NoticeMatchSet: NoticeMatchSet;
  Partner: Partner;
  Port: Port;
  PortCallEvent: PortCallEvent;
  PortCallEventMatchSet: PortCallEventMatchSet;
  Vessel: Vessel;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  CallMatchSet:
    ( { __typename: 'CallMatchSet' }
    & GraphQLRecursivePick<FederationTypes['CallMatchSet'], {"matchQuery":true}> );
  NoticeMatchSet:
    ( { __typename: 'NoticeMatchSet' }
    & GraphQLRecursivePick<FederationTypes['NoticeMatchSet'], {"matchKey":true}> );
  Partner:
    ( { __typename: 'Partner' }
    & GraphQLRecursivePick<FederationTypes['Partner'], {"id":true}> );
  Port:
    ( { __typename: 'Port' }
    & GraphQLRecursivePick<FederationTypes['Port'], {"UNLocationCode":true}> );
  PortCallEvent:
    ( { __typename: 'PortCallEvent' }
    & GraphQLRecursivePick<FederationTypes['PortCallEvent'], {"id":true}> );
  PortCallEventMatchSet:
    ( { __typename: 'PortCallEventMatchSet' }
    & GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"matchKey":true}> );
  Vessel:
    ( { __typename: 'Vessel' }
    & GraphQLRecursivePick<FederationTypes['Vessel'], {"vesselIMONumber":true}> );
};


/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node: ( StoredPortCallEvent );
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Address: ResolverTypeWrapper<Address>;
  AttributeComparison: ResolverTypeWrapper<AttributeComparison>;
  BreakerState: BreakerState;
  CallMatchSet: ResolverTypeWrapper<MatchQueryReference>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  ComparedValue: ResolverTypeWrapper<ComparedValue>;
  ComparisonResult: ComparisonResult;
  ContainerCountBySize: ResolverTypeWrapper<ContainerCountBySize>;
  ContainerCountByTypeAndSize: ResolverTypeWrapper<ContainerCountByTypeAndSize>;
  CurrentTime: ResolverTypeWrapper<TimelineTime>;
  CurrentTimeState: CurrentTimeState;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DecisionRule: DecisionRule;
  Delivery: ResolverTypeWrapper<DeliveryReport>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttempt>;
  DeliveryDeadLetter: ResolverTypeWrapper<DeliveryDeadLetter>;
  DeliveryDeadLetterReason: DeliveryDeadLetterReason;
  DeliveryError: ResolverTypeWrapper<DeliveryError>;
  DeliveryLog: DeliveryLog;
  DeliveryMissed: ResolverTypeWrapper<DeliveryMissed>;
  DeliveryOutcome: DeliveryOutcome;
  DeliveryPause: ResolverTypeWrapper<DeliveryPause>;
  DeliveryState: DeliveryState;
  Facility: ResolverTypeWrapper<Facility>;
  Feedback: ResolverTypeWrapper<Feedback>;
  GeoCoordinate: ResolverTypeWrapper<GeoCoordinate>;
  InvalidRow: ResolverTypeWrapper<InvalidRow>;
  InvalidRowOutcome: InvalidRowOutcome;
  InvalidRows: ResolverTypeWrapper<InvalidRows>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LastReceived: ResolverTypeWrapper<LastReceived>;
  Location: ResolverTypeWrapper<Omit<Location, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  MatchAttribute: MatchAttribute;
  MatchConfidence: MatchConfidence;
  MatchOutcome: MatchOutcome;
  MatchReason: MatchReason;
  MatchRule: MatchRule;
  MissedEvents: ResolverTypeWrapper<MissedEvents>;
  MissedReason: MissedReason;
  MovesForecast: ResolverTypeWrapper<MovesForecast>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NoticeMatchSet: ResolverTypeWrapper<MatchKeyReference>;
  ObservedCapability: ResolverTypeWrapper<ObservedCapability>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partner: ResolverTypeWrapper<PartnerReference>;
  PartnerEndpoint: ResolverTypeWrapper<PartnerEndpoint>;
  PartnerFailure: ResolverTypeWrapper<PartnerFailure>;
  PartnerHealth: ResolverTypeWrapper<PartnerHealth>;
  PartnerName: ResolverTypeWrapper<PartnerName>;
  PartnerResponse: ResolverTypeWrapper<PartnerResponse>;
  PartnerStandard: ResolverTypeWrapper<PartnerStandardView>;
  Port: ResolverTypeWrapper<PortReference>;
  PortCall: ResolverTypeWrapper<Omit<PortCall, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  PortCallEvent: ResolverTypeWrapper<StoredPortCallEvent>;
  PortCallEventClash: ResolverTypeWrapper<Clash>;
  PortCallEventConnection: ResolverTypeWrapper<EventPage>;
  PortCallEventEdge: ResolverTypeWrapper<EventEdge>;
  PortCallEventFilter: PortCallEventFilter;
  PortCallEventKind: PortCallEventKind;
  PortCallEventLogPage: ResolverTypeWrapper<LogPage>;
  PortCallEventMatch: ResolverTypeWrapper<EventMatchView>;
  PortCallEventMatchSet: ResolverTypeWrapper<EventMatchSetView>;
  PortCallEventOrder: PortCallEventOrder;
  PortCallEventPayload: ResolverTypeWrapper<LogEvent>;
  PortCallService: ResolverTypeWrapper<Omit<PortCallService, 'serviceLocation'> & { serviceLocation?: Maybe<ResolversTypes['Location']> }>;
  PortCallTimeline: ResolverTypeWrapper<Timeline>;
  PortCallTimestamp: ResolverTypeWrapper<PortCallTimestamp>;
  PortCallVessel: ResolverTypeWrapper<Omit<PortCallVessel, 'vessel' | 'vesselPosition'> & { vessel?: Maybe<ResolversTypes['Vessel']>, vesselPosition?: Maybe<ResolversTypes['Location']> }>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReceivedBy: ReceivedBy;
  ReceivedRemark: ResolverTypeWrapper<ReceivedRemark>;
  ReceivedRemarks: ResolverTypeWrapper<ReceivedRemarks>;
  RefusedRequest: ResolverTypeWrapper<RefusedRequest>;
  SchemaViolation: ResolverTypeWrapper<SchemaViolation>;
  ServiceCodeOrReference: ResolverTypeWrapper<ServiceCodeOrReference>;
  SourceReport: ResolverTypeWrapper<PartnerReport>;
  SourceStatus: SourceStatus;
  Standard: Standard;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TerminalCall: ResolverTypeWrapper<TerminalCall>;
  TotalCount: ResolverTypeWrapper<TotalCount>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  VoyageNumberOrReference: ResolverTypeWrapper<VoyageNumberOrReference>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Address;
  AttributeComparison: AttributeComparison;
  CallMatchSet: MatchQueryReference;
  ID: Scalars['ID']['output'];
  ComparedValue: ComparedValue;
  ContainerCountBySize: ContainerCountBySize;
  ContainerCountByTypeAndSize: ContainerCountByTypeAndSize;
  CurrentTime: TimelineTime;
  DateTime: Scalars['DateTime']['output'];
  Delivery: DeliveryReport;
  Float: Scalars['Float']['output'];
  DeliveryAttempt: DeliveryAttempt;
  DeliveryDeadLetter: DeliveryDeadLetter;
  DeliveryError: DeliveryError;
  DeliveryMissed: DeliveryMissed;
  DeliveryPause: DeliveryPause;
  Facility: Facility;
  Feedback: Feedback;
  GeoCoordinate: GeoCoordinate;
  InvalidRow: InvalidRow;
  InvalidRows: InvalidRows;
  JSON: Scalars['JSON']['output'];
  LastReceived: LastReceived;
  Location: Omit<Location, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  MissedEvents: MissedEvents;
  MovesForecast: MovesForecast;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NoticeMatchSet: MatchKeyReference;
  ObservedCapability: ObservedCapability;
  PageInfo: PageInfo;
  Partner: PartnerReference;
  PartnerEndpoint: PartnerEndpoint;
  PartnerFailure: PartnerFailure;
  PartnerHealth: PartnerHealth;
  PartnerName: PartnerName;
  PartnerResponse: PartnerResponse;
  PartnerStandard: PartnerStandardView;
  Port: PortReference;
  PortCall: Omit<PortCall, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  PortCallEvent: StoredPortCallEvent;
  PortCallEventClash: Clash;
  PortCallEventConnection: EventPage;
  PortCallEventEdge: EventEdge;
  PortCallEventFilter: PortCallEventFilter;
  PortCallEventLogPage: LogPage;
  PortCallEventMatch: EventMatchView;
  PortCallEventMatchSet: EventMatchSetView;
  PortCallEventPayload: LogEvent;
  PortCallService: Omit<PortCallService, 'serviceLocation'> & { serviceLocation?: Maybe<ResolversParentTypes['Location']> };
  PortCallTimeline: Timeline;
  PortCallTimestamp: PortCallTimestamp;
  PortCallVessel: Omit<PortCallVessel, 'vessel' | 'vesselPosition'> & { vessel?: Maybe<ResolversParentTypes['Vessel']>, vesselPosition?: Maybe<ResolversParentTypes['Location']> };
  Query: Record<PropertyKey, never>;
  ReceivedRemark: ReceivedRemark;
  ReceivedRemarks: ReceivedRemarks;
  RefusedRequest: RefusedRequest;
  SchemaViolation: SchemaViolation;
  ServiceCodeOrReference: ServiceCodeOrReference;
  SourceReport: PartnerReport;
  Subscription: Record<PropertyKey, never>;
  TerminalCall: TerminalCall;
  TotalCount: TotalCount;
  Vessel: VesselReference;
  VoyageNumberOrReference: VoyageNumberOrReference;
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

export type AttributeComparisonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AttributeComparison'] = ResolversParentTypes['AttributeComparison']> = {
  attribute?: Resolver<ResolversTypes['MatchAttribute'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['ComparedValue'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['ComparisonResult'], ParentType, ContextType>;
  right?: Resolver<ResolversTypes['ComparedValue'], ParentType, ContextType>;
  spelledDifferently?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CallMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallMatchSet'] = ResolversParentTypes['CallMatchSet'], FederationReferenceType extends FederationReferenceTypes['CallMatchSet'] = FederationReferenceTypes['CallMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['CallMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchQuery?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ComparedValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComparedValue'] = ResolversParentTypes['ComparedValue']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ContainerCountBySizeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ContainerCountBySize'] = ResolversParentTypes['ContainerCountBySize']> = {
  size20Units?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  size40Units?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  size45Units?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalUnits?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ContainerCountByTypeAndSizeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ContainerCountByTypeAndSize'] = ResolversParentTypes['ContainerCountByTypeAndSize']> = {
  emptyUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
  ladenUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
  outOfGaugeUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
  pluggedReeferUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
  totalUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
};

export type CurrentTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CurrentTime'] = ResolversParentTypes['CurrentTime']> = {
  classifierCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['PortCallEvent'], ParentType, ContextType>;
  portCallPhaseTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portCallServiceEventTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portCallServiceID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  portCallServiceTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceDateTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['CurrentTimeState'], ParentType, ContextType>;
  terminalCallID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

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

export type FacilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Facility'] = ResolversParentTypes['Facility']> = {
  facilityCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type FeedbackResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Feedback'] = ResolversParentTypes['Feedback']> = {
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  severity?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type GeoCoordinateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GeoCoordinate'] = ResolversParentTypes['GeoCoordinate']> = {
  latitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type InvalidRowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvalidRow'] = ResolversParentTypes['InvalidRow']> = {
  outcome?: Resolver<ResolversTypes['InvalidRowOutcome'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  row?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
};

export type InvalidRowsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvalidRows'] = ResolversParentTypes['InvalidRows']> = {
  cleaned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  latest?: Resolver<ReadonlyArray<ResolversTypes['InvalidRow']>, ParentType, ContextType>;
  withheld?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type LastReceivedResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LastReceived'] = ResolversParentTypes['LastReceived']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
  lagSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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

export type MissedEventsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MissedEvents'] = ResolversParentTypes['MissedEvents']> = {
  count?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['MissedReason'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MovesForecastResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MovesForecast'] = ResolversParentTypes['MovesForecast']> = {
  carrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dischargeUnits?: Resolver<Maybe<ResolversTypes['ContainerCountByTypeAndSize']>, ParentType, ContextType>;
  loadUnits?: Resolver<Maybe<ResolversTypes['ContainerCountByTypeAndSize']>, ParentType, ContextType>;
  restowUnits?: Resolver<Maybe<ResolversTypes['ContainerCountBySize']>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'PortCallEvent', ParentType, ContextType>;
};

export type NoticeMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NoticeMatchSet'] = ResolversParentTypes['NoticeMatchSet'], FederationReferenceType extends FederationReferenceTypes['NoticeMatchSet'] = FederationReferenceTypes['NoticeMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['NoticeMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ObservedCapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ObservedCapability'] = ResolversParentTypes['ObservedCapability']> = {
  ignoredFilters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  largestPage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  refusedRequests?: Resolver<ReadonlyArray<ResolversTypes['RefusedRequest']>, ParentType, ContextType>;
  requiresCursorAlone?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  supportsLimit?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PartnerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Partner'] = ResolversParentTypes['Partner'], FederationReferenceType extends FederationReferenceTypes['Partner'] = FederationReferenceTypes['Partner']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Partner']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  portCallDeliveries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Delivery']>>, ParentType, ContextType>;
  portCalls?: Resolver<Maybe<ResolversTypes['PartnerStandard']>, ParentType, ContextType>;
};

export type PartnerEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerEndpoint'] = ResolversParentTypes['PartnerEndpoint']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxReferences?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  paging?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartnerFailureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerFailure'] = ResolversParentTypes['PartnerFailure']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartnerHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerHealth'] = ResolversParentTypes['PartnerHealth']> = {
  answers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  breaker?: Resolver<ResolversTypes['BreakerState'], ParentType, ContextType>;
  coolDownUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFailure?: Resolver<Maybe<ResolversTypes['PartnerFailure']>, ParentType, ContextType>;
  lastResponse?: Resolver<Maybe<ResolversTypes['PartnerResponse']>, ParentType, ContextType>;
  observed?: Resolver<ResolversTypes['ObservedCapability'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PartnerNameResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerName'] = ResolversParentTypes['PartnerName']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartnerResponseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerResponse'] = ResolversParentTypes['PartnerResponse']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  milliseconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PartnerStandardResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerStandard'] = ResolversParentTypes['PartnerStandard']> = {
  endpoint?: Resolver<Maybe<ResolversTypes['PartnerEndpoint']>, ParentType, ContextType>;
  health?: Resolver<Maybe<ResolversTypes['PartnerHealth']>, ParentType, ContextType>;
  invalidRows?: Resolver<ResolversTypes['InvalidRows'], ParentType, ContextType>;
  lastReceived?: Resolver<Maybe<ResolversTypes['LastReceived']>, ParentType, ContextType>;
  receivedRemarks?: Resolver<Maybe<ResolversTypes['ReceivedRemarks']>, ParentType, ContextType>;
};

export type PortResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Port'] = ResolversParentTypes['Port'], FederationReferenceType extends FederationReferenceTypes['Port'] = FederationReferenceTypes['Port']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Port']> | FederationReferenceType, FederationReferenceType, ContextType>;
  UNLocationCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  portCallEvents?: Resolver<Maybe<ResolversTypes['PortCallEventConnection']>, ParentType, ContextType, RequireFields<PortPortCallEventsArgs, 'first'>>;
};

export type PortCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCall'] = ResolversParentTypes['PortCall']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isOmitted?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
  portCallID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PortCallEventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEvent'] = ResolversParentTypes['PortCallEvent'], FederationReferenceType extends FederationReferenceTypes['PortCallEvent'] = FederationReferenceTypes['PortCallEvent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEvent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['NoticeMatchSet']>, ParentType, ContextType>;
  call?: Resolver<Maybe<ResolversTypes['CallMatchSet']>, ParentType, ContextType, RequireFields<PortCallEventCallArgs, 'maxAgeSeconds' | 'maxWaitMs'>>;
  clashes?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventClash']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  eventID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  eventUpdatedDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFYI?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  kinds?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventKind']>, ParentType, ContextType>;
  movesForecasts?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MovesForecast']>>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  portCall?: Resolver<Maybe<ResolversTypes['PortCall']>, ParentType, ContextType>;
  portCallService?: Resolver<Maybe<ResolversTypes['PortCallService']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedBy?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
  replyTo?: Resolver<Maybe<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  replyToEventID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sendingParty?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  terminalCall?: Resolver<Maybe<ResolversTypes['TerminalCall']>, ParentType, ContextType>;
  timeline?: Resolver<Maybe<ResolversTypes['PortCallTimeline']>, ParentType, ContextType>;
  timestamp?: Resolver<Maybe<ResolversTypes['PortCallTimestamp']>, ParentType, ContextType>;
  versions?: Resolver<ReadonlyArray<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['PortCallVessel']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PortCallEventClashResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventClash'] = ResolversParentTypes['PortCallEventClash']> = {
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedBy?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
};

export type PortCallEventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventConnection'] = ResolversParentTypes['PortCallEventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type PortCallEventEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventEdge'] = ResolversParentTypes['PortCallEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PortCallEvent'], ParentType, ContextType>;
};

export type PortCallEventLogPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventLogPage'] = ResolversParentTypes['PortCallEventLogPage']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventPayload']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PortCallEventMatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatch'] = ResolversParentTypes['PortCallEventMatch']> = {
  confidence?: Resolver<ResolversTypes['MatchConfidence'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  dayDistance?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['PortCallEvent'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  notComparable?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['MatchReason']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['MatchRule'], ParentType, ContextType>;
};

export type PortCallEventMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatchSet'] = ResolversParentTypes['PortCallEventMatchSet'], FederationReferenceType extends FederationReferenceTypes['PortCallEventMatchSet'] = FederationReferenceTypes['PortCallEventMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEventMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  currentTimes?: Resolver<ReadonlyArray<ResolversTypes['CurrentTime']>, ParentType, ContextType>;
  dependsOn?: Resolver<ReadonlyArray<ResolversTypes['PartnerName']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventMatch']>, ParentType, ContextType>;
  matchKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  missing?: Resolver<ReadonlyArray<ResolversTypes['MatchAttribute']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['DecisionRule']>, ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  terminalOutcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
};

export type PortCallEventPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventPayload'] = ResolversParentTypes['PortCallEventPayload']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['MissedEvents']>, ParentType, ContextType>;
};

export type PortCallServiceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallService'] = ResolversParentTypes['PortCallService']> = {
  facilityTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isCanceled?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isDeclined?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  portCallPhaseTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portCallServiceEventTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portCallServiceID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  portCallServiceTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
};

export type PortCallTimelineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallTimeline'] = ResolversParentTypes['PortCallTimeline']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentTimes?: Resolver<ReadonlyArray<ResolversTypes['CurrentTime']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  isOmitted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  omittedTerminalCallIDs?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  portCallID?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PortCallTimestampResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallTimestamp'] = ResolversParentTypes['PortCallTimestamp']> = {
  classifierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  delayReasonCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  serviceDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type PortCallVesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallVessel'] = ResolversParentTypes['PortCallVessel']> = {
  aftDraft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  airDraft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  draft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  draftUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forwardDraft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lengthOverall?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  milesToDestinationPort?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  vesselCallSign?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselIMONumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselMMSINumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselPosition?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  vesselSizeUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  width?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType, RequireFields<QueryPortArgs, 'UNLocationCode'>>;
  portCallEventLog?: Resolver<Maybe<ResolversTypes['PortCallEventLogPage']>, ParentType, ContextType, RequireFields<QueryPortCallEventLogArgs, 'first'>>;
  portCallEvents?: Resolver<Maybe<ResolversTypes['PortCallEventConnection']>, ParentType, ContextType, RequireFields<QueryPortCallEventsArgs, 'first' | 'maxWaitMs' | 'orderBy'>>;
  portCallTimeline?: Resolver<Maybe<ResolversTypes['PortCallTimeline']>, ParentType, ContextType, RequireFields<QueryPortCallTimelineArgs, 'partner' | 'portCallID'>>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType, RequireFields<QueryVesselArgs, 'vesselIMONumber'>>;
};

export type ReceivedRemarkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReceivedRemark'] = ResolversParentTypes['ReceivedRemark']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objects?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ReceivedRemarksResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReceivedRemarks'] = ResolversParentTypes['ReceivedRemarks']> = {
  latest?: Resolver<ReadonlyArray<ResolversTypes['ReceivedRemark']>, ParentType, ContextType>;
  objects?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RefusedRequestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedRequest'] = ResolversParentTypes['RefusedRequest']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  namedFilters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SchemaViolationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SchemaViolation'] = ResolversParentTypes['SchemaViolation']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ServiceCodeOrReferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceCodeOrReference'] = ResolversParentTypes['ServiceCodeOrReference']> = {
  carrierServiceCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SourceReportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SourceReport'] = ResolversParentTypes['SourceReport']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  feedback?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType>;
  partner?: Resolver<Maybe<ResolversTypes['PartnerName']>, ParentType, ContextType>;
  retrievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  standard?: Resolver<ResolversTypes['Standard'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SourceStatus'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  portCallEventReceived?: SubscriptionResolver<ResolversTypes['PortCallEventPayload'], "portCallEventReceived", ParentType, ContextType, Partial<SubscriptionPortCallEventReceivedArgs>>;
};

export type TerminalCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TerminalCall'] = ResolversParentTypes['TerminalCall']> = {
  carrierServiceName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  exportVoyageNumberOrReference?: Resolver<Maybe<ResolversTypes['VoyageNumberOrReference']>, ParentType, ContextType>;
  importVoyageNumberOrReference?: Resolver<Maybe<ResolversTypes['VoyageNumberOrReference']>, ParentType, ContextType>;
  isOmitted?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  sequenceNumber?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  serviceCodeOrReference?: Resolver<Maybe<ResolversTypes['ServiceCodeOrReference']>, ParentType, ContextType>;
  terminalCallID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  terminalCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TotalCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TotalCount'] = ResolversParentTypes['TotalCount']> = {
  isExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type VesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Vessel'] = ResolversParentTypes['Vessel'], FederationReferenceType extends FederationReferenceTypes['Vessel'] = FederationReferenceTypes['Vessel']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vessel']> | FederationReferenceType, FederationReferenceType, ContextType>;
  portCallEvents?: Resolver<Maybe<ResolversTypes['PortCallEventConnection']>, ParentType, ContextType, RequireFields<VesselPortCallEventsArgs, 'first'>>;
  vesselIMONumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VoyageNumberOrReferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VoyageNumberOrReference'] = ResolversParentTypes['VoyageNumberOrReference']> = {
  carrierVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Address?: AddressResolvers<ContextType>;
  AttributeComparison?: AttributeComparisonResolvers<ContextType>;
  CallMatchSet?: CallMatchSetResolvers<ContextType>;
  ComparedValue?: ComparedValueResolvers<ContextType>;
  ContainerCountBySize?: ContainerCountBySizeResolvers<ContextType>;
  ContainerCountByTypeAndSize?: ContainerCountByTypeAndSizeResolvers<ContextType>;
  CurrentTime?: CurrentTimeResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  DeliveryDeadLetter?: DeliveryDeadLetterResolvers<ContextType>;
  DeliveryError?: DeliveryErrorResolvers<ContextType>;
  DeliveryMissed?: DeliveryMissedResolvers<ContextType>;
  DeliveryPause?: DeliveryPauseResolvers<ContextType>;
  Facility?: FacilityResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  GeoCoordinate?: GeoCoordinateResolvers<ContextType>;
  InvalidRow?: InvalidRowResolvers<ContextType>;
  InvalidRows?: InvalidRowsResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  LastReceived?: LastReceivedResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  MissedEvents?: MissedEventsResolvers<ContextType>;
  MovesForecast?: MovesForecastResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NoticeMatchSet?: NoticeMatchSetResolvers<ContextType>;
  ObservedCapability?: ObservedCapabilityResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partner?: PartnerResolvers<ContextType>;
  PartnerEndpoint?: PartnerEndpointResolvers<ContextType>;
  PartnerFailure?: PartnerFailureResolvers<ContextType>;
  PartnerHealth?: PartnerHealthResolvers<ContextType>;
  PartnerName?: PartnerNameResolvers<ContextType>;
  PartnerResponse?: PartnerResponseResolvers<ContextType>;
  PartnerStandard?: PartnerStandardResolvers<ContextType>;
  Port?: PortResolvers<ContextType>;
  PortCall?: PortCallResolvers<ContextType>;
  PortCallEvent?: PortCallEventResolvers<ContextType>;
  PortCallEventClash?: PortCallEventClashResolvers<ContextType>;
  PortCallEventConnection?: PortCallEventConnectionResolvers<ContextType>;
  PortCallEventEdge?: PortCallEventEdgeResolvers<ContextType>;
  PortCallEventLogPage?: PortCallEventLogPageResolvers<ContextType>;
  PortCallEventMatch?: PortCallEventMatchResolvers<ContextType>;
  PortCallEventMatchSet?: PortCallEventMatchSetResolvers<ContextType>;
  PortCallEventPayload?: PortCallEventPayloadResolvers<ContextType>;
  PortCallService?: PortCallServiceResolvers<ContextType>;
  PortCallTimeline?: PortCallTimelineResolvers<ContextType>;
  PortCallTimestamp?: PortCallTimestampResolvers<ContextType>;
  PortCallVessel?: PortCallVesselResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ReceivedRemark?: ReceivedRemarkResolvers<ContextType>;
  ReceivedRemarks?: ReceivedRemarksResolvers<ContextType>;
  RefusedRequest?: RefusedRequestResolvers<ContextType>;
  SchemaViolation?: SchemaViolationResolvers<ContextType>;
  ServiceCodeOrReference?: ServiceCodeOrReferenceResolvers<ContextType>;
  SourceReport?: SourceReportResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TerminalCall?: TerminalCallResolvers<ContextType>;
  TotalCount?: TotalCountResolvers<ContextType>;
  Vessel?: VesselResolvers<ContextType>;
  VoyageNumberOrReference?: VoyageNumberOrReferenceResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  added?: AddedDirectiveResolver<any, any, ContextType>;
  rules?: RulesDirectiveResolver<any, any, ContextType>;
};
