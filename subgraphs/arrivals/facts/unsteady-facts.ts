import { alertSteps } from '../alerts.ts';
import { bestTimeOf, hoursOf, isYoung, movedMs } from '../arrival/arrival.ts';
import type { AlertCloseReason, ArrivalSide } from '../generated/schema.ts';
import type { EvidenceRef, PortEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { portCallKeyOf, portStatementOf } from '../statements/port.ts';
import { hourMs } from '../statements/port-time.ts';
import { distinct, timeValueOf, type VisitContext, withdrawnBy } from './fact-context.ts';
import type { SideTurns, TurnState } from './fact-memory.ts';

/** Two turns within this time make a time unsteady, and it is steady again after this time without a turn. */
const [turnsMs, steadyMs] = [24 * hourMs, 12 * hourMs];

/** Turns are followed at every step, whatever the steps of an evaluation: other kinds depend on them too. */
const allSteps = alertSteps.ETA_CHANGED;

/** Which times are unsteady after an evaluation. */
export type Unsteady = ReturnType<typeof checkUnsteady>;

/**
 * Checks `ETA_UNSTEADY`: whether a current side has turned back twice within 24 hours, each time by a step. While the
 * alert is open, the range of its times counts as one time; a time beyond the range by a step is reported and widens it.
 *
 * @param formerPorts for a baseline: what the port stated before
 */
export function checkUnsteady(context: VisitContext, formerPorts: readonly PortEvidence[]) {
  const { former, next, changes, nowMs, statements, snapshot, explain, wakeAt } = context;
  const isActual = snapshot.bestTime?.classifier === 'ACT';
  const formerTimes = new Map([['PORT', formerPorts.flatMap((port) => formerTimeOf(context, port) ?? [])]]);
  const turns: Partial<Record<ArrivalSide, SideTurns>> = {};
  const followed = new Map<ArrivalSide, ReadonlyMap<number, FollowedTime>>();
  for (const statement of [statements.notice, statements.schedule, statements.port]) {
    const { side } = statement;
    const time = isActual ? undefined : timeOf(statement, snapshot.bestTime);
    const source = time && sourceOf(time, context.evidence.port);
    const held = former?.turns?.[side];
    const isSame = held !== undefined && held.source === source;
    if (former !== undefined && held !== undefined && !isSame) {
      changes.close('ETA_UNSTEADY', { subject: side, ...endOf(context, statement, held) });
    }
    if (time === undefined || source === undefined) continue;
    const isCurrent = !statement.isStale && isYoung(time, nowMs);
    const ofSide = new Map<number, FollowedTime>();
    const steady = new Set<number | undefined>();
    for (const step of allSteps) {
      const known = isSame
        ? held.states.find((state) => state.steps.includes(step))
        : startOf(context, { side, step, time, source, formerTimes: formerTimes.get(side) });
      const isNowSteady = isSteady(known, nowMs);
      if (isNowSteady) steady.add(step);
      const before = known !== undefined && !isNowSteady ? known : { pivot: time };
      ofSide.set(
        step,
        isCurrent ? afterTime(before, { time, step, nowMs, statedMs: () => context.statedMsOf(time) }) : { state: before, isBeyond: false },
      );
    }
    changes.close('ETA_UNSTEADY', { closeReason: 'STEADY', subject: side, where: ({ step }) => steady.has(step) });
    followed.set(side, ofSide);
    turns[side] = { source, states: grouped(ofSide) };
    report(context, side, ofSide);
  }
  next.turns = turns;
  for (const states of followed.values()) {
    for (const { state } of states.values()) if (state.unsteady !== undefined) wakeAt(Date.parse(state.turn?.at ?? '') + steadyMs);
  }
  explain?.('ETA_UNSTEADY', { code: changes.isOpen('ETA_UNSTEADY') ? 'TURNING' : 'STEADY' }, followed.size > 0);
  return {
    /** Returns whether a move of a side at a step is not reported. */
    isWithheld: (side: ArrivalSide, step: number): boolean => {
      const { state, isBeyond } = followed.get(side)?.get(step) ?? {};
      return state?.unsteady !== undefined && isBeyond !== true;
    },
    isUnsteady: (side: ArrivalSide | undefined, step: number): boolean =>
      side !== undefined && followed.get(side)?.get(step)?.state.unsteady !== undefined,
    /** Returns the steps at which a side was unsteady before the evaluation, and no longer is. */
    endedSteps: (side: ArrivalSide): readonly number[] =>
      (former?.turns?.[side]?.states ?? [])
        .flatMap((state) => (state.unsteady === undefined ? [] : state.steps))
        .filter((step) => followed.get(side)?.get(step)?.state.unsteady === undefined),
    /** Returns the time of a side that was last compared with other sides, if it is unsteady at any step. */
    heldTimeOf: (side: ArrivalSide): StatedArrivalTime | undefined =>
      [...(followed.get(side)?.values() ?? [])].find(({ state }) => state.unsteady !== undefined)?.state.unsteady?.held,
    /** The sides that are unsteady at any step. */
    sides: [...followed].flatMap(([side, states]) => ([...states.values()].some(({ state }) => state.unsteady) ? [side] : [])),
  };
}

/** The state of a side at one step, and whether its time is beyond the range that was known before. */
interface FollowedTime {
  readonly state: TurnState;
  readonly isBeyond: boolean;
}

/** Follows a side to its next time. The same time again changes nothing. */
function afterTime(
  state: TurnState,
  {
    time,
    step,
    nowMs,
    statedMs,
  }: { readonly time: StatedArrivalTime; readonly step: number; readonly nowMs: number; readonly statedMs: () => number },
): FollowedTime {
  const { pivot, isLater, turn, unsteady } = state;
  const moved = movedMs(pivot, time);
  const isByStep = Math.abs(moved) >= step * hourMs;
  const isTurn = isLater !== undefined && isByStep && moved > 0 !== isLater;
  const isFurther = isLater === undefined ? isByStep : moved !== 0 && moved > 0 === isLater;
  if (!isTurn) return widened(isFurther ? { ...state, pivot: time, isLater: moved > 0 } : state, time, step);
  const at = new Date(Math.min(statedMs(), nowMs)).toISOString();
  const turned = { pivot: time, isLater: moved > 0, turn: { at, from: pivot } };
  if (unsteady !== undefined) return widened({ ...turned, unsteady: { ...unsteady, turns: unsteady.turns + 1 } }, time, step);
  const isSecond = turn !== undefined && Date.parse(at) - Date.parse(turn.at) <= turnsMs && nowMs < Date.parse(at) + steadyMs;
  if (!isSecond) return { state: turned, isBeyond: false };
  const [earliest, latest] = movedMs(turn.from, pivot) < 0 ? [pivot, turn.from] : [turn.from, pivot];
  const opened = widened({ ...turned, unsteady: { earliest, latest, turns: 2, held: pivot } }, time, step);
  // The range that is reported contains the time that made it known.
  return opened.isBeyond || opened.state.unsteady === undefined
    ? opened
    : { ...opened, state: { ...opened.state, unsteady: containing(opened.state.unsteady, time) } };
}

function widened(state: TurnState, time: StatedArrivalTime, step: number): FollowedTime {
  const { unsteady } = state;
  if (unsteady === undefined) return { state, isBeyond: false };
  const isBeyond = Math.max(movedMs(unsteady.latest, time), movedMs(time, unsteady.earliest)) >= step * hourMs;
  return isBeyond ? { state: { ...state, unsteady: { ...containing(unsteady, time), held: time } }, isBeyond } : { state, isBeyond };
}

function containing(range: NonNullable<TurnState['unsteady']>, time: StatedArrivalTime): NonNullable<TurnState['unsteady']> {
  if (movedMs(range.latest, time) > 0) return { ...range, latest: time };
  return movedMs(time, range.earliest) > 0 ? { ...range, earliest: time } : range;
}

/** Raises the alert at the steps at which a side has become unsteady, and updates the range of open ones. */
function report({ changes, steps }: VisitContext, side: ArrivalSide, states: ReadonlyMap<number, FollowedTime>): void {
  const ranges = steps.ETA_UNSTEADY.flatMap((step) => {
    const { turn, pivot, unsteady } = states.get(step)?.state ?? {};
    if (pivot === undefined || turn === undefined || unsteady === undefined) return [];
    const { earliest, latest, turns } = unsteady;
    const hoursMoved = hoursOf(movedMs(earliest, latest));
    return [
      { refs: [pivot, turn.from, earliest, latest], step, before: timeValueOf(earliest), after: timeValueOf(latest), hoursMoved, turns },
    ];
  });
  for (const { refs: _, ...range } of ranges) changes.update('ETA_UNSTEADY', side, range);
  const opened = ranges.filter(({ step }) => !changes.isOpen('ETA_UNSTEADY', step, side));
  const evidence = distinct(opened.flatMap(({ refs }) => refs.map((time) => time.evidence)));
  changes.raise({ kind: 'ETA_UNSTEADY', subject: side, steps: opened.map(({ refs: _, ...range }) => range), evidence });
}

/** Returns whether an unsteady time has not turned for so long that it is steady again. */
function isSteady(state: TurnState | undefined, nowMs: number): boolean {
  return state?.unsteady !== undefined && nowMs >= Date.parse(state.turn?.at ?? '') + steadyMs;
}

/** A time that a side stated before, with its source. */
interface FormerTime {
  readonly time: StatedArrivalTime;
  readonly source: string;
}

function formerTimeOf({ evidence, statements: current }: VisitContext, port: PortEvidence): FormerTime | undefined {
  const statements = { ...current, port: portStatementOf(port, evidence.UNLocationCode) };
  const time = timeOf(statements.port, bestTimeOf(statements, Date.parse(port.queriedAt ?? '')));
  return time && { time, source: sourceOf(time, port) };
}

/** Returns the state of a side whose memory is lost, as it follows from what the side stated before. */
function derived(
  times: readonly FormerTime[] | undefined,
  { step, source }: { readonly step: number; readonly source: string },
): TurnState | undefined {
  let state: TurnState | undefined;
  let last: StatedArrivalTime | undefined;
  for (const { time, source: own } of times ?? []) {
    const nowMs = Date.parse(time.statedAt);
    if (own !== source) state = undefined;
    else if (state === undefined || last === undefined) state = { pivot: time };
    else state = afterTime(isSteady(state, nowMs) ? { pivot: last } : state, { time, step, nowMs, statedMs: () => nowMs }).state;
    last = time;
  }
  return state;
}

/**
 * Returns the state of a side whose memory is lost: as it follows from what it stated before. If that is not known, an
 * alert in the log stays open as if the time had turned now.
 */
function startOf(
  context: VisitContext,
  of: {
    readonly side: ArrivalSide;
    readonly step: number;
    readonly time: StatedArrivalTime;
    readonly source: string;
    readonly formerTimes: readonly FormerTime[] | undefined;
  },
): TurnState | undefined {
  const state = derived(of.formerTimes, of);
  return state?.unsteady === undefined ? (restored(context, of) ?? state) : state;
}

/** Returns the state of a side whose memory is lost, by the open alert in the log, which stays open for the time of a last turn. */
function restored(
  { former, changes, nowMs }: VisitContext,
  { side, step, time }: { readonly side: ArrivalSide; readonly step: number; readonly time: StatedArrivalTime },
): TurnState | undefined {
  if (former !== undefined) return undefined;
  const open = changes.open().filter(({ kind, subject }) => kind === 'ETA_UNSTEADY' && subject === side);
  const range = open.flatMap(({ steps }) => steps).find((one) => one.step === step && one.closedAt === undefined);
  const [earliest, latest] = [range?.before?.time, range?.after?.time];
  if (earliest === undefined || latest === undefined) return undefined;
  const unsteady = { earliest, latest, turns: range?.turns ?? 2, held: time };
  return { pivot: time, turn: { at: new Date(nowMs).toISOString(), from: time }, unsteady };
}

/** Returns why a side no longer states the time that was followed. */
function endOf(
  { snapshot: { bestTime }, evidence }: VisitContext,
  { arrival, side }: SideStatement,
  { states }: SideTurns,
): { readonly closeReason: AlertCloseReason; readonly evidence: readonly EvidenceRef[] } {
  const actual = [bestTime, arrival].find((time) => time?.classifier === 'ACT');
  if (actual !== undefined) return { closeReason: 'ACTUAL_TIME', evidence: [actual.evidence] };
  if (arrival !== undefined) return { closeReason: 'OTHER_CALL', evidence: [arrival.evidence] };
  return {
    closeReason: 'STATEMENT_WITHDRAWN',
    evidence: withdrawnBy(
      evidence,
      side,
      states.map(({ pivot }) => pivot.evidence),
    ),
  };
}

/** Returns the time of a side that is followed: the one that is the best known time, otherwise its arrival. */
function timeOf({ arrival, side }: SideStatement, bestTime: StatedArrivalTime | undefined): StatedArrivalTime | undefined {
  const time = bestTime?.source === side ? bestTime : arrival;
  return time?.classifier === 'ACT' ? undefined : time;
}

/** Returns the source, with the record or visit that it refers to: a change of the match is not a change of time. */
export function sourceOf({ source, event, evidence }: StatedArrivalTime, port: PortEvidence): string {
  if (source === 'NOTICE') return source;
  if (source === 'SCHEDULE') return JSON.stringify([source, evidence.partner, evidence.id]);
  const stating = port.events.find(({ versionId }) => versionId === evidence.id);
  return JSON.stringify([source, evidence.partner, event, (stating && portCallKeyOf(stating)) ?? null]);
}

function grouped(states: ReadonlyMap<number, FollowedTime>): SideTurns['states'] {
  const groups: ({ readonly steps: number[] } & TurnState)[] = [];
  for (const [step, { state }] of states) {
    const group = groups.find((one) => isSameState(one, state));
    if (group === undefined) groups.push({ ...state, steps: [step] });
    else group.steps.push(step);
  }
  return groups;
}

function isSameState(one: TurnState, other: TurnState): boolean {
  if (one.pivot !== other.pivot || one.isLater !== other.isLater) return false;
  // Most times do not turn.
  if (one.turn === other.turn && one.unsteady === other.unsteady) return true;
  return JSON.stringify([one.turn, one.unsteady]) === JSON.stringify([other.turn, other.unsteady]);
}
