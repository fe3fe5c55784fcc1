import { once } from 'node:events';
import { request as ask, createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@landfall/sandbox/random.ts';
import { type Counter, createCounter } from './counter.ts';

/** An HTTP proxy between two parties that randomly loses requests and responses. */
export interface FaultyConnection extends AsyncDisposable {
  readonly url: string;
  /** Counts the received requests. */
  readonly requests: Counter;
  /**
   * Sets the port to which requests are forwarded from now on. While no process listens there, connections are dropped.
   */
  lead(port: number): void;
  /** Forwards everything without faults from now on. */
  repair(): void;
}

export interface FaultyConnectionOptions {
  /**
   * Whether a push of one object may be answered on behalf of the other side, with a 200 and an ERROR about the object,
   * which the other side then never receives.
   */
  readonly refusesObjects?: boolean;
}

/**
 * What may happen to a request. `lost`: the connection is dropped before the other side gets the request. `unanswered`:
 * it is dropped after the other side has responded. `refused`: the proxy answers. `cut`: the response ends in the
 * middle. `late`: other requests overtake it.
 */
const mishaps = ['lost', 'unanswered', 'refused', 'cut', 'late'] as const;
const mishapShare = 0.5;
const maxLateMs = 150;
const refusedShare = 0.3;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Opens a proxy that does not forward anything yet. */
export async function openFaultyConnection(
  random: Random,
  { refusesObjects = false }: FaultyConnectionOptions = {},
): Promise<FaultyConnection> {
  const requests = createCounter();
  let [port, isRepaired] = [0, false];

  const travel = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    requests.add();
    const fate = isRepaired || !random.chance(mishapShare) ? 'arrives' : random.pick(mishaps);
    const onlyObject = refusesObjects && !isRepaired && random.chance(refusedShare) ? pathOfOnlyObject(body) : undefined;
    if (onlyObject !== undefined) return refuseObject(response, onlyObject);
    if (fate === 'lost') return void response.destroy();
    if (fate === 'refused') return refuse(response, random);
    if (fate === 'late') await wait(random.integer(1, maxLateMs));
    const answer = await passOn(request, { port, body });
    if (fate === 'unanswered') return void response.destroy();
    response.writeHead(answer.status, { ...endToEnd(answer.headers), 'content-length': answer.body.length });
    if (fate === 'cut') response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
    else response.end(answer.body);
  };
  const server = createServer((request, response) => {
    travel(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lead: (to) => {
      port = to;
    },
    repair: () => {
      isRepaired = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Forwards a request. @throws {Error} when the other side is not there, or ends before it has responded */
async function passOn(
  { method, url, headers }: IncomingMessage,
  { port, body }: { readonly port: number; readonly body: Buffer },
): Promise<Answer> {
  const sent = ask({ host: '127.0.0.1', port, agent: false, method, path: url, headers: endToEnd(headers) });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

function refuse(response: ServerResponse, random: Random): void {
  const isInWords = random.chance(0.5);
  response.writeHead(random.pick([500, 503, 429]), random.chance(0.5) ? { 'retry-after': '0' } : {});
  response.end(isInWords ? '<html>Bad road</html>' : undefined);
}

/** Returns the JSONPath of the only object in the list of a push; undefined for any other body. */
function pathOfOnlyObject(body: Buffer): string | undefined {
  if (body.length === 0) return undefined;
  const [list] = Object.entries(JSON.parse(body.toString()) as Readonly<Record<string, readonly unknown[]>>);
  return list?.[1].length === 1 ? `$.${list[0]}[0]` : undefined;
}

function refuseObject(response: ServerResponse, propertyPath: string): void {
  const element = { severity: 'ERROR', code: 7000, message: 'Refused on the road.', propertyPath };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ feedbackElements: [element] }));
}

/** Removes the headers that apply to a single connection. */
function endToEnd({ connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}
