import type { HTTPGraphQLRequest } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { RowCounter } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { LogOperation } from '../subscriptions/log-operation.ts';

export type Transport = 'http' | 'websocket' | 'sse';

/** The document of a request, by its text or its hash. Only the type of `query` is checked. */
export interface DocumentRequest {
  readonly query?: string | undefined;
  /** SHA-256 of a document in hex, with or without the prefix `sha256:`. */
  readonly documentId?: unknown;
  /** `persistedQuery.sha256Hash` is an alternative to `documentId`. */
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A GraphQL request of any transport; its shape is checked, but not its content. */
export interface GraphqlRequest extends DocumentRequest {
  /** An empty name means none, by every transport: GraphQL over HTTP demands it of URLs. */
  readonly operationName?: string | null | undefined;
  readonly variables?: Variables | null | undefined;
}

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
  stream?: AcceptedStream;
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

/** A subscription that has passed all checks. */
export type AcceptedStream = AcceptedOperation & { readonly log: LogOperation };
