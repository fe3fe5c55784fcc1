import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../partners/sandbox/random.ts';
import type { CallStatement } from '../../../subgraphs/shared/joins/call-statement.ts';
import { localDayOf } from '../../../subgraphs/shared/joins/days.ts';
import type { JoinRules } from '../../../subgraphs/shared/joins/evidence.ts';
import { createJoinRules } from '../../../subgraphs/shared/joins/join-rules.ts';
import { type KeySet, keySetOfCall, keySetOfNotice } from '../../../subgraphs/shared/joins/key-set.ts';
import { matchEvents } from '../../../subgraphs/shared/joins/match-events.ts';
import { matchCalls } from '../../../subgraphs/shared/joins/match-visits.ts';
import {
  type CallRecord,
  callRecordsOfPointToPoint,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
  type EventRecord,
  eventRecordOf,
} from '../../../subgraphs/shared/joins/records.ts';
import { createVisitPool, type VisitPool } from '../../../subgraphs/shared/joins/visit-pool.ts';
import { listAt, valueAt } from '../../../subgraphs/shared/joins/wire-values.ts';
import { zoneOf } from '../../../subgraphs/shared/joins/zones.ts';
import type { NoticeKind } from '../../support/world/notices.ts';
import type { WorldCall } from '../../support/world/sailing.ts';
import { createWorld, type World } from '../../support/world/world.ts';

const seeds = 120;
const sources = ['ANSWERED'] as const;
const tally = { wrongCalls: [] as string[], wrongEvents: [] as string[], merged: [] as string[], naivelyWrong: 0, complete: 0, found: 0 };
const ofCalls = { wrong: [] as string[], found: 0 };

beforeAll(() => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const told = tellAll(seed);
    matchNoticesOf(told);
    if (seed % 5 === 0) matchCallsOf(told, seed);
    for (const visit of [...told.calls.visits, ...told.events.visits]) {
      const calls = new Set(visit.records.map(told.callOf));
      if (calls.size > 1) tally.merged.push(`seed ${seed}: ${[...calls].map((call) => call?.id)}`);
    }
  }
}, 180_000);

test('over hundreds of worlds no notice is ever matched with a wrong call', () => {
  expect(tally.wrongCalls).toEqual([]);
});

test('over hundreds of worlds no notice is ever matched with the events of a wrong call', () => {
  expect(tally.wrongEvents).toEqual([]);
});

test('at least 95 % of the notices that hold the right IMO number and voyage find their call', () => {
  expect(tally.complete).toBeGreaterThan(1_000);
  expect(tally.found / tally.complete).toBeGreaterThanOrEqual(0.95);
});

test('in the same worlds whoever takes the nearest call of the ship at the port is wrong hundreds of times', () => {
  expect(tally.naivelyWrong).toBeGreaterThan(200);
});

test('no two calls are ever merged into one', () => {
  expect(tally.merged).toEqual([]);
});

test('no call is ever matched with the events of another one', () => {
  expect(ofCalls.wrong).toEqual([]);
  expect(ofCalls.found).toBeGreaterThan(500);
});

test('a world is the same whenever it is made, and whoever is asked first', () => {
  const [one, other] = [createWorld(7), createWorld(7)];
  const [carrier] = other.carriers;
  if (carrier !== undefined) other.portSchedulesOf(carrier);
  expect(one.carriers.map((each) => one.noticesOf(each))).toEqual(other.carriers.map((each) => other.noticesOf(each)));
  expect(one.eventPublishers.map((each) => one.eventsOf(each))).toEqual(other.eventPublishers.map((each) => other.eventsOf(each)));
});

function matchNoticesOf(told: Told): void {
  for (const { keySet, kind, truth, about } of told.notices) {
    const calls = matchCalls(keySet, told.calls, { rules: told.rules, sources });
    const events = matchEvents(keySet, told.events, { rules: told.rules, sources });
    if (calls.unique !== undefined && !told.areOf(calls.unique.visit.records, truth)) tally.wrongCalls.push(about);
    if (events.unique !== undefined && !told.areOf(events.unique.visit.records, truth)) tally.wrongEvents.push(about);
    const naive = naiveMatchOf(keySet, told.records);
    if (naive !== undefined && !told.areOf([naive], truth)) tally.naivelyWrong += 1;
    if (!hasRightShipAndVoyage(kind, keySet, truth)) continue;
    tally.complete += 1;
    if (calls.unique !== undefined) tally.found += 1;
  }
}

function matchCallsOf(told: Told, seed: number): void {
  for (const visit of told.calls.visits) {
    const truth = told.callOf(visit.records[0]);
    const match = matchEvents(keySetOfCall(visit.records), told.events, { rules: told.rules, sources });
    if (match.unique === undefined) continue;
    ofCalls.found += 1;
    if (!told.areOf(match.unique.visit.records, truth)) ofCalls.wrong.push(`seed ${seed}: ${truth?.id}`);
  }
}

