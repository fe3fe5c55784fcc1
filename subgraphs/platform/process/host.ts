import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccessRegistry } from '../access/access-registry.ts';
import { type SignInWatch, unwatched, watchCallerSignIns } from '../access/caller-sign-in.ts';
import { type Config, partnersFolderOf } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { isPathEncoded } from '../http/http-server.ts';
import { type CursorSigner, createCursorSigner, createRefusingSigner } from '../log/cursor-signer.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import type { Audit } from '../operations/audit.ts';
import { openPartnerRegistry } from '../partners/registry.ts';
import { registerDeliveryMetrics } from '../publisher/deliveries/deliverer.ts';
import {
  createPublishMetrics,
  type PublishAnswered,
  type PublishRoute,
  type PublishRoutesOptions,
  registerPublishRoutes,
  sendRefusal,
} from '../publisher/get/routes.ts';
import { registerInvalidRowMetrics } from '../publisher/invalid-rows.ts';
import { registerReceivedRemarkMetrics } from '../receiver/accept.ts';
import {
  defaultPushLimits,
  type PushAnswered,
  type PushLimits,
  type PushRoute,
  type PushRoutesOptions,
  registerPushRoutes,
  sendPushError,
} from '../receiver/routes.ts';
import { lockDataFolder } from '../store/sqlite/lock.ts';
import { measureStore, type Store } from '../store/store.ts';
import { unlessDamaged } from '../store/store-failure.ts';
import { logNames } from '../store/version-store.ts';
import { registerUpstreamMetrics } from '../upstream/endpoints.ts';
import { openUpstream } from '../upstream/upstream.ts';
import { disposeAll, openBackends, openSharedLimits } from './backends.ts';
import { capabilitiesPath, registerCapabilities } from './capabilities.ts';
import { createPartMetrics, createPushMetrics, registerHealthRoutes, registerLogGauges } from './health.ts';
import { type RedisConnections, registerRedisMetrics } from './redis.ts';
import type { Subgraph, SubgraphParts } from './subgraph.ts';

/**
 * Opens what a process needs to host subgraphs, as configured. Disposal closes everything; subgraphs have to be
 * disposed of before.
 *
 * @param env source of `${env:NAME}` in partners' files
 * @throws {LandfallError} CONFIG_INVALID if another server uses the same data folder
 */
export async function openSubgraphParts(config: Config, logger: Logger, env: NodeJS.ProcessEnv): Promise<SubgraphParts> {
  const backends = await openBackends(config, { logger });
  const { MONGODB_URL, DATA_DIR, CURSOR_SECRET, LOG_RETENTION_HOURS } = config;
  const metrics = createPartMetrics();
  const system = MONGODB_URL === undefined ? 'sqlite' : 'mongodb';
  const store = measureStore(backends.store, system, metrics.storeOperation);
  const signer = await openCursorSigner(store, CURSOR_SECRET);
  const wakeReaders = () => {
    for (const log of logNames) backends.bus.publish('sequenced', { log });
  };
  const locks = MONGODB_URL === undefined ? [lockDataFolder(DATA_DIR, wakeReaders)] : [];
  const { TRUSTED_PROXIES: trustedProxies } = config;
  const partners = await openPartnerRegistry({ ...partnersFolderOf(config), logger, env, trustedProxies });
  const { cursorCache, redis } = backends;
  // The SQLite store belongs to one process, which has no replicas.
  const limits = redis === undefined || MONGODB_URL === undefined ? undefined : await openSharedLimits(redis);
  const { shared, counts } = limits ?? {};
  const upstream = openUpstream({ logger, partners, cursorCache, shared, counts, onAttempt: metrics.upstreamAttempt });
  const close = () => disposeAll([upstream, ...(limits === undefined ? [] : [limits]), partners, backends, ...locks]);
  const retentionMs = LOG_RETENTION_HOURS * hourMs;
  return { ...backends, store, signer, retentionMs, partners, upstream, counts, metrics, logger, [Symbol.asyncDispose]: close };
}

const hourMs = 3_600_000;

/** Opens the signer of cursors, with the configured secret or the generated one in the store. */
async function openCursorSigner(store: Pick<Store, 'secret'>, configured: string | undefined): Promise<CursorSigner> {
  if (configured !== undefined) return createCursorSigner(Buffer.from(configured));
  return unlessDamaged(store.secret('cursors').then(createCursorSigner), createRefusingSigner);
}

/**
 * Registers the routes of subgraphs other than GraphQL: `/dcsa` for partners, health and metrics.
 */
