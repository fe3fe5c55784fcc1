import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccessRegistry } from '#platform/access/access-registry.ts';
import { type SignInWatch, unwatched } from '#platform/access/sign-in-watch.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { UpgradeHandler } from '#platform/http/http-server.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import type { Logger } from '#platform/logger.ts';
import { type Audit, openAudit } from '#platform/process/audit.ts';
import { defaultQueueLimits, type QueueLimits } from '#platform/subscriptions/outgoing-queue.ts';
import { createSubscriptionHub, type HubTiming } from '#platform/subscriptions/subscription-hub.ts';
import { registerGraphqlRoutes } from '#platform/transports/graphql-http.ts';
import { defaultRequestLimits, type RequestLimits } from '#platform/transports/graphql-request.ts';
import { createEventStreams } from '#platform/transports/sse.ts';
import { createWebSocketTransport, defaultSocketLimits, type SocketLimits } from '#platform/transports/websocket.ts';
import { createAccessAudit } from './access/access-audit.ts';
import { createGatewayMetrics } from './metrics.ts';
import { defaultOperationLimits, type OperationLimits } from './operations/operation-limits.ts';
import { createRequestPipeline } from './pipeline.ts';
import { openPolicy, type RequestPolicy } from './request-policy.ts';
import { registerVisualizationRoute } from './visualizations.ts';

export type GatewayLimits = OperationLimits & QueueLimits & SocketLimits & RequestLimits;

export interface GatewayOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe'>;
  /** Receives the routes `/graphql` and `/visualizations/:id`. */
  readonly http: FastifyInstance;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Authenticates callers. */
  readonly access: AccessRegistry;
  /** Records failed sign-ins. @default they are not recorded */
  readonly signIns?: SignInWatch;
  /** Records which callers receive confidential rows. @default they are not recorded */
  readonly audit?: Audit;
  /** Returns whether `/graphiql` is served now. @default never */
  readonly hasIde?: () => boolean;
  readonly limits?: Partial<GatewayLimits>;
  /** @default {@link openPolicy} */
  readonly policy?: Partial<RequestPolicy>;
  readonly timing?: Partial<HubTiming>;
}

/** The request pipeline and its transports: everything between clients and an engine. */
export interface Gateway extends AsyncDisposable {
  /** Answers websocket handshakes on `/graphql`. Must be registered on the HTTP server. */
  readonly handleUpgrade: UpgradeHandler;
  /**
   * Rejects new operations and ends subscriptions with an error after which clients resume elsewhere. The HTTP server
   * finishes requests in progress.
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
export function createGateway({ engine, bus, http, logger, registry, access, ...options }: GatewayOptions): Gateway {
  const limits: GatewayLimits = {
    ...defaultOperationLimits,
    ...defaultQueueLimits,
    ...defaultSocketLimits,
    ...defaultRequestLimits,
    ...options.limits,
  };
  const policy = { ...openPolicy, ...options.policy };
  const metrics = createGatewayMetrics(registry);
  let reads = 0;
  const nextRequestId = () => `subscription-${++reads}`;
  const audit = createAccessAudit(options.audit ?? openAudit({ logger, setting: 'off', isOpen: () => access.isOpen }), access.clock);
  const { timing = {}, signIns = unwatched, hasIde = () => false } = options;
  const hub = createSubscriptionHub({ engine, bus, logger, metrics, nextRequestId, countRows: audit.createCounter, timing });
  const pipeline = createRequestPipeline({ engine, hub, logger, metrics, access, signIns, audit, limits, policy });
  const streams = createEventStreams(pipeline);
  const sockets = createWebSocketTransport(pipeline, limits);
  registerGraphqlRoutes(http, pipeline, { streams, limits, hasIde });
  registerVisualizationRoute(http, pipeline);
  return {
    handleUpgrade: sockets.handleUpgrade,
    async drain() {
      pipeline.draining = true;
      streams.drain();
      await sockets.drain(closeTimeoutMs);
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}
