// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '../../shared/vessels-and-ports.ts';
import type { PartnerReference, PartnerStandardView } from '../../shared/partner-standards.ts';
import type { PortCallEvent as StoredPortCallEvent } from '../store/port-call-events.ts';
import type { QuestionReference, KeySetReference } from '../../shared/joins/references.ts';
import type { DeliveryReport } from '../../shared/deliver/report.ts';
import type { Clash } from '../../shared/store/version-store.ts';
import type { EventMatchSetView, EventMatchView } from '../matches.ts';
import type { PortCallTimeline as Timeline, CurrentTime as TimelineTime } from '../timeline.ts';
import type { EventPage, EventRow } from '../questions.ts';
import type { LogPage, LogEvent } from '../../shared/events/log-page.ts';
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

/** Whether a partner that failed several times in a row is asked. */
export type BreakerState =
  /** It is asked. */
  | 'CLOSED'
  /** One call is under way to see whether it answers again. */
  | 'HALF_OPEN'
  /** It is left alone for a while; questions fail at once. */
  | 'OPEN';

/** The calls of schedules that may be meant; it is answered where schedules are known. */
export type CallMatchSet = {
  readonly __typename?: 'CallMatchSet';
  /** What is asked, in full. */
  readonly question: Scalars['ID']['output'];
};

/** What a comparison came to. */
export type ComparisonResult =
  /** They contradict each other. */
  | 'DIFFERS'
  /** Both say the same. */
  | 'MATCH'
  /** Both say something that nobody can compare, such as codes of two lists. */
  | 'NOT_COMPARABLE';

/** Numbers of containers by length. */
export type ContainerCountBySize = {
  readonly __typename?: 'ContainerCountBySize';
  /** Of 20 feet. */
  readonly size20Units?: Maybe<Scalars['Int']['output']>;
  /** Of 40 feet. */
  readonly size40Units?: Maybe<Scalars['Int']['output']>;
  /** Of 45 feet. */
  readonly size45Units?: Maybe<Scalars['Int']['output']>;
  /** All lengths. */
  readonly totalUnits?: Maybe<Scalars['Int']['output']>;
};

/** Numbers of containers by kind. Totals and details may stand side by side and differ; they are never to be added up. */
export type ContainerCountByTypeAndSize = {
  readonly __typename?: 'ContainerCountByTypeAndSize';
  /** Empty ones. */
  readonly emptyUnits?: Maybe<ContainerCountBySize>;
  /** Laden ones. */
  readonly ladenUnits?: Maybe<ContainerCountBySize>;
  /** Out of gauge. */
  readonly outOfGaugeUnits?: Maybe<ContainerCountBySize>;
  /** Reefers that need a plug. */
  readonly pluggedReeferUnits?: Maybe<ContainerCountBySize>;
  /** All kinds. */
  readonly totalUnits?: Maybe<ContainerCountBySize>;
};

/** The newest time of one classifier, for one service in one phase. */
export type CurrentTime = {
  readonly __typename?: 'CurrentTime';
  /** `EST`, `REQ`, `PLN` or `ACT`. */
  readonly classifierCode: Scalars['String']['output'];
  /** The event that said so. */
  readonly event: PortCallEvent;
  /** `INBD`, `ALGS`, `SHIF` or `OUTB`. */
  readonly portCallPhaseTypeCode?: Maybe<Scalars['String']['output']>;
  /** `STRT`, `CMPL`, `ARRI` or `DEPA`. */
  readonly portCallServiceEventTypeCode?: Maybe<Scalars['String']['output']>;
  /** Identity of the service; null where the partner gives none. */
  readonly portCallServiceID?: Maybe<Scalars['ID']['output']>;
  /** Kind of service. */
  readonly portCallServiceTypeCode?: Maybe<Scalars['String']['output']>;
  /** The time. */
  readonly serviceDateTime: Scalars['DateTime']['output'];
  /** Whether it still counts. */
  readonly state: CurrentTimeState;
  /** Identity of the terminal call; null where the partner gives none. */
  readonly terminalCallID?: Maybe<Scalars['ID']['output']>;
};

/** Whether a time still counts. */
export type CurrentTimeState =
  /** Its service was withdrawn by the provider. */
  | 'CANCELED'
  /** It counts. */
  | 'CURRENT'
  /** Its service was refused by the consumer. */
  | 'DECLINED'
  /** Its terminal call or port call is skipped. */
  | 'OMITTED';

/** What is sent to a partner of one log, and how that goes. Its pushes are written in its file, `publish.push`. */
export type Delivery = {
  readonly __typename?: 'Delivery';
  /** How many attempts of the oldest message have failed. */
  readonly attempts: Scalars['Int']['output'];
  /** How many versions it has not taken for good. */
  readonly deadLetterCount: Scalars['Int']['output'];
  /** Those, the oldest first. `landfall deliveries dead-letters` has all, with what they are about. */
  readonly deadLetters: ReadonlyArray<DeliveryDeadLetter>;
  /** Since when nothing has come through; null unless something failed last. */
  readonly failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Whether more than that wait. */
  readonly hasMoreWaiting: Scalars['Boolean']['output'];
  /** How long that is, in seconds; 0 when none waits. */
  readonly lagSeconds: Scalars['Float']['output'];
  /** When something was taken last. */
  readonly lastDeliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** What went wrong last; it stays when later attempts go well. */
  readonly lastError?: Maybe<DeliveryError>;
  /** What is sent. */
  readonly log: DeliveryLog;
  /** What was cut off from the log before it could be sent; null when nothing was. */
  readonly missed?: Maybe<DeliveryMissed>;
  /** When the oldest message goes again; null: at once, or there is none. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Since when the oldest of them waits; null when none does. What was resumed or replayed waits since then. */
  readonly oldestWaitingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Why nothing is sent; null unless it is paused. */
  readonly paused?: Maybe<DeliveryPause>;
  /** How it goes. */
  readonly state: DeliveryState;
  /** How many versions wait for it: those in messages, and up to 1,000 behind them in the log. */
  readonly waiting: Scalars['Int']['output'];
};


