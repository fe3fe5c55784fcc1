import type { ApolloServerPlugin } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type SignInWatch, unwatched } from '../access/sign-in-watch.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Engine } from '../graphql/engine.ts';
import type { UpgradeHandler } from '../http/http-server.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { createQueuedMessages, defaultQueueLimits, type QueueLimits } from '../subscriptions/outgoing-queue.ts';
import { createSubscriptionHub, type HubTiming } from '../subscriptions/subscription-hub.ts';
import { type GatewayRequests, type PipelineWithStreams, registerGraphqlRoutes } from '../transports/graphql-http.ts';
import { defaultRequestLimits, type RequestLimits } from '../transports/graphql-request.ts';
import type { CallerAccess, RequestPipeline } from '../transports/request-pipeline.ts';
import { createEventStreams } from '../transports/sse.ts';
import { createWebSocketTransport, defaultSocketLimits, type SocketLimits } from '../transports/websocket.ts';
import { type AccessLog, createAccessAudit, unlogged } from './access-audit.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { defaultOperationLimits, type OperationLimits, unlimitedOperations } from './operation-limits.ts';
import { createRequestPipeline } from './pipeline.ts';
import { createPipelineMetrics, unmeasured } from './pipeline-metrics.ts';
import { openPolicy, type RequestPolicy } from './request-policy.ts';

export type EndpointLimits = OperationLimits & QueueLimits & SocketLimits & RequestLimits;

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

/** A request pipeline and its transports: everything between clients and an engine. */
export interface GraphqlEndpoint extends AsyncDisposable {
  /** The pipeline of callers. */
  readonly pipeline: RequestPipeline;
  /** Answers websocket handshakes on `/graphql`. Must be registered on the HTTP server. */
  readonly handleUpgrade: UpgradeHandler;
  /**
   * Rejects new operations and ends subscriptions with an error after which clients resume elsewhere. The HTTP server
   * finishes requests in progress, and gateways are answered as long as it does.
   */
  drain(): Promise<void>;
}

/** How long clients have to close their sockets before the sockets are terminated. */
const closeTimeoutMs = 2_000;

/**
 * Serves an engine over HTTP, websockets and server-sent events.
 *
 * @throws {LandfallError} CONFIG_INVALID when a subscription of the schema has no log
 */
export async function createGraphqlEndpoint({
  engine,
  bus,
  http,
  logger,
  registry,
  access,
  ...options
}: EndpointOptions): Promise<GraphqlEndpoint> {
  const limits: EndpointLimits = {
    ...defaultOperationLimits,
    ...defaultQueueLimits,
    ...defaultSocketLimits,
    ...defaultRequestLimits,
    ...options.limits,
  };
  const policy = { ...openPolicy, ...options.policy };
  const metrics = createPipelineMetrics(registry);
  let reads = 0;
  const nextRequestId = () => `subscription-${++reads}`;
  const audit = createAccessAudit(options.audit ?? unlogged, access.clock);
  const { timing = {}, signIns = unwatched, hasIde = () => false } = options;
  const hub = createSubscriptionHub({ engine, bus, logger, metrics, nextRequestId, countRows: audit.createCounter, timing });
  const cacheBytes = memoryBounds.operations.bytes / (options.gateways === undefined ? 1 : 2);
  const parts = { engine, hub, logger, access, signIns, queued: createQueuedMessages(), cacheBytes };
  const withStreams = (pipeline: RequestPipeline): PipelineWithStreams => ({ pipeline, streams: createEventStreams(pipeline) });
  const callers = withStreams(await createRequestPipeline({ ...parts, metrics, audit, limits, policy, plugins: options.plugins }));
  const gateways = options.gateways && {
    ...options.gateways,
    ...withStreams(
      await createRequestPipeline({
        ...parts,
        metrics: unmeasured,
        audit: createAccessAudit(unlogged, access.clock),
        limits: { ...limits, ...unlimitedOperations },
        policy: openPolicy,
        isForGateways: true,
      }),
    ),
  };
  const sockets = createWebSocketTransport(callers.pipeline, limits);
  registerGraphqlRoutes(http, callers, { limits, hasIde, gateways });
  return {
    pipeline: callers.pipeline,
    handleUpgrade: sockets.handleUpgrade,
    async drain() {
      callers.pipeline.draining = true;
      callers.streams.drain();
      gateways?.streams.drain();
      await sockets.drain(closeTimeoutMs);
    },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await Promise.all([callers, gateways].map((each) => each?.pipeline[Symbol.asyncDispose]()));
    },
  };
}
