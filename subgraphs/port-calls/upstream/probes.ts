import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { listAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { pagingProbes } from '#platform/upstream/check/paging-probes.ts';
import {
  attributeCase,
  boundCase,
  emptySample,
  type FilterCase,
  type FilterRules,
  filterProbe,
  sampleProbe,
  versionProbes,
} from '#platform/upstream/check/probe-kinds.ts';
import {
  dayFrom,
  onlyNamed,
  type Parameters,
  type Probe,
  type ProbeParts,
  type StandardProbes,
} from '#platform/upstream/check/requester.ts';
import { comparedFilters } from '../model.ts';
import { cleanOf, eventShape, findViolations, type PortCallEventContent } from '../wire/parse.ts';
import type { EventFilterName } from './request-urls.ts';

const path = '/events';
const [timeMin, timeMax] = ['eventTimestampMin', 'eventTimestampMax'] as const;
/** Length in days of the range that is requested from a Publisher that requires one. */
const daysBack = 7;

/** The probes of an Event Publisher of Port Call 2.0.0. */
export const portCallProbes: StandardProbes = {
  field: 'portCalls',
  profileFields: ['version', 'versionHeader', 'filters', 'paging', 'timesWithoutOffset'],
  rowsOf: (body) => {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    const list = valueAt(body, ['events']);
    // The standard requires no attribute, so a body without `events` is empty.
    return isObject && (list === undefined || Array.isArray(list)) ? listAt(body, 'events') : undefined;
  },
  create: createProbes,
};

function createProbes(parts: ProbeParts): readonly Probe[] {
  const sample = emptySample(path);
  const sampleOf = () => sample;
  return [
    sampleProbe(parts, sample, {
      name: 'events',
      rule: '200 with the list events; each event conforms to the schema, and nothing is null.',
      attempts: () => attemptsOf(parts),
      shape: eventShape,
      listPath: '$.events',
    }),
    ...versionProbes(parts, sampleOf, {
      answerRule: 'Every message carries the full version.',
      isDemanded: true,
      requestRule: 'A request contains the full version; a Publisher should also accept the major version, or no version.',
    }),
    ...portCallFilters.map((name) => filterProbe(parts, sample, { ...caseOf(name), ...filterRules })),
    ...pagingProbes(parts, [sample], {
      limitRule: 'A page has at most limit events; a Publisher without pages may refuse limit or ignore it.',
      mayIgnoreLimit: () => true,
      nextRule: 'Next-Page-Cursor is sent back as cursor, together with all original parameters.',
      requiresCursorAlone: () => false,
    }),
  ];
}

/** A Publisher may require the start of the time range. */
function attemptsOf({ given, today }: ProbeParts): Parameters[] {
  const named = onlyNamed(given, portCallFilters);
  return [named, { ...named, [timeMin]: `${dayFrom(today, -daysBack)}T00:00:00Z` }];
}

const filterRules: FilterRules = {
  rule: () =>
    'A filter selects exactly. A Publisher states which filters it supports; others are refused with 400 or ignored. Without matches, the response is 200 with an empty list.',
  mayBe: () => true,
};

function caseOf(name: EventFilterName): FilterCase {
  if (name === timeMin || name === timeMax) {
    // The standard does not define which time of an event a bound applies to, so only both together contradict it.
    const timesOf = (row: unknown) => {
      const { timestamp, eventUpdatedDateTime } = contentOf(row);
      return [timestamp?.serviceDateTime, eventUpdatedDateTime].flatMap((time) => (time === undefined ? [] : (instantOf(time) ?? [])));
    };
    const unknown = instantOf(name === timeMin ? '2099-12-31T00:00:00Z' : '2000-01-01T00:00:00Z') ?? '';
    return boundCase(name, name === timeMin ? 'MIN' : 'MAX', { timesOf, needs: 'an event with a time', suffix: 'Z', unknown });
  }
  const read = comparedFilters.find(([filter]) => filter === name)?.[1] ?? (() => undefined);
  return attributeCase(name, 'an event with the attribute', (row) => [read(contentOf(row))]);
}

function contentOf(row: unknown): PortCallEventContent {
  return cleanOf(row, findViolations(row));
}
