import type {
  BoardJoinsQuery,
  BoardPortCallFragment,
  MatchConfidence,
  MatchOutcome,
  MatchReason,
} from '../../client/generated/operations.ts';
import { localOffsetOf } from './times.ts';

type JoinedVersion = NonNullable<BoardJoinsQuery['arrivalNotices']>['nodes'][number]['current'];

/** A source that was consulted for a join, and the result. */
export type JoinSource = NonNullable<JoinedVersion['arrivalCall']>['sources'][number];

/** A time that a schedule states for the call. */
export interface ScheduleTime {
  readonly partnerName: string;
  readonly classifier: string | undefined;
  readonly dateTime: string;
  /** When the partner stated it; undefined where it is not known. */
  readonly retrievedAt: string | undefined;
}

/** The time of the port call that matters most for the cargo. */
export interface PortTime {
  readonly partnerName: string;
  readonly service: string | undefined;
  readonly event: string | undefined;
  readonly classifier: string;
  readonly dateTime: string;
  readonly state: 'CURRENT' | 'CANCELED' | 'DECLINED' | 'OMITTED';
  readonly receivedAt: string;
}

/** The schedules and port call events of the call of a notice. */
export interface Joined {
  readonly schedule: {
    readonly outcome: MatchOutcome;
    readonly confidence: MatchConfidence | undefined;
    readonly reasons: readonly MatchReason[];
    readonly candidates: number;
    /** Arrivals only, the most certain first. */
    readonly arrivals: readonly ScheduleTime[];
    readonly sources: readonly JoinSource[];
  };
  readonly portCall: {
    readonly outcome: MatchOutcome;
    readonly confidence: MatchConfidence | undefined;
    readonly time: PortTime | undefined;
    readonly isOmitted: boolean;
    readonly sources: readonly JoinSource[];
  };
  /** Offset of the port, such as `+08:00`, as a schedule writes its times there. */
  readonly portOffset: string | undefined;
}

/** Replaces a call that could not be loaded: routers other than Landfall's own return null then. */
export const unknownCall = { outcome: 'UNKNOWN', unique: null, candidates: [], sources: [] } as const;

/** Replaces port call events that could not be loaded. */
export const unknownVisit = { outcome: 'UNKNOWN', currentTimes: [], events: [], sources: [] } as const;

/** Reads the answer for one notice. Events of the matched call take precedence over those that may belong to the notice. */
export function joinedOf(version: JoinedVersion): Joined {
  const arrivalCall = version.arrivalCall ?? unknownCall;
  const { unique } = arrivalCall;
  const ofCall = unique?.call.portCallEvents;
  const visit = (ofCall?.outcome === 'UNIQUE' ? ofCall : version.portCallEvents) ?? unknownVisit;
  const times = unique?.call.times ?? [];
  return {
    schedule: {
      outcome: arrivalCall.outcome,
      confidence: unique?.confidence,
      reasons: unique?.reasons ?? [],
      candidates: arrivalCall.candidates.length,
      arrivals: times.filter(({ eventTypeCode }) => eventTypeCode === 'ARRI').map(scheduleTimeOf),
      sources: arrivalCall.sources,
    },
    portCall: {
      outcome: visit.outcome,
      confidence: visit.outcome === 'UNIQUE' ? visit.events[0]?.confidence : undefined,
      time: tellingTimeOf(visit),
      isOmitted: visit.events.some(({ event }) => event.kinds.includes('PORT_CALL_OMITTED')),
      sources: visit.sources,
    },
    portOffset: times.map(({ dateTime }) => localOffsetOf(dateTime)).find((offset) => offset !== undefined),
  };
}

const owing: ReadonlySet<JoinSource['status']> = new Set([
  'FAILED',
  'TIMED_OUT',
  'DENIED',
  'REFUSED_FILTER',
  'RATE_LIMITED',
  'PARTNER_BUSY',
  'PENDING',
  'TRUNCATED',
  'BUDGET_EXHAUSTED',
]);

/** Whether a source failed to provide its part of an answer. */
export function isMissing({ status }: Pick<JoinSource, 'status'>): boolean {
  return owing.has(status);
}

type StatedTime = NonNullable<NonNullable<JoinedVersion['arrivalCall']>['unique']>['call']['times'][number];

function scheduleTimeOf({ partner, eventClassifierCode, dateTime, retrievedAt }: StatedTime): ScheduleTime {
  return { partnerName: partner.name, classifier: eventClassifierCode ?? undefined, dateTime, retrievedAt: retrievedAt ?? undefined };
}

/** For the cargo a ship has arrived once it is at the berth; within a service, actual times precede others. */
const services = ['BERTH', 'CARGO_OPERATIONS', 'PILOTAGE'];
const classifiers = ['ACT', 'PLN', 'REQ', 'EST'];

function tellingTimeOf({ currentTimes }: Pick<BoardPortCallFragment, 'currentTimes'>): PortTime | undefined {
  const rank = (list: readonly string[], text: string | null) => (list.indexOf(text ?? '') + list.length + 1) % (list.length + 1);
  const [best] = currentTimes
    .filter(({ portCallServiceEventTypeCode }) => portCallServiceEventTypeCode !== 'DEPA' && portCallServiceEventTypeCode !== 'CMPL')
    .sort(
      (left, right) =>
        Number(left.state !== 'CURRENT') - Number(right.state !== 'CURRENT') ||
        rank(services, left.portCallServiceTypeCode) - rank(services, right.portCallServiceTypeCode) ||
        rank(classifiers, left.classifierCode) - rank(classifiers, right.classifierCode),
    );
  if (best === undefined) return undefined;
  return {
    partnerName: best.event.partner.name,
    service: best.portCallServiceTypeCode ?? undefined,
    event: best.portCallServiceEventTypeCode ?? undefined,
    classifier: best.classifierCode,
    dateTime: best.serviceDateTime,
    state: best.state,
    receivedAt: best.event.receivedAt,
  };
}
