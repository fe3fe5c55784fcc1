import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { valueFromASTUntyped } from 'graphql';
import { createRowCounter, type RowCounter, type RowCounts, rowCountsExtension } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import type { ErrorCode } from '../errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import { rootFieldsOf } from '../subscriptions/log-operation.ts';
import type { LogMessage } from '../subscriptions/log-reader.ts';
import type { Clock } from '../time/clock.ts';
import type { GraphqlContext, Transport } from './graphql-context.ts';

/** An operation and its caller. Holds no secret, and no personal data but the subject where people sign in. */
export interface AccessLine {
  /** Name of the tenant; empty where access is open. */
  readonly tenant: string;
  readonly signedInBy: string;
  readonly subject?: string | undefined;
  readonly requestId: string;
  readonly transport: string;
  readonly operation: {
    readonly kind: string;
    readonly name?: string | undefined;
    /** SHA-256 of the document in hexadecimal digits: the id of a trusted document. */
    readonly document?: string | undefined;
  };
  /** The mutations that the operation selects. */
  readonly fields?: readonly string[];
  /** What the mutations were to change. */
  readonly targets?: readonly Target[];
  /** Events that a subscription was sent since its previous line, and the rows in them. */
  readonly events?: number;
  readonly rows?: RowCounts['rows'];
  readonly partners?: RowCounts['partners'];
  /** `ended` by the client or the connection, otherwise the code of the error that ended the subscription. */
  readonly outcome?: 'ok' | 'errors' | 'ended' | ErrorCode;
}

/** An id in the arguments of a mutation, with what was to be done if the arguments say it. */
interface Target {
  readonly id: string;
  readonly action?: unknown;
  readonly equipmentReferences?: unknown;
}

/** Logs accesses by GraphQL: one line each. */
export interface AccessLog {
  /** Whether the audit log is enabled now. */
  readonly isOn: boolean;
  write(line: AccessLine, message: string): void;
}

/** Logs nothing. */
export const unlogged: AccessLog = { isOn: false, write: () => {} };

/** An operation of a signed-in caller. */
export interface Accessed {
  readonly session: Session;
  readonly operation: ValidatedOperation;
  readonly variables?: Variables;
  readonly transport: Transport;
  readonly requestId: string;
}

/** Logs the confidential rows that clients receive. */
export type AccessAudit = ReturnType<typeof createAccessAudit>;

/** Counts the messages of one subscription. */
export interface SubscriptionMeter {
  sent(message: LogMessage): void;
  /** Must be called once. */
  end(outcome: 'ended' | ErrorCode): void;
}

/**
 * Time between the log lines of one subscription, if rows were sent. A line for each event would flood the log. A
 * killed process has not logged its last minute.
 */
const lineMs = 60_000;
/** Maximum number of lines per turn of the event loop. */
const linesPerTurn = 100;
/** Maximum number of targets in one line; a mutation with more has several lines. */
const targetsPerLine = 50;
/** Maximum length of a name, because clients choose it. */
const maxNameLength = 100;

const unmetered: SubscriptionMeter = { sent: () => {}, end: () => {} };

