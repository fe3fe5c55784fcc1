import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { maxEntitlementBytes } from '#platform/access/access-file.ts';
import { type AccessRegistry, openAccessRegistry, warnOfUnknownPartners } from '#platform/access/access-registry.ts';
import { createSignInWatch, type SignInWatch, withoutOpenAccess } from '#platform/access/caller-sign-in.ts';
import { type CallerLimits, unlimitedCaller } from '#platform/access/entitlement.ts';
import { createRequestSigner } from '#platform/access/request-signatures.ts';
import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import { type Config, readConfig, requireGuards } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createQueryExecutor, type Engine } from '#platform/graphql/engine.ts';
import { createClientAddressOf } from '#platform/http/addresses.ts';
import { createHttpServer, handleUpgrades, listen, mountOn } from '#platform/http/http-server.ts';
import { createServerLogger, type Logger } from '#platform/logger.ts';
import { type Audit, openAudit } from '#platform/operations/audit.ts';
import { policyOf } from '#platform/operations/request-policy.ts';
import { type DrainStep, disposeAll, drainOnSignal, openBus, openCounts, requireSharedBackends } from '#platform/process/backends.ts';
import { capabilitiesOf } from '#platform/process/capabilities.ts';
import { createMetricsRegistry, registerHealthRoutes, serveMetrics } from '#platform/process/health.ts';
import { hostSubgraphs, openSubgraphParts, redisIssue } from '#platform/process/host.ts';
import { openRedis, registerRedisMetrics } from '#platform/process/redis.ts';
import type { Subgraph, SubgraphParts } from '#platform/process/subgraph.ts';
import type { PushLimits } from '#platform/receiver/routes.ts';
import type { Store } from '#platform/store/store.ts';
import { printLines } from '#platform/terminal.ts';
import type { EndpointLimits, EndpointOptions, GraphqlEndpoint } from '#platform/transports/graphql-endpoint.ts';
import { arrivalNoticeProfile } from '../subgraphs/arrival-notices/profile.ts';
import { commercialScheduleProfile } from '../subgraphs/commercial-schedules/profile.ts';
import { portCallProfile } from '../subgraphs/port-calls/profile.ts';
import { createGateway, refusePartnerPaths, type ServedStandard, visualizationQuery } from './gateway.ts';
import { readSupergraph } from './supergraph/supergraph.ts';
import { registerPages } from './web/pages/pages.ts';

/** The settings with the URLs of the subgraphs, by their names in the supergraph. */
const urlSettings = {
  'arrival-notices': 'ARRIVAL_NOTICES_URL',
  'commercial-schedules': 'COMMERCIAL_SCHEDULES_URL',
  'port-calls': 'PORT_CALLS_URL',
  arrivals: 'ARRIVALS_URL',
} as const;

/** The subgraphs of the standards. The arrivals are opened after them, because they query them. */
const standards: readonly (ServedStandard & { readonly open: (parts: SubgraphParts) => Promise<Subgraph> })[] = [
  {
    subgraph: 'arrival-notices',
    profile: arrivalNoticeProfile,
    open: async (parts) => (await import('../subgraphs/arrival-notices/subgraph.ts')).openSubgraph(parts),
  },
  {
    subgraph: 'commercial-schedules',
    profile: commercialScheduleProfile,
    open: async (parts) => (await import('../subgraphs/commercial-schedules/subgraph.ts')).openSubgraph(parts),
  },
  {
    subgraph: 'port-calls',
    profile: portCallProfile,
    open: async (parts) => (await import('../subgraphs/port-calls/subgraph.ts')).openSubgraph(parts),
  },
];

/** What every process declares, whichever subgraphs it runs. */
const profiles = standards.map(({ profile }) => profile);

/** Names a subgraph. */
export type SubgraphName = keyof typeof urlSettings;

/** What a process runs: all subgraphs and a gateway, a gateway in front of subgraphs in other processes, or one of these. */
export type ProcessName = 'all' | 'gateway' | SubgraphName;

/** A Landfall whose server does not listen yet. */
export interface Mounted extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly logger: Logger;
  /** Stops accepting requests, then finishes those in progress, then closes everything. */
  readonly drainSteps: readonly DrainStep[];
  /** Fields of the log line about its start. */
  readonly loaded: object;
  /** The store of its subgraphs, which a gateway in front of others does not have. */
  readonly store: Store | undefined;
}

/** A running Landfall. */
export interface Running extends Mounted {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
}

