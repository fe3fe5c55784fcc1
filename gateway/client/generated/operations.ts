// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { Document } from '../document.ts';
/** Which notices or versions. Conditions combine with AND, values of one list with OR. */
export type ArrivalNoticeFilter = {
  /** The carrier's import voyage number; case and surrounding blanks do not matter. `9999R` stands for none and is refused. */
  readonly carrierImportVoyageNumber?: string | null | undefined;
  /** The carrier's service code; case and surrounding blanks do not matter. */
  readonly carrierServiceCode?: string | null | undefined;
  /** Container numbers; upper and lower case and blanks do not matter; at most 1,000. */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /** Who sent it; at most 1,000. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** UN/LOCODE of the port of discharge; upper and lower case and blanks do not matter. */
  readonly portOfDischarge?: string | null | undefined;
  /** Last day of arrival at the port of discharge, inclusive. Notices without that date are left out. */
  readonly portOfDischargeArrivalDateMax?: string | null | undefined;
  /** First day of arrival at the port of discharge, inclusive. Notices without that date are left out. */
  readonly portOfDischargeArrivalDateMin?: string | null | undefined;
  /** Version taken in after this instant. */
  readonly receivedAfter?: string | null | undefined;
  /** Version taken in before this instant. */
  readonly receivedBefore?: string | null | undefined;
  /** Transport document numbers, compared exactly; at most 1,000. */
  readonly transportDocumentReferences?: ReadonlyArray<string> | null | undefined;
  /** Universal import voyage reference; case and surrounding blanks do not matter. `9999R` stands for none and is refused. */
  readonly universalImportVoyageReference?: string | null | undefined;
  /** Universal service reference; case and surrounding blanks do not matter. */
  readonly universalServiceReference?: string | null | undefined;
  /** IMO number of a ship, with IMO in front or without. All vessel, voyage and service conditions must hold on one and the same leg. */
  readonly vesselIMONumber?: string | null | undefined;
  /** Name of a ship; case, further blanks and MV in front do not matter. */
  readonly vesselName?: string | null | undefined;
};

/** Orders of notices. */
export type ArrivalNoticeOrder =
  /** By when the notice was first received, the latest first. A row never moves, so paging loses and doubles nothing. */
  | 'NEWEST_FIRST'
  /** By when the notice was first received, the earliest first. A row never moves. */
  | 'OLDEST_FIRST'
  /** By when the current version became current, the latest first. A row that changes moves to the front, so a reader who pages may miss it behind the cursor and meets it again at the front. */
  | 'RECENTLY_CHANGED';

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

/** Why a version was given up. */
export type DeliveryDeadLetterReason =
  /** It was tried as long as that is done: three days unless a setting says otherwise. */
  | 'EXPIRED'
  /** The partner took the message, with an ERROR about this version. */
  | 'FEEDBACK'
  /** The partner answered with a status that refuses the content. */
  | 'REFUSED';

/** A log of which subscribers are sent what is new. */
export type DeliveryLog =
  /** Notifications of partners, forwarded to who is sent notices as well. */
  | 'ARRIVAL_NOTICE_NOTIFICATIONS'
  /** Versions of notices, as notices or, to who wants nothing else, as notifications. */
  | 'ARRIVAL_NOTICE_VERSIONS'
  /** Port call events. */
  | 'PORT_CALL_EVENTS';

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

/** Why events are missing. */
export type MissedReason =
  /** The cursor lies beyond the log's end: the log was started anew. */
  | 'LOG_RESET'
  /** The subscriber read too slowly and its queue was full. */
  | 'QUEUE_OVERFLOW'
  /** They are older than what is retained for replay. */
  | 'RETENTION';

