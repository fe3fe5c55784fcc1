import { isDay } from '../../subgraphs/shared/instant.ts';
import { checkApiVersion, type FeedbackElement, feedback, readListParameter } from '../../subgraphs/shared/partners/dcsa.ts';
import { arrivalNoticeFilters } from '../../subgraphs/shared/partners/partner.ts';
import type { Notice } from './notice.ts';
import { createOneShotCursors } from './one-shot-cursors.ts';
import type { SandboxProfile } from './profile.ts';
import type { Answer, Question } from './server.ts';
import type { Conditions, Shelf } from './shelf.ts';

/** Answers `GET /arrival-notices` (Arrival Notice 1.0.1, Publisher role). */
export type Publisher = (question: Question) => Answer;

export const apiVersion = '1.0.1';

/** An answer that says only why there is none. */
export function refusal(status: number, ...messages: readonly string[]): Answer {
  const feedbackElements = messages.map((message) => feedback('ERROR', message));
  return { status, headers: { 'API-Version': apiVersion }, body: { feedbackElements }, summary: messages[0] };
}

const lists: readonly string[] = ['transportDocumentReferences', 'equipmentReferences'];
const controls: readonly string[] = ['includeVisualization', 'removeCharges'];
const dates: readonly string[] = ['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax'];

/** Makes one over a shelf. Its cursors are good for one use, and only with the parameters they were given for. */
export function createPublisher(profile: SandboxProfile, shelf: Shelf): Publisher {
  const cursors = createOneShotCursors();

  return ({ query, apiVersion: asked }) => {
    const refused = checkApiVersion(asked, apiVersion);
    if (refused !== undefined) return refusal(400, refused);
    const { errors, remarks } = check(query, profile);
    // A refused question leaves its cursor good.
    const after = errors.length > 0 ? undefined : cursors.take(query);
    if (after === null) errors.push('Query parameter cursor: not known, used before, or given for other parameters.');
    if (errors.length > 0 || after === null) return refusal(400, ...errors);

    const size = Math.min(Number(query.get('limit') ?? profile.pageSize), profile.pageSize);
    if (Number(query.get('limit') ?? 0) > size) remarks.push(feedback('INFO', `limit was lowered to ${size}, the largest page served.`));
    const found = shelf.find(conditionsOf(query, profile), after);
    const shown = found.slice(0, size);
    const last = shown.at(-1);
    const headers: Record<string, string> = { 'API-Version': apiVersion };
    if (found.length > shown.length && last !== undefined) headers['Next-Page-Cursor'] = cursors.give(query, last[0]);
    const arrivalNotices = shown.map(([, notice]) => reduced(notice, query));
    const body = { arrivalNotices, ...(remarks.length === 0 ? {} : { feedbackElements: remarks }) };
    return { status: 200, headers, body, summary: `${arrivalNotices.length} notices` };
  };
}

function check(query: URLSearchParams, profile: SandboxProfile): { errors: string[]; remarks: FeedbackElement[] } {
  const errors: string[] = [];
  const remarks: FeedbackElement[] = [];
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    const isKnown = arrivalNoticeFilters.some((filter) => filter === name);
    if (name === 'limit') {
      if (!/^[1-9]\d{0,9}$/.test(value)) errors.push('Query parameter limit: must be a whole number of at least 1.');
    } else if (isKnown && !profile.filters.some((filter) => filter === name)) {
      if (profile.otherFilters === 'REFUSE') errors.push(`Query parameter ${name}: not supported.`);
      else remarks.push(feedback('WARN', `Query parameter ${name} is not supported and was ignored.`));
    } else if (!isKnown && name !== 'cursor') {
      remarks.push(feedback('WARN', `Query parameter ${name} is not known and was ignored.`));
    } else if (lists.includes(name)) {
      const count = readListParameter(query, name)?.length ?? 0;
      if (count > profile.maxReferences) errors.push(`Query parameter ${name}: at most ${profile.maxReferences} values, got ${count}.`);
      if (count === 0) remarks.push(feedback('INFO', `Query parameter ${name} is empty and counts as absent.`));
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
    const values = lists.includes(name) ? readListParameter(query, name) : query.getAll(name);
    const compared = name === 'equipmentReferences' ? values?.map((value) => value.replaceAll(/\s/g, '').toUpperCase()) : values;
    if (compared !== undefined && compared.length > 0) conditions[name] = compared;
  }
  return conditions;
}

/** Leaves out what was not asked for: the file unless wanted, charges where they are unwanted, and then the file too. */
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
