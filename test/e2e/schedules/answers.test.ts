import { describe, expect, it } from 'vitest';
import { createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openSchedules, pageOf, serviceOf } from './open-schedules.ts';

interface Answered {
  readonly vesselSchedules: { readonly nodes: { readonly carrierServiceCode: string; readonly retrievedAt: string }[] };
}
const query = `query ($ship: String = "9321483", $maxAgeSeconds: Int) {
  vesselSchedules(filter: { vesselIMONumber: $ship }, maxAgeSeconds: $maxAgeSeconds) { nodes { carrierServiceCode retrievedAt } } }`;
const answers = (...codes: string[]) => codes.map((code) => pageOf([serviceOf(code)]));
const codesOf = ({ vesselSchedules }: Answered) => vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode);

describe('an answer', () => {
  it('is reused until it is older than maxAgeSeconds, a quarter of an hour by default', async () => {
    const clock = createTestClock();
    await using schedules = await openSchedules({ acme: {} }, { clock, cursorCache: createMemoryCursorCache({ clock }) });
    schedules.producer('acme').answer(...answers('A', 'B', 'C', 'D'));
    const sendQuery = async (maxAgeSeconds?: number) =>
      codesOf(await schedules.query<Answered>(query, maxAgeSeconds === undefined ? {} : { maxAgeSeconds }));
    expect(await sendQuery()).toEqual(['A']);
    clock.advance(900_000);
    expect(await sendQuery()).toEqual(['A']);
    clock.advance(1);
    expect(await sendQuery(900)).toEqual(['B']);
    expect(await sendQuery(0)).toEqual(['C']);
    clock.advance(10_001);
    expect(await sendQuery(11)).toEqual(['C']);
    expect(await sendQuery(10)).toEqual(['D']);
  });

  it('keeps the time at which it was fetched', async () => {
    const clock = createTestClock();
    await using schedules = await openSchedules({ acme: {} }, { clock, cursorCache: createMemoryCursorCache({ clock }) });
    schedules.producer('acme').answer(...answers('A'));
    const first = await schedules.query<Answered>(query);
    clock.advance(60_000);
    expect(await schedules.query<Answered>(query)).toEqual(first);
    expect(first.vesselSchedules.nodes[0]?.retrievedAt).toBe('2026-03-02T13:05:00.000Z');
  });

  it('of a partner that failed is not reused', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer({ status: 500 }, ...answers('A'));
    expect(codesOf(await schedules.query<Answered>(query))).toEqual([]);
    expect(codesOf(await schedules.query<Answered>(query))).toEqual(['A']);
  });

  it('is not shared between entitlements', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(...answers('A', 'B'));
    expect(codesOf(await schedules.query<Answered>(query, {}, 'one'))).toEqual(['A']);
    expect(codesOf(await schedules.query<Answered>(query, {}, 'two'))).toEqual(['B']);
  });

  it('is requested once for all concurrent equal queries', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(...answers('A', 'B'));
    const all = await Promise.all([0, 0, 60, 900].map((maxAgeSeconds) => schedules.query<Answered>(query, { maxAgeSeconds })));
    expect(all.map(codesOf)).toEqual([['A'], ['A'], ['A'], ['A']]);
    expect(schedules.producer('acme').requests).toHaveLength(1);
  });
});

describe('ships and ports as entities', () => {
  it('are entries into the graph that request no partner', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const entries = await schedules.query(`{
      ship: vessel(vesselIMONumber: "IMO 9321483") { vesselIMONumber } none: vessel(vesselIMONumber: "COFFEE STAR") { vesselIMONumber }
      port(UNLocationCode: "SG SIN") { UNLocationCode } nowhere: port(UNLocationCode: "Singapore") { UNLocationCode } }`);
    expect(entries).toEqual({
      ship: { vesselIMONumber: '9321483' },
      none: null,
      port: { UNLocationCode: 'SGSIN' },
      nowhere: null,
    });
    expect(schedules.producer('acme').requests).toEqual([]);
  });

  it('a hundred concurrent queries of which cost one request for each ship, whatever maxAgeSeconds is', async () => {
    await using schedules = await openSchedules({ acme: { otherwise: pageOf([serviceOf('FE1')]) } });
    const representations = Array.from({ length: 100 }, (_, index) => ({ __typename: 'Vessel', vesselIMONumber: `932148${index % 10}` }));
    const { _entities } = await schedules.query<{ _entities: { vesselSchedules: { nodes: object[] } }[] }>(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Vessel { vesselSchedules(maxAgeSeconds: 0) { nodes { carrierServiceCode } } } } }`,
      { representations },
    );
    expect(_entities.filter(({ vesselSchedules }) => vesselSchedules.nodes.length === 1)).toHaveLength(100);
    const queried = schedules.producer('acme').requests.map(({ query: parameters }) => parameters.get('vesselIMONumber'));
    expect(queried.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `932148${index}`));
  });

  it('are resolved by their key, and an invalid key resolves to null', async () => {
    await using schedules = await openSchedules({ acme: { otherwise: pageOf([]) } });
    const { _entities } = await schedules.query<{ _entities: unknown[] }>(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Port { UNLocationCode portSchedules(date: "2026-12-01") { sources { status } } } ... on Vessel { vesselIMONumber } } }`,
      {
        representations: [
          { __typename: 'Port', UNLocationCode: 'SGSIN' },
          { __typename: 'Vessel', vesselIMONumber: 'none' },
        ],
      },
    );
    expect(_entities).toEqual([{ UNLocationCode: 'SGSIN', portSchedules: { sources: [{ status: 'EMPTY' }] } }, null]);
    expect(schedules.producer('acme').requests.map(({ url }) => url)).toEqual([
      '/cs/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-01&limit=100',
    ]);
  });
});
