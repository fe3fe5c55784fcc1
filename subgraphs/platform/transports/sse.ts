import type { ServerResponse } from 'node:http';
import type { PrepareResult, RequestPipeline, RequestScope } from './request-pipeline.ts';
import { createSessionGuard } from './session-guard.ts';
import { createSocketWriter } from './socket-writer.ts';

/** Answers GraphQL as server-sent events, one connection per operation (`graphql-sse`, distinct connections mode). */
export interface EventStreams {
  /** Takes over the response until the operation or the connection ends. */
  answer(request: PrepareResult, scope: RequestScope, response: ServerResponse): Promise<void>;
  /** Ends every stream; clients are told to come back soon. */
  drain(): void;
}

/** Time between two comments that keep proxies from closing a silent stream. */
const keepAliveMs = 15_000;

/** A client that has not taken anything for so many of those times is gone. */
const maxStalledBeats = 4;

const nextPrefix = Buffer.from('event: next\ndata: ');
const eventEnd = Buffer.from('\n\n');
const complete = 'event: complete\ndata:\n\n';
const comment = ':\n\n';
const comeBack = 'retry: 1000\n\n';

export function createEventStreams(edge: RequestPipeline): EventStreams {
  const open = new Map<ServerResponse, () => void>();

  /** Errors before execution are events too: the client's `EventSource` could not read them off another status. */
  async function answer(request: PrepareResult, scope: RequestScope, response: ServerResponse): Promise<void> {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': scope.requestId,
    });
    response.write(comment);
    if (request.kind === 'stream') return follow(request, scope, response);
    const result =
      request.kind === 'once' ? await edge.execute(request, scope) : { errors: edge.showErrors(request.errors, scope.requestId) };
    response.write(nextEvent(Buffer.from(JSON.stringify(result))));
    response.end(complete);
  }

  function follow(request: PrepareResult & { kind: 'stream' }, scope: RequestScope, response: ServerResponse): void {
    const queue = edge.openQueue(createSocketWriter(response));
    response.on('drain', () => queue.flush());
    const guard = createSessionGuard(scope.session, { access: edge.access });
    const stop = edge.follow(
      request,
      { transport: scope.transport, requestId: scope.requestId, queue, guard },
      {
        send: (payload) => response.write(nextEvent(payload)),
        fail: (error) => {
          response.write(nextEvent(Buffer.from(JSON.stringify({ errors: edge.showFailure(error, scope.requestId) }))));
          // Not while the queue has the response corked: Node 24 loses what was written between `cork` and `end`.
          queueMicrotask(() => response.end(complete));
        },
      },
    );
    let stalledBeats = 0;
    const beat = setInterval(() => {
      stalledBeats = response.writableNeedDrain ? stalledBeats + 1 : 0;
      if (stalledBeats > maxStalledBeats) response.destroy();
      else if (stalledBeats === 0) response.write(comment);
    }, keepAliveMs).unref();
    const close = (): void => {
      if (!open.delete(response)) return;
      clearInterval(beat);
      queue.close();
      stop();
      guard[Symbol.dispose]();
    };
    open.set(response, close);
    response.once('close', close);
  }

  return {
    answer,
    drain: () => {
      for (const [response, close] of open) {
        close();
        response.end(comeBack);
      }
    },
  };
}

function nextEvent(payload: Buffer): Buffer {
  return Buffer.concat([nextPrefix, payload, eventEnd]);
}