/** Options of a start in addition to the settings. */
export interface StartOptions {
  /** Environment for `${env:NAME}` in partners' files and the access file. @default `process.env` */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Overrides of the default limits of GraphQL. */
  readonly limits?: Partial<EndpointLimits>;
  /** Overrides of the default limits of pushes. */
  readonly pushLimits?: Partial<PushLimits>;
  /** Overrides of the default limits of callers while access is open. */
  readonly openLimits?: Partial<CallerLimits>;
  /** Whether arrivals are evaluated, which requests partners in the background. @default true */
  readonly evaluatesArrivals?: boolean;
  /** Plugins of Apollo Server. @default none */
  readonly plugins?: EndpointOptions['plugins'];
  /** Server of an embedding program, which listens itself. @default a server that listens on `HOST` and `PORT` */
  readonly fastify?: FastifyInstance | undefined;
  /** Whether the pages for browsers are served. @default true */
  readonly pages?: boolean | undefined;
}

/** Runs a process until a signal ends it. */
export async function serve(what: ProcessName): Promise<void> {
  const config = readConfig();
  const running = await start(what, config, createServerLogger(config.LOG_LEVEL));
  // Only on a terminal: otherwise standard error is the log, all of whose lines are JSON.
  if (process.stderr.isTTY && servesClients(what)) printLines(urlsOf(running), process.stderr);
  drainOnSignal({ ...running, steps: running.drainSteps });
}

