import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { AccessRegistry } from '../access/access-registry.ts';
import type { Session } from '../access/sessions.ts';
import type { SignInWatch } from '../access/sign-in-watch.ts';
import { type ClientError, codeOf } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import type { LogOperation } from '../subscriptions/log-operation.ts';
import type { OutgoingQueue, SocketWriter } from '../subscriptions/outgoing-queue.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import type { Origins } from './origins.ts';
import type { SessionGuard } from './session-guard.ts';
import type { SocketCounts } from './socket-counts.ts';

/** How a client is connected. */
export type Transport = 'http' | 'websocket' | 'sse';

/** What transports count. */
export interface TransportMetrics {
  operation(operation: {
    readonly kind: string;
    readonly transport: Transport;
    readonly outcome: 'ok' | 'errors' | 'refused';
    readonly durationMs: number;
  }): void;
  sockets(change: 1 | -1): void;
}

/** Whom transports take requests from, whatever they ask. */
export interface TransportPolicy {
  readonly origins: Origins;
  /** By which names of this server everybody is answered while access is open. */
  readonly openHosts: 'any' | 'loopback';
}

/** A request whose operation is fit to be executed once, or to be followed. */
export type PreparedRequest =
  | { readonly kind: 'once'; readonly operation: ValidatedOperation; readonly variables: Variables }
  | { readonly kind: 'stream'; readonly operation: ValidatedOperation; readonly log: LogOperation; readonly variables: Variables };

export type PrepareResult = PreparedRequest | { readonly kind: 'refused'; readonly errors: readonly GraphQLError[] };

/** On whose behalf and how a request came. */
export interface RequestScope {
  readonly transport: Transport;
  readonly requestId: string;
  readonly session: Session;
  /** Whether the client wants to know what its operation cost. */
  readonly reportsCost?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A GraphQL answer. Without `data` the request was refused before anything was executed. */
export interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly ClientError[];
  /** Only on request. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** How the events of one subscription leave. */
export interface StreamOutput {
  send(payload: Buffer): void;
  fail(error: unknown): void;
}

/** What HTTP, websockets and server-sent events have in common: all of GraphQL, nothing of a transport. */
export interface RequestPipeline {
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  readonly metrics: TransportMetrics;
  /** Who may call. */
  readonly access: AccessRegistry;
  /** Told of those who may not. */
  readonly signIns: SignInWatch;
  readonly policy: TransportPolicy;
  /** The lasting connections of each tenant: websockets and event streams. */
  readonly connections: SocketCounts;
  /** Set when the process is about to end: nothing new is begun. */
  draining: boolean;
  prepare(request: GraphqlRequest, session: Session): Promise<PrepareResult>;
  /** Executes a query or a mutation; never rejects. */
  execute(request: PreparedRequest & { kind: 'once' }, scope: RequestScope): Promise<Answer>;
  /** Makes the queue of one connection. */
  openQueue(outlet: SocketWriter): OutgoingQueue;
  /** Follows a subscription, for as long as the guard lets it go on. @returns ends it */
  follow(
    request: PreparedRequest & { kind: 'stream' },
    scope: Pick<RequestScope, 'transport' | 'requestId'> & { readonly queue: OutgoingQueue; readonly guard: SessionGuard },
    output: StreamOutput,
  ): () => void;
  /** Fits errors of a refused request for clients. */
  showErrors(errors: readonly GraphQLError[], requestId: string): readonly ClientError[];
  /** Fits what ended a subscription for clients. */
  showFailure(error: unknown, requestId: string): readonly ClientError[];
  nextRequestId(): string;
}

/** Whether the errors tell of this process and not of the request. */
export function isShuttingDown(errors: readonly GraphQLError[]): boolean {
  return errors.some((error) => codeOf(error) === 'SHUTTING_DOWN');
}
