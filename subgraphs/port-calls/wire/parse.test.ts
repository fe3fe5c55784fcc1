import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanOf, findViolations } from './parse.ts';

describe('an event', () => {
  it('may be empty: the standard requires nothing', () => {
    expect(findViolations({})).toEqual([]);
  });

  it('keeps unknown attributes and codes', () => {
    const event = { portCallService: { portCallServiceTypeCode: 'NEW_KIND' }, extra: { deep: [1] } };
    expect(findViolations(event)).toEqual([]);
    expect(cleanOf(event, [])).toBe(event);
  });

  it('has its violations reported, each with its path, and is shown without them', () => {
    const event = {
      isFYI: 'perhaps',
      portCall: null,
      eventUpdatedDateTime: '2026-12-20 07:30',
      movesForecasts: [{ loadUnits: { totalUnits: 12, ladenUnits: { size20Units: 1.5, size40Units: 2 } } }],
      vessel: { vesselName: 'x'.repeat(51) },
    };
    const violations = findViolations(event);
    expect(violations.map(({ path }) => path)).toEqual([
      '$.isFYI',
      '$.portCall',
      '$.eventUpdatedDateTime',
      '$.movesForecasts[0].loadUnits.totalUnits',
      '$.movesForecasts[0].loadUnits.ladenUnits.size20Units',
      '$.vessel.vesselName',
    ]);
    expect(cleanOf(event, violations)).toEqual({
      movesForecasts: [{ loadUnits: { ladenUnits: { size40Units: 2 } } }],
      vessel: event.vessel,
    });
  });

  it('of any shape is parsed without failing, and its shown part violates only lengths and identifiers', () => {
    const names = ['eventID', 'isFYI', 'portCall', 'terminalCall', 'vessel', 'timestamp', 'movesForecasts', '__proto__'];
    const anything = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()));
    fc.assert(
      fc.property(anything, (value) => {
        const clean = cleanOf(value, findViolations(value));
        expect(findViolations(clean).every(({ message }) => /^expected (at most|a UUID)/.test(message))).toBe(true);
      }),
    );
  });
});
