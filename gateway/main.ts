import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type AccessRegistry, openAccessRegistry } from '#platform/access/access-registry.ts';
import type { CallerLimits } from '#platform/access/caller-limits.ts';
import { createRequestSigner } from '#platform/access/request-signatures.ts';
import { createSignInWatch, type SignInWatch } from '#platform/access/sign-in-watch.ts';
import { warnOfUnknownPartners } from '#platform/access/unknown-partners.ts';
import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import { type Config, readConfig, requireGuards } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createClientAddressOf } from '#platform/http/client-address.ts';
import { createHttpServer, handleUpgrades, listen } from '#platform/http/http-server.ts';
import { createServerLogger, type Logger } from '#platform/logger.ts';
import { policyOf } from '#platform/operations/request-policy.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import { openAudit } from '#platform/process/audit.ts';
import { type DrainStep, disposeAll, drainOnSignal, openBus, openCounts, requireSharedBackends } from '#platform/process/backends.ts';
import { createMetricsRegistry, registerHealthRoutes } from '#platform/process/health.ts';
import { hostSubgraphs, openSubgraphParts, redisIssue } from '#platform/process/host.ts';
import { serveMetrics } from '#platform/process/metrics-route.ts';
import { openRedis, registerRedisMetrics } from '#platform/process/redis.ts';
import { type RunningSubgraph, type SubgraphPart, startSubgraph } from '#platform/process/serve.ts';
import { loadedOf, warnOfMissingAccessFile } from '#platform/process/start-line.ts';
import { startTracing } from '#platform/process/start-tracing.ts';
import { openSubgraphSchema } from '#platform/process/subgraph-schema.ts';
import type { PushLimits } from '#platform/receiver/routes.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printLines } from '#platform/terminal.ts';
import { openSubgraph as openArrivalNotices } from '../subgraphs/arrival-notices/subgraph.ts';
import { openSubgraph as openArrivals } from '../subgraphs/arrivals/subgraph.ts';
import { openSubgraph as openCommercialSchedules } from '../subgraphs/commercial-schedules/subgraph.ts';
import { openSubgraph as openPortCalls } from '../subgraphs/port-calls/subgraph.ts';
import { createLocalClient } from './engines/local-client.ts';
import { createQueryExecutor } from './engines/query-executor.ts';
import { createSharedQueries } from './engines/shared-queries.ts';
import { createGateway, type Gateway, type GatewayLimits } from './gateway.ts';
import { readSupergraph } from './supergraph/supergraph.ts';
import { visualizationQuery } from './visualizations.ts';
import { registerPages } from './web/pages/pages.ts';

/** A running Landfall. */
export interface Running extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly logger: Logger;
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** Stops accepting requests, then finishes those in progress. */
  readonly drainSteps: readonly DrainStep[];
}

/** Runs the subgraphs and the gateway in this process, until a signal ends it. */
export async function serveSingleProcess(): Promise<void> {
  const config = readConfig();
  const running = await startSingleProcess(config, createServerLogger(config.LOG_LEVEL));
  printAddresses(running);
  drainOnSignal({ ...running, steps: running.drainSteps });
}

/** Runs a gateway in front of subgraphs in other processes, until a signal ends it. */
export async function serveGateway(): Promise<void> {
  const config = readConfig();
  const running = await startGateway(config, createServerLogger(config.LOG_LEVEL));
  printAddresses(running);
  drainOnSignal({ ...running, steps: running.drainSteps });
}

/** Runs the subgraph of arrivals and the engine by which it queries the other subgraphs, until a signal ends it. */
export async function serveArrivals(): Promise<void> {
  const config = readConfig();
  const logger = createServerLogger(config.LOG_LEVEL);
  const { drainSteps: steps } = await startArrivals(config, logger);
  drainOnSignal({ logger, steps });
}

