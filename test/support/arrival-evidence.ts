import type { AlertKind, Transition } from '../../subgraphs/arrivals/alerts.ts';
import { type Collected, wholeArrival } from '../../subgraphs/arrivals/collected.ts';
import { type Evaluate, type Evaluation, evaluate as evaluateAllSteps } from '../../subgraphs/arrivals/facts/evaluate.ts';
import type { CheckReason } from '../../subgraphs/arrivals/facts/fact-context.ts';
import type {
  ArrivalEvidence,
  NoticeEvidence,
  PortEvent,
  PortEvidence,
  ScheduledCall,
  ScheduleEvidence,
} from '../../subgraphs/arrivals/model.ts';
import { portNotAsked } from '../../subgraphs/arrivals/statements/port.ts';
import { scheduleNotAsked } from '../../subgraphs/arrivals/statements/schedule.ts';

/** The start of all tests of arrivals, in milliseconds since 1970. */
export const startMs = Date.parse('2026-03-02T12:00:00Z');

/** Returns the time `hours` after the start, RFC 3339 in UTC. */
export function hoursLater(hours: number): string {
  return new Date(startMs + hours * 3_600_000).toISOString();
}

/**
 * Creates a notice of a ship that arrives in Singapore on 2026-03-09. Its version contains the time of issue, in hours
 * after the start.
 */
export function noticeIssued(hours: number, changes: Partial<NoticeEvidence> = {}): NoticeEvidence {
  return {
    partner: 'acme',
    transportDocumentReference: 'FARM00012345',
    versionId: `notice-${hours}`,
    issueDateTime: hoursLater(hours),
    receivedAt: hoursLater(hours),
    transportDocumentTypeCode: 'SWB',
    carrierCode: 'ACME',
    carrierCodeListProvider: 'NMFTA',
    portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'EST' },
    portOfDischarge: { UNLocationCode: 'SGSIN', facility: { facilityCode: 'PSA', facilityCodeListProvider: 'SMDG' } },
    arrivalLeg: { vesselIMONumber: '9321483', vesselName: 'EMMA', carrierImportVoyageNumber: '649E' },
    freeTimes: [],
    containers: [{ equipmentReference: 'FARU1000027', ISOEquipmentCode: '22G1' }],
    ...changes,
  };
}

/** Creates a schedule that was retrieved this many hours after the start, with the arrival of the matched call. */
export function scheduleOf(
  hours: number,
  dateTime: string,
  { classifier = 'EST', ...changes }: Partial<ScheduledCall> & { classifier?: string } = {},
): ScheduleEvidence {
  const [partner, recordKey, retrievedAt] = ['acme', changes.recordKey ?? 'call-1', hoursLater(hours)];
  return {
    outcome: 'UNIQUE',
    couldQuery: true,
    queriedAt: retrievedAt,
    call: {
      partner,
      recordKey,
      records: [{ partner, recordKey }],
      retrievedAt,
      arrivals: [{ partner, eventClassifierCode: classifier, dateTime, retrievedAt, recordKey }],
      UNLocationCode: 'SGSIN',
      carrierImportVoyageNumbers: ['649E'],
      ...changes,
    },
  };
}

/**
 * Creates an event of the matched visit, stated this many hours after the start. It is a berth arrival unless the
 * changes define another one.
 */
export function portEvent(hours: number, changes: Partial<PortEvent> = {}): PortEvent {
  const statedAt = hoursLater(hours);
  return {
    partner: 'port',
    versionId: `event-${hours}`,
    eventID: `id-${hours}`,
    eventUpdatedDateTime: statedAt,
    receivedAt: statedAt,
    portCallID: 'visit-1',
    portCallServiceTypeCode: 'BERTH',
    portCallServiceEventTypeCode: 'ARRI',
    classifierCode: 'EST',
    serviceDateTime: '2026-03-09T02:00:00Z',
    isFYI: false,
    isCanceled: false,
    isDeclined: false,
    ...changes,
  };
}

/** Creates the events of the matched visit. */
export function portOf(...events: PortEvent[]): PortEvidence {
  return { outcome: 'UNIQUE', couldQuery: true, events, terminalCallIDs: [], UNLocationCode: 'SGSIN' };
}

/** Returns what is collected if everything or nothing is. */
export function collectedIf(isCollected: boolean): Collected {
  return isCollected ? [wholeArrival] : [];
}

/** The input of an evaluation this many hours after the start. A side that is not given is unchanged. */
export interface ScenarioStep {
  readonly hours: number;
  readonly notice?: NoticeEvidence;
  readonly schedule?: ScheduleEvidence;
  readonly port?: PortEvidence;
  readonly isCollected?: boolean;
  /** What is collected. Default: everything if `isCollected`, otherwise nothing. */
  readonly collected?: Collected;
}

/** The result of a sequence of steps. */
export interface ScenarioResult {
  readonly evaluations: readonly (Evaluation & {
    /** Why kinds are not raised. */
    readonly checks: readonly (readonly [AlertKind, CheckReason])[];
  })[];
  readonly transitions: readonly Transition[];
}

/** How the steps are evaluated. */
export interface ScenarioOptions {
  readonly arrivalId?: string;
  readonly evaluate?: Evaluate;
  /** Whether the memory is converted to JSON between two evaluations, as by a store. */
  readonly isStored?: boolean;
}

/** Evaluates a sequence of steps as one view, each step with the memory of the previous one. */
export function evaluateScenario(
  steps: readonly ScenarioStep[],
  { arrivalId = 'arrival-1', evaluate = evaluateAllSteps, isStored = false }: ScenarioOptions = {},
): ScenarioResult {
  let evidence: ArrivalEvidence = { notice: noticeIssued(0), schedule: scheduleNotAsked, port: portNotAsked };
  let memory: Evaluation['memory'] | undefined;
  const evaluations = steps.map(({ hours, isCollected = false, collected = collectedIf(isCollected), ...sides }) => {
    evidence = { ...evidence, ...sides };
    const checks: [AlertKind, CheckReason][] = [];
    const evaluation = evaluate({ arrivalId, evidence, memory, nowMs: startMs + hours * 3_600_000, collected }, undefined, (kind, reason) =>
      checks.push([kind, reason]),
    );
    memory = isStored ? JSON.parse(JSON.stringify(evaluation.memory)) : evaluation.memory;
    return { ...evaluation, checks };
  });
  return { evaluations, transitions: evaluations.flatMap(({ transitions }) => transitions) };
}