interface ToldNotice {
  readonly keySet: KeySet;
  readonly kind: NoticeKind;
  readonly truth: WorldCall | undefined;
  readonly about: string;
}

/** A world as Landfall learns of it: what partners answer that are connected, and every notice. */
interface Told {
  readonly rules: JoinRules;
  readonly records: readonly CallRecord[];
  readonly calls: VisitPool<CallRecord>;
  readonly events: VisitPool<EventRecord>;
  readonly notices: readonly ToldNotice[];
  callOf(record: CallRecord | EventRecord): WorldCall | undefined;
  areOf(records: readonly (CallRecord | EventRecord)[], truth: WorldCall | undefined): boolean;
}

function tellAll(seed: number): Told {
  const world = createWorld(seed);
  const rules = createJoinRules({ partners: world.carriers.map(partnerOf) });
  const records = recordsOf(world, createRandom(`connected ${seed}`));
  const eventRecords = world.eventPublishers.flatMap((partner) =>
    world.eventsOf(partner).map((event) => eventRecordOf(event, { partner })),
  );
  const callOf = ({ statement, wire }: CallRecord | EventRecord) => world.truth.callOf(partOf(statement, wire));
  return {
    rules,
    records,
    calls: createVisitPool(records, rules),
    events: createVisitPool(eventRecords, rules),
    notices: world.carriers.flatMap((carrier) =>
      world.noticesOf(carrier).map(({ notice, kind }, number) => ({
        keySet: keySetOfNotice(notice, { partner: carrier.id }),
        kind,
        truth: world.truth.callOf(notice),
        about: `seed ${seed}: ${kind} notice ${number} of ${carrier.id}`,
      })),
    ),
    callOf,
    areOf: (told, truth) => told.every((record) => callOf(record) === truth),
  };
}

function partnerOf({ id, SMDG, NMFTA }: World['carriers'][number]) {
  return {
    id,
    carriers: [
      { carrierCode: SMDG, carrierCodeListProvider: 'SMDG' },
      { carrierCode: NMFTA, carrierCodeListProvider: 'NMFTA' },
    ],
  };
}

/** One carrier in ten does not publish vessel schedules, and one in ten no port schedules. */
function recordsOf(world: World, random: ReturnType<typeof createRandom>): readonly CallRecord[] {
  return world.carriers.flatMap((carrier) => {
    const stamp = { partner: carrier.id };
    const vesselSchedules = random.chance(0.9) ? world.vesselSchedulesOf(carrier) : [];
    const portSchedules = random.chance(0.9) ? world.portSchedulesOf(carrier) : [];
    return [
      ...vesselSchedules.flatMap((wire) => callRecordsOfVesselSchedules(wire, stamp)),
      ...portSchedules.flatMap((wire) => callRecordsOfPortSchedule(wire, stamp)),
      ...world.pointToPointOf(carrier).flatMap((wire) => callRecordsOfPointToPoint(wire, stamp)),
    ];
  });
}

/** The object that the world remembers: a part of the record, and of an event the whole. */
function partOf({ kind, at: [first = 0, second = 0] }: CallStatement, wire: unknown): object {
  const part = (): unknown => {
    switch (kind) {
      case 'VESSEL_SCHEDULE':
        return listAt(listAt(wire, 'vesselSchedules')[first], 'transportCalls')[second];
      case 'PORT_SCHEDULE':
        return listAt(wire, 'vesselSchedules')[first];
      case 'POINT_TO_POINT':
        return valueAt(listAt(wire, 'legs')[first], [second === -1 ? 'arrival' : 'departure']);
      case 'NOTICE':
      case 'EVENT':
        return wire;
    }
  };
  return part() as object;
}

/** Neither made wrong on purpose nor written before another ship took over. */
function hasRightShipAndVoyage(kind: NoticeKind, { statements: [{ vesselIMONumber }] }: KeySet, truth: WorldCall | undefined): boolean {
  return (kind === 'COMPLETE' || kind === 'PLAIN') && vesselIMONumber === truth?.ship.vesselIMONumber;
}

/** What one writes first: the ship by its IMO number, the port, the nearest day. */
function naiveMatchOf({ statements: [left] }: KeySet, records: readonly CallRecord[]): CallRecord | undefined {
  const dayOf = (statement: CallStatement) => {
    const arrival = statement.times.findLast(({ kind }) => kind === 'ARRIVAL');
    return arrival === undefined ? Number.NaN : localDayOf(arrival, statement, zoneOf).day;
  };
  const awayOf = ({ statement }: CallRecord) => Math.abs(dayOf(statement) - dayOf(left));
  return records
    .filter(
      ({ statement: { vesselIMONumber, UNLocationCode } }) =>
        vesselIMONumber !== undefined && vesselIMONumber === left.vesselIMONumber && UNLocationCode === left.UNLocationCode,
    )
    .toSorted((one, other) => awayOf(one) - awayOf(other))
    .at(0);
}
