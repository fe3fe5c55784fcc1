import type { ServerResponse } from 'node:http';
import { createSessionGuard } from '../access/session-guard.ts';
import { stringifyExactly } from '../json/exact-numbers.ts';
import type { AcceptedStream, RequestScope } from '../operations/graphql-context.ts';
import type { Answer, RequestPipeline } from '../operations/request-pipeline.ts';
import { createSocketWriter } from '../subscriptions/outgoing-queue.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Interval of the comments that keep proxies from closing an idle stream. */
const keepAliveMs = 15_000;

/** Number of consecutive keep-alives that a client may leave unread before it is disconnected. */
const maxUnreadKeepAlives = 4;

const nextPrefix = Buffer.from('event: next\ndata: ');
const eventEnd = Buffer.from('\n\n');
const complete = 'event: complete\ndata:\n\n';
const comment = ':\n\n';
const reconnectSoon = 'retry: 1000\n\n';

/** Serves GraphQL as server-sent events, one connection per operation (`graphql-sse`, distinct connections mode). */
export function createEventStreams() {
  const streams = new Map<ServerResponse, () => void>();
  let draining = false;

  /** Begins the event stream, unless it has begun. */
  function open(response: ServerResponse, requestId: string): void {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    });
    response.write(comment);
  }

  /**
   * Sends the answer of a query, a mutation or a rejected request as one event. Errors before execution are events too, because an `EventSource` cannot read them from a response with another
   * status.
   */
  function answer(result: Answer, scope: RequestScope, response: ServerResponse): void {
    open(response, scope.requestId);
    response.write(nextEvent(Buffer.from(stringifyExactly(result))));
    response.end(complete);
  }

  /** Sends the events of a subscription until it or the connection ends. */
  function stream(
    pipeline: RequestPipeline,
    request: AcceptedStream,
    { scope, response }: { readonly scope: RequestScope; readonly response: ServerResponse },
  ): void {
    const { requestId } = scope;
    open(response, requestId);
    if (draining) {
      response.end(reconnectSoon);
      return;
    }
    const queue = pipeline.openQueue(createSocketWriter(response));
    response.on('drain', () => queue.flush());
    const guard = createSessionGuard(scope.session, { access: pipeline.access });
    const stop = pipeline.stream(
      request,
      { transport: 'sse', requestId, queue, guard },
      {
        send: (payload) => response.write(nextEvent(payload)),
        fail: (error) => {
          response.write(nextEvent(Buffer.from(JSON.stringify({ errors: pipeline.showFailure(error, requestId) }))));
          // Deferred until the queue has uncorked the response: Node 24 loses what was written between `cork` and
          // `end`.
          queueMicrotask(() => response.end(complete));
        },
      },
    );
    let unreadKeepAlives = 0;
    const keepAlive = setInterval(() => {
      unreadKeepAlives = response.writableNeedDrain ? unreadKeepAlives + 1 : 0;
      if (unreadKeepAlives > maxUnreadKeepAlives) response.destroy();
      else if (unreadKeepAlives === 0) response.write(comment);
    }, keepAliveMs).unref();
    const close = (): void => {
      if (!streams.delete(response)) return;
      clearInterval(keepAlive);
      queue.close();
      stop();
      guard[Symbol.dispose]();
    };
    streams.set(response, close);
    response.once('close', close);
  }

  return {
    open,
    answer,
    stream,
    /** Ends every stream, and makes clients reconnect soon. */
    drain: () => {
      draining = true;
      for (const [response, close] of streams) {
        close();
        response.end(reconnectSoon);
      }
    },
  };
}

function nextEvent(payload: Buffer): Buffer {
  return Buffer.concat([nextPrefix, payload, eventEnd]);
}
