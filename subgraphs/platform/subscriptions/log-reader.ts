import { randomUUID } from 'node:crypto';
import { buildASTSchema, type ExecutionResult, execute, type GraphQLSchema, parse, printSchema } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter, RowCounts } from '../access/row-counter.ts';
import { perObject } from '../cache/bounded-cache.ts';
import { type ClientError, toClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, EngineError, ValidatedOperation, Variables } from '../graphql/engine.ts';
import { stringifyExactly } from '../json/exact-numbers.ts';
import type { Logger } from '../logger.ts';
import { type LogOperation, logKeys } from './log-operation.ts';

/** One event, serialized once for all subscribers of a group. */
export interface LogMessage {
  /** Cursor of the event; the same for every subscriber. */
  readonly cursor: string;
  /** The GraphQL response as JSON in UTF-8: `{"data":{...}}`. */
  readonly payload: Buffer;
  /**
   * The confidential rows of the whole page, only on its first message, because that one is always sent. If the rest of
   * the page is read again by another group, its rows are counted twice rather than never.
   */
  readonly rows?: RowCounts | undefined;
}

/** A page of a log as messages. */
export interface LogMessages {
  readonly messages: readonly LogMessage[];
  /** Cursor after which the next page starts. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/**
 * Reads one page; without `after`, an empty page at the head. With `isSingle`, the page has at most one event; if it
 * fails by an internal error, its message has its cursor, no content and the error.
 *
 * @throws {LogReadError} nothing was read
 */
export type ReadLog = (after: string | undefined, isSingle?: boolean) => Promise<LogMessages>;

/** Thrown if a page could not be read. */
export class LogReadError extends Error {
  readonly errors: readonly ClientError[];

  constructor(errors: readonly ClientError[]) {
    super(errors[0]?.message ?? 'the log could not be read');
    this.name = 'LogReadError';
    this.errors = errors;
  }
}

export interface LogReaderOptions {
  readonly engine: Pick<Engine, 'execute' | 'schema'>;
  readonly operation: LogOperation;
  readonly variables: Variables;
  readonly caller: Caller;
  readonly logger: Logger;
  readonly pageSize: number;
  /** Creates a counter for the rows of one page; returns undefined if rows are not audited. */
  readonly countRows?: (() => RowCounter | undefined) | undefined;
}

/** Result of {@link LogOperation.query}. */
interface Page {
  readonly events: readonly unknown[];
  readonly positions: readonly { readonly cursor: string }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** A page as it was read. */
interface ReadPage {
  readonly page: Page;
  readonly errors: readonly EngineError[];
  readonly requestId: string;
  readonly rows?: RowCounts | undefined;
}

/** Creates the function that executes the query of a subscription and turns each event of the page into a message. */
export function createLogReader(options: LogReaderOptions): ReadLog {
  const { query } = options.operation;
  return async (after, isSingle = false) =>
    isSingle && after !== undefined
      ? readSingle({ ...options, pageSize: 1 }, after)
      : messagesOf(await readPage(options, query, after), options);
}

async function readSingle(options: LogReaderOptions, after: string): Promise<LogMessages> {
  const { operation, engine, variables, logger } = options;
  try {
    return messagesOf(await readPage(options, operation.query, after), options);
  } catch (error) {
    const requestId = randomUUID();
    const errors = error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })];
    // Other errors are those of an outage, after which the event can be read.
    if (errors[0]?.extensions.code !== 'INTERNAL') throw error;
    // Throws if the log itself cannot be read.
    const { page } = await readPage({ ...options, countRows: undefined }, operation.positions, after);
    const messages = page.positions.map(({ cursor }) => {
      const { data } = formatEvent({ schema: engine.schema, operation, variables }, { cursor });
      // The client has selected a field without which there is no event.
      if (!data) throw error;
      const located = errors.map((each) => ({ ...each, path: [operation.responseKey] }));
      return { cursor, payload: Buffer.from(JSON.stringify({ errors: located, data })) };
    });
    return { messages, cursor: page.cursor, hasMore: page.hasMore };
  }
}

