import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { readPackageVersion } from '../package-root.ts';
import { setTracer } from '../tracing.ts';

/**
 * Begins to record spans and to export them by OTLP over HTTP. The libraries read their other settings (headers, sampler,
 * batches, resource) from the standard `OTEL_*` variables. Disposal exports the remaining spans and ends recording.
 *
 * @param url URL of the collector, including its path
 * @param serviceName used unless `OTEL_SERVICE_NAME` is set
 */
export function openOpenTelemetry(url: string, protocol: 'http/protobuf' | 'http/json', serviceName: string): AsyncDisposable {
  const exporter = protocol === 'http/json' ? new JsonExporter({ url }) : new ProtobufExporter({ url });
  const service = resourceFromAttributes({ 'service.name': serviceName, 'service.version': readPackageVersion() });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // A program that embeds Landfall may have set its own, which stay in force, also after the disposal.
  const set = [
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()) ? context : undefined,
    propagation.setGlobalPropagator(new W3CTraceContextPropagator()) ? propagation : undefined,
  ];
  setTracer(provider.getTracer('landfall'));
  return {
    [Symbol.asyncDispose]: async () => {
      setTracer(undefined);
      await provider.shutdown().catch(() => undefined);
      for (const api of set) api?.disable();
    },
  };
}
