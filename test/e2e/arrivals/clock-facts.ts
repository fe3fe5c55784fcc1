import { createRandom } from '@landfall/sandbox/random.ts';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import { laterShips } from '../../support/later-ships.ts';
import { party } from './stated-facts.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Hours between two steps, and the days that a scenario takes. */
const [stepHours, daysOfScenario] = [12, 29];
export const stepCount = (daysOfScenario * 24) / stepHours;
/** Days after the start on which all ships are expected at first, and of their last free days. */
const [firstDay, firstFreeDay] = [9, 13];
/** The zone of the port. */
const zoneMs = 8 * hourMs;

export type Source = 'NOTICE' | 'SCHEDULE' | 'PORT';

/** What a source states from a step on. */
interface Statement {
  readonly source: Source;
  readonly step: number;
  /** Days after {@link firstDay}. */
  readonly delay: number;
  readonly isActual: boolean;
  /** For a notice: days after the start. */
  readonly freeDay: number;
  /** Whether it arrives after the next statement of its source, so that it is never the latest one. */
  readonly isOvertaken?: boolean;
}

interface Ship {
  readonly name: string;
  readonly number: number;
  readonly sources: readonly Source[];
  /** At most one in each step. */
  readonly statements: readonly Statement[];
}

/**
 * The ships, the sources that know them, and which of these states the delay first if not a random one. Each has two
 * documents, of which only the first one names the party.
 */
const fleet: readonly (Pick<Ship, 'name' | 'sources'> & { readonly leading?: Source; readonly vessel: readonly [string, string] })[] = [
  { name: 'ALONE', sources: ['NOTICE'], vessel: ['9321483', 'King'] },
  { name: 'LINE', sources: ['NOTICE', 'SCHEDULE'], vessel: ['9074729', 'Queen'] },
  { name: 'QUAY', sources: ['NOTICE', 'PORT'], vessel: ['9839272', 'Jack'] },
  { name: 'BYNOTICE', sources: ['NOTICE', 'SCHEDULE', 'PORT'], leading: 'NOTICE', vessel: ['9776418', 'Joker'] },
  { name: 'BYLINE', sources: ['NOTICE', 'SCHEDULE', 'PORT'], leading: 'SCHEDULE', vessel: ['9204439', 'Ten'] },
  { name: 'BYPORT', sources: ['NOTICE', 'SCHEDULE', 'PORT'], leading: 'PORT', vessel: ['9388120', 'Nine'] },
];

export type ClockScenario = ReturnType<typeof createClockScenario>;

/** How a scenario is created. */
interface ScenarioParts {
  readonly seed: number;
  /** Start, at 01:00 UTC of a day. */
  readonly startMs: number;
}

/**
 * Creates four weeks of ships. Each is late by 1 to 10 days; one of its sources states it first, the others follow in
 * any order, in one or two parts. Some versions of notices and events are overtaken by the next ones. It arrives when it is due, or days later without a word; its arrival is stated by some sources. Last free days are
 * moved and pass.
 */
