import { expect, test } from 'vitest';
import { globalIdOf } from '#platform/log/global-id.ts';
import { stringOfVersionKey } from '#platform/log/log-queries.ts';
import { noticeIssued, portEvent, portOf, scheduleOf, startMs } from '../../../test/support/arrival-evidence.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { evaluate } from '../facts/evaluate.ts';
import { createRowOf, stateOf } from '../store/state-rows.ts';
import { evaluateStep } from './evaluate-step.ts';
import { forgetErased } from './forget-erased.ts';

const versionId = (entityId: string) => globalIdOf('PortCallEvent', stringOfVersionKey({ entityId, sortKey: '1' }));
const events = ['planned', 'berthed'].map((entityId, hours) =>
  portEvent(hours, { versionId: versionId(entityId), eventID: entityId, classifierCode: hours === 0 ? 'EST' : 'ACT' }),
);
const views = [{ id: 'all', collected: [], shows: () => true }];
const step = { arrivalId: '["acme","TD1"]', views };

/** Returns an arrival that has berthed according to one of two events of the port. */
function berthed(): ArrivalState {
  const notice = { evidence: noticeIssued(0), partyTerms: [], partyWords: [] };
  const sides = new Map([['all', { schedule: { ...scheduleOf(0, '2026-03-09T10:00:00+08:00'), callKey: undefined }, port: portOf() }]]);
  const first = evaluateStep(undefined, { ...step, nowMs: startMs, notice, sides }, evaluate);
  return evaluateStep(first, { ...step, nowMs: startMs + 3_600_000, sides: new Map([['all', { port: portOf(...events) }]]) }, evaluate);
}

const nowMs = startMs + 7_200_000;
const state = berthed();
const stored = { ...createRowOf(() => [], { now: () => nowMs })(state, []), revision: 3 };

test('an arrival without an erased event states neither its time nor the state reached by it, and is due immediately', () => {
  expect(state.views['all']?.snapshot.state).toBe('BERTHED');
  const { row } = forgetErased(stored, [], { partner: undefined, events: new Set(['berthed']), nowMs }) ?? {};
  const view = row && stateOf(row).views['all'];
  expect([view?.snapshot.state, view?.port.events.map(({ eventID }) => eventID), row?.queryAtMs]).toEqual(['EXPECTED', ['planned'], nowMs]);
  expect(row?.document).not.toContain(versionId('berthed'));
});

test('an arrival without an erased partner states nothing from that partner', () => {
  for (const partner of ['port', 'acme']) {
    const { row } = forgetErased(stored, [], { partner, events: new Set(), nowMs }) ?? {};
    expect(row?.document.includes(`"source":"${partner === 'port' ? 'PORT' : 'SCHEDULE'}"`)).toBe(false);
  }
});

test('an arrival that contains nothing from erased data is not changed', () => {
  expect(forgetErased(stored, [], { partner: 'other', events: new Set(['other']), nowMs })).toBeUndefined();
});
