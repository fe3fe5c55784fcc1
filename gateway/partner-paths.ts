import { feedback } from '@landfall/dcsa/feedback.ts';
import type { FastifyInstance } from 'fastify';
import { errorTable } from '#platform/errors.ts';

/**
 * Answers every path below `/dcsa` of a gateway that runs apart: partners push to the subgraphs and read from them. The
 * answer has the error body of the path's standard, and names the subgraph.
 */
export function refusePartnerPaths(app: FastifyInstance): void {
  const { status } = errorTable.ROUTE_UNKNOWN;
  app.register(
    async (scope) => {
      scope.setNotFoundHandler(({ method, originalUrl: url, id }, reply) => {
        const { subgraph, version } = servedBy(url.replace(/\?.*/s, '').slice(scope.prefix.length));
        const message = `This process is a gateway, which serves no partners. Send the request to the address of the subgraph ${subgraph}, or to a proxy that routes this path there.`;
        const body =
          subgraph === 'commercial-schedules'
            ? schedulesError({ message, method, url, id })
            : { feedbackElements: [feedback('ERROR', message)] };
        return reply.code(status).headers({ 'API-Version': version, 'Cache-Control': 'no-store' }).send(body);
      });
    },
    { prefix: '/dcsa' },
  );
}

/** Returns the subgraph that serves a path below `/dcsa`, and the version of its standard. */
function servedBy(path: string): { readonly subgraph: string; readonly version: string } {
  if (path.startsWith('/v1/')) return { subgraph: 'commercial-schedules', version: '1.0.3' };
  if (/^\/events(\/|$)/.test(path)) return { subgraph: 'port-calls', version: '2.0.0' };
  return { subgraph: 'arrival-notices', version: '1.0.1' };
}

/** Returns the `ErrorResponse` of Commercial Schedules. */
function schedulesError({ message, method, url, id }: { readonly [K in 'message' | 'method' | 'url' | 'id']: string }): object {
  return {
    httpMethod: method,
    requestUri: url,
    statusCode: errorTable.ROUTE_UNKNOWN.status,
    statusCodeText: 'Not Found',
    providerCorrelationReference: id,
    errorDateTime: new Date().toISOString(),
    errors: [{ errorCodeText: 'Not Found', errorCodeMessage: message }],
  };
}
