import { describe, expect, it } from 'vitest';
import { backoffDelayMs, defaultBackoff } from './backoff.ts';
import { connectionLost, errorOf, errorOfClose, errorOfStatus, LandfallClientError } from './client-error.ts';
import { type ConnectionStatus, createReconnection } from './reconnection.ts';

/** Delays that last until a test ends them. */
const endless = { initialMs: 1e8, maxMs: 1e8, jitter: 0 };
const refused = () => errorOfClose(4403, 'no');

function open(): { statuses: string[]; reconnection: ReturnType<typeof createReconnection>; leave: (error?: LandfallClientError) => void } {
  const statuses: string[] = [];
  const onStatus = ({ state, error }: ConnectionStatus) => void statuses.push(error ? `${state} ${error.code}` : state);
  const reconnection = createReconnection({ backoff: endless, onStatus });
  return { statuses, reconnection, leave: reconnection.join() };
}

describe('delays', () => {
  it('double from the first to the maximum, and are shortened randomly, down to nothing', () => {
    expect([1, 2, 3, 7, 100].map((failures) => backoffDelayMs(defaultBackoff, failures, 0))).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
    expect([0, 0.5, 1].map((random) => backoffDelayMs(defaultBackoff, 3, random))).toEqual([2_000, 1_000, 0]);
    expect(backoffDelayMs({ ...defaultBackoff, jitter: 0 }, 3, 1)).toBe(2_000);
  });
});

describe('a client that has lost its connection', () => {
  it('starts no attempt before the delay is over, and counts failures during the delay as the same failure', async () => {
    const { statuses, reconnection, leave } = open();
    await reconnection.waitForTurn();
    reconnection.succeeded();
    for (const error of [connectionLost('a'), connectionLost('b'), refused(), refused()]) reconnection.failed(error);
    const order: string[] = [];
    const turn = reconnection.waitForTurn().then(() => order.push('turn'));
    await Promise.resolve();
    order.push('waited');
    reconnection.wake();
    await turn;
    expect(order).toEqual(['waited', 'turn']);
    reconnection.succeeded();
    leave();
    expect(statuses).toEqual(['connecting', 'live', 'waiting CONNECTION_LOST', 'connecting', 'live', 'closed']);
  });

  it('gives up after a second rejection in a row, but not after one that follows an accepted attempt', () => {
    const { statuses, reconnection, leave } = open();
    reconnection.failed(refused());
    reconnection.wake();
    reconnection.succeeded();
    reconnection.failed(refused());
    reconnection.wake();
    expect(() => reconnection.failed(refused())).toThrow(LandfallClientError);
    leave(refused());
    expect(statuses.at(-1)).toBe('closed UNAUTHENTICATED');
  });

  it('gives up immediately if another attempt does not help', () => {
    const { reconnection } = open();
    expect(() => reconnection.failed(errorOf([{ message: 'no', extensions: { code: 'CURSOR_INVALID' } }]))).toThrow('no');
  });
});

describe('the reaction to an error', () => {
  it.each([
    ['transient', [1000, 1001, 1005, 1006, 1011, 1012, 1013, 4408, 4500]],
    ['unauthenticated', [4401, 4403]],
    ['fatal', [1009, 4400, 4406, 4409, 4429]],
  ])('%s: a socket closed with %s', (kind, codes) => {
    expect(codes.map((code) => errorOfClose(code, '').kind)).toEqual(codes.map(() => kind));
  });

  it.each([
    ['transient', [408, 429, 500, 502, 503, 504]],
    ['unauthenticated', [401]],
    ['fatal', [400, 403, 404, 405, 406, 413, 414, 415]],
  ])('%s: a status of %s', (kind, statuses) => {
    expect(statuses.map((status) => errorOfStatus(status).kind)).toEqual(statuses.map(() => kind));
  });

  it.each([
    [
      'transient',
      ['RATE_LIMITED', 'STORE_UNAVAILABLE', 'STORE_DAMAGED', 'SUBGRAPH_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'SHUTTING_DOWN', 'INTERNAL'],
    ],
    ['unauthenticated', ['UNAUTHENTICATED']],
    [
      'fatal',
      [
        'ENTITLEMENT_CHANGED',
        'CURSOR_INVALID',
        'GRAPHQL_VALIDATION_FAILED',
        'BAD_USER_INPUT',
        'DOCUMENT_NOT_TRUSTED',
        'FORBIDDEN',
        'TOO_MANY_OPERATIONS',
      ],
    ],
  ])('%s: the codes %s', (kind, codes) => {
    expect(codes.map((code) => errorOf([{ message: '', extensions: { code } }]).kind)).toEqual(codes.map(() => kind));
  });
});
