// Written by codegen.ts. Do not edit; run `npm run codegen`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { VesselReference, PortReference } from '#platform/graphql/shared-types.ts';
import type { Partner as PartnerFile } from '#platform/partners/partner.ts';
import type { SourceReport as PartnerReport } from '#platform/upstream/sources.ts';
import type { PartnerStandardView } from '#platform/process/subgraph.ts';
import type { Notice, NoticeVersion, Notification } from '../store/notice-versions.ts';
import type { DeliveryReport } from '#platform/publisher/deliveries/operations.ts';
import type { ForeignNode, NoticePage, NoticeEdge, VersionPage, VersionEdge } from '../queries.ts';
import type { MatchQueryReference } from '#platform/matching/match-sets.ts';
import type { NoticeMatchSetView, NoticeMatchView } from '../matching/matches.ts';
import type { Clash } from '#platform/store/version-store.ts';
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

/** Settings of an operating reefer. Each flag is true, false or null (unknown). */
export type ActiveReeferSettings = {
  readonly __typename?: 'ActiveReeferSettings';
  /** Air exchange setpoint, in `airExchangeUnit`. */
  readonly airExchangeSetpoint?: Maybe<Scalars['Float']['output']>;
  /** Unit of `airExchangeSetpoint`. Known: `MQH` cubic metres per hour, `FQH` cubic feet per hour. */
  readonly airExchangeUnit?: Maybe<Scalars['String']['output']>;
  /** Carbon dioxide setpoint in percent. */
  readonly co2Setpoint?: Maybe<Scalars['Float']['output']>;
  /** Humidity setpoint in percent. */
  readonly humiditySetpoint?: Maybe<Scalars['Float']['output']>;
  /** Whether the mode for flower bulbs is active. */
  readonly isBulbMode?: Maybe<Scalars['Boolean']['output']>;
  /** Whether cold treatment is required before loading or during transport. */
  readonly isColdTreatmentRequired?: Maybe<Scalars['Boolean']['output']>;
  /** Whether a controlled atmosphere is required. */
  readonly isControlledAtmosphereRequired?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the drain holes are open. */
  readonly isDrainholesOpen?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the vent is open. */
  readonly isVentilationOpen?: Maybe<Scalars['Boolean']['output']>;
  /** Oxygen setpoint in percent. */
  readonly o2Setpoint?: Maybe<Scalars['Float']['output']>;
  /** Temperature setpoint, in `temperatureUnit`. */
  readonly temperatureSetpoint?: Maybe<Scalars['Float']['output']>;
  /** Unit of temperatures. Known: `CEL` Celsius, `FAH` Fahrenheit. */
  readonly temperatureUnit?: Maybe<Scalars['String']['output']>;
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

/**
 * The arrival that one notice announces, with the statements of all sides. Every value names its source. A caller sees only values
 * that are derived from sources that it may see.
 */
export type Arrival = {
  readonly __typename?: 'Arrival';
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The notice; null if it does not exist any more. */
  readonly notice?: Maybe<ArrivalNotice>;
};

/**
 * A notice: what one partner states about the arrival of one transport document, in one kind (`typeLabel`). It has one or
 * more versions; the version with the newest `issueDateTime` is current, in whichever order they were received.
 */
export type ArrivalNotice = Node & {
  readonly __typename?: 'ArrivalNotice';
  /** The version that was current by what Landfall had received before the instant. */
  readonly asOf?: Maybe<ArrivalNoticeVersion>;
  /** The version with the newest `issueDateTime`. */
  readonly current: ArrivalNoticeVersion;
  /** When Landfall received the first version of it. */
  readonly firstReceivedAt: Scalars['DateTime']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The partner that sent it. */
  readonly partner: PartnerName;
  /** Number of the transport document. With `partner` and `typeLabel` it identifies the notice. */
  readonly transportDocumentReference: Scalars['String']['output'];
  /** Kind of the notice as the publisher names it (language, audience, currency); null for the notice without a label. */
  readonly typeLabel?: Maybe<Scalars['String']['output']>;
  /** All versions, the newest `issueDateTime` first. */
  readonly versions: ArrivalNoticeVersionConnection;
};


/**
 * A notice: what one partner states about the arrival of one transport document, in one kind (`typeLabel`). It has one or
 * more versions; the version with the newest `issueDateTime` is current, in whichever order they were received.
 */
export type ArrivalNoticeAsOfArgs = {
  receivedBefore: Scalars['DateTime']['input'];
};


/**
 * A notice: what one partner states about the arrival of one transport document, in one kind (`typeLabel`). It has one or
 * more versions; the version with the newest `issueDateTime` is current, in whichever order they were received.
 */
export type ArrivalNoticeVersionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One page of notices. */
export type ArrivalNoticeConnection = {
  readonly __typename?: 'ArrivalNoticeConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalNoticeEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalNotice>;
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

/** A notice on a page. */
export type ArrivalNoticeEdge = {
  readonly __typename?: 'ArrivalNoticeEdge';
  /** Cursor of the row, for `after` or `before` with the same filter and order. */
  readonly cursor: Scalars['String']['output'];
  /** The notice. */
  readonly node: ArrivalNotice;
};

/** Condition on notices or versions. All attributes must match (AND); of a list, one value must match (OR). */
export type ArrivalNoticeFilter = {
  /** The carrier's import voyage number; case and surrounding spaces are ignored. `9999R` is a placeholder for "no number" and is rejected. */
  readonly carrierImportVoyageNumber?: InputMaybe<Scalars['String']['input']>;
  /** The carrier's service code; case and surrounding spaces are ignored. */
  readonly carrierServiceCode?: InputMaybe<Scalars['String']['input']>;
  /** Container numbers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The partners that sent it; at most 1,000 values. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** UN/LOCODE of the port of discharge; case and spaces are ignored. */
  readonly portOfDischarge?: InputMaybe<Scalars['String']['input']>;
  /** Last day of arrival at the port of discharge, inclusive. Notices without this date do not match. */
  readonly portOfDischargeArrivalDateMax?: InputMaybe<Scalars['Date']['input']>;
  /** First day of arrival at the port of discharge, inclusive. Notices without this date do not match. */
  readonly portOfDischargeArrivalDateMin?: InputMaybe<Scalars['Date']['input']>;
  /** Versions received after this instant. */
  readonly receivedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Versions received before this instant. */
  readonly receivedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Transport document numbers, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /**
   * Universal import voyage reference; case and surrounding spaces are ignored. `9999R` is a placeholder for "no
   * reference" and is rejected.
   */
  readonly universalImportVoyageReference?: InputMaybe<Scalars['String']['input']>;
  /** Universal service reference; case and surrounding spaces are ignored. */
  readonly universalServiceReference?: InputMaybe<Scalars['String']['input']>;
  /** IMO number of a ship, with or without the prefix `IMO`. All vessel, voyage and service conditions must match the same leg. */
  readonly vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
  /** Name of a ship; case, repeated spaces and a leading `MV` are ignored. */
  readonly vesselName?: InputMaybe<Scalars['String']['input']>;
};

/**
 * An announcement that a notice was issued. It is not the notice itself and may arrive before it, after it or without it.
 * Attributes of the standard are null where the partner omitted them, sent `null` or sent an unreadable value.
 */
export type ArrivalNoticeNotification = Node & {
  readonly __typename?: 'ArrivalNoticeNotification';
  /** The version that it announces; null until that version is stored. */
  readonly announces?: Maybe<ArrivalNoticeVersion>;
  /** The notification as it was received. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Numbers of the containers that the notice covers, ISO 6346 where possible. */
  readonly equipmentReferences?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** When the announced version was issued. */
  readonly issueDateTime: Scalars['DateTime']['output'];
  /** The notice that it announces, in any stored version; null until one is stored. */
  readonly notice?: Maybe<ArrivalNotice>;
  /** The partner that sent it. */
  readonly partner: PartnerName;
  /** The place where the carrier hands over the cargo. */
  readonly placeOfDelivery?: Maybe<Location>;
  /** Day of arrival at the place of delivery. */
  readonly placeOfDeliveryArrivalDate?: Maybe<ClassifiedDate>;
  /** Last sea port, where the cargo is discharged from the vessel. */
  readonly portOfDischarge?: Maybe<Location>;
  /** Day on which the vessel arrives at the port of discharge. */
  readonly portOfDischargeArrivalDate?: Maybe<ClassifiedDate>;
  /** When Landfall received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
  /** Number of the transport document of the announced notice. */
  readonly transportDocumentReference: Scalars['String']['output'];
  /** Kind of the announced notice. */
  readonly typeLabel?: Maybe<Scalars['String']['output']>;
  /** The publisher's name for the announced version. */
  readonly versionLabel?: Maybe<Scalars['String']['output']>;
  /** Violations of the standard's schema, the first 100. */
  readonly violations: ReadonlyArray<SchemaViolation>;
};

/** One page of notifications. */
export type ArrivalNoticeNotificationConnection = {
  readonly __typename?: 'ArrivalNoticeNotificationConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalNoticeNotificationEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalNoticeNotification>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** The partners that the query concerns, one report each. */
  readonly sources: ReadonlyArray<SourceReport>;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** A notification on a page. */
export type ArrivalNoticeNotificationEdge = {
  readonly __typename?: 'ArrivalNoticeNotificationEdge';
  /** Cursor of the row, for `after` or `before` with the same filter. */
  readonly cursor: Scalars['String']['output'];
  /** The notification. */
  readonly node: ArrivalNoticeNotification;
};

/** Condition on notifications. All attributes must match (AND); of a list, one value must match (OR). */
export type ArrivalNoticeNotificationFilter = {
  /** Container numbers; case and spaces are ignored; at most 1,000 values. */
  readonly equipmentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The partners that sent it; at most 1,000 values. */
  readonly partners?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** UN/LOCODE of the port of discharge; case and spaces are ignored. */
  readonly portOfDischarge?: InputMaybe<Scalars['String']['input']>;
  /** Last day of arrival at the port of discharge, inclusive. Notifications without this date do not match. */
  readonly portOfDischargeArrivalDateMax?: InputMaybe<Scalars['Date']['input']>;
  /** First day of arrival at the port of discharge, inclusive. Notifications without this date do not match. */
  readonly portOfDischargeArrivalDateMin?: InputMaybe<Scalars['Date']['input']>;
  /** Notifications received after this instant. */
  readonly receivedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Notifications received before this instant. */
  readonly receivedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Transport document numbers, compared exactly; at most 1,000 values. */
  readonly transportDocumentReferences?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** One page of the log of notifications. */
export type ArrivalNoticeNotificationLogPage = {
  readonly __typename?: 'ArrivalNoticeNotificationLogPage';
  /** Cursor for the next page. It also covers the log entries that were read and did not match. */
  readonly cursor: Scalars['String']['output'];
  /** The matching events, in log order. */
  readonly events: ReadonlyArray<ArrivalNoticeNotificationPayload>;
  /** Whether the log has more entries now. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** A notification that was stored, or a gap in the stream. Exactly one of `notification` and `missed` is set. */
export type ArrivalNoticeNotificationPayload = {
  readonly __typename?: 'ArrivalNoticeNotificationPayload';
  /** Cursor to resume after this event (`after`). It is the same for every subscriber with the same rights. */
  readonly cursor: Scalars['String']['output'];
  /** The gap: events that could not be sent. */
  readonly missed?: Maybe<MissedEvents>;
  /** The notification. */
  readonly notification?: Maybe<ArrivalNoticeNotification>;
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

/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersion = Node & {
  readonly __typename?: 'ArrivalNoticeVersion';
  /** Further information that the consignee needs to prepare. */
  readonly additionalInformation?: Maybe<Scalars['String']['output']>;
  /**
   * The call that discharges the cargo, according to schedules: candidates with the comparisons that support and
   * contradict them. The carrier that issued the notice is queried first, and others as far as they can change the answer.
   */
  readonly arrivalCall?: Maybe<CallMatchSet>;
  /**
   * Identifies by what `arrivalCall` and `portCallEvents` are found: the notice's ship, port, voyage, terminal and days, and who states
   * them. Versions with equal keys get equal answers. Opaque; not an attribute of the standard.
   */
  readonly arrivalMatchKey?: Maybe<Scalars['ID']['output']>;
  /** Whether the container is delivered as a whole. Known: `FCL` full container load, `LCL` less than container load. */
  readonly cargoMovementTypeAtDestination?: Maybe<Scalars['String']['output']>;
  /** Further clauses of the carrier for this shipment, one string each. */
  readonly carrierClauses?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Code of the carrier that issues the notice: a SCAC or an SMDG liner code, according to `carrierCodeListProvider`. */
  readonly carrierCode?: Maybe<Scalars['String']['output']>;
  /** Code list of `carrierCode`. Known: `SMDG`, `NMFTA`. */
  readonly carrierCodeListProvider?: Maybe<Scalars['String']['output']>;
  /** Contacts for this notice. */
  readonly carrierContactInformation?: Maybe<ReadonlyArray<PartyContactDetail>>;
  /** The differences from the previous version, or from another version of the notice; empty for the oldest stored version. */
  readonly changes: ReadonlyArray<FieldChange>;
  /** Charges of the whole notice; containers and cargo items may have charges of their own. */
  readonly charges?: Maybe<ReadonlyArray<Charge>>;
  /** Other contents that were received for the identity of this version. The content received first is kept; these are stored with it. */
  readonly clashes: ReadonlyArray<VersionClash>;
  /**
   * Routes on the trade lane of the notice. Schedules are published before bookings are made: no route is known to be the
   * route of this shipment.
   */
  readonly comparableRoutes?: Maybe<RouteMatchSet>;
  /** The goods, grouped by booking. */
  readonly consignmentItems?: Maybe<ReadonlyArray<ConsignmentItem>>;
  /** Where and how the import is cleared by customs. */
  readonly customsClearance?: Maybe<CustomsClearance>;
  /**
   * How the cargo is delivered at the destination. Known: `CY` container yard or rail ramp, `SD` store door, `CFS`
   * container freight station.
   */
  readonly deliveryTypeAtDestination?: Maybe<Scalars['String']['output']>;
  /** The notice as it was received, without the content of the embedded file. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** Parties named on the document. The order is meaningful only among entries with `NI`: third, fourth and further notify parties. */
  readonly documentParties?: Maybe<ReadonlyArray<DocumentParty>>;
  /** How long containers may stay at the destination free of charge. */
  readonly freeTimes?: Maybe<ReadonlyArray<FreeTime>>;
  /** How much of the collect freight charges has been paid. Known: `ZERO_PAID`, `PARTIALLY_PAID`, `FULLY_PAID`, `OVERPAID`. */
  readonly freightPaymentStatus?: Maybe<Scalars['String']['output']>;
  /** Numbers of the house bills of lading that the notice covers. */
  readonly houseBillOfLadingReferences?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Whether this is the version of the notice with the newest stored `issueDateTime`. */
  readonly isCurrent: Scalars['Boolean']['output'];
  /** Whether the transport document is transferred electronically; null means unknown. */
  readonly isElectronic?: Maybe<Scalars['Boolean']['output']>;
  /** When the publisher issued this version. The versions of a notice are ordered by this time only. */
  readonly issueDateTime: Scalars['DateTime']['output'];
  /**
   * The call that loaded the cargo, according to schedules. A notice does not state to which end of a leg its export
   * voyage belongs, so this match is less certain than `arrivalCall`.
   */
  readonly loadingCall?: Maybe<CallMatchSet>;
  /** The notice of this version. */
  readonly notice: ArrivalNotice;
  /** The partner that sent it. */
  readonly partner: PartnerName;
  /** The carrier's bank account for open charges. */
  readonly paymentRemittance?: Maybe<PaymentRemittance>;
  /** Where and with which number full containers are collected, for the whole notice; a container may have information of its own. */
  readonly pickupInformation?: Maybe<PickupInformation>;
  /** Where the original transport document is issued (since 1.0.1). */
  readonly placeOfBLIssue?: Maybe<Location>;
  /**
   * Port call events of the call that discharges the cargo. If `arrivalCall` is unique, they are found by everything that
   * schedules state about that call; otherwise by what the notice itself states.
   */
  readonly portCallEvents?: Maybe<PortCallEventMatchSet>;
  /** When Landfall received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
  /** References of the carrier or the customer for the whole shipment. */
  readonly references?: Maybe<ReadonlyArray<Reference>>;
  /** Whether documents, freight payment and customs permit the release of the cargo. */
  readonly releaseInformation?: Maybe<ReleaseInformation>;
  /** Where and how empty containers are returned, for the whole notice; a container may have information of its own. */
  readonly returnInformation?: Maybe<ReturnInformation>;
  /** Number of the service contract between carrier and shipper. */
  readonly serviceContractReference?: Maybe<Scalars['String']['output']>;
  /** The previous version by `issueDateTime`; null for the oldest stored version. */
  readonly supersedes?: Maybe<ArrivalNoticeVersion>;
  /** The carrier's terms that apply to the notice. */
  readonly termsAndConditions?: Maybe<Scalars['String']['output']>;
  /** Places, dates and legs of the journey. */
  readonly transport?: Maybe<Transport>;
  /** Number of the transport document (master bill of lading or waybill). Part of the notice's identity. */
  readonly transportDocumentReference: Scalars['String']['output'];
  /** Kind of transport document. Known: `BOL` bill of lading, `SWB` sea waybill. */
  readonly transportDocumentTypeCode?: Maybe<Scalars['String']['output']>;
  /** Kind of the notice as the publisher names it: language, audience, currency. Part of the notice's identity. */
  readonly typeLabel?: Maybe<Scalars['String']['output']>;
  /** The containers that carry the cargo. */
  readonly utilizedTransportEquipments?: Maybe<ReadonlyArray<UtilizedTransportEquipment>>;
  /** The publisher's name for this version, such as `Updated`. For people; it does not affect the order of versions. */
  readonly versionLabel?: Maybe<Scalars['String']['output']>;
  /** The ship of the leg that ends at the port of discharge; null without an IMO number, or if several legs may be that leg. */
  readonly vessel?: Maybe<Vessel>;
  /** Violations of the standard's schema, the first 100. */
  readonly violations: ReadonlyArray<SchemaViolation>;
  /**
   * The notice as an embedded file, the standard's `arrivalNoticeVisualization`; null if there is none, or if it may show
   * data that the caller may not see.
   */
  readonly visualization?: Maybe<Visualization>;
};


/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersionArrivalCallArgs = {
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersionChangesArgs = {
  since?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersionComparableRoutesArgs = {
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersionLoadingCallArgs = {
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * One version of a notice, as its partner issued it. Attributes of the standard are null where the partner omitted them,
 * sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the schema.
 */
export type ArrivalNoticeVersionPortCallEventsArgs = {
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
};

/** One page of versions of a notice. */
export type ArrivalNoticeVersionConnection = {
  readonly __typename?: 'ArrivalNoticeVersionConnection';
  /** The rows with their cursors. */
  readonly edges: ReadonlyArray<ArrivalNoticeVersionEdge>;
  /** The rows without cursors. */
  readonly nodes: ReadonlyArray<ArrivalNoticeVersion>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
  /** Origin of the versions: the partner of the notice. */
  readonly sources: ReadonlyArray<SourceReport>;
  /**
   * Number of rows on all pages, as far as the caller may see them; null if counting failed. It is counted for each request
   * that selects it.
   */
  readonly totalCount?: Maybe<TotalCount>;
};

/** A version on a page. */
export type ArrivalNoticeVersionEdge = {
  readonly __typename?: 'ArrivalNoticeVersionEdge';
  /** Cursor of the row, for `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The version. */
  readonly node: ArrivalNoticeVersion;
};

/** One page of the log of notice versions. */
export type ArrivalNoticeVersionLogPage = {
  readonly __typename?: 'ArrivalNoticeVersionLogPage';
  /** Cursor for the next page. It also covers the log entries that were read and did not match. */
  readonly cursor: Scalars['String']['output'];
  /** The matching events, in log order. */
  readonly events: ReadonlyArray<ArrivalNoticeVersionPayload>;
  /** Whether the log has more entries now. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** A notice version that was stored, or a gap in the stream. Exactly one of `version` and `missed` is set. */
export type ArrivalNoticeVersionPayload = {
  readonly __typename?: 'ArrivalNoticeVersionPayload';
  /** Cursor to resume after this event (`after`). It is the same for every subscriber with the same rights. */
  readonly cursor: Scalars['String']['output'];
  /** The gap: events that could not be sent. */
  readonly missed?: Maybe<MissedEvents>;
  /** The version. */
  readonly version?: Maybe<ArrivalNoticeVersion>;
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

/** The part of the goods that is in one container. */
export type CargoItem = {
  readonly __typename?: 'CargoItem';
  /** Gross volume: with packaging. */
  readonly cargoGrossVolume?: Maybe<Volume>;
  /** Gross weight: with packaging, without the container. */
  readonly cargoGrossWeight?: Maybe<Weight>;
  /** Net volume: without packaging. */
  readonly cargoNetVolume?: Maybe<Volume>;
  /** Net weight: without packaging. */
  readonly cargoNetWeight?: Maybe<Weight>;
  /** Charges of this cargo item. */
  readonly charges?: Maybe<ReadonlyArray<Charge>>;
  /** Customs references of this cargo item. */
  readonly customsReferences?: Maybe<ReadonlyArray<CustomsReference>>;
  /** Number of the container, one of `utilizedTransportEquipments`. */
  readonly equipmentReference?: Maybe<Scalars['String']['output']>;
  /** Export licence. */
  readonly exportLicense?: Maybe<ExportLicense>;
  /** Import licence. */
  readonly importLicense?: Maybe<ImportLicense>;
  /** National tariff codes of this cargo item. */
  readonly nationalCommodityCodes?: Maybe<ReadonlyArray<NationalCommodityCode>>;
  /** Packaging. */
  readonly outerPackaging?: Maybe<OuterPackaging>;
  /** Position of the item in the carrier's advance declaration to customs. */
  readonly position?: Maybe<Scalars['Int']['output']>;
};

/**
 * An amount to be paid. Amounts are the 64-bit floats that are nearest to what the partner sent; `document` has them without
 * rounding.
 */
export type Charge = {
  readonly __typename?: 'Charge';
  /** Basis of the unit price, such as `Per day`. */
  readonly calculationBasis?: Maybe<Scalars['String']['output']>;
  /** Exchange rate between the two currencies, as a string. */
  readonly carrierRateOfExchange?: Maybe<Scalars['String']['output']>;
  /** The carrier's code for the charge. */
  readonly chargeCode?: Maybe<Scalars['String']['output']>;
  /** What is charged. */
  readonly chargeName?: Maybe<Scalars['String']['output']>;
  /** Amount, with at most two decimals. */
  readonly currencyAmount?: Maybe<Scalars['Float']['output']>;
  /** Currency of the amount and the unit price, ISO 4217. */
  readonly currencyCode?: Maybe<Scalars['String']['output']>;
  /** Code of the party that pays. */
  readonly invoicePayerCode?: Maybe<Scalars['String']['output']>;
  /** Currency of the payment, ISO 4217. */
  readonly paymentCurrency?: Maybe<Scalars['String']['output']>;
  /** Where the charge is paid. */
  readonly paymentLocation?: Maybe<Location>;
  /** Who pays. Known: `PRE` prepaid, on the shipper's side; `COL` collect, on the consignee's side. */
  readonly paymentTermCode?: Maybe<Scalars['String']['output']>;
  /** Number of units. */
  readonly quantity?: Maybe<Scalars['Float']['output']>;
  /** Price per unit. */
  readonly unitPrice?: Maybe<Scalars['Float']['output']>;
};

/** A day at the place of the event, and its certainty. */
export type ClassifiedDate = {
  readonly __typename?: 'ClassifiedDate';
  /** Certainty of the time. Known: `PLN` planned, `EST` estimated, `ACT` actual. */
  readonly classifier?: Maybe<Scalars['String']['output']>;
  /** The day. */
  readonly value?: Maybe<Scalars['Date']['output']>;
};

/** An instant, and its certainty. */
export type ClassifiedDateTime = {
  readonly __typename?: 'ClassifiedDateTime';
  /** Certainty of the time. Known: `PLN` planned, `EST` estimated, `ACT` actual. */
  readonly classifier?: Maybe<Scalars['String']['output']>;
  /** The instant. */
  readonly value?: Maybe<Scalars['DateTime']['output']>;
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

/** Goods of one booking. */
export type ConsignmentItem = {
  readonly __typename?: 'ConsignmentItem';
  /** Codes of the Harmonized System. */
  readonly HSCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The goods, grouped by container. */
  readonly cargoItems?: Maybe<ReadonlyArray<CargoItem>>;
  /** Number of the booking. */
  readonly carrierBookingReference?: Maybe<Scalars['String']['output']>;
  /** Customs references of the goods. */
  readonly customsReferences?: Maybe<ReadonlyArray<CustomsReference>>;
  /** Description of the goods, line by line. */
  readonly descriptionOfGoods?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Export licence. */
  readonly exportLicense?: Maybe<ExportLicense>;
  /** Import licence. */
  readonly importLicense?: Maybe<ImportLicense>;
  /** National tariff codes. */
  readonly nationalCommodityCodes?: Maybe<ReadonlyArray<NationalCommodityCode>>;
  /** References of the goods. */
  readonly references?: Maybe<ReadonlyArray<ReferenceConsignmentItem>>;
  /** Marks and numbers; at most 50. */
  readonly shippingMarks?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** A kind of credential. */
export type CredentialKind =
  /** A key in a header. */
  | 'API_KEY'
  /** User name and password. */
  | 'BASIC'
  /** A static bearer token. */
  | 'BEARER'
  /** A signature over the body according to Standard Webhooks. */
  | 'HMAC'
  /** A signed token, verified with the issuer's published keys. */
  | 'JWT'
  /** A client certificate. */
  | 'MTLS'
  /** A token obtained with client credentials. */
  | 'OAUTH2';

/** How the import is cleared by customs. */
export type CustomsClearance = {
  readonly __typename?: 'CustomsClearance';
  /** Where the import is cleared. */
  readonly customsClearancePoint?: Maybe<Location>;
  /** How to file the import declaration at that place. */
  readonly customsImportDeclarationProcedure?: Maybe<Scalars['String']['output']>;
  /** Data of the movement under bond in the United States. */
  readonly immediateTransportationEntry?: Maybe<ImmediateTransportationEntry>;
  /** Number of the manifest, as required by Korea. */
  readonly manifestReferenceNumber?: Maybe<Scalars['String']['output']>;
  /** Sequence number of the master bill on this voyage, to be stated when house bills are declared. */
  readonly masterSequenceNumber?: Maybe<Scalars['String']['output']>;
};

/** References at a customs authority, of one type. */
export type CustomsReference = {
  readonly __typename?: 'CustomsReference';
  /** Country of the authority, ISO 3166-1 alpha-2. */
  readonly countryCode?: Maybe<Scalars['String']['output']>;
  /** Type as the authority names it, such as `UCR`, `ACID`, `ITN`. */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The references. */
  readonly values?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** Dangerous goods in a package. Each flag is true, false or null (unknown). */
export type DangerousGoods = {
  readonly __typename?: 'DangerousGoods';
  /** IMO emergency schedules for fire and spillage, such as `F-A S-Q`. */
  readonly EMSNumber?: Maybe<Scalars['String']['output']>;
  /** Class or division, such as `1.1A`, `2.1`, `8`. */
  readonly IMOClass?: Maybe<Scalars['String']['output']>;
  /** Number of the United States Department of Transportation. */
  readonly NANumber?: Maybe<Scalars['String']['output']>;
  /** UN number; either this or `NANumber` is set. */
  readonly UNNumber?: Maybe<Scalars['String']['output']>;
  /** Variant of the UN number: digit of the packing group, then three characters. */
  readonly codedVariantList?: Maybe<Scalars['String']['output']>;
  /** The authority and the number of the approval. */
  readonly competentAuthorityApproval?: Maybe<Scalars['String']['output']>;
  /** Contact in an emergency, available at all times. */
  readonly emergencyContactDetails?: Maybe<EmergencyContactDetails>;
  /** Day by which a refrigerated liquid must be delivered. */
  readonly endOfHoldingTime?: Maybe<Scalars['Date']['output']>;
  /** When the goods were fumigated. */
  readonly fumigationDateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Gross weight: with packaging. */
  readonly grossWeight?: Maybe<Weight>;
  /** Inhalation toxicity zone. Known: `A`, `B`, and for gases also `C`, `D`. */
  readonly inhalationZone?: Maybe<Scalars['String']['output']>;
  /** Packaging inside the package. */
  readonly innerPackagings?: Maybe<ReadonlyArray<InnerPackaging>>;
  /** Whether the approval of an authority is required. */
  readonly isCompetentAuthorityApprovalRequired?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the package is empty except for residue. */
  readonly isEmptyUncleanedResidue?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are transported as excepted quantity. */
  readonly isExceptedQuantity?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are transported hot. */
  readonly isHot?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are transported as limited quantity. */
  readonly isLimitedQuantity?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are a marine pollutant. */
  readonly isMarinePollutant?: Maybe<Scalars['Boolean']['output']>;
  /** Whether a spill must be reported. */
  readonly isReportableQuantity?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are in salvage packaging. */
  readonly isSalvagePackings?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the goods are waste. */
  readonly isWaste?: Maybe<Scalars['Boolean']['output']>;
  /** Temperature limits. */
  readonly limits?: Maybe<Limits>;
  /** Net weight of the explosive. */
  readonly netExplosiveContent?: Maybe<Weight>;
  /** Volume of liquids and gases. */
  readonly netVolume?: Maybe<Volume>;
  /** Net weight: without packaging. */
  readonly netWeight?: Maybe<Weight>;
  /** Packing group. */
  readonly packingGroup?: Maybe<Scalars['Int']['output']>;
  /** Proper shipping name. */
  readonly properShippingName?: Maybe<Scalars['String']['output']>;
  /**
   * Segregation groups. Known: `1` acids, `2` ammonium compounds, `3` bromates, `4` chlorates, `5` chlorites, `6`
   * cyanides, `7` heavy metals and their salts, `8` hypochlorites, `9` lead compounds, `10` liquid halogenated
   * hydrocarbons, `11` mercury compounds, `12` nitrites, `13` perchlorates, `14` permanganates, `15` powdered metals, `16`
   * peroxides, `17` azides, `18` alkalis.
   */
  readonly segregationGroups?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** A subsidiary risk. */
  readonly subsidiaryRisk1?: Maybe<Scalars['String']['output']>;
  /** A second subsidiary risk. */
  readonly subsidiaryRisk2?: Maybe<Scalars['String']['output']>;
  /** Technical name. */
  readonly technicalName?: Maybe<Scalars['String']['output']>;
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

/** A party named on the document. */
export type DocumentParty = {
  readonly __typename?: 'DocumentParty';
  /** Address. */
  readonly address?: Maybe<Address>;
  /** Codes under which the party is registered. */
  readonly identifyingCodes?: Maybe<ReadonlyArray<IdentifyingCode>>;
  /** Contacts at the party. */
  readonly partyContactDetails?: Maybe<ReadonlyArray<PartyContactDetail>>;
  /**
   * Role. Known: `OS` shipper, `CN` consignee, `END` endorsee, `RW` issuing party, `CG` carrier's agent at destination,
   * `N1` first notify party, `N2` second notify party, `NI` further notify party, `SCO` service contract owner, `DDR`
   * forwarder of the consignor, `DDS` forwarder of the consignee, `COW` pays for the shipper, `COX` pays for the consignee,
   * `CS` consolidator, `MF` manufacturer, `WH` warehouse keeper.
   */
  readonly partyFunction?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly partyName?: Maybe<Scalars['String']['output']>;
  /** Purchase orders of the party. */
  readonly purchaseOrderReferences?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The party's own reference. */
  readonly reference?: Maybe<Scalars['String']['output']>;
  /** Tax and legal reference numbers of the party. */
  readonly taxLegalReferences?: Maybe<ReadonlyArray<TaxLegalReference>>;
};

/** Contact in an emergency with dangerous goods. */
export type EmergencyContactDetails = {
  readonly __typename?: 'EmergencyContactDetails';
  /** Name. */
  readonly contact?: Maybe<Scalars['String']['output']>;
  /** Telephone number in international notation. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** Company that provides the support. */
  readonly provider?: Maybe<Scalars['String']['output']>;
  /** Number of the contract with that company. */
  readonly referenceNumber?: Maybe<Scalars['String']['output']>;
};

/** A container. */
export type Equipment = {
  readonly __typename?: 'Equipment';
  /** Size and type, ISO 6346. */
  readonly ISOEquipmentCode?: Maybe<Scalars['String']['output']>;
  /** Container number, ISO 6346 where possible. */
  readonly equipmentReference?: Maybe<Scalars['String']['output']>;
  /** Weight of the empty container. */
  readonly tareWeight?: Maybe<Weight>;
};

/** An export licence. */
export type ExportLicense = {
  readonly __typename?: 'ExportLicense';
  /** Last day of validity. */
  readonly expiryDate?: Maybe<Scalars['Date']['output']>;
  /** Whether a licence is required; null means unknown. */
  readonly isRequired?: Maybe<Scalars['Boolean']['output']>;
  /** Day of issue. */
  readonly issueDate?: Maybe<Scalars['Date']['output']>;
  /** Number of the licence. */
  readonly reference?: Maybe<Scalars['String']['output']>;
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

/** A remark of a partner about a request. */
export type Feedback = {
  readonly __typename?: 'Feedback';
  /** Text for people, not for programs. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** `ERROR`, `WARN`, `INFO` or any other value that the partner sent. */
  readonly severity?: Maybe<Scalars['String']['output']>;
};

/** One difference between two versions. At least one of `before` and `after` is set. */
export type FieldChange = {
  readonly __typename?: 'FieldChange';
  /** The value in this version; null if it is absent. */
  readonly after?: Maybe<Scalars['JSON']['output']>;
  /** The value in the previous version; null if it was absent. */
  readonly before?: Maybe<Scalars['JSON']['output']>;
  /**
   * Location of the difference as JSONPath. List elements are addressed by their identifying attributes instead of by
   * their index, such as
   * `$.utilizedTransportEquipments[equipment.equipmentReference=LFDU4170012].seals[number=SB70431].type`; the suffix `#2`
   * is the second element with the same attributes.
   */
  readonly path: Scalars['String']['output'];
};

/** A period free of charge. */
export type FreeTime = {
  readonly __typename?: 'FreeTime';
  /** Sizes and types of containers to which it applies, as ISO 6346 codes or groups. */
  readonly ISOEquipmentCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Conditions as text. */
  readonly calculationBasis?: Maybe<Scalars['String']['output']>;
  /** Length of the period, in `timeUnit`. */
  readonly duration?: Maybe<Scalars['Int']['output']>;
  /** Numbers of the containers to which it applies, ISO 6346 where possible. */
  readonly equipmentReferences?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Last day of collection free of charge. */
  readonly lastFreeDate?: Maybe<ClassifiedDate>;
  /** Last instant of collection free of charge. */
  readonly lastFreeDateTime?: Maybe<ClassifiedDateTime>;
  /** Unit of `duration`. Known: `CD` calendar days, `WD` working days, `HR` hours. */
  readonly timeUnit?: Maybe<Scalars['String']['output']>;
  /** What is free of charge. Known: `DEM` demurrage, `DET` detention, `STO` storage. */
  readonly typeCodes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** Coordinates in decimal degrees, as strings, as in the standard. */
export type GeoCoordinate = {
  readonly __typename?: 'GeoCoordinate';
  /** Latitude; north is positive, south negative. */
  readonly latitude?: Maybe<Scalars['String']['output']>;
  /** Longitude; east is positive, west negative. */
  readonly longitude?: Maybe<Scalars['String']['output']>;
};

/** A code under which a party is registered. */
export type IdentifyingCode = {
  readonly __typename?: 'IdentifyingCode';
  /** List or method of the provider, such as `LEI` of `GLEIF`, `DID` of `W3C`, `DUNS` of `DNB`. */
  readonly codeListName?: Maybe<Scalars['String']['output']>;
  /**
   * Provider of the code list. Known: `WAVE`, `CARX` CargoX, `IDT` ICE Digital Trade, `BOLE` Bolero, `IQAX`, `SECR` Secro,
   * `TRGO` TradeGO, `ETEU` eTEU, `TRAC` Enigio, `BRIT` BRITC, `COVA` Covantis, `ETIT` e-title, `KTNE` KTNET, `CRED`
   * Credore, `BLOC` BlockPeer, `GSBN`, `WISE` WiseTech, `GLEIF`, `W3C`, `DNB` Dun and Bradstreet, `FMC` Federal Maritime
   * Commission, `DCSA`, `ZZZ` agreed between the parties.
   */
  readonly codeListProvider?: Maybe<Scalars['String']['output']>;
  /** The code. */
  readonly partyCode?: Maybe<Scalars['String']['output']>;
};

/** Movement under bond in the United States. */
export type ImmediateTransportationEntry = {
  readonly __typename?: 'ImmediateTransportationEntry';
  /** Code that US Customs assigned to the facility that holds the goods. */
  readonly FIRMSCode?: Maybe<Scalars['String']['output']>;
  /** Day on which the entry was accepted. */
  readonly ITDate?: Maybe<Scalars['Date']['output']>;
  /** Number of the movement. */
  readonly ITNumber?: Maybe<Scalars['String']['output']>;
};

/** An import licence. */
export type ImportLicense = {
  readonly __typename?: 'ImportLicense';
  /** Last day of validity. */
  readonly expiryDate?: Maybe<Scalars['Date']['output']>;
  /** Whether a licence is required; null means unknown. */
  readonly isRequired?: Maybe<Scalars['Boolean']['output']>;
  /** Day of issue. */
  readonly issueDate?: Maybe<Scalars['Date']['output']>;
  /** Number of the licence. */
  readonly reference?: Maybe<Scalars['String']['output']>;
};

/** Packaging inside a package. */
export type InnerPackaging = {
  readonly __typename?: 'InnerPackaging';
  /** Type of packaging as text. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** Material of the packaging. */
  readonly material?: Maybe<Scalars['String']['output']>;
  /** Number of inner packagings. */
  readonly quantity?: Maybe<Scalars['Int']['output']>;
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

/** One leg of the journey. */
export type Leg = {
  readonly __typename?: 'Leg';
  /** Day of arrival. */
  readonly arrivalDate?: Maybe<ClassifiedDate>;
  /** Day of departure. */
  readonly departureDate?: Maybe<ClassifiedDate>;
  /** The place where the leg ends. */
  readonly dischargeLocation?: Maybe<Location>;
  /** The place where the leg starts. */
  readonly loadLocation?: Maybe<Location>;
  /** Mode of transport. Known: `VESSEL`, `RAIL`, `TRUCK`, `BARGE`, `MULTIMODAL`. */
  readonly modeOfTransport?: Maybe<Scalars['String']['output']>;
  /** Stage of the journey. Known: `PRC` pre-carriage, `MNC` main carriage, `ONC` on-carriage. */
  readonly transportPlanStage?: Maybe<Scalars['String']['output']>;
  /** Position of the leg in the journey. */
  readonly transportPlanStageSequenceNumber?: Maybe<Scalars['Int']['output']>;
  /** Ship, voyage and service. */
  readonly vesselVoyage?: Maybe<VesselVoyage>;
};

/** Temperatures that are relevant for dangerous goods, all in `temperatureUnit`. */
export type Limits = {
  readonly __typename?: 'Limits';
  /** Self-accelerating decomposition temperature. */
  readonly SADT?: Maybe<Scalars['Float']['output']>;
  /** Self-accelerating polymerization temperature. */
  readonly SAPT?: Maybe<Scalars['Float']['output']>;
  /** Flash point. */
  readonly flashPoint?: Maybe<Scalars['Float']['output']>;
  /** Unit of temperatures. Known: `CEL` Celsius, `FAH` Fahrenheit. */
  readonly temperatureUnit?: Maybe<Scalars['String']['output']>;
  /** Highest temperature at which the goods can be transported safely. */
  readonly transportControlTemperature?: Maybe<Scalars['Float']['output']>;
  /** Temperature at which emergency measures are required. */
  readonly transportEmergencyTemperature?: Maybe<Scalars['Float']['output']>;
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

/** Codes of a national tariff. */
export type NationalCommodityCode = {
  readonly __typename?: 'NationalCommodityCode';
  /** Country of the tariff, ISO 3166-1 alpha-2. */
  readonly countryCode?: Maybe<Scalars['String']['output']>;
  /**
   * Tariff. Known: `NCM` Mercosur, `HTS` Harmonized Tariff Schedule, `SCHEDULE_B` exports of the United States, `TARIC`
   * integrated tariff and `CN` Combined Nomenclature of the European Union, `CUS` Customs Union and Statistics.
   */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The codes. */
  readonly values?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** An object with a global id. */
export type Node = {
  /** Global id. Opaque. */
  readonly id: Scalars['ID']['output'];
};

/** A notice that announces, or may announce, cargo of a call. */
export type NoticeMatch = {
  readonly __typename?: 'NoticeMatch';
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
  /** The current version of the notice. */
  readonly version: ArrivalNoticeVersion;
};

/**
 * The notices that announce, or may announce, cargo of a call. `UNIQUE` means here: the call is a reliable match for each
 * notice without a contradiction.
 */
export type NoticeMatchSet = {
  readonly __typename?: 'NoticeMatchSet';
  /** The complete match query, serialized. */
  readonly matchKey: Scalars['ID']['output'];
  /** The notices, best match first. */
  readonly notices: ReadonlyArray<NoticeMatch>;
  /** Result for all notices together. */
  readonly outcome: MatchOutcome;
  /** The rule that decided that there is no match; null unless `outcome` is `AMBIGUOUS` or `CONFLICTING`. */
  readonly rule?: Maybe<DecisionRule>;
  /** Which partners were queried and with which result. */
  readonly sources: ReadonlyArray<SourceReport>;
};


/**
 * The notices that announce, or may announce, cargo of a call. `UNIQUE` means here: the call is a reliable match for each
 * notice without a contradiction.
 */
export type NoticeMatchSetNoticesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
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

/** Packaging of the goods. */
export type OuterPackaging = {
  readonly __typename?: 'OuterPackaging';
  /** IMO code of the packaging. */
  readonly IMOPackagingCode?: Maybe<Scalars['String']['output']>;
  /** Dangerous goods in the package. */
  readonly dangerousGoods?: Maybe<ReadonlyArray<DangerousGoods>>;
  /** Type of package as text. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** Number of packages. */
  readonly numberOfPackages?: Maybe<Scalars['Int']['output']>;
  /** Type of package, UNECE Recommendation 21. */
  readonly packageCode?: Maybe<Scalars['String']['output']>;
  /** Wood in the goods or the packaging. Known: `NOT_APPLICABLE`, `NOT_TREATED_AND_NOT_CERTIFIED`, `PROCESSED`, `TREATED_AND_CERTIFIED`. */
  readonly woodDeclaration?: Maybe<Scalars['String']['output']>;
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
  /** Deliveries of arrival notices and notifications to the partner, one per log; empty if none is configured. */
  readonly arrivalNoticeDeliveries?: Maybe<ReadonlyArray<Delivery>>;
  /** Connection for arrival notices and notifications. */
  readonly arrivalNotices?: Maybe<PartnerStandard>;
  /** Carriers whose documents the partner may send; empty if its file names none. */
  readonly carriers: ReadonlyArray<PartnerCarrier>;
  /** The partner's id: the name of its file. */
  readonly id: Scalars['ID']['output'];
  /** Credentials by which Landfall identifies the partner's requests. */
  readonly inboundAuth: ReadonlyArray<CredentialKind>;
  /** Display name. */
  readonly name: Scalars['String']['output'];
  /** How Landfall signs in to the partner; null if no sign-in is needed. */
  readonly outboundAuth?: Maybe<CredentialKind>;
};

/** A carrier in one of the two carrier code lists. */
export type PartnerCarrier = {
  readonly __typename?: 'PartnerCarrier';
  /** Carrier code. */
  readonly carrierCode: Scalars['String']['output'];
  /** Code list: SMDG or NMFTA. */
  readonly carrierCodeListProvider: Scalars['String']['output'];
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

/** A person or department to contact. */
export type PartyContactDetail = {
  readonly __typename?: 'PartyContactDetail';
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Telephone number in international notation. */
  readonly phone?: Maybe<Scalars['String']['output']>;
};

/** The account to which open charges are paid. */
export type PaymentRemittance = {
  readonly __typename?: 'PaymentRemittance';
  /** BIC of the bank. */
  readonly SWIFTCode?: Maybe<Scalars['String']['output']>;
  /** Account number, IBAN or local. */
  readonly accountNumber?: Maybe<Scalars['String']['output']>;
  /** Bank. */
  readonly bankName?: Maybe<Scalars['String']['output']>;
  /** Beneficiary of the payment. */
  readonly beneficiary?: Maybe<Scalars['String']['output']>;
  /** E-mail address for the proof of payment. */
  readonly remittanceEmail?: Maybe<Scalars['String']['output']>;
};

/** Where and with which number a full container is collected. */
export type PickupInformation = {
  readonly __typename?: 'PickupInformation';
  /** Facility where the container is collected. */
  readonly pickupLocation?: Maybe<Location>;
  /** Number that the haulier has to present. */
  readonly pickupNumber?: Maybe<Scalars['String']['output']>;
};

/** A port or another place, identified by its UN/LOCODE. */
export type Port = {
  readonly __typename?: 'Port';
  /** UN/LOCODE: two letters for the country, three characters for the place. */
  readonly UNLocationCode: Scalars['String']['output'];
  /** Notices whose current version has this port of discharge, the most recently received first. */
  readonly arrivalNotices?: Maybe<ArrivalNoticeConnection>;
};


/** A port or another place, identified by its UN/LOCODE. */
export type PortArrivalNoticesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  vesselIMONumber?: InputMaybe<Scalars['String']['input']>;
};

/**
 * One version of a port call event, as its partner sent it. Attributes of the standard are null where the partner omitted
 * them, sent `null` or sent an unreadable value; `document` has what it sent, `violations` lists where it breaks the
 * schema. A missing attribute states nothing: it never revokes a statement of an earlier event.
 */
export type PortCallEvent = Node & {
  readonly __typename?: 'PortCallEvent';
  /** Global id of this version. */
  readonly id: Scalars['ID']['output'];
};

/** What port call events state about one call of a ship at a port: visits, of which one may be the requested call. */
export type PortCallEventMatchSet = {
  readonly __typename?: 'PortCallEventMatchSet';
  /** The complete match query, serialized. */
  readonly matchQuery?: Maybe<Scalars['ID']['output']>;
};

/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type Query = {
  readonly __typename?: 'Query';
  /** One notice by its identity; null if there is none that the caller may see. */
  readonly arrivalNotice?: Maybe<ArrivalNotice>;
  /**
   * The log of notifications, page by page: the same events as `arrivalNoticeNotificationReceived`. For jobs that poll
   * instead of keeping a connection open.
   */
  readonly arrivalNoticeNotificationLog?: Maybe<ArrivalNoticeNotificationLogPage>;
  /** Notifications, the most recently received first. */
  readonly arrivalNoticeNotifications?: Maybe<ArrivalNoticeNotificationConnection>;
  /**
   * The log of notice versions, page by page: the same events as `arrivalNoticeVersionReceived`. For jobs that poll
   * instead of keeping a connection open.
   */
  readonly arrivalNoticeVersionLog?: Maybe<ArrivalNoticeVersionLogPage>;
  /**
   * Notices, one row per notice with its current version. Filters apply to the current version only: a notice whose vessel
   * has changed is not found by its former vessel.
   */
  readonly arrivalNotices?: Maybe<ArrivalNoticeConnection>;
  /** Any object by its global id; null if there is none that the caller may see. */
  readonly node?: Maybe<Node>;
  /** All partners and their health, sorted by id. Requires the operator right. */
  readonly partners?: Maybe<ReadonlyArray<Partner>>;
  /** A port, as an entry point into the graph; null if the argument cannot be a UN/LOCODE. The code is not looked up. */
  readonly port?: Maybe<Port>;
  /** A ship, as an entry point into the graph; null if the argument cannot be an IMO number. The number is not looked up. */
  readonly vessel?: Maybe<Vessel>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalNoticeArgs = {
  partner: Scalars['ID']['input'];
  transportDocumentReference: Scalars['String']['input'];
  typeLabel?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalNoticeNotificationLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeNotificationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalNoticeNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeNotificationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalNoticeVersionLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryArrivalNoticesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  maxAgeSeconds?: InputMaybe<Scalars['Int']['input']>;
  maxWaitMs?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArrivalNoticeOrder>;
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A field whose subgraph is unavailable is null and has an error; the other fields are answered. */
export type QueryPortArgs = {
  UNLocationCode: Scalars['String']['input'];
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

/** A reference of a shipment or a container. */
export type Reference = {
  readonly __typename?: 'Reference';
  /**
   * Type of reference. Known: `CA` carrier, `CR` customer, `AKG` vehicle identification number, `CPR` Canadian Pacific,
   * `CNR` Canadian National, `VBN` V-Bond.
   */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The reference. */
  readonly value?: Maybe<Scalars['String']['output']>;
};

/** References of goods, of one type. */
export type ReferenceConsignmentItem = {
  readonly __typename?: 'ReferenceConsignmentItem';
  /**
   * Type of the references. Known: `CR` customer, `AKG` vehicle identification number, `SPO` the shipper's and `CPO` the
   * consignee's purchase orders.
   */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The references. */
  readonly values?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** A request that a partner rejected. */
export type RefusedRequest = {
  readonly __typename?: 'RefusedRequest';
  /** Filters of the request. */
  readonly filters: ReadonlyArray<Scalars['String']['output']>;
  /** The filters that the partner's error names. */
  readonly namedFilters: ReadonlyArray<Scalars['String']['output']>;
};

/** What has been released and what is still missing. Each flag is true, false or null (unknown). */
export type ReleaseInformation = {
  readonly __typename?: 'ReleaseInformation';
  /** Contact for the release if it is not the carrier's own agency at the port of discharge. */
  readonly carrierInformationForCargoRelease?: Maybe<ReadonlyArray<PartyContactDetail>>;
  /** Day on which payment and documents were complete. */
  readonly freightReleaseDate?: Maybe<Scalars['Date']['output']>;
  /** Whether customs has cleared the shipment. */
  readonly isCustomsReleased?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the bill of lading was surrendered and the freight due is paid. */
  readonly isFreightReleased?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the original bill of lading has been handed to the carrier. */
  readonly isOBLReceived?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the release was given by e-mail. */
  readonly isReleasedByEmail?: Maybe<Scalars['Boolean']['output']>;
};

/** Where and how an empty container is returned. */
export type ReturnInformation = {
  readonly __typename?: 'ReturnInformation';
  /** Instructions as text. */
  readonly returnInstructions?: Maybe<Scalars['String']['output']>;
  /** Facility that accepts the container. */
  readonly returnLocation?: Maybe<Location>;
  /** Code to state when the container is returned. */
  readonly turnInReference?: Maybe<Scalars['String']['output']>;
};

/** Routes on the trade lane of a notice, the notice's own sailing first. No route is known to be the route of the shipment. */
export type RouteMatchSet = {
  readonly __typename?: 'RouteMatchSet';
  /** The complete match query, serialized. */
  readonly matchQuery: Scalars['ID']['output'];
};

/** One violation of the standard's schema. The document is stored as it was received. */
export type SchemaViolation = {
  readonly __typename?: 'SchemaViolation';
  /** The expected and the received value. */
  readonly message: Scalars['String']['output'];
  /** Location in the document as JSONPath; `$` is the document itself. */
  readonly path: Scalars['String']['output'];
};

/** A seal on a container. */
export type Seal = {
  readonly __typename?: 'Seal';
  /** Number of the seal. */
  readonly number?: Maybe<Scalars['String']['output']>;
  /** Position of the seal. Known: `DOOR`, `VENT`; null where the partner omitted it, which means `DOOR` (since 1.0.1). */
  readonly placement?: Maybe<Scalars['String']['output']>;
  /**
   * Party that affixed the seal. Known: `CAR` carrier, `SHI` shipper, `PHY` phytosanitary, `VET` veterinary, `CUS`
   * customs, and (since 1.0.1) `CNS` consolidator, `CST` customer, `TER` terminal.
   */
  readonly source?: Maybe<Scalars['String']['output']>;
  /** Type of seal. Known: `KLP` keyless padlock, `BLT` bolt, `WIR` wire (since 1.0.1). */
  readonly type?: Maybe<Scalars['String']['output']>;
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
  /** Each notification when it is stored. Events are in log order. */
  readonly arrivalNoticeNotificationReceived: ArrivalNoticeNotificationPayload;
  /**
   * Each notice version when it is stored, including older versions that arrive late (`isCurrent` distinguishes them).
   * Events are in log order. After resuming from an older cursor an event may be repeated, always with the same cursor.
   */
  readonly arrivalNoticeVersionReceived: ArrivalNoticeVersionPayload;
};


/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type SubscriptionArrivalNoticeNotificationReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeNotificationFilter>;
};


/** The subscriptions. Every event carries a cursor; a subscription that passes it as `after` resumes after that event without a gap. */
export type SubscriptionArrivalNoticeVersionReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArrivalNoticeFilter>;
};

/** A reference number that an authority assigned to a party. */
export type TaxLegalReference = {
  readonly __typename?: 'TaxLegalReference';
  /** Country of the authority, ISO 3166-1 alpha-2. */
  readonly countryCode?: Maybe<Scalars['String']['output']>;
  /** Kind of number as the authority names it, such as `PAN`. */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The number. */
  readonly value?: Maybe<Scalars['String']['output']>;
};

/** A number of rows. Counting stops at 10,000. */
export type TotalCount = {
  readonly __typename?: 'TotalCount';
  /** Whether there are exactly that many rows. */
  readonly isExact: Scalars['Boolean']['output'];
  /** The number of rows; 10,000 if there are more. */
  readonly value: Scalars['Int']['output'];
};

/** The journey of the cargo. */
export type Transport = {
  readonly __typename?: 'Transport';
  /** Inland point where the cargo crosses a border. */
  readonly borderCrossingLocation?: Maybe<Location>;
  /** Day of departure from the place of receipt or the port of loading, whichever applies. */
  readonly departureDate?: Maybe<ClassifiedDate>;
  /** When unclaimed cargo becomes subject to General Order: bonded storage and penalties in the United States. */
  readonly generalOrderDateTime?: Maybe<ClassifiedDateTime>;
  /** Day of arrival at the inland destination. */
  readonly inlandArrivalDate?: Maybe<ClassifiedDate>;
  /** All or some legs of the journey, each possibly incomplete. */
  readonly legs?: Maybe<ReadonlyArray<Leg>>;
  /** Day on which the cargo was loaded on the vessel. */
  readonly onBoardDate?: Maybe<ClassifiedDate>;
  /** The place where the carrier hands over the cargo. */
  readonly placeOfDelivery?: Maybe<Location>;
  /** Day of arrival at the place of delivery. */
  readonly placeOfDeliveryArrivalDate?: Maybe<ClassifiedDate>;
  /** The place where the carrier receives the cargo from the shipper. */
  readonly placeOfReceipt?: Maybe<Location>;
  /** Last sea port, where the cargo is discharged from the vessel. */
  readonly portOfDischarge?: Maybe<Location>;
  /** Day on which the vessel arrives at the port of discharge. */
  readonly portOfDischargeArrivalDate?: Maybe<ClassifiedDate>;
  /** First sea port. */
  readonly portOfLoading?: Maybe<Location>;
  /** Day on which the carrier had received all containers of the document. */
  readonly receivedForShipmentDate?: Maybe<ClassifiedDate>;
};

/**
 * A ship's call at a port, merged from the statements of several partners and several kinds of schedules. The statements
 * are neither averaged nor reduced: every source's statement is kept.
 */
export type TransportCall = Node & {
  readonly __typename?: 'TransportCall';
  /** Global id. It consists of the keys of the call and stays valid while schedules state the same. */
  readonly id: Scalars['ID']['output'];
};

/** A container and the statements about it. */
export type UtilizedTransportEquipment = {
  readonly __typename?: 'UtilizedTransportEquipment';
  /** Settings of an operating reefer. */
  readonly activeReeferSettings?: Maybe<ActiveReeferSettings>;
  /** Charges of this container. */
  readonly charges?: Maybe<ReadonlyArray<Charge>>;
  /** Customs references of the container. */
  readonly customsReferences?: Maybe<ReadonlyArray<CustomsReference>>;
  /** The container. */
  readonly equipment?: Maybe<Equipment>;
  /** Whether a reefer is used as a dry container; null means unknown. */
  readonly isNonOperatingReefer?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the shipper owns the container; null means unknown. */
  readonly isShipperOwned?: Maybe<Scalars['Boolean']['output']>;
  /** Where and with which number this container is collected. */
  readonly pickupInformation?: Maybe<PickupInformation>;
  /** References of the container. */
  readonly references?: Maybe<ReadonlyArray<Reference>>;
  /** Where and how this container is returned. */
  readonly returnInformation?: Maybe<ReturnInformation>;
  /** Seals on the container. */
  readonly seals?: Maybe<ReadonlyArray<Seal>>;
  /** Marks and numbers on the cargo; at most 50. */
  readonly shippingMarks?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** Another content that was received for the identity of a version that was already stored. */
export type VersionClash = {
  readonly __typename?: 'VersionClash';
  /** The content as it was received, without the content of an embedded file. */
  readonly document?: Maybe<Scalars['JSON']['output']>;
  /** When Landfall received it. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** How it reached Landfall. */
  readonly receivedBy: ReceivedBy;
};

/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type Vessel = {
  readonly __typename?: 'Vessel';
  /** Notices whose current version names the ship on a leg, the most recently received first. */
  readonly arrivalNotices?: Maybe<ArrivalNoticeConnection>;
  /** IMO number as a string; a ship keeps it for life. */
  readonly vesselIMONumber: Scalars['String']['output'];
};


/** A ship, identified by its IMO number. Every statement about it names the partner that made it. */
export type VesselArrivalNoticesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  portOfDischarge?: InputMaybe<Scalars['String']['input']>;
};

/** Ship, voyage and service of a leg. */
export type VesselVoyage = {
  readonly __typename?: 'VesselVoyage';
  /** Number under which customs registered the call of the ship. */
  readonly callReferenceNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's export voyage number. */
  readonly carrierExportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's import voyage number. */
  readonly carrierImportVoyageNumber?: Maybe<Scalars['String']['output']>;
  /** The carrier's service code. */
  readonly carrierServiceCode?: Maybe<Scalars['String']['output']>;
  /** Universal export voyage reference, shared by all carriers, in the format of the import voyage reference. */
  readonly universalExportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal import voyage reference, shared by all carriers: two digits of the year, two characters, and `N`, `E`, `W`, `S` or `R`. */
  readonly universalImportVoyageReference?: Maybe<Scalars['String']['output']>;
  /** Universal service reference, shared by all carriers: `SR`, five digits, one letter. */
  readonly universalServiceReference?: Maybe<Scalars['String']['output']>;
  /** The ship; null without an IMO number. */
  readonly vessel?: Maybe<Vessel>;
  /** Radio call sign. */
  readonly vesselCallSign?: Maybe<Scalars['String']['output']>;
  /** Flag state, ISO 3166-1 alpha-2. */
  readonly vesselFlag?: Maybe<Scalars['String']['output']>;
  /** IMO number of the ship, usually seven digits. */
  readonly vesselIMONumber?: Maybe<Scalars['String']['output']>;
  /** Name of the ship. */
  readonly vesselName?: Maybe<Scalars['String']['output']>;
};

/** The notice as a file, usually a PDF. */
export type Visualization = {
  readonly __typename?: 'Visualization';
  /** Size of the file in bytes. */
  readonly byteLength: Scalars['Int']['output'];
  /** The file in Base64. It may have several megabytes; prefer `url`. */
  readonly content?: Maybe<Scalars['String']['output']>;
  /** Media type; `application/pdf` if the partner stated none. */
  readonly contentType?: Maybe<Scalars['String']['output']>;
  /** File name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** URL of the file for callers who may see the notice, relative to the URL of `/graphql`. */
  readonly url: Scalars['String']['output'];
};

/** A volume. */
export type Volume = {
  readonly __typename?: 'Volume';
  /** Unit of volume. Known: `MTQ` cubic metre, `FTQ` cubic foot, `LTR` litre. */
  readonly unit?: Maybe<Scalars['String']['output']>;
  /** Number of units. */
  readonly value?: Maybe<Scalars['Float']['output']>;
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
  ArrivalNoticeNotification: ArrivalNoticeNotification;
  ArrivalNoticeVersion: ArrivalNoticeVersion;
  CallMatchSet: CallMatchSet;
  NoticeMatchSet: NoticeMatchSet;
  Partner: Partner;
  Port: Port;
  PortCallEvent: PortCallEvent;
  PortCallEventMatchSet: PortCallEventMatchSet;
  RouteMatchSet: RouteMatchSet;
  TransportCall: TransportCall;
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
  ArrivalNoticeNotification:
    ( { __typename: 'ArrivalNoticeNotification' }
    & GraphQLRecursivePick<FederationTypes['ArrivalNoticeNotification'], {"id":true}> );
  ArrivalNoticeVersion:
    ( { __typename: 'ArrivalNoticeVersion' }
    & GraphQLRecursivePick<FederationTypes['ArrivalNoticeVersion'], {"id":true}> );
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
    & GraphQLRecursivePick<FederationTypes['PortCallEventMatchSet'], {"matchQuery":true}> );
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
  Node:
    | ( Notice )
    | ( Notification )
    | ( NoticeVersion )
    | ( ForeignNode )
    | ( ForeignNode )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ActiveReeferSettings: ResolverTypeWrapper<ActiveReeferSettings>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Address: ResolverTypeWrapper<Address>;
  Arrival: ResolverTypeWrapper<Omit<Arrival, 'notice'> & { notice?: Maybe<ResolversTypes['ArrivalNotice']> }>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  ArrivalNotice: ResolverTypeWrapper<Notice>;
  ArrivalNoticeConnection: ResolverTypeWrapper<NoticePage>;
  ArrivalNoticeEdge: ResolverTypeWrapper<NoticeEdge>;
  ArrivalNoticeFilter: ArrivalNoticeFilter;
  ArrivalNoticeNotification: ResolverTypeWrapper<Notification>;
  ArrivalNoticeNotificationConnection: ResolverTypeWrapper<NoticePage>;
  ArrivalNoticeNotificationEdge: ResolverTypeWrapper<NoticeEdge>;
  ArrivalNoticeNotificationFilter: ArrivalNoticeNotificationFilter;
  ArrivalNoticeNotificationLogPage: ResolverTypeWrapper<LogPage>;
  ArrivalNoticeNotificationPayload: ResolverTypeWrapper<LogEvent>;
  ArrivalNoticeOrder: ArrivalNoticeOrder;
  ArrivalNoticeVersion: ResolverTypeWrapper<NoticeVersion>;
  ArrivalNoticeVersionConnection: ResolverTypeWrapper<VersionPage>;
  ArrivalNoticeVersionEdge: ResolverTypeWrapper<VersionEdge>;
  ArrivalNoticeVersionLogPage: ResolverTypeWrapper<LogPage>;
  ArrivalNoticeVersionPayload: ResolverTypeWrapper<LogEvent>;
  AttributeComparison: ResolverTypeWrapper<AttributeComparison>;
  BreakerState: BreakerState;
  CallMatchSet: ResolverTypeWrapper<MatchQueryReference>;
  CargoItem: ResolverTypeWrapper<Omit<CargoItem, 'charges'> & { charges?: Maybe<ReadonlyArray<ResolversTypes['Charge']>> }>;
  Charge: ResolverTypeWrapper<Omit<Charge, 'paymentLocation'> & { paymentLocation?: Maybe<ResolversTypes['Location']> }>;
  ClassifiedDate: ResolverTypeWrapper<ClassifiedDate>;
  ClassifiedDateTime: ResolverTypeWrapper<ClassifiedDateTime>;
  ComparedValue: ResolverTypeWrapper<ComparedValue>;
  ComparisonResult: ComparisonResult;
  ConsignmentItem: ResolverTypeWrapper<Omit<ConsignmentItem, 'cargoItems'> & { cargoItems?: Maybe<ReadonlyArray<ResolversTypes['CargoItem']>> }>;
  CredentialKind: CredentialKind;
  CustomsClearance: ResolverTypeWrapper<Omit<CustomsClearance, 'customsClearancePoint'> & { customsClearancePoint?: Maybe<ResolversTypes['Location']> }>;
  CustomsReference: ResolverTypeWrapper<CustomsReference>;
  DangerousGoods: ResolverTypeWrapper<DangerousGoods>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DecisionRule: DecisionRule;
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
  DocumentParty: ResolverTypeWrapper<DocumentParty>;
  EmergencyContactDetails: ResolverTypeWrapper<EmergencyContactDetails>;
  Equipment: ResolverTypeWrapper<Equipment>;
  ExportLicense: ResolverTypeWrapper<ExportLicense>;
  Facility: ResolverTypeWrapper<Facility>;
  Feedback: ResolverTypeWrapper<Feedback>;
  FieldChange: ResolverTypeWrapper<FieldChange>;
  FreeTime: ResolverTypeWrapper<FreeTime>;
  GeoCoordinate: ResolverTypeWrapper<GeoCoordinate>;
  IdentifyingCode: ResolverTypeWrapper<IdentifyingCode>;
  ImmediateTransportationEntry: ResolverTypeWrapper<ImmediateTransportationEntry>;
  ImportLicense: ResolverTypeWrapper<ImportLicense>;
  InnerPackaging: ResolverTypeWrapper<InnerPackaging>;
  InvalidRow: ResolverTypeWrapper<InvalidRow>;
  InvalidRowOutcome: InvalidRowOutcome;
  InvalidRows: ResolverTypeWrapper<InvalidRows>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  LastReceived: ResolverTypeWrapper<LastReceived>;
  Leg: ResolverTypeWrapper<Omit<Leg, 'dischargeLocation' | 'loadLocation' | 'vesselVoyage'> & { dischargeLocation?: Maybe<ResolversTypes['Location']>, loadLocation?: Maybe<ResolversTypes['Location']>, vesselVoyage?: Maybe<ResolversTypes['VesselVoyage']> }>;
  Limits: ResolverTypeWrapper<Limits>;
  Location: ResolverTypeWrapper<Omit<Location, 'port'> & { port?: Maybe<ResolversTypes['Port']> }>;
  MatchAttribute: MatchAttribute;
  MatchConfidence: MatchConfidence;
  MatchOutcome: MatchOutcome;
  MatchReason: MatchReason;
  MatchRule: MatchRule;
  MissedEvents: ResolverTypeWrapper<MissedEvents>;
  MissedReason: MissedReason;
  NationalCommodityCode: ResolverTypeWrapper<NationalCommodityCode>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NoticeMatch: ResolverTypeWrapper<NoticeMatchView>;
  NoticeMatchSet: ResolverTypeWrapper<NoticeMatchSetView>;
  ObservedCapability: ResolverTypeWrapper<ObservedCapability>;
  OuterPackaging: ResolverTypeWrapper<OuterPackaging>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partner: ResolverTypeWrapper<PartnerFile>;
  PartnerCarrier: ResolverTypeWrapper<PartnerCarrier>;
  PartnerEndpoint: ResolverTypeWrapper<PartnerEndpoint>;
  PartnerFailure: ResolverTypeWrapper<PartnerFailure>;
  PartnerHealth: ResolverTypeWrapper<PartnerHealth>;
  PartnerName: ResolverTypeWrapper<PartnerName>;
  PartnerResponse: ResolverTypeWrapper<PartnerResponse>;
  PartnerStandard: ResolverTypeWrapper<PartnerStandardView>;
  PartyContactDetail: ResolverTypeWrapper<PartyContactDetail>;
  PaymentRemittance: ResolverTypeWrapper<PaymentRemittance>;
  PickupInformation: ResolverTypeWrapper<Omit<PickupInformation, 'pickupLocation'> & { pickupLocation?: Maybe<ResolversTypes['Location']> }>;
  Port: ResolverTypeWrapper<PortReference>;
  PortCallEvent: ResolverTypeWrapper<ForeignNode>;
  PortCallEventMatchSet: ResolverTypeWrapper<MatchQueryReference>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReceivedBy: ReceivedBy;
  ReceivedRemark: ResolverTypeWrapper<ReceivedRemark>;
  ReceivedRemarks: ResolverTypeWrapper<ReceivedRemarks>;
  Reference: ResolverTypeWrapper<Reference>;
  ReferenceConsignmentItem: ResolverTypeWrapper<ReferenceConsignmentItem>;
  RefusedRequest: ResolverTypeWrapper<RefusedRequest>;
  ReleaseInformation: ResolverTypeWrapper<ReleaseInformation>;
  ReturnInformation: ResolverTypeWrapper<Omit<ReturnInformation, 'returnLocation'> & { returnLocation?: Maybe<ResolversTypes['Location']> }>;
  RouteMatchSet: ResolverTypeWrapper<MatchQueryReference>;
  SchemaViolation: ResolverTypeWrapper<SchemaViolation>;
  Seal: ResolverTypeWrapper<Seal>;
  SourceReport: ResolverTypeWrapper<PartnerReport>;
  SourceStatus: SourceStatus;
  Standard: Standard;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TaxLegalReference: ResolverTypeWrapper<TaxLegalReference>;
  TotalCount: ResolverTypeWrapper<TotalCount>;
  Transport: ResolverTypeWrapper<Omit<Transport, 'borderCrossingLocation' | 'legs' | 'placeOfDelivery' | 'placeOfReceipt' | 'portOfDischarge' | 'portOfLoading'> & { borderCrossingLocation?: Maybe<ResolversTypes['Location']>, legs?: Maybe<ReadonlyArray<ResolversTypes['Leg']>>, placeOfDelivery?: Maybe<ResolversTypes['Location']>, placeOfReceipt?: Maybe<ResolversTypes['Location']>, portOfDischarge?: Maybe<ResolversTypes['Location']>, portOfLoading?: Maybe<ResolversTypes['Location']> }>;
  TransportCall: ResolverTypeWrapper<ForeignNode>;
  UtilizedTransportEquipment: ResolverTypeWrapper<Omit<UtilizedTransportEquipment, 'charges' | 'pickupInformation' | 'returnInformation'> & { charges?: Maybe<ReadonlyArray<ResolversTypes['Charge']>>, pickupInformation?: Maybe<ResolversTypes['PickupInformation']>, returnInformation?: Maybe<ResolversTypes['ReturnInformation']> }>;
  VersionClash: ResolverTypeWrapper<Clash>;
  Vessel: ResolverTypeWrapper<VesselReference>;
  VesselVoyage: ResolverTypeWrapper<Omit<VesselVoyage, 'vessel'> & { vessel?: Maybe<ResolversTypes['Vessel']> }>;
  Visualization: ResolverTypeWrapper<NoticeVersion>;
  Volume: ResolverTypeWrapper<Volume>;
  Weight: ResolverTypeWrapper<Weight>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ActiveReeferSettings: ActiveReeferSettings;
  Float: Scalars['Float']['output'];
  Address: Address;
  Arrival: Omit<Arrival, 'notice'> & { notice?: Maybe<ResolversParentTypes['ArrivalNotice']> } | FederationReferenceTypes['Arrival'];
  ID: Scalars['ID']['output'];
  ArrivalNotice: Notice;
  ArrivalNoticeConnection: NoticePage;
  ArrivalNoticeEdge: NoticeEdge;
  ArrivalNoticeFilter: ArrivalNoticeFilter;
  ArrivalNoticeNotification: Notification;
  ArrivalNoticeNotificationConnection: NoticePage;
  ArrivalNoticeNotificationEdge: NoticeEdge;
  ArrivalNoticeNotificationFilter: ArrivalNoticeNotificationFilter;
  ArrivalNoticeNotificationLogPage: LogPage;
  ArrivalNoticeNotificationPayload: LogEvent;
  ArrivalNoticeVersion: NoticeVersion;
  ArrivalNoticeVersionConnection: VersionPage;
  ArrivalNoticeVersionEdge: VersionEdge;
  ArrivalNoticeVersionLogPage: LogPage;
  ArrivalNoticeVersionPayload: LogEvent;
  AttributeComparison: AttributeComparison;
  CallMatchSet: MatchQueryReference;
  CargoItem: Omit<CargoItem, 'charges'> & { charges?: Maybe<ReadonlyArray<ResolversParentTypes['Charge']>> };
  Charge: Omit<Charge, 'paymentLocation'> & { paymentLocation?: Maybe<ResolversParentTypes['Location']> };
  ClassifiedDate: ClassifiedDate;
  ClassifiedDateTime: ClassifiedDateTime;
  ComparedValue: ComparedValue;
  ConsignmentItem: Omit<ConsignmentItem, 'cargoItems'> & { cargoItems?: Maybe<ReadonlyArray<ResolversParentTypes['CargoItem']>> };
  CustomsClearance: Omit<CustomsClearance, 'customsClearancePoint'> & { customsClearancePoint?: Maybe<ResolversParentTypes['Location']> };
  CustomsReference: CustomsReference;
  DangerousGoods: DangerousGoods;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  Delivery: DeliveryReport;
  DeliveryAttempt: DeliveryAttempt;
  DeliveryDeadLetter: DeliveryDeadLetter;
  DeliveryError: DeliveryError;
  DeliveryMissed: DeliveryMissed;
  DeliveryPause: DeliveryPause;
  DocumentParty: DocumentParty;
  EmergencyContactDetails: EmergencyContactDetails;
  Equipment: Equipment;
  ExportLicense: ExportLicense;
  Facility: Facility;
  Feedback: Feedback;
  FieldChange: FieldChange;
  FreeTime: FreeTime;
  GeoCoordinate: GeoCoordinate;
  IdentifyingCode: IdentifyingCode;
  ImmediateTransportationEntry: ImmediateTransportationEntry;
  ImportLicense: ImportLicense;
  InnerPackaging: InnerPackaging;
  InvalidRow: InvalidRow;
  InvalidRows: InvalidRows;
  JSON: Scalars['JSON']['output'];
  LastReceived: LastReceived;
  Leg: Omit<Leg, 'dischargeLocation' | 'loadLocation' | 'vesselVoyage'> & { dischargeLocation?: Maybe<ResolversParentTypes['Location']>, loadLocation?: Maybe<ResolversParentTypes['Location']>, vesselVoyage?: Maybe<ResolversParentTypes['VesselVoyage']> };
  Limits: Limits;
  Location: Omit<Location, 'port'> & { port?: Maybe<ResolversParentTypes['Port']> };
  MissedEvents: MissedEvents;
  NationalCommodityCode: NationalCommodityCode;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NoticeMatch: NoticeMatchView;
  NoticeMatchSet: NoticeMatchSetView;
  ObservedCapability: ObservedCapability;
  OuterPackaging: OuterPackaging;
  PageInfo: PageInfo;
  Partner: PartnerFile;
  PartnerCarrier: PartnerCarrier;
  PartnerEndpoint: PartnerEndpoint;
  PartnerFailure: PartnerFailure;
  PartnerHealth: PartnerHealth;
  PartnerName: PartnerName;
  PartnerResponse: PartnerResponse;
  PartnerStandard: PartnerStandardView;
  PartyContactDetail: PartyContactDetail;
  PaymentRemittance: PaymentRemittance;
  PickupInformation: Omit<PickupInformation, 'pickupLocation'> & { pickupLocation?: Maybe<ResolversParentTypes['Location']> };
  Port: PortReference;
  PortCallEvent: ForeignNode;
  PortCallEventMatchSet: MatchQueryReference;
  Query: Record<PropertyKey, never>;
  ReceivedRemark: ReceivedRemark;
  ReceivedRemarks: ReceivedRemarks;
  Reference: Reference;
  ReferenceConsignmentItem: ReferenceConsignmentItem;
  RefusedRequest: RefusedRequest;
  ReleaseInformation: ReleaseInformation;
  ReturnInformation: Omit<ReturnInformation, 'returnLocation'> & { returnLocation?: Maybe<ResolversParentTypes['Location']> };
  RouteMatchSet: MatchQueryReference;
  SchemaViolation: SchemaViolation;
  Seal: Seal;
  SourceReport: PartnerReport;
  Subscription: Record<PropertyKey, never>;
  TaxLegalReference: TaxLegalReference;
  TotalCount: TotalCount;
  Transport: Omit<Transport, 'borderCrossingLocation' | 'legs' | 'placeOfDelivery' | 'placeOfReceipt' | 'portOfDischarge' | 'portOfLoading'> & { borderCrossingLocation?: Maybe<ResolversParentTypes['Location']>, legs?: Maybe<ReadonlyArray<ResolversParentTypes['Leg']>>, placeOfDelivery?: Maybe<ResolversParentTypes['Location']>, placeOfReceipt?: Maybe<ResolversParentTypes['Location']>, portOfDischarge?: Maybe<ResolversParentTypes['Location']>, portOfLoading?: Maybe<ResolversParentTypes['Location']> };
  TransportCall: ForeignNode;
  UtilizedTransportEquipment: Omit<UtilizedTransportEquipment, 'charges' | 'pickupInformation' | 'returnInformation'> & { charges?: Maybe<ReadonlyArray<ResolversParentTypes['Charge']>>, pickupInformation?: Maybe<ResolversParentTypes['PickupInformation']>, returnInformation?: Maybe<ResolversParentTypes['ReturnInformation']> };
  VersionClash: Clash;
  Vessel: VesselReference;
  VesselVoyage: Omit<VesselVoyage, 'vessel'> & { vessel?: Maybe<ResolversParentTypes['Vessel']> };
  Visualization: NoticeVersion;
  Volume: Volume;
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

export type ActiveReeferSettingsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ActiveReeferSettings'] = ResolversParentTypes['ActiveReeferSettings']> = {
  airExchangeSetpoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  airExchangeUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  co2Setpoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  humiditySetpoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isBulbMode?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isColdTreatmentRequired?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isControlledAtmosphereRequired?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isDrainholesOpen?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isVentilationOpen?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  o2Setpoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  temperatureSetpoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  temperatureUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type ArrivalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Arrival'] = ResolversParentTypes['Arrival'], FederationReferenceType extends FederationReferenceTypes['Arrival'] = FederationReferenceTypes['Arrival']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Arrival']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notice?: Resolver<Maybe<ResolversTypes['ArrivalNotice']>, ParentType, ContextType>;
};

export type ArrivalNoticeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNotice'] = ResolversParentTypes['ArrivalNotice'], FederationReferenceType extends FederationReferenceTypes['ArrivalNotice'] = FederationReferenceTypes['ArrivalNotice']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ArrivalNotice']> | FederationReferenceType, FederationReferenceType, ContextType>;
  asOf?: Resolver<Maybe<ResolversTypes['ArrivalNoticeVersion']>, ParentType, ContextType, RequireFields<ArrivalNoticeAsOfArgs, 'receivedBefore'>>;
  current?: Resolver<ResolversTypes['ArrivalNoticeVersion'], ParentType, ContextType>;
  firstReceivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  transportDocumentReference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  typeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  versions?: Resolver<ResolversTypes['ArrivalNoticeVersionConnection'], ParentType, ContextType, RequireFields<ArrivalNoticeVersionsArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArrivalNoticeConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeConnection'] = ResolversParentTypes['ArrivalNoticeConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNotice']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalNoticeEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeEdge'] = ResolversParentTypes['ArrivalNoticeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalNotice'], ParentType, ContextType>;
};

export type ArrivalNoticeNotificationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeNotification'] = ResolversParentTypes['ArrivalNoticeNotification'], FederationReferenceType extends FederationReferenceTypes['ArrivalNoticeNotification'] = FederationReferenceTypes['ArrivalNoticeNotification']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ArrivalNoticeNotification']> | FederationReferenceType, FederationReferenceType, ContextType>;
  announces?: Resolver<Maybe<ResolversTypes['ArrivalNoticeVersion']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  equipmentReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  issueDateTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  notice?: Resolver<Maybe<ResolversTypes['ArrivalNotice']>, ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  placeOfDelivery?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  placeOfDeliveryArrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  portOfDischarge?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  portOfDischargeArrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedBy?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
  transportDocumentReference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  typeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  versionLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArrivalNoticeNotificationConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeNotificationConnection'] = ResolversParentTypes['ArrivalNoticeNotificationConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeNotificationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeNotification']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalNoticeNotificationEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeNotificationEdge'] = ResolversParentTypes['ArrivalNoticeNotificationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalNoticeNotification'], ParentType, ContextType>;
};

export type ArrivalNoticeNotificationLogPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeNotificationLogPage'] = ResolversParentTypes['ArrivalNoticeNotificationLogPage']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeNotificationPayload']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ArrivalNoticeNotificationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeNotificationPayload'] = ResolversParentTypes['ArrivalNoticeNotificationPayload']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['MissedEvents']>, ParentType, ContextType>;
  notification?: Resolver<Maybe<ResolversTypes['ArrivalNoticeNotification']>, ParentType, ContextType>;
};

export type ArrivalNoticeVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeVersion'] = ResolversParentTypes['ArrivalNoticeVersion'], FederationReferenceType extends FederationReferenceTypes['ArrivalNoticeVersion'] = FederationReferenceTypes['ArrivalNoticeVersion']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ArrivalNoticeVersion']> | FederationReferenceType, FederationReferenceType, ContextType>;
  additionalInformation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  arrivalCall?: Resolver<Maybe<ResolversTypes['CallMatchSet']>, ParentType, ContextType, RequireFields<ArrivalNoticeVersionArrivalCallArgs, 'maxAgeSeconds' | 'maxWaitMs'>>;
  arrivalMatchKey?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  cargoMovementTypeAtDestination?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierClauses?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  carrierCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierContactInformation?: Resolver<Maybe<ReadonlyArray<ResolversTypes['PartyContactDetail']>>, ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['FieldChange']>, ParentType, ContextType, Partial<ArrivalNoticeVersionChangesArgs>>;
  charges?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Charge']>>, ParentType, ContextType>;
  clashes?: Resolver<ReadonlyArray<ResolversTypes['VersionClash']>, ParentType, ContextType>;
  comparableRoutes?: Resolver<Maybe<ResolversTypes['RouteMatchSet']>, ParentType, ContextType, RequireFields<ArrivalNoticeVersionComparableRoutesArgs, 'maxAgeSeconds' | 'maxWaitMs'>>;
  consignmentItems?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ConsignmentItem']>>, ParentType, ContextType>;
  customsClearance?: Resolver<Maybe<ResolversTypes['CustomsClearance']>, ParentType, ContextType>;
  deliveryTypeAtDestination?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  documentParties?: Resolver<Maybe<ReadonlyArray<ResolversTypes['DocumentParty']>>, ParentType, ContextType>;
  freeTimes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['FreeTime']>>, ParentType, ContextType>;
  freightPaymentStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  houseBillOfLadingReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isElectronic?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  issueDateTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  loadingCall?: Resolver<Maybe<ResolversTypes['CallMatchSet']>, ParentType, ContextType, RequireFields<ArrivalNoticeVersionLoadingCallArgs, 'maxAgeSeconds' | 'maxWaitMs'>>;
  notice?: Resolver<ResolversTypes['ArrivalNotice'], ParentType, ContextType>;
  partner?: Resolver<ResolversTypes['PartnerName'], ParentType, ContextType>;
  paymentRemittance?: Resolver<Maybe<ResolversTypes['PaymentRemittance']>, ParentType, ContextType>;
  pickupInformation?: Resolver<Maybe<ResolversTypes['PickupInformation']>, ParentType, ContextType>;
  placeOfBLIssue?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  portCallEvents?: Resolver<Maybe<ResolversTypes['PortCallEventMatchSet']>, ParentType, ContextType, RequireFields<ArrivalNoticeVersionPortCallEventsArgs, 'maxAgeSeconds' | 'maxWaitMs'>>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedBy?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
  references?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Reference']>>, ParentType, ContextType>;
  releaseInformation?: Resolver<Maybe<ResolversTypes['ReleaseInformation']>, ParentType, ContextType>;
  returnInformation?: Resolver<Maybe<ResolversTypes['ReturnInformation']>, ParentType, ContextType>;
  serviceContractReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supersedes?: Resolver<Maybe<ResolversTypes['ArrivalNoticeVersion']>, ParentType, ContextType>;
  termsAndConditions?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transport?: Resolver<Maybe<ResolversTypes['Transport']>, ParentType, ContextType>;
  transportDocumentReference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transportDocumentTypeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  typeLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  utilizedTransportEquipments?: Resolver<Maybe<ReadonlyArray<ResolversTypes['UtilizedTransportEquipment']>>, ParentType, ContextType>;
  versionLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  violations?: Resolver<ReadonlyArray<ResolversTypes['SchemaViolation']>, ParentType, ContextType>;
  visualization?: Resolver<Maybe<ResolversTypes['Visualization']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArrivalNoticeVersionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeVersionConnection'] = ResolversParentTypes['ArrivalNoticeVersionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeVersionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeVersion']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['TotalCount']>, ParentType, ContextType>;
};

export type ArrivalNoticeVersionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeVersionEdge'] = ResolversParentTypes['ArrivalNoticeVersionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArrivalNoticeVersion'], ParentType, ContextType>;
};

export type ArrivalNoticeVersionLogPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeVersionLogPage'] = ResolversParentTypes['ArrivalNoticeVersionLogPage']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['ArrivalNoticeVersionPayload']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ArrivalNoticeVersionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArrivalNoticeVersionPayload'] = ResolversParentTypes['ArrivalNoticeVersionPayload']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missed?: Resolver<Maybe<ResolversTypes['MissedEvents']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['ArrivalNoticeVersion']>, ParentType, ContextType>;
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

export type CargoItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CargoItem'] = ResolversParentTypes['CargoItem']> = {
  cargoGrossVolume?: Resolver<Maybe<ResolversTypes['Volume']>, ParentType, ContextType>;
  cargoGrossWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  cargoNetVolume?: Resolver<Maybe<ResolversTypes['Volume']>, ParentType, ContextType>;
  cargoNetWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  charges?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Charge']>>, ParentType, ContextType>;
  customsReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CustomsReference']>>, ParentType, ContextType>;
  equipmentReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  exportLicense?: Resolver<Maybe<ResolversTypes['ExportLicense']>, ParentType, ContextType>;
  importLicense?: Resolver<Maybe<ResolversTypes['ImportLicense']>, ParentType, ContextType>;
  nationalCommodityCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['NationalCommodityCode']>>, ParentType, ContextType>;
  outerPackaging?: Resolver<Maybe<ResolversTypes['OuterPackaging']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ChargeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Charge'] = ResolversParentTypes['Charge']> = {
  calculationBasis?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierRateOfExchange?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chargeCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chargeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currencyAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  currencyCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  invoicePayerCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentCurrency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  paymentTermCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unitPrice?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ClassifiedDateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClassifiedDate'] = ResolversParentTypes['ClassifiedDate']> = {
  classifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
};

export type ClassifiedDateTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClassifiedDateTime'] = ResolversParentTypes['ClassifiedDateTime']> = {
  classifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ComparedValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComparedValue'] = ResolversParentTypes['ComparedValue']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConsignmentItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsignmentItem'] = ResolversParentTypes['ConsignmentItem']> = {
  HSCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  cargoItems?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CargoItem']>>, ParentType, ContextType>;
  carrierBookingReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  customsReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CustomsReference']>>, ParentType, ContextType>;
  descriptionOfGoods?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  exportLicense?: Resolver<Maybe<ResolversTypes['ExportLicense']>, ParentType, ContextType>;
  importLicense?: Resolver<Maybe<ResolversTypes['ImportLicense']>, ParentType, ContextType>;
  nationalCommodityCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['NationalCommodityCode']>>, ParentType, ContextType>;
  references?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ReferenceConsignmentItem']>>, ParentType, ContextType>;
  shippingMarks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type CustomsClearanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CustomsClearance'] = ResolversParentTypes['CustomsClearance']> = {
  customsClearancePoint?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  customsImportDeclarationProcedure?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  immediateTransportationEntry?: Resolver<Maybe<ResolversTypes['ImmediateTransportationEntry']>, ParentType, ContextType>;
  manifestReferenceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  masterSequenceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CustomsReferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CustomsReference'] = ResolversParentTypes['CustomsReference']> = {
  countryCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type DangerousGoodsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DangerousGoods'] = ResolversParentTypes['DangerousGoods']> = {
  EMSNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  IMOClass?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  NANumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  UNNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  codedVariantList?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  competentAuthorityApproval?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emergencyContactDetails?: Resolver<Maybe<ResolversTypes['EmergencyContactDetails']>, ParentType, ContextType>;
  endOfHoldingTime?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  fumigationDateTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  grossWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  inhalationZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  innerPackagings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['InnerPackaging']>>, ParentType, ContextType>;
  isCompetentAuthorityApprovalRequired?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isEmptyUncleanedResidue?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isExceptedQuantity?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isHot?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isLimitedQuantity?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isMarinePollutant?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isReportableQuantity?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isSalvagePackings?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isWaste?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  limits?: Resolver<Maybe<ResolversTypes['Limits']>, ParentType, ContextType>;
  netExplosiveContent?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  netVolume?: Resolver<Maybe<ResolversTypes['Volume']>, ParentType, ContextType>;
  netWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
  packingGroup?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  properShippingName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  segregationGroups?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  subsidiaryRisk1?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subsidiaryRisk2?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  technicalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type DocumentPartyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DocumentParty'] = ResolversParentTypes['DocumentParty']> = {
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  identifyingCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['IdentifyingCode']>>, ParentType, ContextType>;
  partyContactDetails?: Resolver<Maybe<ReadonlyArray<ResolversTypes['PartyContactDetail']>>, ParentType, ContextType>;
  partyFunction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  partyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purchaseOrderReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  taxLegalReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TaxLegalReference']>>, ParentType, ContextType>;
};

export type EmergencyContactDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EmergencyContactDetails'] = ResolversParentTypes['EmergencyContactDetails']> = {
  contact?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  provider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  referenceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EquipmentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Equipment'] = ResolversParentTypes['Equipment']> = {
  ISOEquipmentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  equipmentReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tareWeight?: Resolver<Maybe<ResolversTypes['Weight']>, ParentType, ContextType>;
};

export type ExportLicenseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExportLicense'] = ResolversParentTypes['ExportLicense']> = {
  expiryDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  isRequired?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type FieldChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FieldChange'] = ResolversParentTypes['FieldChange']> = {
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FreeTimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FreeTime'] = ResolversParentTypes['FreeTime']> = {
  ISOEquipmentCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  calculationBasis?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  duration?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  equipmentReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  lastFreeDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  lastFreeDateTime?: Resolver<Maybe<ResolversTypes['ClassifiedDateTime']>, ParentType, ContextType>;
  timeUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  typeCodes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type GeoCoordinateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GeoCoordinate'] = ResolversParentTypes['GeoCoordinate']> = {
  latitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IdentifyingCodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IdentifyingCode'] = ResolversParentTypes['IdentifyingCode']> = {
  codeListName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  codeListProvider?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  partyCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ImmediateTransportationEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImmediateTransportationEntry'] = ResolversParentTypes['ImmediateTransportationEntry']> = {
  FIRMSCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ITDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  ITNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ImportLicenseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImportLicense'] = ResolversParentTypes['ImportLicense']> = {
  expiryDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  isRequired?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type InnerPackagingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InnerPackaging'] = ResolversParentTypes['InnerPackaging']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  material?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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

export type LegResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Leg'] = ResolversParentTypes['Leg']> = {
  arrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  departureDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  dischargeLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  loadLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  modeOfTransport?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transportPlanStage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transportPlanStageSequenceNumber?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  vesselVoyage?: Resolver<Maybe<ResolversTypes['VesselVoyage']>, ParentType, ContextType>;
};

export type LimitsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Limits'] = ResolversParentTypes['Limits']> = {
  SADT?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  SAPT?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  flashPoint?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  temperatureUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transportControlTemperature?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  transportEmergencyTemperature?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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

export type NationalCommodityCodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NationalCommodityCode'] = ResolversParentTypes['NationalCommodityCode']> = {
  countryCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'ArrivalNotice' | 'ArrivalNoticeNotification' | 'ArrivalNoticeVersion' | 'PortCallEvent' | 'TransportCall', ParentType, ContextType>;
};

export type NoticeMatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NoticeMatch'] = ResolversParentTypes['NoticeMatch']> = {
  confidence?: Resolver<ResolversTypes['MatchConfidence'], ParentType, ContextType>;
  contradictions?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  dayDistance?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  matchedOn?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  notComparable?: Resolver<ReadonlyArray<ResolversTypes['AttributeComparison']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['MatchReason']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['MatchRule'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['ArrivalNoticeVersion'], ParentType, ContextType>;
};

export type NoticeMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NoticeMatchSet'] = ResolversParentTypes['NoticeMatchSet'], FederationReferenceType extends FederationReferenceTypes['NoticeMatchSet'] = FederationReferenceTypes['NoticeMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['NoticeMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notices?: Resolver<ReadonlyArray<ResolversTypes['NoticeMatch']>, ParentType, ContextType, RequireFields<NoticeMatchSetNoticesArgs, 'first'>>;
  outcome?: Resolver<ResolversTypes['MatchOutcome'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['DecisionRule']>, ParentType, ContextType>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['SourceReport']>, ParentType, ContextType>;
};

export type ObservedCapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ObservedCapability'] = ResolversParentTypes['ObservedCapability']> = {
  ignoredFilters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  largestPage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  refusedRequests?: Resolver<ReadonlyArray<ResolversTypes['RefusedRequest']>, ParentType, ContextType>;
  requiresCursorAlone?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  supportsLimit?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type OuterPackagingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OuterPackaging'] = ResolversParentTypes['OuterPackaging']> = {
  IMOPackagingCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dangerousGoods?: Resolver<Maybe<ReadonlyArray<ResolversTypes['DangerousGoods']>>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  numberOfPackages?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  packageCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  woodDeclaration?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PartnerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Partner'] = ResolversParentTypes['Partner'], FederationReferenceType extends FederationReferenceTypes['Partner'] = FederationReferenceTypes['Partner']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Partner']> | FederationReferenceType, FederationReferenceType, ContextType>;
  arrivalNoticeDeliveries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Delivery']>>, ParentType, ContextType>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['PartnerStandard']>, ParentType, ContextType>;
  carriers?: Resolver<ReadonlyArray<ResolversTypes['PartnerCarrier']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  inboundAuth?: Resolver<ReadonlyArray<ResolversTypes['CredentialKind']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outboundAuth?: Resolver<Maybe<ResolversTypes['CredentialKind']>, ParentType, ContextType>;
};

export type PartnerCarrierResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartnerCarrier'] = ResolversParentTypes['PartnerCarrier']> = {
  carrierCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  carrierCodeListProvider?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type PartyContactDetailResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PartyContactDetail'] = ResolversParentTypes['PartyContactDetail']> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PaymentRemittanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentRemittance'] = ResolversParentTypes['PaymentRemittance']> = {
  SWIFTCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  accountNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bankName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  beneficiary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remittanceEmail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PickupInformationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PickupInformation'] = ResolversParentTypes['PickupInformation']> = {
  pickupLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  pickupNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PortResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Port'] = ResolversParentTypes['Port'], FederationReferenceType extends FederationReferenceTypes['Port'] = FederationReferenceTypes['Port']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Port']> | FederationReferenceType, FederationReferenceType, ContextType>;
  UNLocationCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['ArrivalNoticeConnection']>, ParentType, ContextType, RequireFields<PortArrivalNoticesArgs, 'first'>>;
};

export type PortCallEventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEvent'] = ResolversParentTypes['PortCallEvent'], FederationReferenceType extends FederationReferenceTypes['PortCallEvent'] = FederationReferenceTypes['PortCallEvent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEvent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PortCallEventMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortCallEventMatchSet'] = ResolversParentTypes['PortCallEventMatchSet'], FederationReferenceType extends FederationReferenceTypes['PortCallEventMatchSet'] = FederationReferenceTypes['PortCallEventMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PortCallEventMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchQuery?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  arrivalNotice?: Resolver<Maybe<ResolversTypes['ArrivalNotice']>, ParentType, ContextType, RequireFields<QueryArrivalNoticeArgs, 'partner' | 'transportDocumentReference'>>;
  arrivalNoticeNotificationLog?: Resolver<Maybe<ResolversTypes['ArrivalNoticeNotificationLogPage']>, ParentType, ContextType, RequireFields<QueryArrivalNoticeNotificationLogArgs, 'first'>>;
  arrivalNoticeNotifications?: Resolver<Maybe<ResolversTypes['ArrivalNoticeNotificationConnection']>, ParentType, ContextType, RequireFields<QueryArrivalNoticeNotificationsArgs, 'first'>>;
  arrivalNoticeVersionLog?: Resolver<Maybe<ResolversTypes['ArrivalNoticeVersionLogPage']>, ParentType, ContextType, RequireFields<QueryArrivalNoticeVersionLogArgs, 'first'>>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['ArrivalNoticeConnection']>, ParentType, ContextType, RequireFields<QueryArrivalNoticesArgs, 'first' | 'maxWaitMs' | 'orderBy'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  partners?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Partner']>>, ParentType, ContextType>;
  port?: Resolver<Maybe<ResolversTypes['Port']>, ParentType, ContextType, RequireFields<QueryPortArgs, 'UNLocationCode'>>;
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

export type ReferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Reference'] = ResolversParentTypes['Reference']> = {
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReferenceConsignmentItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReferenceConsignmentItem'] = ResolversParentTypes['ReferenceConsignmentItem']> = {
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type RefusedRequestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedRequest'] = ResolversParentTypes['RefusedRequest']> = {
  filters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  namedFilters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReleaseInformationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReleaseInformation'] = ResolversParentTypes['ReleaseInformation']> = {
  carrierInformationForCargoRelease?: Resolver<Maybe<ReadonlyArray<ResolversTypes['PartyContactDetail']>>, ParentType, ContextType>;
  freightReleaseDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  isCustomsReleased?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isFreightReleased?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isOBLReceived?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isReleasedByEmail?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type ReturnInformationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReturnInformation'] = ResolversParentTypes['ReturnInformation']> = {
  returnInstructions?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  returnLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  turnInReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RouteMatchSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RouteMatchSet'] = ResolversParentTypes['RouteMatchSet'], FederationReferenceType extends FederationReferenceTypes['RouteMatchSet'] = FederationReferenceTypes['RouteMatchSet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['RouteMatchSet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  matchQuery?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SchemaViolationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SchemaViolation'] = ResolversParentTypes['SchemaViolation']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SealResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Seal'] = ResolversParentTypes['Seal']> = {
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  placement?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  arrivalNoticeNotificationReceived?: SubscriptionResolver<ResolversTypes['ArrivalNoticeNotificationPayload'], "arrivalNoticeNotificationReceived", ParentType, ContextType, Partial<SubscriptionArrivalNoticeNotificationReceivedArgs>>;
  arrivalNoticeVersionReceived?: SubscriptionResolver<ResolversTypes['ArrivalNoticeVersionPayload'], "arrivalNoticeVersionReceived", ParentType, ContextType, Partial<SubscriptionArrivalNoticeVersionReceivedArgs>>;
};

