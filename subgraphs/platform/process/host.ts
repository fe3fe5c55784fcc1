import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type SignInWatch, unwatched } from '../access/sign-in-watch.ts';
import { watchCallerSignIns } from '../access/watched-callers.ts';
import { type Config, partnersFolderOf } from '../config.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { openPartnerRegistry } from '../partners/registry.ts';
import { createPublishMetrics, registerInvalidRowMetrics } from '../publisher/get/publish-metrics.ts';
import type { PublishAnswered } from '../publisher/get/routes.ts';
import { registerDeliveryMetrics } from '../publisher/webhooks/delivery-metrics.ts';
import { defaultPushLimits, type PushAnswered, type PushLimits } from '../receiver/routes.ts';
import { lockDataFolder } from '../store/sqlite/lock.ts';
import type { LogName } from '../store/version-store.ts';
import { openUpstream } from '../upstream/upstream.ts';
import { registerUpstreamMetrics } from '../upstream/upstream-metrics.ts';
import type { Audit } from './audit.ts';
import { disposeAll, logSettingsOf, openBackends, openSharedLimits } from './backends.ts';
import { createDcsaPlugin } from './dcsa-routes.ts';
import { createPushMetrics, registerHealthRoutes, registerLogGauges } from './health.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';

/**
 * Opens what a process needs to host subgraphs, as its settings say. Disposing of it closes all of it; subgraphs that use
 * it come first.
 *
 * @param env where partners' files find `${env:NAME}`
 * @throws {LandfallError} CONFIG_INVALID when another server uses the same data folder
 */
export async function openSubgraphParts(config: Config, logger: Logger, env: NodeJS.ProcessEnv): Promise<SubgraphParts> {
  const backends = await openBackends(config, { logger });
  const { MONGODB_URL, DATA_DIR } = config;
  const locks = MONGODB_URL === undefined ? [lockDataFolder(DATA_DIR)] : [];
  const { TRUSTED_PROXIES: trustedProxies } = config;
  const partners = await openPartnerRegistry({ ...partnersFolderOf(config), logger, env, trustedProxies });
  const { cursorCache, database } = backends;
  const limits = await openSharedLimits(config, { database, partners, logger });
  const { shared, counts } = limits ?? {};
  const upstream = openUpstream({ logger, partners, cursorCache, shared, counts });
  const close = () => disposeAll([upstream, ...(limits === undefined ? [] : [limits]), partners, backends, ...locks]);
  return { ...backends, ...logSettingsOf(config), partners, upstream, counts, logger, [Symbol.asyncDispose]: close };
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
    /** Writes down what is pushed, and what subscribers read. */
    readonly audit: Audit;
    /** Told of those who are no partners. @default nobody is */
    readonly signIns?: SignInWatch;
    readonly logs: readonly LogName[];
    /** Of pushes; for the others the settings and {@link defaultPushLimits} hold. */
    readonly pushLimits?: Partial<PushLimits> | undefined;
  },
): Promise<void> {
  const { subgraphs, parts, config, registry, audit, signIns = unwatched, logs } = options;
  const { store, bus, partners, upstream } = parts;
  const findPartner = watchCallerSignIns(partners.identify, { signIns, partners: partners.partners });
  const routes = subgraphs.flatMap((subgraph) => subgraph.routes);
  const [measurePush, measurePage] = [createPushMetrics(registry), createPublishMetrics(registry)];
  const onPush = (answered: PushAnswered) => {
    measurePush(answered);
    audit.pushAnswered(answered);
  };
  const onAnswer = (answered: PublishAnswered) => {
    measurePage(answered);
    audit.pageAnswered(answered);
  };
  const push = {
    routes,
    findPartner,
    limits: { ...defaultPushLimits, maxBodyBytes: config.PUSH_MAX_BODY_BYTES, ...options.pushLimits },
    onPush,
  };
  const published = subgraphs.flatMap((subgraph) => subgraph.published);
  const publish = { routes: published, findPartner, onAnswer };
  await app.register(createDcsaPlugin({ push, publish }), { prefix: '/dcsa' });
  registerHealthRoutes(app, {
    checks: { store: () => store.ping().then(() => undefined) },
    comforts: { bus: async () => busError(bus) },
  });
  registerUpstreamMetrics(registry, upstream);
  registerInvalidRowMetrics(registry, subgraphs);
  registerDeliveryMetrics(
    registry,
    subgraphs.flatMap(({ deliverers }) => deliverers),
  );
  registerLogGauges(registry, Object.fromEntries(logs.map((log) => [log, () => store.versions(log).bounds()])));
}

/** What a person is told about a bus that is away. */
export function busError(bus: Pick<EventBus, 'connected'>): string | undefined {
  return bus.connected ? undefined : 'Redis is unavailable: wake signals are slower, no data is lost';
}
