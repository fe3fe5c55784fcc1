import { createRandom } from '@landfall/sandbox/random.ts';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import type { Pushed } from '../../support/partners.ts';

/**
 * The kinds of facts that a source states, and those of a last free day that is near or past when it is stated. Other kinds of
 * the clock, and those of differences, follow from what was stated before.
 */
export const statedKinds = [
  'ETA_CHANGED',
  'ETA_UNSTEADY',
  'VESSEL_CHANGED',
  'VOYAGE_CHANGED',
  'PORT_CHANGED',
  'TERMINAL_CHANGED',
  'PORT_CALL_OMITTED',
  'ARRIVED',
  'BERTHED',
  'DISCHARGE_COMPLETED',
  'RELEASED',
  'RELEASE_WITHDRAWN',
  'FREE_TIME_CHANGED',
  'LAST_FREE_DAY_NEAR',
  'LAST_FREE_DAY_PASSED',
  'CHARGES_CHANGED',
  'MATCH_LOST',
] as const;

/** A fact, by its document, its kind and the time at which it was stated; for a schedule, the stated time. */
export interface StatedFact {
  readonly document: string;
  readonly source: 'NOTICE' | 'PORT' | 'SCHEDULE';
  readonly name: string;
}

/** One push or publication, with the facts that it states for the first time. */
export interface ScenarioStep {
  readonly partner: 'acme' | 'port';
  readonly pushed?: Pushed;
  /** By how many hours the schedule of {@link scheduledShip} is later than at the start, from now on. */
  readonly scheduleHours?: number;
  /** Whether an operator requests a new evaluation of all arrivals. */
  readonly isRebuild?: boolean;
  readonly facts: readonly StatedFact[];
}

/** A party that only the first document of each ship names. */
export const party = { codeListProvider: 'SMDG', partyCode: 'FIRST' } as const;

/** Two ships: the port reports about the first one, only the schedule about the second one. */
const ships = [
  { voyage: fullVoyage, documents: ['PORT-1', 'PORT-2'] },
  {
    voyage: {
      ...fullVoyage,
      vesselIMONumber: '9074729',
      vesselName: 'Queen',
      carrierImportVoyageNumber: '700W',
      universalImportVoyageReference: '2700W',
    },
    documents: ['SCHEDULE-1', 'SCHEDULE-2'],
  },
] as const;
export const scheduledShip = ships[1];
export const documents = ships.flatMap((ship) => ship.documents);
const [arrivalDay, laterDays] = [20, 6];

/** Returns the schedules of the carrier. @param laterHours of the second ship's arrival */
export function schedulesOfScenario(laterHours: number): { readonly vesselSchedules: readonly Wire[] } {
  const { vesselIMONumber, vesselName: name, carrierImportVoyageNumber, universalImportVoyageReference } = scheduledShip.voyage;
  const call = { transportCallReference: 'CALL-2', carrierImportVoyageNumber, universalImportVoyageReference };
  return {
    vesselSchedules: [
      vesselScheduleWith({ arrival: localText(0) }),
      vesselScheduleWith({ call, vessel: { vesselIMONumber, name }, arrival: localText(laterHours) }),
    ],
  };
}

/** Returns the time of a schedule as an alert shows it. */
function scheduledText(laterHours: number): string {
  return localText(laterHours).slice(0, 16).replace('T', ' ');
}

function localText(laterHours: number): string {
  const local = Date.parse(`${dayIn(arrivalDay)}T12:00:00Z`) + laterHours * 3_600_000;
  return `${new Date(local).toISOString().slice(0, 19)}+08:00`;
}

interface Version {
  readonly issue: number;
  /** Days by which the notice says that the ship is late. */
  readonly laterDays: number;
  readonly isFreightReleased: boolean;
  readonly freeDay: number;
  readonly amount: number;
}

/**
 * Creates a sequence of steps: the initial data, and then pushes in the order in which they are accepted. Some are
 * repeated, and some versions and events overtake each other; what is stated late is not a fact. At one point all
 * arrivals are evaluated again, which is not a fact either.
 *
 * @param length.rounds approximate number of pushes in the middle part
 * @param length.isRebuilt whether all arrivals are evaluated again
 * @param length.statedHoursAgo when the port's first event was stated; if that is long ago, its time is steady again by now
 */
