// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Which notices or versions. Conditions combine with AND, values of one list with OR. */
export type ArrivalNoticeFilter = {
  /** The carrier's import voyage number, compared exactly. */
  readonly carrierImportVoyageNumber?: string | null | undefined;
  /** The carrier's service code, compared exactly. */
  readonly carrierServiceCode?: string | null | undefined;
  /** Container numbers; upper and lower case and blanks do not matter; at most 1,000. */
  readonly equipmentReferences?: ReadonlyArray<string> | null | undefined;
  /** Who sent it; at most 1,000. */
  readonly partners?: ReadonlyArray<string | number> | null | undefined;
  /** UN/LOCODE of the port of discharge, compared exactly. */
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
  /** Universal import voyage reference, compared exactly. */
  readonly universalImportVoyageReference?: string | null | undefined;
  /** Universal service reference, compared exactly. */
  readonly universalServiceReference?: string | null | undefined;
  /** IMO number of a ship. All vessel, voyage and service conditions must hold on one and the same leg. */
  readonly vesselIMONumber?: string | null | undefined;
  /** Name of a ship; case and surrounding blanks do not matter. */
  readonly vesselName?: string | null | undefined;
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
  /** It refused a filter of the question. */
  | 'REFUSED_FILTER'
  /** It was not asked; the rows are what it sent before. */
  | 'STORED'
  /** It did not answer in time. */
  | 'TIMED_OUT'
  /** It had more than was fetched. */
  | 'TRUNCATED';

export type AcrossTheStandardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AcrossTheStandardsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly partner: string, readonly transportDocumentReference: string, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null } | null, readonly arrivalCall: { readonly outcome: MatchOutcome, readonly terminalOutcome: MatchOutcome, readonly unique: { readonly class: MatchClass, readonly dayDistance: number | null, readonly reasons: ReadonlyArray<MatchReason>, readonly matchedOn: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string } }>, readonly contradictions: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }>, readonly call: { readonly vessel: { readonly vesselIMONumber: string } | null, readonly times: ReadonlyArray<{ readonly partner: string, readonly eventTypeCode: string, readonly eventClassifierCode: string | null, readonly dateTime: string }>, readonly records: ReadonlyArray<{ readonly partner: string, readonly kind: ScheduleKind, readonly transportCallReference: string | null, readonly facilityCode: string | null, readonly numbers: ReadonlyArray<{ readonly carrierCode: string | null, readonly carrierServiceCode: string | null, readonly carrierImportVoyageNumber: string | null }> }> } } | null, readonly candidates: ReadonlyArray<{ readonly class: MatchClass, readonly reasons: ReadonlyArray<MatchReason>, readonly contradictions: ReadonlyArray<{ readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } }> }>, readonly sources: ReadonlyArray<{ readonly partner: string, readonly status: SourceStatus, readonly retrievedAt: string | null }> }, readonly portCallEvents: { readonly outcome: MatchOutcome, readonly currentTimes: ReadonlyArray<{ readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null, readonly classifierCode: string, readonly serviceDateTime: string, readonly state: CurrentTimeState }>, readonly events: ReadonlyArray<{ readonly isCurrent: boolean, readonly event: { readonly kinds: ReadonlyArray<PortCallEventKind> } }>, readonly sources: ReadonlyArray<{ readonly partner: string, readonly status: SourceStatus }> } } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly partner: string, readonly status: SourceStatus, readonly retrievedAt: string | null }> } };

export type DifferenceFragment = { readonly key: JoinKey, readonly left: { readonly value: string }, readonly right: { readonly value: string } };

export type ArrivalsQueryVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ArrivalsQuery = { readonly arrivalNotices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly current: { readonly issueDateTime: string, readonly versionLabel: string | null, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null } | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly sources: ReadonlyArray<{ readonly partner: string, readonly status: SourceStatus, readonly retrievedAt: string | null }> } };

