import type { Engine } from '../../../gateway/engines/engine.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { readSupergraph } from '../../../gateway/supergraph.ts';
import { maxEntitlementBytes } from '../../../subgraphs/shared/access/access-file.ts';
import { createRequestSigner, createRequestVerifier } from '../../../subgraphs/shared/access/request-signatures.ts';
import { systemClock } from '../../../subgraphs/shared/clock.ts';
import { createHttpServer, listen } from '../../../subgraphs/shared/http.ts';
import { createLogger } from '../../../subgraphs/shared/logger.ts';
import { disposeAll } from '../../../subgraphs/shared/main.ts';
import { serveGraphql } from '../../../subgraphs/shared/serve-graphql.ts';
import type { Subgraph } from '../../../subgraphs/shared/subgraph.ts';
import { openSubgraphSchema } from '../../../subgraphs/shared/subgraph-schema.ts';

const secrets = ['the secret of gateways'];
const logger = createLogger('silent');

/** Serves subgraphs on ports of their own, for signed requests only, and opens the engine of gateways in front of them. */
export async function openSignedEngine(subgraphs: readonly Subgraph[]): Promise<Engine> {
  const servers = await Promise.all(subgraphs.map(serve));
  const engine = await openFederatedEngine({
    supergraph: readSupergraph(),
    subgraphs: Object.fromEntries(servers.map(({ name, url }) => [name, url])),
    logger,
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
  const apollo = await serveGraphql(
    app,
    { schema: openSubgraphSchema(subgraph), contextFor: subgraph.contextFor },
    createRequestVerifier(secrets, systemClock),
  );
  const port = await listen(app, '127.0.0.1', 0);
  return {
    name: subgraph.name,
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await apollo.stop();
    },
  };
}
