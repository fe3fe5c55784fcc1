import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import { localDayOf } from '@landfall/matching/claims/days.ts';
import type { CallRecord, EventRecord } from '@landfall/matching/claims/records.ts';
import { type MatchKey, matchKeyOfCall, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { matchCalls } from '@landfall/matching/match-visits.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex, type VisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { beforeAll, expect, test } from 'vitest';
import { matchPageInProcess } from '../../support/matching/in-process-producers.ts';
import { matchKeyOfTrueNotice } from '../../support/matching/match-all-records.ts';
import { truthOf } from '../../support/matching/truth.ts';
import { recordsOfWorld } from '../../support/matching/world-records.ts';
import type { NoticeKind } from '../../support/world/notices.ts';
import type { Preset } from '../../support/world/options.ts';
import type { WorldCall } from '../../support/world/sailing.ts';
import { createWorld } from '../../support/world/world.ts';

/** Rules are tuned on the first seeds; the others are for validation. */
const seeds = process.env['CI'] === undefined ? [1, 2] : [1_001, 1_002, 1_003];
/**
 * Presets without errors. In the others, calls a few days apart share a number, which events alone cannot distinguish.
 */
const quiet = ['usual', 'counters'] as const;
const noisy = ['twice-a-week', 'dense'] as const;
const worlds: readonly Preset[] = [...quiet, ...noisy];
const sources = ['ANSWERED'] as const;

/** The results of matching in several worlds. */
interface Stats {
  readonly wrongCalls: string[];
  readonly wrongEvents: string[];
  readonly wrongEventsOfCalls: string[];
  readonly merged: string[];
  /** Number of notices that have a unique call or unique events. */
  offered: number;
  naivelyWrong: number;
  complete: number;
  found: number;
  eventsOfCalls: number;
}
const statsByPreset = new Map<Preset, Stats>();
const statsOf = (preset: Preset): Stats => statsByPreset.get(preset) as Stats;

beforeAll(() => {
  for (const preset of worlds) {
    const stats: Stats = {
      wrongCalls: [],
      wrongEvents: [],
      wrongEventsOfCalls: [],
      merged: [],
      offered: 0,
      naivelyWrong: 0,
      complete: 0,
      found: 0,
      eventsOfCalls: 0,
    };
    statsByPreset.set(preset, stats);
    for (const seed of seeds) {
      const simulated = simulate(seed, preset);
      matchNoticesOf(simulated, stats);
      matchCallsOf(simulated, stats);
      for (const visit of [...simulated.calls.visits, ...simulated.events.visits]) {
        const calls = new Set(visit.records.map(simulated.callOf));
        if (calls.size > 1) stats.merged.push(`${simulated.about}: ${[...calls].map((call) => call?.id)}`);
      }
    }
  }
});

test.each(worlds)('in the worlds %s no notice is matched with a wrong call', (preset) => {
  expect(statsOf(preset).wrongCalls).toEqual([]);
});

test.each(noisy)('in the worlds %s hardly any notice is matched with the events of a wrong call without schedules', (preset) => {
  const { wrongEvents, offered } = statsOf(preset);
  expect(wrongEvents.length / offered).toBeLessThan(0.03);
});

test.each(quiet)('in the worlds %s no notice is matched with the events of a wrong call', (preset) => {
  expect(statsOf(preset).wrongEvents).toEqual([]);
});

test.each(quiet)('in the worlds %s no call is matched with the events of another one', (preset) => {
  expect(statsOf(preset).wrongEventsOfCalls).toEqual([]);
  expect(statsOf(preset).eventsOfCalls).toBeGreaterThan(50);
});

test.each(quiet)('in the worlds %s no two calls are merged into one', (preset) => {
  expect(statsOf(preset).merged).toEqual([]);
});

test.each(quiet)('in the worlds %s most notices with the right ship, port and voyage find their call', (preset) => {
  const { complete, found } = statsOf(preset);
  expect(complete).toBeGreaterThan(50);
  expect(found / complete).toBeGreaterThanOrEqual(0.95);
});

test('in the same worlds a caller that uses the nearest call of the ship at the port is wrong', () => {
  expect(worlds.map((preset) => statsOf(preset).naivelyWrong).every((count) => count > 5)).toBe(true);
});

test('the requests of a page are those of its single requests, which are sent at the same time', async () => {
  const world = createWorld(101, { notices: 30 });
  const matchKeys = [...truthOf(world).notices.values()].map(matchKeyOfTrueNotice);
  const { sent, requestCount } = await matchPageInProcess(world, matchKeys, recordsOfWorld(world).rules);
  expect(sent.reduce((sum, { pageCount }) => sum + pageCount, 0)).toBe(requestCount);
});

test('a world is the same whenever it is created, and whichever partner is requested first', () => {
  const [one, other] = [createWorld(7, { troubles: 'dense' }), createWorld(7, { troubles: 'dense' })];
  const [carrier] = other.carriers;
  if (carrier !== undefined) other.portSchedulesOf(carrier);
  expect(one.carriers.map((each) => one.noticesOf(each))).toEqual(other.carriers.map((each) => other.noticesOf(each)));
  expect(one.eventPublishers.map((each) => one.eventsOf(each))).toEqual(other.eventPublishers.map((each) => other.eventsOf(each)));
});

function matchNoticesOf(simulated: SimulatedWorld, stats: Stats): void {
  for (const { matchKey, kind, truth, about } of simulated.notices) {
    const calls = matchCalls(matchKey, simulated.calls, { rules: simulated.rules, sources });
    const events = matchEvents(matchKey, simulated.events, { rules: simulated.rules, sources });
    if (calls.unique !== undefined && !simulated.areOf(calls.unique.visit.records, truth)) stats.wrongCalls.push(about);
    if (events.unique !== undefined && !simulated.areOf(events.unique.visit.records, truth)) stats.wrongEvents.push(about);
    if (calls.unique !== undefined || events.unique !== undefined) stats.offered += 1;
    const naive = naiveMatchOf(matchKey, simulated.recordsByShipAndPort);
    if (naive !== undefined && !simulated.areOf([naive], truth)) stats.naivelyWrong += 1;
    if (!hasRightShipAndVoyage(kind, matchKey, truth)) continue;
    stats.complete += 1;
    if (calls.unique !== undefined) stats.found += 1;
  }
}

function matchCallsOf(simulated: SimulatedWorld, stats: Stats): void {
  // Every third call shows the same in a third of the time.
  for (const visit of simulated.calls.visits.filter((_, place) => place % 3 === 0)) {
    const truth = simulated.callOf(visit.records[0]);
    const match = matchEvents(matchKeyOfCall(visit.records), simulated.events, { rules: simulated.rules, sources });
    if (match.unique === undefined) continue;
    stats.eventsOfCalls += 1;
    if (!simulated.areOf(match.unique.visit.records, truth)) stats.wrongEventsOfCalls.push(`${simulated.about}: ${truth?.id}`);
  }
}

interface WorldNotice {
  readonly matchKey: MatchKey;
  readonly kind: NoticeKind;
  readonly truth: WorldCall | undefined;
  readonly about: string;
}

/** The records of calls of each ship, by its IMO number, at each port. */
type RecordsByShipAndPort = ReadonlyMap<string, readonly CallRecord[]>;

/** A world as Landfall knows it: the answers of the partners, and every notice. */
interface SimulatedWorld {
  readonly about: string;
  readonly rules: ComparisonRules;
  readonly recordsByShipAndPort: RecordsByShipAndPort;
  readonly calls: VisitIndex<CallRecord>;
  readonly events: VisitIndex<EventRecord>;
  readonly notices: readonly WorldNotice[];
  callOf(record: CallRecord | EventRecord): WorldCall | undefined;
  areOf(records: readonly (CallRecord | EventRecord)[], truth: WorldCall | undefined): boolean;
}

function simulate(seed: number, preset: Preset): SimulatedWorld {
  const world = createWorld(seed, { troubles: preset });
  const about = `${preset} ${seed}, ${world.day}`;
  const { rules, schedules, routes, events, callOf, areOf } = recordsOfWorld(world);
  const records = [...schedules, ...routes];
  return {
    about,
    rules,
    recordsByShipAndPort: groupByShipAndPort(records),
    calls: createVisitIndex(records, rules),
    events: createVisitIndex(events, rules),
    notices: world.carriers.flatMap((carrier) =>
      world.noticesOf(carrier).map(({ notice, kind }, number) => ({
        matchKey: matchKeyOfNotice(notice, { partner: carrier.id }),
        kind,
        truth: world.truth.callOf(notice),
        about: `${about}: ${kind} notice ${number} of ${carrier.id}`,
      })),
    ),
    callOf,
    areOf,
  };
}

/** Returns whether the notice contains no deliberate error, and was not written before another ship took over. */
function hasRightShipAndVoyage(kind: NoticeKind, { claims: [{ vesselIMONumber }] }: MatchKey, truth: WorldCall | undefined): boolean {
  return (kind === 'COMPLETE' || kind === 'PLAIN') && vesselIMONumber === truth?.ship.vesselIMONumber;
}

/** Returns the match of a naive implementation: the ship by its IMO number, the port, the nearest day. */
function naiveMatchOf({ claims: [left] }: MatchKey, records: RecordsByShipAndPort): CallRecord | undefined {
  if (left.vesselIMONumber === undefined) return undefined;
  const dayOf = (claim: CallClaim) => {
    const arrival = claim.times.findLast(({ kind }) => kind === 'ARRIVAL');
    return arrival === undefined ? Number.NaN : localDayOf(arrival, claim).day;
  };
  const awayOf = ({ claim }: CallRecord) => Math.abs(dayOf(claim) - dayOf(left));
  return records
    .get(shipAndPortOf(left))
    ?.toSorted((one, other) => awayOf(one) - awayOf(other))
    .at(0);
}

function groupByShipAndPort(records: readonly CallRecord[]): RecordsByShipAndPort {
  const groups = new Map<string, CallRecord[]>();
  for (const record of records) {
    const key = shipAndPortOf(record.claim);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
}

function shipAndPortOf({ vesselIMONumber, UNLocationCode }: CallClaim): string {
  return `${vesselIMONumber} ${UNLocationCode}`;
}
