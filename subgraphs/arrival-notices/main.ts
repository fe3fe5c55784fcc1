import { ApolloServer, HeaderMap } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import { readConfig, requireOpenAccess } from '../shared/config.ts';
import { createMetricsRegistry, createPushMetrics, registerHealthRoutes, registerLogGauges } from '../shared/health.ts';
import { createHttpServer, listen } from '../shared/http.ts';
import { createLogger } from '../shared/logger.ts';
import { drainOnSignal, openBackends, receivingSettingsOf, requireSharedBackends } from '../shared/main.ts';
import { openPartnerRegistry } from '../shared/partners/registry.ts';
import type { RequestContext } from './resolvers.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

/** Runs the subgraph as a process of its own: `/graphql` for gateways, `/dcsa` for partners. */
export async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  requireOpenAccess(config);
  requireSharedBackends(config, { store: true });
  const backends = await openBackends(config);
  const partners = await openPartnerRegistry({ dir: config.PARTNERS_DIR, logger, env: process.env });
  const registry = createMetricsRegistry();
  const subgraph = await openSubgraph({
    ...backends,
    ...receivingSettingsOf(config),
    partners,
    logger,
    onPush: createPushMetrics(registry),
  });
  const app = createHttpServer({ logger, requestTimeoutMs: config.REQUEST_TIMEOUT_MS, maxBodyBytes: config.GRAPHQL_MAX_BODY_BYTES });
  registerHealthRoutes(app, {
    registry,
    checks: { store: () => backends.store.ping().then(() => undefined) },
    comforts: { bus: async () => (backends.bus.connected ? undefined : 'Redis is away: wake-ups are slower, nothing is lost') },
  });
  const versions = backends.store.versions('arrival-notice-versions');
  registerLogGauges(registry, { 'arrival-notice-versions': () => versions.extent() });
  await app.register(subgraph.routes, { prefix: '/dcsa' });
  const apollo = await serveGraphql(app, subgraph);
  const port = await listen(app, config.HOST, config.PORT);
  logger.info({ port, host: config.HOST, serves: 'arrival-notices' }, 'listening');
  drainOnSignal({
    logger,
    timeoutMs: config.DRAIN_TIMEOUT_MS,
    steps: [
      () => app.close(),
      () => apollo.stop(),
      () => subgraph[Symbol.asyncDispose](),
      () => partners[Symbol.asyncDispose](),
      () => backends[Symbol.asyncDispose](),
    ],
  });
}

/** Serves the subgraph's schema for gateways, `_entities` and `_service` included. */
async function serveGraphql(app: FastifyInstance, subgraph: Subgraph): Promise<ApolloServer<RequestContext>> {
  const apollo = new ApolloServer<RequestContext>({
    schema: subgraph.schema,
    introspection: true,
    // Gateways send JSON bodies only; browsers never reach a subgraph.
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
  });
  await apollo.start();
  app.post('/graphql', async (request, reply) => {
    const headers = new HeaderMap();
    for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
    const answer = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: request.body },
      context: async () => subgraph.contextFor({ key: 'open' }),
    });
    for (const [name, value] of answer.headers) reply.header(name, value);
    if (answer.body.kind !== 'complete') throw new Error('incremental delivery was not asked for');
    return reply.code(answer.status ?? 200).send(answer.body.string);
  });
  return apollo;
}
