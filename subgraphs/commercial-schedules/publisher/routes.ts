import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import { stringifyExactly } from '#platform/json/exact-numbers.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { type EndpointProfile, pageSize, requestLimits } from '#platform/publisher/get/endpoint.ts';
import type { ParameterValues } from '#platform/publisher/get/parameters.ts';
import type { PublishedPage, PublishedRequest, PublishRoute } from '#platform/publisher/get/routes.ts';
import type { InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { withoutMembers } from '#platform/publisher/object-writer.ts';
import type { Subscriber } from '#platform/publisher/recipient.ts';
import type { SourceReport, SourceStatus } from '#platform/upstream/sources.ts';
import { findInvalidParts, MeantValue, withoutParts } from '#platform/wire/shape-check.ts';
import { maxAgeMsOf } from '../arguments.ts';
import { recordsIn, type ScheduleQuery, type ScheduleRecord, type ScheduleRow } from '../model.ts';
import { scheduleEndpoints } from '../profile.ts';
import type { Queries } from '../queries.ts';
import { shapes } from '../wire/parse.ts';
import { withMarkedPassages } from '../wire/passages.ts';

export interface ProducerParts {
  /** Returns the queries of one request, under the rights of its caller. */
  readonly queriesFor: (caller: Caller) => Pick<Queries, 'schedules'>;
  readonly signer: CursorSigner;
  /** Maximum wait for partners. @default 25_000 */
  readonly sourcesLimitMs?: number | undefined;
  /** Records rows that cannot be published as received. */
  readonly invalidRows: Pick<InvalidRows, 'record'>;
}

/** Creates the three GET endpoints of the Producer role of Commercial Schedules 1.0.4. */
export function createProducerRoutes(parts: ProducerParts): PublishRoute[] {
  return endpoints.map((endpoint) => {
    const profile = scheduleEndpoints[endpoint];
    const cursors = createPageCursors(profile, parts.signer);
    return {
      profile,
      standard: 'COMMERCIAL_SCHEDULES',
      wholeQuery: cursors.wholeQuery,
      answer: async (request: PublishedRequest): Promise<PublishedPage> => {
        const after = cursors.positionIn(request);
        const { caller, partner } = request.subscriber;
        const { rows, sources, hasNextPage, cursorOf } = await parts.queriesFor(caller).schedules({
          query: queryOf(endpoint, request.values),
          except: partner.id,
          maxAgeMs: maxAgeMsOf(undefined),
          mayBeStale: true,
          // The standard cannot express that an answer will be complete later, so a page waits for all rows that it can
          // contain.
          maxWaitMs: parts.sourcesLimitMs ?? requestLimits.sourcesLimitMs,
          waitsForBusy: true,
          order: endpoint === 'port-schedules' ? 'TERMINAL' : 'PARTNER',
          page: { first: request.limit, after },
        });
        if (rows.length === 0 && after === undefined) requireAnAnswer(sources);
        const last = rows.at(-1);
        const published = rows.flatMap(({ row, answer }) => {
          const source = answer.report.partner;
          const asReceived = partner.publish?.invalidRows === 'asReceived';
          const statement = asReceived ? recordsIn(row) : validPartOf(endpoint, { row, partner: source }, parts.invalidRows);
          return statement === undefined ? [] : [{ statement, source }];
        });
        return {
          rows: writtenRows(published.map(({ statement }) => statement)),
          partners: published.map(({ source }) => source),
          missing: sources.filter(({ status }) => !wholeStatuses.has(status)),
          nextCursor: hasNextPage && last !== undefined ? cursors.create(request, cursorOf(last)) : undefined,
          remarks: [],
        };
      },
    };
  });
}

const endpoints = ['point-to-point-routes', 'port-schedules', 'vessel-schedules'] as const satisfies ScheduleQuery['endpoint'][];

/** Statuses of complete answers. Filters that a partner ignored have been applied here. */
const wholeStatuses: ReadonlySet<SourceStatus> = new Set(['OK', 'EMPTY', 'STORED', 'IGNORED_FILTER']);
const failures: ReadonlySet<SourceStatus> = new Set(['DENIED', 'FAILED', 'TIMED_OUT', 'RATE_LIMITED', 'PARTNER_BUSY', 'PENDING']);

/**
 * Throws when no partner answered, because that is different from an empty page. @throws {LandfallError}
 * UPSTREAM_UNREACHABLE
 */
function requireAnAnswer(sources: readonly SourceReport[]): void {
  if (sources.length === 0 || !sources.every(({ status }) => failures.has(status))) return;
  throw new LandfallError(
    'UPSTREAM_UNREACHABLE',
    `No partner that offers schedules answered: ${sources.map(({ partner }) => partner).join(', ')}.`,
  );
}

/** Converts checked parameters to a query, sorted so that equal requests are equal. */
function queryOf(endpoint: ScheduleQuery['endpoint'], values: ParameterValues): ScheduleQuery {
  const conditions = Object.fromEntries(Object.entries(values).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return { endpoint, conditions } as unknown as ScheduleQuery;
}

/** Formats rows while they are read. Formatted rows are released immediately, because a client may be slow. */
async function* writtenRows(statements: ScheduleRecord[]): AsyncGenerator<Buffer> {
  while (statements.length > 0) yield withoutMembers(Buffer.from(stringifyExactly(statements.shift())), []);
}

/**
 * Returns the requested part of a row without its invalid parts; undefined if no valid part is left.
 *
 * @param invalidRows records rows with invalid parts
 */
function validPartOf(
  endpoint: ScheduleQuery['endpoint'],
  { row, partner }: { readonly row: ScheduleRow; readonly partner: string },
  invalidRows: ProducerParts['invalidRows'],
): ScheduleRecord | undefined {
  const record = recordsIn(row);
  // A complete row without violations was checked when it was received.
  if (row.violations.length === 0 && row.record === undefined) return record;
  const valid = validStatementOf(endpoint, record);
  if (valid !== record) {
    invalidRows.record({ partner, row: endpoint, outcome: valid === undefined ? 'WITHHELD' : 'CLEANED', violations: row.violations });
  }
  return valid;
}

function validStatementOf(endpoint: ScheduleQuery['endpoint'], written: ScheduleRecord): ScheduleRecord | undefined {
  const record = withMarkedPassages(endpoint, written);
  const parts = findInvalidParts(shapes[endpoint], record);
  if (parts === 'ALL' || parts instanceof MeantValue) return undefined;
  // A route without one of its legs would be a different route.
  const legs = parts?.get('legs');
  if (legs instanceof Map && [...legs.values()].includes('ALL')) return undefined;
  // Again, because a UN/LOCODE may have been removed.
  return parts === undefined ? record : withMarkedPassages(endpoint, withoutParts(record, parts) as ScheduleRecord);
}

/** Content of a cursor: values in the order of the profile, page size, position. */
type Content = readonly [values: readonly (ParameterValues[string] | null)[], limit: number, position: string];

/**
 * Creates and reads the cursors of one endpoint, which contain the parameters of their request. Since 1.0.2 all parameters
 * are sent with a cursor, before that it was sent alone, and both kinds of Consumers are served. The parameters are
 * limited, so that a cursor has at most the standard's 1,024 characters.
 */
export function createPageCursors({ path, parameters }: EndpointProfile, signer: CursorSigner) {
  const scopeOf = ({ partner, caller }: Subscriber) => JSON.stringify(['GET', path, partner.id, caller.key]);
  const valuesOf = (values: ParameterValues) => parameters.map(({ name }) => values[name] ?? null);
  const open = (cursor: string, subscriber: Subscriber): Content => JSON.parse(signer.open(scopeOf(subscriber), cursor));

  return {
    /** Creates a cursor. @param position position of the page in the whole list */
    create: ({ subscriber, values, limit }: PublishedRequest, position: string): string => {
      const content: Content = [valuesOf(values), limit, position];
      return signer.sign(scopeOf(subscriber), JSON.stringify(content));
    },
    /** Returns the position in a request's cursor. @throws {LandfallError} CURSOR_INVALID, also for other parameters */
    positionIn: ({ subscriber, values, limit, cursor }: PublishedRequest): string | undefined => {
      if (cursor === undefined) return undefined;
      const [givenFor, size, position] = open(cursor, subscriber);
      if (size === limit && JSON.stringify(givenFor) === JSON.stringify(valuesOf(values))) return position;
      throw new LandfallError('CURSOR_INVALID', 'The cursor was issued for other parameters.');
    },
    /**
     * Adds the parameters contained in a cursor to a query that has only the cursor. @throws {LandfallError}
     * CURSOR_INVALID
     */
    wholeQuery: (query: URLSearchParams, subscriber: Subscriber): URLSearchParams => {
      const cursor = query.get('cursor');
      if (cursor === null || query.has('limit') || parameters.some(({ name }) => query.has(name))) return query;
      const [values, limit] = open(cursor, subscriber);
      const whole = new URLSearchParams(query);
      for (const [index, { name }] of parameters.entries()) {
        const value = values[index];
        if (value !== null && value !== undefined) whole.set(name, String(value));
      }
      if (limit !== pageSize.default) whole.set('limit', String(limit));
      return whole;
    },
  };
}
