import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Registry } from 'prom-client';
import type { CallerAccess, SignInWatch } from '../access/caller-sign-in.ts';
import { createSocketCounts, type SessionGuard } from '../access/session-guard.ts';
import type { Session } from '../access/sessions.ts';
import { asLandfallError, type ErrorCode, type LandfallError } from '../errors.ts';
import { type ClientError, codeOf, refusal, toClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, EngineError } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import { fastBuckets, metricsIn } from '../metrics.ts';
import { formatGap, LogReadError } from '../subscriptions/log-reader.ts';
import { createFlusher, OutgoingQueue, type QueuedMessages, type QueueLimits, type SocketWriter } from '../subscriptions/outgoing-queue.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import { showErrors, startApolloServer } from './apollo-server.ts';
import { type AccessAudit, auditAccess, countRowsForGateway } from './audit.ts';
import { checkRequests, type OperationLimits } from './check-request.ts';
import type { AcceptedStream, GraphqlContext, GraphqlRequest, RequestProgress, RequestScope, Transport } from './graphql-context.ts';
import { createCostLimit, reportCost } from './operation-cost.ts';
import { type RequestPolicy, retryAfterOf } from './request-policy.ts';

/** A GraphQL response. Without `data` the request was rejected before execution. */
export interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly ClientError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What a request leads to: the answer of a query or mutation, or a subscription that its transport has to stream. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      /** Seconds after which a rate-limited request may be repeated. */
      readonly retryAfter?: number | undefined;
    }
  | { readonly kind: 'stream'; readonly stream: AcceptedStream };

export interface RequestPipelineOptions {
  readonly engine: Engine;
  readonly hub: SubscriptionHub;
  readonly logger: Logger;
  readonly metrics: PipelineMetrics;
  readonly access: CallerAccess;
  readonly signIns: SignInWatch;
  readonly audit: AccessAudit;
  readonly limits: OperationLimits & QueueLimits;
  readonly policy: RequestPolicy;
  /** Counts the messages of all pipelines of the process that are waiting for slow sockets. */
  readonly queued: QueuedMessages;
  /** Maximum size of its cache of operations. */
  readonly cacheBytes: number;
  /** Whether its callers are gateways, which write the audit log and the metrics themselves. @default false */
  readonly isForGateways?: boolean;
  /** Plugins of Apollo Server in addition to those of Landfall. @default none */
  readonly plugins?: readonly ApolloServerPlugin<GraphqlContext>[] | undefined;
}

/** Checks and answers requests of all transports: HTTP, websockets and server-sent events. */
export type RequestPipeline = Awaited<ReturnType<typeof createRequestPipeline>>;

export async function createRequestPipeline(options: RequestPipelineOptions) {
  const { engine, hub, logger, metrics, access, signIns, audit, limits, policy, queued, isForGateways = false, plugins = [] } = options;
  const { schema } = engine;
  const { introspection, parseBudget, queryTextOf } = policy;
  const costs = createCostLimit(schema);
  const server = await startApolloServer({
    engine,
    logger,
    limits,
    introspection,
    isTraced: !isForGateways,
    plugins: [
      showErrors(logger),
      checkRequests({ schema, limits, costs, parseBudget, cacheBytes: options.cacheBytes }),
      reportCost(costs),
      ...(isForGateways ? [countRowsForGateway()] : [auditAccess(audit), measureOperations(metrics)]),
      ...plugins,
    ],
  });
  const schedule = createFlusher();

  /** Checks what needs no parsed document. @returns the text to execute */
  async function admit(request: GraphqlRequest, session: Session): Promise<string | GraphQLError> {
    if (pipeline.draining) return refusal('SHUTTING_DOWN', 'The server is shutting down.');
    const notNow = await policy.rate.admit(session);
    if (notNow !== undefined) return notNow;
    const text = queryTextOf(request);
    if (typeof text !== 'string') return text;
    if (text.length > limits.maxCharacters)
      return refusal('OPERATION_TOO_LARGE', `The operation has ${text.length} characters, at most ${limits.maxCharacters} are allowed.`);
    return text;
  }

  function refuse(error: GraphQLError, { transport, requestId }: RequestScope): Outcome {
    const errors = toClientErrors([error], { requestId, logger });
    metrics.operation({ kind: 'unknown', transport, outcome: 'refused', durationMs: 0, errors });
    return { kind: 'answer', answer: { errors }, retryAfter: retryAfterOf(error) };
  }

  const pipeline = {
    logger,
    metrics,
    access,
    /** Records rejected sign-ins. */
    signIns,
    policy,
    /** Counts the websockets and event streams of each tenant. */
    connections: createSocketCounts(),
    /** Set when the process is about to end: no new requests are accepted. */
    draining: false,
    /** Checks a request, and executes it unless it is a subscription; never rejects. */
    async answer(request: GraphqlRequest, scope: RequestScope): Promise<Outcome> {
      const query = await admit(request, scope.session);
      if (typeof query !== 'string') return refuse(query, scope);
      const progress: RequestProgress = { startedAt: performance.now() };
      const { operationName, variables } = request;
      try {
        const { body } = await server.executeOperation(
          {
            query,
            ...(operationName ? { operationName } : {}),
            ...(variables ? { variables } : {}),
            ...(plugins.length === 0 || scope.http === undefined ? {} : { http: scope.http() }),
          },
          { contextValue: { scope, progress } },
        );
        if (progress.stream !== undefined) return { kind: 'stream', stream: progress.stream };
        if (body.kind !== 'single') throw new Error('expected a result in one part');
        // The plugin `showErrors` has formatted the errors. Members are in the order in which clients usually find them.
        const { errors, data, extensions } = body.singleResult;
        const answer = { ...(errors && { errors }), ...(data !== undefined && { data }), ...(extensions && { extensions }) } as Answer;
        return { kind: 'answer', answer, retryAfter: retryAfterOf(progress.rejection?.[0]) };
      } catch (error) {
        return { kind: 'answer', answer: { errors: [toClientError(error, { requestId: scope.requestId, logger })] } };
      }
    },
    /** Creates the queue of one connection. */
    openQueue: (writer: SocketWriter) =>
      new OutgoingQueue({ writer, limits, queued, schedule, onSent: metrics.eventsSent, onMissed: metrics.eventsMissed }),
    /** Streams a subscription from the hub to the queue of its connection, until the guard ends it. @returns a function that ends it */
    stream(
      { operation, log, variables }: AcceptedStream,
      { queue, guard, transport, requestId }: Pick<RequestScope, 'transport' | 'requestId'> & StreamTarget,
      output: { send(payload: Buffer): void; fail(error: unknown): void },
    ): () => void {
      const { caller } = guard.session;
      const meter = audit.stream(() => ({ session: guard.session, operation, transport, requestId }));
      let outcome: 'ended' | ErrorCode = 'ended';
      const fail = (error: unknown) => {
        outcome = error instanceof LogReadError ? (error.errors[0]?.extensions.code ?? 'INTERNAL') : asLandfallError(error).code;
        output.fail(error);
      };
      const stream = queue.open({
        start: log.startOf(variables) ?? null,
        send: (payload, message) => {
          // Messages that were queued while the credential was valid are not sent after it expired; the guard is about
          // to end the stream.
          if (guard.error() !== undefined) return;
          if (message !== undefined) meter?.sent(message);
          output.send(payload);
        },
        missed: (gap) => formatGap({ schema, operation: log, variables }, gap),
        fail,
      });
      const leave = hub.subscribe({ operation: log, variables, caller }, stream);
      metrics.subscriptions(transport, 1);
      const stop = () => {
        if (!forget()) return;
        leave();
        stream.close();
        metrics.subscriptions(transport, -1);
        meter?.end(outcome);
      };
      const end = (error: LandfallError) => {
        outcome = error.code;
        stop();
        output.fail(error);
      };
      const forget = guard.onEnd(end);
      return stop;
    },
    /** Formats the error that ended a subscription for clients. */
    showFailure: (error: unknown, requestId: string): readonly ClientError[] =>
      error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })],
    [Symbol.asyncDispose]: () => server.stop(),
  };
  return pipeline;
}

