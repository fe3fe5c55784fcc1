// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '#platform/graphql/shared-types.ts';
import type { PartnerReference, PartnerStandardView } from '#platform/process/subgraph.ts';
import type { SourceReport as PartnerReport } from '#platform/upstream/sources.ts';
import type { CallMatchSetView, CallMatchView, RouteMatchSetView, RouteMatchView, Call } from '../matching/matches.ts';
import type { CallTime } from '../call-view.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKeyReference } from '#platform/matching/match-sets.ts';
import type { RouteView, PortView, ServiceView, LegRecord, VesselRecord } from '../model.ts';
import type { SchedulePage, ScheduleEdge } from '../queries.ts';
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

/** A leg by barge. */
export type BargeTransport = RouteTransport & {
  readonly __typename?: 'BargeTransport';
  /** The barge, as the partner describes it. */
  readonly barge?: Maybe<ScheduledVessel>;
  /** Mode of transport: `BARGE`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
  /** The port's reference of a visit; the standard does not state at which end of the leg. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** The call at which the leg starts. Set only if neither end of the leg has a reference of its own; those have replaced it. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Universal export voyage reference, shared by all carriers: two digits of the year, two characters, and `N`, `E`, `W`, `S` or `R`. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal import voyage reference, shared by all carriers, in the format of the export voyage reference. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
};

/** State of the circuit breaker of a partner. */
export type BreakerState =
  /** The partner is queried. */
  | 'CLOSED'
  /** One request is in progress to find out whether the partner answers again. */
  | 'HALF_OPEN'
  /** The partner failed several times in a row and is not queried for a while; requests fail at once. */
  | 'OPEN';

/** A call that is, or may be, the requested call. */
export type CallMatch = {
  readonly __typename?: 'CallMatch';
  /** The call. */
  readonly call: TransportCall;
  /** Confidence of the match. */
  readonly confidence: MatchConfidence;
  /** The comparisons that contradict. */
  readonly contradictions: ReadonlyArray<AttributeComparison>;
  /** Days between the times of the two records, in the order notice, schedule, event: positive if the later kind states a later time. Null without two times. */
  readonly dayDistance?: Maybe<Scalars['Int']['output']>;
  /** The comparisons that agree. */
  readonly matchedOn: ReadonlyArray<AttributeComparison>;
  /** The comparisons whose values cannot be compared. */
  readonly notComparable: ReadonlyArray<AttributeComparison>;
  /** Further circumstances of the match. */
  readonly reasons: ReadonlyArray<MatchReason>;
  /** The rule by which the records match. */
  readonly rule: MatchRule;
};

/**
 * The calls in schedules that may be the requested call: candidates with the comparisons that support and contradict each.
 * One of them is `unique` only if nothing makes it doubtful.
 */
export type CallMatchSet = {
  readonly __typename?: 'CallMatchSet';
  /** All candidates, best match first. */
  readonly candidates: ReadonlyArray<CallMatch>;
  /** How the legs of the notice were chosen; null for queries that do not start from a notice. */
  readonly legRule?: Maybe<LegRule>;
  /** The complete match query, serialized. */
  readonly matchQuery: Scalars['ID']['output'];
  /** If the reasons of the only candidate include `TOO_LITTLE_EVIDENCE`: the attributes of which one more would make it the match. Otherwise empty. */
  readonly missing: ReadonlyArray<MatchAttribute>;
  /** Result for the ship's visit to the port. */
  readonly outcome: MatchOutcome;
  /** The rule that decided that there is no match; null unless `outcome` is `AMBIGUOUS` or `CONFLICTING`. */
  readonly rule?: Maybe<DecisionRule>;
  /** Which partners were queried and with which result, including relevant partners that are not connected. */
  readonly sources: ReadonlyArray<SourceReport>;
  /** Result for the call at one terminal within the visit. */
  readonly terminalOutcome: MatchOutcome;
  /** The match; null unless `outcome` is `UNIQUE`. */
  readonly unique?: Maybe<CallMatch>;
};

/** A time of a call. */
export type CallTimestamp = {
  readonly __typename?: 'CallTimestamp';
  /** Certainty of the time. Known: `PLN` planned, `EST` estimated, `ACT` actual. */
  readonly eventClassifierCode?: Maybe<Scalars['String']['output']>;
  /** The time, local to the place. */
  readonly eventDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Type of event. Known: `ARRI` arrival, `DEPA` departure. */
  readonly eventTypeCode?: Maybe<Scalars['String']['output']>;
};

/** One carrier's service code and voyage numbers for a call. */
export type CarrierNumbers = {
  readonly __typename?: 'CarrierNumbers';
  /** The carrier; null if the source does not state it or is the carrier itself. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `carrierCode`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** The carrier's number of the export voyage, on which the ship leaves. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's number of the import voyage, on which the ship arrives. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's service code. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
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

/** A cut-off time. Two of the kinds are not deadlines: `ECP` is a day for an action, `EFC` the earliest time. */
export type CutOffTime = {
  readonly __typename?: 'CutOffTime';
  /** The time, local to the place. */
  readonly cutOffDateTime?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Kind of cut-off time. Known: `DCO` documents, `VCO` verified gross mass, `FCO` full containers, `LCO` less than
   * container load, `PCO` port, `ECP` pick-up of the empty container, `EFC` earliest delivery of full containers, `RCO`
   * reefer, `DGC` dangerous goods, `OBC` out of gauge and break bulk, `TCO` transhipment, `STA` standard booking, `SPA`
   * special booking, `CUA` customs, `AFC` advance cargo filing.
   */
  readonly cutOffDateTimeCode?: Maybe<Scalars['String']['output']>;
};

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

/** Estimated emissions. */
export type Footprint = {
  readonly __typename?: 'Footprint';
  /** Carbon dioxide, in tonnes. */
  readonly co2?: Maybe<Scalars['Float']['output']>;
  /** Carbon dioxide equivalent, in tonnes (since 1.0.3). */
  readonly co2e?: Maybe<Scalars['Float']['output']>;
  /** Nitrogen oxides, in kilograms. */
  readonly nox?: Maybe<Scalars['Float']['output']>;
  /** Fine particles, in kilograms. */
  readonly pm10?: Maybe<Scalars['Float']['output']>;
  /** Sulphur oxides, in kilograms. */
  readonly sox?: Maybe<Scalars['Float']['output']>;
};

/** A call during a leg. */
export type IntermediateCall = {
  readonly __typename?: 'IntermediateCall';
  /** Expected arrival, local to the place. */
  readonly arrivalDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Expected departure, local to the place. */
  readonly departureDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Type of facility; the codes are those of `RoutePlace`. */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** The place. */
  readonly location?: Maybe<RouteLocation>;
  /** The ship operator's reference of the call. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
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

/** How the leg that ends at the port of discharge was chosen among the legs of a notice. */
export type LegRule =
  /** The notice has no leg by ship that may be meant: those that it has end at another port. The outcome is `UNKNOWN`. */
  | 'NO_LEG'
  /** By the port of the leg itself. */
  | 'PORT_OF_LEG'
  /** By the last place in the list. */
  | 'POSITION'
  /** By the highest sequence number. */
  | 'SEQUENCE_NUMBER';

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

/** A leg over land or by several means, or with an unknown mode of transport. */
export type OtherTransport = RouteTransport & {
  readonly __typename?: 'OtherTransport';
  /** Mode of transport. Known: `RAIL`, `TRUCK`; `RAIL_TRUCK`, `BARGE_TRUCK`, `BARGE_RAIL` for mixed legs; `MULTIMODAL` where it is undecided. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
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
  /** Connection for commercial schedules. */
  readonly commercialSchedules?: Maybe<PartnerStandard>;
  /** The partner's id: the name of its file. */
  readonly id: Scalars['ID']['output'];
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

/**
 * One route from origin to destination, as one carrier offers it. Attributes of the standard are null where the partner
 * omitted them, sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks
 * the schema.
 */
export type PointToPoint = {
  readonly __typename?: 'PointToPoint';
  /** Version of the standard, as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Deadlines of the whole route. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Delivery service at the destination. Known: `CY` container yard or rail ramp, `SD` store door, `CFS` container freight station. */
  readonly deliveryTypeAtDestination?: Maybe<Scalars['String']['output']>;
  /** The row as it was received, including what a filter removed from the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** The legs, in order of travel. */
  readonly legs?: Maybe<ReadonlyArray<RouteLeg>>;
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** The place where the carrier hands over the cargo. */
  readonly placeOfDelivery?: Maybe<RoutePlace>;
  /** The place where the carrier receives the cargo. */
  readonly placeOfReceipt?: Maybe<RoutePlace>;
  /** Receipt service at the origin. Known: `CY` container yard or rail ramp, `SD` store door, `CFS` container freight station. */
  readonly receiptTypeAtOrigin?: Maybe<Scalars['String']['output']>;
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** The carrier's reference of the route, to be stated in a booking (since 1.0.1). */
  readonly routingReference?: Maybe<Scalars['String']['output']>;
  /** Estimated emissions of the whole route (since 1.0.2). */
  readonly solutionFootprint?: Maybe<Footprint>;
  /** Number of a group of similar routes, from 1. It does not identify a route. */
  readonly solutionNumber?: Maybe<Scalars['Int']['output']>;
  /** Estimated time from receipt to delivery, in whole days. */
  readonly transitTime?: Maybe<Scalars['Int']['output']>;
  /** Violations of the standard's schema, the first 100. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};

/** One page of routes. */
export type PointToPointConnection = {
  readonly __typename?: 'PointToPointConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PointToPointEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<PointToPoint>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** Which partners were queried and with which result; one report for each partner that the query concerns. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A route on a page. */
export type PointToPointEdge = {
  readonly __typename?: 'PointToPointEdge';
  /** Cursor of the row, for `after` or `before` with the same filter. It is valid for 15 minutes; then the error is `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** The route. */
  readonly node: PointToPoint;
};

/**
 * Condition on routes. All attributes must match (AND); a route that lacks the attribute of a condition is kept. Days are
 * local to the place. Both ends of a range are inclusive, and either may be given alone.
 */
export type PointToPointFilter = {
  /** Last day on which the journey may end at the place of delivery. */
  readonly arrivalEndDate?: InputMaybe<Scalars['Date']['input']>;
  /** First day on which the journey may end at the place of delivery. */
  readonly arrivalStartDate?: InputMaybe<Scalars['Date']['input']>;
  /**
   * Kind of cargo. Known: `DRY`, the default, and `REEFER`. Carriers with a version before 1.0.3 know `DRY` only; for
   * other values they are reported as `REFUSED_FILTER`.
   */
  readonly cargoType?: InputMaybe<Scalars['String']['input']>;
  /** Delivery service at the destination. Absent: the carrier's own default. */
  readonly deliveryTypeAtDestination?: InputMaybe<ReceiptDeliveryType>;
  /** Last day on which the journey may start at the place of receipt. */
  readonly departureEndDate?: InputMaybe<Scalars['Date']['input']>;
  /** First day on which the journey may start at the place of receipt. */
  readonly departureStartDate?: InputMaybe<Scalars['Date']['input']>;
  /** Maximum number of transfers between vessels; 0 means direct. Absent: the carrier's own limit. */
  readonly maxTranshipment?: InputMaybe<Scalars['Int']['input']>;
  /** The partners to query; at most 1,000 values. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** UN/LOCODE of the destination. */
  readonly placeOfDelivery: Scalars['String']['input'];
  /** UN/LOCODE of the origin. */
  readonly placeOfReceipt: Scalars['String']['input'];
  /** Receipt service at the origin. Absent: the carrier's own default. */
  readonly receiptTypeAtOrigin?: InputMaybe<ReceiptDeliveryType>;
};

/** A port or another place, identified by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode: Scalars['String']['output'];
  /** Port schedules of the port, from every partner that offers schedules. */
  readonly portSchedules?: Maybe<PortScheduleConnection>;
};


/** A port or another place, identified by its UN/LOCODE. */
export type PortPortSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  date: Scalars['Date']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** What port call events state about one call of a ship at a port: visits, of which one may be the requested call. */
export type PortCallEventMatchSet = {
  readonly __typename?: 'PortCallEventMatchSet';
  /** The match keys, serialized: what the schedules of the call state if the call is known, otherwise what the query states. */
  readonly matchKey: Scalars['ID']['output'];
  /** The match query for the call whose events are requested, serialized. */
  readonly matchQuery?: Maybe<Scalars['ID']['output']>;
};

/**
 * Calls at one port or one of its terminals, as one carrier states them. Attributes of the standard are null where the
 * partner omitted them, sent `null` or sent an unreadable value.
 */
export type PortSchedule = {
  readonly __typename?: 'PortSchedule';
  /** Version of the standard, as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** The row as it was received, including what a filter removed from the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** The port, or one of its terminals. */
  readonly location?: Maybe<PortScheduleLocation>;
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** The calls. */
  readonly vesselSchedules?: Maybe<ReadonlyArray<Schedule>>;
  /** Violations of the standard's schema, the first 100. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};

/** One page of port schedules. */
export type PortScheduleConnection = {
  readonly __typename?: 'PortScheduleConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PortScheduleEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<PortSchedule>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** Which partners were queried and with which result; one report for each partner that the query concerns. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A port schedule on a page. */
export type PortScheduleEdge = {
  readonly __typename?: 'PortScheduleEdge';
  /** Cursor of the row, for `after` or `before` with the same filter. It is valid for 15 minutes; then the error is `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** The port schedule. */
  readonly node: PortSchedule;
};

/** Condition on calls at a port. A call that lacks the attribute of a condition is kept. */
export type PortScheduleFilter = {
  /** UN/LOCODE of the port. */
  readonly UNLocationCode: Scalars['String']['input'];
  /** First day, local to the port. A call matches by its latest arrival, or by its departure if it has no arrival. */
  readonly date: Scalars['Date']['input'];
  /** The partners to query; at most 1,000 values. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Place of the calls of a port schedule. */
export type PortScheduleLocation = {
  readonly __typename?: 'PortScheduleLocation';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** SMDG code of the terminal. */
  readonly facilitySMDGCode?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type Query = {
  readonly __typename?: 'Query';
  /**
   * Routes from one place to another, as each carrier offers them. Rows are sorted by partner, then in the partner's own
   * order; at most 5,000 rows of each partner and no more bytes than its file allows for one answer.
   */
  readonly pointToPointRoutes?: Maybe<PointToPointConnection>;
  /** A port, as an entry point into the graph; null if the argument cannot be a UN/LOCODE. The code is not looked up. */
  readonly port?: Maybe<Port>;
  /**
   * Calls at a port from a day on, one row per terminal and partner. Rows are sorted by partner, then in the partner's own
   * order; at most 5,000 rows of each partner and no more bytes than its file allows for one answer.
   */
  readonly portSchedules?: Maybe<PortScheduleConnection>;
  /** A ship, as an entry point into the graph; null if the argument cannot be an IMO number. The number is not looked up. */
  readonly vessel?: Maybe<Vessel>;
  /**
   * Calls of ships on their voyages, one row per service and partner. Rows are sorted by partner, then in the partner's
   * own order; at most 5,000 rows of each partner and no more bytes than its file allows for one answer.
   */
  readonly vesselSchedules?: Maybe<ServiceScheduleConnection>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPointToPointRoutesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: PointToPointFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortArgs = {
  UNLocationCode: Scalars['String']['input'];
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: PortScheduleFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryVesselArgs = {
  vesselIMONumber: Scalars['String']['input'];
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryVesselSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: VesselScheduleFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** Where the carrier receives or delivers the cargo. */
export type ReceiptDeliveryType =
  /** Container freight station. */
  | 'CFS'
  /** Container yard or rail ramp. */
  | 'CY'
  /** Store door. */
  | 'SD';

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

/** Which calls of a voyage are returned when one of them matches. */
export type ResponseScope =
  /** All calls of the voyages that the call belongs to. */
  | 'FULL_VOYAGE'
  /** The matching calls only. */
  | 'MATCHED_CALLS';

/** A leg of a route, with one means of transport. */
export type RouteLeg = {
  readonly __typename?: 'RouteLeg';
  /** Place and time where the leg ends. */
  readonly arrival?: Maybe<RoutePlace>;
  /** Deadlines of the leg (since 1.0.2). */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Place and time where the leg starts. */
  readonly departure?: Maybe<RoutePlace>;
  /** Estimated emissions of the leg (since 1.0.2). */
  readonly footprint?: Maybe<Footprint>;
  /** Calls during the leg at which the cargo stays on board, in order (since 1.0.3). */
  readonly intermediateCalls?: Maybe<ReadonlyArray<IntermediateCall>>;
  /** Position of the leg in the route; carriers start at 0 or 1. */
  readonly sequenceNumber?: Maybe<Scalars['Int']['output']>;
  /** Means of transport; null if the partner does not state it. */
  readonly transport?: Maybe<RouteTransport>;
};

/** A place of a route, described by one or more attributes that all denote the same place. */
export type RouteLocation = {
  readonly __typename?: 'RouteLocation';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. The standard has no post-office box here, and unstructured lines are in `addressLines`. */
  readonly address?: Maybe<Address>;
  /** The address as unstructured lines; at most five (since 1.0.2). */
  readonly addressLines?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The facility by its code; its name, if there is one, is in `facilityName`. */
  readonly facility?: Maybe<Facility>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

/** A route on the trade lane of a notice. */
export type RouteMatch = {
  readonly __typename?: 'RouteMatch';
  /** `LANE`, or a higher confidence if a leg is the notice's own sailing. */
  readonly confidence: MatchConfidence;
  /** The comparisons that contradict. */
  readonly contradictions: ReadonlyArray<AttributeComparison>;
  /** The places, and the ship and voyage, that agree. */
  readonly matchedOn: ReadonlyArray<AttributeComparison>;
  /** The route. */
  readonly route: PointToPoint;
};

/** Routes on the trade lane of a notice, the notice's own sailing first. No route is known to be the route of the shipment. */
export type RouteMatchSet = {
  readonly __typename?: 'RouteMatchSet';
  /** The complete match query, serialized. */
  readonly matchQuery: Scalars['ID']['output'];
  /** The routes, best match first. */
  readonly routes: ReadonlyArray<RouteMatch>;
  /** Which partners were queried and with which result. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** The start or the end of a route or a leg. */
export type RoutePlace = {
  readonly __typename?: 'RoutePlace';
  /** The time, local to the place. */
  readonly dateTime?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Type of facility. Known: `BORD` border, `CLOC` customer location, `COFS` container freight station, `OFFD` off-dock
   * storage, `DEPO` depot, `INTE` inland terminal, `POTE` port terminal, `PBPL` pilot boarding place, `BRTH` berth, `RAMP`
   * ramp, `WAYP` waypoint.
   */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** The place. */
  readonly location?: Maybe<RouteLocation>;
  /** The ship operator's reference of the call. Set at the ends of legs, not at the ends of a route (since 1.0.2). */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
};

/** Transport of a leg. `modeOfTransport` determines the type. */
export type RouteTransport = {
  /** Mode of transport. Known: `VESSEL`, `BARGE`, `RAIL`, `TRUCK`, `RAIL_TRUCK`, `BARGE_TRUCK`, `BARGE_RAIL`, `MULTIMODAL`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
};

/** One call of one ship in a port schedule. It has no reference of the call. */
export type Schedule = {
  readonly __typename?: 'Schedule';
  /** Deadlines of the call. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Whether no real ship is named yet. Some partners set it together with a real ship; then the IMO number is valid. */
  readonly isDummyVessel?: Maybe<Scalars['Boolean']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** Times of arrival and departure. */
  readonly timestamps?: Maybe<ReadonlyArray<CallTimestamp>>;
  /** Universal reference of the export voyage, on which the ship leaves. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the import voyage, on which the ship arrives. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The ship, as the partner describes it. */
  readonly vessel?: Maybe<ScheduledVessel>;
};

/** The kind of schedule that contains a statement. */
export type ScheduleKind =
  /** A point-to-point route. */
  | 'POINT_TO_POINT'
  /** A port schedule. */
  | 'PORT_SCHEDULE'
  /** A vessel schedule. */
  | 'VESSEL_SCHEDULE';

/** One call of a ship at a port or terminal, as one carrier states it: the standard's `TransportCall`. */
export type ScheduledCall = {
  readonly __typename?: 'ScheduledCall';
  /** The answering carrier's number of the export voyage, on which the ship leaves. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The answering carrier's number of the import voyage, on which the ship arrives. `9999R` is a placeholder for "no number". */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** Deadlines of the call. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /**
   * Whether cargo may be loaded or discharged (since 1.0.4); null counts as `true`. `false` for passages of a canal, for
   * bunkering and changes of crew. Such a call is shown here, and never a call of arrival or loading.
   */
  readonly isCargoOperationalCall?: Maybe<Scalars['Boolean']['output']>;
  /** The port, terminal or waterway. */
  readonly location?: Maybe<TransportCallLocation>;
  /** The port's reference of the visit, shared by all calls of one visit. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Times of arrival and departure. */
  readonly timestamps?: Maybe<ReadonlyArray<CallTimestamp>>;
  /** The reference of the call, assigned by the operator of the ship. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the export voyage, on which the ship leaves. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the import voyage, on which the ship arrives. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
};

/** A call at one terminal within a ship's visit. */
export type ScheduledTerminalCall = {
  readonly __typename?: 'ScheduledTerminalCall';
  /** The statements of the sources that name this terminal, or no terminal. */
  readonly records: ReadonlyArray<TransportCallRecord>;
  /** Code of the terminal, with its list; null if no source states one. */
  readonly terminal?: Maybe<Scalars['String']['output']>;
};

/** A ship or barge as one partner describes it. */
export type ScheduledVessel = {
  readonly __typename?: 'ScheduledVessel';
  /** MMSI number, nine digits. */
  readonly MMSINumber?: Maybe<Scalars['String']['output']>;
  /** Radio call sign; it changes with the flag. */
  readonly callSign?: Maybe<Scalars['String']['output']>;
  /** Flag state, ISO 3166-1 alpha-2. */
  readonly flag?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Code of the carrier that operates the ship. */
  readonly operatorCarrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `operatorCarrierCode`. Known: `SMDG`, `NMFTA`. */
  readonly operatorCarrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** The ship; null without an IMO number. */
  readonly vessel?: Maybe<Vessel>;
  /** IMO number, usually seven digits. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
};

/** One violation of the standard's schema. The document is stored as it was received. */
export type SchemaViolation = {
  readonly __typename?: 'SchemaViolation';
  /** The expected and the received value. */
  readonly message: Scalars['String']['output'];
  /** Location in the document as JSONPath; `$` is the document itself. */
  readonly path: Scalars['String']['output'];
};

/** A carrier that shares a service. Its service code and voyage numbers are meaningful only together with its carrier code. */
export type ServicePartner = {
  readonly __typename?: 'ServicePartner';
  /** Code of the carrier: a SCAC or an SMDG liner code, according to `carrierCodeListProvider`. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `carrierCode`. Known: `SMDG`, `NMFTA`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** That carrier's number of the export voyage, on which the ship leaves. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** That carrier's number of the import voyage, on which the ship arrives. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** That carrier's service code. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** That carrier's service name. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
};

/**
 * A service with its ships, as one carrier states it; codes and voyage numbers are that carrier's. Attributes of the
 * standard are null where the partner omitted them, sent `null` or sent an unreadable value.
 */
export type ServiceSchedule = {
  readonly __typename?: 'ServiceSchedule';
  /** Version of the standard, as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** The carrier's service code. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** The carrier's service name. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
  /** The row as it was received, including what a filter removed from the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The schedules, one per ship. */
  readonly vesselSchedules?: Maybe<ReadonlyArray<VesselSchedule>>;
  /** Violations of the standard's schema, the first 100. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};

/** One page of service schedules. */
export type ServiceScheduleConnection = {
  readonly __typename?: 'ServiceScheduleConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ServiceScheduleEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ServiceSchedule>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** Which partners were queried and with which result; one report for each partner that the query concerns. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A service schedule on a page. */
export type ServiceScheduleEdge = {
  readonly __typename?: 'ServiceScheduleEdge';
  /** Cursor of the row, for `after` or `before` with the same filter. It is valid for 15 minutes; then the error is `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** The service schedule. */
  readonly node: ServiceSchedule;
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

/**
 * A ship's call at a port, merged from the statements of several partners and several kinds of schedules. The statements
 * are neither averaged nor reduced: every source's statement is kept.
 */
export type TransportCall = Node & {
  readonly __typename?: 'TransportCall';
  /** Notices that announce cargo of the call. */
  readonly arrivalNotices?: Maybe<NoticeMatchSet>;
  /** Global id. It consists of the keys of the call and stays valid while schedules state the same. */
  readonly id: Scalars['ID']['output'];
  /** The port; null if no source states it. */
  readonly port?: Maybe<Port>;
  /** What port call events state about the call. */
  readonly portCallEvents?: Maybe<PortCallEventMatchSet>;
  /** The statement of each source. */
  readonly records: ReadonlyArray<TransportCallRecord>;
  /** The calls at single terminals, as far as the sources distinguish them. */
  readonly terminalCalls: ReadonlyArray<ScheduledTerminalCall>;
  /** All times of all sources, the most certain first. */
  readonly times: ReadonlyArray<TransportCallTime>;
  /** The ship; null if no source states an IMO number, or if two contradict each other. */
  readonly vessel?: Maybe<Vessel>;
};

/** Place of a call. */
export type TransportCallLocation = {
  readonly __typename?: 'TransportCallLocation';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. The standard has no post-office box here, and unstructured lines are in `addressLines`. */
  readonly address?: Maybe<Address>;
  /** The address as unstructured lines; at most five (since 1.0.2). */
  readonly addressLines?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** SMDG code of the terminal. */
  readonly facilitySMDGCode?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
  /**
   * SMDG code of the point of a waterway, such as a canal (since 1.0.4). With it, the call is a passage of that point and
   * not a call at the port, whatever `isCargoOperationalCall` states.
   */
  readonly waterwaySMDGEntryPointCode?: Maybe<Scalars['String']['output']>;
};

/** The statement of one source about a call. */
export type TransportCallRecord = {
  readonly __typename?: 'TransportCallRecord';
  /** UN/LOCODE of the port. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Version of the standard, as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Code of the terminal. */
  readonly facilityCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `facilityCode`. */
  readonly facilityCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Whether no real ship has been assigned, even if one is stated. */
  readonly isDummyVessel: Scalars['Boolean']['output'];
  /** The kind of schedule. */
  readonly kind: ScheduleKind;
  /** Service codes and voyage numbers, each with the carrier that assigned them. */
  readonly numbers: ReadonlyArray<CarrierNumbers>;
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** The port's reference of the visit. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** When Landfall fetched it. A schedule has no other age. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The times that the source states. */
  readonly times: ReadonlyArray<TransportCallTime>;
  /** The operator's reference of the call. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the export voyage, on which the ship leaves. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the import voyage, on which the ship arrives. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** IMO number of the ship. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
  /** Name of the ship, in upper case. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
};

/** A time of a call, as one source states it. Schedules do not state whether it is the time at the pilot station, the port or the berth. */
export type TransportCallTime = {
  readonly __typename?: 'TransportCallTime';
  /** The time, local with offset, as the source wrote it. */
  readonly dateTime: Scalars['String']['output'];
  /** Certainty of the time: `PLN`, `EST` or `ACT`; null if the source does not state it. */
  readonly eventClassifierCode?: Maybe<Scalars['String']['output']>;
  /** Type of event: `ARRI` or `DEPA`. */
  readonly eventTypeCode: Scalars['String']['output'];
  /** The partner that stated it. */
  readonly partner: PartnerName;
  /** When Landfall fetched it. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type Vessel = {
  readonly __typename?: 'Vessel';
  /** IMO number as a string; a ship keeps it for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
  /** Vessel schedules of the ship, from every partner that offers schedules; whole voyages. */
  readonly vesselSchedules?: Maybe<ServiceScheduleConnection>;
};


/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type VesselVesselSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['Date']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
};

/** The calls of one ship on a service. */
export type VesselSchedule = {
  readonly __typename?: 'VesselSchedule';
  /** Whether no real ship is named yet. Some partners set it together with a real ship; then the IMO number is valid. */
  readonly isDummyVessel?: Maybe<Scalars['Boolean']['output']>;
  /** The calls. */
  readonly transportCalls?: Maybe<ReadonlyArray<ScheduledCall>>;
  /** The ship, as the partner describes it. */
  readonly vessel?: Maybe<ScheduledVessel>;
};

/**
 * Condition on vessel schedules; at least one attribute other than the days and `responseScope` is required. All
 * attributes must match (AND); those on voyage, place and day must match the same call. A schedule or call that lacks the
 * attribute of a condition is kept.
 */
export type VesselScheduleFilter = {
  /** UN/LOCODE of a port of call. */
  readonly UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's service code. */
  readonly carrierServiceCode?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's voyage number, import or export. Requires a service or a ship, because carriers reuse voyage numbers. */
  readonly carrierVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** Last day of arrival at the call, local to the port. Absent: the carrier's own limit, usually in six months. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** SMDG code of a terminal. Requires `UNLocationCode`, because terminals of two ports may have the same code. */
  readonly facilitySMDGCode?: InputMaybe<Scalars['String']['input']>;
  /** The partners to query; at most 1,000 values. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Which calls of a voyage are returned. Absent: `FULL_VOYAGE`. */
  readonly responseScope?: InputMaybe<ResponseScope>;
  /** First day of arrival at the call, local to the port. Absent: the carrier's own limit, usually three months ago. */
  readonly startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: InputMaybe<Scalars['String']['input']>;
  /**
   * Universal voyage reference, import or export, shared by all carriers: two digits of the year, two characters, and `N`,
   * `E`, `W`, `S` or `R`. Requires a service or a ship, because it is unique within a service only.
   */
  readonly universalVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** IMO number of a ship. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** Name of a ship; case and surrounding spaces are ignored. Several ships may have the same name. */
  readonly vesselName?: InputMaybe<Scalars['String']['input']>;
  /** Code of the carrier that operates the ship: SMDG or SCAC. The standard does not state which. */
  readonly vesselOperatorCarrierCode?: InputMaybe<Scalars['String']['input']>;
};

/** A leg by sea. */
export type VesselTransport = RouteTransport & {
  readonly __typename?: 'VesselTransport';
  /** Mode of transport: `VESSEL`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
  /** The port's reference of a visit; the standard does not state at which end of the leg. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** The call at which the leg starts. Set only if neither end of the leg has a reference of its own; those have replaced it. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Universal export voyage reference, shared by all carriers: two digits of the year, two characters, and `N`, `E`, `W`, `S` or `R`. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal import voyage reference, shared by all carriers, in the format of the export voyage reference. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The ship, as the partner describes it. */
  readonly vessel?: Maybe<ScheduledVessel>;
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
  PortCallEventMatchSet: PortCallEventMatchSet;
  RouteMatchSet: RouteMatchSet;
  TransportCall: TransportCall;
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
  PortCallEventMatchSet:
    ( { __typename: 'PortCallEventMatchSet' }
    & ( GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"matchQuery":true}>
        | GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"matchKey":true}> ) );
  RouteMatchSet:
    ( { __typename: 'RouteMatchSet' }
    & GraphQLRecursivePick<FederationTypes['RouteMatchSet'], {"matchQuery":true}> );
  TransportCall:
    ( { __typename: 'TransportCall' }
    & GraphQLRecursivePick<FederationTypes['TransportCall'], {"id":true}> );
  Vessel:
    ( { __typename: 'Vessel' }
    & GraphQLRecursivePick<FederationTypes['Vessel'], {"vesselIMONumber":true}> );
};


/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node: ( Call );
  RouteTransport:
    | ( Omit<BargeTransport, 'barge'> & { barge?: Maybe<_RefType['ScheduledVessel']> } )
    | ( OtherTransport )
    | ( Omit<VesselTransport, 'vessel'> & { vessel?: Maybe<_RefType['ScheduledVessel']> } )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Address: ResolverTypeWrapper<Address>;
  AttributeComparison: ResolverTypeWrapper<AttributeComparison>;
  BargeTransport: ResolverTypeWrapper<Omit<BargeTransport, 'barge'> & { barge?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  BreakerState: BreakerState;
  CallMatch: ResolverTypeWrapper<CallMatchView>;
  CallMatchSet: ResolverTypeWrapper<CallMatchSetView>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  CallTimestamp: ResolverTypeWrapper<CallTimestamp>;
  CarrierNumbers: ResolverTypeWrapper<CarrierNumbers>;
  ComparedValue: ResolverTypeWrapper<ComparedValue>;
  ComparisonResult: ComparisonResult;
  CutOffTime: ResolverTypeWrapper<CutOffTime>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DecisionRule: DecisionRule;
  Facility: ResolverTypeWrapper<Facility>;
  Feedback: ResolverTypeWrapper<Feedback>;
  Footprint: ResolverTypeWrapper<Footprint>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  IntermediateCall: ResolverTypeWrapper<Omit<IntermediateCall, 'location'> & { location?: Maybe<ResolversTypes['RouteLocation']> }>;
  InvalidRow: ResolverTypeWrapper<InvalidRow>;
  InvalidRowOutcome: InvalidRowOutcome;
  InvalidRows: ResolverTypeWrapper<InvalidRows>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LastReceived: ResolverTypeWrapper<LastReceived>;
  LegRule: LegRule;
  MatchAttribute: MatchAttribute;
  MatchConfidence: MatchConfidence;
  MatchOutcome: MatchOutcome;
  MatchReason: MatchReason;
  MatchRule: MatchRule;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NoticeMatchSet: ResolverTypeWrapper<MatchKeyReference>;
  ObservedCapability: ResolverTypeWrapper<ObservedCapability>;
  OtherTransport: ResolverTypeWrapper<OtherTransport>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partner: ResolverTypeWrapper<PartnerReference>;
  PartnerEndpoint: ResolverTypeWrapper<PartnerEndpoint>;
  PartnerFailure: ResolverTypeWrapper<PartnerFailure>;
  PartnerHealth: ResolverTypeWrapper<PartnerHealth>;
  PartnerName: ResolverTypeWrapper<PartnerName>;
  PartnerResponse: ResolverTypeWrapper<PartnerResponse>;
  PartnerStandard: ResolverTypeWrapper<PartnerStandardView>;
  PointToPoint: ResolverTypeWrapper<RouteView>;
  PointToPointConnection: ResolverTypeWrapper<SchedulePage>;
  PointToPointEdge: ResolverTypeWrapper<ScheduleEdge>;
  PointToPointFilter: PointToPointFilter;
  Port: ResolverTypeWrapper<PortReference>;
  PortCallEventMatchSet: ResolverTypeWrapper<MatchKeyReference>;
  PortSchedule: ResolverTypeWrapper<PortView>;
  PortScheduleConnection: ResolverTypeWrapper<SchedulePage>;
  PortScheduleEdge: ResolverTypeWrapper<ScheduleEdge>;
  PortScheduleFilter: PortScheduleFilter;
  PortScheduleLocation: ResolverTypeWrapper<Omit<PortScheduleLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReceiptDeliveryType: ReceiptDeliveryType;
  ReceivedBy: ReceivedBy;
  ReceivedRemark: ResolverTypeWrapper<ReceivedRemark>;
  ReceivedRemarks: ResolverTypeWrapper<ReceivedRemarks>;
  RefusedRequest: ResolverTypeWrapper<RefusedRequest>;
  ResponseScope: ResponseScope;
  RouteLeg: ResolverTypeWrapper<LegRecord>;
  RouteLocation: ResolverTypeWrapper<Omit<RouteLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  RouteMatch: ResolverTypeWrapper<RouteMatchView>;
  RouteMatchSet: ResolverTypeWrapper<RouteMatchSetView>;
  RoutePlace: ResolverTypeWrapper<Omit<RoutePlace, 'location'> & { location?: Maybe<ResolversTypes['RouteLocation']> }>;
  RouteTransport: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['RouteTransport']>;
  Schedule: ResolverTypeWrapper<Omit<Schedule, 'vessel'> & { vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  ScheduleKind: ScheduleKind;
  ScheduledCall: ResolverTypeWrapper<Omit<ScheduledCall, 'location'> & { location?: Maybe<ResolversTypes['TransportCallLocation']> }>;
  ScheduledTerminalCall: ResolverTypeWrapper<Omit<ScheduledTerminalCall, 'records'> & { records: ReadonlyArray<ResolversTypes['TransportCallRecord']> }>;
  ScheduledVessel: ResolverTypeWrapper<VesselRecord>;
  SchemaViolation: ResolverTypeWrapper<SchemaViolation>;
  ServicePartner: ResolverTypeWrapper<ServicePartner>;
  ServiceSchedule: ResolverTypeWrapper<ServiceView>;
  ServiceScheduleConnection: ResolverTypeWrapper<SchedulePage>;
  ServiceScheduleEdge: ResolverTypeWrapper<ScheduleEdge>;
  SourceReport: ResolverTypeWrapper<PartnerReport>;
  SourceStatus: SourceStatus;
  Standard: Standard;
  TransportCall: ResolverTypeWrapper<Call>;
  TransportCallLocation: ResolverTypeWrapper<Omit<TransportCallLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  TransportCallRecord: ResolverTypeWrapper<CallRecord>;
  TransportCallTime: ResolverTypeWrapper<CallTime>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  VesselSchedule: ResolverTypeWrapper<Omit<VesselSchedule, 'transportCalls' | 'vessel'> & { transportCalls?: Maybe<ReadonlyArray<ResolversTypes['ScheduledCall']>>, vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  VesselScheduleFilter: VesselScheduleFilter;
  VesselTransport: ResolverTypeWrapper<Omit<VesselTransport, 'vessel'> & { vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Address;
  AttributeComparison: AttributeComparison;
  BargeTransport: Omit<BargeTransport, 'barge'> & { barge?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  CallMatch: CallMatchView;
  CallMatchSet: CallMatchSetView;
  ID: Scalars['ID']['output'];
  CallTimestamp: CallTimestamp;
  CarrierNumbers: CarrierNumbers;
  ComparedValue: ComparedValue;
  CutOffTime: CutOffTime;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  Facility: Facility;
  Feedback: Feedback;
  Footprint: Footprint;
  Float: Scalars['Float']['output'];
  IntermediateCall: Omit<IntermediateCall, 'location'> & { location?: Maybe<ResolversParentTypes['RouteLocation']> };
  InvalidRow: InvalidRow;
  InvalidRows: InvalidRows;
  JSON: Scalars['JSON']['output'];
  LastReceived: LastReceived;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NoticeMatchSet: MatchKeyReference;
  ObservedCapability: ObservedCapability;
  OtherTransport: OtherTransport;
  PageInfo: PageInfo;
  Partner: PartnerReference;
  PartnerEndpoint: PartnerEndpoint;
  PartnerFailure: PartnerFailure;
  PartnerHealth: PartnerHealth;
  PartnerName: PartnerName;
  PartnerResponse: PartnerResponse;
  PartnerStandard: PartnerStandardView;
  PointToPoint: RouteView;
  PointToPointConnection: SchedulePage;
  PointToPointEdge: ScheduleEdge;
  PointToPointFilter: PointToPointFilter;
  Port: PortReference;
  PortCallEventMatchSet: MatchKeyReference;
  PortSchedule: PortView;
  PortScheduleConnection: SchedulePage;
  PortScheduleEdge: ScheduleEdge;
  PortScheduleFilter: PortScheduleFilter;
  PortScheduleLocation: Omit<PortScheduleLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  Query: Record<PropertyKey, never>;
  ReceivedRemark: ReceivedRemark;
  ReceivedRemarks: ReceivedRemarks;
  RefusedRequest: RefusedRequest;
  RouteLeg: LegRecord;
  RouteLocation: Omit<RouteLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  RouteMatch: RouteMatchView;
  RouteMatchSet: RouteMatchSetView;
  RoutePlace: Omit<RoutePlace, 'location'> & { location?: Maybe<ResolversParentTypes['RouteLocation']> };
  RouteTransport: ResolversInterfaceTypes<ResolversParentTypes>['RouteTransport'];
  Schedule: Omit<Schedule, 'vessel'> & { vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  ScheduledCall: Omit<ScheduledCall, 'location'> & { location?: Maybe<ResolversParentTypes['TransportCallLocation']> };
  ScheduledTerminalCall: Omit<ScheduledTerminalCall, 'records'> & { records: ReadonlyArray<ResolversParentTypes['TransportCallRecord']> };
  ScheduledVessel: VesselRecord;
  SchemaViolation: SchemaViolation;
  ServicePartner: ServicePartner;
  ServiceSchedule: ServiceView;
  ServiceScheduleConnection: SchedulePage;
  ServiceScheduleEdge: ScheduleEdge;
  SourceReport: PartnerReport;
  TransportCall: Call;
  TransportCallLocation: Omit<TransportCallLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  TransportCallRecord: CallRecord;
  TransportCallTime: CallTime;
  Vessel: VesselReference;
  VesselSchedule: Omit<VesselSchedule, 'transportCalls' | 'vessel'> & { transportCalls?: Maybe<ReadonlyArray<ResolversParentTypes['ScheduledCall']>>, vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  VesselScheduleFilter: VesselScheduleFilter;
  VesselTransport: Omit<VesselTransport, 'vessel'> & { vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
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

export type BargeTransportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BargeTransport'] = ResolversParentTypes['BargeTransport']> = {
  barge?: Resolver<Maybe<ResolversTypes['ScheduledVessel']>, ParentType, ContextType>;
  modeOfTransport?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  servicePartners?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ServicePartner']>>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallMatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallMatch'] = ResolversParentTypes['CallMatch']> = {
  call?: Resolver<ResolversTypes['TransportCall'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['MatchConfidence'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  dayDistance?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  notComparable?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['MatchReason']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['MatchRule'], ParentType, ContextType>;
};

export type CallMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallMatchSet'] = ResolversParentTypes['CallMatchSet'], FederationReferenceType extends FederationReferenceTypes['CallMatchSet'] = FederationReferenceTypes['CallMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['CallMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['CallMatch']>, ParentType, ContextType>;
  legRule?: Resolver<Maybe<ResolversTypes['LegRule']>, ParentType, ContextType>;
  matchQuery?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  missing?: Resolver<ReadonlyArray<ResolversTypes['MatchAttribute']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['DecisionRule']>, ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  terminalOutcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  unique?: Resolver<Maybe<ResolversTypes['CallMatch']>, ParentType, ContextType>;
};

export type CallTimestampResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallTimestamp'] = ResolversParentTypes['CallTimestamp']> = {
  eventClassifierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  eventTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CarrierNumbersResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CarrierNumbers'] = ResolversParentTypes['CarrierNumbers']> = {
  carrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierExportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ComparedValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComparedValue'] = ResolversParentTypes['ComparedValue']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CutOffTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CutOffTime'] = ResolversParentTypes['CutOffTime']> = {
  cutOffDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cutOffDateTimeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type FacilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Facility'] = ResolversParentTypes['Facility']> = {
  facilityCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type FeedbackResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Feedback'] = ResolversParentTypes['Feedback']> = {
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  severity?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type FootprintResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Footprint'] = ResolversParentTypes['Footprint']> = {
  co2?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  co2e?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  nox?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  pm10?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sox?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type IntermediateCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IntermediateCall'] = ResolversParentTypes['IntermediateCall']> = {
  arrivalDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  departureDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  facilityTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['RouteLocation']>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'TransportCall', ParentType, ContextType>;
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

export type OtherTransportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OtherTransport'] = ResolversParentTypes['OtherTransport']> = {
  modeOfTransport?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PartnerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Partner'] = ResolversParentTypes['Partner'], FederationReferenceType extends FederationReferenceTypes['Partner'] = FederationReferenceTypes['Partner']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Partner']> | FederationReferenceType, FederationReferenceType, ContextType>;
  commercialSchedules?: Resolver<Maybe<ResolversTypes['PartnerStandard']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type PointToPointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PointToPoint'] = ResolversParentTypes['PointToPoint']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cutOffTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CutOffTime']>>, ParentType, ContextType>;
  deliveryTypeAtDestination?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  legs?: Resolver<Maybe<ReadonlyArray<ResolversTypes['RouteLeg']>>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  placeOfDelivery?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  placeOfReceipt?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  receiptTypeAtOrigin?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  routingReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  solutionFootprint?: Resolver<Maybe<ResolversTypes['Footprint']>, ParentType, ContextType>;
  solutionNumber?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transitTime?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
};

export type PointToPointConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PointToPointConnection'] = ResolversParentTypes['PointToPointConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PointToPointEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['PointToPoint']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
};

export type PointToPointEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PointToPointEdge'] = ResolversParentTypes['PointToPointEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PointToPoint'], ParentType, ContextType>;
};

export type PortResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Port'] = ResolversParentTypes['Port'], FederationReferenceType extends FederationReferenceTypes['Port'] = FederationReferenceTypes['Port']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Port']> | FederationReferenceType, FederationReferenceType, ContextType>;
  UNLocationCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  portSchedules?: Resolver<Maybe<ResolversTypes['PortScheduleConnection']>, ParentType, ContextType, RequireFields<PortPortSchedulesArgs, 'date' | 'first' | 'maxWaitMs'>>;
};

export type PortCallEventMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatchSet'] = ResolversParentTypes['PortCallEventMatchSet'], FederationReferenceType extends FederationReferenceTypes['PortCallEventMatchSet'] = FederationReferenceTypes['PortCallEventMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEventMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  matchQuery?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type PortScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortSchedule'] = ResolversParentTypes['PortSchedule']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['PortScheduleLocation']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vesselSchedules?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Schedule']>>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
};

export type PortScheduleConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortScheduleConnection'] = ResolversParentTypes['PortScheduleConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PortScheduleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['PortSchedule']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
};

export type PortScheduleEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortScheduleEdge'] = ResolversParentTypes['PortScheduleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PortSchedule'], ParentType, ContextType>;
};

export type PortScheduleLocationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortScheduleLocation'] = ResolversParentTypes['PortScheduleLocation']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilitySMDGCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  pointToPointRoutes?: Resolver<Maybe<ResolversTypes['PointToPointConnection']>, ParentType, ContextType, RequireFields<QueryPointToPointRoutesArgs, 'filter' | 'first' | 'maxWaitMs'>>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType, RequireFields<QueryPortArgs, 'UNLocationCode'>>;
  portSchedules?: Resolver<Maybe<ResolversTypes['PortScheduleConnection']>, ParentType, ContextType, RequireFields<QueryPortSchedulesArgs, 'filter' | 'first' | 'maxWaitMs'>>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType, RequireFields<QueryVesselArgs, 'vesselIMONumber'>>;
  vesselSchedules?: Resolver<Maybe<ResolversTypes['ServiceScheduleConnection']>, ParentType, ContextType, RequireFields<QueryVesselSchedulesArgs, 'filter' | 'first' | 'maxWaitMs'>>;
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

export type RouteLegResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteLeg'] = ResolversParentTypes['RouteLeg']> = {
  arrival?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  cutOffTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CutOffTime']>>, ParentType, ContextType>;
  departure?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  footprint?: Resolver<Maybe<ResolversTypes['Footprint']>, ParentType, ContextType>;
  intermediateCalls?: Resolver<Maybe<ReadonlyArray<ResolversTypes['IntermediateCall']>>, ParentType, ContextType>;
  sequenceNumber?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transport?: Resolver<Maybe<ResolversTypes['RouteTransport']>, ParentType, ContextType>;
};

export type RouteLocationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteLocation'] = ResolversParentTypes['RouteLocation']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  addressLines?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  facility?: Resolver<Maybe<ResolversTypes['Facility']>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
};

export type RouteMatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteMatch'] = ResolversParentTypes['RouteMatch']> = {
  confidence?: Resolver<ResolversTypes['MatchConfidence'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  route?: Resolver<ResolversTypes['PointToPoint'], ParentType, ContextType>;
};

export type RouteMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteMatchSet'] = ResolversParentTypes['RouteMatchSet'], FederationReferenceType extends FederationReferenceTypes['RouteMatchSet'] = FederationReferenceTypes['RouteMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['RouteMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchQuery?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  routes?: Resolver<ReadonlyArray<ResolversTypes['RouteMatch']>, ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
};

export type RoutePlaceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RoutePlace'] = ResolversParentTypes['RoutePlace']> = {
  dateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  facilityTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['RouteLocation']>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RouteTransportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteTransport'] = ResolversParentTypes['RouteTransport']> = {
  __resolveType: TypeResolveFn<'BargeTransport' | 'OtherTransport' | 'VesselTransport', ParentType, ContextType>;
};

export type ScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Schedule'] = ResolversParentTypes['Schedule']> = {
  cutOffTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CutOffTime']>>, ParentType, ContextType>;
  isDummyVessel?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  servicePartners?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ServicePartner']>>, ParentType, ContextType>;
  timestamps?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CallTimestamp']>>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['ScheduledVessel']>, ParentType, ContextType>;
};

export type ScheduledCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScheduledCall'] = ResolversParentTypes['ScheduledCall']> = {
  carrierExportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cutOffTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CutOffTime']>>, ParentType, ContextType>;
  isCargoOperationalCall?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['TransportCallLocation']>, ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timestamps?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CallTimestamp']>>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ScheduledTerminalCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScheduledTerminalCall'] = ResolversParentTypes['ScheduledTerminalCall']> = {
  records?: Resolver<ReadonlyArray<ResolversTypes['TransportCallRecord']>, ParentType, ContextType>;
  terminal?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ScheduledVesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScheduledVessel'] = ResolversParentTypes['ScheduledVessel']> = {
  MMSINumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  callSign?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  flag?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  operatorCarrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  operatorCarrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  vesselIMONumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SchemaViolationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SchemaViolation'] = ResolversParentTypes['SchemaViolation']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ServicePartnerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServicePartner'] = ResolversParentTypes['ServicePartner']> = {
  carrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierExportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ServiceScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceSchedule'] = ResolversParentTypes['ServiceSchedule']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselSchedules?: Resolver<Maybe<ReadonlyArray<ResolversTypes['VesselSchedule']>>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
};

export type ServiceScheduleConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceScheduleConnection'] = ResolversParentTypes['ServiceScheduleConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ServiceScheduleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ServiceSchedule']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
};

export type ServiceScheduleEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceScheduleEdge'] = ResolversParentTypes['ServiceScheduleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ServiceSchedule'], ParentType, ContextType>;
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

export type TransportCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCall'] = ResolversParentTypes['TransportCall'], FederationReferenceType extends FederationReferenceTypes['TransportCall'] = FederationReferenceTypes['TransportCall']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TransportCall']> | FederationReferenceType, FederationReferenceType, ContextType>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['NoticeMatchSet']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
  portCallEvents?: Resolver<Maybe<ResolversTypes['PortCallEventMatchSet']>, ParentType, ContextType>;
  records?: Resolver<ReadonlyArray<ResolversTypes['TransportCallRecord']>, ParentType, ContextType>;
  terminalCalls?: Resolver<ReadonlyArray<ResolversTypes['ScheduledTerminalCall']>, ParentType, ContextType>;
  times?: Resolver<ReadonlyArray<ResolversTypes['TransportCallTime']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransportCallLocationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCallLocation'] = ResolversParentTypes['TransportCallLocation']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  addressLines?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  facilityName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilitySMDGCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType>;
  waterwaySMDGEntryPointCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransportCallRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCallRecord'] = ResolversParentTypes['TransportCallRecord']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isDummyVessel?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ScheduleKind'], ParentType, ContextType>;
  numbers?: Resolver<ReadonlyArray<ResolversTypes['CarrierNumbers']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retrievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  times?: Resolver<ReadonlyArray<ResolversTypes['TransportCallTime']>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselIMONumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransportCallTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCallTime'] = ResolversParentTypes['TransportCallTime']> = {
  dateTime?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventClassifierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventTypeCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  retrievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type VesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Vessel'] = ResolversParentTypes['Vessel'], FederationReferenceType extends FederationReferenceTypes['Vessel'] = FederationReferenceTypes['Vessel']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vessel']> | FederationReferenceType, FederationReferenceType, ContextType>;
  vesselIMONumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  vesselSchedules?: Resolver<Maybe<ResolversTypes['ServiceScheduleConnection']>, ParentType, ContextType, RequireFields<VesselVesselSchedulesArgs, 'first' | 'maxWaitMs'>>;
};

export type VesselScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VesselSchedule'] = ResolversParentTypes['VesselSchedule']> = {
  isDummyVessel?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  transportCalls?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ScheduledCall']>>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['ScheduledVessel']>, ParentType, ContextType>;
};

export type VesselTransportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VesselTransport'] = ResolversParentTypes['VesselTransport']> = {
  modeOfTransport?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  portVisitReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  servicePartners?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ServicePartner']>>, ParentType, ContextType>;
  transportCallReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['ScheduledVessel']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Address?: AddressResolvers<ContextType>;
  AttributeComparison?: AttributeComparisonResolvers<ContextType>;
  BargeTransport?: BargeTransportResolvers<ContextType>;
  CallMatch?: CallMatchResolvers<ContextType>;
  CallMatchSet?: CallMatchSetResolvers<ContextType>;
  CallTimestamp?: CallTimestampResolvers<ContextType>;
  CarrierNumbers?: CarrierNumbersResolvers<ContextType>;
  ComparedValue?: ComparedValueResolvers<ContextType>;
  CutOffTime?: CutOffTimeResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Facility?: FacilityResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  Footprint?: FootprintResolvers<ContextType>;
  IntermediateCall?: IntermediateCallResolvers<ContextType>;
  InvalidRow?: InvalidRowResolvers<ContextType>;
  InvalidRows?: InvalidRowsResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  LastReceived?: LastReceivedResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NoticeMatchSet?: NoticeMatchSetResolvers<ContextType>;
  ObservedCapability?: ObservedCapabilityResolvers<ContextType>;
  OtherTransport?: OtherTransportResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partner?: PartnerResolvers<ContextType>;
  PartnerEndpoint?: PartnerEndpointResolvers<ContextType>;
  PartnerFailure?: PartnerFailureResolvers<ContextType>;
  PartnerHealth?: PartnerHealthResolvers<ContextType>;
  PartnerName?: PartnerNameResolvers<ContextType>;
  PartnerResponse?: PartnerResponseResolvers<ContextType>;
  PartnerStandard?: PartnerStandardResolvers<ContextType>;
  PointToPoint?: PointToPointResolvers<ContextType>;
  PointToPointConnection?: PointToPointConnectionResolvers<ContextType>;
  PointToPointEdge?: PointToPointEdgeResolvers<ContextType>;
  Port?: PortResolvers<ContextType>;
  PortCallEventMatchSet?: PortCallEventMatchSetResolvers<ContextType>;
  PortSchedule?: PortScheduleResolvers<ContextType>;
  PortScheduleConnection?: PortScheduleConnectionResolvers<ContextType>;
  PortScheduleEdge?: PortScheduleEdgeResolvers<ContextType>;
  PortScheduleLocation?: PortScheduleLocationResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ReceivedRemark?: ReceivedRemarkResolvers<ContextType>;
  ReceivedRemarks?: ReceivedRemarksResolvers<ContextType>;
  RefusedRequest?: RefusedRequestResolvers<ContextType>;
  RouteLeg?: RouteLegResolvers<ContextType>;
  RouteLocation?: RouteLocationResolvers<ContextType>;
  RouteMatch?: RouteMatchResolvers<ContextType>;
  RouteMatchSet?: RouteMatchSetResolvers<ContextType>;
  RoutePlace?: RoutePlaceResolvers<ContextType>;
  RouteTransport?: RouteTransportResolvers<ContextType>;
  Schedule?: ScheduleResolvers<ContextType>;
  ScheduledCall?: ScheduledCallResolvers<ContextType>;
  ScheduledTerminalCall?: ScheduledTerminalCallResolvers<ContextType>;
  ScheduledVessel?: ScheduledVesselResolvers<ContextType>;
  SchemaViolation?: SchemaViolationResolvers<ContextType>;
  ServicePartner?: ServicePartnerResolvers<ContextType>;
  ServiceSchedule?: ServiceScheduleResolvers<ContextType>;
  ServiceScheduleConnection?: ServiceScheduleConnectionResolvers<ContextType>;
  ServiceScheduleEdge?: ServiceScheduleEdgeResolvers<ContextType>;
  SourceReport?: SourceReportResolvers<ContextType>;
  TransportCall?: TransportCallResolvers<ContextType>;
  TransportCallLocation?: TransportCallLocationResolvers<ContextType>;
  TransportCallRecord?: TransportCallRecordResolvers<ContextType>;
  TransportCallTime?: TransportCallTimeResolvers<ContextType>;
  Vessel?: VesselResolvers<ContextType>;
  VesselSchedule?: VesselScheduleResolvers<ContextType>;
  VesselTransport?: VesselTransportResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  added?: AddedDirectiveResolver<any, any, ContextType>;
  rules?: RulesDirectiveResolver<any, any, ContextType>;
};
