import { type FakePartner, openFakePartner, type RecordedRequest } from '../../support/fake-partner.ts';
import { until } from '../../support/until.ts';

/** A span as a collector received it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An OpenTelemetry collector that takes JSON. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  spans(): readonly CollectedSpan[];
  /** Resolves with the spans of a trace when they satisfy the condition. */
  traceWith(isComplete: (spans: readonly CollectedSpan[]) => boolean): Promise<readonly CollectedSpan[]>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly OtlpAttribute[];
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const kinds = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER'] as const;

export async function openCollector(): Promise<Collector> {
  const server: FakePartner = await openFakePartner({ otherwise: { headers: { 'content-type': 'application/json' }, body: {} } });
  const spans = () => server.requests.flatMap(({ body }) => spansIn(JSON.parse(body.toString()) as OtlpTraces));
  return {
    url: server.url,
    requests: server.requests,
    spans,
    traceWith: (isComplete) =>
      until(() => {
        return [...groupByTrace(spans()).values()].find(isComplete);
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function groupByTrace(spans: readonly CollectedSpan[]): Map<string, CollectedSpan[]> {
  const byTrace = new Map<string, CollectedSpan[]>();
  for (const span of spans) byTrace.set(span.traceId, [...(byTrace.get(span.traceId) ?? []), span]);
  return byTrace;
}

function spansIn({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes }) => ({
        service,
        name,
        kind: kinds[kind] ?? 'INTERNAL',
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        attributes: attributesOf(attributes),
      })),
    );
  });
}

function attributesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
