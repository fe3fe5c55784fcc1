import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Returns the attributes of a request to another server. They include neither its query nor its credentials. */
export function requestAttributes(method: string, { hostname, port, protocol, pathname }: URL): Attributes {
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'url.path': pathname,
  };
}

export interface SpanStart {
  readonly name: string;
  /** Default: a step inside this process. */
  readonly kind?: 'SERVER' | 'CLIENT' | 'PRODUCER' | undefined;
  /** Named by the semantic conventions of OpenTelemetry. Undefined ones are left out. */
  readonly attributes?: Attributes | undefined;
  /**
   * Headers of a request whose trace the span continues. Default: the span belongs to the active one, or begins a
   * trace.
   */
  readonly continues?: Readonly<Record<string, string | string[] | undefined>> | undefined;
}

let tracer: Tracer | undefined;

/** Sets the tracer of this process. With undefined, the default, nothing is recorded, which costs nothing. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** Returns whether spans are recorded. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span, which the caller ends. @returns undefined when nothing is recorded */
export function startSpan({ name, kind, attributes = {}, continues }: SpanStart): Span | undefined {
  if (tracer === undefined) return undefined;
  const parent = continues === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, continues);
  return tracer.startSpan(name, { kind: SpanKind[kind ?? 'INTERNAL'], attributes }, parent);
}

/** Runs a step, and everything that it starts, inside a span. */
export function runIn<T>(span: Span, step: () => T): T {
  return context.with(trace.setSpan(context.active(), span), step);
}

/**
 * Marks a span as failed. @param type a code, never a message, because messages may contain strings of callers and
 * partners
 */
export function failSpan(span: Span | undefined, type: string): void {
  span?.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs a step inside a span, which fails with the step; without one when nothing is recorded. */
export async function inSpan<T>(start: SpanStart, step: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = startSpan(start);
  if (span === undefined) return step(undefined);
  try {
    return await runIn(span, () => step(span));
  } catch (error) {
    failSpan(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs a step inside a span if another span is active; otherwise only the step, because spans of background work would
 * be noise.
 */
export function inChildSpan<T>(start: SpanStart, step: () => Promise<T>): Promise<T> {
  return tracer === undefined || trace.getActiveSpan() === undefined ? step() : inSpan(start, step);
}

/** Returns the headers that continue the active trace in another process; none when nothing is recorded. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (tracer !== undefined) propagation.inject(context.active(), headers);
  return headers;
}

function errorTypeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'UNKNOWN';
}
