import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { comparable, type FilterCase, type FilterRules, filterProbe } from '#platform/upstream/check/filters.ts';
import { pagingProbes } from '#platform/upstream/check/paging.ts';
import { dayFrom, onlyNamed, type Parameters, type Probe, type ProbeParts, type StandardProbes } from '#platform/upstream/check/probe.ts';
import {
  credentialProbe,
  feedbackIssuesOf,
  type InvalidRequest,
  invalidRequestProbe,
  unknownParameterProbe,
  unknownPathProbe,
} from '#platform/upstream/check/refusals.ts';
import { emptySample, sampleProbe } from '#platform/upstream/check/sample.ts';
import { versionProbes } from '#platform/upstream/check/versions.ts';
import { findViolations } from '../wire/parse.ts';
import { referenceProbes } from './probes-references.ts';
import type { ArrivalNoticeFilterName } from './request-urls.ts';

const path = '/arrival-notices';
const [dateMin, dateMax] = ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'] as const;
const mandatory = 'transportDocumentReferences';
/** Length in days of the range that is requested from a Publisher that requires one. */
const daysBack = 30;

/** The probes of a Publisher of Arrival Notice 1.0.1. */
export const arrivalNoticeProbes: StandardProbes = {
  field: 'arrivalNotices',
  profileFields: ['version', 'versionHeader', 'filters', 'maxReferences', 'listStyle', 'paging'],
  rowsOf: (body) => {
    const list = valueAt(body, ['arrivalNotices']);
    return Array.isArray(list) ? list : undefined;
  },
  create: createProbes,
};

function createProbes(parts: ProbeParts): readonly Probe[] {
  const sample = emptySample(path);
  const sampleOf = () => sample;
  const refusals = { errorIssuesOf: feedbackIssuesOf, isVersionDemanded: true };
  const wrong = (name: string, rule: string, { parameters, ...rest }: WrongParameters) =>
    invalidRequestProbe(parts, { name, rule, sample, ...rest, parameters: () => ({ ...sample.parameters, ...parameters }) }, refusals);
  return [
    sampleProbe(parts, sample, {
      name: 'arrival notices',
      rule: '200 with the list arrivalNotices, which is always present; each notice conforms to the schema, and nothing is null.',
      attempts: () => attemptsOf(parts),
      violationsOf: (notice) => findViolations('arrivalNotice', notice),
      listPath: '$.arrivalNotices',
    }),
    credentialProbe(parts, sampleOf),
    ...versionProbes(parts, sampleOf, {
      answerRule: 'Every response carries its full version.',
      isDemanded: true,
      requestRule: 'A request contains the full version; a Publisher should also accept the major version, or no version.',
      mustAccept: ['full'],
      unsupportedRule: 'A version that is not supported may be refused with 400.',
      mustRefuse: false,
    }),
    ...arrivalNoticeFilters.map((name) => filterProbe(parts, sample, { ...caseOf(name), ...filterRules })),
    ...referenceProbes(parts, sample),
    wrong('reversed date range', 'A range that ends before it begins is refused with 400.', {
      parameters: { [dateMin]: '2026-03-02', [dateMax]: '2026-03-01' },
      takes: [dateMin, dateMax],
    }),
    wrong('invalid date', 'A malformed value is refused with 400 and a remark with severity ERROR.', {
      parameters: { [dateMin]: '2026-13-45' },
      takes: [dateMin],
    }),
    unknownParameterProbe(parts, sampleOf, {
      ...refusals,
      rule: 'An unsupported parameter is refused with 400, or ignored with a remark that says so.',
      mayBeSilent: false,
    }),
    unknownPathProbe(parts, { prefix: '', rule: '404 is for unknown paths only.' }),
    ...pagingProbes(parts, [sample], {
      limitRule: 'A page has at most limit notices; a Publisher without pages refuses limit with 400, or ignores it with a remark.',
      mayIgnoreLimit: (isStated) => isStated,
      nextRule: 'Next-Page-Cursor is sent back as cursor, together with all original parameters.',
      requiresCursorAlone: () => false,
    }),
    wrong('limit of 0', 'limit is a whole number of at least 1; anything else is refused with 400.', {
      parameters: { limit: '0' },
      isOfPaging: true,
    }),
  ];
}

type WrongParameters = Pick<InvalidRequest, 'takes' | 'isOfPaging'> & { readonly parameters: Parameters };

/** A Publisher may refuse a request without filters, and may require the start of the date range. */
function attemptsOf({ given, today }: ProbeParts): Parameters[] {
  const named = onlyNamed(given, arrivalNoticeFilters);
  return [named, { ...named, [dateMin]: dayFrom(today, -daysBack) }];
}

