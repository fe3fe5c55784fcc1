import { expect, test } from 'vitest';
import type { ArrivalStore } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { createRowOf } from '../store/state-rows.ts';
import { viewsOf, viewsOfArrival } from '../tenant-views.ts';
import { evaluateStep } from './evaluate-step.ts';
import { createUpdateArrivals } from './update-arrivals.ts';

const count = 100;
const states = new Map(
  Array.from({ length: count }, (_, index): [string, ArrivalState] => {
    const arrivalId = JSON.stringify(['acme', String(index)]);
    const notice = { evidence: noticeIssued(0, { transportDocumentReference: String(index) }), partyTerms: [], partyWords: [] };
    return [arrivalId, evaluateStep(undefined, { arrivalId, views: viewsOfArrival(viewsOf([]), 'acme', []), nowMs: startMs, notice })];
  }),
);

test('other requests are answered while a page of arrivals is changed', async () => {
  const arrivals: Partial<ArrivalStore> = { findMarks: async () => [], write: async (writes) => writes.map(() => true) };
  const rowOf = createRowOf(() => [], { now: () => startMs });
  const update = createUpdateArrivals({ arrivals } as Store, rowOf, () => {});
  let turns = 0;
  let isChanging = true;
  const countTurns = () => {
    turns += 1;
    if (isChanging) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const read = new Map([...states].map(([id, state]) => [id, { revision: 1, state }]));
  const turnsBefore: number[] = [];
  const change = (_: string, state: ArrivalState | undefined) => {
    turnsBefore.push(turns);
    return state;
  };
  await update([...states.keys()], change, { read });
  isChanging = false;
  expect(turnsBefore).toHaveLength(count);
  const together = turnsBefore.map((turn) => turnsBefore.filter((other) => other === turn).length);
  expect(Math.max(...together)).toBeLessThanOrEqual(8);
});