/** Which events. Conditions combine with AND, values of one list with OR. An event that lacks what is asked for does not match. */
export type PortCallEventFilter = {
  /** UN/LOCODE of the port call; case and blanks do not matter. */
  readonly UNLocationCode?: string | null | undefined;
  /** A carrier's number of the voyage the ship leaves on, compared exactly. */
  readonly carrierExportVoyageNumber?: string | null | undefined;
  /** A carrier's number of the voyage the ship arrives on, compared exactly. */
  readonly carrierImportVoyageNumber?: string | null | undefined;
  /** The carrier's code of the service, compared exactly. */
  readonly carrierServiceCode?: string | null | undefined;
  /** The carrier's name of the service, compared exactly. */
  readonly carrierServiceName?: string | null | undefined;
  /** `EST`, `REQ`, `PLN` or `ACT`, compared exactly. */
  readonly classifierCode?: string | null | undefined;
  /** Latest time of the service, inclusive; of an event without one, the time of its last change counts. */
  readonly eventTimestampMax?: string | null | undefined;
  /** Earliest time of the service, inclusive; of an event without one, the time of its last change counts. */
  readonly eventTimestampMin?: string | null | undefined;
  /** Who sent it; at most 1,000. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** Identity of the port call, compared exactly. */
  readonly portCallID?: string | number | null | undefined;
  /** Identity of the service, compared exactly. */
  readonly portCallServiceID?: string | number | null | undefined;
  /** Kind of service, such as `BERTH`. */
  readonly portCallServiceTypeCode?: string | null | undefined;
  /** The port's reference of the visit, compared exactly but for surrounding blanks. */
  readonly portVisitReference?: string | null | undefined;
  /** Version taken in after this instant. */
  readonly receivedAfter?: string | null | undefined;
  /** Version taken in before this instant. */
  readonly receivedBefore?: string | null | undefined;
  /** Identity of the terminal call, compared exactly. */
  readonly terminalCallID?: string | number | null | undefined;
  /** The operator's reference of the terminal call, compared exactly. */
  readonly terminalCallReference?: string | null | undefined;
  /** Universal reference of the voyage the ship leaves on, compared exactly. */
  readonly universalExportVoyageReference?: string | null | undefined;
  /** Universal reference of the voyage the ship arrives on; case does not matter. */
  readonly universalImportVoyageReference?: string | null | undefined;
  /** Universal service reference, compared exactly. */
  readonly universalServiceReference?: string | null | undefined;
  /** IMO number of the ship, with or without `IMO` in front. */
  readonly vesselIMONumber?: string | null | undefined;
  /** Radio identity of the ship, compared exactly. */
  readonly vesselMMSINumber?: string | null | undefined;
  /** Name of the ship; case, blanks around it and `MV` in front do not matter. */
  readonly vesselName?: string | null | undefined;
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

/** How a version or notification reached Landfall. */
export type ReceivedBy =
  /** Landfall fetched it because a notification named it. */
  | 'NOTIFICATION'
  /** Landfall fetched it for a query. */
  | 'PULL'
  /** The partner pushed it. */
  | 'PUSH';

/** The kind of schedule a statement stands in. */
export type ScheduleKind =
  /** A route from door to door. */
  | 'POINT_TO_POINT'
  /** A port's schedule. */
  | 'PORT_SCHEDULE'
  /** A ship's schedule. */
  | 'VESSEL_SCHEDULE';

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

export type AcrossTheStandardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AcrossTheStandardsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly partner: string, readonly transportDocumentReference: string, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly unique: { readonly class: MatchClass, readonly dayDistance: number | null, readonly reasons: ReadonlyArray<MatchReason>, readonly matchedOn: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string } }>, readonly contradictions: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly call: { readonly vessel: { readonly vesselIMONumber: string } | null, readonly times: ReadonlyArray<{ readonly partner: string, readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }>, readonly records: ReadonlyArray<{ readonly partner: string, readonly kind: ScheduleKind, readonly transportCallReference: string | null, readonly facilityCode: string | null, readonly numbers: ReadonlyArray<{ readonly carrierCode: string | null, readonly carrierServiceCode: string | null, readonly carrierImportVoyageNumber: string | null }> }> } } | null, readonly candidates: ReadonlyArray<{ readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly contradictions: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }> }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState }>, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly status: SourceStatus }> } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null };

export type DifferenceFragment = { readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } };

export type ArrivalsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null };

export type BoardJoinsQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  first?: number | null | undefined;
}>;


export type BoardJoinsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly current: { readonly id: string, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly unique: { readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly call: { readonly times: ReadonlyArray<{ readonly partner: string, readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string, readonly retrievedAt: string | null }>, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly partner: string, readonly receivedAt: string } }>, readonly events: ReadonlyArray<{ readonly class: MatchClass, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null } } | null, readonly candidates: ReadonlyArray<{ readonly class: MatchClass }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly partner: string, readonly receivedAt: string } }>, readonly events: ReadonlyArray<{ readonly class: MatchClass, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null } }> } | null };

export type BoardPortCallsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BoardPortCallsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly portCall: { readonly UNLocationCode: string | null } | null, readonly vessel: { readonly vesselIMONumber: string | null } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardPortCallFragment = { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState, readonly event: { readonly partner: string, readonly receivedAt: string } }>, readonly events: ReadonlyArray<{ readonly class: MatchClass, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null }> };

export type BoardSourceFragment = { readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null };

