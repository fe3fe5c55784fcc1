import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../messages/messages.ts';
import { checkText } from './checks.tsx';

const english = { words: messagesOf('en'), times: { lang: 'en-GB', zone: 'viewer' } } as const;
const german = { words: messagesOf('de'), times: { lang: 'de', zone: 'viewer' } } as const;

type Check = Parameters<typeof checkText>[0];
const unset = {
  ...{ time: null, comparedTime: null, hours: null, day: null, daysLeft: null, value: null, since: null, record: null },
  ...{ side: null, sideOutcome: null, state: null, isOpen: null, release: null },
};
const time = (localDate: string, source = 'NOTICE') => ({ localDate, localTime: null, source });
const checkOf = (kind: string, reasons: readonly object[], rest: object = {}) =>
  ({
    kind,
    outcome: 'NOT_RAISED',
    reason: 'In English.',
    threshold: null,
    reasons: reasons.map((one) => ({ ...unset, ...one })),
    ...rest,
  }) as Check;

describe('the reason why an alert is not raised', () => {
  it('states what was compared, and the limit, in the language of the board', () => {
    const moved = { code: 'MOVED', time: time('2026-03-10'), comparedTime: time('2026-03-09'), hours: 24 };
    const check = checkOf('ETA_CHANGED', [moved], { threshold: 48 });
    expect(checkText(check, english)).toBe('10 Mar instead of 9 Mar (notice): 24 h later. Your limit: 48 h.');
    expect(checkText(check, german)).toBe('10. März statt 9. März (Meldung): 24 h später. Ihre Grenze: 48 h.');
    const near = checkOf('LAST_FREE_DAY_NEAR', [{ code: 'DAYS_LEFT', day: '2026-03-14', daysLeft: 5, isOpen: true }], { threshold: 2 });
    expect(checkText(near, german)).toBe('14. März: noch 5 freie Tage. Ihre Grenze: 2 Tage.');
  });

  it('names each pair of sides, each silent side, and a closed arrival', () => {
    const differences = ['SCHEDULE', 'PORT'].map((source) => ({
      ...{ code: 'DIFFERENCE', time: time('2026-03-10', source), comparedTime: time('2026-03-09'), hours: 3.5 },
    }));
    expect(checkText(checkOf('SOURCES_DISAGREE', differences), english)).toBe(
      'Notice 9 Mar, schedule 10 Mar: 3.5 h apart. Notice 9 Mar, port 10 Mar: 3.5 h apart.',
    );
    const silent = { code: 'SIDE_WITHOUT_TIME', side: 'PORT', sideOutcome: 'NONE' };
    expect(checkText(checkOf('SOURCES_DISAGREE', [silent], { outcome: 'NOT_CHECKED', threshold: 24 }), german)).toBe(
      'Hafen: nicht gefunden.',
    );
    const closed = { code: 'NOT_EXPECTED', state: 'EXPECTED', isOpen: false };
    expect(checkText(checkOf('OVERDUE', [closed]), english)).toBe(
      'Only checked for ships that are expected at a known time. The arrival is closed.',
    );
  });

  it('is left to the server if a newer one gives a reason that the board does not know', () => {
    expect(checkText(checkOf('OVERDUE', [{ code: 'SHIP_SANK' }]), german)).toBeUndefined();
  });

  it('has every value that its text names', () => {
    const all = {
      ...{ time: time('2026-03-10'), comparedTime: time('2026-03-09'), hours: 1, day: '2026-03-14', daysLeft: 1, value: 'EMMA' },
      ...{ since: '2026-03-01T00:00:00Z', record: { source: 'NOTICE', partner: { name: 'Acme' } }, side: 'PORT', sideOutcome: 'NONE' },
      ...{ state: 'BERTHED', isOpen: true, release: { freight: 'YES', customs: 'NO', originalBillOfLading: 'NOT_REQUIRED' } },
    };
    for (const code of Object.keys(english.words.checks.reasons)) {
      for (const ui of [english, german]) {
        const template = ui.words.checks.reasons[code as keyof typeof english.words.checks.reasons];
        const text = checkText(checkOf('OVERDUE', [{ code, ...all }]), ui) ?? '';
        // A text that lacks a value ends before a colon.
        expect(text.length).toBeGreaterThanOrEqual(template.replaceAll(/\{\w+\}/g, '').length);
        expect(text).not.toMatch(/[{}]|undefined|null/);
      }
    }
  });
});
