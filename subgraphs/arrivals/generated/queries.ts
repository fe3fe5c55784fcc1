// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** The kind of schedule that contains a statement. */
export type ScheduleKind =
  /** A point-to-point route. */
  | 'POINT_TO_POINT'
  /** A port schedule. */
  | 'PORT_SCHEDULE'
  /** A vessel schedule. */
  | 'VESSEL_SCHEDULE';

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

export type JourneyFieldsFragment = { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly legs: ReadonlyArray<{ readonly transportPlanStage: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly modeOfTransport: string | null, readonly dischargeLocation: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly vesselVoyage: { readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null };

export type ChargeFieldsFragment = { readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null };

export type PickupFieldsFragment = { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null };

export type NoticeFieldsFragment = { readonly arrivalMatchKey: string | null, readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly receivedAt: string, readonly transportDocumentTypeCode: string | null, readonly carrierCode: string | null, readonly carrierCodeListProvider: string | null, readonly freightPaymentStatus: string | null, readonly houseBillOfLadingReferences: ReadonlyArray<string> | null, readonly partner: { readonly id: string }, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly documentParties: ReadonlyArray<{ readonly partyFunction: string | null, readonly partyName: string | null, readonly reference: string | null, readonly purchaseOrderReferences: ReadonlyArray<string> | null, readonly identifyingCodes: ReadonlyArray<{ readonly codeListProvider: string | null, readonly partyCode: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null, readonly isOBLReceived: boolean | null } | null, readonly transport: { readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly legs: ReadonlyArray<{ readonly transportPlanStage: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly modeOfTransport: string | null, readonly dischargeLocation: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly vesselVoyage: { readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null, readonly consignmentItems: ReadonlyArray<{ readonly carrierBookingReference: string | null, readonly descriptionOfGoods: ReadonlyArray<string> | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly values: ReadonlyArray<string> | null }> | null, readonly cargoItems: ReadonlyArray<{ readonly equipmentReference: string | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null }> | null };

export type NoticeLogQueryVariables = Exact<{
  after?: string | null | undefined;
  first: number;
}>;


export type NoticeLogQuery = { readonly log: { readonly cursor: string, readonly hasMore: boolean, readonly events: ReadonlyArray<{ readonly cursor: string, readonly content: { readonly arrivalMatchKey: string | null, readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly receivedAt: string, readonly transportDocumentTypeCode: string | null, readonly carrierCode: string | null, readonly carrierCodeListProvider: string | null, readonly freightPaymentStatus: string | null, readonly houseBillOfLadingReferences: ReadonlyArray<string> | null, readonly partner: { readonly id: string }, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly documentParties: ReadonlyArray<{ readonly partyFunction: string | null, readonly partyName: string | null, readonly reference: string | null, readonly purchaseOrderReferences: ReadonlyArray<string> | null, readonly identifyingCodes: ReadonlyArray<{ readonly codeListProvider: string | null, readonly partyCode: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null, readonly isOBLReceived: boolean | null } | null, readonly transport: { readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly legs: ReadonlyArray<{ readonly transportPlanStage: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly modeOfTransport: string | null, readonly dischargeLocation: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly vesselVoyage: { readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null, readonly consignmentItems: ReadonlyArray<{ readonly carrierBookingReference: string | null, readonly descriptionOfGoods: ReadonlyArray<string> | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly values: ReadonlyArray<string> | null }> | null, readonly cargoItems: ReadonlyArray<{ readonly equipmentReference: string | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null }> | null } | null, readonly missed: { readonly reason: MissedReason } | null }> } | null };

export type AllNoticesQueryVariables = Exact<{
  after?: string | null | undefined;
  first: number;
}>;


export type AllNoticesQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly current: { readonly arrivalMatchKey: string | null, readonly id: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly receivedAt: string, readonly transportDocumentTypeCode: string | null, readonly carrierCode: string | null, readonly carrierCodeListProvider: string | null, readonly freightPaymentStatus: string | null, readonly houseBillOfLadingReferences: ReadonlyArray<string> | null, readonly partner: { readonly id: string }, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly documentParties: ReadonlyArray<{ readonly partyFunction: string | null, readonly partyName: string | null, readonly reference: string | null, readonly purchaseOrderReferences: ReadonlyArray<string> | null, readonly identifyingCodes: ReadonlyArray<{ readonly codeListProvider: string | null, readonly partyCode: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null, readonly isOBLReceived: boolean | null } | null, readonly transport: { readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly legs: ReadonlyArray<{ readonly transportPlanStage: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly modeOfTransport: string | null, readonly dischargeLocation: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly vesselVoyage: { readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly ISOEquipmentCodes: ReadonlyArray<string> | null, readonly equipmentReferences: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null, readonly calculationBasis: string | null, readonly lastFreeDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly lastFreeDateTime: { readonly value: string | null, readonly classifier: string | null } | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly pickupInformation: { readonly pickupNumber: string | null, readonly pickupLocation: { readonly locationName: string | null, readonly facilityTypeCode: string | null, readonly UNLocationCode: string | null, readonly address: { readonly street: string | null, readonly streetNumber: string | null, readonly floor: string | null, readonly postCode: string | null, readonly POBox: string | null, readonly city: string | null, readonly stateRegion: string | null, readonly countryCode: string | null, readonly addressLines: ReadonlyArray<string> | null } | null, readonly facility: { readonly facilityName: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null, readonly geoCoordinate: { readonly latitude: string | null, readonly longitude: string | null } | null } | null } | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly value: string | null }> | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null, readonly consignmentItems: ReadonlyArray<{ readonly carrierBookingReference: string | null, readonly descriptionOfGoods: ReadonlyArray<string> | null, readonly references: ReadonlyArray<{ readonly type: string | null, readonly values: ReadonlyArray<string> | null }> | null, readonly cargoItems: ReadonlyArray<{ readonly equipmentReference: string | null, readonly cargoGrossWeight: { readonly value: number | null, readonly unit: string | null } | null, readonly charges: ReadonlyArray<{ readonly chargeName: string | null, readonly currencyAmount: number | null, readonly currencyCode: string | null }> | null }> | null }> | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type EventFieldsFragment = { readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null };

export type EventLogQueryVariables = Exact<{
  after?: string | null | undefined;
  first: number;
}>;


export type EventLogQuery = { readonly log: { readonly cursor: string, readonly hasMore: boolean, readonly events: ReadonlyArray<{ readonly cursor: string, readonly content: { readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly vessel: { readonly vesselIMONumber: string | null } | null, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null } | null, readonly missed: { readonly reason: MissedReason } | null }> } | null };

export type ScheduleFieldsFragment = { readonly outcome: MatchOutcome, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string } | null }>, readonly unique: { readonly call: { readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly retrievedAt: string | null, readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null, readonly transportCallReference: string | null, readonly universalImportVoyageReference: string | null, readonly partner: { readonly id: string }, readonly numbers: ReadonlyArray<{ readonly carrierImportVoyageNumber: string | null }>, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }> }> } } | null, readonly candidates: ReadonlyArray<{ readonly call: { readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly retrievedAt: string | null, readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null, readonly transportCallReference: string | null, readonly universalImportVoyageReference: string | null, readonly partner: { readonly id: string }, readonly numbers: ReadonlyArray<{ readonly carrierImportVoyageNumber: string | null }>, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }> }> } }> };

export type RecordFieldsFragment = { readonly kind: ScheduleKind, readonly retrievedAt: string | null, readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null, readonly transportCallReference: string | null, readonly universalImportVoyageReference: string | null, readonly partner: { readonly id: string }, readonly numbers: ReadonlyArray<{ readonly carrierImportVoyageNumber: string | null }>, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }> };

export type PortFieldsFragment = { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string } | null }>, readonly events: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly contradictions: ReadonlyArray<{ readonly attribute: MatchAttribute }>, readonly event: { readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly versions?: ReadonlyArray<{ readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null }>, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null } }> };

export type PortSourcesQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  partners: ReadonlyArray<string | number> | string | number;
  after?: string | null | undefined;
  first: number;
  maxAgeSeconds: number;
  maxWaitMs: number;
}>;


export type PortSourcesQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly partner: { readonly id: string }, readonly current: { readonly arrivalCall: { readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string } | null }> } | null, readonly portCallEvents: { readonly sources: ReadonlyArray<{ readonly partner: { readonly id: string } | null }>, readonly dependsOn: ReadonlyArray<{ readonly id: string }> } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type SidesQueryVariables = Exact<{
  references: ReadonlyArray<string> | string;
  partners: ReadonlyArray<string | number> | string | number;
  after?: string | null | undefined;
  first: number;
  maxAgeSeconds: number;
  maxWaitMs: number;
  portCalls: boolean;
  history: boolean;
}>;


export type SidesQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly partner: { readonly id: string }, readonly current: { readonly arrivalMatchKey: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly locationName: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly legs: ReadonlyArray<{ readonly transportPlanStage: string | null, readonly transportPlanStageSequenceNumber: number | null, readonly modeOfTransport: string | null, readonly dischargeLocation: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly vesselVoyage: { readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly carrierImportVoyageNumber: string | null, readonly universalImportVoyageReference: string | null, readonly carrierServiceCode: string | null, readonly universalServiceReference: string | null } | null }> | null } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string } | null }>, readonly unique: { readonly call: { readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly retrievedAt: string | null, readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null, readonly transportCallReference: string | null, readonly universalImportVoyageReference: string | null, readonly partner: { readonly id: string }, readonly numbers: ReadonlyArray<{ readonly carrierImportVoyageNumber: string | null }>, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }> }> } } | null, readonly candidates: ReadonlyArray<{ readonly call: { readonly records: ReadonlyArray<{ readonly kind: ScheduleKind, readonly retrievedAt: string | null, readonly vesselIMONumber: string | null, readonly vesselName: string | null, readonly UNLocationCode: string | null, readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null, readonly transportCallReference: string | null, readonly universalImportVoyageReference: string | null, readonly partner: { readonly id: string }, readonly numbers: ReadonlyArray<{ readonly carrierImportVoyageNumber: string | null }>, readonly times: ReadonlyArray<{ readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }> }> } }> } | null, readonly portCallEvents?: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly sources: ReadonlyArray<{ readonly status: SourceStatus, readonly partner: { readonly id: string } | null }>, readonly events: ReadonlyArray<{ readonly confidence: MatchConfidence, readonly reasons: ReadonlyArray<MatchReason>, readonly contradictions: ReadonlyArray<{ readonly attribute: MatchAttribute }>, readonly event: { readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly versions?: ReadonlyArray<{ readonly id: string, readonly eventID: string | null, readonly eventUpdatedDateTime: string | null, readonly receivedAt: string, readonly isFYI: boolean | null, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null }>, readonly partner: { readonly id: string }, readonly portCall: { readonly portCallID: string | null, readonly UNLocationCode: string | null, readonly isOmitted: boolean | null } | null, readonly terminalCall: { readonly terminalCallID: string | null, readonly terminalCallReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceID: string | null, readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly portCallPhaseTypeCode: string | null, readonly isCanceled: boolean | null, readonly isDeclined: boolean | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null } | null } }> } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export const NoticeLogDocument = `fragment JourneyFields on Transport {
  portOfDischarge {
    UNLocationCode
    locationName
    facility {
      facilityCode
      facilityCodeListProvider
    }
  }
  legs {
    transportPlanStage
    transportPlanStageSequenceNumber
    modeOfTransport
    dischargeLocation {
      UNLocationCode
      facility {
        facilityCode
        facilityCodeListProvider
      }
    }
    vesselVoyage {
      vesselIMONumber
      vesselName
      carrierImportVoyageNumber
      universalImportVoyageReference
      carrierServiceCode
      universalServiceReference
    }
  }
}

fragment ChargeFields on Charge {
  chargeName
  currencyAmount
  currencyCode
}

fragment PickupFields on PickupInformation {
  pickupNumber
  pickupLocation {
    locationName
    facilityTypeCode
    address {
      street
      streetNumber
      floor
      postCode
      POBox
      city
      stateRegion
      countryCode
      addressLines
    }
    UNLocationCode
    facility {
      facilityName
      facilityCode
      facilityCodeListProvider
    }
    geoCoordinate {
      latitude
      longitude
    }
  }
}

fragment NoticeFields on ArrivalNoticeVersion {
  arrivalMatchKey
  id
  partner {
    id
  }
  transportDocumentReference
  typeLabel
  issueDateTime
  receivedAt
  transportDocumentTypeCode
  carrierCode
  carrierCodeListProvider
  freightPaymentStatus
  houseBillOfLadingReferences
  references {
    type
    value
  }
  pickupInformation {
    ...PickupFields
  }
  documentParties {
    partyFunction
    partyName
    reference
    purchaseOrderReferences
    identifyingCodes {
      codeListProvider
      partyCode
    }
  }
  releaseInformation {
    isFreightReleased
    isCustomsReleased
    isOBLReceived
  }
  transport {
    ...JourneyFields
    portOfDischargeArrivalDate {
      value
      classifier
    }
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
    ...ChargeFields
  }
  utilizedTransportEquipments {
    equipment {
      equipmentReference
      ISOEquipmentCode
    }
    pickupInformation {
      ...PickupFields
    }
    references {
      type
      value
    }
    charges {
      ...ChargeFields
    }
  }
  consignmentItems {
    carrierBookingReference
    descriptionOfGoods
    references {
      type
      values
    }
    cargoItems {
      equipmentReference
      cargoGrossWeight {
        value
        unit
      }
      charges {
        ...ChargeFields
      }
    }
  }
}

query NoticeLog(\$after: String, \$first: Int!) {
  log: arrivalNoticeVersionLog(after: \$after, first: \$first) {
    events {
      cursor
      content: version {
        ...NoticeFields
      }
      missed {
        reason
      }
    }
    cursor
    hasMore
  }
}`;

