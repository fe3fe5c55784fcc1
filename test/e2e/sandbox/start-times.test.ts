import { callRecordsOfPortSchedule, type EventRecord, eventRecordOf } from '@landfall/matching/claims/records.ts';
import { matchKeyOfCall, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { matchCalls } from '@landfall/matching/match-visits.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { createFleet, type Fleet } from '@landfall/sandbox/fleet/fleet.ts';
import { type Loop, loops } from '@landfall/sandbox/fleet/loops.ts';
import { dayMs, hourMs } from '@landfall/sandbox/fleet/times.ts';
import { createHarbourScenario } from '@landfall/sandbox/harbour/harbour-scenario.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import type { Notice } from '@landfall/sandbox/notice.ts';
import { createScenario, openingLength } from '@landfall/sandbox/scenario.ts';
import { portSchedulesOf } from '@landfall/sandbox/schedules/schedules.ts';
import { expect, it } from 'vitest';

const profiles = [northernStar, coralLine];
const first = Date.UTC(2026, 2, 2, 13, 5);
const rules = createComparisonRules(
  profiles.map(({ id, carrierCode, carrierCodeListProvider }) => ({ id, carriers: [{ carrierCode, carrierCodeListProvider }] })),
);
const context = { rules, sources: ['ANSWERED'] } as const;

// The scenarios run in process: the ships of the demo depend on the time of its start, and servers could be started at a
// few times only.
it('every ordinary notice has one call and one set of events, at whatever time of the year the demo starts', () => {
  for (let run = 0; run < 50; run += 1) {
    // Not a whole number of hours, so that each run begins at another time of another day.
    const start = first + run * 176.3 * hourMs;
    const { fleet, notices, events, now } = openingAt(start);
    const calls = createVisitIndex(schedulesAt(fleet, now), rules);
    const visits = createVisitIndex(events, rules);
    for (const { partner, notice } of notices) {
      const which = `${new Date(start).toISOString()} ${JSON.stringify(notice['transport'])}`;
      const matchKey = matchKeyOfNotice(notice, { partner });
      const { outcome, unique } = matchCalls(matchKey, calls, context);
      expect(outcome, which).toBe('UNIQUE');
      const eventsKey = unique === undefined ? matchKey : matchKeyOfCall(unique.visit.records);
      expect(matchEvents(eventsKey, visits, context).outcome, which).toBe('UNIQUE');
    }
  }
});

/** Plays the openings of all parties, and returns the newest notice of each document without an assignment. */
function openingAt(start: number) {
  const fleet = createFleet('demo');
  const harbour = createHarbourScenario(fleet);
  const parties = profiles.map((profile) => ({ profile, scenario: createScenario(profile, 'demo', fleet), documents: new Set<string>() }));
  const newest = new Map<string, { readonly partner: string; readonly notice: Notice; readonly issuedAt: number }>();
  const events: EventRecord[] = [];
  const portCount = portsOfDischarge(loops).size;
  let now = start;
  for (let step = 0; step < openingLength; step += 1, now += 40) {
    // Later steps of the harbour move the ships with an assignment.
    const announced = step < portCount ? harbour.next(now)?.events : undefined;
    events.push(...(announced ?? []).map((event) => eventRecordOf(event, { partner: 'quayside' })));
    for (const { profile, scenario, documents } of parties) {
      const { reference, notices, filed = notices } = scenario.next(now);
      documents.add(reference);
      const isOrdinary = profile.assignments[[...documents].indexOf(reference)] === undefined;
      for (const notice of isOrdinary ? filed : []) {
        const issuedAt = Date.parse(String(notice['issueDateTime']));
        if (issuedAt >= (newest.get(reference)?.issuedAt ?? 0)) newest.set(reference, { partner: profile.id, notice, issuedAt });
      }
    }
  }
  return { fleet, notices: [...newest.values()], events, now };
}

/** Returns the port schedules of both carriers. They contain the numbers of all partners of a service. */
function schedulesAt(fleet: Fleet, now: number) {
  const date = new Date(now - dayMs).toISOString().slice(0, 10);
  return profiles.flatMap((profile) => {
    const operated = loops.filter(({ partners: [operator] }) => operator.carrierCode === profile.carrierCode);
    return [...portsOfDischarge(operated)]
      .flatMap((UNLocationCode) => portSchedulesOf({ UNLocationCode, date }, { profile, fleet, now }))
      .flatMap((row) => callRecordsOfPortSchedule(row, { partner: profile.id }));
  });
}

function portsOfDischarge(ofLoops: readonly Loop[]): ReadonlySet<string> {
  const stops = ofLoops.flatMap((loop) => loop.stops.filter(({ use }) => use === 'DISCHARGE'));
  return new Set(stops.map(({ port }) => port.UNLocationCode));
}
