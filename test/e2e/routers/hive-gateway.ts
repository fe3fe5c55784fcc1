import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import ws from '@graphql-mesh/transport-ws';
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
  const sockets = { '*.http': { options: { subscriptions: { kind: 'ws', location: '/graphql', options: { connectionParams } } } } };
  const locations = Object.entries(subgraphs).map(([name, url]) => [name, { location: `${url}/graphql` }]);
  const gateway = createGatewayRuntime({
    supergraph: readSupergraph().sdl,
    logging: false,
    transports: { http, ws } as never,
    transportEntries: { ...Object.fromEntries(locations), ...(protocol === 'sse' ? {} : sockets) },
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) =>
        ({
          authorization: request.headers.get('authorization') ?? undefined,
          'x-api-key': request.headers.get('x-api-key') ?? undefined,
        }) as Record<string, string>,
    },
  });
  const server = createServer((request, response) => void gateway(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway[Symbol.asyncDispose]();
    },
  };
}
