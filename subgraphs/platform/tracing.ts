/** Attributes of a span, named by the semantic conventions of OpenTelemetry. Undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the attributes of a request to another server. They include neither its query nor its credentials. */
export function requestAttributes(method: string, { hostname, port, protocol, pathname }: URL): SpanAttributes {
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
  readonly attributes?: SpanAttributes | undefined;
  /**
   * Headers of a request whose trace the span continues. Default: the span belongs to the active one, or begins a
   * trace.
   */
  readonly continues?: Readonly<Record<string, string | string[] | undefined>> | undefined;
}

/** A span that has begun. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /**
   * Marks the span as failed. @param type a code, never a message, because messages may contain strings of callers and
   * partners
   */
  fail(type: string): void;
  /** Runs a step, and everything that it starts, inside the span. */
  run<T>(step: () => T): T;
  end(): void;
}

/** Records spans. */
export interface Tracer {
  start(start: SpanStart): Span;
  /** Returns whether a span is active. */
  isInSpan(): boolean;
  /** Returns the headers that continue the active trace in another process. */
  headers(): Readonly<Record<string, string>>;
}

const noHeaders: Readonly<Record<string, string>> = {};
const noSpan: Pick<Span, 'set' | 'fail'> = { set: () => {}, fail: () => {} };
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
export function startSpan(start: SpanStart): Span | undefined {
  return tracer?.start(start);
}

/** Runs a step inside a span, which fails with the step. */
export function inSpan<T>(start: SpanStart, step: (span: Pick<Span, 'set' | 'fail'>) => Promise<T>): Promise<T> {
  return tracer === undefined ? step(noSpan) : runInSpan(tracer.start(start), step);
}

/**
 * Runs a step inside a span if another span is active; otherwise only the step, because spans of background work would
 * be noise.
 */
export function inChildSpan<T>(start: SpanStart, step: (span: Pick<Span, 'set' | 'fail'>) => Promise<T>): Promise<T> {
  return tracer?.isInSpan() ? runInSpan(tracer.start(start), step) : step(noSpan);
}

/** Returns the headers that continue the active trace in another process; none when nothing is recorded. */
export function traceHeaders(): Readonly<Record<string, string>> {
  return tracer?.headers() ?? noHeaders;
}

async function runInSpan<T>(span: Span, step: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => step(span));
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function errorTypeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'UNKNOWN';
}
