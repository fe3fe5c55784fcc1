import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { stringOfVersionKey } from '#platform/log/log-queries.ts';
import { allTermsOf } from '#platform/store/arrival-store.ts';
import { matchesFilter } from '#platform/store/version-store.ts';
import { hoursLater, noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import { type AlertReader, type AlertTermKind, readTermsOf } from '../alerts.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { evaluateStep } from '../evaluator/evaluate-step.ts';
import { evaluate } from '../facts/evaluate.ts';
import type { NoticeEvidence } from '../model.ts';
import { alertDocumentOf, alertVersionsOf } from './alert-entries.ts';
import { parseCompactJson } from './compact-json.ts';
import { type AudienceTenant, createRowOf, scopeOf, scopeOfTenant, stateOf } from './state-rows.ts';

const arrivalId = '["acme","FARM00012345"]';
const partyTerms = ['party:SMDG\nblue'];
const [nowMs, clock] = [startMs + 3_600_000, { now: () => startMs + 3_600_000 }];

/** Returns the state in two views after versions of the notice that are an hour apart. */
function stateAfter(...versions: readonly Partial<NoticeEvidence>[]): ArrivalState {
  let state: ArrivalState | undefined;
  for (const [hours, changes] of versions.entries()) {
    const notice = { evidence: noticeIssued(hours, changes), partyTerms, partyWords: [] };
    const views = ['all', 'v1'].map((id) => ({ id, collected: [], shows: () => true }));
    const step = { arrivalId, views, nowMs: startMs + hours * 3_600_000, notice };
    state = evaluateStep(state === undefined ? undefined : { ...state, pending: [] }, step, evaluate);
  }
  if (state === undefined) throw new Error('a scenario needs a version');
  return state;
}

const arriving = (value: string, classifier = 'EST') => ({ portOfDischargeArrivalDate: { value, classifier } });
const moved = stateAfter(arriving('2026-03-05'), arriving('2026-03-06'));
const charge = (hundredths: number) => ({
  ...arriving('2026-03-05'),
  charges: [{ currencyCode: 'EUR', chargeName: 'Demurrage', hundredths }],
});

const tenant = (name: string, changes: Partial<AudienceTenant> = {}): AudienceTenant => ({
  name,
  view: 'all',
  thresholds: defaultAlertThresholds,
  charges: true,
  ...changes,
});
const patient = tenant('patient', { thresholds: { ...defaultAlertThresholds, etaChangedHours: 48 } });
const tenants = [tenant('blue'), tenant('red'), patient];

const rowOf = createRowOf(() => tenants, clock);
const markOf = (target: string, kind: 'ACKNOWLEDGED' | 'SNOOZED' | 'COLLECTED', until?: string) =>
  ({ tenant: 'blue', arrivalId, target, kind, at: hoursLater(1), ...(until === undefined ? {} : { until }) }) as const;
const alertId = moved.views['all']?.openAlerts[0]?.alertId ?? '';

describe('the row of an arrival', () => {
  test('contains the whole state, the terms of its notice, and the parties that may see it', () => {
    const row = rowOf(moved, []);
    expect(stateOf(row)).toEqual({ ...JSON.parse(JSON.stringify(moved)), pending: [], wakeAtMs: row.wakeAtMs });
    expect(row).toMatchObject({ arrivalId, partner: 'acme' });
    expect(allTermsOf(row)).toEqual(
      expect.arrayContaining([
        'partner:acme',
        ...partyTerms,
        'document:FARM00012345',
        'container:FARU1000027',
        'visit:9321483:SGSIN',
        'ship:9321483',
        'port:SGSIN',
        'state:all:EXPECTED',
        'state:v1:EXPECTED',
      ]),
    );
    expect(row).not.toHaveProperty('hasPending');
  });

  test('contains equal views once, and reads them as one object', () => {
    const { views } = stateOf(rowOf(moved, []));
    expect(views['v1']).toBe(views['all']);
    const [view] = Object.values(moved.views);
    if (view === undefined) throw new Error('a scenario has views');
    // A copy with equal content, and one that differs in a single value.
    const others = { v1: structuredClone(view), v2: { ...view, changedAtMs: view.changedAtMs + 1 } };
    const read = stateOf(rowOf({ ...moved, views: { all: view, ...others } }, []));
    expect(read.views).toEqual(JSON.parse(JSON.stringify({ all: view, ...others })));
    expect(read.views['v2']).not.toBe(read.views['all']);
  });

  test('has one entry for each audience, which needs attention if an alert reaches the thresholds of the audience', () => {
    const entries = rowOf(moved, []).entries.map(({ scopes, rank, needsAttention }) => [...scopes, rank, needsAttention]);
    expect(entries).toEqual([
      ['all/6-24-2-72', 2, true],
      ['all/48-24-2-72', 0, false],
    ]);
  });

  test('has a separate entry for a tenant with marks, which does not need attention if the alert is acknowledged or snoozed', () => {
    const ownEntry = (...marks: readonly ReturnType<typeof markOf>[]) =>
      rowOf(moved, marks).entries.find(({ scopes }) => scopes.includes(scopeOfTenant('blue')));
    expect(ownEntry()).toBeUndefined();
    expect(ownEntry(markOf(alertId, 'ACKNOWLEDGED'))).toMatchObject({ rank: 0, needsAttention: false, isOpen: true });
    expect(ownEntry(markOf('another', 'ACKNOWLEDGED'))).toMatchObject({ rank: 2, needsAttention: true });
    expect(ownEntry(markOf(alertId, 'SNOOZED', hoursLater(2)))).toMatchObject({ needsAttention: false });
    expect(ownEntry(markOf(alertId, 'SNOOZED', hoursLater(0.5)))).toMatchObject({ needsAttention: true });
    expect(ownEntry(markOf(arrivalId, 'COLLECTED'))).toMatchObject({ rank: 0, needsAttention: false, isOpen: false });
    const [audience] = rowOf(moved, [markOf(arrivalId, 'COLLECTED')]).entries;
    expect(audience).toMatchObject({ scopes: ['all/6-24-2-72'], isOpen: true, needsAttention: true });
  });

  test('is due at the end of a snooze', () => {
    const state = { ...moved, wakeAtMs: nowMs + 9_000_000 };
    expect(rowOf(state, []).wakeAtMs).toBe(nowMs + 9_000_000);
    expect(rowOf(state, [markOf(alertId, 'SNOOZED', hoursLater(2))]).wakeAtMs).toBe(nowMs + 3_600_000);
    expect(rowOf(state, [markOf(alertId, 'SNOOZED', hoursLater(0.5))]).wakeAtMs).toBe(nowMs + 9_000_000);
  });

  test('is not urgent before the arrival is near, and is due then', () => {
    const far = stateAfter(arriving('2026-03-20'), arriving('2026-03-24'));
    const { bestTimeMs = 0 } = far.views['all']?.snapshot ?? {};
    const beforeMs = Date.parse('2026-03-20T00:00:00+08:00');
    const nearMs = beforeMs - 5 * 86_400_000;
    expect(bestTimeMs).toBeGreaterThan(beforeMs);
    const before = createRowOf(() => tenants, { now: () => nearMs - 1 })({ ...far, wakeAtMs: undefined }, []);
    expect(before.entries[0]).toMatchObject({ rank: 2, needsAttention: true, isUrgent: false });
    expect(before.wakeAtMs).toBe(nearMs);
    const after = createRowOf(() => tenants, { now: () => nearMs })({ ...far, wakeAtMs: undefined }, []);
    expect(after.entries[0]).toMatchObject({ rank: 2, needsAttention: true, isUrgent: true });
    expect(after.wakeAtMs).toBeUndefined();
  });

  test('does not need the attention of a tenant without the right to charges because of charges', () => {
    const state = stateAfter(charge(100), charge(200));
    const without = tenant('green', { charges: false });
    const row = createRowOf(() => [tenant('blue'), without], clock)(state, []);
    expect(row.entries.map(({ scopes, needsAttention }) => [...scopes, needsAttention])).toEqual([
      [scopeOf(tenant('blue')), true],
      [scopeOf(without), false],
    ]);
  });
});

describe('the versions of alerts', () => {
  const readBy = (state: ArrivalState, term: AlertTermKind, reader: Partial<AlertReader>): number => {
    const all = [readTermsOf(term, { view: 'all', thresholds: defaultAlertThresholds, charges: true, ...reader })];
    return alertVersionsOf(state).filter((version) => matchesFilter({ all }, version)).length;
  };

  test('are read by callers that have the view, and by the thresholds that the alert reaches', () => {
    expect(alertVersionsOf(moved)).toHaveLength(1);
    expect(readBy(moved, 'at', {})).toBe(1);
    expect(readBy(moved, 'at', { view: 'v1' })).toBe(1);
    expect(readBy(moved, 'at', { view: 'v2' })).toBe(0);
    expect(readBy(moved, 'at', { thresholds: { ...defaultAlertThresholds, etaChangedHours: 24 } })).toBe(1);
    expect(readBy(moved, 'at', { thresholds: patient.thresholds })).toBe(0);
  });

  test('share the line about the visit with those of other documents, and are read in their earlier form', () => {
    const [version = expect.fail()] = alertVersionsOf(moved);
    const { entityId } = version;
    const content = alertDocumentOf(version);
    expect(content).toMatchObject({ arrivalId, alertId, kind: 'ETA_CHANGED' });
    const [own = '', _, ...others] = version.document.toString().split('\n');
    expect([Object.keys(JSON.parse(own)), others]).toEqual([['versions'], []]);

    expect(alertDocumentOf({ entityId, document: Buffer.from(JSON.stringify(content)) })).toEqual(content);
  });

  test('name the versions of the notice by their sort keys, with the same content', () => {
    const times = ['2026-03-01T10:00:00', '2026-03-01T11:00:00'];
    const ids = times.map((sortKey) => globalIdOf('ArrivalNoticeVersion', stringOfVersionKey({ entityId: arrivalId, sortKey })));
    const days = ['2026-03-05', '2026-03-06'];
    const [version = expect.fail()] = alertVersionsOf(
      stateAfter(...days.map((day, place) => ({ ...arriving(day), versionId: ids[place] ?? '' }))),
    );
    const [own = ''] = version.document.toString().split('\n');
    for (const time of times) expect(own).toContain(time);
    for (const id of ids) expect(own).not.toContain(id);
    const { steps, evidence } = alertDocumentOf(version);
    expect(evidence).toEqual(ids.map((id, hours) => ({ source: 'NOTICE', partner: 'acme', id, at: hoursLater(hours) })).toReversed());
    for (const { before, after } of steps) expect([before?.time?.evidence.id, after?.time?.evidence.id]).toEqual(ids);
  });

  test('are open until they are closed', () => {
    const closed = stateAfter(arriving('2026-03-05'), arriving('2026-03-06'), arriving('2026-03-06', 'ACT'));
    const [last] = alertVersionsOf(closed).filter(({ entityId }) => entityId.includes(alertId));
    expect(last?.sortKey).toBe('000001');
    const ofAlert = { ...closed, pending: closed.pending.filter(({ transition }) => transition.alertId === alertId) };
    expect([readBy(moved, 'open', {}), readBy(moved, 'closed', {})]).toEqual([1, 0]);
    expect([readBy(ofAlert, 'open', {}), readBy(ofAlert, 'closed', {})]).toEqual([0, 1]);
  });

  test('about charges are read only with the right to charges', () => {
    const state = stateAfter(charge(100), charge(200));
    expect([readBy(state, 'at', { charges: true }), readBy(state, 'at', { charges: false })]).toEqual([1, 0]);
  });

  test('contain the terms by which a caller may see the notice, and the arrival they belong to', () => {
    for (const { index, partner, receivedBy, entityId } of alertVersionsOf(moved)) {
      expect(index.terms).toEqual(expect.arrayContaining(['partner:acme', ...partyTerms, `arrival:${arrivalId}`]));
      expect([partner, receivedBy, JSON.parse(entityId)[0]]).toEqual(['acme', 'DERIVED', arrivalId]);
    }
  });
});

const freeUntil = (...days: readonly string[]): Partial<NoticeEvidence> => ({
  containers: days.map((_, index) => ({ equipmentReference: `FARU100002${index}` })),
  freeTimes: days.map((value, index) => ({
    ...{ typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences: [`FARU100002${index}`] },
    lastFreeDate: { value },
  })),
});
const acknowledged = ({ views }: ArrivalState) => (views['all']?.openAlerts ?? []).map((alert) => markOf(alert.alertId, 'ACKNOWLEDGED'));

describe('a deadline', () => {
  const twoDaysLeft = stateAfter({ ...arriving('2026-03-20'), ...freeUntil('2026-03-04') });
  const later = (days: number): ArrivalState => {
    const views = [{ id: 'all', collected: [], shows: () => true }];
    return evaluateStep({ ...twoDaysLeft, pending: [] }, { arrivalId, views, nowMs: startMs + days * 86_400_000 }, evaluate);
  };
  const ofBlue = (state: ArrivalState) =>
    rowOf(state, acknowledged(twoDaysLeft)).entries.find(({ scopes }) => scopes.includes(scopeOfTenant('blue')))?.needsAttention;

  test('that was acknowledged at 2 days left needs attention again on the last day, and after it', () => {
    expect(acknowledged(twoDaysLeft)).toHaveLength(1);
    expect([twoDaysLeft, later(1), later(2), later(3), later(10)].map(ofBlue)).toEqual([false, true, true, true, true]);
  });

  test('comes before all other alerts: the day most days ago first, then the nearest, then by severity', () => {
    const rankOf = (state: ArrivalState) => rowOf(state, []).entries[0]?.rank ?? 0;
    const ship = { arrivalLeg: { vesselIMONumber: '9999999' } };
    const ranked = [
      stateAfter({ ...arriving('2026-03-20'), ...freeUntil('2026-02-24', '2026-03-03') }),
      stateAfter({ ...arriving('2026-03-20'), ...freeUntil('2026-03-01') }),
      stateAfter({ ...arriving('2026-03-20'), ...freeUntil('2026-03-02') }),
      stateAfter({ ...arriving('2026-03-20'), ...freeUntil('2026-03-04') }),
      stateAfter(arriving('2026-03-20'), { ...arriving('2026-03-20'), ...ship }),
      moved,
      stateAfter(arriving('2026-03-20')),
    ];
    const ranks = ranked.map(rankOf);
    expect(ranks).toEqual(ranks.toSorted((left, right) => right - left));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(ranks.slice(4)).toEqual([3, 2, 0]);
  });
});

test('an alert whose severity rises is selected by each severity only while it has it', () => {
  const reader: AlertReader = tenant('blue');
  const overdueFor = (hours: number): ArrivalState => {
    const views = [{ id: 'all', collected: [], statesActualTimes: true, shows: () => true }];
    const notice = { evidence: noticeIssued(0, arriving('2026-03-01')), partyTerms, partyWords: [] };
    // The day ends at 16:00 UTC.
    return evaluateStep(undefined, { arrivalId, views, nowMs: Date.parse('2026-03-01T16:00:00Z') + hours * 3_600_000, notice }, evaluate);
  };
  const found = (state: ArrivalState) =>
    (['LOOK', 'ACT_NOW', 'INFO'] as const).map((severity) => {
      const all = [readTermsOf('open', reader, { kinds: ['OVERDUE'], severities: [severity] })];
      return alertVersionsOf(state).some((version) => matchesFilter({ all }, version));
    });
  expect(found(overdueFor(30))).toEqual([true, false, false]);
  expect(found(overdueFor(80))).toEqual([false, true, false]);
});

test('a row of version 0.2.0 has the same alerts in the present form, which raises none of them again and closes them', async () => {
  const document = await readFile(new URL('../../../test/fixtures/arrivals/row-of-0.2.0.txt', import.meta.url), 'utf8');
  const stored = parseCompactJson(document) as ArrivalState;
  const read = stateOf({ document });
  const idsOf = (state: ArrivalState | undefined) =>
    state?.views['all']?.openAlerts.map((alert) => `${alert.kind} ${alert.alertId}`).toSorted();
  expect(read.views['all']?.snapshot).toEqual(stored.views['all']?.snapshot);
  expect(idsOf(read)).toEqual(idsOf(stored));
  expect(idsOf(read)).toHaveLength(5);
  const views = [{ id: 'all', collected: [], shows: () => true }];
  const step = { arrivalId: read.arrivalId, views, nowMs: startMs + 3 * 3_600_000 };
  const again = evaluateStep(read, step, evaluate);
  expect([again.pending, idsOf(stateOf(rowOf(again, [])))]).toEqual([[], idsOf(stored)]);
  const { schedule, port } = read.views['all'] ?? {};
  if (schedule === undefined || port === undefined) throw new Error('the row has a view');
  const event = { ...port.events[0], versionId: 'event-4', serviceDateTime: '2026-03-11T04:00:00Z', eventUpdatedDateTime: hoursLater(4) };
  const moved = { ...port, events: [event] } as typeof port;
  const closed = evaluateStep(again, { ...step, nowMs: startMs + 4 * 3_600_000, sides: new Map([['all', { port: moved }]]) }, evaluate);
  const closing = closed.pending.filter(({ transition }) => transition.transition === 'CLOSED');
  expect(closing.map(({ transition: { kind, alertId: id } }) => `${kind} ${id}`).filter((id) => !idsOf(stored)?.includes(id))).toEqual([]);
  expect(closing.map(({ transition: { kind } }) => kind)).toContain('SOURCES_DISAGREE');
});