export async function hostSubgraphs(
  app: FastifyInstance,
  options: {
    readonly subgraphs: readonly Subgraph[];
    readonly parts: SubgraphParts;
    /** The capability profile of the deployment. */
    readonly capabilities: object;
    readonly registry: Registry;
    /** Whose problems `/readyz` shows. Default: it shows none. */
    readonly access?: Pick<AccessRegistry, 'problem'>;
    /** Logs pushes, and reads by subscribers. */
    readonly audit: Audit;
    /** Records rejected callers. Default: they are not recorded. */
    readonly signIns?: SignInWatch;
    /** Overrides of {@link defaultPushLimits}. */
    readonly pushLimits?: Partial<PushLimits> | undefined;
  },
): Promise<void> {
  const { subgraphs, parts, capabilities, registry, access, audit, signIns = unwatched } = options;
  const { store, bus, redis, partners, upstream } = parts;
  const findPartner = watchCallerSignIns(partners.identify, { signIns, partners: partners.partners });
  const [measurePush, measurePage] = [createPushMetrics(registry), createPublishMetrics(registry)];
  const push = {
    routes: subgraphs.flatMap((subgraph) => subgraph.routes),
    findPartner,
    limits: { ...defaultPushLimits, ...options.pushLimits },
    onPush: (answered: PushAnswered) => {
      measurePush(answered);
      audit.pushAnswered(answered);
    },
  };
  const publish = {
    routes: subgraphs.flatMap(({ published }) => published),
    findPartner,
    onAnswer: (answered: PublishAnswered) => {
      measurePage(answered);
      audit.pageAnswered(answered);
    },
  };
  await app.register(createDcsaPlugin(push, publish, capabilities), { prefix: '/dcsa' });
  registerHealthRoutes(app, {
    store: () => store.ping().then(() => undefined),
    redis: async () => redisIssue(redis, bus),
    partners: async () => partners.problem(),
    access: async () => access?.problem(),
  });
  if (redis !== undefined) registerRedisMetrics(registry, redis);
  parts.metrics.register(registry);
  registerUpstreamMetrics(registry, upstream);
  registerInvalidRowMetrics(registry, subgraphs);
  registerReceivedRemarkMetrics(registry, subgraphs);
  registerDeliveryMetrics(
    registry,
    subgraphs.flatMap(({ deliverers }) => deliverers),
  );
  for (const subgraph of subgraphs) subgraph.registerMetrics?.(registry);
  const logs = subgraphs.flatMap((subgraph) => subgraph.logs);
  registerLogGauges(registry, Object.fromEntries(logs.map((log) => [log, () => store.versions(log).bounds()])));
}

/** Returns the readiness message while Redis cannot be used, with the cause. */
export function redisIssue(redis: Pick<RedisConnections, 'away'> | undefined, bus: Pick<EventBus, 'connected'>): string | undefined {
  if (redis === undefined || (redis.away === undefined && bus.connected)) return undefined;
  const cause = redis.away?.cause ?? 'subscriptions are not confirmed';
  return `Redis cannot be used (${cause}): events are slower, no data is lost, and this process keeps to its share of common limits`;
}

/**
 * Creates the plugin with the endpoints for partners, to be registered under a prefix: the POST and GET endpoints of
 * the standards, some of them at the same path, and the capability profile. Unknown paths are answered with 404 and other
 * methods with 405, with the standard's error body.
 *
 * @param capabilities the capability profile of the deployment
 */
export function createDcsaPlugin(push: PushRoutesOptions, publish: PublishRoutesOptions, capabilities: object): FastifyPluginCallback {
  return (app, _pluginOptions, done) => {
    registerPushRoutes(app, push);
    registerPublishRoutes(app, publish);
    registerCapabilities(app, capabilities);

    const endpointAt = ({ url }: FastifyRequest): { pushed: PushRoute | undefined; published: PublishRoute | undefined } => {
      const path = pathBelow(app.prefix, url);
      return {
        pushed: push.routes.find((route) => route.path === path),
        published: publish.routes.find(({ profile }) => profile.path === path),
      };
    };
    /** Returns the route whose standard formats the error for a path without an endpoint. */
    const publishedNear = ({ url }: FastifyRequest): PublishRoute | undefined => {
      const segment = firstSegmentOf(pathBelow(app.prefix, url));
      const near = publish.routes.find(({ profile }) => firstSegmentOf(profile.path) === segment);
      return near ?? (push.routes.length === 0 ? publish.routes[0] : undefined);
    };
    const refuse = (error: unknown, { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply }) => {
      const { pushed, published } = endpointAt(request);
      // Two routes at the same path belong to the same standard.
      const route = published ?? (pushed === undefined ? publishedNear(request) : undefined);
      if (route !== undefined) return sendRefusal(error, { route, request, reply, version: route.profile.version });
      return sendPushError(error, { request, reply, version: (pushed ?? push.routes[0])?.newestVersion ?? '1' });
    };

    // Set before anything can fail, so that errors have these headers too.
    app.addHook('onRequest', (request, reply, next) => {
      const { pushed, published } = endpointAt(request);
      reply.headers((pushed ?? published)?.answerHeaders?.(request.headers) ?? {});
      next();
    });
    app.setErrorHandler((error, request, reply) => {
      // Fastify checks the media type first, whereas here the method and the credential are checked before it.
      if (isAboutMediaType(error)) return request.routeOptions.handler.call(app, request, reply);
      return refuse(error, { request, reply });
    });
    app.setNotFoundHandler((request, reply) => {
      const { pushed, published } = endpointAt(request);
      const isRead = published !== undefined || pathBelow(app.prefix, request.url) === capabilitiesPath;
      const allowed = [...(isRead ? ['GET'] : []), ...(pushed === undefined ? [] : ['POST'])];
      if (!isPathEncoded(request.originalUrl)) {
        return refuse(new LandfallError('PUBLISH_INVALID', 'The path is not percent-encoded UTF-8.'), { request, reply });
      }
      if (allowed.length === 0) return refuse(new LandfallError('ROUTE_UNKNOWN', 'The path does not exist.'), { request, reply });
      reply.header('Allow', allowed.join(', '));
      return refuse(new LandfallError('METHOD_NOT_ALLOWED', `${request.method} is not served here.`), { request, reply });
    });
    done();
  };
}

/** Returns whether Fastify rejected a request before its handler because of a malformed or absent `Content-Type`. */
function isAboutMediaType(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
}

function pathBelow(prefix: string, url: string): string {
  return url.replace(/\?.*/s, '').slice(prefix.length);
}

function firstSegmentOf(path: string): string | undefined {
  return path.split('/', 2)[1];
}