export const AllNoticesDocument = `fragment JourneyFields on Transport {
  portOfDischarge {
    UNLocationCode
    locationName
    facility {
      facilityCode
      facilityCodeListProvider
    }
  }
  legs {
    transportPlanStage
    transportPlanStageSequenceNumber
    modeOfTransport
    dischargeLocation {
      UNLocationCode
      facility {
        facilityCode
        facilityCodeListProvider
      }
    }
    vesselVoyage {
      vesselIMONumber
      vesselName
      carrierImportVoyageNumber
      universalImportVoyageReference
      carrierServiceCode
      universalServiceReference
    }
  }
}

fragment ChargeFields on Charge {
  chargeName
  currencyAmount
  currencyCode
}

fragment PickupFields on PickupInformation {
  pickupNumber
  pickupLocation {
    locationName
    facilityTypeCode
    address {
      street
      streetNumber
      floor
      postCode
      POBox
      city
      stateRegion
      countryCode
      addressLines
    }
    UNLocationCode
    facility {
      facilityName
      facilityCode
      facilityCodeListProvider
    }
    geoCoordinate {
      latitude
      longitude
    }
  }
}

fragment NoticeFields on ArrivalNoticeVersion {
  arrivalMatchKey
  id
  partner {
    id
  }
  transportDocumentReference
  typeLabel
  issueDateTime
  receivedAt
  transportDocumentTypeCode
  carrierCode
  carrierCodeListProvider
  freightPaymentStatus
  houseBillOfLadingReferences
  references {
    type
    value
  }
  pickupInformation {
    ...PickupFields
  }
  documentParties {
    partyFunction
    partyName
    reference
    purchaseOrderReferences
    identifyingCodes {
      codeListProvider
      partyCode
    }
  }
  releaseInformation {
    isFreightReleased
    isCustomsReleased
    isOBLReceived
  }
  transport {
    ...JourneyFields
    portOfDischargeArrivalDate {
      value
      classifier
    }
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
    ...ChargeFields
  }
  utilizedTransportEquipments {
    equipment {
      equipmentReference
      ISOEquipmentCode
    }
    pickupInformation {
      ...PickupFields
    }
    references {
      type
      value
    }
    charges {
      ...ChargeFields
    }
  }
  consignmentItems {
    carrierBookingReference
    descriptionOfGoods
    references {
      type
      values
    }
    cargoItems {
      equipmentReference
      cargoGrossWeight {
        value
        unit
      }
      charges {
        ...ChargeFields
      }
    }
  }
}

query AllNotices(\$after: String, \$first: Int!) {
  arrivalNotices(orderBy: OLDEST_FIRST, after: \$after, first: \$first) {
    nodes {
      current {
        ...NoticeFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`;