export function createClockScenario({ seed, startMs }: ScenarioParts) {
  const random = createRandom(`clock facts ${seed}`);
  const ships = fleet.map(({ name, sources, leading = random.pick(sources as [Source, ...Source[]]) }, number): Ship => {
    return { name, number, sources, statements: statementsOf(sources, { random, leading }) };
  });
  const timeOf = ({ delay }: Pick<Statement, 'delay'>) => startMs + (firstDay + delay) * dayMs + 3 * hourMs;
  const dayOf = (days: number) => new Date(startMs + days * dayMs).toISOString().slice(0, 10);
  const voyageOf = ({ number }: Ship) => ({
    ...fullVoyage,
    vesselIMONumber: fleet[number]?.vessel[0],
    vesselName: fleet[number]?.vessel[1],
    carrierImportVoyageNumber: `70${number}W`,
    universalImportVoyageReference: `270${number}W`,
  });
  const noticeOf = (ship: Ship, { step, delay, isActual, freeDay }: Statement, document: string): Wire => {
    const date = { value: dayOf(firstDay + delay), classifier: isActual ? 'ACT' : 'EST' };
    const notice = noticeWith({
      transportDocumentReference: document,
      issueDateTime: wholeSeconds(startMs + step * stepHours * hourMs - 60_000),
      voyage: voyageOf(ship),
      documentParties: document.endsWith('-1') ? [{ partyFunction: 'CN', identifyingCodes: [party] }] : [],
      freeTimes: [{ typeCodes: ['DEM'], lastFreeDate: { value: dayOf(freeDay) } }],
    });
    return { ...notice, transport: { ...(notice['transport'] as object), portOfDischargeArrivalDate: date } };
  };
  const eventOf = ({ number, ...ship }: Ship, statement: Statement): Wire => {
    const {
      carrierImportVoyageNumber: carrierVoyageNumber,
      universalImportVoyageReference: universalVoyageReference,
      vesselIMONumber,
      vesselName,
    } = voyageOf({ number, ...ship });
    return eventWith({
      event: {
        eventID: `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4${number}1${statement.isActual ? 1 : 0}`,
        eventUpdatedDateTime: wholeSeconds(startMs + statement.step * stepHours * hourMs - 60_000),
      },
      portCall: { portCallID: `visit-${number}` },
      terminalCall: {
        terminalCallReference: `CALL-${number}`,
        importVoyageNumberOrReference: { carrierVoyageNumber, universalVoyageReference },
      },
      vessel: { vesselIMONumber, vesselName },
      timestamp: { classifierCode: statement.isActual ? 'ACT' : 'PLN', serviceDateTime: wholeSeconds(timeOf(statement)) },
    }).wire as Wire;
  };
  const latest = ({ statements }: Ship, source: Source, step: number) =>
    statements.findLast((one) => one.source === source && one.step <= step && one.isOvertaken !== true);
  return {
    ships,
    documents: ships.flatMap(documentsOf),
    timeOf,
    dayOf,
    atMs: (step: number) => startMs + step * stepHours * hourMs,
    latest,
    /** Returns the schedules of the carrier at a step. */
    schedulesAt: (step: number) => ({
      vesselSchedules: ships
        .flatMap((ship) => {
          const statement = latest(ship, 'SCHEDULE', step);
          if (statement === undefined) return [];
          const { carrierImportVoyageNumber, universalImportVoyageReference, vesselIMONumber, vesselName: name } = voyageOf(ship);
          const timestamp = { eventTypeCode: 'ARRI', eventClassifierCode: statement.isActual ? 'ACT' : 'EST' };
          const timestamps = [{ ...timestamp, eventDateTime: `${localText(timeOf(statement)).replace(' ', 'T')}:00+08:00` }];
          const call = {
            transportCallReference: `CALL-${ship.number}`,
            carrierImportVoyageNumber,
            universalImportVoyageReference,
            timestamps,
          };
          return [vesselScheduleWith({ call, vessel: { vesselIMONumber, name } })];
        })
        .concat(laterShips(startMs)),
    }),
    /** Returns what the carrier and the port push at a step, in any order. Some of it is pushed twice, or followed by what is older. */
    pushesAt: (
      step: number,
    ): { readonly partner: 'acme' | 'port'; readonly path: '/arrival-notices' | '/events'; readonly objects: Wire[] }[] => {
      const pushes = ships.flatMap((ship) =>
        ship.statements.flatMap((statement) => {
          if (statement.step !== step || statement.source === 'SCHEDULE' || statement.isOvertaken === true) return [];
          const older = ship.statements.findLast((one) => one.source === statement.source && one.step < step);
          const repeated =
            older?.isOvertaken === true
              ? [older]
              : random.chance(0.3)
                ? [statement]
                : older !== undefined && random.chance(0.3)
                  ? [older]
                  : [];
          const [partner, path] = statement.source === 'PORT' ? (['port', '/events'] as const) : (['acme', '/arrival-notices'] as const);
          return [statement, ...repeated].map((one) => ({
            partner,
            path,
            objects: one.source === 'PORT' ? [eventOf(ship, one)] : documentsOf(ship).map((document) => noticeOf(ship, one, document)),
          }));
        }),
      );
      if (step > 0) return pushes;
      const [any] = ships as [Ship];
      // Its partner has stated an actual time, so that its ships can be overdue.
      const statement = { source: 'NOTICE', step: 0, delay: -12, isActual: true, freeDay: firstFreeDay } as const;
      const { freeTimes: _, ...arrived } = noticeOf({ ...any, number: 0 }, statement, 'ARRIVED-1');
      return [{ partner: 'acme', path: '/arrival-notices', objects: [arrived] }, ...pushes];
    },
  };
}

export function documentsOf({ name }: Pick<Ship, 'name'>): string[] {
  return [`${name}-1`, `${name}-2`];
}