/** What is sent to a partner of one log, and how that goes. Its pushes are written in its file, `publish.push`. */
export type DeliveryDeadLettersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A version that a partner has not taken for good. */
export type DeliveryDeadLetter = {
  readonly __typename?: 'DeliveryDeadLetter';
  /** When it was given up. */
  readonly at: Scalars['DateTime']['output'];
  /** How often it was sent. */
  readonly attempts: Scalars['Int']['output'];
  /** Names it to `landfall deliveries replay --dead-letters`. */
  readonly id: Scalars['ID']['output'];
  /** What happened; of FEEDBACK what the partner said. */
  readonly message: Scalars['String']['output'];
  /** Identity of the message, as it was sent in `webhook-id`. */
  readonly messageID: Scalars['String']['output'];
  /** Why it was given up. */
  readonly reason: DeliveryDeadLetterReason;
  /** Number of the version in the log. */
  readonly sequence: Scalars['Int']['output'];
};

/** Why a version was given up. */
export type DeliveryDeadLetterReason =
  /** It was tried as long as that is done: three days unless a setting says otherwise. */
  | 'EXPIRED'
  /** The partner took the message, with an ERROR about this version. */
  | 'FEEDBACK'
  /** The partner answered with a status that refuses the content. */
  | 'REFUSED';

/** A failure of sending. */
export type DeliveryError = {
  readonly __typename?: 'DeliveryError';
  /** When it was noticed. */
  readonly at: Scalars['DateTime']['output'];
  /** Code of the error table, or FEEDBACK. */
  readonly code: Scalars['String']['output'];
  /** What happened. */
  readonly message: Scalars['String']['output'];
};

/** A log of which subscribers are sent what is new. */
export type DeliveryLog =
  /** Notifications of partners, forwarded to who is sent notices as well. */
  | 'ARRIVAL_NOTICE_NOTIFICATIONS'
  /** Versions of notices, as notices or, to who wants nothing else, as notifications. */
  | 'ARRIVAL_NOTICE_VERSIONS'
  /** Port call events. */
  | 'PORT_CALL_EVENTS';

/** What retention cut off from the log before it could be sent. */
export type DeliveryMissed = {
  readonly __typename?: 'DeliveryMissed';
  /** When that was seen last. */
  readonly at: Scalars['DateTime']['output'];
  /** How many numbers of the log; some of them may not have been for this partner. */
  readonly count: Scalars['Int']['output'];
};

/** Why nothing is sent. */
export type DeliveryPause = {
  readonly __typename?: 'DeliveryPause';
  /** Since when. */
  readonly at: Scalars['DateTime']['output'];
  /** Who asked for it; null: the partner's answer did. */
  readonly by?: Maybe<Scalars['String']['output']>;
  /** Why, in words. */
  readonly reason: Scalars['String']['output'];
};

/** How sending goes. */
export type DeliveryState =
  /** What comes is sent. */
  | 'DELIVERING'
  /** The partner's file does not ask for it any more. What waited is kept. */
  | 'ENDED'
  /** Something failed, and nothing has come through since; it is tried again. */
  | 'FAILING'
  /** Nothing is sent until an operator says so. */
  | 'PAUSED';

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

