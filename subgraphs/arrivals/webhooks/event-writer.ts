import { createHash } from 'node:crypto';
import type { Caller } from '#platform/access/entitlement.ts';
import { errorTable, StoreUnavailableError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { cursorsOf } from '#platform/log/log-page.ts';
import type { Logger } from '#platform/logger.ts';
import type { LogName } from '#platform/store/version-store.ts';
import { createGroupKeys } from '#platform/subscriptions/group-key.ts';
import type { LogOperation } from '#platform/subscriptions/log-operation.ts';
import { createLogReader, LogReadError } from '#platform/subscriptions/log-reader.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { createFindOperation } from './documents.ts';
import { createSharedBodies, type ReadBodies } from './event-bodies.ts';
import type { CreateWriter } from './webhook-kinds.ts';

export interface EventWriterParts {
  /** Resolves when operations can be executed. */
  readonly engine: Promise<Pick<Engine, 'execute' | 'schema'>>;
  readonly signer: CursorSigner;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
}

/**
 * Creates the writer of events. It executes the subscription of the webhook's document with the rights of the moment.
 * Webhooks with equal documents and rights share the result, and a backlog is executed in pages.
 */
export function createEventWriter({ engine, signer, logger, clock = systemClock }: EventWriterParts): CreateWriter {
  const findOperation = createFindOperation();
  const bodies = createSharedBodies(clock);
  const groupKeys = engine.then(({ schema }) => createGroupKeys(schema));
  let requests = 0;
  const nextRequestId = () => `webhook-${++requests}`;

  const readerOf = (log: LogName, operation: LogOperation, caller: Caller): ReadBodies => {
    const { cursorOf, sequenceOf } = cursorsOf(log, { signer, caller });
    return async (after, pageSize) => {
      const read = createLogReader({ engine: await engine, operation, variables: {}, caller, logger, pageSize, nextRequestId });
      const from = cursorOf(after);
      // An event that always fails must neither wait for ever nor stop the other events of its page.
      const { messages } = await read(from)
        .catch(() => read(from, true))
        .catch(rethrow);
      return new Map(messages.map(({ cursor, payload }) => [sequenceOf(cursor), payload]));
    };
  };
  return (log, { webhook, caller }) => {
    const operation = findOperation(log, webhook.document);
    const read = readerOf(log, operation, caller);
    let group: string | undefined;
    return async ({ sequence }) => {
      if (group === undefined) {
        const key = `${log}\n${(await groupKeys)(operation, caller)}`;
        // The key contains the whole document, and is part of the key of each body.
        group = createHash('sha256').update(key).digest('base64url');
      }
      return bodies.find(group, sequence, read);
    };
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
