import type { AlertStep, OpenAlert } from '../../subgraphs/arrivals/alerts.ts';
import { freeTimesOf } from '../../subgraphs/arrivals/arrival/free-time.ts';
import type { Evaluation } from '../../subgraphs/arrivals/facts/evaluate.ts';
import type { ArrivalEvidence } from '../../subgraphs/arrivals/model.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const kinds = ['LAST_FREE_DAY_NEAR', 'LAST_FREE_DAY_PASSED', 'OVERDUE', 'NO_NEWS'] as const;
const overdueSteps = [12, 24, 48, 72] as const;

/** What a judge is shown of one evaluation. The zone of all ports is that of Singapore or none. */
export interface Moment {
  readonly nowMs: number;
  /** With the current version of the notice. */
  readonly evidence: ArrivalEvidence;
  readonly isCollected: boolean;
  readonly snapshot: Evaluation['snapshot'];
}

/** An open alert at one step, as text. */
export type OpenStep = string;

/**
 * Creates a judge of the alerts of the clock, which keeps its own books and shares no rule with the evaluation: the
 * moments of one arrival are shown to it in order, and it answers which steps are open. It takes the state, the best known
 * time and the free time of each container as given.
 */
export function createDeadlineJudge() {
  let hasStatedActual = false;
  let newsMs = Number.NEGATIVE_INFINITY;
  /** Open steps of OVERDUE with their severity, and open steps of NO_NEWS. */
  const overdue = new Map<number, 'LOOK' | 'ACT_NOW'>();
  const silent = new Set<number>();
  return (moment: Moment): OpenStep[] => {
    const { nowMs, evidence, isCollected, snapshot } = moment;
    const { state, bestTime, statements } = snapshot;
    const { notice, schedule, port } = evidence;
    const zoneMs =
      notice.portOfDischarge?.UNLocationCode === 'SGSIN' ? 8 * hourMs : notice.portOfDischarge?.UNLocationCode === 'BEANR' ? hourMs : 0;
    const zone = { SGSIN: 'Asia/Singapore', BEANR: 'Europe/Brussels' }[notice.portOfDischarge?.UNLocationCode ?? ''];
    const endOfDay = (day: string, offsetMs: number) => Date.parse(`${day}T00:00:00Z`) + dayMs - offsetMs;
    const endOf = (time: NonNullable<typeof bestTime>) =>
      time.instant === undefined
        ? endOfDay(time.localDate, time.zone === 'Asia/Singapore' ? 8 * hourMs : time.zone === undefined ? 0 : hourMs)
        : Date.parse(time.instant);
    const open: OpenStep[] = [];

    // Open: until collected, or 14 days after the latest last free day or the best known time.
    const days = new Map<string, string[]>();
    for (const { equipmentReference, pickup } of freeTimesOf(notice, zone)) {
      if (pickup !== undefined) days.set(pickup.localDate, [...(days.get(pickup.localDate) ?? []), equipmentReference ?? '-']);
    }
    const ends = [...[...days.keys()].map((day) => endOfDay(day, zoneMs)), ...(bestTime === undefined ? [] : [endOf(bestTime)])];
    const isOpen = !isCollected && (ends.length === 0 || nowMs < Math.max(...ends) + 14 * dayMs);

    // Deadlines: one alert per day, which names its containers.
    const today = new Date(nowMs + zoneMs).toISOString().slice(0, 10);
    for (const [day, containers] of isOpen ? days : []) {
      const left = (Date.parse(day) - Date.parse(today)) / dayMs;
      if (left < 0) open.push(`LAST_FREE_DAY_PASSED - ${day} ACT_NOW ${containers.toSorted().join()}`);
      const nearest = [0, 1, 2, 3, 5].find((step) => left >= 0 && left <= step);
      for (const step of [1, 2, 3, 5]) {
        if (nearest !== undefined && left <= step)
          open.push(`LAST_FREE_DAY_NEAR ${step} ${day}/${nearest} ACT_NOW ${containers.toSorted().join()}`);
      }
    }

    // OVERDUE: opened by the clock, closed by what the standard lists.
    hasStatedActual ||= statements.notice.arrival?.classifier === 'ACT';
    const pastMs = bestTime === undefined ? Number.NEGATIVE_INFINITY : nowMs - endOf(bestTime);
    if (state !== 'EXPECTED' || pastMs < 0 || !isOpen) overdue.clear();
    else if (hasStatedActual || statements.schedule.outcome === 'UNIQUE' || statements.port.outcome === 'UNIQUE') {
      if (pastMs >= 72 * hourMs) for (const step of overdueSteps) overdue.set(step, 'ACT_NOW');
      else for (const step of overdueSteps) if (pastMs >= step * hourMs && !overdue.has(step)) overdue.set(step, 'LOOK');
    }
    for (const [step, severity] of overdue) open.push(`OVERDUE ${step} - ${severity} `);

    // NO_NEWS: a statement that is received after its own time is none.
    const received = [
      { atMs: Date.parse(notice.receivedAt), time: statements.notice.arrival },
      ...(schedule.call === undefined ? [] : [{ atMs: Date.parse(schedule.call.retrievedAt), time: statements.schedule.arrival }]),
    ].map(({ atMs, time }) => ({ atMs, isNews: time === undefined || time.classifier === 'ACT' || endOf(time) >= atMs }));
    const events = port.events.map(({ receivedAt, classifierCode, serviceDateTime, isPortCallOmitted }) => {
      const isTold = classifierCode === 'ACT' || isPortCallOmitted !== undefined || serviceDateTime === undefined;
      return { atMs: Date.parse(receivedAt), isNews: isTold || Date.parse(serviceDateTime) >= Date.parse(receivedAt) };
    });
    const all = [...received, ...events];
    const latestMs = Math.max(newsMs, ...all.filter(({ isNews }) => isNews).map(({ atMs }) => atMs));
    const lastMs = latestMs > Number.NEGATIVE_INFINITY ? latestMs : Math.max(...all.map(({ atMs }) => atMs));
    if (lastMs > newsMs) silent.clear();
    newsMs = lastMs;
    if (overdue.has(24)) silent.clear();
    const firstMs = bestTime && (bestTime.instant === undefined ? endOf(bestTime) - dayMs : endOf(bestTime));
    if (state === 'EXPECTED' && firstMs !== undefined && isOpen && pastMs < 0 && nowMs >= firstMs - 5 * dayMs) {
      for (const step of [24, 48, 72, 120]) if (nowMs - newsMs >= step * hourMs) silent.add(step);
    }
    for (const step of silent) open.push(`NO_NEWS ${step} - LOOK `);
    return open.toSorted();
  };
}

/** Returns the open steps of the judged kinds, as the judge writes them. */
export function openStepsOf(alerts: readonly OpenAlert[]): OpenStep[] {
  const textOf = ({ kind, severity, subject, equipmentReferences = ['-'] }: OpenAlert, { step, daysLeft }: AlertStep) => {
    const isOfDay = kind.startsWith('LAST_FREE_DAY');
    const of = isOfDay ? `${subject}${daysLeft === undefined ? '' : `/${daysLeft}`}` : '-';
    return `${kind} ${step ?? '-'} ${of} ${severity} ${isOfDay ? equipmentReferences.toSorted().join() : ''}`;
  };
  return alerts
    .filter(({ kind }) => kinds.some((one) => one === kind))
    .flatMap((alert) => alert.steps.filter(({ closedAt }) => closedAt === undefined).map((step) => textOf(alert, step)))
    .toSorted();
}
