import type { QueryWords } from '../../support/random-query.ts';

/** Ids and keys of a pushed world, which operations can query. */
export interface Known {
  /** Ids of nodes, at least one of each type. */
  readonly ids: readonly string[];
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly vesselIMONumbers: readonly string[];
  readonly UNLocationCodes: readonly string[];
  readonly tradeLane: { readonly from: string; readonly to: string };
  readonly portCall: { readonly partner: string; readonly portCallID: string };
}

const assessed =
  'confidence rule matchedOn { ...Comparison } contradictions { ...Comparison } notComparable { ...Comparison } reasons dayDistance';
const comparison = 'fragment Comparison on AttributeComparison { attribute left { path value } right { path value } result }';
const sources = 'sources { partner { id } standard status retrievedAt apiVersion feedback { severity message } }';
const record =
  'partner { id } kind retrievedAt apiVersion vesselIMONumber vesselName isDummyVessel UNLocationCode facilityCode facilityCodeListProvider transportCallReference portVisitReference universalServiceReference universalImportVoyageReference universalExportVoyageReference numbers { carrierCode carrierCodeListProvider carrierServiceCode carrierImportVoyageNumber carrierExportVoyageNumber }';
const call = `id vessel { vesselIMONumber } port { UNLocationCode } records { ${record} times { dateTime } } terminalCalls { terminal records { partner { id } } } times { partner { id } eventTypeCode eventClassifierCode dateTime retrievedAt }`;
const calls = `outcome terminalOutcome legRule unique { call { ${call} } ${assessed} } candidates { call { id } confidence rule } ${sources}`;
const events = `outcome terminalOutcome events { event { id eventID kinds isCurrent } isCurrent ${assessed} } currentTimes { portCallServiceTypeCode portCallServiceEventTypeCode classifierCode serviceDateTime state event { id } } ${sources}`;
const notices = `outcome notices(first: 3) { version { id notice { id } } ${assessed} } ${sources}`;
const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const schedules = (node: string) =>
  `nodes { ${node} partner { id } retrievedAt apiVersion violations { path } } edges { cursor } ${page} ${sources}`;