/** The queue of the connection of a subscription, and the guard of its session. */
interface StreamTarget {
  readonly queue: OutgoingQueue;
  readonly guard: SessionGuard;
}

interface MeasuredOperation {
  readonly kind: string;
  readonly transport: Transport;
  readonly outcome: 'ok' | 'errors' | 'refused';
  readonly durationMs: number;
  readonly errors?: readonly EngineError[] | undefined;
}

/** The events that a request pipeline counts. */
export type PipelineMetrics = ReturnType<typeof createPipelineMetrics>;

/** Registers the metrics of a request pipeline in a Prometheus registry. */
export function createPipelineMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metricsIn(registry);
  const operations = histogram('landfall_operations_seconds', 'Duration of GraphQL operations, from the request to the answer.', {
    labelNames: ['kind', 'transport', 'outcome'],
    buckets: [...fastBuckets, 10],
  });
  const answered = 'GraphQL operations whose answer has an error with the code; each code counts once for an operation.';
  const errors = counter('landfall_operation_errors_total', answered, 'code');
  const sockets = gauge('landfall_sockets', 'Open websockets.');
  const subscriptions = gauge('landfall_subscriptions', 'Active subscriptions.', 'transport');
  const equal = 'Groups of equal subscriptions; each group reads the log once for all of its members.';
  const groups = gauge('landfall_subscription_groups', equal);
  const logReads = counter('landfall_subscription_reads_total', 'Pages of logs read for subscriptions.');
  const sent = counter('landfall_events_sent_total', 'Events written to subscribers.');
  const missed = counter('landfall_events_missed_total', 'Events skipped because a subscriber read too slowly.');
  const overflows = counter('landfall_queue_overflows_total', 'Number of times that the queue of a subscriber was full.');
  return {
    operation: ({ kind, transport, outcome, durationMs, errors: shown = [] }: MeasuredOperation) => {
      operations.observe({ kind, transport, outcome }, durationMs / 1_000);
      for (const code of new Set(shown.map(codeOf))) errors.inc({ code });
    },
    sockets: (change: 1 | -1) => sockets.inc(change),
    subscriptions: (transport: Transport, change: 1 | -1) => subscriptions.inc({ transport }, change),
    groups: (count: number) => groups.set(count),
    logRead: () => logReads.inc(),
    eventsSent: (count: number) => sent.inc(count),
    /** @param newGap whether the queue has overflowed since the last message */
    eventsMissed: (count: number, newGap: boolean) => {
      missed.inc(count);
      if (newGap) overflows.inc();
    },
  };
}

/** Plugin that counts operations and measures their duration. Subscriptions are counted by the streams. */
export function measureOperations(metrics: PipelineMetrics): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted, startedAt, stream } = progress;
      if (stream !== undefined || body.kind !== 'single') return;
      const errors = body.singleResult.errors as readonly EngineError[] | undefined;
      const { transport } = scope;
      if (accepted === undefined) return metrics.operation({ kind: 'unknown', transport, outcome: 'refused', durationMs: 0, errors });
      const outcome = errors === undefined ? 'ok' : 'errors';
      metrics.operation({ kind: accepted.operation.kind, transport, outcome, durationMs: performance.now() - startedAt, errors });
    },
  };
  return { requestDidStart: async () => listener };
}
