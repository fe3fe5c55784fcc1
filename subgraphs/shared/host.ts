import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { EventBus } from './events/events.ts';
import { createPushMetrics, registerHealthRoutes, registerLogGauges } from './health.ts';
import type { Logger } from './logger.ts';
import { disposeAll, logSettingsOf, openBackends, pushLimitsOf } from './main.ts';
import { openPartnerRegistry } from './partners/registry.ts';
import { createPushPlugin } from './push/edge.ts';
import type { LogName } from './store/version-store.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';
import { registerUpstreamMetrics } from './upstream/metrics.ts';
import { openUpstream } from './upstream/upstream.ts';

/**
 * Opens what a process needs to host subgraphs, as its settings say. Disposing of it closes all of it; subgraphs that use
 * it come first.
 *
 * @param env where partners' files find `${env:NAME}`
 */
export async function openSubgraphParts(config: Config, logger: Logger, env: NodeJS.ProcessEnv): Promise<SubgraphParts> {
  const backends = await openBackends(config);
  const { PARTNERS_DIR: dir, TRUSTED_PROXIES: trustedProxies } = config;
  const partners = await openPartnerRegistry({ dir, logger, env, trustedProxies });
  const upstream = openUpstream({ logger, partners, cursorCache: backends.cursorCache });
  const close = () => disposeAll([upstream, partners, backends]);
  return { ...backends, ...logSettingsOf(config), partners, upstream, logger, [Symbol.asyncDispose]: close };
}

/**
 * Gives the server what it serves of the subgraphs beside GraphQL: `/dcsa` for partners, health and metrics.
 *
 * @param options.logs those whose lengths are shown in the metrics
 */
export async function hostSubgraphs(
  app: FastifyInstance,
  options: {
    readonly subgraphs: readonly Subgraph[];
    readonly parts: SubgraphParts;
    readonly config: Config;
    readonly registry: Registry;
    readonly logs: readonly LogName[];
  },
): Promise<void> {
  const { subgraphs, parts, config, registry, logs } = options;
  const { store, bus, partners, upstream } = parts;
  const routes = subgraphs.flatMap((subgraph) => subgraph.routes);
  if (routes.length > 0) {
    const push = { routes, findPartner: partners.identify, limits: pushLimitsOf(config), onPush: createPushMetrics(registry) };
    await app.register(createPushPlugin(push), { prefix: '/dcsa' });
  }
  registerHealthRoutes(app, {
    registry,
    checks: { store: () => store.ping().then(() => undefined) },
    comforts: { bus: async () => busFault(bus) },
  });
  registerUpstreamMetrics(registry, upstream);
  registerLogGauges(registry, Object.fromEntries(logs.map((log) => [log, () => store.versions(log).extent()])));
}

/** What a person is told about a bus that is away. */
export function busFault(bus: Pick<EventBus, 'connected'>): string | undefined {
  return bus.connected ? undefined : 'Redis is away: wake-ups are slower, nothing is lost';
}
