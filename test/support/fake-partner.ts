import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the fake partner answers one request. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
  /**
   * `cut`: the body ends in the middle. `hang`: nothing is sent. `drip`: single bytes are sent slowly and endlessly.
   * `flood`: endless data is sent as fast as it is read. `drop`: the connection is closed immediately.
   */
  readonly fault?: 'cut' | 'hang' | 'drip' | 'flood' | 'drop';
  /** Nothing is sent before this promise resolves. */
  readonly after?: Promise<unknown>;
}

/** An answer, or a function that creates it from the request. */
export type Script = ScriptedAnswer | ((request: RecordedRequest) => ScriptedAnswer);

/** A request as it was received. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with query, as sent by the client. */
  readonly url: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A partner that gives the answers of a test, in that order, over real HTTP on loopback. */
export interface FakePartner extends AsyncDisposable {
  /** Base URL without a slash at the end. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Number of connections that were closed before their answer was complete. */
  readonly brokenOff: number;
  /** Appends answers to the queue. A function gets the request. */
  answer(...answers: readonly Script[]): void;
  /** Resolves when `count` requests have been received. */
  received(count: number): Promise<void>;
  /** Resolves when the other side has closed a connection before its answer was complete. */
  nextBreakOff(): Promise<void>;
}

const unscripted: ScriptedAnswer = { status: 500, body: 'no answer was scripted' };
const dripMs = 20;
const floodChunk = Buffer.alloc(64 * 1024, 'x');

export interface FakePartnerOptions {
  /** The answer when the queue is empty. Default: status 500. */
  readonly otherwise?: Script;
  /** Default: any free port. A port that is used again represents the same partner after a restart. */
  readonly port?: number;
}

/** Address that refuses connections. A recently freed port may be in use again; this one is never assigned to a process. */
export const closedUrl = 'http://127.0.0.1:9';

/** Starts a fake partner. */
export async function openFakePartner({ otherwise = unscripted, port = 0 }: FakePartnerOptions = {}): Promise<FakePartner> {
  const queue: Script[] = [];
  const requests: RecordedRequest[] = [];
  const waiting = new Set<() => void>();
  let brokenOff = 0;
  const changed = () => {
    for (const check of waiting) check();
  };
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  const server = createServer(async (request, response) => {
    // A client that gave up while sending has not made a request.
    const recorded = await record(request).catch(() => undefined);
    if (recorded === undefined) return;
    requests.push(recorded);
    changed();
    response.on('close', () => {
      if (response.writableEnded) return;
      brokenOff += 1;
      changed();
    });
    const scripted = queue.shift() ?? otherwise;
    const answer = typeof scripted === 'function' ? scripted(recorded) : scripted;
    await answer.after;
    send(response, answer);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get brokenOff() {
      return brokenOff;
    },
    answer: (...answers) => {
      queue.push(...answers);
    },
    received: (count) => until(() => requests.length >= count),
    nextBreakOff: () => {
      const before = brokenOff;
      return until(() => brokenOff > before);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = request.url ?? '';
  return {
    method: request.method ?? '',
    url,
    query: new URL(url, 'http://partner').searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '', fault }: ScriptedAnswer): void {
  if (fault === 'hang') return;
  if (fault === 'drop') return void response.destroy();
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(isText ? body : JSON.stringify(body));
  response.writeHead(status, { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers });
  if (fault === 'cut') {
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
  } else if (fault === 'drip') {
    const timer = setInterval(() => response.write(' '), dripMs);
    response.on('close', () => clearInterval(timer));
  } else if (fault === 'flood') {
    const flood = () => {
      while (!response.destroyed && response.write(floodChunk));
    };
    response.on('drain', flood);
    flood();
  } else {
    response.end(bytes);
  }
}
