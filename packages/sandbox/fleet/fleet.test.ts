import { describe, expect, it } from 'vitest';
import { imoNumberOf } from '../check-digits.ts';
import { type Call, voyageNumberOf } from './calls.ts';
import { type Assignment, createFleet } from './fleet.ts';
import { loops, oceaniaLoop, rotterdam } from './loops.ts';
import { dayMs, hourMs, localDayOf, localTextOf, weekMs } from './times.ts';

const start = Date.UTC(2026, 2, 2, 13, 5);
const parts: Assignment[] = [
  'ARRIVING',
  'ARRIVED',
  'DOUBLE_CALL',
  'LATE_SHIP',
  'OMITTED_CALL',
  'SHIP_SWAP',
  'UNLISTED_CALL',
  'UNSTEADY_BERTH',
  'VESSEL_SHARING',
];

describe('the fleet', () => {
  it('has a call for every assignment at any time of the year', () => {
    for (let now = start; now < start + 53 * weekMs; now += 41 * hourMs) {
      const fleet = createFleet('demo');
      for (const part of parts) expect(() => fleet.callFor(part, now)).not.toThrow();
      expect(fleet.callFor('ARRIVING', now).arrival).toBe(now + 2 * hourMs);
    }
  });

  it('calls with one ship at Rotterdam twice within a week, on two voyages', () => {
    const fleet = createFleet('demo');
    const first = fleet.callFor('DOUBLE_CALL', start);
    const again = fleet
      .calls(first.arrival + dayMs, first.arrival + weekMs)
      .find(({ vessel, port }) => vessel === first.vessel && port === rotterdam);
    expect(again?.importVoyage.universalVoyageReference).not.toBe(first.importVoyage.universalVoyageReference);
    expect(again?.portVisitReference).not.toBe(first.portVisitReference);
  });

  it('gives each call its own references, and each ship a valid number', () => {
    const calls = createFleet('demo').calls(start - 26 * weekMs, start + 26 * weekMs);
    expect(new Set(calls.map(({ transportCallReference }) => transportCallReference)).size).toBe(calls.length);
    const ships = loops.flatMap((loop) => [...loop.ships, loop.shipInDock]);
    expect(new Set(ships.map(({ vesselIMONumber }) => vesselIMONumber)).size).toBe(ships.length);
    expect(ships.filter(({ vesselIMONumber }) => vesselIMONumber !== imoNumberOf(Number(vesselIMONumber.slice(0, 6))))).toEqual([]);
  });

  it('numbers voyages so that no two voyages of a carrier share a number within the year', () => {
    const calls = createFleet('demo').calls(start, start + 50 * weekMs);
    for (const loop of loops) {
      for (const partner of loop.partners) {
        const voyages = new Map<string, string>();
        for (const { importVoyage } of calls.filter((call) => call.loop === loop)) {
          const voyage = `${importVoyage.departure} ${importVoyage.direction}`;
          const number = voyageNumberOf(partner, importVoyage);
          expect(voyages.get(number) ?? voyage).toBe(voyage);
          voyages.set(number, voyage);
        }
      }
    }
  });

  it('moves a call and the later ones of its round, and no other ship', () => {
    const fleet = createFleet('demo');
    const call = fleet.callFor('DOUBLE_CALL', start);
    const before = fleet.calls(start - 6 * weekMs, start + 6 * weekMs);
    fleet.delay(call, dayMs);
    for (const other of before) {
      const isBehind = other.loop === call.loop && other.departure === call.departure && other.arrival >= call.arrival;
      expect(fleet.current(other).arrival - other.arrival).toBe(isBehind ? dayMs : 0);
    }
    expect(fleet.delayOf(call)).toBe(dayMs);
  });

  it('moves a ship back at a call and at all later ones, however late each of them was', () => {
    const fleet = createFleet('demo');
    const [departure, place] = [115, 3];
    const delays = () => fleet.round(oceaniaLoop, departure).map((call) => fleet.delayOf(call) / dayMs);
    const move = (at: number, days: number) => fleet.delay(fleet.round(oceaniaLoop, departure)[at] as Call, days * dayMs);
    move(place + 1, 1);
    move(place, 1);
    expect(delays()).toEqual([0, 0, 0, 1, 1, 1]);
    move(place + 2, -1);
    expect(delays()).toEqual([0, 0, 0, 1, 1, 0]);
    move(place, -1);
    expect(delays()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('has no ship that arrives a day early, even if a step moves it', () => {
    for (let now = start; now < start + 53 * weekMs; now += 41 * hourMs) {
      const { arrival, plannedArrival } = createFleet('demo').callFor('ARRIVING', now);
      expect(arrival - plannedArrival).toBeGreaterThan(-dayMs / 2);
    }
  });

  it('is in the same state when it is started again', () => {
    const [one, other] = [createFleet('demo'), createFleet('demo')];
    one.callFor('OMITTED_CALL', start);
    const later = start + 3 * weekMs;
    expect(other.calls(later, later + weekMs)).toEqual(one.calls(later, later + weekMs));
  });
});

describe('local times', () => {
  it.each([
    ['2026-07-01T22:30:00Z', 'Europe/Amsterdam', '2026-07-02T00:30:00+02:00'],
    ['2026-01-01T22:30:40Z', 'Europe/Amsterdam', '2026-01-01T23:30:00+01:00'],
    ['2026-01-01T12:00:00Z', 'Pacific/Auckland', '2026-01-02T01:00:00+13:00'],
    ['2026-07-01T12:00:00Z', 'Asia/Colombo', '2026-07-01T17:30:00+05:30'],
    ['2026-07-01T02:00:00Z', 'America/St_Johns', '2026-06-30T23:30:00-02:30'],
  ])('of %s in %s are %s', (instant, timeZone, local) => {
    expect(localTextOf(Date.parse(instant), timeZone)).toBe(local);
    expect(localDayOf(Date.parse(instant), timeZone)).toBe(local.slice(0, 10));
  });
});
