import { arrivalNoticeParameters } from '@landfall/dcsa/parameters.ts';
import { type EndpointProfile, rowsOfLog, type StandardProfile } from '#platform/publisher/get/endpoint.ts';

const standard = 'Arrival Notice';
/** Supported version of the standard, and version of responses to partners without a configured one. */
const version = '1.0.1';

/**
 * Maximum lengths of identity attributes, in code points. Values that exceed the standard's limits, 20 and 1,000, get a
 * remark. Cursors contain the identity, which has to fit into a URL.
 */
export const maxIdentityLengths = { transportDocumentReference: 100, typeLabel: 1_000 } as const;

/**
 * `GET /arrival-notices`, Publisher role. Filters may be used alone or in any combination; a row must match all of
 * them.
 */
export const arrivalNoticesEndpoint: EndpointProfile = {
  standard,
  role: 'Publisher',
  version,
  path: '/arrival-notices',
  ...arrivalNoticeParameters,
  refused: [],
  needsOneOf: [],
  unknownParameters: 'IGNORED_WITH_WARN',
  dates: [
    {
      parameters: ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'],
      comparedWith: 'transport.portOfDischargeArrivalDate.value, whatever its classifier, as a day without time zone',
      includesBounds: true,
      rowsWithout: 'do not match',
    },
  ],
  ...rowsOfLog,
  remarks: [
    'The current version of each notice, identified by partner, transportDocumentReference and typeLabel.',
    'The visualization is omitted unless includeVisualization=true, and wherever charges are hidden.',
    'Vessel, voyage and service filters must match the same leg.',
    'transportDocumentReferences are compared exactly, equipmentReferences without case and spaces.',
    'portOfDischarge, vesselIMONumber, vesselName, carrierImportVoyageNumber, universalImportVoyageReference, carrierServiceCode and universalServiceReference compare without case and without blanks at the ends, vesselName also without further blanks, and vesselIMONumber and vesselName without IMO and MV in front; alone and together.',
    '9999R is a placeholder for "no voyage" and is rejected as a filter.',
  ],
};

/** What Landfall does of Arrival Notice. */
export const arrivalNoticeProfile = {
  standard,
  version,
  roles: ['Publisher', 'Subscriber'],
  contents: {
    BASIC: 'rows whose carrier sent what the profile requires; Landfall adds nothing to them',
    FREIGHTED:
      'such rows, with the charges of the notice; without them, after removeCharges=true or for a subscriber that may not see charges, they are BASIC',
    FREE_TIME: 'rows whose carrier sent freeTimes',
    optionalParts: 'as the carrier sent them; arrivalNoticeVisualization only after includeVisualization=true, and never in pushes',
    notifications: 'have no profile',
  },
  contentControls: {
    includeVisualization:
      'without it, or with false, no row has a visualization; with true, the rows whose carrier sent one and whose charges are shown',
    removeCharges:
      'with true, charges of notices, containers and cargo are removed, and the visualization, which may show them; no row is removed',
  },
  lifecycle: {
    identity: 'partner, transportDocumentReference and typeLabel identify a notice; with issueDateTime, as an instant, a version',
    precedence: 'the version with the latest issueDateTime is the current one; versionLabel and the order of receipt do not count',
    labels: 'each typeLabel is a notice of its own; an absent, null or empty one is the same',
    overriddenVersions: 'are kept byte for byte and pushed; GET returns current versions only',
    cancellation: 'none, as in the standard: a notice that a later response does not contain is not withdrawn',
    notificationsFromPartners: 'are stored and forwarded, then the notice is fetched from a partner that offers it',
    maxIdentityLengths,
  },
  endpoints: [arrivalNoticesEndpoint],
  receives: [
    { path: '/arrival-notices', listName: 'arrivalNotices', model: 'COMPLETE_PUSH' },
    { path: '/arrival-notice-notifications', listName: 'arrivalNoticeNotifications', model: 'NOTIFICATION' },
  ],
} as const satisfies StandardProfile;
