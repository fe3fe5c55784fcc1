/**
 * The queries that the evaluator sends to the other subgraphs. Each is a constant text, so that it is parsed and
 * compiled once.
 */

/** What the rules read of a leg; the sides are matched by its ship and voyage. */
const legFields = `fragment LegFields on Leg {
  transportPlanStage
  transportPlanStageSequenceNumber
  modeOfTransport
  dischargeLocation { UNLocationCode facility { facilityCode facilityCodeListProvider } }
  vesselVoyage {
    vesselIMONumber
    vesselName
    carrierImportVoyageNumber
    universalImportVoyageReference
    carrierServiceCode
    universalServiceReference
  }
}`;

/** What the rules read of a notice version. */
const noticeFields = `fragment NoticeFields on ArrivalNoticeVersion {
  id
  partner { id }
  transportDocumentReference
  typeLabel
  issueDateTime
  receivedAt
  transportDocumentTypeCode
  carrierCode
  carrierCodeListProvider
  freightPaymentStatus
  documentParties { partyName identifyingCodes { codeListProvider partyCode } }
  releaseInformation { isFreightReleased isCustomsReleased isOBLReceived }
  transport {
    portOfDischarge { UNLocationCode locationName facility { facilityCode facilityCodeListProvider } }
    portOfDischargeArrivalDate { value classifier }
    legs {
      ...LegFields
    }
  }
  freeTimes {
    typeCodes
    ISOEquipmentCodes
    equipmentReferences
    duration
    timeUnit
    calculationBasis
    lastFreeDate { value classifier }
    lastFreeDateTime { value classifier }
  }
  charges { chargeName currencyAmount currencyCode }
  utilizedTransportEquipments {
    equipment { equipmentReference ISOEquipmentCode }
    charges { chargeName currencyAmount currencyCode }
  }
  consignmentItems { cargoItems { equipmentReference charges { chargeName currencyAmount currencyCode } } }
}
${legFields}`;

/** A page of the log of notice versions. Variables: `after`, `first`. */
export const noticeLogQuery = `query NoticeLog($after: String, $first: Int!) {
  arrivalNoticeVersionLog(after: $after, first: $first) {
    events { cursor version { ...NoticeFields } missed { reason } }
    cursor
    hasMore
  }
}
${noticeFields}`;

/** A page of all notices, in the order of their first receipt. Variables: `after`, `first`. */
export const allNoticesQuery = `query AllNotices($after: String, $first: Int!) {
  arrivalNotices(orderBy: OLDEST_FIRST, after: $after, first: $first) {
    nodes { current { ...NoticeFields } }
    pageInfo { hasNextPage endCursor }
  }
}
${noticeFields}`;

/** What the rules read of an event. */
const eventFields = `fragment EventFields on PortCallEvent {
  id
  partner { id }
  eventID
  eventUpdatedDateTime
  receivedAt
  isFYI
  portCall { portCallID UNLocationCode isOmitted }
  terminalCall { terminalCallID terminalCallReference isOmitted }
  portCallService {
    portCallServiceID
    portCallServiceTypeCode
    portCallServiceEventTypeCode
    portCallPhaseTypeCode
    isCanceled
    isDeclined
  }
  timestamp { classifierCode serviceDateTime }
}`;

/** A page of the log of port call events. Variables: `after`, `first`. */
export const eventLogQuery = `query EventLog($after: String, $first: Int!) {
  portCallEventLog(after: $after, first: $first) {
    events {
      cursor
      event { ...EventFields vessel { vesselIMONumber } }
      missed { reason }
    }
    cursor
    hasMore
  }
}
${eventFields}`;

/**
 * What schedules and ports state about the arrivals of notices. Variables: `references` and `partners` of the notices,
 * `after`, `first`, `maxAgeSeconds`, `maxWaitMs`, and `portCalls`: whether port call events are visible in the view.
 */
export const sidesQuery = `query Sides(
  $references: [String!]!
  $partners: [ID!]!
  $after: String
  $first: Int!
  $maxAgeSeconds: Int!
  $maxWaitMs: Int!
  $portCalls: Boolean!
) {
  arrivalNotices(
    filter: { transportDocumentReferences: $references, partners: $partners }
    orderBy: OLDEST_FIRST
    after: $after
    first: $first
  ) {
    nodes {
      partner { id }
      transportDocumentReference
      typeLabel
      current {
        transport { portOfDischarge { UNLocationCode } legs { ...LegFields } }
        arrivalCall(maxAgeSeconds: $maxAgeSeconds, maxWaitMs: $maxWaitMs) { ...ScheduleFields }
        portCallEvents(maxAgeSeconds: $maxAgeSeconds, maxWaitMs: $maxWaitMs) @include(if: $portCalls) { ...PortFields }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
fragment ScheduleFields on CallMatchSet {
  outcome
  sources { partner { id } status }
  unique { call { records { ...RecordFields } } }
  candidates { call { records { ...RecordFields } } }
}
fragment RecordFields on TransportCallRecord {
  partner { id }
  kind
  retrievedAt
  vesselIMONumber
  vesselName
  UNLocationCode
  facilityCode
  facilityCodeListProvider
  transportCallReference
  universalImportVoyageReference
  numbers { carrierImportVoyageNumber }
  times { eventTypeCode eventClassifierCode dateTime }
}
fragment PortFields on PortCallEventMatchSet {
  outcome
  terminalOutcome
  sources { partner { id } status }
  events {
    confidence
    contradictions { attribute }
    reasons
    event { ...EventFields }
  }
}
${legFields}
${eventFields}`;
