import { maxEntitlementBytes } from '../access/access-file.ts';
import { type AccessRegistry, openAccessRegistry } from '../access/access-registry.ts';
import { createRequestVerifier } from '../access/request-signatures.ts';
import { createSignInWatch } from '../access/sign-in-watch.ts';
import { type Config, readConfig, requireGuards } from '../config.ts';
import { createClientAddressOf } from '../http/client-address.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import { createServerLogger, type Logger } from '../logger.ts';
import type { LogName } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import { openAudit } from './audit.ts';
import { type DrainStep, disposeAll, drainOnSignal, requireSharedBackends } from './backends.ts';
import { createMetricsRegistry } from './health.ts';
import { hostSubgraphs, openSubgraphParts } from './host.ts';
import { serveMetrics } from './metrics-route.ts';
import { serveGraphql } from './serve-graphql.ts';
import { startTracing } from './start-tracing.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';
import { openSubgraphSchema } from './subgraph-schema.ts';

/** A subgraph that can run as a process. */
export interface SubgraphPart {
  readonly name: string;
  open(parts: SubgraphParts, host: { readonly access: AccessRegistry }): Promise<Subgraph>;
  /** Logs whose bounds are metrics. */
  readonly logs: readonly LogName[];
}

/** A listening subgraph. */
export interface RunningSubgraph extends AsyncDisposable {
  readonly port: number;
  /** Stops accepting requests and finishes those in flight, in this order. */
  readonly drainSteps: readonly DrainStep[];
}

/** Runs a subgraph as a process until a signal ends it. */
export async function serveSubgraph(part: SubgraphPart): Promise<void> {
  const config = readConfig();
  const logger = createServerLogger(config.LOG_LEVEL);
  const { drainSteps: steps } = await startSubgraph(part, { config, logger, env: process.env });
  drainOnSignal({ logger, steps });
}

/**
 * Starts a subgraph in distributed mode: `/graphql` for gateways, `/dcsa` for partners.
 *
 * @param env source of `${env:NAME}` in partners' files
 */
export async function startSubgraph(
  { name, open, logs }: SubgraphPart,
  { config, logger, env }: { readonly config: Config; readonly logger: Logger; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<RunningSubgraph> {
  requireGuards(config, 'subgraph');
  requireSharedBackends(config, { store: true });
  const tracing = await startTracing(config, `landfall-${name}`);
  const access = await openAccessRegistry({ file: config.ACCESS_FILE, logger, env });
  const parts = await openSubgraphParts(config, logger, env);
  const subgraph = await open(parts, { access });
  const app = createHttpServer({
    logger,
    // Gateways send the entitlements of their callers.
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  const { SUBGRAPH_SECRETS: secrets, AUDIT: setting } = config;
  const audit = openAudit({ logger, setting, isOpen: () => secrets === undefined });
  const registry = createMetricsRegistry();
  const { counts } = parts;
  const signIns = createSignInWatch({ logger, registry, clientAddressOf: createClientAddressOf(config.TRUSTED_PROXIES), counts });
  await hostSubgraphs(app, { subgraphs: [subgraph], parts, registry, audit, signIns, logs });
  const verify = secrets === undefined ? undefined : createRequestVerifier(secrets, systemClock, counts);
  const apollo = await serveGraphql(app, { schema: openSubgraphSchema(subgraph), contextFor: subgraph.contextFor }, verify);
  // Gateways apply the access file; here it only defines who may read the metrics.
  const isOpen = () => verify === undefined && access.isOpen;
  const metrics = await serveMetrics(app, { registry, config, logger, access, signIns, isOpen });
  const port = await listen(app, config.HOST, config.PORT);
  const loaded = { partnersDir: config.PARTNERS_DIR, partners: parts.partners.partners().map(({ id }) => id) };
  const shownAccess = verify === undefined ? 'open: every caller sees all data' : 'signed requests only';
  const addresses = { port, host: config.HOST, metricsUrl: metrics.url };
  logger.info({ ...addresses, serves: subgraph.name, access: shownAccess, ...loaded }, 'listening');
  const drainSteps = [() => app.close(), () => apollo.stop(), () => disposeAll([subgraph, parts, access, metrics, tracing])];
  return {
    port,
    drainSteps,
    [Symbol.asyncDispose]: async () => {
      for (const step of drainSteps) await step();
    },
  };
}
