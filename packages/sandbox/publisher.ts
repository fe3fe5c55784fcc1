import { type FeedbackElement, feedback, readListParameter } from '@landfall/dcsa/feedback.ts';
import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { arrivalNoticeParameters, type QueryParameter } from '@landfall/dcsa/parameters.ts';
import { createList, findIssues, type Issue, isPaging, type KeyedRow } from './lists.ts';
import type { Notice } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import { valuesAt } from './values.ts';

export const apiVersion = '1.0.1';

const lists: readonly string[] = ['transportDocumentReferences', 'equipmentReferences'];
const controls: readonly string[] = ['includeVisualization', 'removeCharges'];
const dates: readonly string[] = ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'];

/** Creates the function that answers `GET /arrival-notices` (Arrival Notice 1.0.1, Publisher role) from a notice store. */
export function createPublisher(profile: SandboxProfile, noticeStore: NoticeStore) {
  return createList({
    ...profile,
    paths: ['/arrival-notices'],
    version: apiVersion,
    ignored: profile.deviations.ignoredFilters ?? [],
    check: (query) => findNoticeIssues(query, profile),
    rowsOf: (query) => noticeStore.find(conditionsOf(query, profile)),
    bodyOf: (rows, query) => {
      const remarks = remarksOn(query, profile);
      const arrivalNotices = rows.map((notice) => reduced(notice, query));
      return { arrivalNotices, ...(remarks.length === 0 ? {} : { feedbackElements: remarks }) };
    },
  });
}

const isOfStandard = (name: string) => arrivalNoticeFilters.some((filter) => filter === name);

function findNoticeIssues(query: URLSearchParams, profile: SandboxProfile): Issue[] {
  const { filters, otherFilters, maxReferences, deviations } = profile;
  const isRefused = (name: string) =>
    deviations.refusedFilters?.includes(name) ||
    (otherFilters === 'REFUSE' && isOfStandard(name) && !filters.some((filter) => filter === name));
  const refused = [...new Set(query.keys())].filter(isRefused);
  const isPlain = ({ name, type }: QueryParameter) =>
    type !== 'array' && !refused.includes(name) && filters.some((filter) => filter === name);
  const issues = findIssues(query, arrivalNoticeParameters.parameters.filter(isPlain));
  issues.push(...refused.map((property) => ({ property, message: 'not supported' })));
  for (const property of lists) {
    const count = readList(query, property, profile)?.length ?? 0;
    if (count > maxReferences) issues.push({ property, message: `at most ${maxReferences} values, got ${count}` });
  }
  const [least, most] = dates.map((name) => query.get(name) ?? undefined);
  if (least !== undefined && most !== undefined && least > most)
    issues.push({ property: dates[0] ?? '', message: `later than ${dates[1]}` });
  return issues;
}

/** Returns the feedback on a query that is answered. */
function remarksOn(query: URLSearchParams, profile: SandboxProfile): FeedbackElement[] {
  const { filters, pageSize } = profile;
  const remarks = [...new Set(query.keys())].flatMap((name): FeedbackElement[] => {
    if (isPaging(name)) return [];
    if (!isOfStandard(name)) return [feedback('WARN', `Query parameter ${name} is unknown and was ignored.`)];
    if (!filters.some((filter) => filter === name)) return [feedback('WARN', `Query parameter ${name} is not supported and was ignored.`)];
    const isEmpty = lists.includes(name) && readList(query, name, profile)?.length === 0;
    return isEmpty ? [feedback('INFO', `Query parameter ${name} is empty and treated as absent.`)] : [];
  });
  const isLowered = Number(query.get('limit') ?? 0) > pageSize;
  return [...remarks, ...(isLowered ? [feedback('INFO', `limit was lowered to ${pageSize}, the largest page served.`)] : [])];
}

function conditionsOf(query: URLSearchParams, profile: SandboxProfile): Conditions {
  const conditions: Record<string, readonly string[]> = {};
  for (const name of profile.filters) {
    if (controls.includes(name)) continue;
    const values = lists.includes(name) ? readList(query, name, profile) : query.getAll(name);
    const compared = name === 'equipmentReferences' ? values?.map((value) => value.replaceAll(/\s/g, '').toUpperCase()) : values;
    if (compared !== undefined && compared.length > 0) conditions[name] = compared;
  }
  return conditions;
}

function readList(query: URLSearchParams, name: string, { deviations }: SandboxProfile): string[] | undefined {
  if (!deviations.onlyRepeatedLists || !query.has(name)) return readListParameter(query, name);
  return [...new Set(query.getAll(name))];
}

/**
 * Removes parts that were not requested: the visualization unless requested, and charges if they are to be omitted,
 * which removes the visualization too.
 */
function reduced(notice: Notice, query: URLSearchParams): unknown {
  const removeCharges = query.get('removeCharges') === 'true';
  const withFile = query.get('includeVisualization') === 'true' && !removeCharges;
  return JSON.parse(
    JSON.stringify(notice, (key, value) => {
      if (key === 'charges' && removeCharges) return undefined;
      return key === 'arrivalNoticeVisualization' && !withFile ? undefined : value;
    }),
  );
}

/** Values by filter, without content controls. */
type Conditions = Readonly<Record<string, readonly string[]>>;

type NoticeStore = ReturnType<typeof createNoticeStore>;

/** Creates the store of the notices that a carrier serves, each in its newest version. */
export function createNoticeStore() {
  const notices = new Map<string, Notice>();
  return {
    put: (notice: Notice): void => {
      const key = JSON.stringify([notice.transportDocumentReference, notice['typeLabel'] ?? '']);
      const stored = notices.get(key);
      if (stored !== undefined && issuedAt(stored) >= issuedAt(notice)) return;
      notices.set(key, notice);
    },
    /** Removes all notices of a document. */
    remove: (reference: string): void => {
      for (const [key, { transportDocumentReference }] of notices) if (transportDocumentReference === reference) notices.delete(key);
    },
    /**
     * Returns the notices that satisfy all conditions, in the order of document and label, which does not change when a
     * newer version is added between two pages.
     */
    find: (conditions: Conditions): readonly KeyedRow<Notice>[] =>
      [...notices].filter(([, notice]) => satisfies(notice, conditions)).sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}

function issuedAt(notice: Notice): number {
  return Date.parse(String(notice['issueDateTime']));
}

function satisfies(notice: Notice, conditions: Conditions): boolean {
  return Object.entries(conditions).every(([name, wanted]) => {
    const has = valuesAt(notice, ...(attributes[name] ?? [name])).map(String);
    if (name === dates[0]) return has.some((date) => wanted.every((least) => date >= least));
    if (name === dates[1]) return has.some((date) => wanted.every((most) => date <= most));
    return wanted.some((value) => has.includes(value));
  });
}

/** Where the attributes are that have other names than the filters. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  transportDocumentReferences: ['transportDocumentReference'],
  equipmentReferences: ['equipment', 'equipmentReference'],
  portOfDischarge: ['portOfDischarge', 'UNLocationCode'],
  portOfDischargeArrivalDateMin: ['portOfDischargeArrivalDate', 'value'],
  portOfDischargeArrivalDateMax: ['portOfDischargeArrivalDate', 'value'],
};
