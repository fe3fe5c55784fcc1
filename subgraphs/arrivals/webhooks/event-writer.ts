import { errorTable, StoreUnavailableError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { cursorsOf } from '#platform/log/log-page.ts';
import type { Logger } from '#platform/logger.ts';
import { createLogReader, LogReadError } from '#platform/subscriptions/log-reader.ts';
import { createFindOperation } from './documents.ts';
import type { CreateWriter } from './webhook-kinds.ts';

export interface EventWriterParts {
  /** Resolves when operations can be executed. */
  readonly engine: Promise<Pick<Engine, 'execute'>>;
  readonly signer: CursorSigner;
  readonly logger: Logger;
}

/**
 * Creates the writer of events. It executes the subscription of the webhook's document for each attempt, with the
 * rights of that moment.
 */
export function createEventWriter({ engine, signer, logger }: EventWriterParts): CreateWriter {
  const findOperation = createFindOperation();
  let requests = 0;
  const nextRequestId = () => `webhook-${++requests}`;
  return (log, { webhook, caller }) => {
    const operation = findOperation(log, webhook.document);
    const { cursorOf } = cursorsOf(log, { signer, caller });
    return async ({ sequence }) => {
      const options = { operation, variables: {}, caller, logger, pageSize: 1, nextRequestId };
      const read = createLogReader({ engine: await engine, ...options });
      const { messages } = await read(cursorOf(sequence - 1)).catch(rethrow);
      // Undefined if there is no such event: the subscription does not send this one.
      return messages.find(({ cursor }) => cursor === cursorOf(sequence))?.payload;
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
