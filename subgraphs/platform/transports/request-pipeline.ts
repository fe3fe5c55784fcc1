import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { AccessRegistry } from '../access/access-registry.ts';
import type { Session } from '../access/sessions.ts';
import type { SignInWatch } from '../access/sign-in-watch.ts';
import { type ClientError, codeOf } from '../graphql/client-errors.ts';
import type { EngineError, ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import type { LogOperation } from '../subscriptions/log-operation.ts';
import type { OutgoingQueue, SocketWriter } from '../subscriptions/outgoing-queue.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import type { Origins } from './origins.ts';
import type { SessionGuard } from './session-guard.ts';
import type { SocketCounts } from './socket-counts.ts';

export type Transport = 'http' | 'websocket' | 'sse';

/** The events that transports count. */
export interface TransportMetrics {
  operation(operation: {
    readonly kind: string;
    readonly transport: Transport;
    readonly outcome: 'ok' | 'errors' | 'refused';
    readonly durationMs: number;
    readonly errors?: readonly EngineError[] | undefined;
  }): void;
  sockets(change: 1 | -1): void;
}

/** Decides from which clients transports accept requests. */
export interface TransportPolicy {
  readonly origins: Origins;
  /** Host names under which unauthenticated requests are answered while access is open. */
  readonly openHosts: 'any' | 'loopback';
  /**
   * Whether a websocket may also sign in with the headers of its handshake, in which routers repeat those of their
   * client.
   */
  readonly handshakeCredentials: boolean;
}

/** A request that is ready to be executed once, or to be streamed. */
export type PreparedRequest =
  | { readonly kind: 'once'; readonly operation: ValidatedOperation; readonly variables: Variables }
  | { readonly kind: 'stream'; readonly operation: ValidatedOperation; readonly log: LogOperation; readonly variables: Variables };

export type PrepareResult = PreparedRequest | { readonly kind: 'refused'; readonly errors: readonly GraphQLError[] };

/** The caller and the transport of a request. */
export interface RequestScope {
  readonly transport: Transport;
  readonly requestId: string;
  readonly session: Session;
  /** Whether the response reports the cost of the operation. */
  readonly reportsCost?: boolean;
  /** Whether the response to a gateway reports its confidential rows. */
  readonly reportsRows?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A GraphQL response. Without `data` the request was rejected before execution. */
export interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly ClientError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Writes the events of one subscription to its transport. */
export interface StreamOutput {
  send(payload: Buffer): void;
  fail(error: unknown): void;
}

/** The parts of the access registry that transports need. */
export type CallerAccess = Pick<AccessRegistry, 'clock' | 'isOpen' | 'signIn' | 'onChange'>;

/** Prepares and executes requests for all transports: HTTP, websockets and server-sent events. */
export interface RequestPipeline {
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  readonly metrics: TransportMetrics;
  readonly access: CallerAccess;
  /** Records rejected sign-ins. */
  readonly signIns: SignInWatch;
  readonly policy: TransportPolicy;
  /** Counts the websockets and event streams of each tenant. */
  readonly connections: SocketCounts;
  /** Set when the process is about to end: no new requests are accepted. */
  draining: boolean;
  prepare(request: GraphqlRequest, session: Session): Promise<PrepareResult>;
  /** Executes a query or a mutation; never rejects. */
  execute(request: PreparedRequest & { kind: 'once' }, scope: RequestScope): Promise<Answer>;
  /** Creates the queue of one connection. */
  openQueue(writer: SocketWriter): OutgoingQueue;
  /** Streams a subscription until the guard ends it. @returns a function that ends it */
  stream(
    request: PreparedRequest & { kind: 'stream' },
    scope: Pick<RequestScope, 'transport' | 'requestId'> & { readonly queue: OutgoingQueue; readonly guard: SessionGuard },
    output: StreamOutput,
  ): () => void;
  /** Formats the errors of a rejected request for clients. */
  showErrors(errors: readonly GraphQLError[], requestId: string): readonly ClientError[];
  /** Formats the error that ended a subscription for clients. */
  showFailure(error: unknown, requestId: string): readonly ClientError[];
  nextRequestId(): string;
}

/** Returns whether a request was rejected because the process is shutting down. */
export function isShuttingDown(errors: readonly GraphQLError[]): boolean {
  return errors.some((error) => codeOf(error) === 'SHUTTING_DOWN');
}
