import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { TestPartner } from '../../support/partners.ts';
import { openPublishing } from '../publish/open-publishing.ts';
import { noticeOf, pushedTo } from './sent.ts';

const healthy = 199;
const warmingVersions = 3;
const pairs = 9;

test('Of 200 subscribers a dead one does not delay the others: their p99 stays what it is', async () => {
  await using crowd = await openCrowd();
  const takers = Array.from({ length: healthy }, (_, number): [string, TestPartner] => [
    `taker-${number}`,
    { lines: pushedTo(crowd.urlOf(number), { push: ['arrivalNotices'] }) },
  ]);
  const dead: TestPartner = {
    lines: [
      `publish: { push: { arrivalNotices: "${crowd.urlOf(healthy)}", retry: { firstMs: 20, maxMs: 50 } } }`,
      'limits: { timeoutMs: 250, concurrency: 16, requestsPerSecond: 1000 }',
    ],
  };
  await using landfall = await openPublishing({ ...Object.fromEntries(takers), dead });
  let number = 0;
  const waitsAfterPush = async (): Promise<readonly number[]> => {
    const reference = `DOC${number++}`;
    const came = crowd.next(reference);
    const pushed = performance.now();
    await landfall.push('acme', { arrivalNotices: [noticeOf(reference)] });
    return (await came).map((at) => at - pushed);
  };
  const p99Of = async (isDead: boolean): Promise<number> => {
    const hanging = crowd.setDead(isDead);
    await waitsAfterPush();
    // What is measured begins while a request to the dead one hangs.
    await hanging;
    const waits = await waitsAfterPush();
    return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
  };
  for (let warming = 0; warming < warmingVersions; warming += 1) await p99Of(false);
  // Each with the one that came right before it, and the ratio in the middle: whatever else the machine does meanwhile makes
  // both of a pair slower, or only some of the pairs.
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const alive = await p99Of(false);
    ratios.push((await p99Of(true)) / alive);
  }
  expect(ratios.toSorted((one, other) => one - other)[Math.floor(pairs / 2)]).toBeLessThan(1.5);
}, 60_000);

interface Crowd extends AsyncDisposable {
  /** Of a subscriber by its number; the last one may be dead. */
  urlOf(number: number): string;
  /** Resolves, for a dead one, when it has let a request hang. */
  setDead(isDead: boolean): Promise<void>;
  /** Resolves when all others have a document, with the times at which it came to each. */
  next(reference: string): Promise<readonly number[]>;
}

async function openCrowd(): Promise<Crowd> {
  const expected = new Map<string, (at: number) => void>();
  let isLastDead = false;
  let onHanging = () => {};
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const isLast = request.url?.startsWith(`/${healthy}/`);
    if (isLast && isLastDead) {
      onHanging();
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
    setDead: (isDead) => {
      isLastDead = isDead;
      return isDead ? new Promise((resolve) => (onHanging = resolve)) : Promise.resolve();
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