/** Returns the statements about one ship, in the order of their steps. */
function statementsOf(
  sources: readonly Source[],
  { random, leading }: { readonly random: ReturnType<typeof createRandom>; readonly leading: Source },
): Statement[] {
  const delay = random.integer(1, 10);
  const taken = new Set([0]);
  const freeStep = (from: number, to: number): number => {
    for (let step = random.integer(from, to); ; step += 1) if (!taken.has(step) && taken.add(step)) return step;
  };
  const drafts = sources.map((source) => ({ source, step: 0, delay: 0, isActual: false }));
  const arrivalStep = ((firstDay + delay) * 24) / stepHours + 1;
  const late = random.chance(0.5) ? random.integer(6, 10) : random.integer(0, 1);
  drafts.push({ source: leading, step: freeStep(3, 4), delay, isActual: false });
  for (const source of sources.filter((one) => one !== leading)) {
    const hasPart = delay > 2 && random.chance(0.4);
    if (hasPart) drafts.push({ source, step: freeStep(5, 8), delay: random.integer(1, delay - 1), isActual: false });
    drafts.push({ source, step: freeStep(hasPart ? 9 : 6, 14), delay, isActual: false });
  }
  const first = random.pick(sources as [Source, ...Source[]]);
  for (const source of sources) {
    if (source === first || random.chance(0.5))
      drafts.push({ source, step: freeStep(arrivalStep + late, arrivalStep + late + 2), delay, isActual: true });
  }
  const sorted = () => drafts.toSorted((left, right) => left.step - right.step);
  const latestDelay = (source: Source, step: number) => sorted().findLast((one) => one.source === source && one.step <= step)?.delay ?? 0;
  // A port that repeats what it states, so that it remains the source of the best time, and a carrier that does so once.
  if (sources.includes('PORT') && random.chance(0.7)) {
    for (let step = 3; step < arrivalStep; step += 3) {
      if (!taken.has(step) && taken.add(step)) drafts.push({ source: 'PORT', step, delay: latestDelay('PORT', step), isActual: false });
    }
  }
  const repeated = freeStep(10, 16);
  drafts.push({ source: 'NOTICE', step: repeated, delay: latestDelay('NOTICE', repeated), isActual: false });
  let freeDay = firstFreeDay;
  return sorted().map((draft, place, all) => {
    const { source, step, isActual } = draft;
    const isFollowed = all.slice(place + 1).some((one) => one.source === source && !one.isActual);
    // A schedule is what its last answer states, and what states an actual time is another event.
    if (step > 0 && source !== 'SCHEDULE' && !isActual && isFollowed && random.chance(0.15))
      return { ...draft, freeDay, isOvertaken: true };
    if (source === 'NOTICE' && step > 0 && random.chance(0.5)) freeDay += random.integer(1, 3);
    return { ...draft, freeDay };
  });
}

/** A time as an alert shows it. */
function localText(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(0, 16).replace('T', ' ');
}

function wholeSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A stated time: an instant, or a day from its first to its last moment. */
interface Time {
  readonly source: Source;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly isActual: boolean;
  readonly text: string;
}

/** The default thresholds. */
const [etaHours, disagreementHours, nearDays, overdueHours, urgentHours, silentHours] = [6, 24, 2, 24, 72, 72] as const;
/** Until when a port's plan is current, and from how many days before an arrival silence is reported. */
const [currentHours, silentDays] = [48, 5] as const;

/** Returns the shortest time between two stated times. */
function distanceMs(left: Time, right: Time): number {
  // Two days are as far apart as their dates.
  if (left.firstMs < left.lastMs && right.firstMs < right.lastMs) return Math.abs(left.firstMs - right.firstMs);
  return Math.max(0, left.firstMs - right.lastMs, right.firstMs - left.lastMs);
}

/**
 * Creates the judge of the alerts about one document for a tenant who sees some sources. It shares no rule with the
 * evaluation: it keeps its own books about what the sources have stated, and is shown each moment.
 */
