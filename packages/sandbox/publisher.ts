import { type FeedbackElement, feedback, readListParameter } from '@landfall/dcsa/feedback.ts';
import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { isDay } from '@landfall/dcsa/instant.ts';
import type { Clock } from './clock.ts';
import { findVersionIssue, withoutIgnored } from './deviations.ts';
import type { Notice } from './notice.ts';
import { createPages, isPageLimit, type KeyedRow } from './pages.ts';
import type { SandboxProfile } from './profile.ts';
import { refusalOf, requireSignIn, type SandboxRequest, type SandboxResponse } from './server.ts';

export const apiVersion = '1.0.1';

/** Returns a refusal with its reasons. */
export function refusal(status: number, ...messages: readonly string[]): SandboxResponse {
  return refusalOf(apiVersion, status, messages);
}

const lists: readonly string[] = ['transportDocumentReferences', 'equipmentReferences'];
const controls: readonly string[] = ['includeVisualization', 'removeCharges'];
const dates: readonly string[] = ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'];

/** Creates the function that answers `GET /arrival-notices` (Arrival Notice 1.0.1, Publisher role) from a notice store. */
export function createPublisher(
  profile: SandboxProfile,
  { noticeStore, clock }: { readonly noticeStore: NoticeStore; readonly clock: Clock },
): (request: SandboxRequest) => SandboxResponse {
  const { deviations, pageSize } = profile;
  const { cursorTtlMs: ttlMs, emptyPages: hasEmptyPages } = deviations;
  const pages = createPages({ pageSize, ttlMs, hasEmptyPages, now: () => clock.now() });

  return requireSignIn({ path: '/arrival-notices', key: profile.ownKey, refuse: refusal }, (request) => {
    const refused = findVersionIssue(request.apiVersion, apiVersion, deviations);
    if (refused !== undefined) return refusal(400, refused);
    const query = withoutIgnored(request.query, deviations.ignoredFilters);
    const { errors, remarks } = check(query, profile);
    // A refused request does not consume its cursor.
    const page = errors.length > 0 ? undefined : pages.read(query, noticeStore.find(conditionsOf(query, profile)));
    if (page === undefined) return refusal(400, ...(errors.length > 0 ? errors : [unknownCursor]));
    if (Number(query.get('limit') ?? 0) > pageSize)
      remarks.push(feedback('INFO', `limit was lowered to ${pageSize}, the largest page served.`));
    const arrivalNotices = page.rows.map((notice) => reduced(notice, query));
    const body = { arrivalNotices, ...(remarks.length === 0 ? {} : { feedbackElements: remarks }) };
    const headers = { 'API-Version': apiVersion, ...page.headers };
    return { status: 200, headers, body, summary: `${arrivalNotices.length} notices` };
  });
}

const unknownCursor = 'Query parameter cursor: not known, used before, or given for other parameters.';

function check(query: URLSearchParams, profile: SandboxProfile): { errors: string[]; remarks: FeedbackElement[] } {
  const { filters, otherFilters, maxReferences, deviations } = profile;
  const errors: string[] = [];
  const remarks: FeedbackElement[] = [];
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    const isKnown = arrivalNoticeFilters.some((filter) => filter === name);
    if (name === 'limit') {
      const isRight = isPageLimit(value) && query.getAll(name).length === 1;
      if (!isRight) errors.push('Query parameter limit: must be one whole number of at least 1.');
    } else if (isKnown && (deviations.refusedFilters?.includes(name) || !filters.some((filter) => filter === name))) {
      if (deviations.refusedFilters?.includes(name) || otherFilters === 'REFUSE') errors.push(`Query parameter ${name}: not supported.`);
      else remarks.push(feedback('WARN', `Query parameter ${name} is not supported and was ignored.`));
    } else if (!isKnown && name !== 'cursor') {
      remarks.push(feedback('WARN', `Query parameter ${name} is unknown and was ignored.`));
    } else if (lists.includes(name)) {
      const count = readList(query, name, profile)?.length ?? 0;
      if (count > maxReferences) errors.push(`Query parameter ${name}: at most ${maxReferences} values, got ${count}.`);
      if (count === 0) remarks.push(feedback('INFO', `Query parameter ${name} is empty and treated as absent.`));
    } else if (query.getAll(name).length > 1) {
      errors.push(`Query parameter ${name}: given more than once.`);
    } else if (controls.includes(name) && value !== 'true' && value !== 'false') {
      errors.push(`Query parameter ${name}: must be true or false.`);
    } else if (dates.includes(name) && !isDay(value)) {
      errors.push(`Query parameter ${name}: ${JSON.stringify(value)} is not a calendar date (YYYY-MM-DD).`);
    }
  }
  const [least, most] = dates.map((name) => query.get(name) ?? undefined);
  if (least !== undefined && most !== undefined && least > most) errors.push(`Query parameter ${dates[0]}: later than ${dates[1]}.`);
  return { errors, remarks };
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

/** The filters of the standard, without content controls. */
type Conditions = Partial<
  Record<Exclude<(typeof arrivalNoticeFilters)[number], 'includeVisualization' | 'removeCharges'>, readonly string[]>
>;

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
    const has = valuesOf(notice, name as keyof Conditions);
    if (name === 'portOfDischargeArrivalDateMin') return has.some((date) => wanted.every((least) => date >= least));
    if (name === 'portOfDischargeArrivalDateMax') return has.some((date) => wanted.every((most) => date <= most));
    return wanted.some((value) => has.includes(value));
  });
}

function valuesOf(notice: Notice, name: keyof Conditions): string[] {
  const transport = partOf(notice, 'transport');
  switch (name) {
    case 'transportDocumentReferences':
      return [notice.transportDocumentReference];
    case 'equipmentReferences':
      return partsOf(notice, 'utilizedTransportEquipments').map((one) => String(partOf(one, 'equipment')['equipmentReference']));
    case 'portOfDischarge':
      return [String(partOf(transport, 'portOfDischarge')['UNLocationCode'])];
    case 'portOfDischargeArrivalDateMin':
    case 'portOfDischargeArrivalDateMax':
      return [partOf(transport, 'portOfDischargeArrivalDate')['value']].filter((value) => typeof value === 'string');
    default:
      return partsOf(transport, 'legs').map((leg) => String(partOf(leg, 'vesselVoyage')[name]));
  }
}

type Part = Readonly<Record<string, unknown>>;

function partOf(whole: Part, name: string): Part {
  const part = whole[name];
  return typeof part === 'object' && part !== null ? { ...part } : {};
}

function partsOf(whole: Part, name: string): Part[] {
  const parts = whole[name];
  return Array.isArray(parts) ? parts : [];
}