export type WatchArrivalsSubscriptionVariables = Exact<{
  filter?: ArrivalNoticeFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchArrivalsSubscription = { readonly arrivalNoticeVersionReceived: { readonly cursor: string, readonly version: { readonly id: string, readonly partner: string, readonly transportDocumentReference: string, readonly typeLabel: string | null, readonly issueDateTime: string, readonly versionLabel: string | null, readonly isCurrent: boolean, readonly receivedAt: string, readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string | null, readonly facility: { readonly facilityCode: string | null, readonly facilityCodeListProvider: string | null } | null } | null, readonly portOfDischargeArrivalDate: { readonly value: string | null, readonly classifier: string | null } | null, readonly legs: ReadonlyArray<{ readonly modeOfTransport: string | null, readonly vesselVoyage: { readonly vesselName: string | null, readonly vesselIMONumber: string | null, readonly carrierImportVoyageNumber: string | null } | null }> | null } | null, readonly utilizedTransportEquipments: ReadonlyArray<{ readonly equipment: { readonly equipmentReference: string | null, readonly ISOEquipmentCode: string | null } | null, readonly seals: ReadonlyArray<{ readonly number: string | null }> | null }> | null, readonly releaseInformation: { readonly isFreightReleased: boolean | null, readonly isCustomsReleased: boolean | null } | null, readonly freeTimes: ReadonlyArray<{ readonly typeCodes: ReadonlyArray<string> | null, readonly duration: number | null, readonly timeUnit: string | null }> | null, readonly changes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }>, readonly notice: { readonly id: string, readonly firstReceivedAt: string } } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export type WatchPortCallsSubscriptionVariables = Exact<{
  filter?: PortCallEventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WatchPortCallsSubscription = { readonly portCallEventReceived: { readonly cursor: string, readonly event: { readonly id: string, readonly partner: string, readonly kinds: ReadonlyArray<PortCallEventKind>, readonly portCall: { readonly UNLocationCode: string | null, readonly portVisitReference: string | null, readonly isOmitted: boolean | null } | null, readonly portCallService: { readonly portCallServiceTypeCode: string | null, readonly portCallServiceEventTypeCode: string | null } | null, readonly vessel: { readonly vesselName: string | null, readonly vesselIMONumber: string | null } | null, readonly timestamp: { readonly classifierCode: string | null, readonly serviceDateTime: string | null, readonly remark: string | null } | null, readonly arrivalNotices: { readonly outcome: MatchOutcome, readonly notices: ReadonlyArray<{ readonly class: MatchClass, readonly version: { readonly partner: string, readonly transportDocumentReference: string } }> } } | null, readonly missed: { readonly from: string | null, readonly to: string | null, readonly count: number | null, readonly reason: MissedReason } | null } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DifferenceFragmentDoc = new TypedDocumentString(`
    fragment Difference on KeyComparison {
  key
  left {
    value
  }
  right {
    value
  }
}
    `, {"fragmentName":"Difference"}) as unknown as TypedDocumentString<DifferenceFragment, unknown>;
export const AcrossTheStandardsDocument = new TypedDocumentString(`
    query AcrossTheStandards($first: Int = 20, $after: String) {
  arrivalNotices(orderBy: NEWEST_FIRST, first: $first, after: $after) {
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
}`) as unknown as TypedDocumentString<AcrossTheStandardsQuery, AcrossTheStandardsQueryVariables>;
export const ArrivalsDocument = new TypedDocumentString(`
    query Arrivals($filter: ArrivalNoticeFilter, $first: Int = 20, $after: String) {
  arrivalNotices(
    filter: $filter
    orderBy: RECENTLY_CHANGED
    first: $first
    after: $after
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
}
    `) as unknown as TypedDocumentString<ArrivalsQuery, ArrivalsQueryVariables>;
export const WatchArrivalsDocument = new TypedDocumentString(`
    subscription WatchArrivals($filter: ArrivalNoticeFilter, $after: String) {
  arrivalNoticeVersionReceived(filter: $filter, after: $after) {
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
}
    `) as unknown as TypedDocumentString<WatchArrivalsSubscription, WatchArrivalsSubscriptionVariables>;
export const WatchPortCallsDocument = new TypedDocumentString(`
    subscription WatchPortCalls($filter: PortCallEventFilter, $after: String) {
  portCallEventReceived(filter: $filter, after: $after) {
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
}
    `) as unknown as TypedDocumentString<WatchPortCallsSubscription, WatchPortCallsSubscriptionVariables>;