/** Operations that cross subgraphs, and some that are rejected. */
export function joinsOperations({
  ids,
  partner,
  transportDocumentReference,
  portCall,
  tradeLane,
  ...known
}: Known): Record<string, string> {
  const [ship = ''] = known.vesselIMONumbers;
  const [port = ''] = known.UNLocationCodes;
  const versions = (selection: string) => `{ arrivalNotices(first: 100) { nodes { id current { ${selection} } } } }`;
  const routes = `pointToPointRoutes(filter: { placeOfReceipt: "${tradeLane.from}", placeOfDelivery: "${tradeLane.to}" })`;
  return {
    'calls that notices mean, with everything': `${versions(`arrivalCall { ${calls} }`)} ${comparison}`,
    'calls that load': `${versions(`loadingCall { ${calls} }`)} ${comparison}`,
    'events that notices mean': `${versions(`portCallEvents { ${events} }`)} ${comparison}`,
    'routes on the trade lane of notices': versions(
      `comparableRoutes { routes { confidence matchedOn { attribute } contradictions { attribute } route { partner { id } placeOfReceipt { dateTime } } } ${sources} }`,
    ),
    'all joins of a page': versions(
      'arrivalCall { outcome } loadingCall { outcome } portCallEvents { outcome } comparableRoutes { routes { confidence } } vessel { vesselIMONumber }',
    ),
    'from notice to call and back': versions(
      'arrivalCall { unique { call { arrivalNotices { outcome notices(first: 1) { version { id arrivalCall { outcome } } } } portCallEvents { outcome } } } }',
    ),
    'notices and events of calls': `${versions(`arrivalCall { candidates { call { id arrivalNotices { ${notices} } portCallEvents { ${events} } } } }`)} ${comparison}`,
    'calls and notices of events': `{ portCallEvents(first: 40) { nodes { id call { ${calls} } arrivalNotices { ${notices} } timeline { portCallID isOmitted } replyTo { id } } ${sources} } } ${comparison}`,
    'a ship with all three parts': `{ vessel(vesselIMONumber: "IMO ${ship}") { vesselIMONumber arrivalNotices(first: 3) { nodes { id } ${page} ${sources} }
      vesselSchedules(startDate: "2026-04-01", endDate: "2026-04-30") { ${schedules('carrierServiceCode')} } portCallEvents(first: 3) { nodes { id } ${page} ${sources} } } }`,
    'a port with all three parts': `{ port(UNLocationCode: "${port.toLowerCase()}") { UNLocationCode arrivalNotices(first: 3) { nodes { id } ${page} ${sources} }
      portSchedules(date: "2026-04-10") { ${schedules('location { facilitySMDGCode port { UNLocationCode } }')} } portCallEvents(first: 3) { nodes { id } ${page} ${sources} } } }`,
    'no ship and no port': '{ vessel(vesselIMONumber: "SHIP") { vesselIMONumber } port(UNLocationCode: "??") { UNLocationCode } }',
    'ports of places, with what others know': `{ arrivalNotices(first: 5) { nodes { current { transport { portOfDischarge { port { UNLocationCode portCallEvents(first: 1) { nodes { id } } portSchedules(date: "2026-04-10", first: 1) { nodes { partner { id } } } } } legs { vesselVoyage { vessel { portCallEvents(first: 1) { nodes { id } } } } } } } } } }`,
    'a timeline': `{ portCallTimeline(partner: "${portCall.partner}", portCallID: "${portCall.portCallID}") { partner { id } portCallID portVisitReference UNLocationCode isOmitted omittedTerminalCallIDs
      currentTimes { classifierCode serviceDateTime state event { id } } events { id call { outcome } } } none: portCallTimeline(partner: "unknown", portCallID: "x") { partner { id } } }`,
    'schedules of a ship': `{ vesselSchedules(filter: { vesselIMONumber: "${ship}" }, first: 3) { ${schedules('carrierServiceCode document vesselSchedules { vessel { vessel { arrivalNotices(first: 1) { nodes { id } } } } transportCalls { location { port { UNLocationCode } } } }')} } }`,
    'schedules of a port': `{ portSchedules(filter: { UNLocationCode: "${port}", date: "2026-04-01" }) { ${schedules('document vesselSchedules { servicePartners { carrierServiceCode } }')} } }`,
    'routes between two ports': `{ ${routes} { ${schedules('document legs { transport { __typename modeOfTransport ... on VesselTransport { vessel { vessel { vesselIMONumber } } } } }')} } }`,
    'partners and the data received from them': `{ partners { id name carriers { carrierCode } inboundAuth outboundAuth arrivalNotices { ...Standard } commercialSchedules { ...Standard } portCalls { ...Standard } } }
      fragment Standard on PartnerStandard { endpoint { host version filters maxReferences paging } lastReceived { at by lagSeconds } }`,
    'the log of events': '{ portCallEventLog(after: "0", first: 7) { events { cursor event { id } missed { reason } } cursor hasMore } }',
    nodes: `{ ${ids.map((id, index) => `n${index}: node(id: ${JSON.stringify(id)}) { __typename id ... on TransportCall { records { partner { id } } arrivalNotices { outcome } } ... on PortCallEvent { eventID document versions { id } } ... on ArrivalNoticeVersion { document arrivalCall { outcome } } }`).join(' ')} }`,
    'a call that no partner knows': `{ node(id: "${globalId('TransportCall:1.W10')}") { id ... on TransportCall { records { partner { id } } } } }`,
    'an event that is not held': `{ node(id: "${globalId('PortCallEvent:["x","y"]')}") { __typename id ... on PortCallEvent { eventID } } }`,
    'a notice that is not held': `{ node(id: "${globalId('ArrivalNotice:["x","y"]')}") { __typename id } arrivalNotice(partner: "${partner}", transportDocumentReference: "${transportDocumentReference}") { id } }`,
    'a voyage without what makes it unique': '{ vesselSchedules(filter: { carrierVoyageNumber: "649E" }) { nodes { partner { id } } } }',
    'days the wrong way round': `{ vessel(vesselIMONumber: "${ship}") { vesselSchedules(startDate: "2026-04-02", endDate: "2026-04-01") { nodes { partner { id } } } } }`,
    'a port that is none': '{ portSchedules(filter: { UNLocationCode: "SINGAPORE", date: "2026-04-01" }) { nodes { partner { id } } } }',
    'times the wrong way round':
      '{ portCallEvents(filter: { eventTimestampMin: "2026-04-02T00:00:00Z", eventTimestampMax: "2026-04-01T00:00:00Z" }) { nodes { id } } }',
    'a forged cursor of schedules': `{ vesselSchedules(filter: { vesselIMONumber: "${ship}" }, after: "AAAAAAAAAAAAAAAAAAAAAA") { nodes { partner { id } } } }`,
    'a forged cursor of events': '{ portCallEvents(after: "AAAAAAAAAAAAAAAAAAAAAA") { nodes { id } } }',
    'a negative age': versions('arrivalCall(maxAgeSeconds: -1) { outcome }'),
    'too many notices of a call': versions('arrivalCall { unique { call { arrivalNotices { notices(first: 501) { confidence } } } } }'),
  };
}

