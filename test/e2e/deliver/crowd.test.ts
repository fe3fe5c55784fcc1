import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import type { TestPartner } from '../../support/partners.ts';
import { until } from '../../support/until.ts';
import { openPublishing } from '../publish/open-publishing.ts';
import { noticeOf, pushedTo } from './sent.ts';

const healthy = 198;
const [hanging, failing] = [healthy, healthy + 1];
const versions = 5;

test('200 subscribers: all healthy ones get every version while a request to one dead subscriber hangs and another one fails', async () => {
  await using crowd = await openCrowd();
  const partnerOf = (number: number, lines: readonly string[]): [string, TestPartner] => [`taker-${number}`, { lines }];
  const takers = Array.from({ length: healthy }, (_, number) =>
    partnerOf(number, pushedTo(crowd.urlOf(number), { push: ['arrivalNotices'] })),
  );
  const dead = [hanging, failing].map((number) =>
    partnerOf(number, [
      `publish: { push: { arrivalNotices: "${crowd.urlOf(number)}", retry: { firstMs: 20, maxMs: 50 } } }`,
      // One request hangs until the end of the test, so a delivery that waited for it would never be made.
      'limits: { timeoutMs: 600000, deadlineMs: 600000, concurrency: 16, requestsPerSecond: 1000 }',
    ]),
  );
  await using landfall = await openPublishing(Object.fromEntries([...takers, ...dead]));
  for (let number = 0; number < versions; number += 1) {
    const reference = `DOC${number}`;
    const received = crowd.received(reference);
    await landfall.push('acme', { arrivalNotices: [noticeOf(reference)] });
    await Promise.all([received, crowd.isHanging]);
  }
  await until(() => crowd.requestsOf(failing) > 1);
});

interface Crowd extends AsyncDisposable {
  /** Returns the URL of a subscriber by its number. */
  urlOf(number: number): string;
  requestsOf(number: number): number;
  /** Resolves when a request hangs. */
  readonly isHanging: Promise<void>;
  /** Resolves when all healthy subscribers have received a document. */
  received(reference: string): Promise<void>;
}

async function openCrowd(): Promise<Crowd> {
  const missing = new Map<string, { count: number; readonly onAll: () => void }>();
  const requests = new Map<number, number>();
  const isHanging = deferred();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const number = Number(request.url?.split('/')[1]);
    requests.set(number, (requests.get(number) ?? 0) + 1);
    if (number === hanging) return isHanging.resolve();
    if (number === failing) return void response.writeHead(503).end();
    response.setHeader('content-type', 'application/json').end('{}');
    const { arrivalNotices } = JSON.parse(body.toString()) as { arrivalNotices: { transportDocumentReference: string }[] };
    for (const { transportDocumentReference } of arrivalNotices) {
      const awaited = missing.get(transportDocumentReference);
      if (awaited === undefined) continue;
      awaited.count -= 1;
      if (awaited.count === 0) awaited.onAll();
    }
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    urlOf: (number) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${number}`,
    requestsOf: (number) => requests.get(number) ?? 0,
    isHanging: isHanging.promise,
    received: (reference) => {
      const all = deferred();
      missing.set(reference, { count: healthy, onAll: all.resolve });
      return all.promise;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
