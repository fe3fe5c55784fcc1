import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccessRegistry } from '../access/access-registry.ts';
import { requireOperator } from '../access/entitlement.ts';
import { credentialInHeaders } from '../access/sessions.ts';
import { attemptOf, isLoopbackHost, requireLoopbackHost, type SignInWatch, watchedSignIn } from '../access/sign-in-watch.ts';
import type { Config } from '../config.ts';
import { LandfallError, RateLimitedError } from '../errors.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import type { Logger } from '../logger.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';

export interface MetricsParts {
  readonly registry: Registry;
  readonly config: Pick<Config, 'METRICS_PORT' | 'OPEN_ACCESS'>;
  readonly logger: Logger;
  readonly access: Pick<AccessRegistry, 'isOpen' | 'signIn'>;
  readonly signIns: SignInWatch;
  /** Whether access is open; evaluated for each request. */
  readonly isOpen: () => boolean;
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
export async function serveMetrics(app: FastifyInstance, parts: MetricsParts): Promise<ServedMetrics> {
  const { registry, config, logger } = parts;
  const { METRICS_PORT: own } = config;
  if (own === undefined) {
    app.register(async (scope) => registerMetrics(scope, registry, (request) => requireReader(parts, request)));
    return { [Symbol.asyncDispose]: async () => {} };
  }
  const server = createHttpServer({ logger, maxBodyBytes: 1024 });
  const host = own.host.includes(':') ? `[${own.host}]` : own.host;
  registerMetrics(server, registry, async (request) => {
    if (isLoopbackHost(host)) await requireLoopbackHost(request, parts.signIns);
  });
  const port = await listen(server, own.host, own.port, 'METRICS_PORT');
  return { url: `http://${host}:${port}/metrics`, [Symbol.asyncDispose]: () => server.close() };
}

function registerMetrics(scope: FastifyInstance, registry: Registry, admit: (request: FastifyRequest) => Promise<void>): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof LandfallError)) throw error;
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="landfall"');
    if (error instanceof RateLimitedError) reply.header('retry-after', error.retryAfter);
    return reply.code(error.status).send({ errors: [{ message: error.message, extensions: error.extensions }] });
  });
  scope.get('/metrics', async (request, reply) => {
    await admit(request);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * @throws {LandfallError} UNAUTHENTICATED; FORBIDDEN for a tenant without the operator right and for an untrusted host;
 *   RATE_LIMITED
 */
async function requireReader({ access, config, signIns, isOpen }: MetricsParts, request: FastifyRequest): Promise<void> {
  if (isOpen()) {
    if (!config.OPEN_ACCESS) await requireLoopbackHost(request, signIns);
    return;
  }
  const { caller } = await watchedSignIn(signIns, attemptOf(request), async () => {
    // A subgraph in distributed mode without the access file has no operators.
    if (access.isOpen)
      throw new SignInError('There is no access file to sign in with: set METRICS_PORT or ACCESS_FILE.', { reason: 'NO_CREDENTIAL' });
    return access.signIn(credentialInHeaders(request.headers));
  });
  requireOperator(caller, 'metrics');
}
