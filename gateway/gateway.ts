import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccessRegistry } from '../subgraphs/shared/access/access-registry.ts';
import { type Audit, openAudit } from '../subgraphs/shared/access/audit.ts';
import { type SignInWatch, unwatched } from '../subgraphs/shared/access/sign-in-watch.ts';
import type { EventBus } from '../subgraphs/shared/events/events.ts';
import type { UpgradeHandler } from '../subgraphs/shared/http.ts';
import type { Logger } from '../subgraphs/shared/logger.ts';
import { createAccessAudit } from './access-audit.ts';
import { createEdge } from './edge.ts';
import type { Engine } from './engines/engine.ts';
import { registerGraphqlRoutes } from './graphql-http.ts';
import { defaultRequestLimits, type RequestLimits } from './graphql-request.ts';
import { createGatewayMetrics } from './metrics.ts';
import { defaultOperationLimits, type OperationLimits } from './operation-limits.ts';
import { defaultQueueLimits, type QueueLimits } from './outgoing-queue.ts';
import { openPolicy, type RequestPolicy } from './request-policy.ts';
import { createEventStreams } from './sse.ts';
import { createSubscriptionHub, type HubTiming } from './subscriptions.ts';
import { registerVisualizationRoute } from './visualizations.ts';
import { createWebSocketEdge, defaultSocketLimits, type SocketLimits } from './websocket.ts';

export type GatewayLimits = OperationLimits & QueueLimits & SocketLimits & RequestLimits;

export interface GatewayOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe'>;
  /** Gets the routes `/graphql` and `/visualizations/:id`. */
  readonly http: FastifyInstance;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Who may call. */
  readonly access: AccessRegistry;
  /** Told of those who may not. Default: nobody is. */
  readonly signIns?: SignInWatch;
  /** Writes down who is given confidential rows. Default: nothing is. */
  readonly audit?: Audit;
  /** Whether `/graphiql` is served now. Default: it never is. */
  readonly hasIde?: () => boolean;
  readonly limits?: Partial<GatewayLimits>;
  /** @default {@link openPolicy} */
  readonly policy?: Partial<RequestPolicy>;
  readonly timing?: Partial<HubTiming>;
}

/** The edge: everything between clients and an engine. */
export interface Gateway extends AsyncDisposable {
  /** Answers websocket handshakes on `/graphql`; to be given to the server. */
  readonly handleUpgrade: UpgradeHandler;
  /**
   * Begins nothing new and ends what would never end: subscriptions, told so that clients resume elsewhere. Requests
   * under way are left to the HTTP server to finish.
   */
  drain(): Promise<void>;
}

/** Time for clients to close their sockets before those are cut off. */
const closeTimeoutMs = 2_000;

/**
 * Puts GraphQL over HTTP, websockets and server-sent events in front of an engine.
 *
 * @throws {LandfallError} CONFIG_INVALID when a subscription of the schema has no log to be read from
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
  const hub = createSubscriptionHub({ engine, bus, logger, metrics, nextRequestId, tally: audit.tally, timing });
  const edge = createEdge({ engine, hub, logger, metrics, access, signIns, audit, limits, policy });
  const streams = createEventStreams(edge);
  const sockets = createWebSocketEdge(edge, limits);
  registerGraphqlRoutes(http, edge, { streams, limits, hasIde });
  registerVisualizationRoute(http, edge);
  return {
    handleUpgrade: sockets.handleUpgrade,
    async drain() {
      edge.draining = true;
      streams.drain();
      await sockets.drain(closeTimeoutMs);
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}
