import { maxEntitlementBytes } from './access/access-file.ts';
import { createRequestVerifier } from './access/request-signatures.ts';
import { systemClock } from './clock.ts';
import { readConfig, requireGuards } from './config.ts';
import { createMetricsRegistry, createPushMetrics, registerHealthRoutes, registerLogGauges } from './health.ts';
import { createHttpServer, listen } from './http.ts';
import { createLogger } from './logger.ts';
import { drainOnSignal, logSettingsOf, openBackends, pushLimitsOf, requireSharedBackends } from './main.ts';
import { openPartnerRegistry } from './partners/registry.ts';
import { createPushPlugin } from './push/edge.ts';
import { serveGraphql } from './serve-graphql.ts';
import type { LogName } from './store/version-store.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';
import { registerUpstreamMetrics } from './upstream/metrics.ts';
import { openUpstream } from './upstream/upstream.ts';

/**
 * Runs a subgraph as a process of its own until a signal ends it: `/graphql` for gateways, `/dcsa` for partners.
 *
 * @param options.logs those whose lengths are shown in the metrics
 */
export async function serveSubgraph(options: {
  readonly open: (parts: SubgraphParts) => Promise<Subgraph>;
  readonly logs: readonly LogName[];
}): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  requireGuards(config, 'subgraph');
  requireSharedBackends(config, { store: true });
  const backends = await openBackends(config);
  const { PARTNERS_DIR: dir, TRUSTED_PROXIES: trustedProxies } = config;
  const partners = await openPartnerRegistry({ dir, logger, env: process.env, trustedProxies });
  const registry = createMetricsRegistry();
  const upstream = openUpstream({ logger, partners, cursorCache: backends.cursorCache });
  const subgraph = await options.open({ ...backends, ...logSettingsOf(config), partners, upstream, logger });
  const app = createHttpServer({
    logger,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    maxBodyBytes: config.GRAPHQL_MAX_BODY_BYTES,
    // Gateways send what their callers may see.
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  registerHealthRoutes(app, {
    registry,
    checks: { store: () => backends.store.ping().then(() => undefined) },
    comforts: { bus: async () => (backends.bus.connected ? undefined : 'Redis is away: wake-ups are slower, nothing is lost') },
  });
  registerUpstreamMetrics(registry, upstream);
  registerLogGauges(registry, Object.fromEntries(options.logs.map((log) => [log, () => backends.store.versions(log).extent()])));
  if (subgraph.routes.length > 0) {
    const { identify: findPartner } = partners;
    const push = { routes: subgraph.routes, findPartner, limits: pushLimitsOf(config), onPush: createPushMetrics(registry) };
    await app.register(createPushPlugin(push), { prefix: '/dcsa' });
  }
  const { SUBGRAPH_SECRETS: secrets } = config;
  const verify = secrets === undefined ? undefined : createRequestVerifier(secrets, systemClock);
  const apollo = await serveGraphql(app, subgraph, verify);
  const port = await listen(app, config.HOST, config.PORT);
  const access = verify === undefined ? 'open: everybody sees everything' : 'signed requests only';
  logger.info({ port, host: config.HOST, serves: subgraph.name, access }, 'listening');
  drainOnSignal({
    logger,
    timeoutMs: config.DRAIN_TIMEOUT_MS,
    steps: [
      () => app.close(),
      () => apollo.stop(),
      () => subgraph[Symbol.asyncDispose](),
      () => upstream[Symbol.asyncDispose](),
      () => partners[Symbol.asyncDispose](),
      () => backends[Symbol.asyncDispose](),
    ],
  });
}
