import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, startSpan } from '../tracing.ts';

/** Paths that machines request every few seconds. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Records a span for each request, continuing the caller's trace. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const span = untraced.has(route) ? undefined : startSpan(spanStartOf(request, route));
    if (span === undefined) return done();
    spans.set(request, span);
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    });
    span.run(done);
  });
  // A body is read in events of the socket, which belong to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
}

/** The query of a URL may name documents and parties, so the span omits it. */
function spanStartOf({ method, url, headers, protocol }: FastifyRequest, route: string | undefined) {
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'SERVER',
    continues: headers,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.path': url.replace(/\?.*/s, ''),
      'url.scheme': protocol,
    },
  } as const;
}
