import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { execute, type GraphQLSchema, parse, validate } from 'graphql';
import { Registry } from 'prom-client';
import { type AccessRegistry, openAccessRegistry } from '#platform/access/access-registry.ts';
import { unwatched } from '#platform/access/caller-sign-in.ts';
import { type CallerLimits, openCaller } from '#platform/access/entitlement.ts';
import { createHttpServer, handleUpgrades, listen } from '#platform/http/http-server.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import type { EndpointOptions, GraphqlEndpoint } from '#platform/transports/graphql-endpoint.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import type { LocalSubgraph } from '../../../gateway/engines/entities.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { createGateway } from '../../../gateway/gateway.ts';
import { createSampleSubgraph, type SampleSubgraph, supergraph } from './sample-subgraph.ts';

/** A listening gateway over a sample subgraph. */
export interface OpenGateway extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  readonly subgraph: SampleSubgraph;
  readonly gateway: GraphqlEndpoint;
  readonly registry: Registry;
  /** Posts a GraphQL request as JSON. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Posts a query and returns the GraphQL response. */
  query(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer>;
}

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly data?: any;
  readonly errors?: {
    message: string;
    path?: (string | number)[];
    locations?: unknown;
    extensions: { code: string; requestId?: string };
  }[];
}

export interface OpenGatewayOptions
  extends Partial<Pick<EndpointOptions, 'limits' | 'timing' | 'policy' | 'signIns' | 'hasIde' | 'plugins'>> {
  readonly engine?: 'compiled' | 'federated';
  /** A bus that several gateways share, and the subgraph behind them. */
  readonly bus?: EventBus;
  readonly subgraph?: SampleSubgraph;
  /** @default open access */
  readonly access?: AccessRegistry;
  /** Limits under open access. @default requests and parsing without limit */
  readonly openLimits?: Partial<CallerLimits>;
}

const silent = createLogger('silent');
const unlimited = { requestsPerMinute: 0, parseMsPerMinute: 0 };
const noFile = join(import.meta.dirname, 'no-access.yaml');

export async function openGateway(options: OpenGatewayOptions = {}): Promise<OpenGateway> {
  const bus = options.bus ?? createTestBus();
  const subgraph = options.subgraph ?? createSampleSubgraph(bus);
  const apart = options.engine === 'federated' ? await openSubgraphServer(subgraph) : undefined;
  const engine = apart ? openFederated(apart.url) : openCompiledEngine({ supergraph, subgraphs: [subgraph], logger: silent });
  const http = createHttpServer({ logger: silent, requestTimeoutMs: 5_000, maxBodyBytes: 1024 * 1024 });
  const registry = new Registry();
  const { limits = {}, timing = {}, policy = {}, signIns = unwatched, hasIde = () => false, plugins } = options;
  const access =
    options.access ??
    (await openAccessRegistry({ file: noFile, logger: silent, env: {}, openLimits: { ...unlimited, ...options.openLimits } }));
  const gateway = await createGateway({
    engine,
    bus,
    http,
    logger: silent,
    registry,
    access,
    signIns,
    limits,
    timing,
    policy,
    hasIde,
    plugins,
  });
  handleUpgrades(http.server, gateway.handleUpgrade);
  const url = `http://127.0.0.1:${await listen(http, '127.0.0.1', 0)}`;
  const post: OpenGateway['post'] = (body, headers = {}) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    url,
    server: http.server,
    subgraph,
    gateway,
    registry,
    post,
    query: async (query, variables = {}) => (await (await post({ query, variables })).json()) as GraphqlAnswer,
    [Symbol.asyncDispose]: async () => {
      await gateway.drain();
      await http.close();
      await gateway[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await apart?.server.close();
      if (options.access === undefined) await access[Symbol.asyncDispose]();
    },
  };
}

/** Opens a federated engine over one subgraph. */
export function openFederated(url: string, timeoutMs = 5_000) {
  return openFederatedEngine({ supergraph, subgraphs: { 'arrival-notices': `${url}/graphql` }, logger: silent, timeoutMs });
}

/** Opens a subgraph behind HTTP, as in distributed mode. */
export async function openSubgraphServer(
  subgraph: Pick<LocalSubgraph, 'contextFor'> & { readonly schema: GraphQLSchema },
  port = 0,
): Promise<{ readonly url: string; readonly server: FastifyInstance }> {
  const server = createHttpServer({ logger: silent, requestTimeoutMs: 5_000, maxBodyBytes: 1024 * 1024 });
  server.get('/readyz', async () => ({ status: 'ready' }));
  const internal = { message: 'An internal error occurred.', extensions: { code: 'INTERNAL' } };
  server.setErrorHandler((_error, _request, reply) => reply.code(500).send({ errors: [internal] }));
  server.post<{ Body: { query: string; variables: Record<string, unknown> } }>('/graphql', async (request) => {
    const { query, variables } = request.body;
    const document = parse(query);
    const errors = validate(subgraph.schema, document);
    if (errors.length > 0) return { errors };
    return execute({
      schema: subgraph.schema,
      document,
      variableValues: variables,
      contextValue: subgraph.contextFor(openCaller, { requestId: 'r' }),
    });
  });
  return { server, url: `http://127.0.0.1:${await listen(server, '127.0.0.1', port)}` };
}

/** Creates a bus inside the test. `quiet` drops published messages, like a bus whose server is unavailable. */
export function createTestBus(): EventBus & { quiet: boolean } {
  const listeners = new Map<string, Set<(message: never) => void>>();
  const bus: EventBus & { quiet: boolean } = {
    quiet: false,
    connected: true,
    publish: (topic, message) => {
      if (!bus.quiet) for (const listener of listeners.get(topic) ?? []) listener(message as never);
    },
    subscribe: (topic, listener) => {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener as (message: never) => void));
      return () => known.delete(listener as (message: never) => void);
    },
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
  return bus;
}
