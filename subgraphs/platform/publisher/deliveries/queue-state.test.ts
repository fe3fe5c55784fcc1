import { describe, expect, test } from 'vitest';
import type { DeliveryMessage } from '../../store/delivery-store.ts';
import { afterAttempt, messagesOf, noBackoff, type QueueStep } from './queue-state.ts';
import type { DeliveryOutcome } from './send-delivery.ts';

const now = Date.UTC(2026, 10, 27, 12);
const key = { subscriber: 'acme', log: 'arrival-notice-versions' } as const;
const retry = { firstRetryMs: 1_000, maxRetryMs: 3_600_000, giveUpMs: 259_200_000 };
const error = { code: 'UPSTREAM_UNREACHABLE', message: 'in.acme.example failed (500).' };

const messageOf = (id: string, more: Partial<DeliveryMessage> = {}): DeliveryMessage => ({
  ...{ id, sequences: [1], createdAt: '2026-11-27T11:00:00.000Z', attempts: 0 },
  ...more,
});
const stepOf = (...messages: readonly DeliveryMessage[]): QueueStep => ({
  state: { offset: 9, messages, startedAt: '2026-11-01T00:00:00.000Z' },
  backoff: noBackoff,
  deadLetters: [],
});
const end = (step: QueueStep, id: string, outcome: DeliveryOutcome, at = now): QueueStep => {
  const message = step.state.messages.find((each) => each.id === id) ?? messageOf(id);
  return afterAttempt(step, { message, startedAt: at - 5, endedAt: at, sent: message.sequences, outcome }, { key, retry, now: at });
};

describe('after a failed attempt', () => {
  const outage = { kind: 'RETRY', error, isOutage: true, maybeDelivered: false } as const;

  test('that the message may have caused, others wait for the shortest pause only, however often it fails', () => {
    let step = stepOf(messageOf('poison'), messageOf('other'));
    let at = now;
    for (let failures = 0; failures < 10; failures += 1) {
      step = end(step, 'poison', { ...outage, isOutage: false }, at);
      expect(step.backoff.pausedUntil - at).toBeLessThanOrEqual(retry.firstRetryMs);
      at = Date.parse(step.state.messages[0]?.nextAttemptAt ?? '') + 1;
    }
    expect(at - now).toBeGreaterThan(100_000);
  });

  test('in an outage the pause of all doubles, and attempts of the same moment count once', () => {
    const first = end(stepOf(messageOf('one'), messageOf('two')), 'one', outage);
    const same = end(first, 'two', outage);
    expect([first.backoff.failures, same.backoff.failures]).toEqual([1, 1]);
    const later = end(same, 'one', outage, now + 2_000);
    expect(later.backoff.failures).toBe(2);
    expect(later.backoff.pausedUntil - now - 2_000).toBeGreaterThanOrEqual(1_000);
  });

  test('a message gives up after its own time only, however long others have failed', () => {
    const failing = { ...stepOf(messageOf('waited')).state, failingSince: '2026-11-01T00:00:00.000Z' };
    const waited = end({ ...stepOf(), state: failing }, 'waited', outage);
    expect([waited.deadLetters, waited.state.messages.length]).toEqual([[], 1]);
    const tried = messageOf('tried', { firstTriedAt: '2026-11-24T11:59:00.000Z', attempts: 40 });
    expect(end(stepOf(tried), 'tried', outage).deadLetters).toMatchObject([{ messageID: 'tried', reason: 'EXPIRED', attempts: 41 }]);
  });
});

test('the newest attempts are kept, the newest first', () => {
  let step = stepOf(messageOf('first'));
  step = end(step, 'first', { kind: 'RETRY', error, isOutage: true, maybeDelivered: true });
  const at = '2026-11-27T12:00:00.000Z';
  expect(step.state.attempts).toEqual([
    { at, messageID: 'first', ranges: [[1, 1]], outcome: 'RETRY', durationMs: 5, errorCode: error.code, errorMessage: error.message },
  ]);
  for (let number = 0; number < 30; number += 1) {
    const queued = { ...step, state: { ...step.state, messages: [messageOf(`message ${number}`)] } };
    step = end(queued, `message ${number}`, { kind: 'DELIVERED', refused: [] });
  }
  expect(step.state.attempts).toHaveLength(20);
  expect(step.state.attempts?.[0]).toEqual({ at, messageID: 'message 29', ranges: [[1, 1]], outcome: 'DELIVERED', durationMs: 5 });
});

test('versions become messages within the limits, and one that waits for an earlier message delays no other', () => {
  const entryOf = (sequence: number, orderKey: string, byteLength = 100) => ({ sequence, orderKey, byteLength });
  const entries = [entryOf(1, 'a'), entryOf(2, 'held'), entryOf(3, 'b'), entryOf(4, 'held'), entryOf(5, 'c'), entryOf(6, 'd', 900)];
  const created = messagesOf(entries, { isPending: (name) => name === 'held', limits: { maxObjects: 2, maxBodyBytes: 500 }, at: '' });
  expect(created.map(({ message }) => message.sequences)).toEqual([[1, 3], [2, 4], [5], [6]]);
});
