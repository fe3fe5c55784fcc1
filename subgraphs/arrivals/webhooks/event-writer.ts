import { errorTable, StoreUnavailableError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { cursorsOf } from '#platform/log/log-page.ts';
import type { Logger } from '#platform/logger.ts';
import { createLogReader, LogReadError } from '#platform/subscriptions/log-reader.ts';
import { createFindOperation } from './documents.ts';
import type { CreateWriter } from './webhook-kinds.ts';

export interface EventWriterParts {
  /** Resolves once operations can be executed. */
  readonly engine: Promise<Pick<Engine, 'execute'>>;
  readonly signer: CursorSigner;
  readonly logger: Logger;
}

/**
 * Creates the writer of events: what the subscription of the webhook's document sends to the tenant, executed for each attempt,
 * with the rights of that moment.
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
      // Another event, or none: the subscription does not send this one.
      return messages.find(({ cursor }) => cursor === cursorOf(sequence))?.payload;
    };
  };
}

/** While a subgraph or the store is away no attempt is made. @throws {StoreUnavailableError} for errors that pass by themselves */
function rethrow(error: unknown): never {
  const code = error instanceof LogReadError ? error.errors[0]?.extensions.code : undefined;
  if (code !== undefined && errorTable[code].retryable) throw new StoreUnavailableError(error);
  throw error;
}