/** Opens a process, which then listens on `HOST` and `PORT`. @throws {LandfallError} CONFIG_INVALID; nothing stays open */
export async function start(what: ProcessName, config: Config, logger: Logger, options: StartOptions = {}): Promise<Running> {
  return listening(await mount(what, config, logger, options), config);
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

/** Returns whether the settings name subgraphs in other processes. */
export function areSubgraphsApart(config: Config): boolean {
  return Object.values(urlSettings).some((setting) => config[setting] !== undefined);
}

/** What every process opens first. */
interface Common extends Omit<StartOptions, 'env'> {
  readonly what: ProcessName;
  readonly config: Config;
  readonly logger: Logger;
  readonly env: NonNullable<StartOptions['env']>;
  readonly access: AccessRegistry;
  readonly audit: Audit;
  readonly registry: Registry;
  /** Has a part closed at the end, after those that are opened later. */
  readonly keep: <Part extends AsyncDisposable>(part: Part) => Part;
}

/**
 * Opens everything of a process and registers its routes. Nothing listens yet. If this fails, everything that was opened
 * is closed.
 *
 * @throws {LandfallError} CONFIG_INVALID
 */
export async function mount(what: ProcessName, config: Config, logger: Logger, options: StartOptions): Promise<Mounted> {
  const { env = process.env, fastify } = options;
  const isGateway = servesClients(what);
  requireGuards(config, what === 'all' ? 'together' : isGateway ? 'gateway' : 'subgraph');
  if (what !== 'all') requireSharedBackends(config, { store: !isGateway });
  const opened: AsyncDisposable[] = [];
  const keep: Common['keep'] = (part) => {
    opened.push(part);
    return part;
  };
  const closeAll = () => disposeAll(opened.reverse());
  try {
    keep(await startTracing(config, what === 'all' ? 'landfall' : `landfall-${what}`));
    const openLimits = isGateway ? options.openLimits : unlimitedCaller;
    const access = keep(await openAccessRegistry({ file: config.ACCESS_FILE, logger, env, openLimits }));
    const callers = isGateway || config.SUBGRAPH_SECRETS === undefined ? access : withoutOpenAccess(access);
    const audit = openAudit({ logger, setting: config.AUDIT, access: callers });
    const registry = createMetricsRegistry();
    const common = { ...options, what, config, logger, env, access, audit, registry, keep };
    const { bus, counts, partners, store, register, serveGraphql } =
      what === 'gateway' ? await openGateway(common) : await openSubgraphs(common);
    const signIns = createSignInWatch({ logger, registry, clientAddressOf: createClientAddressOf(config.TRUSTED_PROXIES), counts });
    const { KEEP_ALIVE_SECONDS: keepAliveSeconds } = config;
    const app = fastify ?? createHttpServer({ logger, keepAliveSeconds, maxHeaderBytes: maxHeaderBytesOf(what) });
    const registerAll = async (http: FastifyInstance): Promise<Omit<Mounted, 'app' | 'logger' | 'store'>> => {
      await register(http, signIns);
      const endpoint = keep(await serveGraphql({ bus, http, logger, registry, access, signIns, audit }));
      const metrics = keep(await serveMetrics(http, { registry, config, logger, access: callers, signIns }));
      handleUpgrades(http.server, endpoint.handleUpgrade);
      const drain = endpoint.drain;
      // An embedding program may close its server itself.
      http.addHook('preClose', drain);
      http.addHook('onClose', closeAll);
      if (callers.isOpen && config.given.has('ACCESS_FILE')) {
        const { ACCESS_FILE: accessFile } = config;
        logger.warn({ accessFile }, 'ACCESS_FILE names a file that does not exist: access is open until it exists');
      }
      const loaded = {
        metricsUrl: metrics.url,
        ...(isGateway ? {} : { serves: what }),
        access: describedAccess(common, callers.isOpen),
        tenants: access.tenants().map(({ name }) => name),
        ...(partners && { partnersDir: config.PARTNERS_DIR, partners: partners.partners().map(({ id }) => id) }),
      };
      return { drainSteps: [drain, () => app.close()], loaded, [Symbol.asyncDispose]: () => drain().then(() => app.close()) };
    };
    return { app, logger, store, ...(fastify === undefined ? await registerAll(app) : await mountOn(app, registerAll)) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Opens the subgraphs of this process, and the engine by which arrivals query all subgraphs. */
async function openSubgraphs(common: Common) {
  const { what, config, logger, env, access, audit, registry, keep, pushLimits, evaluatesArrivals = true } = common;
  const urls = what === 'arrivals' ? subgraphUrlsOf(config, what) : {};
  const parts = keep(await openSubgraphParts(config, logger, env));
  const { bus, counts, partners } = parts;
  const opening = standards.flatMap(({ subgraph, open }) => (what === 'all' || what === subgraph ? open(parts) : []));
  const subgraphs: Subgraph[] = await Promise.all(opening.map(async (subgraph) => keep(await subgraph)));
  let engine: Engine | undefined;
  if (what === 'all' || what === 'arrivals') {
    const { openSubgraph } = await import('../subgraphs/arrivals/subgraph.ts');
    const { ALERTS_SCHEDULE_SECONDS: scheduleSeconds } = config;
    const arrivals = await openSubgraph(parts, { access, scheduleSeconds, onWebhookAttempt: audit.webhookAttempted });
    subgraphs.push(arrivals);
    // Each engine is loaded only where it is used, so that a process without plans has no planner in memory.
    if (what === 'all') {
      const { openCompiledEngine } = await import('./engines/compiled.ts');
      engine = openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger });
    } else engine = await openFederated(common, { urls, local: arrivals });
    // They query the others, so they are closed before them.
    keep(engine);
    keep(arrivals);
    arrivals.startWebhooks(engine);
    if (evaluatesArrivals) arrivals.startEvaluator(createQueryExecutor(engine));
  }
  if (what === 'all') keep(warnOfUnknownPartners({ access, partners, logger }));
  return {
    bus,
    counts,
    partners,
    store: parts.store,
    /** Registers the routes besides GraphQL. */
    register: (http: FastifyInstance, signIns: SignInWatch) => {
      const capabilities = capabilitiesOf(profiles, { config, pushLimits });
      return hostSubgraphs(http, { subgraphs, parts, capabilities, registry, access, audit, signIns, pushLimits });
    },
    serveGraphql: async (options: Omit<EndpointOptions, 'engine'>) => {
      if (what === 'all' && engine !== undefined) return serveClients(engine, { common, counts, options });
      const { serveSubgraph } = await import('#platform/process/serve-graphql.ts');
      const [subgraph] = subgraphs;
      if (subgraph === undefined) throw new Error(`expected the subgraph ${what}`);
      return serveSubgraph(subgraph, { config, counts, ...options });
    },
  };
}

/** Opens a gateway in front of subgraphs in other processes. */
async function openGateway(common: Common) {
  const { config, logger, access, registry, keep } = common;
  const urls = subgraphUrlsOf(config, 'gateway');
  const { REDIS_URL } = config;
  const redis = REDIS_URL === undefined ? undefined : keep(await openRedis(REDIS_URL, { logger }));
  const bus = keep(openBus(redis));
  const counts = redis && keep(await openCounts(redis, 'gateways'));
  const engine = keep(await openFederated(common, { urls }));
  return {
    bus,
    counts,
    // Other processes serve the partners.
    partners: undefined,
    store: undefined,
    register: async (http: FastifyInstance) => {
      registerHealthRoutes(http, {
        subgraphs: engine.checkReadiness,
        redis: async () => redisIssue(redis, bus),
        access: async () => access.problem(),
      });
      if (redis !== undefined) registerRedisMetrics(registry, redis);
      refusePartnerPaths(http, capabilitiesOf(profiles, common), standards);
    },
    serveGraphql: (options: Omit<EndpointOptions, 'engine'>) => serveClients(engine, { common, counts, options }),
  };
}

/** Opens the engine over subgraphs in other processes, and one in this process. */
async function openFederated(
  { config, logger, access, registry }: Common,
  { urls, local }: { readonly urls: Readonly<Record<string, string>>; readonly local?: Subgraph },
) {
  const { SUBGRAPH_SECRETS: secrets } = config;
  const { openFederatedEngine } = await import('./engines/federated.ts');
  const localClient = async (subgraph: Subgraph) => {
    const [{ createLocalClient }, { openSubgraphSchema }] = await Promise.all([
      import('./engines/subgraph-client.ts'),
      import('#platform/process/serve-graphql.ts'),
    ]);
    return createLocalClient(openSubgraphSchema(subgraph), subgraph.contextFor);
  };
  const engine = openFederatedEngine({
    supergraph: readSupergraph(),
    subgraphs: urls,
    ...(local && { local: { [local.name]: await localClient(local) } }),
    logger,
    ...(secrets && { headersFor: createRequestSigner(secrets, access.clock) }),
  });
  engine.registerMetrics(registry);
  return engine;
}

/** Serves clients: GraphQL, and the pages for browsers. */
async function serveClients(
  engine: Engine,
  parts: { readonly common: Common; readonly counts: SharedCounts | undefined; readonly options: Omit<EndpointOptions, 'engine'> },
): Promise<GraphqlEndpoint> {
  const { common, counts, options } = parts;
  const { config, logger, access, limits = {}, plugins, pages = true } = common;
  // By default, GraphiQL is served while access is open.
  const hasIde = () => pages && (config.IDE ?? access.isOpen);
  const policy = policyOf(config, { counts, own: [visualizationQuery] });
  const endpoint = await createGateway({ ...options, engine, limits, policy, hasIde, plugins });
  if (pages) registerPages(options.http, { logger, hasIde, hasSchema: config.INTROSPECTION, signInProvider: () => access.signInProvider });
  return endpoint;
}

function servesClients(what: ProcessName): boolean {
  return what === 'all' || what === 'gateway';
}

/** @returns undefined for the default of Node */
function maxHeaderBytesOf(what: ProcessName): number | undefined {
  // The route rejects long URLs of subscribers with its standard's error body, which the HTTP parser could not do.
  if (what === 'all') return 48 * 1024;
  // Gateways send their callers' entitlements in a header.
  return what === 'gateway' ? undefined : maxEntitlementBytes + 16 * 1024;
}

/** Describes, for the log, which callers are answered. */
function describedAccess({ what, config, access }: Common, isOpen: boolean): string {
  if (isOpen) return 'open: every caller sees all data';
  if (servesClients(what)) return `as ${config.ACCESS_FILE} says`;
  return access.isOpen ? 'signed requests only' : `signed requests, and the tenants of ${config.ACCESS_FILE}`;
}

/**
 * Starts recording spans if a collector is configured. The libraries are loaded only then.
 *
 * @param serviceName name of this process in traces, unless `OTEL_SERVICE_NAME` is set
 * @returns a resource whose disposal exports the remaining spans and ends recording
 */
async function startTracing(config: Config, serviceName: string): Promise<AsyncDisposable> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint } = config;
  if (endpoint === undefined && tracesEndpoint === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const { openOpenTelemetry } = await import('#platform/process/open-telemetry.ts');
  // By the OpenTelemetry specification, the path is appended only to the common endpoint.
  const url = tracesEndpoint ?? `${endpoint?.replace(/\/+$/, '')}/v1/traces`;
  return openOpenTelemetry(url, config.OTEL_EXPORTER_OTLP_PROTOCOL, serviceName);
}

/**
 * Returns the URLs of the subgraphs by their names.
 *
 * @param part the process that queries them; the arrivals do not query themselves
 * @throws {LandfallError} CONFIG_INVALID naming every missing one
 */
function subgraphUrlsOf(config: Config, part: 'gateway' | 'arrivals'): Record<string, string> {
  const needed = Object.entries(urlSettings).filter(([name]) => name !== part);
  const missing = needed.filter(([, setting]) => config[setting] === undefined);
  if (missing.length === 0) return Object.fromEntries(needed.map(([name, setting]) => [name, config[setting] ?? '']));
  const described = missing.map(([name, setting]) => `${setting} (where the subgraph ${name} answers)`);
  throw new LandfallError(
    'CONFIG_INVALID',
    `${part === 'gateway' ? 'A gateway' : 'The subgraph arrivals'} in distributed mode needs these settings:\n  ${described.join('\n  ')}`,
  );
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
