import { describe, expect, test } from 'vitest';
import {
  type AlertCases,
  after72h,
  arrival,
  firstStep,
  type NoticeAlertKind,
  port,
  schedule,
  testAlertKinds,
  version,
} from '../../../test/support/alert-cases.ts';
import {
  evaluateScenario,
  hoursLater,
  noticeIssued,
  portEvent,
  portOf,
  type ScenarioStep,
  scheduleOf,
  startMs,
} from '../../../test/support/arrival-evidence.ts';
import type { AlertKind } from '../alerts.ts';
import type { PortEvent, ScheduleEvidence } from '../model.ts';
import { formerPortsOf, portNotAsked } from '../statements/port.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { evaluate } from './evaluate.ts';
import type { FactMemory } from './fact-memory.ts';

const omission = (hours: number, changes: Partial<PortEvent> = {}) =>
  portEvent(hours, { isPortCallOmitted: true, classifierCode: undefined, serviceDateTime: undefined, ...changes });
const actual = (hours: number, type: string, eventType: string) =>
  portEvent(hours, { portCallServiceTypeCode: type, portCallServiceEventTypeCode: eventType, classifierCode: 'ACT' });
const lost = (hours: number): ScheduleEvidence => ({
  outcome: 'NONE',
  couldQuery: true,
  queriedAt: scheduleOf(hours, '').queriedAt,
  lost: {
    partner: 'acme',
    recordKey: 'call-1',
    retrievedAt: scheduleOf(0, '').queriedAt ?? '',
    answeredAt: scheduleOf(hours, '').queriedAt ?? '',
  },
});

/** Creates answers of the schedule, one an hour, with these days of arrival. */
const flips = (...days: readonly string[]) => days.map((day, hours) => schedule(hours, `2026-03-${day}T12:00:00+08:00`));
/** Creates versions of the notice, one an hour, with these days of arrival. */
const noticeFlips = (...days: readonly string[]) => days.map((day, hours) => version(hours, arrival(`2026-03-${day}`)));
/** Moves answers of the schedule to later hours. */
const later = (hours: number) => (step: ScenarioStep) => schedule(step.hours + hours, step.schedule?.call?.arrivals[0]?.dateTime ?? '');
/** Adds a commitment of the berth, which is the best known time. */
const afterBerth = (step: ScenarioStep) => ({ ...step, port: portOf(portEvent(0, { classifierCode: 'PLN' })) });
/** A time that only a schedule states: two days after the start. */
const late = hoursLater(46);
const expected = (hours: number, changes: Parameters<typeof schedule>[2] = {}) => ({
  ...schedule(hours, late, changes),
  notice: noticeIssued(0, { portOfDischargeArrivalDate: undefined }),
});

