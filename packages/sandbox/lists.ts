import { randomUUID } from 'node:crypto';
import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import { expectationOf, parameterValueOf, type QueryParameter } from '@landfall/dcsa/parameters.ts';
import { type Deviations, findVersionIssue } from './deviations.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

/** A row of a list, with a key that is unique in it. */
export type KeyedRow<Row> = readonly [key: string, row: Row];

/** An issue of a request: the parameter or header concerned, if there is one, its value and what was expected. */
export interface Issue {
  readonly property?: string;
  readonly value?: string;
  readonly message: string;
}

/** A list that a party serves page by page. */
interface List<Row> {
  /** Maximum number of rows on a page. */
  readonly pageSize: number;
  /** Whether a cursor must be sent without, instead of with, all other parameters. */
  readonly isLone?: boolean;
  readonly paths: readonly string[];
  /** The value of `API-Version`. */
  readonly version: string;
  /** The `x-api-key` that it requires. */
  readonly ownKey: string;
  readonly deviations?: Deviations;
  /** Parameters that are not read. */
  readonly ignored?: readonly string[];
  /** Returns a refusal. Default: with the error body that arrival notices and port calls share */
  readonly refuse?: (request: SandboxRequest, status: number, issues: readonly Issue[]) => SandboxResponse;
  /** Returns the issues of a query, for which it is refused. */
  readonly check: (query: URLSearchParams, request: SandboxRequest) => readonly Issue[];
  /** Returns all rows that match, by ascending keys. */
  readonly rowsOf: (query: URLSearchParams, request: SandboxRequest) => readonly KeyedRow<Row>[];
  readonly bodyOf: (rows: readonly Row[], query: URLSearchParams) => unknown;
}

/** Creates the function that answers GET requests with the party's key. */
export function createList<Row>(list: List<Row>): (request: SandboxRequest) => SandboxResponse {
  const { paths, version, ownKey, deviations = {}, ignored = [] } = list;
  const pages = createPages(list);
  return (request) => {
    const refuse = (status: number, ...issues: readonly Issue[]) =>
      list.refuse?.(request, status, issues) ?? refusalOf(version, status, issues);
    if (!paths.includes(request.path)) return { ...refuse(404, { message: 'The path does not exist.' }), summary: undefined };
    if (request.method !== 'GET') {
      const answer = refuse(405, { message: `${request.method} is not served here.` });
      return { ...answer, headers: { ...answer.headers, Allow: 'GET' }, summary: undefined };
    }
    if (request.key !== ownKey) return refuse(401, { message: 'The credential is missing or unknown.' });
    const versionIssue = findVersionIssue(request.apiVersion, version, deviations);
    if (versionIssue !== undefined) return refuse(400, { message: versionIssue });
    const parameters = new URLSearchParams([...request.query].filter(([name]) => !ignored.includes(name)));
    const query = pages.wholeOf(parameters);
    const issues = list.check(query, request);
    // A refused request does not consume its cursor.
    const page = issues.length > 0 ? undefined : pages.read(parameters, list.rowsOf(query, request));
    if (page === undefined) return refuse(400, ...(issues.length > 0 ? issues : [unknownCursor]));
    const headers = { 'API-Version': version, ...page.headers };
    return { status: 200, headers, body: list.bodyOf(page.rows, query), summary: `${page.rows.length} rows` };
  };
}

const unknownCursor: Issue = { property: 'cursor', message: 'not known, used before, or given for other parameters' };

/** Returns a refusal in the error body that arrival notices and port calls share. */
export function refusalOf(apiVersion: string, status: number, issues: readonly Issue[]): SandboxResponse {
  const feedbackElements = issues.map(
    ({ property, message }): FeedbackElement =>
      feedback('ERROR', property === undefined ? message : `Query parameter ${property}: ${message}.`),
  );
  return { status, headers: { 'API-Version': apiVersion }, body: { feedbackElements }, summary: feedbackElements[0]?.message };
}

/** The parameters of all lists. A `limit` is an int32. */
const paging: readonly QueryParameter[] = [
  { name: 'limit', type: 'integer', minimum: 1 },
  { name: 'cursor', type: 'string' },
];

/** Returns whether a list has a parameter besides those of the standard's filters. */
export function isPaging(name: string): boolean {
  return paging.some((parameter) => parameter.name === name);
}

/** Returns the issues of parameters: each may be given once, in its format. */
export function findIssues(query: URLSearchParams, parameters: readonly QueryParameter[]): Issue[] {
  return [...parameters, ...paging].flatMap((parameter): Issue[] => {
    const { name: property } = parameter;
    const [value, ...others] = query.getAll(property);
    if (value === undefined) return [];
    if (others.length > 0) return [{ property, message: 'given more than once' }];
    if (parameterValueOf(parameter, value) !== undefined) return [];
    return [{ property, value: value.slice(0, 500), message: `expected ${expectationOf(parameter)}` }];
  });
}

/** The start of a page. */
interface Place {
  /** The parameters for which the cursor was issued. */
  readonly query: URLSearchParams;
  /** Key of the last row of the page before. */
  readonly after: string;
}

const maxCursors = 1_000;

/** Cuts lists into pages. Cursors are valid for one use, and only with the parameters for which they were issued. */
function createPages({ pageSize, isLone = false }: Pick<List<unknown>, 'pageSize' | 'isLone'>) {
  const places = new Map<string, Place>();
  const placeOf = (requested: URLSearchParams): Place | undefined => places.get(requested.get('cursor') ?? '');
  return {
    /** Returns all parameters of a query. A cursor without parameters represents those for which it was issued. */
    wholeOf: (requested: URLSearchParams): URLSearchParams => (isLone && requested.size === 1 && placeOf(requested)?.query) || requested,
    /** Returns the page that a query requests, and the headers that lead to the next one; undefined for an invalid cursor. */
    read: <Row>(requested: URLSearchParams, rows: readonly KeyedRow<Row>[]) => {
      const cursor = requested.get('cursor');
      const place = placeOf(requested);
      const isFitting = isLone ? requested.size === 1 : place !== undefined && parametersOf(place.query) === parametersOf(requested);
      if (cursor !== null && (place === undefined || !isFitting)) return undefined;
      places.delete(cursor ?? '');
      const query = place?.query ?? requested;
      const limit = Math.min(Number(query.get('limit') ?? pageSize), pageSize);
      const rest = rows.filter(([key]) => place === undefined || key > place.after);
      const shown = rest.slice(0, limit);
      const headers: Record<string, string> = {};
      if (rest.length > shown.length) {
        const next = randomUUID();
        places.set(next, { query, after: shown.at(-1)?.[0] ?? '' });
        const [oldest] = places.keys();
        if (places.size > maxCursors && oldest !== undefined) places.delete(oldest);
        headers['Next-Page-Cursor'] = next;
      }
      return { rows: shown.map(([, row]) => row), headers };
    },
  };
}

/** Returns all parameters except the cursor, in canonical order. */
function parametersOf(query: URLSearchParams): string {
  return JSON.stringify([...query].filter(([name]) => name !== 'cursor').sort());
}
