import { type AttributeNames, hiddenAttributesOf } from '#platform/access/visibility.ts';
import type { EndpointProfile, ParameterProfile } from '#platform/publisher/get/endpoint.ts';
import type { ParameterValues } from '#platform/publisher/get/parameters.ts';
import { createLogPublisher, type LogPublisherParts } from '#platform/publisher/get/published-log.ts';
import { feedbackRefusal, type PublishRoute } from '#platform/publisher/get/routes.ts';
import { publishedVersionOf } from '#platform/publisher/recipient.ts';
import { type NoticeFilter, versionFilterOf } from '../model.ts';
import { shapes } from '../wire/parse.ts';

/** Maximum number of values in one list, which has to fit into a URL. */
const maxValues = 100;

const text = (name: string): ParameterProfile => ({ name, type: 'string', maxLength: 1_000 });

/**
 * `GET /arrival-notices`, Publisher role. Filters may be used alone or in any combination; a row must match all of
 * them.
 */
export const arrivalNoticesProfile: EndpointProfile = {
  standard: 'Arrival Notice',
  role: 'Publisher',
  version: '1.0.1',
  path: '/arrival-notices',
  parameters: [
    { name: 'transportDocumentReferences', type: 'array', maxValues },
    { name: 'equipmentReferences', type: 'array', maxValues },
    text('portOfDischarge'),
    text('vesselIMONumber'),
    text('vesselName'),
    text('carrierImportVoyageNumber'),
    text('universalImportVoyageReference'),
    text('carrierServiceCode'),
    text('universalServiceReference'),
    { name: 'portOfDischargeArrivalDateMin', type: 'date' },
    { name: 'portOfDischargeArrivalDateMax', type: 'date' },
    { name: 'includeVisualization', type: 'boolean' },
    { name: 'removeCharges', type: 'boolean' },
  ],
  refused: [],
  needsOneOf: [],
  ranges: [['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax']],
  unknownParameters: 'IGNORED_WITH_WARN',
  order: 'by the time first received, earliest first; new versions do not move rows',
  answersFrom: 'stored rows; no partner is queried',
  remarks: [
    'The current version of each notice, identified by partner, transportDocumentReference and typeLabel.',
    'The visualization is omitted unless includeVisualization=true, and wherever charges are hidden.',
    'Vessel, voyage and service filters must match the same leg.',
    'transportDocumentReferences are compared exactly, equipmentReferences without case and spaces.',
    'portOfDischarge, vesselIMONumber, vesselName, carrierImportVoyageNumber, universalImportVoyageReference, carrierServiceCode and universalServiceReference compare without case and without blanks at the ends, vesselName also without further blanks, and vesselIMONumber and vesselName without IMO and MV in front; alone and together.',
    '9999R is a placeholder for "no voyage" and is rejected as a filter.',
  ],
};

export type PublisherParts = Pick<LogPublisherParts, 'store' | 'signer' | 'invalidRows'>;

/** Creates the GET endpoint of the Publisher role of Arrival Notice 1.0.1. */
export function createPublisherRoutes({ store, signer, invalidRows }: PublisherParts): PublishRoute[] {
  const log = 'arrival-notice-versions';
  const pageOf = createLogPublisher({ store, signer, log, shape: shapes.arrivalNotice, invalidRows });
  return [
    {
      profile: arrivalNoticesProfile,
      listName: 'arrivalNotices',
      rowKind: 'noticeVersions',
      refusalBody: feedbackRefusal,
      versionFor: (partner) => publishedVersionOf(partner, 'ARRIVAL_NOTICE') ?? arrivalNoticesProfile.version,
      answer: (request) => {
        const { filter, withVisualization, withCharges } = controlsOf(request.values);
        // The content controls can only restrict what the subscriber may see.
        const hidden = new Set([
          ...hiddenAttributesOf(log, request.subscriber.caller.entitlement),
          ...(withCharges ? [] : hiddenWithCharges),
          ...(withVisualization ? [] : ['arrivalNoticeVisualization']),
        ]);
        const withBlobs = !hidden.has('arrivalNoticeVisualization');
        return pageOf(request, { filter: versionFilterOf(filter), hidden, withBlobs });
      },
    },
  ];
}

/** A visualization may show charges, so it is hidden together with them. */
const hiddenWithCharges: AttributeNames = new Set(['charges', 'arrivalNoticeVisualization']);

/** Splits the parameters, which have been checked by the profile, into filter and content controls. */
function controlsOf({ includeVisualization = false, removeCharges = false, ...filter }: ParameterValues) {
  return { filter: filter as NoticeFilter, withVisualization: includeVisualization === true, withCharges: removeCharges === false };
}
