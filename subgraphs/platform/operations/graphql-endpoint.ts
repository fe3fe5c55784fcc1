import type { ApolloServerPlugin } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { GraphQLError } from 'graphql';
import { Registry } from 'prom-client';
import type { Session } from '../access/sessions.ts';
import { type SignInWatch, unwatched } from '../access/sign-in-watch.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { asLandfallError, type LandfallError } from '../errors.ts';
import { refusal, toClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine } from '../graphql/engine.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { formatGap, LogReadError } from '../subscriptions/log-reader.ts';
import {
  createFlusher,
  createQueuedMessages,
  defaultQueueLimits,
  OutgoingQueue,
  type QueuedMessages,
  type QueueLimits,
} from '../subscriptions/outgoing-queue.ts';
import { createSubscriptionHub, type HubTiming, type SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import { createSocketCounts } from '../transports/connections.ts';
import { type GatewayRequests, type PipelineWithStreams, registerGraphqlRoutes } from '../transports/graphql-http.ts';
import type { GraphqlRequest } from '../transports/graphql-request.ts';
import type {
  Answer,
  CallerAccess,
  GraphqlContext,
  Outcome,
  RequestPipeline,
  RequestProgress,
  RequestScope,
} from '../transports/request-pipeline.ts';
import { createEventStreams } from '../transports/sse.ts';
import { createWebSocketTransport, defaultSocketLimits, type SocketLimits } from '../transports/websocket.ts';
import { type AccessAudit, type AccessLog, auditAccess, countRowsForGateway, createAccessAudit, unlogged } from './access-audit.ts';
import { showErrors, startApolloServer } from './apollo-server.ts';
import { checkDocument, createDocumentStore, defaultOperationLimits, type OperationLimits, unlimitedOperations } from './check-document.ts';
import { checkOperation } from './check-operation.ts';
import { createCostLimit, reportCost } from './operation-cost.ts';
import { createPipelineMetrics, measureOperations, type PipelineMetrics } from './pipeline-metrics.ts';
import { openPolicy, type RequestPolicy, retryAfterOf } from './request-policy.ts';

export type EndpointLimits = OperationLimits & QueueLimits & SocketLimits;

export interface EndpointOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe'>;
  /** Receives the routes of `/graphql`. */
  readonly http: FastifyInstance;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Authenticates callers. */
  readonly access: CallerAccess;
  /** Records failed sign-ins. @default they are not recorded */
  readonly signIns?: SignInWatch;
  /** Records which callers receive confidential rows. @default they are not recorded */
  readonly audit?: AccessLog;
  /** Returns whether `/graphiql` is served now. @default never */
  readonly hasIde?: () => boolean;
  readonly limits?: Partial<EndpointLimits>;
  /** @default {@link openPolicy} */
  readonly policy?: Partial<RequestPolicy>;
  readonly timing?: Partial<HubTiming>;
  /** Plugins of Apollo Server for the operations of callers. @default none */
  readonly plugins?: readonly ApolloServerPlugin<GraphqlContext>[] | undefined;
  /** How gateways authenticate themselves; they limit and audit their callers. @default there are no gateways */
  readonly gateways?: Omit<GatewayRequests, keyof PipelineWithStreams>;
}

export type GraphqlEndpoint = Awaited<ReturnType<typeof createGraphqlEndpoint>>;

/** How long clients have to close their sockets before the sockets are terminated. */
const closeTimeoutMs = 2_000;

/**
 * Serves an engine over HTTP, websockets and server-sent events: everything between clients and an engine.
 */
