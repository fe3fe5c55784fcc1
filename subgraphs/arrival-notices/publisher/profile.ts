import type { EndpointProfile, ParameterProfile } from '#platform/publisher/get/endpoint-profile.ts';

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
