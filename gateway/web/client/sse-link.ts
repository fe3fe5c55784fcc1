import { connectionLost, errorOf, errorOfStatus, LandfallClientError } from './client-error.ts';
import { type Credentials, headersOf } from './credentials.ts';
import { readEventStream } from './event-stream.ts';
import { readAnswer } from './http.ts';
import type { GraphqlPayload, GraphqlRequest, Link, Sink } from './link.ts';

export interface SseLinkOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly credentials: Credentials;
  readonly silenceMs: number;
}

/** Follows each subscription over a request of its own, answered by server-sent events. */
export function createSseLink(options: SseLinkOptions): Link {
  const open = new Set<AbortController>();
  return {
    start(request, sink) {
      const abort = new AbortController();
      open.add(abort);
      const stop = (): void => {
        open.delete(abort);
        abort.abort();
      };
      follow(options, { request, sink, abort }).catch((error: unknown) => {
        if (!open.has(abort)) return;
        stop();
        sink.end(error instanceof LandfallClientError ? error : connectionLost(String(error), error));
      });
      return stop;
    },
    // A stream has nothing that could be asked; its silence tells.
    probe: () => undefined,
    close: () => {
      for (const abort of open) abort.abort();
      open.clear();
    },
  };
}

interface Stream {
  readonly request: GraphqlRequest;
  readonly sink: Sink;
  readonly abort: AbortController;
}

/** Never resolves: a stream that ends is a stream that was lost. */
async function follow(options: SseLinkOptions, { request, sink, abort }: Stream): Promise<never> {
  const { url, fetch, silenceMs } = options;
  const credential = await options.credentials.fresh();
  const silence = createSilence(silenceMs, abort);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf(credential) },
      body: JSON.stringify(request),
      signal: abort.signal,
    });
    if (!response.ok) throw errorOf((await readAnswer(response)).errors);
    if (response.body === null) throw errorOfStatus(response.status);
    sink.taken();
    for await (const { event, data } of readEventStream(response.body, silence.broken)) {
      if (abort.signal.aborted) break;
      if (event === 'next') deliver(sink, JSON.parse(data) as GraphqlPayload);
      if (event === 'complete') break;
    }
    throw connectionLost('the server ended the stream');
  } finally {
    silence.stop();
  }
}

/** What ended a subscription comes as an event without data. */
function deliver(sink: Sink, payload: GraphqlPayload): void {
  if (payload.data === undefined) throw errorOf(payload.errors ?? []);
  sink.next(payload);
}

interface Silence {
  /** Something came. */
  broken(): void;
  stop(): void;
}

/** Ends a request on which nothing comes for so long. */
function createSilence(silenceMs: number, abort: AbortController): Silence {
  const begin = () => setTimeout(() => abort.abort(connectionLost(`nothing came for ${silenceMs} ms`)), silenceMs);
  let timer = begin();
  return {
    broken: () => {
      clearTimeout(timer);
      timer = begin();
    },
    stop: () => clearTimeout(timer),
  };
}