const cases: Readonly<Record<Exclude<AlertKind, NoticeAlertKind>, AlertCases>> = {
  ETA_CHANGED: {
    raised: [
      ['a later day', [firstStep, version(1, arrival('2026-03-10'))], ['RAISED 1 3 6 12 24']],
      [
        'a later day after a version without a day',
        [firstStep, version(1, { portOfDischargeArrivalDate: undefined }), version(2, arrival('2026-03-10'))],
        ['RAISED 1 3 6 12 24'],
      ],
      ['an earlier time', [schedule(0, '2026-03-09T12:00:00+08:00'), schedule(1, '2026-03-09T05:00:00+08:00')], ['RAISED 1 3 6']],
      [
        'small moves that add up, per step',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          schedule(1, '2026-03-09T14:00:00+08:00'),
          schedule(2, '2026-03-09T16:00:00+08:00'),
          schedule(3, '2026-03-09T18:00:00+08:00'),
        ],
        ['RAISED 1', 'CLOSED SUPERSEDED 1', 'RAISED 1 3', 'CLOSED SUPERSEDED 1', 'RAISED 1 6'],
      ],
      [
        'a change back and forth twice',
        [firstStep, version(1, arrival('2026-03-10')), version(2, arrival('2026-03-09'))],
        ['RAISED 1 3 6 12 24', 'CLOSED SUPERSEDED 1 3 6 12 24', 'RAISED 1 3 6 12 24'],
      ],
      [
        'another time of a schedule that had grown old in between',
        [schedule(0, '2026-03-09T12:00:00+08:00'), { hours: 30 }, schedule(31, '2026-03-09T16:00:00+08:00')],
        ['RAISED 1 3'],
      ],
      [
        'another ship a week later, whichever side states it',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          {
            ...version(1, { ...arrival('2026-03-16'), arrivalLeg: { vesselIMONumber: '9074729' } }),
            ...schedule(1, '2026-03-16T12:00:00+08:00', { recordKey: 'call-2' }),
          },
        ],
        ['RAISED 1 3 6 12 24 48'],
      ],
      [
        'another voyage whose schedule is only known later',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          {
            ...version(1, { portOfDischargeArrivalDate: undefined, arrivalLeg: { vesselIMONumber: '9074729' } }),
            schedule: { ...scheduleNotAsked, couldQuery: false },
          },
          schedule(2, '2026-03-16T12:00:00+08:00', { recordKey: 'call-2' }),
          schedule(3, '2026-03-20T12:00:00+08:00', { recordKey: 'call-3' }),
        ],
        ['RAISED 1 3 6 12 24 48'],
      ],
      [
        'a time beyond the range of an unsteady one, by a step',
        [...flips('09', '10', '09', '10', '09', '13', '12')],
        [
          'RAISED 1 3 6 12 24',
          'CLOSED SUPERSEDED 1 3 6 12 24',
          'RAISED 1 3 6 12 24',
          'CLOSED SUPERSEDED 1 3 6 12 24',
          'RAISED 1 3 6 12 24 48',
        ],
      ],
      [
        'what differs when an unsteady time is steady again',
        [...flips('09', '10', '09', '10'), { hours: 15 }],
        [
          'RAISED 1 3 6 12 24',
          'CLOSED SUPERSEDED 1 3 6 12 24',
          'RAISED 1 3 6 12 24',
          'CLOSED SUPERSEDED 1 3 6 12 24',
          'RAISED 1 3 6 12 24',
        ],
      ],
      [
        'what differs when an unsteady side is gone',
        [...flips('09', '10', '09', '10'), { ...version(4, arrival('2026-03-10')), schedule: scheduleNotAsked }],
        ['RAISED 1 3 6 12 24', 'CLOSED SUPERSEDED 1 3 6 12 24', 'RAISED 1 3 6 12 24', 'CLOSED SUPERSEDED 1 3 6 12', 'RAISED 1 3 6 12'],
      ],
      [
        'another time of the port in place of its estimate',
        [port(0, portEvent(0)), port(2, portEvent(0), portEvent(2, { classifierCode: 'PLN', serviceDateTime: '2026-03-09T04:00:00Z' }))],
        ['RAISED 1'],
      ],
    ],
    notRaised: [
      ['the first statement', [version(0, { portOfDischargeArrivalDate: undefined }), version(1)], []],
      [
        'a schedule that had grown old and lost the lead to the port',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          { hours: 30 },
          port(30, portEvent(30)),
          schedule(31, '2026-03-09T16:00:00+08:00'),
          { hours: 32, port: portNotAsked },
        ],
        [],
      ],
      ['another ship with the same time', [firstStep, version(1, { arrivalLeg: { vesselIMONumber: '9074729' } })], []],
      [
        'moves within the range of an unsteady time',
        flips('09', '10', '09', '10', '09', '10'),
        ['RAISED 1 3 6 12 24', 'CLOSED SUPERSEDED 1 3 6 12 24', 'RAISED 1 3 6 12 24'],
      ],
      ['another source', [firstStep, schedule(1, '2026-03-12T12:00:00+08:00'), port(2, portEvent(2))], []],
      ['another classifier', [firstStep, version(1, arrival('2026-03-09', 'PLN'))], []],
      ['the arrival itself', [firstStep, version(1, arrival('2026-03-11', 'ACT'))], []],
      ['an older version that arrives late', [version(4), { hours: 5, notice: noticeIssued(2, arrival('2026-03-12')) }], []],
      [
        'an older event that arrives late',
        [port(4, portEvent(4)), port(5, portEvent(2, { serviceDateTime: '2026-03-10T02:00:00Z' }), portEvent(4))],
        [],
      ],
      ['another match', [schedule(0, '2026-03-09T12:00:00+08:00'), schedule(1, '2026-03-10T12:00:00+08:00', { recordKey: 'call-2' })], []],
      [
        'a source that becomes the best again, against what it stated before',
        [schedule(0, '2026-03-09T12:00:00+08:00'), { hours: 1, schedule: scheduleNotAsked }, schedule(2, '2026-03-10T12:00:00+08:00')],
        [],
      ],
    ],
    closed: [
      [
        'an actual arrival',
        [firstStep, version(1, arrival('2026-03-11')), port(2, actual(2, 'BERTH', 'ARRI'))],
        ['RAISED 1 3 6 12 24 48', 'CLOSED ACTUAL_TIME 1 3 6 12 24 48'],
      ],
      [
        '72 hours',
        [firstStep, version(1, arrival('2026-03-10')), { hours: 72 }, { hours: 73 }],
        ['RAISED 1 3 6 12 24', 'CLOSED MAX_AGE 1 3 6 12 24'],
      ],
    ],
  },
  ETA_UNSTEADY: {
    raised: [
      ['a time that turns back twice, at the steps of the turns', flips('09', '10', '09', '10'), ['RAISED 1 3 6 12 24']],
      ['the first turns, earlier or later', flips('10', '09', '10', '09'), ['RAISED 1 3 6 12 24']],
      ['a side that is not the best known time', [firstStep, ...flips('09', '10', '09', '10').map(afterBerth)], ['RAISED 1 3 6 12 24']],
      [
        'turns of different sizes, at each step for itself',
        [...flips('09', '10', '09'), schedule(3, '2026-03-09T16:00:00+08:00'), schedule(4, '2026-03-10T12:00:00+08:00')],
        ['RAISED 1 3', 'RAISED 6 12 24'],
      ],
      ['a notice that changes its day', noticeFlips('09', '10', '09', '10'), ['RAISED 1 3 6 12 24']],
      [
        'a time that was steady in between',
        [...flips('09', '10', '09', '10'), { hours: 20 }, ...flips('09', '10', '09').map(later(20))],
        ['RAISED 1 3 6 12 24', 'CLOSED STEADY 1 3 6 12 24', 'RAISED 1 3 6 12 24'],
      ],
    ],
    notRaised: [
      ['one turn', flips('09', '10', '09'), []],
      ['moves in one direction', flips('09', '10', '11', '12'), []],
      ['turns that are more than a day apart', [...flips('09', '10', '09'), ...flips('09', '10').map(later(30))], []],
      ['turns that were stated long before', flips('09', '10', '09', '10').map((step) => ({ ...step, hours: 20 })), []],
      [
        'two sources that take turns',
        [firstStep, ...flips('12', '12'), { hours: 3, schedule: scheduleNotAsked }, ...flips('12').map(later(4))],
        [],
      ],
    ],
    closed: [
      [
        '12 hours without a turn',
        [...flips('09', '10', '09', '10'), { hours: 14 }, { hours: 15 }],
        ['RAISED 1 3 6 12 24', 'CLOSED STEADY 1 3 6 12 24'],
      ],
      [
        'an actual time',
        [...flips('09', '10', '09', '10'), port(4, actual(4, 'BERTH', 'ARRI'))],
        ['RAISED 1 3 6 12 24', 'CLOSED ACTUAL_TIME 1 3 6 12 24'],
      ],
      [
        'another match',
        [...flips('09', '10', '09', '10'), schedule(4, '2026-03-10T12:00:00+08:00', { recordKey: 'call-2' })],
        ['RAISED 1 3 6 12 24', 'CLOSED OTHER_CALL 1 3 6 12 24'],
      ],
      [
        'the side that is gone',
        [...flips('09', '10', '09', '10'), { hours: 4, schedule: scheduleNotAsked }],
        ['RAISED 1 3 6 12 24', 'CLOSED STATEMENT_WITHDRAWN 1 3 6 12 24'],
      ],
      ['nothing else: more turns leave it open', flips('09', '10', '09', '10', '09', '10', '09'), ['RAISED 1 3 6 12 24']],
    ],
  },
  SOURCES_DISAGREE: {
    raised: [
      ['two sides that differ', [firstStep, schedule(1, '2026-03-11T02:00:00+08:00')], ['RAISED 12 24']],
      ['two sides that differ at first sight', [schedule(0, '2026-03-12T02:00:00+08:00')], ['RAISED 12 24 48']],
      [
        'a difference that grows, by the further steps',
        [schedule(0, '2026-03-10T13:00:00+08:00'), schedule(1, '2026-03-12T13:00:00+08:00')],
        ['RAISED 12', 'RAISED 24 48'],
      ],
      [
        'each two sides for themselves',
        [{ ...schedule(0, '2026-03-11T02:00:00+08:00'), port: portOf(portEvent(0, { serviceDateTime: '2026-03-10T18:00:00Z' })) }],
        ['RAISED 12 24', 'RAISED 12 24'],
      ],
    ],
    notRaised: [
      ['an instant within the day', [firstStep, schedule(1, '2026-03-09T23:30:00+08:00')], []],
      ['less than the smallest step', [firstStep, schedule(1, '2026-03-10T11:59:00+08:00')], []],
      [
        'a side that could not be asked',
        [{ hours: 0, schedule: { ...scheduleOf(0, '2026-03-12T02:00:00+08:00'), couldQuery: false } }],
        [],
      ],
      ['an estimate that is old', [{ hours: 49, port: portOf(portEvent(0, { serviceDateTime: '2026-03-12T02:00:00Z' })) }], []],
    ],
    closed: [
      [
        'agreement, per step',
        [schedule(0, '2026-03-11T02:00:00+08:00'), schedule(1, '2026-03-10T13:00:00+08:00'), schedule(2, '2026-03-09T13:00:00+08:00')],
        ['RAISED 12 24', 'CLOSED SIDES_AGREE 24', 'CLOSED SIDES_AGREE 12'],
      ],
      [
        'one side gone',
        [schedule(0, '2026-03-11T02:00:00+08:00'), { hours: 1, schedule: scheduleNotAsked }],
        ['RAISED 12 24', 'CLOSED STATEMENT_WITHDRAWN 12 24'],
      ],
      ['nothing else: a side that grows old leaves it open', [schedule(0, '2026-03-11T02:00:00+08:00'), after72h], ['RAISED 12 24']],
      [
        'agreement, and is not raised within the range of an unsteady time, until it is steady',
        [firstStep, ...flips('09', '12', '09', '12', '09', '12'), { hours: 17 }],
        ['RAISED 12 24 48', 'CLOSED SIDES_AGREE 12 24 48', 'RAISED 12 24 48'],
      ],
    ],
  },
  PORT_CALL_OMITTED: {
    raised: [
      ['an omission of the visit', [port(0, portEvent(0)), port(1, portEvent(0), omission(1))], ['RAISED']],
      ['an omission at first sight', [port(1, omission(1))], ['RAISED']],
      [
        'an omission of the only terminal call',
        [firstStep, port(1, omission(1, { isPortCallOmitted: undefined, isTerminalCallOmitted: true, terminalCallID: 't1' }))],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['absence from schedules', [schedule(0, '2026-03-09T12:00:00+08:00'), { hours: 1, schedule: lost(1) }], []],
      [
        'a second omission of the same visit',
        [port(1, omission(1)), port(2, omission(1), omission(2, { partner: 'terminal', portCallID: 'other' }))],
        ['RAISED'],
      ],
      ['an omission that was undone before', [firstStep, port(2, omission(1), portEvent(2))], []],
      [
        'an omission of another terminal call',
        [
          firstStep,
          {
            hours: 1,
            port: {
              ...portOf(
                portEvent(0, { terminalCallID: 't2' }),
                omission(1, { isPortCallOmitted: undefined, isTerminalCallOmitted: true, terminalCallID: 't1' }),
              ),
              terminalCallIDs: ['t2'],
            },
          },
        ],
        [],
      ],
    ],
    closed: [
      ['a later event with a time', [port(1, omission(1)), port(2, omission(1), portEvent(2))], ['RAISED', 'CLOSED REVERTED']],
      [
        'a correction of the event',
        [port(1, omission(1)), port(2, { ...omission(1), versionId: 'corrected', isPortCallOmitted: false })],
        ['RAISED', 'CLOSED REVERTED'],
      ],
      [
        'another visit as the match',
        [port(1, omission(1)), port(2, portEvent(2, { portCallID: 'visit-2' }))],
        ['RAISED', 'CLOSED OTHER_CALL'],
      ],
      [
        'another call of the schedule as the match',
        [
          { ...schedule(0, '2026-03-09T12:00:00+08:00'), port: portOf(omission(0)) },
          {
            hours: 1,
            port: portNotAsked,
            schedule: scheduleOf(1, '2026-03-16T12:00:00+08:00', {
              recordKey: 'call-2',
            }),
          },
        ],
        ['RAISED', 'CLOSED OTHER_CALL'],
      ],
      ['nothing else: events out of sight leave it open', [port(1, omission(1)), { hours: 2, port: portNotAsked }, after72h], ['RAISED']],
    ],
  },
  ARRIVED: {
    raised: [
      ['an actual time of the notice', [firstStep, version(1, arrival('2026-03-09', 'ACT'))], ['RAISED']],
      ['an actual time of the schedule', [firstStep, schedule(1, '2026-03-09T12:00:00+08:00', { classifier: 'ACT' })], ['RAISED']],
      ['the pilot boarding place', [firstStep, port(1, actual(1, 'PILOT_BOARDING_PLACE', 'ARRI'))], ['RAISED']],
      ['the anchorage', [firstStep, port(1, actual(1, 'ANCHORAGE', 'STRT'))], ['RAISED']],
      ['the berth, where it was not raised before', [firstStep, port(1, actual(1, 'BERTH', 'ARRI'))], ['RAISED']],
    ],
    notRaised: [
      ['an estimate', [firstStep, port(1, portEvent(1)), schedule(2, '2026-03-09T12:00:00+08:00')], []],
      [
        'an arrival that was there at first',
        [version(0, arrival('2026-03-01', 'ACT')), schedule(1, '2026-03-01T12:00:00+08:00', { classifier: 'ACT' })],
        [],
      ],
      [
        'the berth, where it was raised before',
        [firstStep, port(1, actual(1, 'ANCHORAGE', 'STRT')), port(2, actual(1, 'ANCHORAGE', 'STRT'), actual(2, 'BERTH', 'ARRI'))],
        ['RAISED'],
      ],
      [
        'a later statement of another side',
        [firstStep, port(1, actual(1, 'BERTH', 'ARRI')), version(2, arrival('2026-03-09', 'ACT'))],
        ['RAISED'],
      ],
    ],
    closed: [['72 hours', [firstStep, version(1, arrival('2026-03-09', 'ACT')), after72h], ['RAISED', 'CLOSED MAX_AGE']]],
  },
  BERTHED: {
    raised: [
      ['an actual arrival at the berth', [firstStep, port(1, actual(1, 'BERTH', 'ARRI'))], ['RAISED']],
      ['all fast', [firstStep, port(1, actual(1, 'ALL_FAST', 'ARRI'))], ['RAISED']],
    ],
    notRaised: [
      ['an estimate', [firstStep, port(1, portEvent(1))], []],
      ['the pilot boarding place', [firstStep, port(1, actual(1, 'PILOT_BOARDING_PLACE', 'ARRI'))], []],
      ['the arrival of the notice', [firstStep, version(1, arrival('2026-03-09', 'ACT'))], []],
      [
        'all fast after the arrival at the berth',
        [firstStep, port(1, actual(1, 'BERTH', 'ARRI')), port(2, actual(1, 'BERTH', 'ARRI'), actual(2, 'ALL_FAST', 'ARRI'))],
        ['RAISED'],
      ],
    ],
    closed: [['72 hours', [firstStep, port(1, actual(1, 'BERTH', 'ARRI')), after72h], ['RAISED', 'CLOSED MAX_AGE']]],
  },
  DISCHARGE_COMPLETED: {
    raised: [
      ['the completion of the discharge', [firstStep, port(1, actual(1, 'DISCHARGE_CARGO_OPERATIONS', 'CMPL'))], ['RAISED']],
      ['the completion of all cargo operations', [firstStep, port(1, actual(1, 'CARGO_OPERATIONS', 'CMPL'))], ['RAISED']],
    ],
    notRaised: [
      ['the start of the discharge', [firstStep, port(1, actual(1, 'DISCHARGE_CARGO_OPERATIONS', 'STRT'))], []],
      ['an estimated completion', [firstStep, port(1, { ...actual(1, 'CARGO_OPERATIONS', 'CMPL'), classifierCode: 'EST' })], []],
      ['the completion of loading', [firstStep, port(1, actual(1, 'LOADING_CARGO_OPERATIONS', 'CMPL'))], []],
      [
        'a second completion',
        [
          firstStep,
          port(1, actual(1, 'CARGO_OPERATIONS', 'CMPL')),
          port(2, actual(1, 'CARGO_OPERATIONS', 'CMPL'), actual(2, 'DISCHARGE_CARGO_OPERATIONS', 'CMPL')),
        ],
        ['RAISED'],
      ],
    ],
    closed: [['72 hours', [firstStep, port(1, actual(1, 'CARGO_OPERATIONS', 'CMPL')), after72h], ['RAISED', 'CLOSED MAX_AGE']]],
  },
  MATCH_LOST: {
    raised: [
      ['an answer without the record', [schedule(0, '2026-03-09T12:00:00+08:00'), { hours: 1, schedule: lost(1) }], ['RAISED']],
      [
        'an answer with another match',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          {
            hours: 1,
            schedule: {
              ...scheduleOf(1, '2026-03-10T12:00:00+08:00', { recordKey: 'call-2' }),
              ...(lost(1).lost && { lost: lost(1).lost }),
            },
          },
        ],
        ['RAISED'],
      ],
    ],
    notRaised: [
      [
        'a source that could not be asked',
        [
          schedule(0, '2026-03-09T12:00:00+08:00'),
          { hours: 1, schedule: { ...scheduleOf(0, '2026-03-09T12:00:00+08:00'), couldQuery: false } },
        ],
        [],
      ],
      [
        'an omission',
        [
          { ...schedule(0, '2026-03-09T12:00:00+08:00'), port: portOf(omission(0)) },
          { hours: 1, schedule: lost(1) },
        ],
        [],
      ],
      [
        'a match that was lost at first',
        [
          { hours: 1, schedule: lost(1) },
          { hours: 2, schedule: lost(1) },
        ],
        [],
      ],
      ['no match, where there was none', [firstStep, { hours: 1, schedule: { outcome: 'NONE', couldQuery: true } }], []],
    ],
    closed: [
      [
        'a match again',
        [schedule(0, '2026-03-09T12:00:00+08:00'), { hours: 1, schedule: lost(1) }, schedule(2, '2026-03-09T12:00:00+08:00')],
        ['RAISED', 'CLOSED MATCH_FOUND'],
      ],
    ],
  },
  NO_NEWS: {
    raised: [
      // The arrival is five days away at 16:00 UTC of 2026-03-03.
      [
        'the clock, once it is near',
        [firstStep, { hours: 25 }, { hours: 28 }, { hours: 48 }, { hours: 130 }],
        ['RAISED 24', 'RAISED 48', 'RAISED 72 120'],
      ],
      ['silence at first sight', [{ hours: 80 }], ['RAISED 24 48 72']],
    ],
    notRaised: [
      ['an arrival further away', [version(0, arrival('2026-03-19')), { hours: 130 }], []],
      ['a best known time that has passed', [version(0, arrival('2026-03-03')), { hours: 24 * 7 }], []],
      ['a ship that has arrived', [version(0, arrival('2026-03-03', 'ACT')), { hours: 100 }], []],
      ['a schedule that still states the call', [firstStep, schedule(27, '2026-03-09T12:00:00+08:00'), { hours: 28 }], []],
      ['an arrival without a time', [version(0, { portOfDischargeArrivalDate: undefined }), { hours: 100 }], []],
    ],
    closed: [
      ['a version', [{ hours: 80 }, version(81)], ['RAISED 24 48 72', 'CLOSED NEWS_RECEIVED 24 48 72']],
      ['an event', [{ hours: 80 }, port(81, portEvent(81))], ['RAISED 24 48 72', 'CLOSED NEWS_RECEIVED 24 48 72']],
      ['a schedule that says the same again', [expected(0), { hours: 30 }, schedule(31, late)], ['RAISED 24', 'CLOSED NEWS_RECEIVED 24']],
      [
        'OVERDUE, and not by a schedule or an event that still state the time that has passed',
        [
          expected(0),
          { hours: 30 },
          schedule(50, late),
          port(51, portEvent(51, { serviceDateTime: hoursLater(46) })),
          schedule(68, late),
          schedule(70, late),
        ],
        ['RAISED 24', 'CLOSED SUPERSEDED 24'],
      ],
    ],
  },
  OVERDUE: {
    raised: [
      ['the clock', [expected(0), ...[57, 58, 70, 94].map((hours) => ({ hours }))], ['RAISED 12', 'RAISED 24', 'RAISED 48']],
      [
        'the clock again, as an alert that requires an action, from 72 hours on',
        [expected(0), { hours: 100 }, { hours: 118 }],
        ['RAISED 12 24 48', 'CLOSED SUPERSEDED 12 24 48', 'RAISED 12 24 48 72'],
      ],
      ['the clock at first sight', [expected(130)], ['RAISED 12 24 48 72']],
      // The day ends at 16:00 UTC of 2026-03-02.
      ['the end of a stated day', [{ ...version(0, arrival('2026-03-02')), port: portOf() }, { hours: 15 }, { hours: 16 }], ['RAISED 12']],
      [
        'a time that passes again after it was postponed',
        [expected(0), { hours: 60 }, schedule(61, hoursLater(200)), schedule(62, late)],
        ['RAISED 12', 'CLOSED TIME_AHEAD 12', 'RAISED 12'],
      ],
      [
        'a notice alone, if its partner stated an actual time before',
        [
          version(0, arrival('2026-03-01', 'ACT')),
          version(1, { ...arrival('2026-03-04'), arrivalLeg: { vesselIMONumber: '9999999' } }),
          { hours: 80 },
        ],
        ['RAISED 12 24'],
      ],
    ],
    notRaised: [
      ['a notice alone, if its partner has never stated an actual time', [version(0, arrival('2026-03-02')), { hours: 100 }], []],
      ['a time ahead', [expected(0), { hours: 45 }], []],
      ['a ship that has arrived', [expected(0, { classifier: 'ACT' }), { hours: 100 }], []],
      [
        'an arrival that is collected',
        [
          { ...expected(0), isCollected: true },
          { hours: 100, isCollected: true },
        ],
        [],
      ],
      ['an arrival that is closed at first sight', [{ ...version(0, arrival('2026-02-01')), port: portOf() }], []],
      ['the same again', [expected(0), expected(60), schedule(61, late)], ['RAISED 12']],
    ],
    closed: [
      ['an actual time', [expected(60), schedule(61, late, { classifier: 'ACT' })], ['RAISED 12', 'CLOSED ACTUAL_TIME 12']],
      ['a time ahead', [expected(60), schedule(61, hoursLater(90))], ['RAISED 12', 'CLOSED TIME_AHEAD 12']],
      ['an omission', [expected(60), { hours: 61, port: portOf(omission(61)) }], ['RAISED 12', 'CLOSED OMITTED 12']],
      ['the mark as collected', [expected(60), { hours: 61, isCollected: true }], ['RAISED 12', 'CLOSED COLLECTED 12']],
      ['the end of the arrival', [expected(130), { hours: 46 + 24 * 14 }], ['RAISED 12 24 48 72', 'CLOSED ARRIVAL_CLOSED 12 24 48 72']],
    ],
  },
};

