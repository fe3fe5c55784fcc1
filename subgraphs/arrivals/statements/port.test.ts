import { describe, expect, test } from 'vitest';
import { type PartialAnswer, takingPartial } from '../../../test/support/partial-answer.ts';
import type { PortFieldsFragment } from '../generated/queries.ts';
import type { PortEvent, PortEvidence } from '../model.ts';
import { portEvidenceOf as evidenceOfAnswer, omissionOf, portNotAsked, portStatementOf } from './port.ts';

type Answer = PartialAnswer<PortFieldsFragment>;
type Match = PartialAnswer<PortFieldsFragment['events'][number]>;
const portEvidenceOf = takingPartial(evidenceOfAnswer);

let numbered = 0;

function event(changes: Partial<PortEvent> = {}): PortEvent {
  numbered += 1;
  return {
    partner: 'port',
    versionId: `event-${numbered}`,
    eventUpdatedDateTime: `2026-03-05T10:${String(numbered).padStart(2, '0')}:00Z`,
    receivedAt: '2026-03-05T11:00:00.000Z',
    portCallID: 'visit',
    portCallServiceTypeCode: 'BERTH',
    portCallServiceEventTypeCode: 'ARRI',
    classifierCode: 'EST',
    serviceDateTime: '2026-03-08T18:30:00Z',
    isFYI: false,
    isCanceled: false,
    isDeclined: false,
    ...changes,
  };
}

const evidence = (...events: PortEvent[]): PortEvidence => ({ outcome: 'UNIQUE', couldQuery: true, events, terminalCallIDs: [] });
const statementOf = (...events: PortEvent[]) => portStatementOf(evidence(...events), 'SGSIN');

describe('the statement of a port', () => {
  test('contains an instant in the time zone of the port', () => {
    expect(statementOf(event()).arrival).toMatchObject({
      event: 'BERTH_ARRIVAL',
      classifier: 'EST',
      localDate: '2026-03-09',
      localTime: '02:30',
      zone: 'Asia/Singapore',
    });
    expect(portStatementOf(evidence(event()), undefined).arrival).toMatchObject({
      localDate: '2026-03-08',
      localTime: '18:30',
      zone: undefined,
    });
  });

  test('contains the value of each classifier that was stated last, whatever the order of receipt', () => {
    const [old, young] = [event({ serviceDateTime: '2026-03-08T10:00:00Z' }), event({ serviceDateTime: '2026-03-08T12:00:00Z' })];
    const plan = event({ classifierCode: 'PLN', serviceDateTime: '2026-03-08T11:00:00Z' });
    const { times } = statementOf(young, old, plan);
    expect(times.map(({ classifier, instant }) => [classifier, instant?.slice(11, 16)])).toEqual([
      ['PLN', '11:00'],
      ['EST', '12:00'],
    ]);
  });

  test('omits requests, times for information only, and cancelled or declined services', () => {
    const left = [
      event({ classifierCode: 'REQ' }),
      event({ isFYI: true }),
      event({ isDeclined: true }),
      event({ portCallServiceID: 's1' }),
      event({ portCallServiceID: 's1', isCanceled: true }),
      event({ portCallPhaseTypeCode: 'SHIF' }),
      event({ serviceDateTime: undefined }),
    ];
    expect(statementOf(...left).times).toEqual([]);
  });

  test('is the arrival at the berth, otherwise all fast, the pilot boarding place or the anchorage', () => {
    const pilot = event({ portCallServiceTypeCode: 'PILOT_BOARDING_PLACE', classifierCode: 'ACT' });
    const anchorage = event({ portCallServiceTypeCode: 'ANCHORAGE', portCallServiceEventTypeCode: 'STRT', classifierCode: 'ACT' });
    const fast = event({ portCallServiceTypeCode: 'ALL_FAST', classifierCode: 'ACT' });
    expect(statementOf(anchorage, pilot).arrival?.event).toBe('PILOT_BOARDING_PLACE_ARRIVAL');
    expect(statementOf(anchorage, pilot, event(), fast).arrival?.event).toBe('ALL_FAST');
    expect(statementOf(pilot, event(), event({ classifierCode: 'PLN' })).arrival).toMatchObject({
      event: 'BERTH_ARRIVAL',
      classifier: 'PLN',
    });
  });

  test('uses what was stated last, even if only some events name their terminal call', () => {
    const old = event({ serviceDateTime: '2026-03-08T10:00:00Z' });
    const young = event({ terminalCallID: 't1', serviceDateTime: '2026-03-08T14:00:00Z' });
    expect(statementOf(old, young).arrival?.evidence.id).toBe(young.versionId);
  });

  test('has no time without a unique match', () => {
    expect(portStatementOf({ ...evidence(event()), outcome: 'AMBIGUOUS' }, undefined).times).toEqual([]);
  });

  test('is about the relevant terminal call, or about the first one if the relevant one is unknown', () => {
    const first = event({ terminalCallID: 't1', serviceDateTime: '2026-03-08T10:00:00Z' });
    const second = event({ terminalCallID: 't2', serviceDateTime: '2026-03-09T10:00:00Z' });
    expect(statementOf(first, second).arrival?.evidence.id).toBe(first.versionId);
    expect(portStatementOf({ ...evidence(first, second), terminalCallIDs: ['t2'] }, undefined).arrival?.evidence.id).toBe(second.versionId);
  });
});

