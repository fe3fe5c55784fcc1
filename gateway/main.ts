import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type AccessRegistry, openAccessRegistry, warnOfUnknownPartners } from '#platform/access/access-registry.ts';
import type { CallerLimits } from '#platform/access/entitlement.ts';
import { createRequestSigner } from '#platform/access/request-signatures.ts';
import { createSignInWatch, type SignInWatch } from '#platform/access/sign-in-watch.ts';
import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import { type Config, readConfig, requireGuards } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createQueryExecutor } from '#platform/graphql/execute-query.ts';
import { createClientAddressOf } from '#platform/http/addresses.ts';
import { createHttpServer, handleUpgrades, listen, mountOn } from '#platform/http/http-server.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createServerLogger, type Logger } from '#platform/logger.ts';
import { policyOf } from '#platform/operations/request-policy.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import { type Audit, openAudit } from '#platform/process/audit.ts';
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
import { createSharedQueries } from './engines/shared-queries.ts';
import { createLocalClient } from './engines/subgraph-client.ts';
import { createGateway, type GatewayLimits, type GatewayOptions } from './gateway.ts';
import { refusePartnerPaths } from './partner-paths.ts';
import { readSupergraph } from './supergraph/supergraph.ts';
import { visualizationQuery } from './visualizations.ts';
import { registerPages } from './web/pages/pages.ts';

/** A Landfall whose server does not listen yet. */
export interface Mounted extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly logger: Logger;
  /** Stops accepting requests, then finishes those in progress, then closes everything. */
  readonly drainSteps: readonly DrainStep[];
  /** Fields of the log line about its start. */
  readonly loaded: object;
}

/** A running Landfall. */
export interface Running extends Mounted {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
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
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Overrides of the default limits of GraphQL. */
  readonly limits?: Partial<GatewayLimits>;
  /** Overrides of the default limits of pushes. */
  readonly pushLimits?: Partial<PushLimits>;
  /** Overrides of the default limits of callers while access is open. */
  readonly openLimits?: Partial<CallerLimits>;
  /** Whether arrivals are evaluated, which requests partners in the background. @default true */
  readonly evaluatesArrivals?: boolean;
  /** Plugins of Apollo Server. @default none */
  readonly plugins?: GatewayOptions['plugins'];
  /** Server of an embedding program, which listens itself. @default a server that listens on `HOST` and `PORT` */
  readonly fastify?: FastifyInstance | undefined;
  /** Whether the pages for browsers are served. @default true */
  readonly pages?: boolean | undefined;
}

/** Starts everything in this process on one port. */
export async function startSingleProcess(config: Config, logger: Logger, options: StartOptions = {}): Promise<Running> {
  return listening(await mountSingleProcess(config, logger, options), config);
}

/** Starts a gateway with the subgraphs that the settings name. */
export async function startGateway(config: Config, logger: Logger, options: StartOptions = {}): Promise<Running> {
  return listening(await mountGateway(config, logger, options), config);
}

/** Opens everything that {@link startSingleProcess} starts, except that nothing listens. */
export async function mountSingleProcess(config: Config, logger: Logger, options: StartOptions): Promise<Mounted> {
  requireGuards(config, 'together');
  return mount({ config, logger, ...options }, { name: 'landfall', maxHeaderBytes: maxSubscriberHeaderBytes, open: openSubgraphsHere });
}

/** Opens everything that {@link startGateway} starts, except that nothing listens. */
export async function mountGateway(config: Config, logger: Logger, options: StartOptions): Promise<Mounted> {
  requireGuards(config, 'gateway');
  requireSharedBackends(config, { store: false });
  const urls = subgraphUrlsOf(config, 'gateway');
  return mount({ config, logger, ...options }, { name: 'landfall-gateway', open: (common) => openSubgraphsApart(common, urls) });
}

/** Returns whether the settings name subgraphs in other processes. */
export function areSubgraphsApart(config: Config): boolean {
  return Object.values(urlSettings).some((setting) => config[setting] !== undefined);
}

