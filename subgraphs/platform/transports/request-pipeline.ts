import type { HTTPGraphQLRequest } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { AccessRegistry } from '../access/access-registry.ts';
import type { RowCounter } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import type { SignInWatch } from '../access/sign-in-watch.ts';
import type { ClientError } from '../graphql/client-errors.ts';
import type { EngineError, ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import type { LogOperation } from '../subscriptions/log-operation.ts';
import type { OutgoingQueue, SocketWriter } from '../subscriptions/outgoing-queue.ts';
import type { SessionGuard, SocketCounts } from './connections.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import type { Origins } from './origins.ts';

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

/** A subscription that has passed all checks. */
export interface AcceptedStream {
  readonly kind: 'stream';
  readonly operation: ValidatedOperation;
  readonly log: LogOperation;
  readonly variables: Variables;
}

/** What a request leads to: the answer of a query or mutation, or a subscription that its transport has to stream. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      /** Seconds after which a rate-limited request may be repeated. */
      readonly retryAfter?: number | undefined;
    }
  | AcceptedStream;

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
  /** Called when a query or mutation has passed all checks and is executed. */
  readonly onExecution?: (() => void) | undefined;
  /** Whether mutations are rejected, because the request is a GET. @default false */
  readonly isQueryOnly?: boolean;
  /** Returns the HTTP request, for plugins of Apollo Server. Absent for websockets and event streams. */
  readonly http?: (() => HTTPGraphQLRequest) | undefined;
}

/** A GraphQL response. Without `data` the request was rejected before execution. */
export interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly ClientError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The parts of the access registry that transports need. */
export type CallerAccess = Pick<AccessRegistry, 'clock' | 'isOpen' | 'signIn' | 'onChange'>;

/** Checks and answers requests of all transports: HTTP, websockets and server-sent events. */
export interface RequestPipeline extends AsyncDisposable {
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
  /** Checks a request, and executes it unless it is a subscription; never rejects. */
  answer(request: GraphqlRequest, scope: RequestScope): Promise<Outcome>;
  /** Creates the queue of one connection. */
  openQueue(writer: SocketWriter): OutgoingQueue;
  /** Streams a subscription until the guard ends it. @returns a function that ends it */
  stream(
    request: AcceptedStream,
    scope: Pick<RequestScope, 'transport' | 'requestId'> & { readonly queue: OutgoingQueue; readonly guard: SessionGuard },
    output: { send(payload: Buffer): void; fail(error: unknown): void },
  ): () => void;
  /** Formats the error that ended a subscription for clients. */
  showFailure(error: unknown, requestId: string): readonly ClientError[];
}

/** The context value of Apollo Server, which all plugins receive. */
export interface GraphqlContext {
  /** The caller and the transport. */
  readonly scope: RequestScope;
  /** Apollo Server copies the context, but not this object. */
  readonly progress: RequestProgress;
}

/** What the phases of one request have found so far. */
export interface RequestProgress {
  readonly startedAt: number;
  /** When the parsing of a document began whose time is charged. */
  parsedFrom?: number | undefined;
  /** Set if the request is rejected before execution. */
  rejection?: readonly GraphQLError[];
  /** Set when all checks of Landfall have passed. */
  accepted?: AcceptedOperation;
  /** Set for a subscription when all plugins have accepted it. */
  stream?: AcceptedOperation & { readonly log: LogOperation };
  /** Counts the confidential rows of the answer, if they are audited. */
  rows?: RowCounter | undefined;
}

/** An operation that may be executed. */
export interface AcceptedOperation {
  readonly operation: ValidatedOperation;
  readonly variables: Variables;
  /** Its values as graphql-js coerces them. Set for queries and mutations. */
  readonly coerced?: Variables | undefined;
  /** Set for a subscription. */
  readonly log?: LogOperation;
}
