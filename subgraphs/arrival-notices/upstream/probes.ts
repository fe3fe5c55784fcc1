import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { pagingProbes } from '#platform/upstream/check/paging-probes.ts';
import {
  attributeCase,
  boundCase,
  emptySample,
  type FilterCase,
  type FilterRules,
  filterProbe,
  type Sample,
  sampleProbe,
  versionProbes,
} from '#platform/upstream/check/probe-kinds.ts';
import {
  dayFrom,
  onlyNamed,
  type Parameters,
  type Probe,
  type ProbeAnswer,
  type ProbeParts,
  type ProbeResult,
  type StandardProbes,
  skipped,
} from '#platform/upstream/check/requester.ts';
import type { ListStyle } from '#platform/upstream/request-plan.ts';
import { shapes } from '../wire/parse.ts';
import type { ArrivalNoticeFilterName } from './request-urls.ts';

const path = '/arrival-notices';
const [dateMin, dateMax] = ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'] as const;
const mandatory = 'transportDocumentReferences';
/** Content controls are no filters, and Landfall never sends them. */
const filters = arrivalNoticeFilters.filter((name) => name !== 'includeVisualization' && name !== 'removeCharges');
/** Length in days of the range that is requested from a Publisher that requires one. */
const daysBack = 30;

/** The probes of a Publisher of Arrival Notice 1.0.1. */
export const arrivalNoticeProbes: StandardProbes = {
  field: 'arrivalNotices',
  profileFields: ['version', 'versionHeader', 'filters', 'maxReferences', 'listStyle', 'paging', 'timesWithoutOffset'],
  rowsOf: (body) => {
    const list = valueAt(body, ['arrivalNotices']);
    return Array.isArray(list) ? list : undefined;
  },
  create: createProbes,
};

function createProbes(parts: ProbeParts): readonly Probe[] {
  const sample = emptySample(path);
  const sampleOf = () => sample;
  return [
    sampleProbe(parts, sample, {
      name: 'arrival notices',
      rule: '200 with the list arrivalNotices, which is always present; each notice conforms to the schema, and nothing is null.',
      attempts: () => attemptsOf(parts),
      shape: shapes.arrivalNotice,
      listPath: '$.arrivalNotices',
    }),
    ...versionProbes(parts, sampleOf, {
      answerRule: 'Every response carries its full version.',
      isDemanded: true,
      requestRule: 'A request contains the full version; a Publisher should also accept the major version, or no version.',
    }),
    ...filters.map((name) => filterProbe(parts, sample, { ...caseOf(name), ...filterRules })),
    ...referenceProbes(parts, sample),
    ...pagingProbes(parts, [sample], {
      limitRule: 'A page has at most limit notices; a Publisher without pages refuses limit with 400, or ignores it with a remark.',
      mayIgnoreLimit: (isStated) => isStated,
      nextRule: 'Next-Page-Cursor is sent back as cursor, together with all original parameters.',
      requiresCursorAlone: () => false,
    }),
  ];
}

/** A Publisher may refuse a request without filters, and may require the start of the date range. */
function attemptsOf({ given, today }: ProbeParts): Parameters[] {
  const named = onlyNamed(given, arrivalNoticeFilters);
  return [named, { ...named, [dateMin]: dayFrom(today, -daysBack) }];
}

const withoutMatches = 'Without matches, the response is 200 with an empty list.';

const filterRules: FilterRules = {
  rule: (name) =>
    name === mandatory
      ? `Every Publisher supports this filter. ${withoutMatches}`
      : `An unsupported filter is refused with 400, or ignored with a remark that says so. ${withoutMatches}`,
  mayBe: (behaviour, { name, isStated }) => name !== mandatory && (behaviour === 'REFUSED' || isStated),
};

/** The attributes of a notice that each filter compares, unless it is one of `vesselVoyage`. */
const attributes: Readonly<Partial<Record<ArrivalNoticeFilterName, (notice: unknown) => readonly (string | undefined)[]>>> = {
  transportDocumentReferences: (notice) => [textAt(notice, 'transportDocumentReference')],
  equipmentReferences: (notice) =>
    listAt(notice, 'utilizedTransportEquipments').map((equipment) => textAt(equipment, 'equipment', 'equipmentReference')),
  portOfDischarge: (notice) => [textAt(notice, 'transport', 'portOfDischarge', 'UNLocationCode')],
};

function caseOf(name: ArrivalNoticeFilterName): FilterCase {
  if (name === dateMin || name === dateMax) {
    const daysOf = (notice: unknown) => textAt(notice, 'transport', 'portOfDischargeArrivalDate', 'value') ?? [];
    return boundCase(name, name === dateMin ? 'MIN' : 'MAX', {
      timesOf: (notice) => [daysOf(notice)].flat(),
      needs: 'a notice with a date of arrival',
      unknown: name === dateMin ? '2099-12-31' : '2000-01-01',
    });
  }
  const ofVoyage = (notice: unknown) => listAt(notice, 'transport', 'legs').map((leg) => textAt(leg, 'vesselVoyage', name));
  return attributeCase(name, 'a notice with the attribute', attributes[name] ?? ofVoyage);
}

const needsTwo = 'Requires notices of two documents.';
const styleWords: Readonly<Record<ListStyle, string>> = { comma: 'separated by commas', repeat: 'by repeating the parameter' };

