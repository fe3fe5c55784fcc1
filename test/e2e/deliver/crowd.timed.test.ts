import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { TestPartner } from '../../support/partners.ts';
import { openPublishing } from '../publish/open-publishing.ts';
import { noticeOf, pushedTo } from './sent.ts';

const healthy = 199;
const rounds = 6;
const versionsARound = 6;

test('Of 200 subscribers a dead one does not delay the others: their p99 stays what it is', async () => {
  await using crowd = await openCrowd();
  const takers = Array.from({ length: healthy }, (_, number): [string, TestPartner] => [
    `taker-${number}`,
    { lines: pushedTo(crowd.urlOf(number), { push: ['arrivalNotices'] }) },
  ]);
  const dead: TestPartner = {
    lines: [
      `publish: { push: { arrivalNotices: "${crowd.urlOf(healthy)}" } }`,
      'limits: { timeoutMs: 250, concurrency: 16, requestsPerSecond: 1000 }',
    ],
  };
  await using landfall = await openPublishing(
    { ...Object.fromEntries(takers), dead },
    { DELIVERY_FIRST_RETRY_MS: '20', DELIVERY_MAX_RETRY_MS: '50' },
  );
  let number = 0;
  const p99Of = async (isDead: boolean): Promise<number> => {
    crowd.setDead(isDead);
    const waits: number[] = [];
    for (const last = number + versionsARound; number < last; number += 1) {
      const reference = `DOC${number}`;
      const came = crowd.next(reference);
      const pushed = performance.now();
      await landfall.push('acme', { arrivalNotices: [noticeOf(reference)] });
      for (const at of await came) waits.push(at - pushed);
    }
    return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
  };
  await p99Of(false);
  // By turns, and the best of each: the machine has ups and downs of its own.
  const p99s: Record<'alive' | 'dead', number[]> = { alive: [], dead: [] };
  for (let round = 0; round < rounds; round += 1) p99s[round % 2 === 0 ? 'alive' : 'dead'].push(await p99Of(round % 2 === 1));
  expect(crowd.unanswered).toBeGreaterThan(rounds / 2);
  expect(Math.min(...p99s.dead)).toBeLessThan(1.5 * Math.min(...p99s.alive) + 5);
}, 60_000);

interface Crowd extends AsyncDisposable {
  /** Of a subscriber by its number; the last one may be dead. */
  urlOf(number: number): string;
  setDead(isDead: boolean): void;
  /** Requests that the dead one has let hang. */
  readonly unanswered: number;
  /** Resolves when all others have a document, with the times at which it came to each. */
  next(reference: string): Promise<readonly number[]>;
}

async function openCrowd(): Promise<Crowd> {
  const expected = new Map<string, (at: number) => void>();
  let isDead = false;
  let unanswered = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const isLast = request.url?.startsWith(`/${healthy}/`);
    if (isLast && isDead) {
      unanswered += 1;
      return;
    }
    response.setHeader('content-type', 'application/json').end('{}');
    const { arrivalNotices } = JSON.parse(body.toString()) as { arrivalNotices: { transportDocumentReference: string }[] };
    if (!isLast) for (const { transportDocumentReference } of arrivalNotices) expected.get(transportDocumentReference)?.(performance.now());
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    urlOf: (number) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${number}`,
    setDead: (dead) => {
      isDead = dead;
    },
    get unanswered() {
      return unanswered;
    },
    next: (reference) =>
      new Promise((resolve) => {
        const times: number[] = [];
        expected.set(reference, (at) => {
          times.push(at);
          if (times.length < healthy) return;
          expected.delete(reference);
          resolve(times);
        });
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