testAlertKinds(cases);

describe('an actual time that its source takes back', () => {
  const statesOf = (scenario: readonly ScenarioStep[]) => evaluateScenario(scenario).evaluations.map(({ snapshot }) => snapshot.state);
  const closingsOf = (scenario: readonly ScenarioStep[]) =>
    evaluateScenario(scenario).transitions.map(({ kind, transition, steps, closingEvidence }) =>
      [kind, transition, steps[0]?.closeReason, ...closingEvidence.map(({ id }) => id)].filter(Boolean).join(' '),
    );

  test('is corrected by a newer version of the notice, and may be reported again', () => {
    const scenario = [firstStep, version(1, arrival('2026-03-02', 'ACT')), version(2), version(3, arrival('2026-03-02', 'ACT'))];
    expect(statesOf(scenario)).toEqual(['EXPECTED', 'ARRIVED', 'EXPECTED', 'ARRIVED']);
    expect(closingsOf(scenario)).toEqual(['ARRIVED RAISED', 'ARRIVED CLOSED CORRECTED notice-2', 'ARRIVED RAISED']);
  });

  test('is corrected by a later answer of the schedule about the same call, not by one about another', () => {
    const at = '2026-03-09T12:00:00+08:00';
    const scenario = [schedule(0, at), schedule(1, at, { classifier: 'ACT' }), schedule(2, at), schedule(3, at, { classifier: 'ACT' })];
    expect(statesOf(scenario)).toEqual(['EXPECTED', 'ARRIVED', 'EXPECTED', 'ARRIVED']);
    expect(closingsOf(scenario)).toEqual(['ARRIVED RAISED', 'ARRIVED CLOSED CORRECTED call-1', 'ARRIVED RAISED']);
    const other = [schedule(0, at), schedule(1, at, { classifier: 'ACT' }), schedule(2, at, { recordKey: 'call-2' })];
    expect(statesOf(other)).toEqual(['EXPECTED', 'ARRIVED', 'ARRIVED']);
  });

  test('leaves a state that another source states too', () => {
    const berth = port(2, actual(2, 'BERTH', 'ARRI'));
    const scenario = [firstStep, version(1, arrival('2026-03-02', 'ACT')), berth, version(3)];
    expect(statesOf(scenario)).toEqual(['EXPECTED', 'ARRIVED', 'BERTHED', 'BERTHED']);
    expect(closingsOf(scenario).filter((text) => !text.startsWith('SOURCES_DISAGREE'))).toEqual(['ARRIVED RAISED', 'BERTHED RAISED']);
  });

  test('is not taken back by a version without a date', () => {
    const without = version(2, { portOfDischargeArrivalDate: undefined });
    expect(statesOf([firstStep, version(1, arrival('2026-03-02', 'ACT')), without])).toEqual(['EXPECTED', 'ARRIVED', 'ARRIVED']);
  });
});