export function createClockJudge(
  scenario: ClockScenario,
  ship: Ship,
  { document, sources }: { readonly document: string; readonly sources: readonly Source[] },
) {
  const raised: string[] = [];
  const raise = (kind: string, text = '') => raised.push(`${document} ${kind} ${text}`.trim());
  const open = new Set<string>();
  const references = new Map<Source, Time>();
  let lead: Source | undefined;
  let overdue: 'LOOK' | 'ACT_NOW' | undefined;
  let isSilent = false;
  let newsMs = Number.NEGATIVE_INFINITY;
  const reached = new Set<string>();
  let freeDay: number | undefined;
  const told = new Set<string>();
  const timeOf = (statement: Statement): Time => {
    const { source, isActual, delay } = statement;
    if (source !== 'NOTICE') {
      const ms = scenario.timeOf(statement);
      return { source, firstMs: ms, lastMs: ms, isActual, text: localText(ms) };
    }
    const day = scenario.dayOf(firstDay + delay);
    const firstMs = Date.parse(`${day}T00:00:00Z`) - zoneMs;
    return { source, firstMs, lastMs: firstMs + dayMs, isActual, text: day };
  };

  /** Judges one moment, by what the sources have stated until a step each. */
  const judge = (nowMs: number, steps: Readonly<Record<Source, number>>, isFirst: boolean) => {
    const statements = sources.flatMap((source) => scenario.latest(ship, source, steps[source]) ?? []);
    const [notice, schedule, port] = (['NOTICE', 'SCHEDULE', 'PORT'] as const).map((source) => {
      const statement = statements.find((one) => one.source === source);
      return statement && { ...timeOf(statement), statedMs: scenario.atMs(statement.step) };
    });
    if (notice === undefined) throw new Error('there is a notice');
    const isCurrent = (time: typeof port) =>
      time !== undefined && (time.isActual || time.source !== 'PORT' || nowMs - time.statedMs < currentHours * hourMs);
    const times = [port, schedule, notice].filter((time) => time !== undefined);
    const best = times.find(({ isActual }) => isActual) ?? times.find(isCurrent) ?? notice;

    // News: what is received before its own time.
    const received = times.map((time) => ({ time, atMs: time.source === 'SCHEDULE' ? scenario.atMs(steps.SCHEDULE) : time.statedMs }));
    for (const { time, atMs } of received) {
      if ((time.isActual || atMs <= time.lastMs) && atMs > newsMs) [newsMs, isSilent] = [atMs, false];
    }

    // The time of the leading source.
    if (best.isActual) references.clear();
    else {
      // A port whose plan is too old for the lead continues from it.
      if (lead !== undefined && lead !== best.source && lead !== 'PORT') references.delete(lead);
      const reference = references.get(best.source);
      const moved = reference === undefined ? 0 : Math.abs(best.firstMs - reference.firstMs);
      if (moved >= etaHours * hourMs) raise('ETA_CHANGED', best.text);
      if (reference === undefined || moved >= etaHours * hourMs) references.set(best.source, best);
    }
    lead = best.isActual ? undefined : best.source;

    for (const [left, right] of [
      [notice, schedule],
      [notice, port],
      [schedule, port],
    ]) {
      if (left === undefined || right === undefined) continue;
      const pair = `${left.source}-${right.source}`;
      const isFar = distanceMs(left, right) >= disagreementHours * hourMs;
      if (!isFar) open.delete(pair);
      else if (!open.has(pair) && isCurrent(left) && isCurrent(right) && open.add(pair)) raise('SOURCES_DISAGREE', pair);
    }

    const isArrived = times.some(({ isActual }) => isActual);
    const states = [...(isArrived ? ['ARRIVED'] : []), ...(port?.isActual ? ['BERTHED'] : [])];
    for (const state of states) if (!reached.has(state) && reached.add(state) && !isFirst) raise(state);

    const { freeDay: stated = 0 } = scenario.latest(ship, 'NOTICE', steps.NOTICE) ?? {};
    if (freeDay !== undefined && freeDay !== stated) raise('FREE_TIME_CHANGED');
    freeDay = stated;
    const day = scenario.dayOf(freeDay);
    const left = (Date.parse(day) - Date.parse(localText(nowMs).slice(0, 10))) / dayMs;
    const deadline = left < 0 ? `LAST_FREE_DAY_PASSED ${day}` : left <= nearDays ? `LAST_FREE_DAY_NEAR ${day} ${left}` : undefined;
    if (deadline !== undefined && !told.has(deadline) && told.add(deadline)) {
      const [kind = '', text] = deadline.split(' ');
      raise(kind, text);
    }

    const pastMs = nowMs - best.lastMs;
    if (isArrived || pastMs < 0) overdue = undefined;
    else if (pastMs >= urgentHours * hourMs) {
      if (overdue !== 'ACT_NOW') raise('OVERDUE', 'ACT_NOW');
      overdue = 'ACT_NOW';
    } else if (pastMs >= overdueHours * hourMs && overdue === undefined) {
      raise('OVERDUE', 'LOOK');
      overdue = 'LOOK';
    }
    if (overdue !== undefined) isSilent = false;
    const isNear = !isArrived && pastMs <= 0 && nowMs >= best.firstMs - silentDays * dayMs;
    if (isNear && !isSilent && nowMs - newsMs >= silentHours * hourMs) {
      raise('NO_NEWS');
      isSilent = true;
    }
  };
  return {
    /** Alerts that must have been raised, in any order. */
    raised,
    /** Judges a step: the clock goes on, then the schedules are queried, and then something is pushed. */
    judgeStep: (step: number): void => {
      const nowMs = scenario.atMs(step);
      if (step > 0) {
        judge(nowMs, { NOTICE: step - 1, SCHEDULE: step - 1, PORT: step - 1 }, false);
        judge(nowMs, { NOTICE: step - 1, SCHEDULE: step, PORT: step - 1 }, false);
      }
      judge(nowMs, { NOTICE: step, SCHEDULE: step, PORT: step }, step === 0);
    },
  };
}