export type TaxLegalReferenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TaxLegalReference'] = ResolversParentTypes['TaxLegalReference']> = {
  countryCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TotalCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TotalCount'] = ResolversParentTypes['TotalCount']> = {
  isExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TransportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Transport'] = ResolversParentTypes['Transport']> = {
  borderCrossingLocation?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  departureDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  generalOrderDateTime?: Resolver<Maybe<ResolversTypes['ClassifiedDateTime']>, ParentType, ContextType>;
  inlandArrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  legs?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Leg']>>, ParentType, ContextType>;
  onBoardDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  placeOfDelivery?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  placeOfDeliveryArrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  placeOfReceipt?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  portOfDischarge?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  portOfDischargeArrivalDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
  portOfLoading?: Resolver<Maybe<ResolversTypes['Location']>, ParentType, ContextType>;
  receivedForShipmentDate?: Resolver<Maybe<ResolversTypes['ClassifiedDate']>, ParentType, ContextType>;
};

export type TransportCallResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransportCall'] = ResolversParentTypes['TransportCall'], FederationReferenceType extends FederationReferenceTypes['TransportCall'] = FederationReferenceTypes['TransportCall']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TransportCall']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UtilizedTransportEquipmentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UtilizedTransportEquipment'] = ResolversParentTypes['UtilizedTransportEquipment']> = {
  activeReeferSettings?: Resolver<Maybe<ResolversTypes['ActiveReeferSettings']>, ParentType, ContextType>;
  charges?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Charge']>>, ParentType, ContextType>;
  customsReferences?: Resolver<Maybe<ReadonlyArray<ResolversTypes['CustomsReference']>>, ParentType, ContextType>;
  equipment?: Resolver<Maybe<ResolversTypes['Equipment']>, ParentType, ContextType>;
  isNonOperatingReefer?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isShipperOwned?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  pickupInformation?: Resolver<Maybe<ResolversTypes['PickupInformation']>, ParentType, ContextType>;
  references?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Reference']>>, ParentType, ContextType>;
  returnInformation?: Resolver<Maybe<ResolversTypes['ReturnInformation']>, ParentType, ContextType>;
  seals?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Seal']>>, ParentType, ContextType>;
  shippingMarks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type VersionClashResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VersionClash'] = ResolversParentTypes['VersionClash']> = {
  document?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  receivedBy?: Resolver<ResolversTypes['ReceivedBy'], ParentType, ContextType>;
};