async function readPage(options: LogReaderOptions, query: ValidatedOperation, after: string | undefined): Promise<ReadPage> {
  const { engine, operation, variables, caller, logger, pageSize } = options;
  const requestId = randomUUID();
  const rows = options.countRows?.();
  const { data, errors = [] } = await engine.execute({
    operation: query,
    variables: operation.variablesFor(variables, { after, first: pageSize }),
    caller,
    requestId,
    rows,
  });
  const page = data?.[logKeys.log] as Page | null | undefined;
  if (page === null || page === undefined) throw new LogReadError(toClientErrors(errors.map(withoutPath), { requestId, logger }));
  return { page, errors, requestId, rows: rows?.counts() };
}

function messagesOf(
  { page, errors, requestId, rows }: ReadPage,
  { operation: { responseKey }, logger }: Pick<LogReaderOptions, 'operation' | 'logger'>,
): LogMessages {
  const errorsOf = errorsByEvent(errors, responseKey);
  const messages = page.positions.map(({ cursor }, index) => {
    const eventErrors = errorsOf.get(index);
    const clientErrors = eventErrors && toClientErrors(eventErrors, { requestId, logger });
    const payload = payloadOf(responseKey, page.events[index], clientErrors);
    return index === 0 ? { cursor, payload, rows } : { cursor, payload };
  });
  return { messages, cursor: page.cursor, hasMore: page.hasMore };
}

/**
 * Groups errors by the index of their event. Their paths begin with `log, events, index` and are made relative to the
 * message.
 */
function errorsByEvent(errors: readonly EngineError[], responseKey: string): Map<number, EngineError[]> {
  const byEvent = new Map<number, EngineError[]>();
  for (const error of errors) {
    const { path = [] } = error;
    const index = path[2];
    if (typeof index !== 'number') continue;
    const moved = { ...withoutPath(error), path: [responseKey, ...path.slice(3)] };
    byEvent.set(index, [...(byEvent.get(index) ?? []), moved]);
  }
  return byEvent;
}

function withoutPath({ message, extensions, originalError }: EngineError): EngineError {
  return { message, extensions, originalError };
}

function payloadOf(responseKey: string, event: unknown, errors: readonly ClientError[] | undefined): Buffer {
  const errorsMember = errors === undefined ? '' : `"errors":${JSON.stringify(errors)},`;
  return Buffer.from(`{${errorsMember}"data":{"${responseKey}":${stringifyExactly(event)}}}`);
}

/** The events that one subscriber was not sent: those after `from` (null: from the start), up to and including `to`. */
export interface Gap {
  readonly from: string | null;
  readonly to: string;
}

/** A subscription whose selection an event is formatted with. */
export interface EventSelection {
  readonly schema: GraphQLSchema;
  readonly operation: LogOperation;
  readonly variables: Variables;
}

const withoutResolvers = perObject((schema: GraphQLSchema) => buildASTSchema(parse(printSchema(schema)), { assumeValid: true }));

/** Creates the result of a subscription for an event that no subgraph resolves: one without content. */
export function formatEvent(
  { schema, operation, variables }: EventSelection,
  event: { readonly cursor: string; readonly missed?: object },
): ExecutionResult {
  const { source, logField } = operation;
  const rootValue = { [logField.subscriptionField]: event };
  // Synchronous, because there is no resolver.
  return execute({ schema: withoutResolvers(schema), document: source.document, variableValues: variables, rootValue }) as ExecutionResult;
}

/** Formats a gap as an event. Cursors are opaque here, so the number of its events is unknown. */
export function formatGap(selection: EventSelection, gap: Gap): Buffer {
  const missed = { ...gap, count: null, reason: 'QUEUE_OVERFLOW' };
  return Buffer.from(JSON.stringify(formatEvent(selection, { cursor: gap.to, missed })));
}
