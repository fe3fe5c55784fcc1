import { randomUUID } from 'node:crypto';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { type Caller, openCaller } from '../subgraphs/shared/access/entitlement.ts';
import type { Logger } from '../subgraphs/shared/logger.ts';
import type { Engine, ValidatedOperation, Variables } from './engines/engine.ts';
import { type ClientError, codeOf, refusal, toClientError, toClientErrors } from './errors.ts';
import { type Answer, checkVariables, createExecute } from './execution.ts';
import { type LogOperation, logOperationOf } from './log-operation.ts';
import { LogReadError } from './log-reader.ts';
import { logTwinsOf } from './log-twins.ts';
import type { GatewayMetrics, Transport } from './metrics.ts';
import { createMissedEvents } from './missed-event.ts';
import type { OperationLimits } from './operation-limits.ts';
import { createOperations } from './operations.ts';
import { createFlusher, createOutgoingQueue, type OutgoingQueue, type Outlet, type QueueLimits } from './outgoing-queue.ts';
import type { SubscriptionHub } from './subscriptions.ts';

/** A GraphQL request as every transport carries it; its shape is checked, its content is not. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Variables | null | undefined;
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
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
}

/** How the events of one subscription leave. */
export interface StreamOutput {
  send(payload: Buffer): void;
  fail(error: unknown): void;
}

/** What HTTP, websockets and server-sent events have in common: all of GraphQL, nothing of a transport. */
export interface Edge {
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  /** Set when the process is about to end: nothing new is begun. */
  draining: boolean;
  callerOf(): Caller;
  prepare(request: GraphqlRequest): PrepareResult;
  /** Executes a query or a mutation; never rejects. */
  execute(request: PreparedRequest & { kind: 'once' }, scope: RequestScope): Promise<Answer>;
  /** Makes the queue of one connection. */
  openQueue(outlet: Outlet): OutgoingQueue;
  /** Follows a subscription. @returns ends it */
  follow(
    request: PreparedRequest & { kind: 'stream' },
    scope: RequestScope & { readonly queue: OutgoingQueue },
    output: StreamOutput,
  ): () => void;
  /** Fits errors of a refused request for clients. */
  showErrors(errors: readonly GraphQLError[], requestId: string): readonly ClientError[];
  /** Fits what ended a subscription for clients. */
  showFailure(error: unknown, requestId: string): readonly ClientError[];
  nextRequestId(): string;
}

export interface EdgeOptions {
  readonly engine: Engine;
  readonly hub: SubscriptionHub;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  readonly limits: OperationLimits & QueueLimits;
}

/** @throws {LandfallError} CONFIG_INVALID when a subscription of the schema cannot be followed */
export function createEdge({ engine, hub, logger, metrics, limits }: EdgeOptions): Edge {
  const { schema } = engine;
  const twins = logTwinsOf(schema);
  const operations = createOperations(schema, limits);
  const execute = createExecute(engine, logger);
  const missedEvents = createMissedEvents(schema);
  const schedule = createFlusher();
  const logOperations = new WeakMap<ValidatedOperation, LogOperation | readonly GraphQLError[]>();

  function logOf(operation: ValidatedOperation): LogOperation | readonly GraphQLError[] {
    let log = logOperations.get(operation);
    if (log === undefined) {
      log = logOperationOf(operation, twins);
      logOperations.set(operation, log);
    }
    return log;
  }

  const edge: Edge = {
    schema,
    logger,
    metrics,
    draining: false,
    callerOf: () => openCaller,
    prepare({ query, operationName, variables: given }) {
      if (edge.draining) return refused([refusal('SHUTTING_DOWN', 'This process is shutting down.')]);
      const prepared = operations.prepare(query, operationName);
      if ('errors' in prepared) return refused(prepared.errors);
      const { operation } = prepared;
      const variables = given ?? {};
      const faults = checkVariables(schema, { operation, variables });
      if (faults.length > 0) return refused(faults);
      if (operation.kind !== 'subscription') return { kind: 'once', operation, variables };
      const log = logOf(operation);
      return 'query' in log ? { kind: 'stream', operation, log, variables } : refused(log);
    },
    async execute({ operation, variables }, { transport, requestId, caller, signal }) {
      const start = performance.now();
      const answer = await execute({ operation, variables, caller, requestId, signal });
      const outcome = answer.errors === undefined ? 'ok' : 'errors';
      metrics.operation({ kind: operation.kind, transport, outcome, durationMs: performance.now() - start });
      return answer;
    },
    openQueue: (outlet) => createOutgoingQueue({ outlet, limits, schedule, onSent: metrics.eventsSent, onMissed: metrics.eventsMissed }),
    follow({ operation, log, variables }, { queue, caller, transport }, output) {
      const stream = queue.open({
        start: log.startOf(variables) ?? null,
        send: output.send,
        missed: (gap) => missedEvents({ operation, variables, twin: log.twin }, gap),
        fail: output.fail,
      });
      const leave = hub.subscribe({ operation: log, variables, caller }, stream);
      metrics.subscriptions(transport, 1);
      return () => {
        leave();
        stream.close();
        metrics.subscriptions(transport, -1);
      };
    },
    showErrors: (errors, requestId) => toClientErrors(errors, { requestId, logger }),
    showFailure: (error, requestId) => (error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })]),
    nextRequestId: randomUUID,
  };
  return edge;
}

/** Whether the errors tell of this process and not of the request. */
export function isShuttingDown(errors: readonly GraphQLError[]): boolean {
  return errors.some((error) => codeOf(error) === 'SHUTTING_DOWN');
}

function refused(errors: readonly GraphQLError[]): PrepareResult {
  return { kind: 'refused', errors };
}
