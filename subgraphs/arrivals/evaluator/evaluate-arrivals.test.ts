import { describe, expect, it } from 'vitest';
import { hoursLater, noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import { arrivalIdOf } from '../arrival-id.ts';
import type { ArrivalState } from '../arrival-state.ts';
import type { EventMatchAnswer, PortCallEventMatchSetAnswer } from '../statements/port.ts';
import type { SideAnswers } from './ask-sides.ts';
import { type EvaluationRequest, stateAfter } from './evaluate-arrivals.ts';
import { evaluatorViewsOf } from './evaluated-views.ts';
import { createSchedulePlan } from './plan.ts';

const views = evaluatorViewsOf([]);
const plan = createSchedulePlan();
const arrivalId = arrivalIdOf(noticeIssued(0));
const { partner, transportDocumentReference } = noticeIssued(0);
const arriving = (value: string) => ({ portOfDischargeArrivalDate: { value, classifier: 'EST' } });

/** A version of the notice, issued and numbered by `number`. */
const version = (number: number, value: string) => ({ evidence: noticeIssued(number, arriving(value)), partyTerms: [], sequence: number });
const request = (more: Partial<EvaluationRequest>): EvaluationRequest => ({ arrivalId, partner, transportDocumentReference, ...more });

function evaluated(state: ArrivalState | undefined, more: Partial<EvaluationRequest>, answers: SideAnswers = {}): ArrivalState | undefined {
  const moment = { views, marks: [], answers: new Map([['all', new Map([[arrivalId, answers]])]]), plan, nowMs: startMs + 3_600_000 };
  return stateAfter(state, request(more), moment);
}
const kindsOf = (state: ArrivalState | undefined) =>
  (state?.pending ?? []).map(({ transition }) =>
    `${transition.kind} ${transition.transition} ${transition.steps[0]?.after?.text ?? ''}`.trim(),
  );

/** The berth's estimate at a time, as one event of the matched visit. */
function berthEvent(id: string, serviceDateTime: string, receivedAt: string): EventMatchAnswer {
  return {
    confidence: 'EXACT',
    contradictions: [],
    reasons: [],
    event: {
      id,
      partner: { id: 'port' },
      eventID: id,
      eventUpdatedDateTime: receivedAt,
      receivedAt,
      portCall: { portCallID: 'visit-1', UNLocationCode: 'SGSIN' },
      portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
      timestamp: { classifierCode: 'EST', serviceDateTime },
    },
  };
}
const visitWith = (...events: EventMatchAnswer[]): PortCallEventMatchSetAnswer => ({
  outcome: 'UNIQUE',
  terminalOutcome: 'UNIQUE',
  events,
  sources: [],
});

describe('an arrival', () => {
  it('begins with a baseline, which no earlier version of its notice precedes', () => {
    expect(kindsOf(evaluated(undefined, { notices: [version(1, '2026-03-09')] }))).toEqual([]);
  });

  it('is evaluated for each version of one page, so that a change back and forth is two alerts', () => {
    const notices = [version(1, '2026-03-09'), version(2, '2026-03-12'), version(3, '2026-03-09')];
    const state = evaluated(undefined, { notices });
    expect(kindsOf(state).filter((kind) => kind.startsWith('ETA_CHANGED RAISED'))).toEqual([
      'ETA_CHANGED RAISED 2026-03-12',
      'ETA_CHANGED RAISED 2026-03-09',
    ]);
    expect(state?.positions.notices).toBe(3);
  });

  it('is not changed by a version that was evaluated before a kill, nor by a late older one', () => {
    const state = evaluated(undefined, { notices: [version(2, '2026-03-09'), version(3, '2026-03-12')] });
    expect(evaluated(state, { notices: [version(2, '2026-03-09'), version(3, '2026-03-12')] })).toBeUndefined();
    expect(evaluated(state, { notices: [{ ...version(1, '2026-03-20'), sequence: 4 }] })).toBeUndefined();
  });

  it('is evaluated for each event of one page, in the order of the log', () => {
    const first = evaluated(undefined, { notices: [version(1, '2026-03-09')], maxAgeSeconds: 900 }, { port: visitWith() });
    const estimates = [
      berthEvent('e1', '2026-03-09T10:00:00Z', hoursLater(0.1)),
      berthEvent('e2', '2026-03-10T10:00:00Z', hoursLater(0.2)),
    ];
    const [one, two] = [
      evaluated(first, { events: [{ sequence: 1, versionId: 'e1' }], maxAgeSeconds: 900 }, { port: visitWith(...estimates.slice(0, 1)) }),
      estimates,
    ];
    expect(one?.views['all']?.picture.bestTime?.source).toBe('PORT');
    const back = berthEvent('e3', '2026-03-09T10:00:00Z', hoursLater(0.3));
    const events = ['e2', 'e3'].map((versionId, index) => ({ sequence: index + 2, versionId }));
    const both = evaluated(one && { ...one, pending: [] }, { events, maxAgeSeconds: 900 }, { port: visitWith(...two, back) });
    expect(kindsOf(both).filter((kind) => kind.startsWith('ETA_CHANGED RAISED'))).toHaveLength(2);
    expect(both?.positions.events).toBe(3);
  });

  it('keeps what a side said when it could not be asked, and is asked again soon', () => {
    const known = evaluated(
      undefined,
      { notices: [version(1, '2026-03-09')], maxAgeSeconds: 900 },
      { port: visitWith(berthEvent('e1', '2026-03-09T10:00:00Z', hoursLater(0))) },
    );
    const stale = evaluated(known, { maxAgeSeconds: 900 });
    expect(stale?.views['all']?.port.events).toHaveLength(1);
    expect(stale?.views['all']?.picture.statements.port.isStale).toBe(true);
    expect(stale?.askAtMs).toBe(startMs + 3_600_000 + 60_000);
  });

  it('of a partner that no view includes is not kept', () => {
    const rights = { partners: ['other'], parties: '*' as const, charges: true, portCalls: true, operator: false };
    const strangers = evaluatorViewsOf([{ name: 'blue', entitlement: rights }]);
    const moment = { views: strangers, marks: [], answers: new Map(), plan, nowMs: startMs };
    expect(stateAfter(undefined, request({ notices: [version(1, '2026-03-09')] }), moment)).toBeUndefined();
  });
});