export type BoardNoticeQueryVariables = Exact<{
  id: string | number;
  versions?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardNoticeQuery = { readonly node:
    | { readonly id: string, readonly firstReceivedAt: string, readonly versions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly receivedBy: ReceivedBy, readonly isCurrent: boolean, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly current: { readonly id: string, readonly freightPaymentStatus: string | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly chargeCode: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null, readonly paymentTermCode: string | null, readonly calculationBasis: string | null, readonly unitPrice: number | null, readonly quantity: number | null }> | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null } | null, readonly releaseInformation: { readonly isOBLReceived: boolean | null, readonly isFreightReleased: boolean | null, readonly freightReleaseDate: string | null, readonly isCustomsReleased: boolean | null } | null, readonly visualization: { readonly name: string | null, readonly contentType: string | null, readonly byteLength: number, readonly url: string } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly unique: { readonly call: { readonly id: string, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly partner: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null } } | null, readonly candidates: ReadonlyArray<{ readonly class: MatchClass, readonly row: string, readonly reasons: ReadonlyArray<MatchReason>, readonly dayDistance: number | null, readonly matchedOn: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly contradictions: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly notComparable: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly call: { readonly id: string, readonly vessel: { readonly vesselIMONumber: string } | null, readonly times: ReadonlyArray<{ readonly partner: string, readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string, readonly retrievedAt: string | null }>, readonly records: ReadonlyArray<{ readonly partner: string, readonly kind: ScheduleKind, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null }> } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly partner: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> } | null } }
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

export type BoardComparisonFragment = { readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } };

export type BoardPortCallStoryFragment = { readonly outcome: MatchOutcome, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly event: { readonly id: string, readonly partner: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly receivedAt: string, readonly eventUpdatedDateTime: string | null, readonly isFYI: boolean | null, readonly portCall: { readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null, readonly serviceLocation: { readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly delayReasonCodes: ReadonlyArray<string> | null, readonly remark: string | null } | null } }>, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> }> };

export type BoardStorySourceFragment = { readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null, readonly feedback: ReadonlyArray<{ readonly message: string | null }> };

export type BoardRowsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  orderBy?: ArrivalNoticeOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardRowsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly partner: string | null, readonly standard: Standard, readonly status: SourceStatus, readonly retrievedAt: string | null }> } | null };

export type BoardSearchQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  text: string;
  first?: number | null | undefined;
}>;


export type BoardSearchQuery = { readonly byDocument: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byEquipment: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byVesselName: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byVesselNumber: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null, readonly byPort: { readonly nodes: ReadonlyArray<{ readonly current: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }> } | null };

export type BoardChangesSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type BoardChangesSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type BoardRowFragment = { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly transportDocumentTypeCode: string | null, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly receivedAt: string, readonly isCurrent: boolean, readonly carrierCode: string | null, readonly notice: { readonly id: string, readonly firstReceivedAt: string }, readonly transport: { readonly portOfDischarge: { readonly locationName: string | null, readonly UNLocationCode: string | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly dischargeLocation: { readonly UNLocationCode: string | null } | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> };

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

export type WatchArrivalsSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchArrivalsSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly isCurrent: boolean, readonly receivedAt: string, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly seals: ReadonlyArray<{ readonly number: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null }> | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }>, readonly notice: { readonly id: string, readonly firstReceivedAt: string } } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type WatchPortCallsSubscriptionVariables = Exact<{
  filter?: PortCallEventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchPortCallsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly id: string, readonly partner: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly portCall: { readonly UNLocationCode: string | null, readonly portVisitReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly remark: string | null } | null, readonly arrivalNotices: { readonly outcome: MatchOutcome, readonly notices: ReadonlyArray<{ readonly class: MatchClass, readonly version: { readonly partner: string, readonly transportDocumentReference: string } }> } | null } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export const AcrossTheStandardsDocument: Document<AcrossTheStandardsQuery, AcrossTheStandardsQueryVariables> = `query AcrossTheStandards(\$first: Int = 20, \$after: String) {
  arrivalNotices(orderBy: NEWEST_FIRST, first: \$first, after: \$after) {
    nodes {
      partner
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
            class
            dayDistance
            reasons
            matchedOn {
              key
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
                partner
                eventTypeCode
                eventClassifierCode
                dateTime
              }
              records {
                partner
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
            class
            reasons
            contradictions {
              ...Difference
            }
          }
          sources {
            partner
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
            partner
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
      partner
      status
      retrievedAt
    }
  }
}

fragment Difference on KeyComparison {
  key
  left {
    value
  }
  right {
    value
  }
}`;