export const EventLogDocument = `fragment EventFields on PortCallEvent {
  id
  partner {
    id
  }
  eventID
  eventUpdatedDateTime
  receivedAt
  isFYI
  portCall {
    portCallID
    UNLocationCode
    isOmitted
  }
  terminalCall {
    terminalCallID
    terminalCallReference
    isOmitted
  }
  portCallService {
    portCallServiceID
    portCallServiceTypeCode
    portCallServiceEventTypeCode
    portCallPhaseTypeCode
    isCanceled
    isDeclined
  }
  timestamp {
    classifierCode
    serviceDateTime
  }
}

query EventLog(\$after: String, \$first: Int!) {
  log: portCallEventLog(after: \$after, first: \$first) {
    events {
      cursor
      content: event {
        ...EventFields
        vessel {
          vesselIMONumber
        }
      }
      missed {
        reason
      }
    }
    cursor
    hasMore
  }
}`;

export const PortSourcesDocument = `query PortSources(\$references: [String!]!, \$partners: [ID!]!, \$after: String, \$first: Int!, \$maxAgeSeconds: Int!, \$maxWaitMs: Int!) {
  arrivalNotices(
    filter: {transportDocumentReferences: \$references, partners: \$partners}
    orderBy: OLDEST_FIRST
    after: \$after
    first: \$first
  ) {
    nodes {
      partner {
        id
      }
      transportDocumentReference
      typeLabel
      current {
        arrivalCall(maxAgeSeconds: \$maxAgeSeconds, maxWaitMs: \$maxWaitMs) {
          sources {
            partner {
              id
            }
            status
          }
        }
        portCallEvents(maxAgeSeconds: \$maxAgeSeconds, maxWaitMs: \$maxWaitMs) {
          sources {
            partner {
              id
            }
          }
          dependsOn {
            id
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`;

