import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  execute,
  type GraphQLFieldResolver,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  Kind,
  parse,
  separateOperations,
} from 'graphql';
import { apiSchema, type WebhookLog, webhookFieldOf, webhookFields } from '#platform/access/webhook.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { errorTable, StoreUnavailableError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { cursorsOf } from '#platform/log/log-page.ts';
import type { Logger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import type { DeliveryRoute } from '#platform/publisher/deliveries/message.ts';
import { hashOf } from '#platform/store/content-hash.ts';
import { type LogOperation, logKeys, logOperationOf } from '#platform/subscriptions/log-operation.ts';
import { createLogReader, LogReadError } from '#platform/subscriptions/log-reader.ts';
import { groupKeyOf } from '#platform/subscriptions/subscription-hub.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { WebhookRecipient } from './recipients.ts';

/**
 * Creates the function that returns the writer of a log's events for a webhook. It executes the subscription of the
 * webhook's document with the rights of the moment. Webhooks of a tenant with equal documents share the result, and a
 * backlog is executed in pages.
 *
 * @param parts.engine resolves when operations can be executed
 */
export function createEventWriter(parts: {
  readonly engine: Promise<Pick<Engine, 'execute' | 'schema'>>;
  readonly signer: CursorSigner;
  readonly logger: Logger;
}): (log: WebhookLog, recipient: Pick<WebhookRecipient, 'webhook' | 'caller'>) => DeliveryRoute['write'] {
  const { engine, signer, logger } = parts;
  const bodies = createEventBodies(systemClock);
  const operations = new Map<string, LogOperation>();

  return (log, { webhook, caller }) => {
    // Parsed once for all webhooks, because the group is found by the operation object.
    const name = `${log}\n${webhook.document ?? ''}`;
    const operation = operations.get(name) ?? operationFor(log, webhook.document);
    operations.set(name, operation);
    const { cursorOf, sequenceOf } = cursorsOf(log, { signer, caller });
    const readBodies: ReadBodies = async (after, pageSize) => {
      const read = createLogReader({ engine: await engine, operation, variables: {}, caller, logger, pageSize });
      const from = cursorOf(after);
      // An event that always fails must neither wait for ever nor stop the other events of its page.
      const { messages } = await read(from)
        .catch(() => read(from, true))
        .catch(rethrow);
      return new Map(messages.map(({ cursor, payload }) => [sequenceOf(cursor), payload]));
    };
    // The key contains the whole document, and is part of the key of each body.
    const group = hashOf(`${log}\n${groupKeyOf(operation, caller)}`);
    return ({ sequence }) => bodies.find(group, sequence, readBodies);
  };
}

/**
 * Rethrows an error. Errors that are temporary become a {@link StoreUnavailableError}, so that no attempt is made while
 * a subgraph or the store is unavailable.
 */
function rethrow(error: unknown): never {
  const code = error instanceof LogReadError ? error.errors[0]?.extensions.code : undefined;
  if (code !== undefined && errorTable[code].retryable) throw new StoreUnavailableError(error);
  throw error;
}

/** Reads the bodies of events after a number of the log, by their numbers. Events that are not sent are missing. */
export type ReadBodies = (after: number, limit: number) => Promise<ReadonlyMap<number, Buffer>>;

/**
 * How long a body is used after it was read. A later attempt shows what has changed since: thresholds, marks, and data
 * that is joined to the event.
 */
const maxAgeMs = 1_000;
/** Maximum number of events in one read. */
const maxEvents = 16;

/** Creates the cache of bodies of events for several webhooks. */
export function createEventBodies(clock: Pick<Clock, 'now'>) {
  const recent = sharedCachePool.open<string, { readonly body: Buffer | undefined; readonly until: number }>();
  /** Until when the next read of a group also reads the events that follow. */
  const manyUntil = sharedCachePool.open<string, number>();
  const inProgress = new Map<string, Promise<Buffer | undefined>>();
  const keyOf = (group: string, sequence: number) => `${sequence} ${group}`;

  const readFrom = async (group: string, sequence: number, read: ReadBodies): Promise<Buffer | undefined> => {
    const limit = (manyUntil.get(group) ?? 0) > clock.now() ? maxEvents : 1;
    const until = clock.now() + maxAgeMs;
    manyUntil.set(group, until, 0);
    try {
      const bodies = await read(sequence - 1, limit);
      recent.set(keyOf(group, sequence), { body: undefined, until }, 0);
      for (const [number, body] of bodies) recent.set(keyOf(group, number), { body, until }, body.length);
      return bodies.get(sequence);
    } finally {
      inProgress.delete(group);
    }
  };
  return {
    /**
     * Returns the body of an event; undefined if it is not sent. The event is read unless it was read shortly before,
     * one read of a group at a time.
     *
     * @param group identifies the webhooks whose events have equal bodies
     */
    find: async (group: string, sequence: number, read: ReadBodies): Promise<Buffer | undefined> => {
      for (;;) {
        const known = recent.get(keyOf(group, sequence));
        if (known !== undefined && known.until > clock.now()) return known.body;
        const other = inProgress.get(group);
        if (other === undefined) break;
        // It may include this event. Its failure is thrown to the caller that began it.
        await other.catch(() => undefined);
      }
      const reading = readFrom(group, sequence, read);
      inProgress.set(group, reading);
      return reading;
    },
  };
}

/** The files in `schema/operations` whose subscriptions are used by webhooks without a document of their own. */
const defaultDocuments: Readonly<Record<WebhookLog, string>> = {
  'arrival-alerts': 'watch-alerts.graphql',
  'arrival-notice-versions': 'watch-arrivals.graphql',
  'port-call-events': 'watch-port-calls.graphql',
};

/**
 * Returns the subscription that a webhook uses for a log: the one in its document, otherwise the default one. The
 * documents were checked together with the access file.
 */
function operationFor(log: WebhookLog, document: string | undefined): LogOperation {
  const own = document === undefined ? undefined : operationIn(document, log);
  const operation = own ?? operationIn(readFileSync(join(packageRoot, 'schema', 'operations', defaultDocuments[log]), 'utf8'), log);
  if (operation === undefined) throw new Error(`${defaultDocuments[log]} has no subscription to ${webhookFields[log]}`);
  return operation;
}

function operationIn(text: string, log: WebhookLog): LogOperation | undefined {
  for (const document of Object.values(separateOperations(parse(text, { noLocation: true })))) {
    const definition = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    if (definition === undefined || webhookFieldOf(definition) !== webhookFields[log]) continue;
    const operation = logOperationOf({ document, definition, kind: 'subscription' });
    if ('query' in operation) return operation;
  }
  return undefined;
}

const sampleTime = '2026-12-20T08:00:00.000Z';

/** Sample values of the scalars; a date-time is a string, too. */
const scalars: Readonly<Record<string, unknown>> = {
  ...{ Boolean: true, Int: 1, Float: 1, ID: 'sample', String: 'sample', Date: sampleTime.slice(0, 10), DateTime: sampleTime, JSON: {} },
};

/**
 * Returns a body in the form that a webhook is sent, with sample values instead of an event's: each list has one
 * element, and the cursor is `sample`.
 */
export async function sampleBodyOf(log: WebhookLog, document: string | undefined): Promise<Buffer> {
  const { query, responseKey } = operationFor(log, document);
  const sample: GraphQLFieldResolver<unknown, unknown> = (_source, _arguments, _context, { returnType, fieldName }) => {
    // An event has either content or a report of missed events.
    if (fieldName === 'missed') return null;
    const type = getNamedType(returnType);
    const value = isEnumType(type) ? type.getValues()[0]?.value : isLeafType(type) ? scalars[type.name] : {};
    return isListType(getNullableType(returnType)) ? [value] : value;
  };
  const { data } = await execute({ schema: apiSchema(), document: query.document, fieldResolver: sample });
  const page = data?.[logKeys.log] as { readonly events: readonly unknown[] };
  return Buffer.from(JSON.stringify({ data: { [responseKey]: page.events[0] } }));
}