export const ArrivalsDocument: Document<ArrivalsQuery, ArrivalsQueryVariables> = `query Arrivals(\$filter: ArrivalNoticeFilter, \$first: Int = 20, \$after: String) {
  arrivalNotices(
    filter: \$filter
    orderBy: RECENTLY_CHANGED
    first: \$first
    after: \$after
  ) {
    nodes {
      id
      partner
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
      partner
      status
      retrievedAt
    }
  }
}`;

export const BoardJoinsDocument: Document<BoardJoinsQuery, BoardJoinsQueryVariables> = `query BoardJoins(\$references: [String!]!, \$first: Int = 60) {
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
            class
            reasons
            call {
              times {
                partner
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
            class
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
      partner
      receivedAt
    }
  }
  events {
    class
    event {
      kinds
    }
  }
  sources {
    ...BoardSource
  }
}

fragment BoardSource on SourceReport {
  partner
  standard
  status
  retrievedAt
}`;

export const BoardPortCallsDocument: Document<BoardPortCallsSubscription, BoardPortCallsSubscriptionVariables> = `subscription BoardPortCalls(\$after: String) {
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

export const BoardNoticeDocument: Document<BoardNoticeQuery, BoardNoticeQueryVariables> = `query BoardNotice(\$id: ID!, \$versions: Int = 50, \$after: String) {
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
            class
            row
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
                partner
                eventTypeCode
                eventClassifierCode
                dateTime
                retrievedAt
              }
              records {
                partner
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

fragment BoardComparison on KeyComparison {
  key
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
    class
    reasons
    event {
      id
      partner
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
  partner
  standard
  status
  retrievedAt
  feedback {
    message
  }
}`;

export const BoardDocumentDocument: Document<BoardDocumentQuery, BoardDocumentQueryVariables> = `query BoardDocument(\$id: ID!) {
  node(id: \$id) {
    ... on ArrivalNoticeVersion {
      id
      document
    }
  }
}`;

export const BoardRowsDocument: Document<BoardRowsQuery, BoardRowsQueryVariables> = `query BoardRows(\$filter: ArrivalNoticeFilter, \$orderBy: ArrivalNoticeOrder = RECENTLY_CHANGED, \$first: Int = 100, \$after: String) {
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
      partner
      standard
      status
      retrievedAt
    }
  }
}

fragment BoardRow on ArrivalNoticeVersion {
  id
  partner
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

export const BoardSearchDocument: Document<BoardSearchQuery, BoardSearchQueryVariables> = `query BoardSearch(\$references: [String!]!, \$text: String!, \$first: Int = 50) {
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
  partner
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

export const BoardChangesDocument: Document<BoardChangesSubscription, BoardChangesSubscriptionVariables> = `subscription BoardChanges(\$filter: ArrivalNoticeFilter, \$after: String) {
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
  partner
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

export const BoardHeadDocument: Document<BoardHeadQuery, BoardHeadQueryVariables> = `query BoardHead {
  arrivalNoticeVersionLog(first: 1) {
    cursor
  }
}`;

export const DeliveriesDocument: Document<DeliveriesQuery, DeliveriesQueryVariables> = `query Deliveries {
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

export const ArrivalNoticeVersionHeadDocument: Document<ArrivalNoticeVersionHeadQuery, ArrivalNoticeVersionHeadQueryVariables> = `query ArrivalNoticeVersionHead {
  arrivalNoticeVersionLog(first: 1) {
    cursor
  }
}`;

export const ArrivalNoticeNotificationHeadDocument: Document<ArrivalNoticeNotificationHeadQuery, ArrivalNoticeNotificationHeadQueryVariables> = `query ArrivalNoticeNotificationHead {
  arrivalNoticeNotificationLog(first: 1) {
    cursor
  }
}`;

export const PortCallEventHeadDocument: Document<PortCallEventHeadQuery, PortCallEventHeadQueryVariables> = `query PortCallEventHead {
  portCallEventLog(first: 1) {
    cursor
  }
}`;

export const WatchArrivalsDocument: Document<WatchArrivalsSubscription, WatchArrivalsSubscriptionVariables> = `subscription WatchArrivals(\$filter: ArrivalNoticeFilter, \$after: String) {
  arrivalNoticeVersionReceived(filter: \$filter, after: \$after) {
    cursor
    version {
      id
      partner
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

export const WatchPortCallsDocument: Document<WatchPortCallsSubscription, WatchPortCallsSubscriptionVariables> = `subscription WatchPortCalls(\$filter: PortCallEventFilter, \$after: String) {
  portCallEventReceived(filter: \$filter, after: \$after) {
    cursor
    event {
      id
      partner
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
          class
          version {
            partner
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