/** @throws {LandfallError} CONFIG_INVALID if listening fails because of the address; everything is closed then */
export async function listening(mounted: Mounted, { HOST, PORT }: Config): Promise<Running> {
  const { app, logger, loaded } = mounted;
  try {
    const port = await listen(app, HOST, PORT);
    const url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
    logger.info({ port, host: HOST, url, ...loaded }, 'listening');
    return { ...mounted, port, url };
  } catch (error) {
    await mounted[Symbol.asyncDispose]();
    throw error;
  }
}

/** The route rejects long URLs of subscribers with its standard's error body, which the HTTP parser could not do. */
const maxSubscriberHeaderBytes = 48 * 1024;

interface Starting extends StartOptions {
  readonly config: Config;
  readonly logger: Logger;
}

/** What both modes open first. */
interface Common extends Starting {
  readonly env: NonNullable<StartOptions['env']>;
  readonly access: AccessRegistry;
  readonly audit: Audit;
  readonly registry: Registry;
  /** Has a part closed at the end, after those that are opened later. */
  readonly keep: <Part extends AsyncDisposable>(part: Part) => Part;
}

/** What differs between the modes. */
interface Opened {
  readonly engine: Engine;
  readonly bus: EventBus;
  readonly counts: SharedCounts | undefined;
  /** Undefined if other processes serve the partners. */
  readonly partners?: PartnerRegistry;
  /** Registers the routes besides those for clients. */
  register(http: FastifyInstance, signIns: SignInWatch): Promise<void>;
}

async function openSubgraphsHere({ config, logger, env, access, audit, registry, keep, ...options }: Common): Promise<Opened> {
  const parts = keep(await openSubgraphParts(config, logger, env));
  const { bus, counts, partners } = parts;
  const opening = [openArrivalNotices(parts), openCommercialSchedules(parts), openPortCalls(parts)];
  const standards = await Promise.all(opening.map(async (subgraph) => keep(await subgraph)));
  const { ALERTS_SCHEDULE_SECONDS: scheduleSeconds } = config;
  // It queries the others, so it is closed before them.
  const arrivals = keep(await openArrivals(parts, { access, scheduleSeconds, onWebhookAttempt: audit.webhookAttempted }));
  const subgraphs = [...standards, arrivals];
  // Each engine is loaded only where it is used, so that a process without plans has no planner in memory.
  const { openCompiledEngine } = await import('./engines/compiled.ts');
  const engine = keep(openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger }));
  arrivals.startWebhooks(engine);
  if (options.evaluatesArrivals ?? true) arrivals.startEvaluator(createQueryExecutor(engine));
  const unknownPartners = warnOfUnknownPartners({ access, partners, logger });
  keep({ [Symbol.asyncDispose]: async () => unknownPartners[Symbol.dispose]() });
  const { pushLimits } = options;
  const register: Opened['register'] = (http, signIns) =>
    hostSubgraphs(http, { subgraphs, parts, registry, access, audit, signIns, logs: logNames, pushLimits });
  return { engine, bus, counts, partners, register };
}