/** Rules of single filters. All other filters follow the general rule. */
const ownRules: Readonly<Partial<Record<string, string>>> = {
  transportDocumentReferences: 'Every Publisher supports this filter. Without matches, the response is 200 with an empty list.',
  includeVisualization: 'With false, the visualization is omitted; with true, the Publisher decides.',
  removeCharges: 'With true, charges are omitted from notices, their containers and their cargo; no notice is omitted.',
};

const filterRules: FilterRules = {
  rule: (name) =>
    ownRules[name] ??
    'An unsupported filter is refused with 400, or ignored with a remark that says so. Without matches, the response is 200 with an empty list.',
  mayBe: (behaviour, { name, isStated }) => name !== mandatory && (behaviour === 'REFUSED' || isStated),
};

/** The attributes of a notice that each filter compares. */
const attributes: Readonly<Partial<Record<ArrivalNoticeFilterName, (notice: unknown) => readonly (string | undefined)[]>>> = {
  transportDocumentReferences: (notice) => [textAt(notice, 'transportDocumentReference')],
  equipmentReferences: (notice) =>
    listAt(notice, 'utilizedTransportEquipments').map((equipment) => textAt(equipment, 'equipment', 'equipmentReference')),
  portOfDischarge: (notice) => [textAt(notice, 'transport', 'portOfDischarge', 'UNLocationCode')],
};

/** Valid values that no notice has. */
const unknownValues: Readonly<Partial<Record<ArrivalNoticeFilterName, string>>> = {
  transportDocumentReferences: 'LANDFALL9999999999',
  equipmentReferences: 'ZZZU9999996',
  portOfDischarge: 'ZZZZZ',
  vesselIMONumber: '9999993',
  vesselName: 'LANDFALL PROBE',
  carrierImportVoyageNumber: 'PROBE999',
  universalImportVoyageReference: '00ZZN',
  carrierServiceCode: 'PROBE9',
  universalServiceReference: 'SR99999Z',
};

function caseOf(name: ArrivalNoticeFilterName): FilterCase {
  if (name === dateMin || name === dateMax) return dateCase(name);
  if (name === 'includeVisualization') return visualizationCase;
  if (name === 'removeCharges') return chargesCase;
  const read =
    attributes[name] ?? ((notice: unknown) => listAt(notice, 'transport', 'legs').map((leg) => textAt(leg, 'vesselVoyage', name)));
  const valuesOf = (notice: unknown) => read(notice).filter((value) => value !== undefined);
  return {
    name,
    known: (rows) => {
      const [value] = rows.flatMap(valuesOf);
      return value === undefined ? undefined : { [name]: value };
    },
    unknown: () => ({ [name]: unknownValues[name] ?? '' }),
    contradicts: (row, parameters) => {
      const values = valuesOf(row).map(comparable);
      return values.length > 0 && !values.includes(comparable(String(parameters[name])));
    },
    needs: 'a notice with the attribute',
  };
}

function dateCase(name: typeof dateMin | typeof dateMax): FilterCase {
  const dateOf = (notice: unknown) => textAt(notice, 'transport', 'portOfDischargeArrivalDate', 'value');
  const isMin = name === dateMin;
  return {
    name,
    // The outermost day matches all rows, even if one of them changes in the meantime.
    known: (rows) => {
      const days = rows.flatMap((row) => dateOf(row) ?? []).toSorted();
      const outermost = days.at(isMin ? 0 : -1);
      return outermost === undefined ? undefined : { [name]: outermost };
    },
    unknown: () => ({ [name]: isMin ? '2099-12-31' : '2000-01-01' }),
    contradicts: (row, parameters) => {
      const [day, bound] = [dateOf(row), String(parameters[name])];
      return day !== undefined && (isMin ? day < bound : day > bound);
    },
    needs: 'a notice with a date of arrival',
  };
}

const visualizationCase: FilterCase = {
  name: 'includeVisualization',
  control: { includeVisualization: 'true' },
  known: () => ({ includeVisualization: 'false' }),
  contradicts: (row) => valueAt(row, ['arrivalNoticeVisualization']) !== undefined,
  needs: 'a notice with a visualization when one is requested',
};

const chargesCase: FilterCase = {
  name: 'removeCharges',
  known: () => ({ removeCharges: 'true' }),
  contradicts: hasCharges,
  needs: 'a notice with charges',
};

/** Returns whether a notice has charges, on the notice, on containers or on cargo items. */
function hasCharges(notice: unknown): boolean {
  const holders = [
    notice,
    ...listAt(notice, 'utilizedTransportEquipments'),
    ...listAt(notice, 'consignmentItems').flatMap((consignment) => listAt(consignment, 'cargoItems')),
  ];
  return holders.some((holder) => listAt(holder, 'charges').length > 0);
}
