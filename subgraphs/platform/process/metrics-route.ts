import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { isLoopbackHost, requireLoopbackHost, requireSignIn, type SignInParts } from '../access/caller-sign-in.ts';
import { requireOperator } from '../access/entitlement.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import type { Logger } from '../logger.ts';

export interface MetricsParts extends Omit<SignInParts, 'policy'> {
  readonly registry: Registry;
  readonly config: Pick<Config, 'METRICS_PORT' | 'OPEN_ACCESS'>;
  readonly logger: Logger;
}

/** The metrics endpoint of a process. */
export interface ServedMetrics extends AsyncDisposable {
  /** URL on a separate port, if one is configured. */
  readonly url?: string;
}

/**
 * Serves `/metrics` in Prometheus format. Metrics contain the ids of partners, so they are served on a separate port if
 * one is configured, otherwise on `app`, only to operators unless access is open. Without sign-in the host must be a
 * loopback name.
 *
 * @throws {LandfallError} CONFIG_INVALID if the server cannot listen on the port
 */
export async function serveMetrics(app: FastifyInstance, { registry, config, logger, ...parts }: MetricsParts): Promise<ServedMetrics> {
  const { METRICS_PORT: own, OPEN_ACCESS } = config;
  const register = (scope: FastifyInstance): void => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof LandfallError)) throw error;
      return reply.code(error.status).send({ errors: [{ message: error.message, extensions: error.extensions }] });
    });
    scope.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  };
  if (own === undefined) {
    app.register(async (scope) => {
      const sessionOf = requireSignIn(scope, { ...parts, policy: { openHosts: OPEN_ACCESS ? 'any' : 'loopback' } });
      scope.addHook('onRequest', async (request) => requireOperator(sessionOf(request).caller, 'metrics'));
      register(scope);
    });
    return { [Symbol.asyncDispose]: async () => {} };
  }
  const server = createHttpServer({ logger, maxBodyBytes: 1024 });
  const host = own.host.includes(':') ? `[${own.host}]` : own.host;
  if (isLoopbackHost(host)) server.addHook('onRequest', (request) => requireLoopbackHost(request, parts.signIns));
  register(server);
  const port = await listen(server, own.host, own.port, 'METRICS_PORT');
  return { url: `http://${host}:${port}/metrics`, [Symbol.asyncDispose]: () => server.close() };
}
