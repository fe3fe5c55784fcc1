import type { ApolloServerPlugin } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { type CallerAccess, type SignInWatch, unwatched } from '../access/caller-sign-in.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Engine } from '../graphql/engine.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { type Audit, createAccessAudit, unlogged } from '../operations/audit.ts';
import { defaultOperationLimits, type OperationLimits, unlimitedOperations } from '../operations/check-request.ts';
import type { GraphqlContext } from '../operations/graphql-context.ts';
import { createPipelineMetrics, createRequestPipeline } from '../operations/request-pipeline.ts';
import { openPolicy, type RequestPolicy } from '../operations/request-policy.ts';
import { createQueuedMessages, defaultQueueLimits, type QueueLimits } from '../subscriptions/outgoing-queue.ts';
import { createSubscriptionHub, type HubTiming } from '../subscriptions/subscription-hub.ts';
import { type GatewayRequests, registerGraphqlRoutes } from './graphql-http.ts';
import { createWebSocketTransport, defaultSocketLimits, type SocketLimits } from './websocket.ts';

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
  readonly audit?: Pick<Audit, 'isOn' | 'write'>;
  /** Returns whether `/graphiql` is served now. @default never */
  readonly hasIde?: () => boolean;
  readonly limits?: Partial<EndpointLimits>;
  /** @default {@link openPolicy} */
  readonly policy?: Partial<RequestPolicy>;
  readonly timing?: Partial<HubTiming>;
  /** Plugins of Apollo Server for the operations of callers. @default none */
  readonly plugins?: readonly ApolloServerPlugin<GraphqlContext>[] | undefined;
  /** How gateways authenticate themselves; they limit and audit their callers. @default there are no gateways */
  readonly gateways?: Omit<GatewayRequests, 'pipeline'>;
}

export type GraphqlEndpoint = Awaited<ReturnType<typeof createGraphqlEndpoint>>;

/** How long clients have to close their sockets before the sockets are terminated. */
const closeTimeoutMs = 2_000;

/**
 * Serves an engine over HTTP, websockets and server-sent events: everything between clients and an engine.
 */
export async function createGraphqlEndpoint({ engine, bus, http, logger, registry, access, ...options }: EndpointOptions) {
  const limits: EndpointLimits = { ...defaultOperationLimits, ...defaultQueueLimits, ...defaultSocketLimits, ...options.limits };
  const { timing = {}, signIns = unwatched, hasIde = () => false, plugins } = options;
  const metrics = createPipelineMetrics(registry);
  const audit = createAccessAudit(options.audit ?? unlogged, access.clock);
  const hub = createSubscriptionHub({ engine, bus, logger, metrics, countRows: audit.createCounter, timing });
  const cacheBytes = memoryBounds.operations.bytes / (options.gateways === undefined ? 1 : 2);
  const parts = { engine, hub, logger, access, signIns, queued: createQueuedMessages(), cacheBytes };
  const pipeline = await createRequestPipeline({
    ...parts,
    metrics,
    audit,
    limits,
    policy: { ...openPolicy(), ...options.policy },
    plugins,
  });
  const gateways = options.gateways && {
    ...options.gateways,
    pipeline: await createRequestPipeline({
      ...parts,
      // Those of gateways are counted where clients query.
      metrics: createPipelineMetrics(new Registry()),
      audit: createAccessAudit(unlogged, access.clock),
      limits: { ...limits, ...unlimitedOperations },
      policy: openPolicy(),
      isForGateways: true,
    }),
  };
  const sockets = createWebSocketTransport(pipeline, limits);
  const streams = registerGraphqlRoutes(http, pipeline, { hasIde, gateways });
  /**
   * Rejects new operations and ends subscriptions with an error after which clients resume elsewhere. The HTTP server
   * finishes requests in progress, and gateways are answered as long as it does.
   */
  let drained: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    pipeline.draining = true;
    streams.drain();
    drained ??= sockets.drain(closeTimeoutMs);
    return drained;
  };
  return {
    /** The pipeline of callers. */
    pipeline,
    /** Answers websocket handshakes on `/graphql`. Must be registered on the HTTP server. */
    handleUpgrade: sockets.handleUpgrade,
    drain,
    async [Symbol.asyncDispose]() {
      await drain();
      await hub[Symbol.asyncDispose]();
      await Promise.all([pipeline, gateways?.pipeline].map((each) => each?.[Symbol.asyncDispose]()));
    },
  };
}