/** What makes sense in random operations over the real graph. */
export function apiWords({ ids, tradeLane, portCall, ...known }: Known): QueryWords {
  const schedules = [
    ...known.vesselIMONumbers.map((vesselIMONumber) => ({ vesselIMONumber })),
    { vesselIMONumber: known.vesselIMONumbers[0], startDate: '2026-04-01' },
    { startDate: '2026-04-01' },
  ];
  return {
    favourites: new Set([
      ...['current', 'node', 'nodes', 'arrivalCall', 'loadingCall', 'portCallEvents', 'comparableRoutes', 'unique', 'candidates', 'call'],
      ...['arrivalNotices', 'notices', 'events', 'event', 'version', 'vessel', 'port', 'records', 'currentTimes', 'timeline'],
    ]),
    // Each process has observed a different part.
    without: new Set(['PartnerStandard.health']),
    values: {
      first: [0, 1, 2, 3, 2, 3, null],
      last: [],
      'Query.arrivalNotices.last': [1, 2],
      after: [null, null, null, 'forged'],
      'arrivalNoticeVersionLog.after': ['0'],
      'arrivalNoticeNotificationLog.after': ['0', '7'],
      'portCallEventLog.after': ['0'],
      'NoticeMatchSet.notices.first': [1, 2, 501],
      'versions.first': [2, 1, -1],
      maxAgeSeconds: [900, 1_000_000, null],
      id: [...ids, ...ids, 'nothing'],
      'Query.arrivalNotices.orderBy': ['NEWEST_FIRST', 'OLDEST_FIRST', 'RECENTLY_CHANGED'],
      'Query.portCallEvents.orderBy': ['NEWEST_FIRST', 'RECENTLY_CHANGED'],
      'Query.arrivalNotices.filter': [{ partners: [known.partner] }, { portOfDischarge: tradeLane.to }, null, {}],
      'Query.portCallEvents.filter': [{ classifierCode: 'ACT' }, { classifierCode: null }, {}, null],
      'Query.arrivals.filter': [{ isOpen: null }, { isOpen: false }, {}, null],
      partner: [known.partner, portCall.partner, 'unknown'],
      transportDocumentReference: [known.transportDocumentReference, known.transportDocumentReference, 'x'],
      portCallID: [portCall.portCallID, portCall.portCallID, 'y'],
      vesselIMONumber: known.vesselIMONumbers,
      UNLocationCode: known.UNLocationCodes,
      'Query.vesselSchedules.filter': schedules,
      'Query.portSchedules.filter': known.UNLocationCodes.map((UNLocationCode) => ({ UNLocationCode, date: '2026-04-01' })),
      'Query.pointToPointRoutes.filter': [{ placeOfReceipt: tradeLane.from, placeOfDelivery: tradeLane.to }],
      date: ['2026-04-10', '2026-04-01'],
      startDate: ['2026-04-01', '2026-04-02'],
      endDate: ['2026-04-20', '2026-04-01', null],
      receivedBefore: ['2100-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
    },
  };
}

function globalId(text: string): string {
  return Buffer.from(text).toString('base64url');
}