export type VesselResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Vessel'] = ResolversParentTypes['Vessel'], FederationReferenceType extends FederationReferenceTypes['Vessel'] = FederationReferenceTypes['Vessel']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vessel']> | FederationReferenceType, FederationReferenceType, ContextType>;
  arrivalNotices?: Resolver<Maybe<ResolversTypes['ArrivalNoticeConnection']>, ParentType, ContextType, RequireFields<VesselArrivalNoticesArgs, 'first'>>;
  vesselIMONumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VesselVoyageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VesselVoyage'] = ResolversParentTypes['VesselVoyage']> = {
  callReferenceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierExportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierImportVoyageNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  carrierServiceCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalExportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalImportVoyageReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  universalServiceReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vessel?: Resolver<Maybe<ResolversTypes['Vessel']>, ParentType, ContextType>;
  vesselCallSign?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselFlag?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselIMONumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vesselName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type VisualizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Visualization'] = ResolversParentTypes['Visualization']> = {
  byteLength?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contentType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VolumeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Volume'] = ResolversParentTypes['Volume']> = {
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type WeightResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Weight'] = ResolversParentTypes['Weight']> = {
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  ActiveReeferSettings?: ActiveReeferSettingsResolvers<ContextType>;
  Address?: AddressResolvers<ContextType>;
  Arrival?: ArrivalResolvers<ContextType>;
  ArrivalNotice?: ArrivalNoticeResolvers<ContextType>;
  ArrivalNoticeConnection?: ArrivalNoticeConnectionResolvers<ContextType>;
  ArrivalNoticeEdge?: ArrivalNoticeEdgeResolvers<ContextType>;
  ArrivalNoticeNotification?: ArrivalNoticeNotificationResolvers<ContextType>;
  ArrivalNoticeNotificationConnection?: ArrivalNoticeNotificationConnectionResolvers<ContextType>;
  ArrivalNoticeNotificationEdge?: ArrivalNoticeNotificationEdgeResolvers<ContextType>;
  ArrivalNoticeNotificationLogPage?: ArrivalNoticeNotificationLogPageResolvers<ContextType>;
  ArrivalNoticeNotificationPayload?: ArrivalNoticeNotificationPayloadResolvers<ContextType>;
  ArrivalNoticeVersion?: ArrivalNoticeVersionResolvers<ContextType>;
  ArrivalNoticeVersionConnection?: ArrivalNoticeVersionConnectionResolvers<ContextType>;
  ArrivalNoticeVersionEdge?: ArrivalNoticeVersionEdgeResolvers<ContextType>;
  ArrivalNoticeVersionLogPage?: ArrivalNoticeVersionLogPageResolvers<ContextType>;
  ArrivalNoticeVersionPayload?: ArrivalNoticeVersionPayloadResolvers<ContextType>;
  AttributeComparison?: AttributeComparisonResolvers<ContextType>;
  CallMatchSet?: CallMatchSetResolvers<ContextType>;
  CargoItem?: CargoItemResolvers<ContextType>;
  Charge?: ChargeResolvers<ContextType>;
  ClassifiedDate?: ClassifiedDateResolvers<ContextType>;
  ClassifiedDateTime?: ClassifiedDateTimeResolvers<ContextType>;
  ComparedValue?: ComparedValueResolvers<ContextType>;
  ConsignmentItem?: ConsignmentItemResolvers<ContextType>;
  CustomsClearance?: CustomsClearanceResolvers<ContextType>;
  CustomsReference?: CustomsReferenceResolvers<ContextType>;
  DangerousGoods?: DangerousGoodsResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  DeliveryDeadLetter?: DeliveryDeadLetterResolvers<ContextType>;
  DeliveryError?: DeliveryErrorResolvers<ContextType>;
  DeliveryMissed?: DeliveryMissedResolvers<ContextType>;
  DeliveryPause?: DeliveryPauseResolvers<ContextType>;
  DocumentParty?: DocumentPartyResolvers<ContextType>;
  EmergencyContactDetails?: EmergencyContactDetailsResolvers<ContextType>;
  Equipment?: EquipmentResolvers<ContextType>;
  ExportLicense?: ExportLicenseResolvers<ContextType>;
  Facility?: FacilityResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  FieldChange?: FieldChangeResolvers<ContextType>;
  FreeTime?: FreeTimeResolvers<ContextType>;
  GeoCoordinate?: GeoCoordinateResolvers<ContextType>;
  IdentifyingCode?: IdentifyingCodeResolvers<ContextType>;
  ImmediateTransportationEntry?: ImmediateTransportationEntryResolvers<ContextType>;
  ImportLicense?: ImportLicenseResolvers<ContextType>;
  InnerPackaging?: InnerPackagingResolvers<ContextType>;
  InvalidRow?: InvalidRowResolvers<ContextType>;
  InvalidRows?: InvalidRowsResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  LastReceived?: LastReceivedResolvers<ContextType>;
  Leg?: LegResolvers<ContextType>;
  Limits?: LimitsResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  MissedEvents?: MissedEventsResolvers<ContextType>;
  NationalCommodityCode?: NationalCommodityCodeResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NoticeMatch?: NoticeMatchResolvers<ContextType>;
  NoticeMatchSet?: NoticeMatchSetResolvers<ContextType>;
  ObservedCapability?: ObservedCapabilityResolvers<ContextType>;
  OuterPackaging?: OuterPackagingResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partner?: PartnerResolvers<ContextType>;
  PartnerCarrier?: PartnerCarrierResolvers<ContextType>;
  PartnerEndpoint?: PartnerEndpointResolvers<ContextType>;
  PartnerFailure?: PartnerFailureResolvers<ContextType>;
  PartnerHealth?: PartnerHealthResolvers<ContextType>;
  PartnerName?: PartnerNameResolvers<ContextType>;
  PartnerResponse?: PartnerResponseResolvers<ContextType>;
  PartnerStandard?: PartnerStandardResolvers<ContextType>;
  PartyContactDetail?: PartyContactDetailResolvers<ContextType>;
  PaymentRemittance?: PaymentRemittanceResolvers<ContextType>;
  PickupInformation?: PickupInformationResolvers<ContextType>;
  Port?: PortResolvers<ContextType>;
  PortCallEvent?: PortCallEventResolvers<ContextType>;
  PortCallEventMatchSet?: PortCallEventMatchSetResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ReceivedRemark?: ReceivedRemarkResolvers<ContextType>;
  ReceivedRemarks?: ReceivedRemarksResolvers<ContextType>;
  Reference?: ReferenceResolvers<ContextType>;
  ReferenceConsignmentItem?: ReferenceConsignmentItemResolvers<ContextType>;
  RefusedRequest?: RefusedRequestResolvers<ContextType>;
  ReleaseInformation?: ReleaseInformationResolvers<ContextType>;
  ReturnInformation?: ReturnInformationResolvers<ContextType>;
  RouteMatchSet?: RouteMatchSetResolvers<ContextType>;
  SchemaViolation?: SchemaViolationResolvers<ContextType>;
  Seal?: SealResolvers<ContextType>;
  SourceReport?: SourceReportResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TaxLegalReference?: TaxLegalReferenceResolvers<ContextType>;
  TotalCount?: TotalCountResolvers<ContextType>;
  Transport?: TransportResolvers<ContextType>;
  TransportCall?: TransportCallResolvers<ContextType>;
  UtilizedTransportEquipment?: UtilizedTransportEquipmentResolvers<ContextType>;
  VersionClash?: VersionClashResolvers<ContextType>;
  Vessel?: VesselResolvers<ContextType>;
  VesselVoyage?: VesselVoyageResolvers<ContextType>;
  Visualization?: VisualizationResolvers<ContextType>;
  Volume?: VolumeResolvers<ContextType>;
  Weight?: WeightResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  added?: AddedDirectiveResolver<any, any, ContextType>;
  rules?: RulesDirectiveResolver<any, any, ContextType>;
};