export function createScenario(
  seed: number,
  {
    rounds = 24,
    isRebuilt = true,
    statedHoursAgo = 40,
  }: { readonly rounds?: number; readonly isRebuilt?: boolean; readonly statedHoursAgo?: number } = {},
): { readonly start: readonly ScenarioStep[]; readonly steps: readonly ScenarioStep[] } {
  const random = createRandom(`stated facts ${seed}`);
  const versions = new Map(
    documents.map((document): [string, Version] => [
      document,
      { issue: 1, laterDays: 0, isFreightReleased: false, freeDay: 25, amount: 100 },
    ]),
  );
  const visit = createVisit(statedHoursAgo);
  const start: ScenarioStep[] = [
    {
      partner: 'acme',
      pushed: { arrivalNotices: documents.map((document) => noticeOf(document, versions.get(document) as Version)) },
      facts: [],
    },
    { partner: 'port', pushed: { events: [visit.plan(0, 1).event] }, facts: [] },
  ];
  const noticeStep = (document: string): ScenarioStep[] => {
    const before = versions.get(document) as Version;
    const between = changed(before, random);
    const late = random.chance(0.2) ? between : undefined;
    const version = late === undefined ? between : changed(between, random);
    versions.set(document, version);
    const facts = factsBetween(document, before, version);
    const step = (one: Version, stated: readonly StatedFact[]): ScenarioStep => ({
      partner: 'acme',
      pushed: { arrivalNotices: [noticeOf(document, one)] },
      facts: stated,
    });
    return [step(version, facts), ...(random.chance(0.3) ? [step(version, [])] : []), ...(late === undefined ? [] : [step(late, [])])];
  };
  const portStep = (): ScenarioStep[] => {
    const { event, facts } = visit.move(random.pick([2, 6, 7, -6, -7, -2]), random.chance(0.5));
    const step = (stated: readonly StatedFact[]): ScenarioStep => ({ partner: 'port', pushed: { events: [event] }, facts: stated });
    const late = random.chance(0.2) ? [{ partner: 'port' as const, pushed: { events: [visit.late()] }, facts: [] }] : [];
    return [step(facts), ...(random.chance(0.3) ? [step([])] : []), ...late];
  };
  const steps: ScenarioStep[] = [];
  const [noticesLater, scheduleLater, rebuild, scheduleEarlier] = [7, 9, 13, 17].map((round) => Math.floor((round * rounds) / 24));
  for (let round = 0; round < rounds; round += 1) {
    steps.push(...(random.chance(0.5) ? portStep() : noticeStep(random.pick(documents as [string, ...string[]]))));
    if (isRebuilt && round === rebuild) {
      visit.rebuilt();
      steps.push({ partner: 'port', isRebuild: true, facts: [] });
    }
    // The notices state the delay first, which is no fact: the schedule is the source of the best time, and follows.
    if (round === noticesLater) {
      const moved = scheduledShip.documents.map((document) => {
        const before = versions.get(document) as Version;
        const version = { ...before, issue: before.issue + 1, laterDays };
        versions.set(document, version);
        return noticeOf(document, version);
      });
      steps.push({ partner: 'acme', pushed: { arrivalNotices: moved }, facts: [] });
    }
    if (round === scheduleLater || round === scheduleEarlier) {
      const scheduleHours = round === scheduleLater ? laterDays * 24 + 8 : -1;
      const facts = scheduledShip.documents.map((document) => ({
        document,
        source: 'SCHEDULE' as const,
        name: `ETA_CHANGED ${scheduledText(scheduleHours)}`,
      }));
      steps.push({ partner: 'acme', scheduleHours, facts });
    }
  }
  steps.push(...visit.arrive().map(({ event, facts }): ScenarioStep => ({ partner: 'port', pushed: { events: [event] }, facts })));
  // The last facts: when they have arrived, everything before has arrived too.
  for (const document of documents) {
    const before = versions.get(document) as Version;
    const last = { ...before, issue: before.issue + 1, amount: before.amount + 1 };
    steps.push({ partner: 'acme', pushed: { arrivalNotices: [noticeOf(document, last)] }, facts: factsBetween(document, before, last) });
  }
  return { start, steps };
}