/** Coordinates in decimal degrees. Texts, as the standard has them. */
export type GeoCoordinate = {
  readonly __typename?: 'GeoCoordinate';
  /** North positive, south negative. */
  readonly latitude?: Maybe<Scalars['String']['output']>;
  /** East positive, west negative. */
  readonly longitude?: Maybe<Scalars['String']['output']>;
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

/** A place, told by any of its attributes: UN/LOCODE, facility, address, coordinates or only a name. */
export type Location = {
  readonly __typename?: 'Location';
  /** UN/LOCODE: two letters of the country, three of the place. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** Address. */
  readonly address?: Maybe<Address>;
  /** Facility at the place. */
  readonly facility?: Maybe<Facility>;
  /**
   * Kind of facility. Known: `BORD` border, `CLOC` customer, `COFS` freight station, `OFFD` off-dock storage, `DEPO` depot,
   * `INTE` inland terminal, `POTE` port terminal, `RAMP` ramp, `WAYP` waypoint.
   */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Coordinates. */
  readonly geoCoordinate?: Maybe<GeoCoordinate>;
  /** Name of the place. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** The port or place; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
};

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

/** A gap in a stream, said instead of passed over. */
export type MissedEvents = {
  readonly __typename?: 'MissedEvents';
  /** How many numbers of the log fall into the gap, other subscribers' events included; null when it is not known. */
  readonly count?: Maybe<Scalars['Int']['output']>;
  /** Cursor behind which the gap begins; null when it is not known. */
  readonly from?: Maybe<Scalars['String']['output']>;
  /** Why. */
  readonly reason: MissedReason;
  /** Cursor at which the gap ends; null when it is not known. */
  readonly to?: Maybe<Scalars['String']['output']>;
};

/** Why events are missing. */
export type MissedReason =
  /** The cursor lies beyond the log's end: the log was started anew. */
  | 'LOG_RESET'
  /** The subscriber read too slowly and its queue was full. */
  | 'QUEUE_OVERFLOW'
  /** They are older than what is retained for replay. */
  | 'RETENTION';

/** Expected container moves of one carrier; without `carrierCode`, of all carriers that have no entry of their own. */
export type MovesForecast = {
  readonly __typename?: 'MovesForecast';
  /** The carrier. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Which list the code is from: `SMDG` or `NMFTA`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Containers to discharge. */
  readonly dischargeUnits?: Maybe<ContainerCountByTypeAndSize>;
  /** Containers to load. */
  readonly loadUnits?: Maybe<ContainerCountByTypeAndSize>;
  /** Containers to move on board. */
  readonly restowUnits?: Maybe<ContainerCountBySize>;
};

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
  /** Name of its file. */
  readonly id: Scalars['ID']['output'];
  /** What it is sent of port call events; empty when that is nothing. */
  readonly portCallDeliveries?: Maybe<ReadonlyArray<Delivery>>;
  /** Port call events. */
  readonly portCalls?: Maybe<PartnerStandard>;
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

/** A port, known by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** Two letters of the country, three of the place. */
  readonly UNLocationCode: Scalars['String']['output'];
  /** Port call events of the port, the one received last first. */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
};


/** A port, known by its UN/LOCODE. */
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
  /** The carrier skips this port. It is never taken back: a new call has new ids. */
  readonly isOmitted?: Maybe<Scalars['Boolean']['output']>;
  /** The port; null without a UN/LOCODE. */
  readonly port?: Maybe<Port>;
  /** Identity of the port call. */
  readonly portCallID?: Maybe<Scalars['ID']['output']>;
  /** The port's reference of the visit; it ties its terminal calls together. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
};

/**
 * One version of a port call event, as its partner sent it. Attributes of the standard are null where the partner left them
 * out, wrote `null` or wrote a value of a wrong type; `document` shows what it wrote, `faults` what was wrong with it. A
 * missing part says nothing: it never takes back what an earlier event said.
 */
export type PortCallEvent = Node & {
  readonly __typename?: 'PortCallEvent';
  /** Notices that announce cargo of the same call. */
  readonly arrivalNotices?: Maybe<NoticeMatchSet>;
  /** The call that the event is about, as the schedules of all partners tell it. */
  readonly call?: Maybe<CallMatchSet>;
  /** Other contents that came under the identity of this version. The first one received stays; these are kept beside it. */
  readonly clashes: ReadonlyArray<PortCallEventClash>;
  /** The event as JSON, as it came. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Identity of the event. The same event may come again with newer content; null where the partner gave none. */
  readonly eventID?: Maybe<Scalars['ID']['output']>;
  /** When the partner last changed the event. */
  readonly eventUpdatedDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Where it deviates from the standard's schema. */
  readonly faults: ReadonlyArray<SchemaFault>;
  /** Global id of this version. */
  readonly id: Scalars['ID']['output'];
  /** Whether no newer version of the event is held. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** Meant mainly for somebody else: no reason to act or answer. */
  readonly isFYI?: Maybe<Scalars['Boolean']['output']>;
  /** What it says. */
  readonly kinds: ReadonlyArray<PortCallEventKind>;
  /** Expected container moves, by carrier. */
  readonly movesForecasts?: Maybe<ReadonlyArray<MovesForecast>>;
  /** Who sent it. */
  readonly partner: Scalars['ID']['output'];
  /** The ship's visit to the port. */
  readonly portCall?: Maybe<PortCall>;
  /** The service the event is about. */
  readonly portCallService?: Maybe<PortCallService>;
  /** When Landfall took this version in. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
  /** The event that `replyToEventID` names, as it stands now; null where it is not held. */
  readonly replyTo?: Maybe<PortCallEvent>;
  /** The earlier event that this one answers in the exchange of estimates, requests and plans. */
  readonly replyToEventID?: Maybe<Scalars['ID']['output']>;
  /** Party that a relaying proxy named as the sender; null without one. */
  readonly sendingParty?: Maybe<Scalars['String']['output']>;
  /** The call at one terminal within the visit. */
  readonly terminalCall?: Maybe<TerminalCall>;
  /** Everything this partner said about the same port call; null where the event names none. */
  readonly timeline?: Maybe<PortCallTimeline>;
  /** The time that is communicated. */
  readonly timestamp?: Maybe<PortCallTimestamp>;
  /** All versions of the event, the newest first; at most 100. */
  readonly versions: ReadonlyArray<PortCallEvent>;
  /** What is said of the ship. */
  readonly vessel?: Maybe<PortCallVessel>;
};


/**
 * One version of a port call event, as its partner sent it. Attributes of the standard are null where the partner left them
 * out, wrote `null` or wrote a value of a wrong type; `document` shows what it wrote, `faults` what was wrong with it. A
 * missing part says nothing: it never takes back what an earlier event said.
 */
export type PortCallEventCallArgs = {
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** Another content under the identity of a version that was held already. */
export type PortCallEventClash = {
  readonly __typename?: 'PortCallEventClash';
  /** The content as it was received. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** When Landfall took it in. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
};

/** One page of events. */
export type PortCallEventConnection = {
  readonly __typename?: 'PortCallEventConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<PortCallEventEdge>;
  /** The rows alone. */
  readonly nodes: ReadonlyArray<PortCallEvent>;
  /** Place of the page. */
  readonly pageInfo: PageInfo;
  /** Which partner was asked and how it went, one row per partner in question. */
  readonly sources: ReadonlyArray<SourceReport>;
};

/** An event in a page. */
export type PortCallEventEdge = {
  readonly __typename?: 'PortCallEventEdge';
  /** Give it as `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The event. */
  readonly node: PortCallEvent;
};

/** A version of an event was taken in, or some are known to be missing here. Exactly one of `event` and `missed` is set. */
export type PortCallEventEvent = {
  readonly __typename?: 'PortCallEventEvent';
  /** Give it as `after` to go on behind this event. The same for every subscriber with the same rights. */
  readonly cursor: Scalars['String']['output'];
  /** The event, as this version says it. */
  readonly event?: Maybe<PortCallEvent>;
  /** What could not be sent. */
  readonly missed?: Maybe<MissedEvents>;
};

/** Which events. Conditions combine with AND, values of one list with OR. An event that lacks what is asked for does not match. */
export type PortCallEventFilter = {
  /** UN/LOCODE of the port call; case and blanks do not matter. */
  readonly UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's number of the voyage the ship leaves on, compared exactly. */
  readonly carrierExportVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** A carrier's number of the voyage the ship arrives on, compared exactly. */
  readonly carrierImportVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's code of the service, compared exactly. */
  readonly carrierServiceCode?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's name of the service, compared exactly. */
  readonly carrierServiceName?: InputMaybe<Scalars['String']['input']>;
  /** `EST`, `REQ`, `PLN` or `ACT`, compared exactly. */
  readonly classifierCode?: InputMaybe<Scalars['String']['input']>;
  /** Latest time of the service, inclusive; of an event without one, the time of its last change counts. */
  readonly eventTimestampMax?: InputMaybe<Scalars['DateTime']['input']>;
  /** Earliest time of the service, inclusive; of an event without one, the time of its last change counts. */
  readonly eventTimestampMin?: InputMaybe<Scalars['DateTime']['input']>;
  /** Who sent it; at most 1,000. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Identity of the port call, compared exactly. */
  readonly portCallID?: InputMaybe<Scalars['ID']['input']>;
  /** Identity of the service, compared exactly. */
  readonly portCallServiceID?: InputMaybe<Scalars['ID']['input']>;
  /** Kind of service, such as `BERTH`. */
  readonly portCallServiceTypeCode?: InputMaybe<Scalars['String']['input']>;
  /** The port's reference of the visit, compared exactly but for surrounding blanks. */
  readonly portVisitReference?: InputMaybe<Scalars['String']['input']>;
  /** Version taken in after this instant. */
  readonly receivedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Version taken in before this instant. */
  readonly receivedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identity of the terminal call, compared exactly. */
  readonly terminalCallID?: InputMaybe<Scalars['ID']['input']>;
  /** The operator's reference of the terminal call, compared exactly. */
  readonly terminalCallReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal reference of the voyage the ship leaves on, compared exactly. */
  readonly universalExportVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal reference of the voyage the ship arrives on; case does not matter. */
  readonly universalImportVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal service reference, compared exactly. */
  readonly universalServiceReference?: InputMaybe<Scalars['String']['input']>;
  /** IMO number of the ship, with or without `IMO` in front. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** Radio identity of the ship, compared exactly. */
  readonly vesselMMSINumber?: InputMaybe<Scalars['String']['input']>;
  /** Name of the ship; case, blanks around it and `MV` in front do not matter. */
  readonly vesselName?: InputMaybe<Scalars['String']['input']>;
};

/** What an event says; one may be several kinds at once. */
export type PortCallEventKind =
  /** It describes, and nothing of the above. */
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
  /** It tells the ship's position, draft or distance. */
  | 'VESSEL_STATUS';

/** A stretch of the log of events. */
export type PortCallEventLogPage = {
  readonly __typename?: 'PortCallEventLogPage';
  /** Go on behind this cursor; it also covers what was looked at and did not match. */
  readonly cursor: Scalars['String']['output'];
  /** The events that match, in log order. */
  readonly events: ReadonlyArray<PortCallEventEvent>;
  /** Whether the log already holds more. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** An event of a visit that is, or may be, the one asked about. */
export type PortCallEventMatch = {
  readonly __typename?: 'PortCallEventMatch';
  /** How good it is. */
  readonly class: MatchClass;
  /** What contradicts. */
  readonly contradictions: ReadonlyArray<KeyComparison>;
  /** Days from the earlier kind of statement (notice, schedule, event) to the later; null without times on both sides. */
  readonly dayDistance?: Maybe<Scalars['Int']['output']>;
  /** The event. */
  readonly event: PortCallEvent;
  /** Whether it may give a current time: not for information only, not cancelled, declined or of a skipped call. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** What agrees. */
  readonly matchedOn: ReadonlyArray<KeyComparison>;
  /** What both say and nobody can compare. */
  readonly notComparable: ReadonlyArray<KeyComparison>;
  /** What else is to be known. */
  readonly reasons: ReadonlyArray<MatchReason>;
  /** Row of the catalogue of joins that it rests on, such as `J5`. */
  readonly row: Scalars['String']['output'];
};

/** What port call events say about one call of a ship at a port: whole visits, of which one may be the answer. */
export type PortCallEventMatchSet = {
  readonly __typename?: 'PortCallEventMatchSet';
  /** The newest times of each service of the one visit; empty where no visit may be singled out. */
  readonly currentTimes: ReadonlyArray<CurrentTime>;
  /** Events of the one visit; without one those of all candidates, best first. Within a visit the newest is last. */
  readonly events: ReadonlyArray<PortCallEventMatch>;
  /** What is asked, in full. */
  readonly keySet: Scalars['ID']['output'];
  /** What the visits that were found come to. */
  readonly outcome: MatchOutcome;
  /** Who was asked and how it went. */
  readonly sources: ReadonlyArray<SourceReport>;
  /** The same for the call at one terminal within the visit. */
  readonly terminalOutcome: MatchOutcome;
};

/** Orders of events. */
export type PortCallEventOrder =
  /** By when the event was first received, the latest first. A row never moves, so paging loses and doubles nothing. */
  | 'NEWEST_FIRST'
  /** By when the event was first received, the earliest first. A row never moves. */
  | 'OLDEST_FIRST'
  /** By when the newest version came, the latest first. A row that changes moves to the front, so a reader who pages may miss it behind the cursor and meets it again at the front. */
  | 'RECENTLY_CHANGED';

/** A service of a port call, such as a berth or a pilot. */
export type PortCallService = {
  readonly __typename?: 'PortCallService';
  /** `PBPL` pilot boarding place, `BRTH` berth, `ANCH` anchorage. */
  readonly facilityTypeCode?: Maybe<Scalars['String']['output']>;
  /** Withdrawn by who provides it. */
  readonly isCanceled?: Maybe<Scalars['Boolean']['output']>;
  /** Refused by who is served. */
  readonly isDeclined?: Maybe<Scalars['Boolean']['output']>;
  /** `INBD` inbound, `ALGS` alongside, `SHIF` shifting, `OUTB` outbound. */
  readonly portCallPhaseTypeCode?: Maybe<Scalars['String']['output']>;
  /** `STRT` started, `CMPL` completed, `ARRI` arrived, `DEPA` departed. */
  readonly portCallServiceEventTypeCode?: Maybe<Scalars['String']['output']>;
  /** Identity of the service. */
  readonly portCallServiceID?: Maybe<Scalars['ID']['output']>;
  /** Kind of service, such as `BERTH`, `PILOTAGE`, `CARGO_OPERATIONS` or `MOVES`. */
  readonly portCallServiceTypeCode?: Maybe<Scalars['String']['output']>;
  /** Where it takes place. */
  readonly serviceLocation?: Maybe<Location>;
};

/**
 * What one partner said about one port call, put in order. The flags are those of single events: an omitted port call does
 * not make its services cancelled unless somebody said so.
 */
export type PortCallTimeline = {
  readonly __typename?: 'PortCallTimeline';
  /** UN/LOCODE, as the newest event that has one says. */
  readonly UNLocationCode?: Maybe<Scalars['String']['output']>;
  /** For each service, event type and phase the newest time of each classifier. An actual time does not remove the others. */
  readonly currentTimes: ReadonlyArray<CurrentTime>;
  /** The events in their newest versions, by the time of their last change; at most 1,000. */
  readonly events: ReadonlyArray<PortCallEvent>;
  /** Whether any event says that the port is skipped. */
  readonly isOmitted: Scalars['Boolean']['output'];
  /** Terminal calls that any event says are skipped. */
  readonly omittedTerminalCallIDs: ReadonlyArray<Scalars['ID']['output']>;
  /** Who said it. */
  readonly partner: Scalars['ID']['output'];
  /** The partner's identity of the port call. */
  readonly portCallID: Scalars['ID']['output'];
  /** The port's reference of the visit, as the newest event that has one says. */
  readonly portVisitReference?: Maybe<Scalars['String']['output']>;
};

/** A time that is communicated. */
export type PortCallTimestamp = {
  readonly __typename?: 'PortCallTimestamp';
  /** `EST` estimated, `REQ` requested, `PLN` planned, `ACT` actual. `PLN` is a commitment in a negotiation here, not a schedule's plan. */
  readonly classifierCode?: Maybe<Scalars['String']['output']>;
  /** Codes of reasons for a delay, from SMDG's list. */
  readonly delayReasonCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Free text. */
  readonly remark?: Maybe<Scalars['String']['output']>;
  /** When the service takes or took place. */
  readonly serviceDateTime?: Maybe<Scalars['DateTime']['output']>;
};

/** What one partner says of a ship: what it is, and how it is now. */
export type PortCallVessel = {
  readonly __typename?: 'PortCallVessel';
  /** From the water to the keel, at the stern. */
  readonly aftDraft?: Maybe<Scalars['Float']['output']>;
  /** From the water to the highest point. */
  readonly airDraft?: Maybe<Scalars['Float']['output']>;
  /** From the water to the keel. */
  readonly draft?: Maybe<Scalars['Float']['output']>;
  /** Unit of the drafts: `MTR` metres, `FOT` feet. */
  readonly draftUnit?: Maybe<Scalars['String']['output']>;
  /** From the water to the keel, at the bow. */
  readonly forwardDraft?: Maybe<Scalars['Float']['output']>;
  /** Greatest length. */
  readonly lengthOverall?: Maybe<Scalars['Float']['output']>;
  /** Nautical miles to the berth of the next port, as the ship reports them. */
  readonly milesToDestinationPort?: Maybe<Scalars['Float']['output']>;
  /** The ship; null without an IMO number. */
  readonly vessel?: Maybe<Vessel>;
  /** Radio call sign. */
  readonly vesselCallSign?: Maybe<Scalars['String']['output']>;
  /** IMO number as text. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
  /** Radio identity. */
  readonly vesselMMSINumber?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
  /** Where it is. */
  readonly vesselPosition?: Maybe<Location>;
  /** Unit of length and width: `MTR` metres, `FOT` feet. */
  readonly vesselSizeUnit?: Maybe<Scalars['String']['output']>;
  /** Kind of ship, such as `CONT` for a container ship. */
  readonly vesselTypeCode?: Maybe<Scalars['String']['output']>;
  /** Greatest width. */
  readonly width?: Maybe<Scalars['Float']['output']>;
};

/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type Query = {
  readonly __typename?: 'Query';
  /** A port, as an entry into the graph; null when the text cannot be a UN/LOCODE. Nothing is looked up. */
  readonly port?: Maybe<Port>;
  /**
   * The log of port call events, page by page: what `portCallEventReceived` would have sent. For a job that calls now and
   * then instead of holding a socket.
   */
  readonly portCallEventLog?: Maybe<PortCallEventLogPage>;
  /**
   * Port call events as they stand, one row per event with its newest version. No filter of the standard but `timestampID`
   * is missing: no event carries such an id.
   */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
  /** All that one partner said about one port call, or null if there is none that the caller may see. */
  readonly portCallTimeline?: Maybe<PortCallTimeline>;
  /** A ship, as an entry into the graph; null when the text cannot be an IMO number. Nothing is looked up. */
  readonly vessel?: Maybe<Vessel>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortArgs = {
  UNLocationCode: Scalars['String']['input'];
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortCallEventLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortCallEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<PortCallEventOrder>;
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
export type QueryPortCallTimelineArgs = {
  partner: Scalars['ID']['input'];
  portCallID: Scalars['ID']['input'];
};


/** The questions that can be asked. A field is null, with an error, when the part of Landfall that answers it is away; the others stand. */
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

/** A question that a partner refused. */
export type RefusedQuestion = {
  readonly __typename?: 'RefusedQuestion';
  /** Filters that it was asked with. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** Those of them that its error names. */
  readonly named: ReadonlyArray<Scalars['String']['output']>;
};

/** One deviation from the standard's schema. The document is kept as it came all the same. */
export type SchemaFault = {
  readonly __typename?: 'SchemaFault';
  /** What was expected and what came. */
  readonly message: Scalars['String']['output'];
  /** Where in the document, as JSONPath; `$` is the document itself. */
  readonly path: Scalars['String']['output'];
};

/** Codes of a service. */
export type ServiceCodeOrReference = {
  readonly __typename?: 'ServiceCodeOrReference';
  /** A carrier's code. Whose code it is, is not said. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** Universal service reference, `SR`, five digits and a letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
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

/** What can be watched. Every event carries a cursor; giving it as `after` goes on behind it without a gap. */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * Each version of a port call event as it is taken in, late old ones included (`isCurrent` tells). In log order; an event
   * may come again after resuming from an older cursor, never with another cursor.
   */
  readonly portCallEventReceived: PortCallEventEvent;
};


/** What can be watched. Every event carries a cursor; giving it as `after` goes on behind it without a gap. */
export type SubscriptionPortCallEventReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PortCallEventFilter>;
};

/** The call of a ship at one terminal within a port call. */
export type TerminalCall = {
  readonly __typename?: 'TerminalCall';
  /** The carrier's name of the service. Whose name it is, is not said. */
  readonly carrierServiceName?: Maybe<Scalars['String']['output']>;
  /** The voyage the ship leaves on. */
  readonly exportVoyageNumberOrReference?: Maybe<VoyageNumberOrReference>;
  /** The voyage the ship arrives on. */
  readonly importVoyageNumberOrReference?: Maybe<VoyageNumberOrReference>;
  /** The carrier skips this terminal. */
  readonly isOmitted?: Maybe<Scalars['Boolean']['output']>;
  /** Place of the terminal call within the port call. */
  readonly sequenceNumber?: Maybe<Scalars['Int']['output']>;
  /** Codes of the service. */
  readonly serviceCodeOrReference?: Maybe<ServiceCodeOrReference>;
  /** Identity of the terminal call. */
  readonly terminalCallID?: Maybe<Scalars['ID']['output']>;
  /** The operator's reference of the call, the same as `transportCallReference` of its schedules. */
  readonly terminalCallReference?: Maybe<Scalars['String']['output']>;
};

/** A ship, known by its IMO number. Whatever is said about it hangs on who said it. */
export type Vessel = {
  readonly __typename?: 'Vessel';
  /** Port call events of the ship, the one received last first. */
  readonly portCallEvents?: Maybe<PortCallEventConnection>;
  /** IMO number as text; it stays with the hull for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
};


/** A ship, known by its IMO number. Whatever is said about it hangs on who said it. */
export type VesselPortCallEventsArgs = {
  UNLocationCode?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Names of a voyage. */
export type VoyageNumberOrReference = {
  readonly __typename?: 'VoyageNumberOrReference';
  /** A carrier's number. Whose number it is, is not said. */
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
  PortCallEvent:
    ( { __typename: 'PortCallEvent' }
    & GraphQLRecursivePick<FederationTypes['PortCallEvent'], {"id":true}> );
  PortCallEventMatchSet:
    ( { __typename: 'PortCallEventMatchSet' }
    & GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"keySet":true}> );
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
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  BreakerState: BreakerState;
  CallMatchSet: ResolverTypeWrapper<QuestionReference>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  ComparisonResult: ComparisonResult;
  ContainerCountBySize: ResolverTypeWrapper<ContainerCountBySize>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  ContainerCountByTypeAndSize: ResolverTypeWrapper<ContainerCountByTypeAndSize>;
  CurrentTime: ResolverTypeWrapper<TimelineTime>;
  CurrentTimeState: CurrentTimeState;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Delivery: ResolverTypeWrapper<DeliveryReport>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  DeliveryDeadLetter: ResolverTypeWrapper<DeliveryDeadLetter>;
  DeliveryDeadLetterReason: DeliveryDeadLetterReason;
  DeliveryError: ResolverTypeWrapper<DeliveryError>;
  DeliveryLog: DeliveryLog;
  DeliveryMissed: ResolverTypeWrapper<DeliveryMissed>;
  DeliveryPause: ResolverTypeWrapper<DeliveryPause>;
  DeliveryState: DeliveryState;
  Facility: ResolverTypeWrapper<Facility>;
  Feedback: ResolverTypeWrapper<Feedback>;
  GeoCoordinate: ResolverTypeWrapper<GeoCoordinate>;
  InvalidRow: ResolverTypeWrapper<InvalidRow>;
  InvalidRowOutcome: InvalidRowOutcome;
  InvalidRows: ResolverTypeWrapper<InvalidRows>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JoinKey: JoinKey;
  KeyComparison: ResolverTypeWrapper<KeyComparison>;
  KeyValue: ResolverTypeWrapper<KeyValue>;
  LastReceived: ResolverTypeWrapper<LastReceived>;
  LearntCapability: ResolverTypeWrapper<LearntCapability>;
  Location: ResolverTypeWrapper<Omit<Location, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  MatchClass: MatchClass;
  MatchOutcome: MatchOutcome;
  MatchReason: MatchReason;
  MissedEvents: ResolverTypeWrapper<MissedEvents>;
  MissedReason: MissedReason;
  MovesForecast: ResolverTypeWrapper<MovesForecast>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NoticeMatchSet: ResolverTypeWrapper<KeySetReference>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partner: ResolverTypeWrapper<PartnerReference>;
  PartnerAnswer: ResolverTypeWrapper<PartnerAnswer>;
  PartnerFailure: ResolverTypeWrapper<PartnerFailure>;
  PartnerHealth: ResolverTypeWrapper<PartnerHealth>;
  PartnerOffer: ResolverTypeWrapper<PartnerOffer>;
  PartnerStandard: ResolverTypeWrapper<PartnerStandardView>;
  Port: ResolverTypeWrapper<PortReference>;
  PortCall: ResolverTypeWrapper<Omit<PortCall, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  PortCallEvent: ResolverTypeWrapper<StoredPortCallEvent>;
  PortCallEventClash: ResolverTypeWrapper<Clash>;
  PortCallEventConnection: ResolverTypeWrapper<EventPage>;
  PortCallEventEdge: ResolverTypeWrapper<EventRow>;
  PortCallEventEvent: ResolverTypeWrapper<LogEvent>;
  PortCallEventFilter: PortCallEventFilter;
  PortCallEventKind: PortCallEventKind;
  PortCallEventLogPage: ResolverTypeWrapper<LogPage>;
  PortCallEventMatch: ResolverTypeWrapper<EventMatchView>;
  PortCallEventMatchSet: ResolverTypeWrapper<EventMatchSetView>;
  PortCallEventOrder: PortCallEventOrder;
  PortCallService: ResolverTypeWrapper<Omit<PortCallService, 'serviceLocation'> & { serviceLocation?: Maybe<ResolversTypes['Location']> }>;
  PortCallTimeline: ResolverTypeWrapper<Timeline>;
  PortCallTimestamp: ResolverTypeWrapper<PortCallTimestamp>;
  PortCallVessel: ResolverTypeWrapper<Omit<PortCallVessel, 'vessel' | 'vesselPosition'> & { vessel?: Maybe<ResolversTypes['Vessel']>, vesselPosition?: Maybe<ResolversTypes['Location']> }>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReceivedBy: ReceivedBy;
  RefusedQuestion: ResolverTypeWrapper<RefusedQuestion>;
  SchemaFault: ResolverTypeWrapper<SchemaFault>;
  ServiceCodeOrReference: ResolverTypeWrapper<ServiceCodeOrReference>;
  SourceReport: ResolverTypeWrapper<SourceReport>;
  SourceStatus: SourceStatus;
  Standard: Standard;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TerminalCall: ResolverTypeWrapper<TerminalCall>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  VoyageNumberOrReference: ResolverTypeWrapper<VoyageNumberOrReference>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Address;
  String: Scalars['String']['output'];
  CallMatchSet: QuestionReference;
  ID: Scalars['ID']['output'];
  ContainerCountBySize: ContainerCountBySize;
  Int: Scalars['Int']['output'];
  ContainerCountByTypeAndSize: ContainerCountByTypeAndSize;
  CurrentTime: TimelineTime;
  DateTime: Scalars['DateTime']['output'];
  Delivery: DeliveryReport;
  Boolean: Scalars['Boolean']['output'];
  Float: Scalars['Float']['output'];
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
  KeyComparison: KeyComparison;
  KeyValue: KeyValue;
  LastReceived: LastReceived;
  LearntCapability: LearntCapability;
  Location: Omit<Location, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  MissedEvents: MissedEvents;
  MovesForecast: MovesForecast;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NoticeMatchSet: KeySetReference;
  PageInfo: PageInfo;
  Partner: PartnerReference;
  PartnerAnswer: PartnerAnswer;
  PartnerFailure: PartnerFailure;
  PartnerHealth: PartnerHealth;
  PartnerOffer: PartnerOffer;
  PartnerStandard: PartnerStandardView;
  Port: PortReference;
  PortCall: Omit<PortCall, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  PortCallEvent: StoredPortCallEvent;
  PortCallEventClash: Clash;
  PortCallEventConnection: EventPage;
  PortCallEventEdge: EventRow;
  PortCallEventEvent: LogEvent;
  PortCallEventFilter: PortCallEventFilter;
  PortCallEventLogPage: LogPage;
  PortCallEventMatch: EventMatchView;
  PortCallEventMatchSet: EventMatchSetView;
  PortCallService: Omit<PortCallService, 'serviceLocation'> & { serviceLocation?: Maybe<ResolversParentTypes['Location']> };
  PortCallTimeline: Timeline;
  PortCallTimestamp: PortCallTimestamp;
  PortCallVessel: Omit<PortCallVessel, 'vessel' | 'vesselPosition'> & { vessel?: Maybe<ResolversParentTypes['Vessel']>, vesselPosition?: Maybe<ResolversParentTypes['Location']> };
  Query: Record<PropertyKey, never>;
  RefusedQuestion: RefusedQuestion;
  SchemaFault: SchemaFault;
  ServiceCodeOrReference: ServiceCodeOrReference;
  SourceReport: SourceReport;
  Subscription: Record<PropertyKey, never>;
  TerminalCall: TerminalCall;
  Vessel: VesselReference;
  VoyageNumberOrReference: VoyageNumberOrReference;
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

export type CallMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CallMatchSet'] = ResolversParentTypes['CallMatchSet'], FederationReferenceType extends FederationReferenceTypes['CallMatchSet'] = FederationReferenceTypes['CallMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['CallMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  question?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  log?: Resolver<ResolversTypes['DeliveryLog'], ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['DeliveryMissed']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldestWaitingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  paused?: Resolver<Maybe<ResolversTypes['DeliveryPause']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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
  keySet?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  call?: Resolver<Maybe<ResolversTypes['CallMatchSet']>, ParentType, ContextType, RequireFields<PortCallEventCallArgs, 'maxAge' | 'maxWaitMs'>>;
  clashes?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventClash']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  eventID?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  eventUpdatedDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  faults?: Resolver<ReadonlyArray<ResolversTypes['SchemaFault']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFYI?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  kinds?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventKind']>, ParentType, ContextType>;
  movesForecasts?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MovesForecast']>>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
};

export type PortCallEventEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventEdge'] = ResolversParentTypes['PortCallEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PortCallEvent'], ParentType, ContextType>;
};

export type PortCallEventEventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventEvent'] = ResolversParentTypes['PortCallEventEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['PortCallEvent']>, ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['MissedEvents']>, ParentType, ContextType>;
};

export type PortCallEventLogPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventLogPage'] = ResolversParentTypes['PortCallEventLogPage']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventEvent']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PortCallEventMatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatch'] = ResolversParentTypes['PortCallEventMatch']> = {
  class?: Resolver<ResolversTypes['MatchClass'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  dayDistance?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['PortCallEvent'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  notComparable?: Resolver<ReadonlyArray<ResolversTypes['KeyComparison']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['MatchReason']>, ParentType, ContextType>;
  row?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PortCallEventMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatchSet'] = ResolversParentTypes['PortCallEventMatchSet'], FederationReferenceType extends FederationReferenceTypes['PortCallEventMatchSet'] = FederationReferenceTypes['PortCallEventMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEventMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  currentTimes?: Resolver<ReadonlyArray<ResolversTypes['CurrentTime']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['PortCallEventMatch']>, ParentType, ContextType>;
  keySet?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  terminalOutcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
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
  partner?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type RefusedQuestionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedQuestion'] = ResolversParentTypes['RefusedQuestion']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  named?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SchemaFaultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SchemaFault'] = ResolversParentTypes['SchemaFault']> = {
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
  partner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  retrievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  retryAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  standard?: Resolver<ResolversTypes['Standard'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SourceStatus'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  portCallEventReceived?: SubscriptionResolver<ResolversTypes['PortCallEventEvent'], "portCallEventReceived", ParentType, ContextType, Partial<SubscriptionPortCallEventReceivedArgs>>;
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
  CallMatchSet?: CallMatchSetResolvers<ContextType>;
  ContainerCountBySize?: ContainerCountBySizeResolvers<ContextType>;
  ContainerCountByTypeAndSize?: ContainerCountByTypeAndSizeResolvers<ContextType>;
  CurrentTime?: CurrentTimeResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Delivery?: DeliveryResolvers<ContextType>;
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
  KeyComparison?: KeyComparisonResolvers<ContextType>;
  KeyValue?: KeyValueResolvers<ContextType>;
  LastReceived?: LastReceivedResolvers<ContextType>;
  LearntCapability?: LearntCapabilityResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  MissedEvents?: MissedEventsResolvers<ContextType>;
  MovesForecast?: MovesForecastResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NoticeMatchSet?: NoticeMatchSetResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partner?: PartnerResolvers<ContextType>;
  PartnerAnswer?: PartnerAnswerResolvers<ContextType>;
  PartnerFailure?: PartnerFailureResolvers<ContextType>;
  PartnerHealth?: PartnerHealthResolvers<ContextType>;
  PartnerOffer?: PartnerOfferResolvers<ContextType>;
  PartnerStandard?: PartnerStandardResolvers<ContextType>;
  Port?: PortResolvers<ContextType>;
  PortCall?: PortCallResolvers<ContextType>;
  PortCallEvent?: PortCallEventResolvers<ContextType>;
  PortCallEventClash?: PortCallEventClashResolvers<ContextType>;
  PortCallEventConnection?: PortCallEventConnectionResolvers<ContextType>;
  PortCallEventEdge?: PortCallEventEdgeResolvers<ContextType>;
  PortCallEventEvent?: PortCallEventEventResolvers<ContextType>;
  PortCallEventLogPage?: PortCallEventLogPageResolvers<ContextType>;
  PortCallEventMatch?: PortCallEventMatchResolvers<ContextType>;
  PortCallEventMatchSet?: PortCallEventMatchSetResolvers<ContextType>;
  PortCallService?: PortCallServiceResolvers<ContextType>;
  PortCallTimeline?: PortCallTimelineResolvers<ContextType>;
  PortCallTimestamp?: PortCallTimestampResolvers<ContextType>;
  PortCallVessel?: PortCallVesselResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RefusedQuestion?: RefusedQuestionResolvers<ContextType>;
  SchemaFault?: SchemaFaultResolvers<ContextType>;
  ServiceCodeOrReference?: ServiceCodeOrReferenceResolvers<ContextType>;
  SourceReport?: SourceReportResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TerminalCall?: TerminalCallResolvers<ContextType>;
  Vessel?: VesselResolvers<ContextType>;
  VoyageNumberOrReference?: VoyageNumberOrReferenceResolvers<ContextType>;
};

