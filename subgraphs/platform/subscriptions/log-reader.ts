import type { Caller } from '../access/entitlement.ts';
import type { RowCounter, RowCounts } from '../access/row-counter.ts';
import { type ClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, EngineError, Variables } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import { type LogOperation, logKeys } from './log-operation.ts';

/** One event, ready to be sent to everybody who selected the same. */
export interface LogMessage {
  /** Of the event; the same for every subscriber. */
  readonly cursor: string;
  /** The GraphQL answer as JSON in UTF-8: `{"data":{...}}`. */
  readonly payload: Buffer;
  /**
   * The confidential rows of all messages that were read with it, on the first one of them only: subscribers are always
   * sent that one, and where the others are left to another reading they are counted twice rather than never.
   */
  readonly rows?: RowCounts | undefined;
}

/** A stretch of a log as messages. */
export interface LogMessages {
  readonly messages: readonly LogMessage[];
  /** Go on behind this. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Reads one page; `after` undefined gives an empty page at the head. @throws {LogReadError} nothing was read */
export type ReadLog = (after: string | undefined) => Promise<LogMessages>;

/** A page could not be read. */
export class LogReadError extends Error {
  readonly errors: readonly ClientError[];

  constructor(errors: readonly ClientError[]) {
    super(errors[0]?.message ?? 'the log could not be read');
    this.name = 'LogReadError';
    this.errors = errors;
  }
}

export interface LogReaderOptions {
  readonly engine: Engine;
  readonly operation: LogOperation;
  readonly variables: Variables;
  readonly caller: Caller;
  readonly logger: Logger;
  readonly pageSize: number;
  readonly nextRequestId: () => string;
  /** Counts the rows of a page; gives undefined where nobody wants to know. Default: nobody does. */
  readonly tally?: (() => RowCounter | undefined) | undefined;
}

/** What {@link LogOperation.query} gives. */
interface Page {
  readonly events: readonly unknown[];
  readonly marks: readonly { readonly cursor: string }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Executes the query of a subscription and makes one message of each event. */
export function createLogReader(options: LogReaderOptions): ReadLog {
  const { engine, operation, variables, caller, logger, pageSize } = options;
  return async (after) => {
    const requestId = options.nextRequestId();
    const rows = options.tally?.();
    const { data, errors = [] } = await engine.execute({
      operation: operation.query,
      variables: operation.variablesFor(variables, { after, first: pageSize }),
      caller,
      requestId,
      rows,
    });
    const page = data?.[logKeys.log] as Page | null | undefined;
    if (page === null || page === undefined) throw new LogReadError(toClientErrors(errors.map(withoutPath), { requestId, logger }));
    const faults = faultsByEvent(errors);
    const messages = page.marks.map(({ cursor }, index) => {
      const fault = faults.get(index);
      const shown =
        fault &&
        toClientErrors(
          fault.map((error) => moved(error, operation.responseKey)),
          { requestId, logger },
        );
      const payload = payloadOf(operation.responseKey, page.events[index], shown);
      return index === 0 ? { cursor, payload, rows: rows?.counts() } : { cursor, payload };
    });
    return { messages, cursor: page.cursor, hasMore: page.hasMore };
  };
}

/** Errors inside events, by the number of the event; their paths begin `log, events, number`. */
function faultsByEvent(errors: readonly EngineError[]): Map<number, EngineError[]> {
  const faults = new Map<number, EngineError[]>();
  for (const error of errors) {
    const index = error.path?.[2];
    if (typeof index !== 'number') continue;
    faults.set(index, [...(faults.get(index) ?? []), error]);
  }
  return faults;
}

/** The same error at its place in the message of its event. */
function moved(error: EngineError, responseKey: string): EngineError {
  const { message, extensions, originalError } = error;
  return { message, extensions, originalError, path: [responseKey, ...(error.path?.slice(3) ?? [])] };
}

function withoutPath({ message, extensions, originalError }: EngineError): EngineError {
  return { message, extensions, originalError };
}

function payloadOf(responseKey: string, event: unknown, errors: readonly ClientError[] | undefined): Buffer {
  const first = errors === undefined ? '' : `"errors":${JSON.stringify(errors)},`;
  return Buffer.from(`{${first}"data":{"${responseKey}":${JSON.stringify(event)}}}`);
}
