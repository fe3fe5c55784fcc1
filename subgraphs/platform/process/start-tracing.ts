import type { Config } from '../config.ts';
import { setTracer } from '../tracing.ts';

/**
 * Begins to record spans where the settings name a collector. The libraries are loaded only then.
 *
 * @param serviceName name of this process in traces, unless `OTEL_SERVICE_NAME` is set
 * @returns exports the rest and ends recording
 */
export async function startTracing(config: Config, serviceName: string): Promise<AsyncDisposable> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint } = config;
  if (endpoint === undefined && tracesEndpoint === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const { openOpenTelemetry } = await import('./open-telemetry.ts');
  const tracer = openOpenTelemetry({
    serviceName,
    // As the specification says: the path is added to the common address only.
    url: tracesEndpoint ?? `${endpoint?.replace(/\/+$/, '')}/v1/traces`,
    protocol: config.OTEL_EXPORTER_OTLP_PROTOCOL,
  });
  setTracer(tracer);
  return {
    [Symbol.asyncDispose]: async () => {
      setTracer(undefined);
      await tracer[Symbol.asyncDispose]();
    },
  };
}