async function openSubgraphsApart(
  { config, logger, access, registry, keep }: Common,
  subgraphs: Readonly<Record<string, string>>,
): Promise<Opened> {
  const { REDIS_URL, SUBGRAPH_SECRETS: secrets } = config;
  const redis = REDIS_URL === undefined ? undefined : keep(await openRedis(REDIS_URL, { logger }));
  const bus = keep(await openBus(redis));
  const counts = redis && keep(await openCounts(redis, 'gateways'));
  const { openFederatedEngine } = await import('./engines/federated.ts');
  const headersFor = secrets === undefined ? {} : { headersFor: createRequestSigner(secrets, access.clock) };
  const federated = openFederatedEngine({ supergraph: readSupergraph(), subgraphs, logger, ...headersFor });
  federated.registerMetrics(registry);
  const engine = keep(createSharedQueries(federated, { bus, clock: access.clock }));
  const subgraphsAway = async (isFatal: boolean): Promise<string | undefined> => {
    const { away, canAnswer } = await engine.readiness();
    return away.length > 0 && canAnswer !== isFatal ? `not ready: ${away.join(', ')}` : undefined;
  };
  const register: Opened['register'] = async (http) => {
    registerHealthRoutes(http, {
      checks: { subgraphs: () => subgraphsAway(true) },
      optionalChecks: {
        redis: async () => redisIssue(redis, bus),
        subgraphs: () => subgraphsAway(false),
        access: async () => access.problem(),
      },
    });
    if (redis !== undefined) registerRedisMetrics(registry, redis);
    refusePartnerPaths(http);
  };
  return { engine, bus, counts, register };
}

interface Mode {
  /** Name of the process in traces. */
  readonly name: string;
  /** @default Node's */
  readonly maxHeaderBytes?: number;
  open(common: Common): Promise<Opened>;
}

/** Opens everything of a mode and registers its routes. If this fails, everything that was opened is closed. */
async function mount(starting: Starting, mode: Mode): Promise<Mounted> {
  const { config, logger, env = process.env, openLimits, limits = {}, plugins, fastify, pages = true } = starting;
  const opened: AsyncDisposable[] = [];
  const keep: Common['keep'] = (part) => {
    opened.push(part);
    return part;
  };
  const closeAll = () => disposeAll(opened.reverse());
  try {
    keep(await startTracing(config, mode.name));
    const access = keep(await openAccessRegistry({ file: config.ACCESS_FILE, logger, env, openLimits }));
    const audit = openAudit({ logger, setting: config.AUDIT, isOpen: () => access.isOpen });
    const registry = createMetricsRegistry();
    const { engine, bus, counts, partners, register } = await mode.open({ ...starting, env, access, audit, registry, keep });
    const signIns = createSignInWatch({ logger, registry, clientAddressOf: createClientAddressOf(config.TRUSTED_PROXIES), counts });
    const policy = policyOf(config, { counts, own: [visualizationQuery] });
    // By default, GraphiQL is served while access is open.
    const hasIde = () => pages && (config.IDE ?? access.isOpen);
    const { maxHeaderBytes } = mode;
    const app = fastify ?? createHttpServer({ logger, keepAliveSeconds: config.KEEP_ALIVE_SECONDS, maxHeaderBytes });
    const registerAll = async (http: FastifyInstance): Promise<Omit<Mounted, 'app' | 'logger'>> => {
      await register(http, signIns);
      const options = { engine, bus, http, logger, registry, access, signIns, audit, limits, policy, hasIde, plugins };
      const gateway = keep(await createGateway(options));
      if (pages) registerPages(http, { logger, hasIde, hasSchema: config.INTROSPECTION, signInProvider: () => access.signInProvider });
      const metrics = keep(await serveMetrics(http, { registry, config, logger, access, signIns, isOpen: () => access.isOpen }));
      handleUpgrades(http.server, gateway.handleUpgrade);
      let drained: Promise<void> | undefined;
      const drain = () => {
        drained ??= gateway.drain();
        return drained;
      };
      // An embedding program may close its server itself.
      http.addHook('preClose', drain);
      http.addHook('onClose', closeAll);
      warnOfMissingAccessFile({ config, access }, logger);
      const drainSteps = [drain, () => app.close()];
      const close = () => drain().then(() => app.close());
      return { drainSteps, loaded: { metricsUrl: metrics.url, ...loadedOf({ config, access, partners }) }, [Symbol.asyncDispose]: close };
    };
    return { app, logger, ...(fastify === undefined ? await registerAll(app) : await mountOn(app, registerAll)) };
  } catch (error) {
    await closeAll();
    throw error;
  }
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
    const local = { arrivals: createLocalClient(openSubgraphSchema(arrivals), arrivals.contextFor) };
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