function changed(before: Version, random: ReturnType<typeof createRandom>): Version {
  const next = { ...before, issue: before.issue + 1 };
  const what = random.integer(0, 2);
  if (what === 0) return { ...next, isFreightReleased: !before.isFreightReleased };
  if (what === 2) return { ...next, amount: before.amount + 10 };
  const near = portDays + random.pick([-2, 1, 2]);
  return { ...next, freeDay: isDayStable && random.chance(0.4) && near !== before.freeDay ? near : before.freeDay + random.pick([1, 2]) };
}

/** Time until the next day begins at the port, 8 hours ahead of UTC, and by how many days it is ahead of UTC now. */
const untilMidnightMs = 86_400_000 - ((Date.now() + 8 * 3_600_000) % 86_400_000);
const portDays = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) - Math.floor(Date.now() / 86_400_000);
/** During the test no day begins that would raise further alerts. */
const isDayStable = untilMidnightMs > 600_000;
/** The default threshold of `LAST_FREE_DAY_NEAR`. */
const nearDays = 2;

/** Returns the kind of alert that a last free day raises when it is stated. */
function deadlineOf(freeDay: number): string[] {
  const left = freeDay - portDays;
  if (left < 0) return ['LAST_FREE_DAY_PASSED'];
  return left <= nearDays ? ['LAST_FREE_DAY_NEAR'] : [];
}

function factsBetween(document: string, before: Version, after: Version): StatedFact[] {
  const at = issueOf(after);
  const kinds = [
    ...(before.isFreightReleased === after.isFreightReleased ? [] : [after.isFreightReleased ? 'RELEASED' : 'RELEASE_WITHDRAWN']),
    ...(before.freeDay === after.freeDay ? [] : ['FREE_TIME_CHANGED', ...deadlineOf(after.freeDay)]),
    ...(before.amount === after.amount ? [] : ['CHARGES_CHANGED']),
  ];
  return kinds.map((kind) => ({ document, source: 'NOTICE', name: `${kind} ${at}` }));
}

function noticeOf(document: string, version: Version): Wire {
  const ship = ships.find((one) => (one.documents as readonly string[]).includes(document)) ?? ships[0];
  return noticeWith({
    transportDocumentReference: document,
    issueDateTime: issueOf(version),
    voyage: ship.voyage,
    date: dayIn(arrivalDay + version.laterDays),
    documentParties: document.endsWith('-1') ? [{ partyFunction: 'CN', identifyingCodes: [party] }] : [],
    releaseInformation: { isFreightReleased: version.isFreightReleased },
    freeTimes: [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(version.freeDay) } }],
    charges: [{ currencyAmount: version.amount, currencyCode: 'EUR', chargeName: 'Handling' }],
  });
}

function issueOf({ issue }: Version): string {
  return wholeSeconds(Date.UTC(2026, 0, 1) + issue * 60_000);
}

function wholeSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/**
 * Creates the visit of the first ship: the commitment of the berth moves, and at the end the ship arrives and is
 * discharged.
 */
