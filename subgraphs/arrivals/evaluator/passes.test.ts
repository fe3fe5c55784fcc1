import { expect, test } from 'vitest';
import type { StoredArrival } from '#platform/store/arrival-store.ts';
import type { ArrivalState } from '../arrival-state.ts';
import type { EvaluatorContext } from './evaluate-arrivals.ts';
import { createRefresh } from './passes.ts';

/** Two pages and a half. */
const count = 125;
const { signal } = new AbortController();

/** Creates the passes over arrivals whose entries never fit the tenants, and counts the arrivals that are updated. */
function openPasses() {
  const state = { notice: { partner: 'acme' }, partyTerms: [], partyWords: [], views: {}, pending: [] } as unknown as ArrivalState;
  const ids = Array.from({ length: count }, (_, index) => JSON.stringify(['acme', String(index).padStart(3, '0')]));
  const rows = ids.map((arrivalId): StoredArrival => {
    const entry = { scopes: ['former'] as const, rank: 0, changedAtMs: 0, isOpen: true, needsAttention: false, isUrgent: false };
    return { arrivalId, partner: 'acme', document: JSON.stringify(state), terms: [], entries: [entry], revision: 1 };
  });
  let updated = 0;
  const context = {
    store: {
      arrivals: {
        scan: async ({ after = '', limit }: { after?: string; limit: number }) =>
          rows.filter(({ arrivalId }) => arrivalId > after).slice(0, limit),
        findMarks: async () => [],
      },
    },
    update: async (changed: readonly string[]) => {
      updated += changed.length;
    },
    tenants: () => [],
    views: () => [],
    findActualTimes: async () => () => false,
    clock: { now: () => 0, wait: async () => undefined },
  } as unknown as EvaluatorContext;
  return { refresh: createRefresh(context), updated: () => updated };
}

test('all arrivals are updated at a start, page by page, and none again afterwards', async () => {
  const { refresh, updated } = openPasses();
  expect([await refresh.evaluatePage(signal), updated()]).toEqual([true, 50]);
  while (await refresh.evaluatePage(signal));
  expect(updated()).toBe(count);
  await refresh.evaluatePage(signal);
  expect(updated()).toBe(count);
});

test('all arrivals are updated again if the tenants change during a pass', async () => {
  const { refresh, updated } = openPasses();
  await refresh.evaluatePage(signal);
  refresh.request();
  while (await refresh.evaluatePage(signal));
  expect(updated()).toBe(50 + count);
});
