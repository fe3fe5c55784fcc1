import { maxEntitlementBytes } from './access/access-file.ts';
import { openAudit } from './access/audit.ts';
import { createRequestVerifier } from './access/request-signatures.ts';
import { systemClock } from './clock.ts';
import { readConfig, requireGuards } from './config.ts';
import { createMetricsRegistry } from './health.ts';
import { hostSubgraphs, openSubgraphParts } from './host.ts';
import { createHttpServer, listen } from './http.ts';
import { createLogger } from './logger.ts';
import { disposeAll, drainOnSignal, requireSharedBackends } from './main.ts';
import { serveGraphql } from './serve-graphql.ts';
import type { LogName } from './store/version-store.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';
import { openSubgraphSchema } from './subgraph-schema.ts';

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
  const parts = await openSubgraphParts(config, logger, process.env);
  const subgraph = await options.open(parts);
  const app = createHttpServer({
    logger,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    maxBodyBytes: config.GRAPHQL_MAX_BODY_BYTES,
    // Gateways send what their callers may see.
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  const { SUBGRAPH_SECRETS: secrets, AUDIT: setting } = config;
  const audit = openAudit({ logger, setting, isOpen: () => secrets === undefined });
  await hostSubgraphs(app, { subgraphs: [subgraph], parts, config, registry: createMetricsRegistry(), audit, logs: options.logs });
  const verify = secrets === undefined ? undefined : createRequestVerifier(secrets, systemClock);
  const apollo = await serveGraphql(app, { schema: openSubgraphSchema(subgraph), contextFor: subgraph.contextFor }, verify);
  const port = await listen(app, config.HOST, config.PORT);
  const access = verify === undefined ? 'open: everybody sees everything' : 'signed requests only';
  logger.info({ port, host: config.HOST, serves: subgraph.name, access }, 'listening');
  drainOnSignal({
    logger,
    timeoutMs: config.DRAIN_TIMEOUT_MS,
    steps: [() => app.close(), () => apollo.stop(), () => disposeAll([subgraph, parts])],
  });
}