/** Options of a start in addition to the settings. */
export interface StartOptions {
  /** Environment for `${env:NAME}` in partners' files and the access file. @default `process.env` */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Overrides of the default limits of GraphQL. */
  readonly limits?: Partial<GatewayLimits>;
  /** Overrides of the default limits of pushes. */
  readonly pushLimits?: Partial<PushLimits>;
  /** Overrides of the default limits of callers while access is open. */
  readonly openLimits?: Partial<CallerLimits>;
  /** Whether arrivals are evaluated, which requests partners in the background. @default true */
  readonly evaluatesArrivals?: boolean;
}

/** Starts everything in this process on one port. */
export async function startSingleProcess(config: Config, logger: Logger, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, limits = {}, pushLimits, openLimits, evaluatesArrivals = true } = options;
  requireGuards(config, 'together');
  const tracing = await startTracing(config, 'landfall');
  const access = await openAccessRegistry({ file: config.ACCESS_FILE, logger, env, openLimits });
  const parts = await openSubgraphParts(config, logger, env);
  const audit = openAudit({ logger, setting: config.AUDIT, isOpen: () => access.isOpen });
  const { ALERTS_SCHEDULE_SECONDS: scheduleSeconds } = config;
  const arrivals = await openArrivals(parts, { access, scheduleSeconds, onWebhookAttempt: audit.webhookAttempted });
  const standards = await Promise.all([openArrivalNotices(parts), openCommercialSchedules(parts), openPortCalls(parts)]);
  const subgraphs = [...standards, arrivals];
  const { openCompiledEngine } = await import('./engines/compiled.ts');
  const engine = openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger });
  arrivals.startWebhooks(engine);
  if (evaluatesArrivals) arrivals.startEvaluator(createQueryExecutor(engine));
  const app = createHttpServer({
    logger,
    keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    // The route rejects long URLs of subscribers with its standard's error body, which the HTTP parser could not do.
    maxHeaderBytes: 48 * 1024,
  });
  const registry = createMetricsRegistry();
  const { counts } = parts;
  const signIns = watchSignIns({ config, logger, registry }, counts);
  await hostSubgraphs(app, { subgraphs, parts, registry, access, audit, signIns, logs: logNames, pushLimits });
  const { bus } = parts;
  const policy = policyOf(config, { counts, own: [visualizationQuery] });
  const hasIde = ideOf(config, access);
  const gateway = await createGateway({ engine, bus, http: app, logger, registry, access, signIns, audit, limits, policy, hasIde });
  const { partners } = parts;
  const unknownPartners = warnOfUnknownPartners({ access, partners, logger });
  // The subgraph of arrivals queries the others, so it is disposed of before them.
  const rest = [{ [Symbol.asyncDispose]: async () => unknownPartners[Symbol.dispose]() }, arrivals, ...standards, parts, tracing];
  return finishStart({ app, logger, config, registry, signIns, gateway, engine, access, hasIde, rest, partners });
}

