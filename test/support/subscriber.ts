import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** One event of `arrivalNoticeVersionReceived` as the tests' subscribers ask for it. */
export interface VersionEvent {
  readonly cursor: string;
  readonly version: { readonly id: string; readonly transportDocumentReference: string; readonly issueDateTime: string } | null;
  readonly missed: {
    readonly reason: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly count: number | null;
  } | null;
}

/** What a version event is about, as a text to compare: reference and instant of issue. */
export function nameOf({ version }: VersionEvent): string {
  return `${version?.transportDocumentReference} ${version?.issueDateTime}`;
}

const subscription = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor
      version { id transportDocumentReference issueDateTime }
      missed { reason from to count }
    }
  }
`;

/** A subscriber that remembers what it got and goes on behind it, as a client would after losing its server. */
export interface Subscriber {
  readonly events: readonly VersionEvent[];
  /** Listens at this address until the connection is lost or `stop` is called. Resolves when the connection is over. */
  listen(url: string): Promise<void>;
  stop(): Promise<void>;
  readonly stopped: boolean;
  /** Resolves when the events so far satisfy the condition. */
  until(condition: (events: readonly VersionEvent[]) => boolean): Promise<void>;
}

/** @param start cursor to begin behind: `"0"` replays everything, undefined is from now on */
export function createSubscriber(start: string | undefined, filter?: object): Subscriber {
  const events: VersionEvent[] = [];
  const waiting = new Set<() => void>();
  let cursor = start;
  let close: (() => Promise<void>) | undefined;
  let stopped = false;
  const take = (event: VersionEvent): void => {
    cursor = event.cursor;
    events.push(event);
    for (const check of waiting) check();
  };
  return {
    events,
    listen: async (url) => {
      const client = createClient({ url: `${url.replace(/^http/, 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0, lazy: true });
      close = async () => {
        await client.dispose();
      };
      const variables = { ...(cursor === undefined ? {} : { after: cursor }), ...(filter === undefined ? {} : { filter }) };
      try {
        for await (const result of client.iterate<{ arrivalNoticeVersionReceived: VersionEvent }>({ query: subscription, variables })) {
          if (result.errors !== undefined) throw new Error(JSON.stringify(result.errors));
          if (result.data) take(result.data.arrivalNoticeVersionReceived);
        }
      } catch (error) {
        // A lost connection ends the listening and nothing else; what the server says in words is a failure.
        if (error instanceof Error) throw error;
      }
    },
    stop: async () => {
      stopped = true;
      await close?.();
    },
    get stopped() {
      return stopped;
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition(events)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
