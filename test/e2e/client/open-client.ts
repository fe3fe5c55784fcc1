import { WebSocket } from 'ws';
import {
  type ClientOptions,
  type ConnectionStatus,
  createLandfallClient,
  type LandfallClient,
  type MissedEvents,
  type TypedDocument,
} from '../../../packages/client/client.ts';
import { createChanges } from '../../../packages/client/event-queue.ts';

export const transports = ['websocket', 'sse'] as const;

/** An event with the fields that these tests select. */
export interface Received {
  readonly arrivalNoticeVersionReceived: {
    readonly cursor: string;
    readonly version: { readonly transportDocumentReference: string } | null;
    readonly missed: MissedEvents | null;
  };
}

export const received: TypedDocument<Received, { readonly after?: string }> = /* GraphQL */ `
  subscription Received($after: String) {
    arrivalNoticeVersionReceived(after: $after) { cursor version { transportDocumentReference } missed { from to count reason } }
  }
`;

/** A client that records its statuses. */
export interface OpenClient extends AsyncDisposable {
  readonly client: LandfallClient;
  readonly statuses: readonly ConnectionStatus[];
  /** Resolves when the recorded statuses satisfy the condition. */
  until(condition: (statuses: readonly ConnectionStatus[]) => boolean): Promise<void>;
}

/** @param url URL of the server, without a path */
export function openClient(url: string, options: Partial<ClientOptions> = {}): OpenClient {
  const statuses: ConnectionStatus[] = [];
  const changes = createChanges();
  const client = createLandfallClient({
    url: `${url}/graphql`,
    webSocket: WebSocket,
    backoff: { initialMs: 20, maxMs: 200 },
    ...options,
    onStatus: (status) => {
      statuses.push(status);
      changes.notify();
      options.onStatus?.(status);
    },
  });
  return {
    client,
    statuses,
    until: async (condition) => {
      while (!condition(statuses)) await changes.next();
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Returns the condition that the last status has this state. */
export const isNow = (state: ConnectionStatus['state']) => (statuses: readonly ConnectionStatus[]) => statuses.at(-1)?.state === state;

/** Takes this many events, and returns the references of their notices. */
export async function take(events: AsyncIterator<Received, void, void>, count: number): Promise<string[]> {
  const references: string[] = [];
  while (references.length < count) {
    const { value } = await events.next();
    if (!value) throw new Error(`the subscription ended after ${references}`);
    references.push(value.arrivalNoticeVersionReceived.version?.transportDocumentReference ?? 'missed');
  }
  return references;
}

/** Creates a notice to push. */
export const noticeOf = (number: number) => ({ transportDocumentReference: `D${number}`, issueDateTime: '2026-03-02T13:05:00Z' });

/** Returns the names `D3`, `D4`, ... */
export const named = (from: number, count: number): string[] => Array.from({ length: count }, (_none, index) => `D${from + index}`);