/** Starts a gateway with the subgraphs that the settings name. */
export async function startGateway(config: Config, logger: Logger, options: Omit<StartOptions, 'pushLimits'> = {}): Promise<Running> {
  const { env = process.env, limits = {}, openLimits } = options;
  requireGuards(config, 'gateway');
  const tracing = await startTracing(config, 'landfall-gateway');
  requireSharedBackends(config, { store: false });
  const urls = subgraphUrlsOf(config, 'gateway');
  const access = await openAccessRegistry({ file: config.ACCESS_FILE, logger, env, openLimits });
  const redis = config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL, { logger });
  const bus = await openBus(redis);
  const counts = redis && (await openCounts(redis, 'gateways'));
  // Each engine is loaded only where it is used, so that a process without plans has no planner in memory.
  const { openFederatedEngine } = await import('./engines/federated.ts');
  const registry = createMetricsRegistry();
  const { SUBGRAPH_SECRETS } = config;
  const federated = openFederatedEngine({
    supergraph: readSupergraph(),
    subgraphs: urls,
    logger,
    ...(SUBGRAPH_SECRETS === undefined ? {} : { headersFor: createRequestSigner(SUBGRAPH_SECRETS, access.clock) }),
  });
  federated.registerMetrics(registry);
  const engine = createSharedQueries(federated, { bus, clock: access.clock });
  const app = createHttpServer({ logger, keepAliveSeconds: config.KEEP_ALIVE_SECONDS });
  const subgraphsAway = async (isFatal: boolean): Promise<string | undefined> => {
    const { away, canAnswer } = await engine.readiness();
    return away.length > 0 && canAnswer !== isFatal ? `not ready: ${away.join(', ')}` : undefined;
  };
  registerHealthRoutes(app, {
    checks: { subgraphs: () => subgraphsAway(true) },
    optionalChecks: {
      redis: async () => redisIssue(redis, bus),
      subgraphs: () => subgraphsAway(false),
      access: async () => access.problem(),
    },
  });
  if (redis !== undefined) registerRedisMetrics(registry, redis);
  const audit = openAudit({ logger, setting: config.AUDIT, isOpen: () => access.isOpen });
  const policy = policyOf(config, { counts, own: [visualizationQuery] });
  const signIns = watchSignIns({ config, logger, registry }, counts);
  const hasIde = ideOf(config, access);
  const gateway = await createGateway({ engine, bus, http: app, logger, registry, access, signIns, audit, limits, policy, hasIde });
  return finishStart({
    app,
    logger,
    config,
    registry,
    signIns,
    gateway,
    engine,
    access,
    hasIde,
    rest: [...(counts === undefined ? [] : [counts]), bus, ...(redis === undefined ? [] : [redis]), tracing],
  });
}

/** Starts the subgraph of arrivals in distributed mode. It queries the subgraphs that the settings name. */
export async function startArrivals(
  config: Config,
  logger: Logger,
  { env = process.env, evaluatesArrivals = true }: Pick<StartOptions, 'env' | 'evaluatesArrivals'> = {},
): Promise<RunningSubgraph> {
  requireGuards(config, 'subgraph');
  const urls = subgraphUrlsOf(config, 'arrivals');
  const { openFederatedEngine } = await import('./engines/federated.ts');
  const { SUBGRAPH_SECRETS: secrets, ALERTS_SCHEDULE_SECONDS: scheduleSeconds } = config;
  const open: SubgraphPart['open'] = async (parts, { access }) => {
    const audit = openAudit({ logger, setting: config.AUDIT, isOpen: () => access.isOpen });
    const arrivals = await openArrivals(parts, { access, scheduleSeconds, onWebhookAttempt: audit.webhookAttempted });
    const headersFor = secrets === undefined ? {} : { headersFor: createRequestSigner(secrets, access.clock) };
    // Webhooks send alerts joined with data of all other subgraphs.
    const local = { arrivals: createLocalClient({ schema: openSubgraphSchema(arrivals), contextFor: arrivals.contextFor }) };
    const engine = openFederatedEngine({ supergraph: readSupergraph(), subgraphs: urls, local, logger, ...headersFor });
    arrivals.startWebhooks(engine);
    if (evaluatesArrivals) arrivals.startEvaluator(createQueryExecutor(engine));
    const registerMetrics = (registry: Registry) => {
      arrivals.registerMetrics?.(registry);
      engine.registerMetrics(registry);
    };
    return { ...arrivals, registerMetrics, [Symbol.asyncDispose]: () => disposeAll([arrivals, engine]) };
  };
  return startSubgraph({ name: 'arrivals', open, logs: ['arrival-alerts'] }, { config, logger, env });
}

/** Settings with the URLs of subgraphs. */
const urlSettings = {
  'arrival-notices': 'ARRIVAL_NOTICES_URL',
  'commercial-schedules': 'COMMERCIAL_SCHEDULES_URL',
  'port-calls': 'PORT_CALLS_URL',
  arrivals: 'ARRIVALS_URL',
} as const;

