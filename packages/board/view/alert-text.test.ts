import { describe, expect, it } from 'vitest';
import { messagesOf } from '../messages/messages.ts';
import type { Alert, Arrival } from '../model/arrival-row.ts';
import { alertKinds } from '../model/view-state.ts';
import { alertText, nextStep } from './alert-text.ts';

const english = { words: messagesOf('en'), times: { lang: 'en-GB', zone: 'viewer' }, now: Date.UTC(2026, 2, 9, 12) } as const;
const german = { ...english, words: messagesOf('de-CH'), times: { lang: 'de', zone: 'viewer' } } as const;

const arrival = {
  equipmentReferences: ['ABCU1234560', 'ABCU1234575'],
  portName: 'Hamburg',
  port: { UNLocationCode: 'DEHAM' },
  release: {},
  lastFree: null,
  bestTime: null,
} as unknown as Arrival;

/** Returns a value before or after a change: a name, a day, or a day with its time. */
const value = (text: string, more: { name?: string; day?: string; time?: string } = {}) => ({
  text,
  name: more.name ?? null,
  source: 'NOTICE',
  time: more.day === undefined ? null : { localDate: more.day, localTime: more.time ?? null },
});
const alertOf = (kind: Alert['kind'], rest: object = {}) =>
  ({ kind, subject: null, before: null, after: null, equipmentReferences: [], ...rest }) as unknown as Alert;
const inEnglish = (kind: Alert['kind'], rest?: object) => alertText(alertOf(kind, rest), arrival, english);

describe('the words of an alert', () => {
  it('of a kind that a newer server has added are its name', () => {
    const added = alertOf('CUSTOMS_HOLD' as Alert['kind']);
    expect(alertText(added, arrival, english)).toBe('Customs hold');
    expect(nextStep(added, arrival, english)).toBe('Check the arrival');
  });

  it('name ships and ports, and use numbers and codes only if no name is known', () => {
    const ships = { before: value('9321483', { name: 'NSL PUFFIN' }), after: value('9454436', { name: 'NSL GANNET' }) };
    expect(inEnglish('VESSEL_CHANGED', ships)).toBe('Vessel: NSL GANNET instead of NSL PUFFIN');
    expect(inEnglish('VESSEL_CHANGED', { ...ships, before: value('9321483') })).toBe('Vessel: NSL GANNET instead of 9321483');
    const ports = { before: value('BEANR', { name: 'Antwerpen' }), after: value('NLRTM') };
    expect(inEnglish('PORT_CHANGED', ports)).toBe('Port: NLRTM instead of Antwerpen');
    expect(inEnglish('TERMINAL_CHANGED', { before: value('SMDG RWG'), after: value('SMDG ECTDELTA') })).toBe(
      'Terminal: ECTDELTA instead of RWG',
    );
  });

  it('state from which day to which a time has changed, or from which hour to which within a day', () => {
    const before = value('2026-03-09', { day: '2026-03-09' });
    expect(inEnglish('ETA_CHANGED', { before, after: value('2026-03-11', { day: '2026-03-11' }) })).toBe('ETA moved from 9 Mar to 11 Mar');
    const morning = value('2026-03-09 06:00', { day: '2026-03-09', time: '06:00' });
    const evening = value('2026-03-09 18:00', { day: '2026-03-09', time: '18:00' });
    expect(inEnglish('ETA_CHANGED', { before: morning, after: evening })).toBe('ETA moved from 06:00 to 18:00 on 9 Mar');
  });

  it('count the days until the last free day and after it, and name the containers if it is not the day of all', () => {
    const text = (day: string) => inEnglish('LAST_FREE_DAY_NEAR', { after: value(day) });
    expect([text('2026-03-10'), text('2026-03-09')]).toEqual(['Last free day 10 Mar, tomorrow', 'Last free day 9 Mar, today']);
    const passed = (...equipmentReferences: string[]) => inEnglish('LAST_FREE_DAY_PASSED', { subject: '2026-03-06', equipmentReferences });
    expect(passed('ABCU1234560', 'ABCU1234575')).toBe('Last free day 6 Mar, 3 days over');
    expect(passed('ABCU1234560')).toBe('Last free day 6 Mar, 3 days over: ABCU1234560');
  });

  it('state when an overdue ship was expected', () => {
    const after = value('2026-03-06 10:00', { day: '2026-03-06', time: '10:00' });
    expect(inEnglish('OVERDUE', { after })).toBe('Expected 6 Mar 10:00, no arrival reported');
  });

  it('name the skipped port, and what was withdrawn', () => {
    expect(inEnglish('PORT_CALL_OMITTED')).toBe('The ship skips Hamburg');
    expect(inEnglish('RELEASE_WITHDRAWN', { after: value('freight, customs: NO') })).toBe('Release withdrawn: Freight, Customs');
  });

  it('exist for every kind in every language, also without values before and after', () => {
    for (const language of [english, german]) {
      const texts = alertKinds.map((kind) => alertText(alertOf(kind, { subject: '2026-03-10' }), arrival, language));
      expect(texts.filter((text) => text === '' || /undefined|null|NaN/.test(text))).toEqual([]);
    }
  });
});

describe('the next step', () => {
  const step = (kind: string, rest: object = {}, of: object = {}, language: typeof english | typeof german = english) =>
    nextStep(alertOf(kind as Alert['kind'], rest), { ...arrival, ...of }, language);

  it('is a verb with the values of the alert', () => {
    const moved = { before: value('', { day: '2026-03-09' }), after: value('', { day: '2026-03-11' }), hoursMoved: 48 };
    expect(step('ETA_CHANGED', moved)).toBe('Tell the customer: 2 days later');
    expect(step('ETA_CHANGED', moved, {}, german)).toBe('Kunden informieren: 2 Tage später');
    expect(step('NO_NEWS', { subject: '2026-03-06T12:00:00Z' })).toBe('Ask the carrier: no news for 3 days');
    expect(step('LAST_FREE_DAY_NEAR', { subject: '2026-03-10' })).toBe('Book the truck today');
    expect(step('LAST_FREE_DAY_NEAR', { subject: '2026-03-12' })).toBe('Book the truck by 12 Mar');
  });

  it('is another one while the release is refused', () => {
    const refused = { release: { isReleased: 'NO', customs: 'NO' } };
    expect(step('LAST_FREE_DAY_NEAR', { subject: '2026-03-10' }, refused)).toBe('Get the release today: Customs');
  });

  it('exists for kinds without a text, and ends before a value that is not known', () => {
    expect(step('SOMETHING_NEW')).toBe('Check the arrival');
    expect(step('ETA_CHANGED')).toBe('Tell the customer');
  });

  it('exists for every kind in every language, and is complete', () => {
    for (const language of [english, german]) {
      for (const kind of [...alertKinds, 'LAST_FREE_DAY_PASSED', 'OVERDUE']) {
        for (const release of [{}, { isReleased: 'NO' }]) {
          expect(step(kind, { subject: '2026-03-10' }, { release }, language)).not.toMatch(/^$|[{}:] *$|undefined|NaN/);
        }
      }
    }
  });
});
