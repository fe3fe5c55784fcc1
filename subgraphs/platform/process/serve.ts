import { maxEntitlementBytes } from '../access/access-file.ts';
import { type AccessRegistry, openAccessRegistry } from '../access/access-registry.ts';
import { unlimitedCaller } from '../access/entitlement.ts';
import { createRequestVerifier } from '../access/request-signatures.ts';
import { createSignInWatch } from '../access/sign-in-watch.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { type Config, readConfig, requireGuards } from '../config.ts';
import { createClientAddressOf } from '../http/addresses.ts';
import { createHttpServer, handleUpgrades, listen } from '../http/http-server.ts';
import { createServerLogger, type Logger } from '../logger.ts';
import { anyDocument, noDocument, policyOf, type RequestPolicy } from '../operations/request-policy.ts';
import type { LogName } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import { createOrigins } from '../transports/origins.ts';
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
  /** Steps that stop accepting requests and finish those in flight, in this order. */
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
  const access = await openAccessRegistry({ file: config.ACCESS_FILE, logger, env, openLimits: unlimitedCaller });
  const parts = await openSubgraphParts(config, logger, env);
  const subgraph = await open(parts, { access });
  const app = createHttpServer({
    logger,
    keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    // Gateways send their callers' entitlements in a header.
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  const { SUBGRAPH_SECRETS: secrets, AUDIT: setting } = config;
  const isOpen = () => secrets === undefined && access.isOpen;
  const audit = openAudit({ logger, setting, isOpen });
  const registry = createMetricsRegistry();
  const { bus, counts } = parts;
  const signIns = createSignInWatch({ logger, registry, clientAddressOf: createClientAddressOf(config.TRUSTED_PROXIES), counts });
  await hostSubgraphs(app, { subgraphs: [subgraph], parts, registry, access, audit, signIns, logs });
  const verify = secrets === undefined ? undefined : createRequestVerifier(secrets, systemClock, counts);
  const openSchema = () => openSubgraphSchema(subgraph);
  const executable = { schema: openSchema(), openSchema, contextFor: subgraph.contextFor };
  const policy = callerPolicyOf(config, counts);
  const endpoint = await serveGraphql(app, executable, { verify, bus, logger, registry, access, signIns, audit, policy });
  handleUpgrades(app.server, endpoint.handleUpgrade);
  const metrics = await serveMetrics(app, { registry, config, logger, access, signIns, isOpen });
  const port = await listen(app, config.HOST, config.PORT);
  const loaded = { partnersDir: config.PARTNERS_DIR, partners: parts.partners.partners().map(({ id }) => id) };
  const addresses = { port, host: config.HOST, metricsUrl: metrics.url };
  logger.info({ ...addresses, serves: subgraph.name, access: accessOf(config, access), ...loaded }, 'listening');
  const drainSteps = [() => endpoint.drain(), () => app.close(), () => disposeAll([endpoint, subgraph, parts, access, metrics, tracing])];
  return {
    port,
    drainSteps,
    [Symbol.asyncDispose]: async () => {
      for (const step of drainSteps) await step();
    },
  };
}

/** Describes, for the log, which callers are answered. */
function accessOf({ SUBGRAPH_SECRETS, ACCESS_FILE }: Config, access: AccessRegistry): string {
  if (access.isOpen) return SUBGRAPH_SECRETS === undefined ? 'open: every caller sees all data' : 'signed requests only';
  return `signed requests, and the tenants of ${ACCESS_FILE}`;
}

/** Returns the policy for callers whose router forwards their credentials. Pages send requests only to gateways. */
function callerPolicyOf({ TRUSTED_DOCUMENTS, ...config }: Config, counts: SharedCounts | undefined): RequestPolicy {
  const queryTextOf = TRUSTED_DOCUMENTS === undefined ? anyDocument : noDocument;
  return { ...policyOf(config, { counts }), queryTextOf, origins: createOrigins([]), handshakeCredentials: true };
}