/** Creates the probes of lists of references: their style, then their maximum length. */
export function referenceProbes(parts: ProbeParts, sample: Sample): Probe[] {
  const { requestPartner, claims, stated, found } = parts;
  const references = () => [...new Set(sample.rows.flatMap((notice) => textAt(notice, 'transportDocumentReference') ?? []))];
  const requestNotices = (values: readonly string[], listStyle?: ListStyle) =>
    requestPartner(sample.path, { ...sample.parameters, [mandatory]: values }, { listStyle });
  const taken = new Set<ListStyle>();

  const listStyle = async (style: ListStyle): Promise<ProbeResult> => {
    const [first, second] = references();
    if (first === undefined || second === undefined) return skipped(needsTwo);
    const answer = await requestNotices([first, second], style);
    const hasBoth = [first, second].every((reference) => holds(answer, reference));
    if (hasBoth) {
      taken.add(style);
      found.listStyle = taken.has(claims.listStyle) ? claims.listStyle : taken.has('comma') ? 'comma' : 'repeat';
      return { verdict: 'OK', reason: `Two references ${styleWords[style]} return both documents.` };
    }
    const outcome =
      answer.status === 200 ? `200 with ${answer.rows?.length ?? 0} rows, not those of both documents` : `status ${answer.status}`;
    const reason = `Two references ${styleWords[style]}: ${outcome}.`;
    // The partner may accept only one reference per request.
    if (answer.status !== 200 && taken.size === 0) return skipped(`${reason} It may take one reference at a time.`);
    if (style === 'comma') return { verdict: 'BROKEN', reason };
    return { verdict: claims.listStyle === style ? 'DIFFERS' : 'OK', reason };
  };

  const cap = async (): Promise<ProbeResult> => {
    const [first, last = first] = references();
    if (first === undefined || last === undefined) return skipped('Requires a notice.');
    let isSilent = false;
    const tried: number[] = [];
    const takes = async (count: number): Promise<boolean> => {
      tried.push(count);
      const known = count === 1 ? [first] : [...new Set([first, last])];
      const unknown = unknownReferences(first, count - known.length);
      // Known references are at both ends, or at the end, so that a truncated list is detected.
      const answer = await requestNotices(known.length === 1 ? [...unknown, first] : [first, ...unknown, last]);
      if (answer.status !== 200) return false;
      const isWhole = known.every((reference) => holds(answer, reference));
      isSilent ||= !isWhole;
      return isWhole;
    };
    const { cap: count, isRefusedAbove } = await findReferenceCap(claims.maxReferences, takes);
    if (count === 0) return { verdict: 'BROKEN', reason: 'Not even one reference is accepted.' };
    found.maxReferences = count;
    if (isSilent) return { verdict: 'BROKEN', reason: `More than ${count} are answered with 200, and some of the documents are missing.` };
    const limit = isRefusedAbove ? `At most ${count} in one request` : `${count} in one request are accepted`;
    const agrees = count === claims.maxReferences;
    return {
      verdict: agrees ? 'OK' : 'DIFFERS',
      reason: `${limit} (tried: ${tried.join(', ')}).${agrees ? '' : ` ${stated('maxReferences')}`}`,
    };
  };

  const styleRule = 'The values of a list are separated by commas; a repeated parameter should be accepted, too.';
  return [
    { name: 'list by repetition', rule: styleRule, run: () => listStyle('repeat') },
    { name: 'list with commas', rule: styleRule, run: () => listStyle('comma') },
    {
      name: 'number of references',
      rule: 'A Publisher documents how many references it accepts, at least one; more references are refused with 400, never ignored.',
      run: cap,
    },
  ];
}

function holds({ rows }: ProbeAnswer, reference: string): boolean {
  return rows?.some((notice) => textAt(notice, 'transportDocumentReference') === reference) ?? false;
}

/** Numbers of references that are tried in ascending order; the last one is the maximum. */
const rungs = [1, 2, 10, 50, 100, 200] as const;
const most = 200;

/**
 * Finds the maximum number of references that a partner accepts in one request: first it tries the claimed number and
 * the next greater one, then ascending steps until one is refused, then bisection. Never tries more than {@link most},
 * or the claimed number if that is greater.
 *
 * @param takes sends a request with this number of references, and returns whether it was accepted
 * @returns 0 when not even one is accepted; `isRefusedAbove` is false when nothing was refused
 */
export async function findReferenceCap(
  claimed: number,
  takes: (count: number) => Promise<boolean>,
): Promise<{ readonly cap: number; readonly isRefusedAbove: boolean }> {
  let taken = 0;
  let refused = Number.POSITIVE_INFINITY;
  const attempt = async (count: number) => {
    if (count <= taken || count >= refused) return;
    if (await takes(count)) taken = count;
    else refused = count;
  };
  await attempt(claimed);
  if (taken === claimed && claimed < most) await attempt(claimed + 1);
  for (const rung of rungs) await attempt(rung);
  while (Number.isFinite(refused) && refused - taken > 1) await attempt(Math.floor((taken + refused) / 2));
  return { cap: taken, isRefusedAbove: Number.isFinite(refused) };
}

/**
 * Creates unknown references in the format of a known one: its last digits count down from nines.
 *
 * @param like a reference of the partner, at most 20 characters
 */
export function unknownReferences(like: string, count: number): string[] {
  const digits = Math.min(9, Math.max(4, /\d*$/.exec(like)?.[0].length ?? 0));
  const stem = like.slice(0, Math.max(0, like.length - digits));
  return Array.from({ length: count }, (_, index) => `${stem}${10 ** digits - 1 - index}`.slice(0, 20));
}
