import { describe, expect, it } from 'vitest';
import { partyTermOf } from '#platform/access/visibility.ts';
import { hoursLater, noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import type { PartialAnswer } from '../../../test/support/partial-answer.ts';
import { type ArrivalState, shownIn } from '../arrival-state.ts';
import type { PortFieldsFragment } from '../generated/queries.ts';
import { arrivalIdOf } from '../model.ts';
import { callKeyOf } from '../statements/notice.ts';
import { portEventOf } from '../statements/port.ts';
import { viewOf, viewsOf } from '../tenant-views.ts';
import { type EvaluationRequest, stateAfter } from './evaluate-arrivals.ts';
import type { SideAnswers } from './side-queries.ts';

const views = viewsOf([]);
const arrivalId = arrivalIdOf(noticeIssued(0));
const arriving = (value: string) => ({ portOfDischargeArrivalDate: { value, classifier: 'EST' } });

/** Returns a version of the notice with a number and the time of issue that follows from it. */
const version = (number: number, value: string) => ({
  evidence: noticeIssued(number, arriving(value)),
  partyTerms: [],
  partyWords: [],
  sequence: number,
});
const request = (more: Partial<EvaluationRequest>): EvaluationRequest => ({ arrivalId, ...more });

function evaluated(
  state: ArrivalState | undefined,
  more: Partial<EvaluationRequest>,
  answers: Partial<SideAnswers> = {},
): ArrivalState | undefined {
  const moment = {
    views,
    marks: [],
    answers: new Map([['all', new Map([[arrivalId, { callKey: callKeyOf(noticeIssued(0)), ...answers }]])]]),
    queriedMs: startMs + 3_600_000,
    nowMs: startMs + 3_600_000,
  };
  return stateAfter(state, request(more), moment);
}
const kindsOf = (state: ArrivalState | undefined) =>
  (state?.pending ?? []).map(({ transition }) =>
    `${transition.kind} ${transition.transition} ${transition.steps[0]?.after?.text ?? ''}`.trim(),
  );

/** Returns the berth's estimate of a time, as an event of the matched visit. */
function berthEvent(id: string, serviceDateTime: string, receivedAt: string, eventID = id): PortFieldsFragment['events'][number] {
  const answer: PartialAnswer<PortFieldsFragment['events'][number]> = {
    confidence: 'EXACT',
    contradictions: [],
    reasons: [],
    event: {
      id,
      partner: { id: 'port' },
      eventID,
      eventUpdatedDateTime: receivedAt,
      receivedAt,
      portCall: { portCallID: 'visit-1', UNLocationCode: 'SGSIN' },
      portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
      timestamp: { classifierCode: 'EST', serviceDateTime },
    },
  };
  return answer as PortFieldsFragment['events'][number];
}
const logged = (sequence: number, match: PortFieldsFragment['events'][number] | undefined) => ({
  sequence,
  event: portEventOf(match?.event ?? ({} as never)),
});
const visitWith = (...events: PortFieldsFragment['events']): PortFieldsFragment => ({
  outcome: 'UNIQUE',
  terminalOutcome: 'UNIQUE',
  events,
  sources: [],
});

describe('an arrival', () => {
  it('begins with a first evaluation of the current version, whatever earlier versions its notice has', () => {
    expect(kindsOf(evaluated(undefined, { notices: [version(1, '2026-03-09')] }))).toEqual([]);
  });

  it('is evaluated for each version on one page, so that a change back and forth causes two alerts', () => {
    const notices = [version(1, '2026-03-09'), version(2, '2026-03-12'), version(3, '2026-03-09')];
    const state = evaluated(undefined, { notices });
    expect(kindsOf(state).filter((kind) => kind.startsWith('ETA_CHANGED RAISED'))).toEqual([
      'ETA_CHANGED RAISED 2026-03-12',
      'ETA_CHANGED RAISED 2026-03-09',
    ]);
    expect(state?.positions.notices).toBe(3);
  });

  it('is not changed by a version that was evaluated before a kill; after a late older one, only its sides are queried again', () => {
    const state = evaluated(undefined, { notices: [version(2, '2026-03-09'), version(3, '2026-03-12')] });
    expect(evaluated(state, { notices: [version(2, '2026-03-09'), version(3, '2026-03-12')] })).toBeUndefined();
    const known = state && { ...state, pending: [], matchKey: 'key', queryAtMs: Number.MAX_SAFE_INTEGER };
    const late = evaluated(known, { notices: [{ ...version(1, '2026-03-20'), sequence: 4 }] });
    const { positions, matchKey, queryAtMs, wakeAtMs: _, ...same } = late ?? {};
    expect([positions?.notices, matchKey, queryAtMs]).toEqual([4, undefined, startMs + 3_600_000]);
    expect(JSON.parse(JSON.stringify(known))).toMatchObject(JSON.parse(JSON.stringify(same)));
  });

  it('is evaluated for each event on one page, in the order of the log', () => {
    const first = evaluated(undefined, { notices: [version(1, '2026-03-09')], maxAgeSeconds: 900 }, { port: visitWith() });
    const estimates = [
      berthEvent('e1', '2026-03-09T10:00:00Z', hoursLater(0.1)),
      berthEvent('e2', '2026-03-10T10:00:00Z', hoursLater(0.2)),
    ];
    const [one, two] = [
      evaluated(first, { events: [logged(1, estimates[0])], maxAgeSeconds: 900 }, { port: visitWith(...estimates.slice(0, 1)) }),
      estimates,
    ];
    expect(one?.views['all']?.snapshot.bestTime?.source).toBe('PORT');
    const back = berthEvent('e3', '2026-03-09T10:00:00Z', hoursLater(0.3));
    const events = [logged(2, estimates[1]), logged(3, back)];
    const both = evaluated(one && { ...one, pending: [] }, { events, maxAgeSeconds: 900 }, { port: visitWith(...two, back) });
    expect(kindsOf(both).filter((kind) => kind.startsWith('ETA_CHANGED RAISED'))).toHaveLength(2);
    expect(both?.positions.events).toBe(3);
  });

  it('is evaluated for each value of one event, of which an answer contains only the last one', () => {
    const estimate = (number: number, day: string) => berthEvent(`v${number}`, `2026-03-${day}T10:00:00Z`, hoursLater(number / 10), 'e1');
    const [one, two, three, later] = [estimate(1, '09'), estimate(2, '11'), estimate(3, '09'), estimate(4, '15')];
    const known = evaluated(undefined, { notices: [version(1, '2026-03-09')], maxAgeSeconds: 900 }, { port: visitWith(one) });
    const events = [logged(2, two), logged(3, three)];
    // The answer already contains a version that is on a later page of the log.
    const both = evaluated(known && { ...known, pending: [] }, { events, maxAgeSeconds: 900 }, { port: visitWith(later) });
    const next = evaluated(both, { events: [logged(4, later)], maxAgeSeconds: 900 }, { port: visitWith(later) });
    const raised = (state: ArrivalState | undefined) => kindsOf(state).filter((kind) => kind.startsWith('ETA_CHANGED RAISED'));
    expect(raised(both)).toEqual(['ETA_CHANGED RAISED 2026-03-11 18:00', 'ETA_CHANGED RAISED 2026-03-09 18:00']);
    expect(raised(next)).toEqual([...raised(both), 'ETA_CHANGED RAISED 2026-03-15 18:00']);
    // Reading a page again, after a kill, changes nothing.
    expect(evaluated(next, { events: [logged(4, later)], maxAgeSeconds: 900 }, { port: visitWith(later) })?.pending).toEqual(next?.pending);
  });

  it('keeps what a side stated when it could not be queried, and is due for a query again soon', () => {
    const known = evaluated(
      undefined,
      { notices: [version(1, '2026-03-09')], maxAgeSeconds: 900 },
      { port: visitWith(berthEvent('e1', '2026-03-09T10:00:00Z', hoursLater(0))) },
    );
    const stale = evaluated(known, { maxAgeSeconds: 900 });
    expect(stale?.views['all']?.port.events).toHaveLength(1);
    expect(stale?.views['all']?.snapshot.statements.port.isStale).toBe(true);
    expect(stale?.queryAtMs).toBe(startMs + 3_600_000 + 60_000);
  });

  it('is in no view if no view includes its partner', () => {
    const rights = { partners: ['other'], parties: '*' as const, charges: true, portCalls: true, operator: false };
    const strangers = viewsOf([{ name: 'blue', entitlement: rights }]);
    const moment = { views: strangers, marks: [], answers: new Map(), queriedMs: startMs, nowMs: startMs };
    expect(stateAfter(undefined, request({ notices: [version(1, '2026-03-09')] }), moment)).toMatchObject({ views: {} });
  });
});

describe('a view that is limited to parties', () => {
  const all = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false } as const;
  const red = { codeListProvider: 'SMDG', partyCode: 'red' };
  const ofRed = { ...all, parties: [red] };
  const tenants = viewsOf([
    { name: 'everybody', entitlement: all },
    { name: 'red', entitlement: ofRed },
  ]);
  const view = viewOf(ofRed);
  const naming = (number: number, value: string, ...terms: string[]) => ({ ...version(number, value), partyTerms: terms });
  const evaluatedFor = (state: ArrivalState | undefined, ...notices: NonNullable<EvaluationRequest['notices']>) =>
    stateAfter(state && { ...state, pending: [] }, request({ notices }), {
      views: tenants,
      marks: [],
      answers: new Map(),
      queriedMs: startMs,
      nowMs: startMs,
    });
  const movesIn = (state: ArrivalState | undefined, id: string) =>
    (state?.pending ?? [])
      .filter(({ views, transition }) => views?.includes(id) === true && transition.steps.length > 0)
      .filter(({ transition }) => transition.kind === 'ETA_CHANGED' && transition.transition === 'RAISED')
      .map(({ transition: { steps } }) => `${steps[0]?.before?.text} ${steps[0]?.after?.text}`);

  it('begins with the first version that names one of them, and does not show what earlier versions state', () => {
    const hidden = evaluatedFor(undefined, naming(1, '2026-03-09'), naming(2, '2026-03-12', 'party:SMDG\nblue'));
    expect(Object.keys(hidden?.views ?? {})).toEqual(['all']);
    const named = evaluatedFor(hidden, naming(3, '2026-03-15', partyTermOf(red)));
    expect([movesIn(named, 'all'), movesIn(named, view)]).toEqual([['2026-03-12 2026-03-15'], []]);
    expect(JSON.stringify(named?.views[view])).not.toMatch(/2026-03-09|2026-03-12|notice-[12]/);
    const moved = evaluatedFor(named, naming(4, '2026-03-18', partyTermOf(red)));
    expect(movesIn(moved, view)).toEqual(['2026-03-15 2026-03-18']);
  });

  it('is dormant while the current version names none of them, and continues from the last one that did', () => {
    const named = evaluatedFor(undefined, naming(1, '2026-03-09', partyTermOf(red)));
    const hidden = evaluatedFor(named, naming(2, '2026-03-12'));
    expect([hidden?.views[view], hidden && shownIn(hidden, view)]).toEqual([{ ...named?.views[view], alertsOf: undefined }, undefined]);
    const again = evaluatedFor(hidden, naming(3, '2026-03-15', partyTermOf(red)));
    expect([movesIn(again, 'all'), movesIn(again, view)]).toEqual([['2026-03-12 2026-03-15'], ['2026-03-09 2026-03-15']]);
    expect(JSON.stringify(again?.views[view])).not.toMatch(/2026-03-12|notice-2/);
  });

  it('is not changed by what is visible only in another view', () => {
    const first = evaluatedFor(undefined, naming(1, '2026-03-09', partyTermOf(red)));
    const visit = visitWith(berthEvent('e1', '2026-03-09T10:00:00Z', hoursLater(0.1)));
    const withoutPorts = { ...all, portCalls: false };
    const both = viewsOf([all, withoutPorts].map((entitlement, index) => ({ name: `${index}`, entitlement })));
    const answer = { callKey: callKeyOf(noticeIssued(0)) };
    const answers = new Map([
      ['all', new Map([[arrivalId, { ...answer, port: visit }]])],
      [viewOf(withoutPorts), new Map([[arrivalId, answer]])],
    ]);
    const moment = { views: both, marks: [], answers, queriedMs: startMs };
    const known = stateAfter(first, request({ maxAgeSeconds: 900 }), { ...moment, answers: new Map(), nowMs: startMs });
    const told = stateAfter(known, request({ maxAgeSeconds: 900 }), { ...moment, nowMs: startMs + 5_000 });
    const changed = (state: ArrivalState | undefined) => both.map(({ id }) => state?.views[id]?.changedAtMs);
    expect([changed(known), changed(told)]).toEqual([
      [startMs, startMs],
      [startMs + 5_000, startMs],
    ]);
  });
});
