import type { ArrivalEvent, ArrivalSnapshot, Classifier, StatedArrivalTime } from '../model.ts';
import { hourMs, millisecondsOf } from '../statements/port-time.ts';

/** How long an estimate of the port is current after it was stated. */
const portEstimateMs = 48 * hourMs;
/** How long an estimate of a schedule is current after it was retrieved. */
const scheduleEstimateMs = 24 * hourMs;

/**
 * Chooses the most certain statement. An actual time (`ACT`) of the port's berth comes first, then one of the schedule,
 * then one of the notice. Then come estimates: the port's berth (`PLN`, the commitment, before `EST`) if stated in the
 * last 48 hours, the schedule's if retrieved within 24 hours, the notice's. If there is none of these, the old
 * estimates of schedule and port follow, in this order, so that an arrival keeps its time; the result contains when it
 * was stated.
 */
export function bestTimeOf(statements: ArrivalSnapshot['statements'], nowMs: number): StatedArrivalTime | undefined {
  const { notice, schedule, port } = statements;
  const ofPort = (event: ArrivalEvent, classifier: Classifier) =>
    port.times.find((time) => time.event === event && time.classifier === classifier);
  const actual = [ofPort('BERTH_ARRIVAL', 'ACT') ?? ofPort('ALL_FAST', 'ACT'), schedule.arrival, notice.arrival].find(
    (time) => time?.classifier === 'ACT',
  );
  if (actual !== undefined) return actual;
  const berth = [ofPort('BERTH_ARRIVAL', 'PLN'), ofPort('BERTH_ARRIVAL', 'EST')].filter((time) => time !== undefined);
  return (
    berth.find((time) => isYoung(time, nowMs)) ??
    (schedule.arrival !== undefined && isYoung(schedule.arrival, nowMs) ? schedule.arrival : undefined) ??
    notice.arrival ??
    schedule.arrival ??
    port.arrival
  );
}

/** Returns whether a statement is recent enough to be current. Actual times and the current notice do not age. */
export function isYoung(time: StatedArrivalTime, nowMs: number): boolean {
  const endMs = agesAtMs(time);
  return endMs === undefined || nowMs <= endMs;
}

/** Returns the last moment at which a statement is current; undefined if it does not age. */
export function agesAtMs({ source, classifier, statedAt }: StatedArrivalTime): number | undefined {
  if (source === 'NOTICE' || classifier === 'ACT') return undefined;
  return (millisecondsOf(statedAt) ?? 0) + (source === 'PORT' ? portEstimateMs : scheduleEstimateMs);
}
