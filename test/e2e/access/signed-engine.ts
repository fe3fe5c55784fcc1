import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { maxEntitlementBytes } from '#platform/access/access-file.ts';
import { openAccessRegistry } from '#platform/access/access-registry.ts';
import { createRequestSigner, createRequestVerifier, type VerifyRequest } from '#platform/access/request-signatures.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { type ExecutableSubgraph, openSubgraphSchema, serveGraphql } from '#platform/process/serve-graphql.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import { systemClock } from '#platform/time/clock.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { createTestBus } from '../gateway/open-gateway.ts';

const secrets = ['the secret of gateways'];
const logger = createLogger('silent');

/** Serves subgraphs on separate ports, for signed requests only, and opens the engine of a gateway in front of them. */
export async function openSignedEngine(subgraphs: readonly Subgraph[]): Promise<Engine> {
  const servers = await Promise.all(subgraphs.map(serve));
  const engine = openFederatedEngine({
    supergraph: readSupergraph(),
    subgraphs: Object.fromEntries(servers.map(({ name, url }) => [name, url])),
    logger,
    // On a busy machine an answer may take longer than the default.
    timeoutMs: 60_000,
    headersFor: createRequestSigner(secrets, systemClock),
  });
  return { ...engine, [Symbol.asyncDispose]: () => disposeAll([engine, ...servers]) };
}

async function serve(subgraph: Subgraph): Promise<AsyncDisposable & { readonly name: string; readonly url: string }> {
  const app = createHttpServer({
    logger,
    requestTimeoutMs: 30_000,
    maxBodyBytes: 1024 * 1024,
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  const endpoint = await serveSigned(app, { schema: openSubgraphSchema(subgraph), contextFor: subgraph.contextFor });
  const port = await listen(app, '127.0.0.1', 0);
  return {
    name: subgraph.name,
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

/** Serves a subgraph for signed requests only. @param verify by default with the secrets of {@link openSignedEngine} */
export async function serveSigned(
  app: FastifyInstance,
  subgraph: ExecutableSubgraph,
  verify: VerifyRequest = createRequestVerifier(secrets, systemClock),
): Promise<AsyncDisposable> {
  const access = await openAccessRegistry({ file: join(import.meta.dirname, 'no-access.yaml'), logger, env: {} });
  const endpoint = await serveGraphql(subgraph, { http: app, verify, bus: createTestBus(), logger, registry: new Registry(), access });
  return { [Symbol.asyncDispose]: () => disposeAll([endpoint, access]) };
}