function createVisit(statedHoursAgo: number) {
  const startMs = Date.now() - statedHoursAgo * 3_600_000;
  const unsteady = createUnsteadyReference();
  const plannedMs = Date.parse(localText(0));
  let [minutes, movedHours, reportedHours] = [1, 0, 0];
  const eventOf = (
    number: number,
    at: number,
    parts: { readonly classifierCode: string; readonly ms: number; readonly service?: Wire },
  ): Wire =>
    eventWith({
      event: {
        eventID: `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f${String(4000 + number)}`,
        eventUpdatedDateTime: wholeSeconds(startMs + at * 60_000),
      },
      timestamp: { classifierCode: parts.classifierCode, serviceDateTime: wholeSeconds(parts.ms) },
      ...(parts.service && { service: parts.service }),
    }).wire as Wire;
  unsteady.state(0, startMs + 60_000);
  const plan = (hours: number, number: number) => ({
    event: eventOf(number, minutes, { classifierCode: 'PLN', ms: plannedMs + hours * 3_600_000 }),
    at: wholeSeconds(startMs + minutes * 60_000),
  });
  const factsOf = (kind: string, at: string): StatedFact[] =>
    ships[0].documents.map((document) => ({ document, source: 'PORT', name: `${kind} ${at}` }));
  return {
    plan,
    /** @param isCorrection whether the previous event is corrected under its id; otherwise a new event is created */
    move: (hours: number, isCorrection: boolean) => {
      minutes += 2;
      // Within a day of the plan the visit remains the match.
      movedHours = Math.abs(movedHours + hours) > 14 ? movedHours - hours : movedHours + hours;
      const { event, at } = plan(movedHours, isCorrection ? 1 : minutes);
      const { opens, isWithheld } = unsteady.state(movedHours, Date.parse(at));
      const isFact = Math.abs(movedHours - reportedHours) >= stepHours && !isWithheld;
      if (isFact) reportedHours = movedHours;
      return { event, facts: [...(opens ? factsOf('ETA_UNSTEADY', at) : []), ...(isFact ? factsOf('ETA_CHANGED', at) : [])] };
    },
    /** After a rebuild, moves are relative to what the port states then. */
    rebuilt: () => {
      reportedHours = movedHours;
    },
    /** A commitment that was stated before the last one and arrives after it. */
    late: () => eventOf(900 + minutes, minutes - 1, { classifierCode: 'PLN', ms: plannedMs + 10 * 3_600_000 }),
    arrive: () => {
      const arrivedMs = plannedMs + movedHours * 3_600_000;
      const cargo = { portCallServiceTypeCode: 'CARGO_OPERATIONS', portCallServiceEventTypeCode: 'CMPL' };
      minutes += 4;
      const [berthed, discharged] = [minutes - 2, minutes].map((at) => wholeSeconds(startMs + at * 60_000));
      return [
        {
          event: eventOf(998, minutes - 2, { classifierCode: 'ACT', ms: arrivedMs }),
          facts: [...factsOf('ARRIVED', berthed ?? ''), ...factsOf('BERTHED', berthed ?? '')],
        },
        {
          event: eventOf(999, minutes, { classifierCode: 'ACT', ms: arrivedMs + 10 * 3_600_000, service: cargo }),
          facts: factsOf('DISCHARGE_COMPLETED', discharged ?? ''),
        },
      ];
    },
  };
}

/** The default threshold of `ETA_CHANGED`. */
const stepHours = 6;
const hourMs = 3_600_000;

/**
 * Creates the reference for unsteady times, at one step: from all times that were stated, each time anew. A time that has
 * turned back twice within 24 hours, each time by the step, is unsteady while the last turn is less than 12 hours ago. Its
 * range is that of the turns; a time beyond it by the step widens it, and is reported.
 */
function createUnsteadyReference() {
  const stated: { readonly hours: number; readonly ms: number }[] = [];
  let range: readonly [earliest: number, latest: number] | undefined;
  /** Returns the times from which the stated ones turned back, with the time of each turn. */
  const turns = () => {
    const found: { readonly hours: number; readonly ms: number }[] = [];
    let [from, furthest, direction] = [stated[0]?.hours ?? 0, stated[0]?.hours ?? 0, 0];
    for (const { hours, ms } of stated) {
      if (direction === 0) {
        if (Math.abs(hours - from) >= stepHours) [furthest, direction] = [hours, Math.sign(hours - from)];
      } else if ((hours - furthest) * direction > 0) furthest = hours;
      else if ((furthest - hours) * direction >= stepHours) {
        found.push({ hours: furthest, ms });
        [furthest, direction] = [hours, -direction];
      }
    }
    return found;
  };
  return {
    /** Adds a stated time. Returns whether it makes the time unsteady, and whether a move to it is not reported. */
    state: (hours: number, ms: number): { readonly opens: boolean; readonly isWithheld: boolean } => {
      stated.push({ hours, ms });
      const [before, last] = turns().slice(-2);
      const isUnsteady = before !== undefined && last !== undefined && last.ms - before.ms <= 24 * hourMs;
      if (!isUnsteady || Date.now() - last.ms >= 12 * hourMs) return { opens: false, isWithheld: false };
      const opens = range === undefined;
      const [earliest, latest] = range ?? [Math.min(before.hours, last.hours), Math.max(before.hours, last.hours)];
      const isBeyond = hours >= latest + stepHours || hours <= earliest - stepHours;
      range = opens || isBeyond ? [Math.min(earliest, hours), Math.max(latest, hours)] : [earliest, latest];
      return { opens, isWithheld: !isBeyond };
    },
  };
}