export async function createGraphqlEndpoint({ engine, bus, http, logger, registry, access, ...options }: EndpointOptions) {
  const limits: EndpointLimits = {
    ...defaultOperationLimits,
    ...defaultQueueLimits,
    ...defaultSocketLimits,
    ...options.limits,
  };
  const policy = { ...openPolicy(), ...options.policy };
  const metrics = createPipelineMetrics(registry);
  const audit = createAccessAudit(options.audit ?? unlogged, access.clock);
  const { timing = {}, signIns = unwatched, hasIde = () => false } = options;
  const hub = createSubscriptionHub({ engine, bus, logger, metrics, countRows: audit.createCounter, timing });
  const cacheBytes = memoryBounds.operations.bytes / (options.gateways === undefined ? 1 : 2);
  const parts = { engine, hub, logger, access, signIns, queued: createQueuedMessages(), cacheBytes };
  const withStreams = (pipeline: RequestPipeline): PipelineWithStreams => ({ pipeline, streams: createEventStreams(pipeline) });
  const callers = withStreams(await createRequestPipeline({ ...parts, metrics, audit, limits, policy, plugins: options.plugins }));
  const gateways = options.gateways && {
    ...options.gateways,
    ...withStreams(
      await createRequestPipeline({
        ...parts,
        // Those of gateways are counted where clients query.
        metrics: createPipelineMetrics(new Registry()),
        audit: createAccessAudit(unlogged, access.clock),
        limits: { ...limits, ...unlimitedOperations },
        policy: openPolicy(),
        isForGateways: true,
      }),
    ),
  };
  const sockets = createWebSocketTransport(callers.pipeline, limits);
  registerGraphqlRoutes(http, callers, { hasIde, gateways });
  /**
   * Rejects new operations and ends subscriptions with an error after which clients resume elsewhere. The HTTP server
   * finishes requests in progress, and gateways are answered as long as it does.
   */
  const drain = async (): Promise<void> => {
    callers.pipeline.draining = true;
    callers.streams.drain();
    gateways?.streams.drain();
    await sockets.drain(closeTimeoutMs);
  };
  return {
    /** The pipeline of callers. */
    pipeline: callers.pipeline,
    /** Answers websocket handshakes on `/graphql`. Must be registered on the HTTP server. */
    handleUpgrade: sockets.handleUpgrade,
    drain,
    async [Symbol.asyncDispose]() {
      await drain();
      await hub[Symbol.asyncDispose]();
      await Promise.all([callers, gateways].map((each) => each?.pipeline[Symbol.asyncDispose]()));
    },
  };
}

interface RequestPipelineOptions {
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

async function createRequestPipeline(options: RequestPipelineOptions): Promise<RequestPipeline> {
  const {
    engine,
    logger,
    metrics,
    access,
    signIns,
    audit,
    limits,
    policy,
    queued,
    cacheBytes,
    isForGateways = false,
    plugins = [],
  } = options;
  const { schema } = engine;
  const { introspection, parseBudget, queryTextOf } = policy;
  const costs = createCostLimit(schema);
  const store = createDocumentStore(cacheBytes);
  const server = await startApolloServer({
    engine,
    logger,
    limits,
    introspection,
    isTraced: !isForGateways,
    plugins: [
      showErrors(logger),
      checkDocument({ limits, store, parseBudget }),
      checkOperation({ schema, limits, costs, store }),
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

  const pipeline: RequestPipeline = {
    logger,
    metrics,
    access,
    signIns,
    policy,
    connections: createSocketCounts(),
    draining: false,
    async answer(request, scope) {
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
        if (progress.stream !== undefined) return { kind: 'stream', ...progress.stream };
        if (body.kind !== 'single') throw new Error('expected a result in one part');
        const { data, errors, extensions } = body.singleResult;
        const answer: Answer = {
          ...(errors === undefined ? {} : { errors: errors as Answer['errors'] & object }),
          ...(data === undefined ? {} : { data }),
          ...(extensions === undefined ? {} : { extensions }),
        };
        return { kind: 'answer', answer, retryAfter: retryAfterOf(progress.rejection?.[0]) };
      } catch (error) {
        return { kind: 'answer', answer: { errors: [toClientError(error, { requestId: scope.requestId, logger })] } };
      }
    },
    openQueue: (writer) =>
      new OutgoingQueue({ writer, limits, queued, schedule, onSent: metrics.eventsSent, onMissed: metrics.eventsMissed }),
    stream: createStream(options),
    showFailure: (error, requestId) => (error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })]),
    [Symbol.asyncDispose]: () => server.stop(),
  };
  return pipeline;
}

/** Streams subscriptions from the hub to the queues of their connections. */
function createStream({ engine, hub, metrics, audit }: RequestPipelineOptions): RequestPipeline['stream'] {
  return ({ operation, log, variables }, { queue, guard, transport, requestId }, output) => {
    const { caller } = guard.session;
    const meter = audit.stream(() => ({ session: guard.session, operation, transport, requestId }));
    let outcome: Parameters<typeof meter.end>[0] = 'ended';
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
        if (message !== undefined) meter.sent(message);
        output.send(payload);
      },
      missed: (gap) => formatGap({ schema: engine.schema, operation: log, variables }, gap),
      fail,
    });
    const leave = hub.subscribe({ operation: log, variables, caller }, stream);
    metrics.subscriptions(transport, 1);
    const stop = () => {
      if (!forget()) return;
      leave();
      stream.close();
      metrics.subscriptions(transport, -1);
      meter.end(outcome);
    };
    const end = (error: LandfallError) => {
      outcome = error.code;
      stop();
      output.fail(error);
    };
    const forget = guard.onEnd(end);
    return stop;
  };
}