/**
 * Returns the URLs of the subgraphs by their names.
 *
 * @param part the process that queries them; the arrivals do not query themselves
 * @throws {LandfallError} CONFIG_INVALID naming every missing one
 */
function subgraphUrlsOf(config: Config, part: 'gateway' | 'arrivals'): Record<string, string> {
  const urls: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, setting] of Object.entries(urlSettings)) {
    if (name === part) continue;
    const url = config[setting];
    if (url === undefined) missing.push(`${setting} (where the subgraph ${name} answers)`);
    else urls[name] = url;
  }
  if (missing.length > 0)
    throw new LandfallError(
      'CONFIG_INVALID',
      `${part === 'gateway' ? 'A gateway' : 'The subgraph arrivals'} in distributed mode needs these settings:\n  ${missing.join('\n  ')}`,
    );
  return urls;
}

interface Starting {
  readonly app: FastifyInstance;
  readonly logger: Logger;
  readonly config: Config;
  readonly registry: Registry;
  readonly signIns: SignInWatch;
  readonly gateway: Gateway;
  readonly engine: Engine;
  readonly access: AccessRegistry;
  readonly hasIde: () => boolean;
  readonly rest: readonly AsyncDisposable[];
  /** Undefined if other processes serve the partners. */
  readonly partners?: PartnerRegistry;
}

async function finishStart(starting: Starting): Promise<Running> {
  const { app, logger, config, registry, signIns, gateway, engine, access, hasIde, rest, partners } = starting;
  registerPages(app, { logger, hasIde, hasSchema: config.INTROSPECTION, signInProvider: () => access.signInProvider });
  handleUpgrades(app.server, gateway.handleUpgrade);
  warnOfMissingAccessFile({ config, access }, logger);
  const metrics = await serveMetrics(app, { registry, config, logger, access, signIns, isOpen: () => access.isOpen });
  const port = await listen(app, config.HOST, config.PORT);
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  const url = `http://${host}:${port}`;
  logger.info({ port, host: config.HOST, url, metricsUrl: metrics.url, ...loadedOf({ config, access, partners }) }, 'listening');
  const drainSteps = [
    () => gateway.drain(),
    () => app.close(),
    () => gateway[Symbol.asyncDispose](),
    () => engine[Symbol.asyncDispose](),
    () => disposeAll([...rest, access, metrics]),
  ];
  return {
    app,
    logger,
    port,
    url,
    drainSteps,
    [Symbol.asyncDispose]: async () => {
      for (const step of drainSteps) await step();
    },
  };
}

/** Returns whether GraphiQL is served: by the setting, or by default while access is open. */
function ideOf({ IDE }: Config, access: AccessRegistry): () => boolean {
  return () => IDE ?? access.isOpen;
}

function watchSignIns({ config, logger, registry }: Pick<Starting, 'config' | 'logger' | 'registry'>, counts?: SharedCounts): SignInWatch {
  return createSignInWatch({ logger, registry, clientAddressOf: createClientAddressOf(config.TRUSTED_PROXIES), counts });
}

/** Prints the addresses, but only on a terminal: otherwise standard error is the log, all of whose lines are JSON. */
function printAddresses(running: Running): void {
  if (process.stderr.isTTY) printLines(urlsOf(running), process.stderr);
}

/** Returns the addresses of what this process serves. A gateway in distributed mode accepts no pushes. */
export function urlsOf({ app, url }: Pick<Running, 'app' | 'url'>): string {
  const pushPath = '/dcsa/arrival-notices';
  return [
    `  board      ${url}/`,
    `  query      ${url}/graphql`,
    `  subscribe  ${url.replace(/^http/, 'ws')}/graphql  (graphql-transport-ws)`,
    ...(app.hasRoute({ method: 'POST', url: pushPath }) ? [`  push       ${url}${pushPath}`] : []),
  ].join('\n');
}
