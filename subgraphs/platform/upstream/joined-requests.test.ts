import { expect, test } from 'vitest';
import { joinEqualRequests } from './joined-requests.ts';
import type { OnBusy } from './limiter.ts';

/** Creates an answer that is pending, and the functions that settle it. */
function deferred<T>() {
  let settle = { resolve: (_: T): void => undefined, reject: (_: Error): void => undefined };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value: T) => settle.resolve(value), reject: (error: Error) => settle.reject(error) };
}

const now = 1_000;
const forever = now + 60_000;

test('equal queries share a request, even when no caller waited for it in between', async () => {
  const requests = joinEqualRequests<string>({ now: () => now });
  const [answer, queried] = [deferred<string>(), [] as string[]];
  const sendQuery = (key: string) => {
    queried.push(key);
    return answer.promise;
  };
  expect(await requests('a', () => sendQuery('a'), { waitUntil: now })).toEqual({ kind: 'PENDING' });
  const waiting = requests('a', () => sendQuery('a'), { waitUntil: forever });
  answer.resolve('late');
  expect(await waiting).toEqual({ kind: 'ANSWERED', answer: 'late' });
  await requests('a', () => sendQuery('a'), { waitUntil: forever });
  expect(queried).toEqual(['a', 'a']);
});

test('neither current nor later queries wait for a partner that requested a pause, unless they opt in', async () => {
  const requests = joinEqualRequests<string>({ now: () => now });
  const [answer, busy] = [deferred<string>(), { until: now + 5_000, isOwnLimit: false }];
  let tellBusy: OnBusy = () => undefined;
  const sendQuery = (onBusy: OnBusy) => {
    tellBusy = onBusy;
    return answer.promise;
  };
  const first = requests('a', sendQuery, { waitUntil: forever });
  const patient = requests('a', sendQuery, { waitUntil: forever, waitsForBusy: true });
  const lessPatient = requests('a', sendQuery, { waitUntil: now + 4_000, waitsForBusy: true });
  tellBusy(busy);
  const left = { kind: 'PARTNER_BUSY', busy };
  expect(await Promise.all([first, lessPatient, requests('a', sendQuery, { waitUntil: forever })])).toEqual([left, left, left]);
  answer.resolve('late');
  expect(await patient).toEqual({ kind: 'ANSWERED', answer: 'late' });
});

test('queries wait for our own limits as long as their turn is expected in time', async () => {
  const requests = joinEqualRequests<string>({ now: () => now });
  const answer = deferred<string>();
  const busy = { until: now + 500, isOwnLimit: true };
  const sendQuery = (onBusy: OnBusy) => {
    onBusy(busy);
    return answer.promise;
  };
  expect(await requests('a', sendQuery, { waitUntil: now + 400 })).toEqual({ kind: 'PARTNER_BUSY', busy });
  const waiting = requests('a', sendQuery, { waitUntil: now + 60_000 });
  answer.resolve('in time');
  expect(await waiting).toEqual({ kind: 'ANSWERED', answer: 'in time' });
});

test('a failure reaches the waiting queries, and no others', async () => {
  const requests = joinEqualRequests<string>({ now: () => now });
  const answer = deferred<string>();
  await requests('a', () => answer.promise, { waitUntil: now });
  const waiting = requests('a', () => answer.promise, { waitUntil: forever });
  answer.reject(new Error('broken'));
  await expect(waiting).rejects.toThrow('broken');
  await expect(requests('a', async () => 'anew', { waitUntil: forever })).resolves.toEqual({ kind: 'ANSWERED', answer: 'anew' });
});