describe('an omission', () => {
  const omitted = () => event({ serviceDateTime: undefined, classifierCode: undefined, isPortCallOmitted: true });

  test('applies until a later event with a time', () => {
    const omission = omitted();
    expect(omissionOf(evidence(omission)).omitted).toBe(omission);
    const undoing = event();
    expect(omissionOf(evidence(undoing, omission))).toEqual({ omitted: undefined, undoneBy: undoing });
  });

  test('is not reversed by an earlier event, nor by one without a valid time', () => {
    const earlier = event();
    const omission = omitted();
    const invalid = [event({ isCanceled: true }), event({ isFYI: true }), event({ serviceDateTime: undefined })];
    expect(omissionOf(evidence(earlier, omission, ...invalid)).omitted).toBe(omission);
  });

  test('of a terminal call counts if the call is the relevant one, or the only one', () => {
    const omission = event({ terminalCallID: 't1', serviceDateTime: undefined, isTerminalCallOmitted: true });
    const other = event({ terminalCallID: 't2' });
    expect(omissionOf(evidence(omission)).omitted).toBe(omission);
    expect(omissionOf(evidence(omission, other)).omitted).toBeUndefined();
    expect(omissionOf({ ...evidence(omission, other), terminalCallIDs: ['t1'] }).omitted).toBe(omission);
    expect(omissionOf({ ...evidence(omission, other), terminalCallIDs: ['t2'] }).omitted).toBeUndefined();
  });
});

describe('the answer of port call events', () => {
  const query = { queriedAt: '2026-03-05T12:00:00.000Z', callKey: 'q' };
  const match = (changes: Partial<Match> = {}, portCallID = 'visit', isOmitted: boolean | null = null): Match => ({
    confidence: 'EXACT',
    contradictions: [],
    reasons: [],
    event: {
      id: `e-${portCallID}`,
      partner: { id: 'port' },
      receivedAt: query.queriedAt,
      portCall: { portCallID, isOmitted, UNLocationCode: 'SGSIN' },
    },
    ...changes,
  });
  const answer = (outcome: PortFieldsFragment['outcome'], ...events: Match[]): Answer => ({
    outcome,
    terminalOutcome: outcome,
    events,
    sources: [{ partner: { id: 'port' }, status: 'STORED' }],
  });

  test('contains the events of the matched visit, and none of candidates', () => {
    expect(portEvidenceOf(answer('UNIQUE', match()), query, undefined)).toMatchObject({
      outcome: 'UNIQUE',
      UNLocationCode: 'SGSIN',
      events: [{ portCallID: 'visit' }],
    });
    expect(portEvidenceOf(answer('AMBIGUOUS', match(), match({}, 'other')), query, undefined).events).toEqual([]);
  });

  test('contains the events of an omitted visit that was the match, or that a reference names', () => {
    const omitted = match({ reasons: ['OMITTED'], confidence: 'PROBABLE' }, 'visit', true);
    const former = portEvidenceOf(answer('UNIQUE', match()), query, undefined);
    expect(portEvidenceOf(answer('AMBIGUOUS', omitted, match({}, 'other')), query, former).events).toMatchObject([
      { portCallID: 'visit', isPortCallOmitted: true },
    ]);
    expect(portEvidenceOf(answer('AMBIGUOUS', { ...omitted, confidence: 'EXACT' }), query, undefined).events).toHaveLength(1);
    expect(portEvidenceOf(answer('AMBIGUOUS', omitted), query, undefined).events).toEqual([]);
    expect(
      portEvidenceOf(
        answer('AMBIGUOUS', { ...omitted, confidence: 'EXACT', contradictions: [{ attribute: 'VESSEL_NAME' }] }),
        query,
        undefined,
      ).events,
    ).toEqual([]);
  });

  test('contains the events of an omitted visit without a reference only if it is the only strong candidate and states a time', () => {
    const omission = match({ reasons: ['OMITTED'], confidence: 'STRONG' }, 'visit', true);
    const timed = { ...omission, event: { ...omission.event, id: 'timed', timestamp: { serviceDateTime: '2026-03-08T18:30:00Z' } } };
    const eventsOf = (...matches: Match[]) => portEvidenceOf(answer('AMBIGUOUS', ...matches), query, undefined).events.length;
    expect(eventsOf(omission)).toBe(0);
    expect(eventsOf(omission, timed)).toBe(2);
    expect(eventsOf(omission, timed, match({}, 'other'))).toBe(0);
    expect(eventsOf({ ...omission, reasons: ['OMITTED', 'FAR_APART'] }, timed)).toBe(0);
  });

  test('names terminal calls by their id, otherwise by their reference', () => {
    const of = (terminalCall: NonNullable<Match['event']>['terminalCall']) => {
      const one = match();
      return { ...one, event: { ...one.event, terminalCall } };
    };
    const both = { terminalCallID: 't1', terminalCallReference: 'CALL-1' };
    const { events, terminalCallIDs } = portEvidenceOf(
      answer('UNIQUE', of(both), of({ terminalCallReference: 'CALL-1' }), of({ terminalCallReference: 'CALL-2' }), of(null)),
      query,
      undefined,
    );
    expect(events.map(({ terminalCallID }) => terminalCallID)).toEqual(['t1', 't1', 'CALL-2', undefined]);
    expect(terminalCallIDs).toEqual(['t1', 'CALL-2']);
  });

  test('keeps the last events if a side could not be queried', () => {
    const former = portEvidenceOf(answer('UNIQUE', match()), query, undefined);
    expect(portEvidenceOf(null, query, former)).toEqual({ ...former, couldQuery: false });
    const failed = { ...answer('UNKNOWN'), sources: [{ partner: { id: 'acme' }, status: 'TIMED_OUT' }] };
    expect(portEvidenceOf(failed, query, former)).toEqual({ ...former, couldQuery: false });
    expect(portEvidenceOf(null, { ...query, callKey: 'other' }, former)).toMatchObject({ events: [], couldQuery: false });
    expect(portNotAsked.events).toEqual([]);
  });
});