test('an unsteady time is raised with its range, turns and evidence, and later turns update the open alert only', () => {
  const { transitions, evaluations } = evaluateScenario(flips('09', '10', '09', '10', '09', '10'));
  const [raised] = transitions.filter(({ kind }) => kind === 'ETA_UNSTEADY');
  const at = ({ hours }: { readonly hours: number }) => scheduleOf(hours, '').queriedAt;
  expect(raised).toMatchObject({ subject: 'SCHEDULE', severity: 'LOOK', steps: [1, 3, 6, 12, 24].map((step) => ({ step })) });
  expect(raised?.steps[0]).toMatchObject({
    before: { text: '2026-03-09 12:00' },
    after: { text: '2026-03-10 12:00' },
    hoursMoved: 24,
    turns: 2,
  });
  expect(raised?.evidence.map((ref) => ref.at)).toEqual([3, 2, 1].map((hours) => at({ hours })));
  const open = evaluations.at(-1)?.openAlerts.find(({ kind }) => kind === 'ETA_UNSTEADY');
  expect(open?.steps[0]).toMatchObject({ turns: 4 });
});

test('an unsteady time is known again after a rebuild, by the versions of the events', () => {
  const versions = ['09', '10', '09', '10', '09'].map((day, hours) =>
    portEvent(hours, {
      eventID: 'berth',
      versionId: `version-${hours}`,
      classifierCode: 'PLN',
      serviceDateTime: `2026-03-${day}T02:00:00Z`,
    }),
  );
  const { evaluations, transitions } = evaluateScenario(versions.map((event, hours) => port(hours, event)));
  const latest = new Map(transitions.map((transition) => [transition.alertId, transition]));
  const evidence = { notice: noticeIssued(0), schedule: scheduleNotAsked, port: portOf(...versions.slice(-1)) };
  const nowMs = startMs + 5 * 3_600_000;
  // An event that was stated before the last one, and received after it, changed nothing.
  const late = { ...portEvent(3.5, { serviceDateTime: '2026-03-12T02:00:00Z', classifierCode: 'PLN' }), receivedAt: hoursLater(4.5) };
  const formerPorts = formerPortsOf(evidence.port, [...versions, late], nowMs);
  const rebuilt = evaluate({ arrivalId: 'arrival-1', evidence, memory: undefined, history: [...latest.values()], formerPorts, nowMs });
  expect(rebuilt.transitions).toEqual([]);
  const turnsOf = (evaluation: Pick<typeof rebuilt, 'memory'> | undefined) =>
    (evaluation?.memory as Partial<FactMemory> | undefined)?.ofVisit?.turns?.PORT;
  expect(turnsOf(rebuilt)).toEqual(turnsOf(evaluations.at(-1)));
  expect(rebuilt.wakeAtMs).toBe(startMs + 16 * 3_600_000);
});

test('a change of the time with another ship has both values and the change as its cause', () => {
  const rolled = version(1, { ...arrival('2026-03-16'), arrivalLeg: { vesselIMONumber: '9074729' } });
  const { transitions } = evaluateScenario([schedule(0, '2026-03-09T12:00:00+08:00'), { ...rolled, schedule: scheduleNotAsked }]);
  const [changed] = transitions.filter(({ kind }) => kind === 'ETA_CHANGED');
  expect(changed).toMatchObject({ cause: 'VESSEL_CHANGED', steps: [1, 3, 6, 12, 24, 48].map((step) => ({ step })) });
  expect(changed?.steps[0]).toMatchObject({ before: { text: '2026-03-09 12:00' }, after: { text: '2026-03-16' } });
  expect(changed?.evidence.map(({ id }) => id)).toEqual(['notice-1', 'call-1']);
});
