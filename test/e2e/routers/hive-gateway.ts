import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime, getGraphQLWSOptions } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import ws from '@graphql-mesh/transport-ws';
import { type Extra, useServer as serveWebsockets } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import type { SubgraphName } from '../apart/served-here.ts';

/** A Hive Gateway that is listening. */
export interface HiveGateway extends AsyncDisposable {
  /** The URL without a path. */
  readonly url: string;
}

/** The protocol by which it subscribes to subgraphs. */
export type SubscriptionProtocol = 'graphql-ws' | 'sse';

/** Opens a Hive Gateway in front of subgraphs, configured as docs/routers.md describes. */
export async function openHiveGateway(
  subgraphs: Readonly<Record<SubgraphName, string>>,
  protocol: SubscriptionProtocol,
): Promise<HiveGateway> {
  const connectionParams = { authorization: '{context.headers.authorization}', 'x-api-key': '{context.headers.x-api-key}' };
  const byWebsocket = { '*.http': { options: { subscriptions: { kind: 'ws', location: '/graphql', options: { connectionParams } } } } };
  const locations = Object.entries(subgraphs).map(([name, url]) => [name, { location: `${url}/graphql` }]);
  const gateway = createGatewayRuntime({
    supergraph: readSupergraph().sdl,
    logging: false,
    transports: { http, ws } as never,
    transportEntries: { ...Object.fromEntries(locations), ...(protocol === 'sse' ? {} : byWebsocket) },
    propagateHeaders: {
      fromClientToSubgraphs: ({ request, context }) => {
        const { connectionParams } = context as { connectionParams?: Record<string, string> };
        const names = ['authorization', 'x-api-key'];
        return Object.fromEntries(names.map((name) => [name, request.headers.get(name) ?? connectionParams?.[name]])) as Record<
          string,
          string
        >;
      },
    },
  });
  // Otherwise the first request over HTTP loads it.
  await gateway.getSchema();
  const server = createServer((request, response) => void gateway(request, response));
  // As the command `hive-gateway` does.
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const options = getGraphQLWSOptions<Record<string, never>, Extra>(gateway as never, ({ extra: { request, socket } }) => {
    const { headers } = request;
    return { req: request, socket, request: new Request(`http://localhost${request.url}`, { headers: headers as Record<string, string> }) };
  });
  const serving = serveWebsockets(options, sockets);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      await serving.dispose();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway[Symbol.asyncDispose]();
    },
  };
}
