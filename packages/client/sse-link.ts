import { connectionLost, errorOf, errorOfStatus, LandfallClientError } from './client-error.ts';
import { headersOf } from './credentials.ts';
import { readEventStream } from './event-stream.ts';
import { readResponse } from './http.ts';
import type { GraphqlPayload, GraphqlRequest, Link, LinkParts, Sink } from './link.ts';

/** An event stream has a keep-alive every 15 s. */
const defaultHeartbeatTimeoutMs = 40_000;

/** Creates a link that streams each subscription over a separate request, as server-sent events. */
export function createSseLink(parts: LinkParts): Link {
  const open = new Set<AbortController>();
  return {
    start(request, sink) {
      const abort = new AbortController();
      open.add(abort);
      const stop = (): void => {
        open.delete(abort);
        abort.abort();
      };
      stream(parts, { request, sink, abort }).catch((error: unknown) => {
        if (!open.has(abort)) return;
        stop();
        sink.end(error instanceof LandfallClientError ? error : connectionLost(String(error), error));
      });
      return stop;
    },
    // An event stream cannot be probed, so the heartbeat timeout decides.
    probe: () => undefined,
    close: () => {
      for (const abort of open) abort.abort();
      open.clear();
    },
  };
}

/** Never resolves, because the end of a stream is a lost connection. */
async function stream(
  parts: LinkParts,
  { request, sink, abort }: { request: GraphqlRequest; sink: Sink; abort: AbortController },
): Promise<never> {
  const { url, fetch, credentials, heartbeatTimeoutMs = defaultHeartbeatTimeoutMs } = parts;
  const credential = await credentials.fresh();
  const watchdog = createWatchdog(heartbeatTimeoutMs, abort);
  try {
    const response = await fetch(url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf(credential) },
      body: JSON.stringify(request),
      signal: abort.signal,
    });
    if (!response.ok) throw errorOf((await readResponse(response)).errors);
    if (response.body === null) throw errorOfStatus(response.status);
    sink.accepted();
    for await (const { event, data } of readEventStream(response.body, watchdog.reset)) {
      if (abort.signal.aborted) break;
      if (event === 'next') deliver(sink, JSON.parse(data) as GraphqlPayload);
      if (event === 'complete') break;
    }
    throw connectionLost('the server ended the stream');
  } finally {
    watchdog.stop();
  }
}

/** An event without data ends the subscription. */
function deliver(sink: Sink, payload: GraphqlPayload): void {
  if (payload.data === undefined) throw errorOf(payload.errors ?? []);
  sink.next(payload);
}

/** Aborts a request on which nothing arrives for some time. */
function createWatchdog(timeoutMs: number, abort: AbortController) {
  const start = () => setTimeout(() => abort.abort(connectionLost(`nothing was received for ${timeoutMs} ms`)), timeoutMs);
  let timer = start();
  return {
    reset: (): void => {
      clearTimeout(timer);
      timer = start();
    },
    stop: (): void => clearTimeout(timer),
  };
}
