import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { valueFromASTUntyped } from 'graphql';
import { createRowCounter, type RowCounter, type RowKind, rowCountsExtension } from '../access/row-counter.ts';
import type { ErrorCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { MadeAttempt } from '../publisher/deliveries/delivery-queue.ts';
import type { PublishAnswered } from '../publisher/get/routes.ts';
import type { PushAnswered } from '../receiver/routes.ts';
import type { LogName } from '../store/version-store.ts';
import { rootFieldsOf } from '../subscriptions/log-operation.ts';
import type { LogMessage } from '../subscriptions/log-reader.ts';
import { type Clock, createTimer } from '../time/clock.ts';
import type { AcceptedOperation, GraphqlContext, RequestScope } from './graphql-context.ts';

/** Logs accesses to confidential rows, and pushes and reads of partners: one line each, with `audit: true`. */
export type Audit = ReturnType<typeof openAudit>;

/** Kinds of rows that webhooks send, by log. */
const rowKinds = {
  'arrival-notice-versions': 'noticeVersions',
  'arrival-notice-notifications': 'notifications',
  'port-call-events': 'portCallEvents',
  'arrival-alerts': 'arrivalAlerts',
} as const satisfies Readonly<Record<LogName, RowKind>>;

/** What a line of the log says about an attempt to send an event to a webhook. */
const webhookMessages = {
  DELIVERED: 'a webhook was sent an event',
  RETRY: 'a webhook did not accept an event',
  REFUSED: 'a webhook did not accept an event',
  PAUSE: 'a webhook was disabled by its answer',
} as const satisfies Readonly<Record<MadeAttempt['outcome'], string>>;

/**
 * Opens the audit log. It writes at level `info`, whatever the level of the log. Its lines contain only the given
 * fields, so redaction is disabled, which would take several times as long as writing them.
 *
 * @param setting default: on, unless access is open
 * @param access read for every line, because access may become restricted
 */
export function openAudit({
  logger,
  setting,
  access,
}: {
  readonly logger: Logger;
  readonly setting: 'on' | 'off' | undefined;
  readonly access: { readonly isOpen: boolean };
}) {
  const isOn = () => (setting === undefined ? !access.isOpen : setting === 'on');
  const lines = logger.child({ audit: true }, { level: 'info', redact: [] });
  const write = (line: object, message: string) => {
    if (isOn()) lines.info(line, message);
  };
  return {
    get isOn() {
      return isOn();
    },
    write,
    /** Logs a push, whatever the response. */
    pushAnswered: ({ partner = 'unknown', path, status, code, requestId, objects, counts }: PushAnswered) =>
      write({ partner, path, requestId, status, code, objects, ...counts }, status === 200 ? 'a push was accepted' : 'a push was refused'),
    /** Logs a subscriber's request for confidential rows, whatever the response. */
    pageAnswered: ({ partner = 'unknown', path, status, code, requestId, rows, rowKind, sources }: PublishAnswered) => {
      if (rowKind === undefined) return;
      const counts = rows === 0 ? {} : { rows: { [rowKind]: rows }, partners: sources };
      write({ partner, path, requestId, status, code, ...counts }, status === 200 ? 'a subscriber read' : 'a subscriber was refused');
    },
    /** Logs an attempt to send an event to a webhook of a tenant, whatever the response. */
    webhookAttempted: ({ subscriber, log, message, outcome, versions, partners }: MadeAttempt) => {
      const line = { subscriber, message, outcome, rows: { [rowKinds[log]]: versions }, partners };
      write(line, webhookMessages[outcome]);
    },
  };
}

/** Logs nothing. */
export const unlogged: Pick<Audit, 'isOn' | 'write'> = { isOn: false, write: () => {} };

/** An operation of a signed-in caller. */
type Accessed = Pick<RequestScope, 'session' | 'transport' | 'requestId'> & Pick<AcceptedOperation, 'operation'>;

/** Logs the confidential rows that clients receive. */
export type AccessAudit = ReturnType<typeof createAccessAudit>;

/**
 * Maximum time after which a subscription is logged, once it was sent rows. A line for each event would flood the log. A
 * killed process has not logged its last minute.
 */
const maxLineMs = 60_000;
/** Maximum number of targets in one line; a mutation with more has several lines. */
const targetsPerLine = 50;
/** Maximum length of a name, because clients choose it. */
const maxNameLength = 100;

/** Creates the audit of accesses by GraphQL. Its lines hold no secret, and no personal data but the subject where people sign in. */
export function createAccessAudit(audit: Pick<Audit, 'isOn' | 'write'>, clock: Clock) {
  return {
    /** Creates the row counter of one answer; undefined while the audit log is off. */
    createCounter: (): RowCounter | undefined => (audit.isOn ? createRowCounter() : undefined),
    answered: (accessed: Accessed & Pick<AcceptedOperation, 'variables'>, rows: RowCounter | undefined, outcome: 'ok' | 'errors'): void => {
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
    /** Starts the audit of a subscription; undefined while the audit log is off. @param accessed evaluated for every line */
    stream: (accessed: () => Accessed) => {
      if (!audit.isOn) return undefined;
      let events = 0;
      let rows = createRowCounter();
      const write = (message: string, outcome?: 'ended' | ErrorCode) => {
        audit.write({ ...lineOf(accessed()), events, ...rows.counts(), outcome }, message);
        events = 0;
        rows = createRowCounter();
      };
      const timer = createTimer(clock, () => write('confidential rows were sent'), { ref: false });
      audit.write(lineOf(accessed()), 'a subscription to confidential rows began');
      return {
        sent: (message: LogMessage): void => {
          // Not all at once, because many subscriptions are sent the same event.
          if (events === 0) timer.setFor(clock.now() + maxLineMs * (0.5 + Math.random() / 2));
          events += 1;
          if (message.rows !== undefined) rows.addCounts(message.rows);
        },
        /** @param outcome `ended` by the client or the connection, otherwise the code of the error that ended it. */
        end: (outcome: 'ended' | ErrorCode): void => {
          timer.clear();
          write('a subscription to confidential rows ended', outcome);
        },
      };
    },
  };
}

function lineOf({ session, operation, transport, requestId }: Accessed) {
  const { tenant, signedInBy, subject } = session;
  const { kind, definition, textHash: document } = operation;
  const name = definition.name?.value.slice(0, maxNameLength);
  return { tenant, signedInBy, subject, requestId, transport, operation: { kind, name, document } };
}

/** Returns the mutations that an operation selects, also in fragments, and what they were to change. */
function changesOf({ operation, variables }: Pick<AcceptedOperation, 'operation' | 'variables'>) {
  const { fields } = rootFieldsOf(operation);
  const targets = fields.flatMap(({ arguments: given = [] }) =>
    targetsIn(Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]))),
  );
  return { fields: [...new Set(fields.map(({ name }) => name.value))], targets };
}

/** Returns the ids in the arguments of a mutation, each with what was to be done if the arguments say it. */
function targetsIn(value: unknown): object[] {
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
