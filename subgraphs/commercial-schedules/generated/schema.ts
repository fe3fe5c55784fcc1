// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '../../shared/vessels-and-ports.ts';
import type { PartnerReference, PartnerStandardView } from '../../shared/partner-standards.ts';
import type { CallMatchSetView, CallMatchView, RouteMatchSetView, RouteMatchView, Call } from '../matches.ts';
import type { CallRecord } from '../../shared/joins/records.ts';
import type { KeySetReference } from '../../shared/joins/references.ts';
import type { RouteView, PortView, ServiceView, LegStatement, ShipStatement } from '../model.ts';
import type { SchedulePage, ScheduleEdge } from '../questions.ts';
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
  /** A calendar day at the place of the event, `YYYY-MM-DD`. It has no time zone and is never shifted. */
  Date: { input: string; output: string; }
  /** An instant, RFC 3339 with offset, exactly as the sender wrote it where it comes from a partner. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** A postal address. */
export type Address = {
  readonly __typename?: 'Address';
  /** Post-office box. */
  readonly POBox?: Maybe<Scalars['String']['output']>;
  /** The address in plain lines, for who cannot structure it; at most five (since 1.0.1). */
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

/** A leg by barge. */
export type BargeTransport = RouteTransport & {
  readonly __typename?: 'BargeTransport';
  /** The barge, as the partner tells it. */
  readonly barge?: Maybe<ScheduledVessel>;
  /** `BARGE`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
  /** The port's reference of a visit; the standard does not say at which end of the leg. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** The call at which the leg starts. Only where neither end of the leg has a reference of its own: these have replaced it. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Export voyage reference that all carriers share: year in two digits, two characters, `N`, `E`, `W`, `S` or `R`. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Import voyage reference that all carriers share, formed like that of the export voyage. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Code of the service that all carriers share: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
};

/** Whether a partner that failed several times in a row is asked. */
export type BreakerState =
  /** It is asked. */
  | 'CLOSED'
  /** One call is under way to see whether it answers again. */
  | 'HALF_OPEN'
  /** It is left alone for a while; questions fail at once. */
  | 'OPEN';

/** A call that is, or may be, the one asked about. */
export type CallMatch = {
  readonly __typename?: 'CallMatch';
  /** The call. */
  readonly call: TransportCall;
  /** How good it is. */
  readonly class: MatchClass;
  /** What contradicts. */
  readonly contradictions: ReadonlyArray<KeyComparison>;
  /** Days from the earlier kind of statement (notice, schedule, event) to the later; null without times on both sides. */
  readonly dayDistance?: Maybe<Scalars['Int']['output']>;
  /** What agrees. */
  readonly matchedOn: ReadonlyArray<KeyComparison>;
  /** What both say and nobody can compare. */
  readonly notComparable: ReadonlyArray<KeyComparison>;
  /** What else is to be known. */
  readonly reasons: ReadonlyArray<MatchReason>;
  /** Row of the catalogue of joins that it rests on, such as `J5`. */
  readonly row: Scalars['String']['output'];
};

/**
 * The calls that schedules know and that may be the one asked about: candidates with what speaks for and against each, and
 * one of them singled out only where nothing makes it doubtful.
 */
export type CallMatchSet = {
  readonly __typename?: 'CallMatchSet';
  /** All candidates, best first. */
  readonly candidates: ReadonlyArray<CallMatch>;
  /** How the legs of a notice were chosen that may be meant; null for questions that do not come from a notice. */
  readonly legRule?: Maybe<LegRule>;
  /** What the candidates come to: about the ship's visit to the port. */
  readonly outcome: MatchOutcome;
  /** What is asked, in full. */
  readonly question: Scalars['ID']['output'];
  /** Who was asked and how it went. Who would know and is not connected stands there, too. */
  readonly sources: ReadonlyArray<SourceReport>;
  /** The same for the call at one terminal within the visit. */
  readonly terminalOutcome: MatchOutcome;
  /** The match; null unless `outcome` is `UNIQUE`. */
  readonly unique?: Maybe<CallMatch>;
};

/** A time of a call. */
export type CallTimestamp = {
  readonly __typename?: 'CallTimestamp';
  /** Known: `PLN` planned, `EST` estimated, `ACT` actual. */
  readonly eventClassifierCode?: Maybe<Scalars['String']['output']>;
  /** When, local to the place. */
  readonly eventDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Known: `ARRI` arrival, `DEPA` departure. */
  readonly eventTypeCode?: Maybe<Scalars['String']['output']>;
};

/** One carrier's names for a call's service and voyages. */
export type CarrierNumbers = {
  readonly __typename?: 'CarrierNumbers';
  /** The carrier; null where the source does not say, or means itself. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Which list the carrier's code is from. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** The carrier's number of the voyage the ship leaves on. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's number of the voyage the ship arrives on. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's code of the service. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
};

/** What a comparison came to. */
export type ComparisonResult =
  /** They contradict each other. */
  | 'DIFFERS'
  /** Both say the same. */
  | 'MATCH'
  /** Both say something that nobody can compare, such as codes of two lists. */
  | 'NOT_COMPARABLE';

/** A deadline. Two of the kinds are not: `ECP` is a day for action, `EFC` the earliest time. */
export type CutOffTime = {
  readonly __typename?: 'CutOffTime';
  /** When, local to the place. */
  readonly cutOffDateTime?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Kind. Known: `DCO` documents, `VCO` verified gross mass, `FCO` full containers, `LCO` less than a container, `PCO` port,
   * `ECP` pick-up of the empty container, `EFC` gate opens for full containers, `RCO` reefer, `DGC` dangerous goods, `OBC` out
   * of gauge and break bulk, `TCO` transhipment, `STA` standard booking, `SPA` special booking, `CUA` customs, `AFC` advance
   * cargo filing.
   */
  readonly cutOffDateTimeCode?: Maybe<Scalars['String']['output']>;
};

/** A facility by its code. */
export type Facility = {
  readonly __typename?: 'Facility';
  /** Code in the list that `facilityCodeListProvider` names. */
  readonly facilityCode?: Maybe<Scalars['String']['output']>;
  /** Which list. Known: `SMDG` terminal codes, `BIC` facility codes. */
  readonly facilityCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Name of the facility (since 1.0.1). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
};

/** A remark of a partner on how it understood a question. */
export type Feedback = {
  readonly __typename?: 'Feedback';
  /** For people; never a code to switch on. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** `ERROR`, `WARN`, `INFO` or what else the partner wrote. */
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

/** A call on the way. */
export type IntermediateCall = {
  readonly __typename?: 'IntermediateCall';
  /** Expected arrival, local to the place. */
  readonly arrivalDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Expected departure, local to the place. */
  readonly departureDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Kind of facility, by the codes of `RoutePlace`. */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Where. */
  readonly location?: Maybe<RouteLocation>;
  /** The ship operator's reference of the call. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
};

/** A row that could not be published as it came. */
export type InvalidRow = {
  readonly __typename?: 'InvalidRow';
  /** The first ten of its faults. */
  readonly faults: ReadonlyArray<SchemaFault>;
  /** What became of it. */
  readonly outcome: InvalidRowOutcome;
  /** When it was published last. */
  readonly publishedAt: Scalars['DateTime']['output'];
  /** What it is: the reference of a notice and its label, the id of an event, or the endpoint of a schedule. */
  readonly row: Scalars['String']['output'];
};

/** What became of an invalid row. */
export type InvalidRowOutcome =
  /** Published without what is invalid in it. */
  | 'CLEANED'
  /** Not published. */
  | 'WITHHELD';

/** Rows of a partner that broke its standard when they were to be published. */
export type InvalidRows = {
  readonly __typename?: 'InvalidRows';
  /** How many times one was published without what is invalid in it. */
  readonly cleaned: Scalars['Int']['output'];
  /** The last 20 of them, each once, the newest first. */
  readonly latest: ReadonlyArray<InvalidRow>;
  /** How many times one was withheld, because an attribute that the standard requires is missing or invalid. */
  readonly withheld: Scalars['Int']['output'];
};

/** What was compared. */
export type JoinKey =
  /** The time of arrival. */
  | 'ARRIVAL_TIME'
  /** The customs' number of the call. */
  | 'CALL_REFERENCE_NUMBER'
  /** The carrier whose numbers these are. */
  | 'CARRIER'
  /** The carrier's number of the voyage the ship leaves on. */
  | 'CARRIER_EXPORT_VOYAGE_NUMBER'
  /** The carrier's number of the voyage the ship arrives on. */
  | 'CARRIER_IMPORT_VOYAGE_NUMBER'
  /** The carrier's code of the service. */
  | 'CARRIER_SERVICE_CODE'
  /** The time of departure. */
  | 'DEPARTURE_TIME'
  /** The terminal. */
  | 'FACILITY'
  /** Where the carrier hands the cargo over. */
  | 'PLACE_OF_DELIVERY'
  /** Where the carrier takes the cargo over. */
  | 'PLACE_OF_RECEIPT'
  /** The port's reference of the visit. */
  | 'PORT_VISIT_REFERENCE'
  /** The operator's reference of the call. */
  | 'TRANSPORT_CALL_REFERENCE'
  /** The voyage the ship leaves on, by its universal reference. */
  | 'UNIVERSAL_EXPORT_VOYAGE_REFERENCE'
  /** The voyage the ship arrives on, by its universal reference. */
  | 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'
  /** The service, by its universal reference. */
  | 'UNIVERSAL_SERVICE_REFERENCE'
  /** The port. */
  | 'UN_LOCATION_CODE'
  /** The ship, by its call sign. */
  | 'VESSEL_CALL_SIGN'
  /** The ship, by its IMO number. */
  | 'VESSEL_IMO_NUMBER'
  /** The ship, by its radio identity. */
  | 'VESSEL_MMSI_NUMBER'
  /** The ship, by its name. */
  | 'VESSEL_NAME';

/** One comparison. */
export type KeyComparison = {
  readonly __typename?: 'KeyComparison';
  /** What was compared. */
  readonly key: JoinKey;
  /** The side that was asked about. */
  readonly left: KeyValue;
  /** What it came to. */
  readonly result: ComparisonResult;
  /** The side that was found. */
  readonly right: KeyValue;
};

/** A value and where it stands. */
export type KeyValue = {
  readonly __typename?: 'KeyValue';
  /** Path in the record of its side. */
  readonly path: Scalars['String']['output'];
  /** The value as it was compared. */
  readonly value: Scalars['String']['output'];
};

/** Something that came from a partner. */
export type LastReceived = {
  readonly __typename?: 'LastReceived';
  /** When it was taken in. */
  readonly at: Scalars['DateTime']['output'];
  /** How it came. */
  readonly by: ReceivedBy;
  /** From the time that the partner itself gives it to when it was taken in, in seconds; null when it gives none. */
  readonly lagSeconds?: Maybe<Scalars['Float']['output']>;
};

/** What a partner's answers have shown. It is remembered and may be pasted into its file. */
export type LearntCapability = {
  readonly __typename?: 'LearntCapability';
  /** Filters that were sent and that its rows contradict. */
  readonly ignoredFilters: ReadonlyArray<Scalars['String']['output']>;
  /** Rows of its largest page; null before the first one. */
  readonly largestPage?: Maybe<Scalars['Int']['output']>;
  /** Questions that it refused with 400, the newest last. */
  readonly refusedQuestions: ReadonlyArray<RefusedQuestion>;
  /** Whether it takes `limit`; null where it was never sent. Where it is refused, questions go without. */
  readonly takesLimit?: Maybe<Scalars['Boolean']['output']>;
  /** Whether it takes a cursor without the other parameters only; null where it never mattered. */
  readonly wantsCursorAlone?: Maybe<Scalars['Boolean']['output']>;
};

/** How the leg that ends at the port of discharge was found among a notice's legs. */
export type LegRule =
  /** The notice has no leg. */
  | 'NO_LEG'
  /** By the port of the leg itself. */
  | 'PORT_OF_LEG'
  /** By the last place in the list. */
  | 'POSITION'
  /** By the highest sequence number. */
  | 'SEQUENCE_NUMBER';

/** How good a match is, by the keys that agree. */
export type MatchClass =
  /** By a reference that is made for it. */
  | 'EXACT'
  /** The same way from port to port, nothing else. */
  | 'LANE'
  /** Likely, but nobody says so. */
  | 'PROBABLE'
  /** By ship, port and voyage, or as telling a combination. */
  | 'STRONG'
  /** A hint, no more. */
  | 'WEAK';

/** What a set of candidates comes to. */
export type MatchOutcome =
  /** Candidates are left of which none may be singled out. */
  | 'AMBIGUOUS'
  /** Every candidate is contradicted by something. */
  | 'CONFLICTING'
  /** Everybody who could know answered, and nothing fits. */
  | 'NONE'
  /** One candidate may be taken for the match. */
  | 'UNIQUE'
  /** Somebody who could know was not asked, failed, or may have kept something back. */
  | 'UNKNOWN';

/** Something to know about a match besides its class. */
export type MatchReason =
  /** Codes of different lists were not compared. */
  | 'CODES_NOT_COMPARABLE'
  /** So far apart in time that one name or reference may stand for two things. */
  | 'FAR_APART'
  /** The voyage to arrive on is the other's voyage to leave on: the ship calls twice, or the sides were mixed up. */
  | 'IMPORT_IS_EXPORT_OF_OTHER'
  /** The call is said to be skipped. */
  | 'OMITTED'
  /** Further apart in time than the statements allow. */
  | 'OUTSIDE_WINDOW'
  /** No ship is assigned yet. */
  | 'SHIP_UNASSIGNED'
  /** Another terminal of the same port. */
  | 'TERMINAL_DIFFERS'
  /** Another ship than announced, on the same voyage: the ship was exchanged, or somebody is wrong. */
  | 'VESSEL_DIFFERS'
  /** The port's time zone is not known, so days may be one off. */
  | 'ZONE_UNKNOWN';

/** An object with a global id. */
export type Node = {
  /** Global id, opaque. */
  readonly id: Scalars['ID']['output'];
};

/** The notices that may be meant; they are found where notices are known. */
export type NoticeMatchSet = {
  readonly __typename?: 'NoticeMatchSet';
  /** What is asked, in full. */
  readonly keySet: Scalars['ID']['output'];
};

/** A leg over land or by several means, and any mode that is not known here. */
export type OtherTransport = RouteTransport & {
  readonly __typename?: 'OtherTransport';
  /** Known: `RAIL`, `TRUCK`; `RAIL_TRUCK`, `BARGE_TRUCK`, `BARGE_RAIL` for mixed legs; `MULTIMODAL` when undecided. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
};

/** Place of a page among all rows. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Cursor of the last row; null on an empty page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are rows behind the page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are rows in front of the page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; null on an empty page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/** A trading partner; what other standards say about it hangs on the same object. */
export type Partner = {
  readonly __typename?: 'Partner';
  /** Commercial schedules. */
  readonly commercialSchedules?: Maybe<PartnerStandard>;
  /** Name of its file. */
  readonly id: Scalars['ID']['output'];
};

/** An answer of a partner. */
export type PartnerAnswer = {
  readonly __typename?: 'PartnerAnswer';
  /** `API-Version` of the answer. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** When it was complete. */
  readonly at: Scalars['DateTime']['output'];
  /** From sending to the last byte. */
  readonly milliseconds: Scalars['Float']['output'];
};

/** A failure of a partner. */
export type PartnerFailure = {
  readonly __typename?: 'PartnerFailure';
  /** When it was noticed. */
  readonly at: Scalars['DateTime']['output'];
  /** Code of the error table. */
  readonly code: Scalars['String']['output'];
  /** What happened. */
  readonly message: Scalars['String']['output'];
};

/** How asking a partner goes. */
export type PartnerHealth = {
  readonly __typename?: 'PartnerHealth';
  /** Calls answered with status 200. */
  readonly answers: Scalars['Int']['output'];
  /** Whether it is asked. */
  readonly breaker: BreakerState;
  /** Calls that failed, each attempt counted, and answers that could not be used. */
  readonly failures: Scalars['Int']['output'];
  /** The last answer with status 200. */
  readonly lastAnswer?: Maybe<PartnerAnswer>;
  /** The last failure. */
  readonly lastFailure?: Maybe<PartnerFailure>;
  /** What its answers have shown beside what its file says. */
  readonly learnt: LearntCapability;
  /** When it is asked again; null unless `breaker` is `OPEN`. */
  readonly restsUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Calls that it is answering now. */
  readonly underWay: Scalars['Int']['output'];
  /** Calls that wait until it may be asked. */
  readonly waiting: Scalars['Int']['output'];
};

/** What a partner's file says about asking it. */
export type PartnerOffer = {
  readonly __typename?: 'PartnerOffer';
  /** Filters that it processes; for other ones its rows are filtered here. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** Name and port of its server; the rest of the address may be nobody's business. */
  readonly host: Scalars['String']['output'];
  /** Most references in one request. */
  readonly maxReferences: Scalars['Int']['output'];
  /** Whether it understands `limit` and `cursor`. */
  readonly paging: Scalars['Boolean']['output'];
  /** Version of the standard that is sent as `API-Version`. */
  readonly version: Scalars['String']['output'];
};

/** How a partner fares at one standard. */
export type PartnerStandard = {
  readonly __typename?: 'PartnerStandard';
  /**
   * How asking it goes, as the process that answers has seen it since it started or the address changed; null when it is
   * not asked.
   */
  readonly health?: Maybe<PartnerHealth>;
  /**
   * Its rows that could not be published to subscribers as they came, as the process that answers has seen it since it
   * started.
   */
  readonly invalidRows: InvalidRows;
  /** What came from it last and changed something; null when nothing did, and for schedules, which are not kept. */
  readonly lastReceived?: Maybe<LastReceived>;
  /** What its file says about asking it; null when it is not asked. */
  readonly offer?: Maybe<PartnerOffer>;
};

/**
 * One way from origin to destination, as one carrier offers it. Attributes of the standard are null where the partner left
 * them out, wrote `null` or wrote a value of a wrong type; `document` shows what it wrote, `faults` what was wrong with it.
 */
export type PointToPoint = {
  readonly __typename?: 'PointToPoint';
  /** Version of the standard as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Deadlines of the whole route. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Service at the destination, by the same codes. */
  readonly deliveryTypeAtDestination?: Maybe<Scalars['String']['output']>;
  /** As it was received, also what a filter has taken out of the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Where it deviates from the standard's schema, the first 100 places. */
  readonly faults: ReadonlyArray<SchemaFault>;
  /** The legs in order of travel. */
  readonly legs?: Maybe<ReadonlyArray<RouteLeg>>;
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** Where the carrier hands the cargo over. */
  readonly placeOfDelivery?: Maybe<RoutePlace>;
  /** Where the carrier takes the cargo over. */
  readonly placeOfReceipt?: Maybe<RoutePlace>;
  /** Service at the origin. Known: `CY` container yard or rail ramp, `SD` store door, `CFS` freight station. */
  readonly receiptTypeAtOrigin?: Maybe<Scalars['String']['output']>;
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** The carrier's reference of the route, to be quoted in a booking (since 1.0.1). */
  readonly routingReference?: Maybe<Scalars['String']['output']>;
  /** Estimated emissions of the whole route (since 1.0.2). */
  readonly solutionFootprint?: Maybe<Footprint>;
  /** Number of a group of similar routes, from 1. It identifies nothing. */
  readonly solutionNumber?: Maybe<Scalars['Int']['output']>;
  /** Estimated whole days from receipt to delivery. */
  readonly transitTime?: Maybe<Scalars['Int']['output']>;
};

/** One page of routes. */
export type PointToPointConnection = {
  readonly __typename?: 'PointToPointConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PointToPointEdge>;
  /** The rows alone. */
  readonly nodes: ReadonlyArray<PointToPoint>;
  /** Place of the page. */
  readonly pageInfo: PageInfo;
  /** Which partner was asked and how it went, one row per partner in question. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A route in a page. */
export type PointToPointEdge = {
  readonly __typename?: 'PointToPointEdge';
  /** Give it as `after` or `before` with the same filter. Good for 15 minutes; then `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** A route. */
  readonly node: PointToPoint;
};

/**
 * Which routes. Conditions combine with AND; a route that leaves out what a condition looks at is kept. Days are local to
 * the place, both ends of a range included; each end may stand alone.
 */
export type PointToPointFilter = {
  /** Last day on which it may end at the place of delivery. */
  readonly arrivalEndDate?: InputMaybe<Scalars['Date']['input']>;
  /** First day on which it may end at the place of delivery. */
  readonly arrivalStartDate?: InputMaybe<Scalars['Date']['input']>;
  /**
   * What is carried. Known: `DRY`, which is meant when it is absent, and `REEFER`. Carriers on a version before 1.0.3 know
   * `DRY` only; asked for anything else they count as `REFUSED_FILTER`.
   */
  readonly cargoType?: InputMaybe<Scalars['String']['input']>;
  /** Service wanted at the destination. Absent: the carrier's own default. */
  readonly deliveryTypeAtDestination?: InputMaybe<ReceiptDeliveryType>;
  /** Last day on which the journey may start at the place of receipt. */
  readonly departureEndDate?: InputMaybe<Scalars['Date']['input']>;
  /** First day on which the journey may start at the place of receipt. */
  readonly departureStartDate?: InputMaybe<Scalars['Date']['input']>;
  /** Most transfers from vessel to vessel; 0 means direct. Absent: the carrier's own bound. */
  readonly maxTranshipment?: InputMaybe<Scalars['Int']['input']>;
  /** Whom to ask; at most 1,000. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** UN/LOCODE of the destination. */
  readonly placeOfDelivery: Scalars['String']['input'];
  /** UN/LOCODE of the origin. */
  readonly placeOfReceipt: Scalars['String']['input'];
  /** Service wanted at the origin. Absent: the carrier's own default. */
  readonly receiptTypeAtOrigin?: InputMaybe<ReceiptDeliveryType>;
};

/** A port or another place, by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** Two letters of the country, three of the place. */
  readonly UNLocationCode: Scalars['String']['output'];
  /** Ships that call there, as every partner tells it. */
  readonly portSchedules?: Maybe<PortScheduleConnection>;
};


/** A port or another place, by its UN/LOCODE. */
export type PortPortSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  date: Scalars['Date']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** The port call events that may be meant; they are found where port call events are known. */
export type PortCallEventMatchSet = {
  readonly __typename?: 'PortCallEventMatchSet';
  /** By what they are found: what the schedules of the call say where it is known, or else what the question says. */
  readonly keySet: Scalars['ID']['output'];
  /** The question for the call whose events are meant. */
  readonly question?: Maybe<Scalars['ID']['output']>;
};

/**
 * Calls at one port or one of its terminals, as one carrier tells them. Attributes of the standard are null where the partner
 * left them out, wrote `null` or wrote a value of a wrong type.
 */
export type PortSchedule = {
  readonly __typename?: 'PortSchedule';
  /** Version of the standard as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** As it was received, also what a filter has taken out of the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Where it deviates from the standard's schema, the first 100 places. */
  readonly faults: ReadonlyArray<SchemaFault>;
  /** The port, or one terminal of it. */
  readonly location?: Maybe<PortScheduleLocation>;
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** The calls. */
  readonly vesselSchedules?: Maybe<ReadonlyArray<Schedule>>;
};

/** One page of port schedules. */
export type PortScheduleConnection = {
  readonly __typename?: 'PortScheduleConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PortScheduleEdge>;
  /** The rows alone. */
  readonly nodes: ReadonlyArray<PortSchedule>;
  /** Place of the page. */
  readonly pageInfo: PageInfo;
  /** Which partner was asked and how it went, one row per partner in question. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A port schedule in a page. */
export type PortScheduleEdge = {
  readonly __typename?: 'PortScheduleEdge';
  /** Give it as `after` or `before` with the same filter. Good for 15 minutes; then `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** A port schedule. */
  readonly node: PortSchedule;
};

/** Which calls at a port. A call that leaves out what a condition looks at is kept. */
export type PortScheduleFilter = {
  /** UN/LOCODE of the port. */
  readonly UNLocationCode: Scalars['String']['input'];
  /** First day of interest at the port. A call counts by its latest arrival, or by its departure if it has no arrival. */
  readonly date: Scalars['Date']['input'];
  /** Whom to ask; at most 1,000. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Where the calls of a port schedule are. */
export type PortScheduleLocation = {
  readonly __typename?: 'PortScheduleLocation';
  /** UN/LOCODE: two letters of the country, three of the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** SMDG code of the terminal. */
  readonly facilitySMDGCode?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port, where it has a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type Query = {
  readonly __typename?: 'Query';
  /**
   * Ways to bring a container from one place to another, as each carrier offers them. Rows are in order of partner, then in
   * the partner's own order, at most 5,000 of each and no more bytes than its file allows for one answer.
   */
  readonly pointToPointRoutes?: Maybe<PointToPointConnection>;
  /** A port, as an entry into the graph; null when the text cannot be a UN/LOCODE. Nothing is looked up. */
  readonly port?: Maybe<Port>;
  /**
   * Ships that call at a port from a day on, one row per terminal and partner. Rows are in order of partner, then in the
   * partner's own order, at most 5,000 of each and no more bytes than its file allows for one answer.
   */
  readonly portSchedules?: Maybe<PortScheduleConnection>;
  /** A ship, as an entry into the graph; null when the text cannot be an IMO number. Nothing is looked up. */
  readonly vessel?: Maybe<Vessel>;
  /**
   * Where ships call on their voyages, one row per service and partner. Rows are in order of partner, then in the partner's
   * own order, at most 5,000 of each and no more bytes than its file allows for one answer.
   */
  readonly vesselSchedules?: Maybe<ServiceScheduleConnection>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPointToPointRoutesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: PointToPointFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortArgs = {
  UNLocationCode: Scalars['String']['input'];
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: PortScheduleFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryVesselArgs = {
  vesselIMONumber: Scalars['String']['input'];
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryVesselSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter: VesselScheduleFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** Where the carrier takes cargo over or hands it over. */
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

/** A question that a partner refused. */
export type RefusedQuestion = {
  readonly __typename?: 'RefusedQuestion';
  /** Filters that it was asked with. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** Those of them that its error names. */
  readonly named: ReadonlyArray<Scalars['String']['output']>;
};

/** How much of a voyage is shown when one of its calls matches. */
export type ResponseScope =
  /** All calls of the voyages that the call belongs to. */
  | 'FULL_VOYAGE'
  /** The calls that match and no other. */
  | 'MATCHED_CALLS';

/** A stretch of a route by one means of transport. */
export type RouteLeg = {
  readonly __typename?: 'RouteLeg';
  /** Where and when it ends. */
  readonly arrival?: Maybe<RoutePlace>;
  /** Deadlines of the leg (since 1.0.2). */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Where and when it starts. */
  readonly departure?: Maybe<RoutePlace>;
  /** Estimated emissions of the leg (since 1.0.2). */
  readonly footprint?: Maybe<Footprint>;
  /** Calls on the way at which the cargo stays aboard, in order (since 1.0.3). */
  readonly intermediateCalls?: Maybe<ReadonlyArray<IntermediateCall>>;
  /** Place of the leg in the route; carriers begin at 0 or 1. */
  readonly sequenceNumber?: Maybe<Scalars['Int']['output']>;
  /** How it is done; null where the partner does not say. */
  readonly transport?: Maybe<RouteTransport>;
};

/** A place of a route, told by any of its attributes; several at once mean the same place. */
export type RouteLocation = {
  readonly __typename?: 'RouteLocation';
  /** UN/LOCODE: two letters of the country, three of the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. The standard has no post-office box here, and its plain lines stand in `addressLines`. */
  readonly address?: Maybe<Address>;
  /** The address in plain lines; at most five (since 1.0.2). */
  readonly addressLines?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Facility by its code; its name, where there is one, stands in `facilityName` beside it. */
  readonly facility?: Maybe<Facility>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port, where it has a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

/** A comparable offer. */
export type RouteMatch = {
  readonly __typename?: 'RouteMatch';
  /** `LANE`, or better where a leg is the notice's own sailing. */
  readonly class: MatchClass;
  /** What contradicts. */
  readonly contradictions: ReadonlyArray<KeyComparison>;
  /** The places, and ship and voyage, that agree. */
  readonly matchedOn: ReadonlyArray<KeyComparison>;
  /** The offer. */
  readonly route: PointToPoint;
};

/** Offers on the lane of a notice, the notice's own sailing first. None of them is known to be the route of the shipment. */
export type RouteMatchSet = {
  readonly __typename?: 'RouteMatchSet';
  /** What is asked, in full. */
  readonly question: Scalars['ID']['output'];
  /** The offers. */
  readonly routes: ReadonlyArray<RouteMatch>;
  /** Who was asked and how it went. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** An end of a route or a leg. */
export type RoutePlace = {
  readonly __typename?: 'RoutePlace';
  /** When, local to the place. */
  readonly dateTime?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Kind of facility. Known: `BORD` border, `CLOC` customer, `COFS` freight station, `OFFD` off-dock storage, `DEPO` depot,
   * `INTE` inland terminal, `POTE` port terminal, `PBPL` pilot boarding place, `BRTH` berth, `RAMP` ramp, `WAYP` waypoint.
   */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Where. */
  readonly location?: Maybe<RouteLocation>;
  /** The ship operator's reference of the call. Ends of a leg have it, ends of a route do not (since 1.0.2). */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
};

/** How a leg is done. Which type it has is told by `modeOfTransport`. */
export type RouteTransport = {
  /** Known: `VESSEL`, `BARGE`, `RAIL`, `TRUCK`, `RAIL_TRUCK`, `BARGE_TRUCK`, `BARGE_RAIL`, `MULTIMODAL`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
};

/** One call of one ship in a port schedule. It carries no reference of the call. */
export type Schedule = {
  readonly __typename?: 'Schedule';
  /** Deadlines of the call. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Whether no real ship is named yet. Partners say so beside a real ship too; then the IMO number is to be trusted. */
  readonly isDummyVessel?: Maybe<Scalars['Boolean']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** Times of arrival and departure. */
  readonly timestamps?: Maybe<ReadonlyArray<CallTimestamp>>;
  /** Reference of the voyage on which the ship leaves, shared by all carriers. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Reference of the voyage on which the ship arrives, shared by all carriers. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Code of the service that all carriers share: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The ship, as the partner tells it. */
  readonly vessel?: Maybe<ScheduledVessel>;
};

/** The kind of schedule a statement stands in. */
export type ScheduleKind =
  /** A route from door to door. */
  | 'POINT_TO_POINT'
  /** A port's schedule. */
  | 'PORT_SCHEDULE'
  /** A ship's schedule. */
  | 'VESSEL_SCHEDULE';

/** One call of a ship at a port or terminal, as one carrier tells it: the standard's `TransportCall`. */
export type ScheduledCall = {
  readonly __typename?: 'ScheduledCall';
  /** The answering carrier's number of the voyage on which the ship leaves. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The answering carrier's number of the voyage on which the ship arrives. `9999R` stands for none. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** Deadlines of the call. */
  readonly cutOffTimes?: Maybe<ReadonlyArray<CutOffTime>>;
  /** Port or terminal. */
  readonly location?: Maybe<TransportCallLocation>;
  /** The port's reference of the visit, shared by all calls of one visit. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Times of arrival and departure. */
  readonly timestamps?: Maybe<ReadonlyArray<CallTimestamp>>;
  /** Reference of the call, given by the operator of the ship. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Reference of the voyage on which the ship leaves, shared by all carriers. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Reference of the voyage on which the ship arrives, shared by all carriers. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
};

/** A call at one terminal within a ship's visit. */
export type ScheduledTerminalCall = {
  readonly __typename?: 'ScheduledTerminalCall';
  /** What the sources say that name this terminal, or none. */
  readonly records: ReadonlyArray<TransportCallRecord>;
  /** Code of the terminal, with its list; null where no source names one. */
  readonly terminal?: Maybe<Scalars['String']['output']>;
};

/** A ship or barge as one partner tells it. */
export type ScheduledVessel = {
  readonly __typename?: 'ScheduledVessel';
  /** Radio identity number, nine digits. */
  readonly MMSINumber?: Maybe<Scalars['String']['output']>;
  /** Radio call sign; it changes with the flag. */
  readonly callSign?: Maybe<Scalars['String']['output']>;
  /** Flag state, ISO 3166-1 alpha-2. */
  readonly flag?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Code of the carrier that operates the ship. */
  readonly operatorCarrierCode?: Maybe<Scalars['String']['output']>;
  /** List that `operatorCarrierCode` is from. Known: `SMDG`, `NMFTA`. */
  readonly operatorCarrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** The ship by its IMO number, where it has one. */
  readonly vessel?: Maybe<Vessel>;
  /** IMO number, normally seven digits. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
};

/** One deviation from the standard's schema. The document is kept as it came all the same. */
export type SchemaFault = {
  readonly __typename?: 'SchemaFault';
  /** What was expected and what came. */
  readonly message: Scalars['String']['output'];
  /** Where in the document, as JSONPath; `$` is the document itself. */
  readonly path: Scalars['String']['output'];
};

/** A carrier that shares a service. Its numbers mean something with its code only. */
export type ServicePartner = {
  readonly __typename?: 'ServicePartner';
  /** Code of the carrier: SCAC or SMDG liner code, as `carrierCodeListProvider` says. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** List that `carrierCode` is from. Known: `SMDG`, `NMFTA`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** That carrier's number of the voyage on which the ship leaves. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** That carrier's number of the voyage on which the ship arrives. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** That carrier's code of the service. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** That carrier's name of the service. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
};

/**
 * A service with its ships, as one carrier tells it; codes and voyage numbers are that carrier's. Attributes of the standard
 * are null where the partner left them out, wrote `null` or wrote a value of a wrong type.
 */
export type ServiceSchedule = {
  readonly __typename?: 'ServiceSchedule';
  /** Version of the standard as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** The carrier's code of the service. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** The carrier's name of the service. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
  /** As it was received, also what a filter has taken out of the typed fields. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Where it deviates from the standard's schema, the first 100 places. */
  readonly faults: ReadonlyArray<SchemaFault>;
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** When Landfall fetched it. */
  readonly retrievedAt: Scalars['DateTime']['output'];
  /** Code of the service that all carriers share: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** One entry per ship. */
  readonly vesselSchedules?: Maybe<ReadonlyArray<VesselSchedule>>;
};

/** One page of service schedules. */
export type ServiceScheduleConnection = {
  readonly __typename?: 'ServiceScheduleConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ServiceScheduleEdge>;
  /** The rows alone. */
  readonly nodes: ReadonlyArray<ServiceSchedule>;
  /** Place of the page. */
  readonly pageInfo: PageInfo;
  /** Which partner was asked and how it went, one row per partner in question. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** A service schedule in a page. */
export type ServiceScheduleEdge = {
  readonly __typename?: 'ServiceScheduleEdge';
  /** Give it as `after` or `before` with the same filter. Good for 15 minutes; then `CURSOR_EXPIRED`. */
  readonly cursor: Scalars['String']['output'];
  /** A service schedule. */
  readonly node: ServiceSchedule;
};

/** What one partner contributed to an answer, and how old it is. */
export type SourceReport = {
  readonly __typename?: 'SourceReport';
  /** Version of the standard as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Why it did not answer, as one of the error codes such as `UPSTREAM_TLS`; null when it did. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** The partner's remarks. */
  readonly feedback: ReadonlyArray<Feedback>;
  /** The partner; null where no partner is at fault: the part of Landfall that asks by this standard is away. */
  readonly partner?: Maybe<Scalars['ID']['output']>;
  /** When it last answered or pushed; null when it never did. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When a busy partner is asked again; null where that is not known, and of one that is not busy. */
  readonly retryAt?: Maybe<Scalars['DateTime']['output']>;
  /** The standard it was asked by. */
  readonly standard: Standard;
  /** How it went. */
  readonly status: SourceStatus;
};

/** How a partner's part of an answer came about. */
export type SourceStatus =
  /** It was not asked: the joins of the request had already used up the requests to partners that one of yours may cause. */
  | 'BUDGET_EXHAUSTED'
  /** It did not let us in. */
  | 'DENIED'
  /** It was asked and had nothing. */
  | 'EMPTY'
  /** It failed or could not be reached. */
  | 'FAILED'
  /** It ignored a filter; its rows were filtered by us. */
  | 'IGNORED_FILTER'
  /** It does not offer this standard to us. */
  | 'NOT_CONNECTED'
  /** It was asked and answered. */
  | 'OK'
  /**
   * It takes no requests at present: it asked for a pause, it failed several times in a row, or its limits are used up. It
   * was not waited for; the rows are what is held. `retryAt` says when it is asked again.
   */
  | 'PARTNER_BUSY'
  /** It had not answered when `maxWaitMs` was over; the rows are what is held. Its answer is kept for the next question. */
  | 'PENDING'
  /** It was not asked, or not to the end: your tenant has used up its calls to partners for now. */
  | 'RATE_LIMITED'
  /** It refused a filter of the question. */
  | 'REFUSED_FILTER'
  /** It was not asked; the rows are what it sent before. */
  | 'STORED'
  /** It did not answer in time. */
  | 'TIMED_OUT'
  /** It had more than was fetched. */
  | 'TRUNCATED';

/** The DCSA standards behind this graph. */
export type Standard =
  /** DCSA Arrival Notice. */
  | 'ARRIVAL_NOTICE'
  /** DCSA Commercial Schedules. */
  | 'COMMERCIAL_SCHEDULES'
  /** DCSA Port Call. */
  | 'PORT_CALL';

/**
 * A ship's call at a port, merged from what several partners and several kinds of schedules say about it. Nothing is
 * averaged or chosen: every source's statement is kept.
 */
export type TransportCall = Node & {
  readonly __typename?: 'TransportCall';
  /** Notices that announce cargo of the call. */
  readonly arrivalNotices?: Maybe<NoticeMatchSet>;
  /** Global id; it says what the call is known by and stays good while schedules say the same. */
  readonly id: Scalars['ID']['output'];
  /** The port; null where no source names it. */
  readonly port?: Maybe<Port>;
  /** What port call events say about the call. */
  readonly portCallEvents?: Maybe<PortCallEventMatchSet>;
  /** What each source says. */
  readonly records: ReadonlyArray<TransportCallRecord>;
  /** The calls at single terminals, as far as the sources tell them apart. */
  readonly terminalCalls: ReadonlyArray<ScheduledTerminalCall>;
  /** All times of all sources, the most certain first. */
  readonly times: ReadonlyArray<TransportCallTime>;
  /** The ship; null where no source has an IMO number or two contradict each other. */
  readonly vessel?: Maybe<Vessel>;
};

/** Where a call is. */
export type TransportCallLocation = {
  readonly __typename?: 'TransportCallLocation';
  /** UN/LOCODE: two letters of the country, three of the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. The standard has no post-office box here, and its plain lines stand in `addressLines`. */
  readonly address?: Maybe<Address>;
  /** The address in plain lines; at most five (since 1.0.2). */
  readonly addressLines?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Name of the facility (since 1.0.2). */
  readonly facilityName?: Maybe<Scalars['String']['output']>;
  /** SMDG code of the terminal. */
  readonly facilitySMDGCode?: Maybe<Scalars['String']['output']>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The place as a port, where it has a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

/** What one source says about a call. */
export type TransportCallRecord = {
  readonly __typename?: 'TransportCallRecord';
  /** UN/LOCODE of the port. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Version of the standard as the partner stated it. */
  readonly apiVersion?: Maybe<Scalars['String']['output']>;
  /** Code of the terminal. */
  readonly facilityCode?: Maybe<Scalars['String']['output']>;
  /** Which list the terminal's code is from. */
  readonly facilityCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Whether no real ship is assigned, whatever is said about one. */
  readonly isDummyVessel: Scalars['Boolean']['output'];
  /** In which kind of schedule. */
  readonly kind: ScheduleKind;
  /** Service codes and voyage numbers, each with the carrier whose they are. */
  readonly numbers: ReadonlyArray<CarrierNumbers>;
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** The port's reference of the visit. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** When it was fetched: the only age a schedule has. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The times it states. */
  readonly times: ReadonlyArray<TransportCallTime>;
  /** The operator's reference of the call. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the voyage the ship leaves on. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal reference of the voyage the ship arrives on. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** IMO number of the ship. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
  /** Name of the ship, in upper case. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
};

/** A time of a call as one source states it. Schedules do not say whether the pilot station, the port or the berth is meant. */
export type TransportCallTime = {
  readonly __typename?: 'TransportCallTime';
  /** The time, local with offset, as it was written. */
  readonly dateTime: Scalars['String']['output'];
  /** `PLN`, `EST` or `ACT`; null where the source does not say. */
  readonly eventClassifierCode?: Maybe<Scalars['String']['output']>;
  /** `ARRI` or `DEPA`. */
  readonly eventTypeCode: Scalars['String']['output'];
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** When it was fetched. */
  readonly retrievedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A ship, by the number that stays with its hull. */
export type Vessel = {
  readonly __typename?: 'Vessel';
  /** IMO number as text; it stays with the hull for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
  /** Schedules of the ship as every partner tells them, whole voyages. */
  readonly vesselSchedules?: Maybe<ServiceScheduleConnection>;
};


/** A ship, by the number that stays with its hull. */
export type VesselVesselSchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['Date']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
};

/** The calls of one ship on a service. */
export type VesselSchedule = {
  readonly __typename?: 'VesselSchedule';
  /** Whether no real ship is named yet. Partners say so beside a real ship too; then the IMO number is to be trusted. */
  readonly isDummyVessel?: Maybe<Scalars['Boolean']['output']>;
  /** The calls. */
  readonly transportCalls?: Maybe<ReadonlyArray<ScheduledCall>>;
  /** The ship, as the partner tells it. */
  readonly vessel?: Maybe<ScheduledVessel>;
};

/**
 * Which vessel schedules; at least one condition other than days and `responseScope`. Conditions combine with AND, those on
 * voyage, place and day on one and the same call; what leaves out an attribute that a condition looks at is kept.
 */
export type VesselScheduleFilter = {
  /** UN/LOCODE of a port called at. */
  readonly UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's code of a service. */
  readonly carrierServiceCode?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's number of a voyage, import or export. Goes with a service or a ship: carriers use the same numbers again. */
  readonly carrierVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** Last day of arrival at the call, local. Absent: the carrier's own bound, normally in six months. */
  readonly endDate?: InputMaybe<Scalars['Date']['input']>;
  /** SMDG code of a terminal called at. Goes with `UNLocationCode`: terminals of two ports may share a code. */
  readonly facilitySMDGCode?: InputMaybe<Scalars['String']['input']>;
  /** Whom to ask; at most 1,000. Absent: every partner that offers schedules. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** How much of a voyage is shown. Absent: `FULL_VOYAGE`. */
  readonly responseScope?: InputMaybe<ResponseScope>;
  /** First day of arrival at the call, local. Absent: the carrier's own bound, normally three months ago. */
  readonly startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Code of a service that all carriers share: `SR`, five digits, one letter. */
  readonly universalServiceReference?: InputMaybe<Scalars['String']['input']>;
  /**
   * Reference of a voyage, import or export, that all carriers share: year in two digits, two characters, `N`, `E`, `W`, `S`
   * or `R`. Goes with a service or a ship: it is unique within a service only.
   */
  readonly universalVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** IMO number of a ship. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** Name of a ship; case and blanks at its ends do not matter. Several ships may have it. */
  readonly vesselName?: InputMaybe<Scalars['String']['input']>;
  /** Code of the carrier that operates the ship: SMDG or SCAC, the standard cannot say which. */
  readonly vesselOperatorCarrierCode?: InputMaybe<Scalars['String']['input']>;
};

/** A leg by sea. */
export type VesselTransport = RouteTransport & {
  readonly __typename?: 'VesselTransport';
  /** `VESSEL`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
  /** The port's reference of a visit; the standard does not say at which end of the leg. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
  /** Carriers that share the service, each with its own service code and voyage numbers. */
  readonly servicePartners?: Maybe<ReadonlyArray<ServicePartner>>;
  /** The call at which the leg starts. Only where neither end of the leg has a reference of its own: these have replaced it. */
  readonly transportCallReference?: Maybe<Scalars['String']['output']>;
  /** Export voyage reference that all carriers share: year in two digits, two characters, `N`, `E`, `W`, `S` or `R`. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Import voyage reference that all carriers share, formed like that of the export voyage. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Code of the service that all carriers share: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The ship, as the partner tells it. */
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
    & GraphQLRecursivePick<FederationTypes['CallMatchSet'], {"question":true}> );
  NoticeMatchSet:
    ( { __typename: 'NoticeMatchSet' }
    & GraphQLRecursivePick<FederationTypes['NoticeMatchSet'], {"keySet":true}> );
  Partner:
    ( { __typename: 'Partner' }
    & GraphQLRecursivePick<FederationTypes['Partner'], {"id":true}> );
  Port:
    ( { __typename: 'Port' }
    & GraphQLRecursivePick<FederationTypes['Port'], {"UNLocationCode":true}> );
  PortCallEventMatchSet:
    ( { __typename: 'PortCallEventMatchSet' }
    & ( GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"question":true}>
        | GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"keySet":true}> ) );
  RouteMatchSet:
    ( { __typename: 'RouteMatchSet' }
    & GraphQLRecursivePick<FederationTypes['RouteMatchSet'], {"question":true}> );
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
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  BargeTransport: ResolverTypeWrapper<Omit<BargeTransport, 'barge'> & { barge?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  BreakerState: BreakerState;
  CallMatch: ResolverTypeWrapper<CallMatchView>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  CallMatchSet: ResolverTypeWrapper<CallMatchSetView>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  CallTimestamp: ResolverTypeWrapper<CallTimestamp>;
  CarrierNumbers: ResolverTypeWrapper<CarrierNumbers>;
  ComparisonResult: ComparisonResult;
  CutOffTime: ResolverTypeWrapper<CutOffTime>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Facility: ResolverTypeWrapper<Facility>;
  Feedback: ResolverTypeWrapper<Feedback>;
  Footprint: ResolverTypeWrapper<Footprint>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  IntermediateCall: ResolverTypeWrapper<Omit<IntermediateCall, 'location'> & { location?: Maybe<ResolversTypes['RouteLocation']> }>;
  InvalidRow: ResolverTypeWrapper<InvalidRow>;
  InvalidRowOutcome: InvalidRowOutcome;
  InvalidRows: ResolverTypeWrapper<InvalidRows>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JoinKey: JoinKey;
  KeyComparison: ResolverTypeWrapper<KeyComparison>;
  KeyValue: ResolverTypeWrapper<KeyValue>;
  LastReceived: ResolverTypeWrapper<LastReceived>;
  LearntCapability: ResolverTypeWrapper<LearntCapability>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  LegRule: LegRule;
  MatchClass: MatchClass;
  MatchOutcome: MatchOutcome;
  MatchReason: MatchReason;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NoticeMatchSet: ResolverTypeWrapper<KeySetReference>;
  OtherTransport: ResolverTypeWrapper<OtherTransport>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partner: ResolverTypeWrapper<PartnerReference>;
  PartnerAnswer: ResolverTypeWrapper<PartnerAnswer>;
  PartnerFailure: ResolverTypeWrapper<PartnerFailure>;
  PartnerHealth: ResolverTypeWrapper<PartnerHealth>;
  PartnerOffer: ResolverTypeWrapper<PartnerOffer>;
  PartnerStandard: ResolverTypeWrapper<PartnerStandardView>;
  PointToPoint: ResolverTypeWrapper<RouteView>;
  PointToPointConnection: ResolverTypeWrapper<SchedulePage>;
  PointToPointEdge: ResolverTypeWrapper<ScheduleEdge>;
  PointToPointFilter: PointToPointFilter;
  Port: ResolverTypeWrapper<PortReference>;
  PortCallEventMatchSet: ResolverTypeWrapper<KeySetReference>;
  PortSchedule: ResolverTypeWrapper<PortView>;
  PortScheduleConnection: ResolverTypeWrapper<SchedulePage>;
  PortScheduleEdge: ResolverTypeWrapper<ScheduleEdge>;
  PortScheduleFilter: PortScheduleFilter;
  PortScheduleLocation: ResolverTypeWrapper<Omit<PortScheduleLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReceiptDeliveryType: ReceiptDeliveryType;
  ReceivedBy: ReceivedBy;
  RefusedQuestion: ResolverTypeWrapper<RefusedQuestion>;
  ResponseScope: ResponseScope;
  RouteLeg: ResolverTypeWrapper<LegStatement>;
  RouteLocation: ResolverTypeWrapper<Omit<RouteLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  RouteMatch: ResolverTypeWrapper<RouteMatchView>;
  RouteMatchSet: ResolverTypeWrapper<RouteMatchSetView>;
  RoutePlace: ResolverTypeWrapper<Omit<RoutePlace, 'location'> & { location?: Maybe<ResolversTypes['RouteLocation']> }>;
  RouteTransport: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['RouteTransport']>;
  Schedule: ResolverTypeWrapper<Omit<Schedule, 'vessel'> & { vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  ScheduleKind: ScheduleKind;
  ScheduledCall: ResolverTypeWrapper<Omit<ScheduledCall, 'location'> & { location?: Maybe<ResolversTypes['TransportCallLocation']> }>;
  ScheduledTerminalCall: ResolverTypeWrapper<Omit<ScheduledTerminalCall, 'records'> & { records: ReadonlyArray<ResolversTypes['TransportCallRecord']> }>;
  ScheduledVessel: ResolverTypeWrapper<ShipStatement>;
  SchemaFault: ResolverTypeWrapper<SchemaFault>;
  ServicePartner: ResolverTypeWrapper<ServicePartner>;
  ServiceSchedule: ResolverTypeWrapper<ServiceView>;
  ServiceScheduleConnection: ResolverTypeWrapper<SchedulePage>;
  ServiceScheduleEdge: ResolverTypeWrapper<ScheduleEdge>;
  SourceReport: ResolverTypeWrapper<SourceReport>;
  SourceStatus: SourceStatus;
  Standard: Standard;
  TransportCall: ResolverTypeWrapper<Call>;
  TransportCallLocation: ResolverTypeWrapper<Omit<TransportCallLocation, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  TransportCallRecord: ResolverTypeWrapper<CallRecord>;
  TransportCallTime: ResolverTypeWrapper<TransportCallTime>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  VesselSchedule: ResolverTypeWrapper<Omit<VesselSchedule, 'transportCalls' | 'vessel'> & { transportCalls?: Maybe<ReadonlyArray<ResolversTypes['ScheduledCall']>>, vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
  VesselScheduleFilter: VesselScheduleFilter;
  VesselTransport: ResolverTypeWrapper<Omit<VesselTransport, 'vessel'> & { vessel?: Maybe<ResolversTypes['ScheduledVessel']> }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Address;
  String: Scalars['String']['output'];
  BargeTransport: Omit<BargeTransport, 'barge'> & { barge?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  CallMatch: CallMatchView;
  Int: Scalars['Int']['output'];
  CallMatchSet: CallMatchSetView;
  ID: Scalars['ID']['output'];
  CallTimestamp: CallTimestamp;
  CarrierNumbers: CarrierNumbers;
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
  KeyComparison: KeyComparison;
  KeyValue: KeyValue;
  LastReceived: LastReceived;
  LearntCapability: LearntCapability;
  Boolean: Scalars['Boolean']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NoticeMatchSet: KeySetReference;
  OtherTransport: OtherTransport;
  PageInfo: PageInfo;
  Partner: PartnerReference;
  PartnerAnswer: PartnerAnswer;
  PartnerFailure: PartnerFailure;
  PartnerHealth: PartnerHealth;
  PartnerOffer: PartnerOffer;
  PartnerStandard: PartnerStandardView;
  PointToPoint: RouteView;
  PointToPointConnection: SchedulePage;
  PointToPointEdge: ScheduleEdge;
  PointToPointFilter: PointToPointFilter;
  Port: PortReference;
  PortCallEventMatchSet: KeySetReference;
  PortSchedule: PortView;
  PortScheduleConnection: SchedulePage;
  PortScheduleEdge: ScheduleEdge;
  PortScheduleFilter: PortScheduleFilter;
  PortScheduleLocation: Omit<PortScheduleLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  Query: Record<PropertyKey, never>;
  RefusedQuestion: RefusedQuestion;
  RouteLeg: LegStatement;
  RouteLocation: Omit<RouteLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  RouteMatch: RouteMatchView;
  RouteMatchSet: RouteMatchSetView;
  RoutePlace: Omit<RoutePlace, 'location'> & { location?: Maybe<ResolversParentTypes['RouteLocation']> };
  RouteTransport: ResolversInterfaceTypes<ResolversParentTypes>['RouteTransport'];
  Schedule: Omit<Schedule, 'vessel'> & { vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  ScheduledCall: Omit<ScheduledCall, 'location'> & { location?: Maybe<ResolversParentTypes['TransportCallLocation']> };
  ScheduledTerminalCall: Omit<ScheduledTerminalCall, 'records'> & { records: ReadonlyArray<ResolversParentTypes['TransportCallRecord']> };
  ScheduledVessel: ShipStatement;
  SchemaFault: SchemaFault;
  ServicePartner: ServicePartner;
  ServiceSchedule: ServiceView;
  ServiceScheduleConnection: SchedulePage;
  ServiceScheduleEdge: ScheduleEdge;
  SourceReport: SourceReport;
  TransportCall: Call;
  TransportCallLocation: Omit<TransportCallLocation, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  TransportCallRecord: CallRecord;
  TransportCallTime: TransportCallTime;
  Vessel: VesselReference;
  VesselSchedule: Omit<VesselSchedule, 'transportCalls' | 'vessel'> & { transportCalls?: Maybe<ReadonlyArray<ResolversParentTypes['ScheduledCall']>>, vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
  VesselScheduleFilter: VesselScheduleFilter;
  VesselTransport: Omit<VesselTransport, 'vessel'> & { vessel?: Maybe<ResolversParentTypes['ScheduledVessel']> };
};

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
  class?: Resolver<ResolversTypes['MatchClass'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  dayDistance?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  notComparable?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['MatchReason']>, ParentType, ContextType>;
  row?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CallMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallMatchSet'] = ResolversParentTypes['CallMatchSet'], FederationReferenceType extends FederationReferenceTypes['CallMatchSet'] = FederationReferenceTypes['CallMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['CallMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['CallMatch']>, ParentType, ContextType>;
  legRule?: Resolver<Maybe<ResolversTypes['LegRule']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  faults?: Resolver<ReadonlyArray<ResolversTypes['SchemaFault']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['InvalidRowOutcome'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  row?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type InvalidRowsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvalidRows'] = ResolversParentTypes['InvalidRows']> = {
  cleaned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  latest?: Resolver<ReadonlyArray<ResolversTypes['InvalidRow']>, ParentType, ContextType>;
  withheld?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type KeyComparisonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KeyComparison'] = ResolversParentTypes['KeyComparison']> = {
  key?: Resolver<ResolversTypes['JoinKey'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['KeyValue'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['ComparisonResult'], ParentType, ContextType>;
  right?: Resolver<ResolversTypes['KeyValue'], ParentType, ContextType>;
};

export type KeyValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KeyValue'] = ResolversParentTypes['KeyValue']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LastReceivedResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LastReceived'] = ResolversParentTypes['LastReceived']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
  lagSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type LearntCapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LearntCapability'] = ResolversParentTypes['LearntCapability']> = {
  ignoredFilters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  largestPage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  refusedQuestions?: Resolver<ReadonlyArray<ResolversTypes['RefusedQuestion']>, ParentType, ContextType>;
  takesLimit?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  wantsCursorAlone?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'TransportCall', ParentType, ContextType>;
};

export type NoticeMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NoticeMatchSet'] = ResolversParentTypes['NoticeMatchSet'], FederationReferenceType extends FederationReferenceTypes['NoticeMatchSet'] = FederationReferenceTypes['NoticeMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['NoticeMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  keySet?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type PartnerAnswerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerAnswer'] = ResolversParentTypes['PartnerAnswer']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  milliseconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PartnerFailureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerFailure'] = ResolversParentTypes['PartnerFailure']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartnerHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerHealth'] = ResolversParentTypes['PartnerHealth']> = {
  answers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  breaker?: Resolver<ResolversTypes['BreakerState'], ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastAnswer?: Resolver<Maybe<ResolversTypes['PartnerAnswer']>, ParentType, ContextType>;
  lastFailure?: Resolver<Maybe<ResolversTypes['PartnerFailure']>, ParentType, ContextType>;
  learnt?: Resolver<ResolversTypes['LearntCapability'], ParentType, ContextType>;
  restsUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  underWay?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PartnerOfferResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerOffer'] = ResolversParentTypes['PartnerOffer']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxReferences?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  paging?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartnerStandardResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerStandard'] = ResolversParentTypes['PartnerStandard']> = {
  health?: Resolver<Maybe<ResolversTypes['PartnerHealth']>, ParentType, ContextType>;
  invalidRows?: Resolver<ResolversTypes['InvalidRows'], ParentType, ContextType>;
  lastReceived?: Resolver<Maybe<ResolversTypes['LastReceived']>, ParentType, ContextType>;
  offer?: Resolver<Maybe<ResolversTypes['PartnerOffer']>, ParentType, ContextType>;
};

export type PointToPointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PointToPoint'] = ResolversParentTypes['PointToPoint']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cutOffTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CutOffTime']>>, ParentType, ContextType>;
  deliveryTypeAtDestination?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  faults?: Resolver<ReadonlyArray<ResolversTypes['SchemaFault']>, ParentType, ContextType>;
  legs?: Resolver<Maybe<ReadonlyArray<ResolversTypes['RouteLeg']>>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  placeOfDelivery?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  placeOfReceipt?: Resolver<Maybe<ResolversTypes['RoutePlace']>, ParentType, ContextType>;
  receiptTypeAtOrigin?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  routingReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  solutionFootprint?: Resolver<Maybe<ResolversTypes['Footprint']>, ParentType, ContextType>;
  solutionNumber?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transitTime?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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
  keySet?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  question?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type PortScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortSchedule'] = ResolversParentTypes['PortSchedule']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  faults?: Resolver<ReadonlyArray<ResolversTypes['SchemaFault']>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes['PortScheduleLocation']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vesselSchedules?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Schedule']>>, ParentType, ContextType>;
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

export type RefusedQuestionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedQuestion'] = ResolversParentTypes['RefusedQuestion']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  named?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
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
  class?: Resolver<ResolversTypes['MatchClass'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  route?: Resolver<ResolversTypes['PointToPoint'], ParentType, ContextType>;
};

export type RouteMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteMatchSet'] = ResolversParentTypes['RouteMatchSet'], FederationReferenceType extends FederationReferenceTypes['RouteMatchSet'] = FederationReferenceTypes['RouteMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['RouteMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  question?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type SchemaFaultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SchemaFault'] = ResolversParentTypes['SchemaFault']> = {
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
  faults?: Resolver<ReadonlyArray<ResolversTypes['SchemaFault']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  retrievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselSchedules?: Resolver<Maybe<ReadonlyArray<ResolversTypes['VesselSchedule']>>, ParentType, ContextType>;
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
  partner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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
};

export type TransportCallRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCallRecord'] = ResolversParentTypes['TransportCallRecord']> = {
  UNLocationCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facilityCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isDummyVessel?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ScheduleKind'], ParentType, ContextType>;
  numbers?: Resolver<ReadonlyArray<ResolversTypes['CarrierNumbers']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  BargeTransport?: BargeTransportResolvers<ContextType>;
  CallMatch?: CallMatchResolvers<ContextType>;
  CallMatchSet?: CallMatchSetResolvers<ContextType>;
  CallTimestamp?: CallTimestampResolvers<ContextType>;
  CarrierNumbers?: CarrierNumbersResolvers<ContextType>;
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
  KeyComparison?: KeyComparisonResolvers<ContextType>;
  KeyValue?: KeyValueResolvers<ContextType>;
  LastReceived?: LastReceivedResolvers<ContextType>;
  LearntCapability?: LearntCapabilityResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NoticeMatchSet?: NoticeMatchSetResolvers<ContextType>;
  OtherTransport?: OtherTransportResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partner?: PartnerResolvers<ContextType>;
  PartnerAnswer?: PartnerAnswerResolvers<ContextType>;
  PartnerFailure?: PartnerFailureResolvers<ContextType>;
  PartnerHealth?: PartnerHealthResolvers<ContextType>;
  PartnerOffer?: PartnerOfferResolvers<ContextType>;
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
  RefusedQuestion?: RefusedQuestionResolvers<ContextType>;
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
  SchemaFault?: SchemaFaultResolvers<ContextType>;
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