export const SidesDocument = `fragment JourneyFields on Transport {
  portOfDischarge {
    UNLocationCode
    locationName
    facility {
      facilityCode
      facilityCodeListProvider
    }
  }
  legs {
    transportPlanStage
    transportPlanStageSequenceNumber
    modeOfTransport
    dischargeLocation {
      UNLocationCode
      facility {
        facilityCode
        facilityCodeListProvider
      }
    }
    vesselVoyage {
      vesselIMONumber
      vesselName
      carrierImportVoyageNumber
      universalImportVoyageReference
      carrierServiceCode
      universalServiceReference
    }
  }
}

fragment EventFields on PortCallEvent {
  id
  partner {
    id
  }
  eventID
  eventUpdatedDateTime
  receivedAt
  isFYI
  portCall {
    portCallID
    UNLocationCode
    isOmitted
  }
  terminalCall {
    terminalCallID
    terminalCallReference
    isOmitted
  }
  portCallService {
    portCallServiceID
    portCallServiceTypeCode
    portCallServiceEventTypeCode
    portCallPhaseTypeCode
    isCanceled
    isDeclined
  }
  timestamp {
    classifierCode
    serviceDateTime
  }
}

fragment ScheduleFields on CallMatchSet {
  outcome
  sources {
    partner {
      id
    }
    status
  }
  unique {
    call {
      records {
        ...RecordFields
      }
    }
  }
  candidates {
    call {
      records {
        ...RecordFields
      }
    }
  }
}

fragment RecordFields on TransportCallRecord {
  partner {
    id
  }
  kind
  retrievedAt
  vesselIMONumber
  vesselName
  UNLocationCode
  facilityCode
  facilityCodeListProvider
  transportCallReference
  universalImportVoyageReference
  numbers {
    carrierImportVoyageNumber
  }
  times {
    eventTypeCode
    eventClassifierCode
    dateTime
  }
}

fragment PortFields on PortCallEventMatchSet {
  outcome
  terminalOutcome
  sources {
    partner {
      id
    }
    status
  }
  events {
    confidence
    contradictions {
      attribute
    }
    reasons
    event {
      ...EventFields
      versions @include(if: \$history) {
        ...EventFields
      }
    }
  }
}

query Sides(\$references: [String!]!, \$partners: [ID!]!, \$after: String, \$first: Int!, \$maxAgeSeconds: Int!, \$maxWaitMs: Int!, \$portCalls: Boolean!, \$history: Boolean!) {
  arrivalNotices(
    filter: {transportDocumentReferences: \$references, partners: \$partners}
    orderBy: OLDEST_FIRST
    after: \$after
    first: \$first
  ) {
    nodes {
      partner {
        id
      }
      transportDocumentReference
      typeLabel
      current {
        transport {
          ...JourneyFields
        }
        arrivalMatchKey
        arrivalCall(maxAgeSeconds: \$maxAgeSeconds, maxWaitMs: \$maxWaitMs) {
          ...ScheduleFields
        }
        portCallEvents(maxAgeSeconds: \$maxAgeSeconds, maxWaitMs: \$maxWaitMs) @include(if: \$portCalls) {
          ...PortFields
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`;
