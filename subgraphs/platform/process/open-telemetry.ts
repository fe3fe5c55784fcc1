import {
  context,
  propagation,
  type SpanAttributes as RecordedAttributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { readPackageVersion } from '../package-root.ts';
import type { Span, SpanAttributes, Tracer } from '../tracing.ts';

const kinds = { SERVER: SpanKind.SERVER, CLIENT: SpanKind.CLIENT, PRODUCER: SpanKind.PRODUCER } as const;

/**
 * Opens the tracer that exports spans by OTLP over HTTP. The libraries read their other settings (headers, sampler, batches,
 * resource) from the standard `OTEL_*` variables. Disposal exports the remaining spans.
 *
 * @param url URL of the collector, including its path
 * @param serviceName used unless `OTEL_SERVICE_NAME` is set
 */
export function openOpenTelemetry(url: string, protocol: 'http/protobuf' | 'http/json', serviceName: string): Tracer & AsyncDisposable {
  const exporter = protocol === 'http/json' ? new JsonExporter({ url }) : new ProtobufExporter({ url });
  const service = resourceFromAttributes({ 'service.name': serviceName, 'service.version': readPackageVersion() });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const recording = provider.getTracer('landfall');
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    start: ({ name, kind, attributes = {}, continues }) => {
      const parent = continues === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, continues);
      const options = { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind], attributes: recordedOf(attributes) };
      const span = recording.startSpan(name, options, parent);
      const within = trace.setSpan(parent, span);
      return {
        set: (more) => void span.setAttributes(recordedOf(more)),
        fail: (type) => {
          span.setAttribute('error.type', type);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        run: (step) => context.with(within, step),
        end: () => span.end(),
      } satisfies Span;
    },
    isInSpan: () => trace.getActiveSpan() !== undefined,
    headers: () => {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    [Symbol.asyncDispose]: async () => {
      await provider.shutdown().catch(() => undefined);
      context.disable();
      propagation.disable();
    },
  };
}

function recordedOf(attributes: SpanAttributes): RecordedAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as RecordedAttributes;
}
