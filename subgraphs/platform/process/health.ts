import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { isLoopbackHost, requireLoopbackHost, requireSignIn, type SignInParts } from '../access/caller-sign-in.ts';
import { requireOperator } from '../access/entitlement.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import type { Logger } from '../logger.ts';
import { fastBuckets, metricsIn, registerMeasured, type Sample } from '../metrics.ts';
import { readPackageVersion } from '../package-root.ts';
import type { PushRoutesOptions } from '../receiver/routes.ts';
import type { StoreOperation } from '../store/store.ts';
import { operatorMessageOf } from '../store/store-failure.ts';
import type { LogName } from '../store/version-store.ts';
import type { UpstreamAttempt } from '../upstream/retrying-client.ts';

/**
 * Readiness checks by their names. One rejects if nothing can be served, and resolves to the message if the process is
 * degraded: slower, or partly unavailable.
 */
type ReadinessChecks = Readonly<Record<string, () => Promise<string | undefined>>>;

/** Time for which the results of the checks are reused. */
const readinessMs = 1_000;

/**
 * Registers `/healthz` (whether the process runs) and `/readyz` (whether it can serve; otherwise 503 with the failed
 * checks).
 */
export function registerHealthRoutes(app: FastifyInstance, checks: ReadinessChecks): void {
  let round: { readonly result: ReturnType<typeof runChecks>; readonly until: number } | undefined;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const now = performance.now();
    if (round === undefined || round.until < now) round = { result: runChecks(checks), until: now + readinessMs };
    const { missing, degraded } = await round.result;
    if (Object.keys(missing).length > 0) return reply.code(503).send({ status: 'not ready', missing, degraded });
    return { status: 'ready', degraded };
  });
}

/**
 * Node's metrics of the process. They are collected once, whatever the number of servers that a program has started, because
 * their timer and their observer of garbage collections run until the process ends.
 */
let ofProcess: Registry | undefined;

/** Creates the registry of a server, with Node's default metrics and the version. */
export function createMetricsRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const registry = new Registry();
  for (const { name } of ofProcess.getMetricsAsArray()) registry.registerMetric(ofProcess.getSingleMetric(name) as Metric);
  const version = readPackageVersion();
  registerMeasured(registry, {
    name: 'landfall_build_info',
    help: 'Version of this process; always 1.',
    labelNames: ['version'],
    measure: () => [[1, { version }]],
  });
  return registry;
}

/**
 * Creates the function that counts pushes by path, partner and status. Unknown callers share one label, which limits
 * the number of labels.
 */
export function createPushMetrics(registry: Registry): NonNullable<PushRoutesOptions['onPush']> {
  const { counter, histogram } = metricsIn(registry);
  const pushes = counter('landfall_pushes_total', 'Push requests answered.', 'path', 'partner', 'status');
  const objects = counter('landfall_pushed_objects_total', 'Objects in pushes answered.', 'path', 'partner', 'status');
  const refused = counter('landfall_push_dead_letters_total', 'Objects in pushes that were stored as dead letters.', 'path', 'partner');
  const help = 'Duration from the end of the request headers to the answer.';
  const seconds = histogram('landfall_push_seconds', help, { labelNames: ['path'], buckets: fastBuckets });
  return (push) => {
    const labels = { path: push.path, partner: push.partner ?? 'unknown', status: String(push.status) };
    pushes.inc(labels);
    objects.inc(labels, push.objects);
    refused.inc({ path: labels.path, partner: labels.partner }, push.counts?.refused ?? 0);
    seconds.observe({ path: push.path }, push.durationMs / 1_000);
  };
}

/** Registers gauges for the first and the last position of each log. */
export function registerLogGauges(
  registry: Registry,
  logs: Readonly<Record<string, () => Promise<{ trimmedThrough: number; head: number }>>>,
): void {
  const samplesOf = async ([log, bounds]: [string, () => Promise<{ trimmedThrough: number; head: number }>]): Promise<Sample[]> => {
    const { trimmedThrough, head } = await bounds().catch(() => ({ trimmedThrough: Number.NaN, head: Number.NaN }));
    return [
      [trimmedThrough, { log, end: 'trimmed' }],
      [head, { log, end: 'head' }],
    ];
  };
  registerMeasured(registry, {
    name: 'landfall_log_sequence',
    help: 'Sequence numbers of the log: head is the last assigned, trimmed is the last that can no longer be replayed.',
    labelNames: ['log', 'end'],
    measure: async () => (await Promise.all(Object.entries(logs).map(samplesOf))).flat(),
  });
}

async function runChecks(checks: ReadinessChecks) {
  const [missing, degraded]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const run = async ([name, check]: [string, ReadinessChecks[string]]) => {
    try {
      const message = await check();
      if (message !== undefined) degraded[name] = message;
    } catch (error) {
      missing[name] = operatorMessageOf(error);
    }
  };
  await Promise.all(Object.entries(checks).map(run));
  return { missing, degraded };
}

/** Durations that the parts of a process measure, even before the process has a registry. */
export type PartMetrics = ReturnType<typeof createPartMetrics>;

export function createPartMetrics() {
  const { histogram } = metricsIn();
  const store = histogram('landfall_store_operation_seconds', 'Duration of operations of the store.', {
    labelNames: ['operation', 'collection', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4],
  });
  const attempt = 'Duration of requests to partners, each attempt counted, from sending to the last byte: OK or the error code.';
  const upstream = histogram('landfall_upstream_seconds', attempt, {
    labelNames: ['partner', 'standard', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const announced = 'Time from the storing of a version until readers and subscribers can see it in its log.';
  const lag = histogram('landfall_push_lag_seconds', announced, {
    labelNames: ['log'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  });
  return {
    storeOperation: ({ operation, collection, isFailed, durationMs }: StoreOperation) =>
      store.observe({ operation, collection, outcome: isFailed ? 'error' : 'ok' }, durationMs / 1_000),
    upstreamAttempt: ({ partner, standard, outcome, durationMs }: UpstreamAttempt) =>
      upstream.observe({ partner, standard, outcome }, durationMs / 1_000),
    /** @param lagMs time between the storing of a version and the announcement of its sequence number */
    sequenced: (log: LogName, lagMs: number) => lag.observe({ log }, lagMs / 1_000),
    register: (registry: Registry) => {
      for (const metric of [store, upstream, lag]) registry.registerMetric(metric);
    },
  };
}

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
