import type { Config } from '../config.ts';
import { setTracer } from '../tracing.ts';

/**
 * Starts recording spans if a collector is configured. The libraries are loaded only then.
 *
 * @param serviceName name of this process in traces, unless `OTEL_SERVICE_NAME` is set
 * @returns a resource whose disposal exports the remaining spans and ends recording
 */
export async function startTracing(config: Config, serviceName: string): Promise<AsyncDisposable> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint } = config;
  if (endpoint === undefined && tracesEndpoint === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const { openOpenTelemetry } = await import('./open-telemetry.ts');
  const tracer = openOpenTelemetry({
    serviceName,
    // By the OpenTelemetry specification, the path is appended only to the common endpoint.
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