export function createAccessAudit(audit: AccessLog, clock: Clock) {
  /** Functions that log the line of each open subscription, if rows were sent. */
  const writers = new Set<() => boolean>();
  let stop = new AbortController();

  const writeEachMinute = async ({ signal }: AbortController): Promise<void> => {
    for (;;) {
      await clock.wait(lineMs, signal).catch(() => undefined);
      let written = 0;
      for (const write of writers) {
        if (signal.aborted) return;
        if (write() && ++written % linesPerTurn === 0) await nextTurn();
      }
      if (signal.aborted) return;
    }
  };
  const add = (write: () => boolean) => {
    writers.add(write);
    if (writers.size > 1) return;
    stop = new AbortController();
    void writeEachMinute(stop);
  };
  const remove = (write: () => boolean) => {
    if (writers.delete(write) && writers.size === 0) stop.abort();
  };

  return {
    /** Creates the row counter of one answer; undefined while the audit log is off. */
    createCounter: (): RowCounter | undefined => (audit.isOn ? createRowCounter() : undefined),
    answered: (accessed: Accessed, rows: RowCounter | undefined, outcome: 'ok' | 'errors'): void => {
      const counts = rows?.counts();
      if (accessed.operation.kind === 'mutation') {
        const { fields, targets } = changesOf(accessed);
        for (let at = 0; at === 0 || at < targets.length; at += targetsPerLine) {
          const some = targets.slice(at, at + targetsPerLine);
          audit.write({ ...lineOf(accessed), fields, ...(some.length > 0 && { targets: some }), outcome }, 'a mutation was executed');
        }
      }
      if (counts !== undefined) audit.write({ ...lineOf(accessed), outcome, ...counts }, 'confidential rows were read');
    },
    /** Starts the audit of a subscription. @param accessed evaluated for every line */
    stream: (accessed: () => Accessed): SubscriptionMeter => {
      if (!audit.isOn) return unmetered;
      let events = 0;
      let rows = createRowCounter();
      const sentSinceLastLine = () => {
        const line = { ...lineOf(accessed()), events, ...rows.counts() };
        events = 0;
        rows = createRowCounter();
        return line;
      };
      const write = () => {
        if (events === 0) return false;
        audit.write(sentSinceLastLine(), 'confidential rows were sent');
        return true;
      };
      audit.write(lineOf(accessed()), 'a subscription to confidential rows began');
      add(write);
      return {
        sent: (message) => {
          events += 1;
          if (message.rows !== undefined) rows.addCounts(message.rows);
        },
        end: (outcome) => {
          remove(write);
          audit.write({ ...sentSinceLastLine(), outcome }, 'a subscription to confidential rows ended');
        },
      };
    },
  };
}

function lineOf({ session, operation, transport, requestId }: Accessed): AccessLine {
  const { tenant, signedInBy, subject } = session;
  const { kind, definition, textHash: document } = operation;
  const name = definition.name?.value.slice(0, maxNameLength);
  return { tenant, signedInBy, subject, requestId, transport, operation: { kind, name, document } };
}

/** Returns the mutations that an operation selects, also in fragments, and what they were to change. */
function changesOf({ operation, variables = {} }: Accessed) {
  const { fields } = rootFieldsOf(operation);
  const targets = fields.flatMap(({ arguments: given = [] }) =>
    targetsIn(Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]))),
  );
  return { fields: [...new Set(fields.map(({ name }) => name.value))], targets };
}

function targetsIn(value: unknown): Target[] {
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, action, equipmentReferences } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string') return Object.values(value).flatMap(targetsIn);
  return [{ id, ...(action != null && { action }), ...(equipmentReferences != null && { equipmentReferences }) }];
}

/** Plugin that logs which confidential rows the answer of a query or mutation has. */
export function auditAccess(audit: AccessAudit): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    executionDidStart: async ({ contextValue: { progress } }) => {
      progress.rows = audit.createCounter();
    },
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted, rows } = progress;
      if (accepted === undefined || accepted.log !== undefined || body.kind !== 'single') return;
      const { operation, variables } = accepted;
      audit.answered({ ...scope, operation, variables }, rows, body.singleResult.errors === undefined ? 'ok' : 'errors');
    },
  };
  return { requestDidStart: async () => listener };
}

/** Plugin that returns the number of confidential rows in `extensions` to a gateway that asks for it and writes the audit log. */
export function countRowsForGateway(): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    executionDidStart: async ({ contextValue: { progress } }) => {
      progress.rows = createRowCounter();
    },
    willSendResponse: async ({ response: { body }, contextValue: { progress } }) => {
      const counts = progress.rows?.counts();
      if (counts !== undefined && body.kind === 'single')
        body.singleResult.extensions = { ...body.singleResult.extensions, [rowCountsExtension]: counts };
    },
  };
  return { requestDidStart: async ({ contextValue: { scope } }) => (scope.reportsRows ? listener : undefined) };
}
