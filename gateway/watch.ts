import { readFileSync } from 'node:fs';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { LandfallError } from '../subgraphs/shared/errors.ts';

const subscription = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor
      version { partner transportDocumentReference typeLabel versionLabel issueDateTime isCurrent changes { path before after } }
      missed { from to count reason }
    }
  }
`;

/** The code of graphql-ws for a credential that is not good. */
const forbidden = 4403;

interface Event {
  readonly cursor: string;
}

/**
 * Prints each notice version as it is taken in, one JSON object a line, and never stops by itself: after a lost
 * connection it goes on behind the last event it printed.
 *
 * @param options.after cursor to begin behind; `0` replays everything retained
 * @param options.keyFile file with the API key of a tenant, where access is not open
 */
export async function watch(options: {
  readonly url: string;
  readonly after?: string;
  readonly partner?: readonly string[];
  readonly keyFile?: string;
}): Promise<void> {
  const connectionParams = options.keyFile === undefined ? {} : { 'x-api-key': readFileSync(options.keyFile, 'utf8').trim() };
  const client = createClient({ url: options.url, webSocketImpl: WebSocket, retryAttempts: 0, lazy: true, connectionParams });
  // A reader such as `head` that has seen enough is no failure.
  process.stdout.on('error', () => process.exit(0));
  let after = options.after;
  for (;;) {
    const variables = { ...(after === undefined ? {} : { after }), ...(options.partner ? { filter: { partners: options.partner } } : {}) };
    try {
      for await (const { data, errors } of client.iterate<{ arrivalNoticeVersionReceived: Event }>({ query: subscription, variables })) {
        if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('; '));
        if (!data) continue;
        after = data.arrivalNoticeVersionReceived.cursor;
        process.stdout.write(`${JSON.stringify(data.arrivalNoticeVersionReceived)}\n`);
      }
    } catch (error) {
      // The server said no, in words: trying again would not change that. A lost connection has no words.
      if (error instanceof Error && !('code' in error)) throw error;
      const { code, reason } = error as { code?: unknown; reason?: unknown };
      if (code === forbidden) throw new LandfallError('UNAUTHENTICATED', String(reason));
      process.stderr.write('connection lost, trying again\n');
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
