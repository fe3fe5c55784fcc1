import { type Reached, type ReachedState, reachedStates } from '../arrival/state.ts';
import type { ArrivalEvidence, ArrivalSnapshot, EvidenceRef, PortEvidence, StatedArrivalTime } from '../model.ts';
import { eventKeyOf, portCallKeyOf } from '../statements/port.ts';
import { inStatementOrder, omissionOf, portRef } from '../statements/port-times.ts';
import { type FactContext, outcomeTexts, sideNames, sideValue, textOfTime, timeValueOf } from './fact-context.ts';
import type { FactMemory, OmissionMemory, ReachedMemory } from './fact-memory.ts';

const reachableStates = ['ARRIVED', 'BERTHED', 'DISCHARGE_COMPLETED'] as const satisfies readonly ReachedState[];

const stateNames = { ARRIVED: 'arrival', BERTHED: 'arrival at the berth', DISCHARGE_COMPLETED: 'completion of the discharge' } as const;

/** What the ship has reached at the port according to this and all earlier evidence. */
export interface ProgressMemory {
  readonly reached: FactMemory['reached'];
  readonly omission: OmissionMemory | undefined;
  /** Why an omission of the former memory no longer applies. */
  readonly ended?: { readonly closeReason: 'REVERTED' | 'OTHER_CALL'; readonly evidence: readonly EvidenceRef[] } | undefined;
}

/**
 * Updates the progress. A state is kept when its evidence is no longer visible, and discarded only when the event is
 * corrected under the same `eventID`, when another visit is the match, or when the notice names another ship or port.
 */
export function progressOf(
  former: FactMemory | undefined,
  { evidence, statements, isOtherCall }: { evidence: ArrivalEvidence; statements: ArrivalSnapshot['statements']; isOtherCall: boolean },
): ProgressMemory {
  const stated = reachedStates(statements);
  const reached: Partial<Record<ReachedState, ReachedMemory>> = {};
  for (const state of reachableStates) {
    const [time, held] = [stated[state], former?.reached[state]];
    if (time !== undefined) reached[state] = memoryOf(time, evidence.port);
    else if (held !== undefined && !isOtherCall && !isCorrected(held, evidence.port)) reached[state] = held;
  }
  return { reached, ...omissionAfter(former?.omission, evidence, isOtherCall) };
}

/** Returns the statements by which the states were reached. */
export function reachedTimes(reached: FactMemory['reached']): Reached {
  return Object.fromEntries(Object.entries(reached).flatMap(([state, memory]) => (memory === undefined ? [] : [[state, memory.time]])));
}

/** Checks `PORT_CALL_OMITTED`: whether the matched visit, or the relevant terminal call, is omitted. */
export function checkOmission({ snapshot, next, former, changes, explain }: FactContext, { omission, ended }: ProgressMemory): void {
  next.omission = omission;
  if (ended !== undefined) changes.close('PORT_CALL_OMITTED', ended);
  const { outcome } = snapshot.statements.port;
  // After a rebuild an alert may be open although its omission is not in the memory.
  if (omission === undefined && outcome === 'UNIQUE') changes.close('PORT_CALL_OMITTED', { closeReason: 'REVERTED' });
  if (omission !== undefined && omission !== former?.omission) {
    changes.raise({ kind: 'PORT_CALL_OMITTED', steps: [{ after: sideValue('PORT', 'omitted') }], evidence: [omission.ref] });
  }
  const reason =
    omission !== undefined
      ? `The port call is omitted, as stated at ${omission.ref.at}.`
      : outcome === 'UNIQUE'
        ? 'No event of the matched visit states that it is omitted.'
        : `The port ${outcomeTexts[outcome]}; only an event of the matched visit states an omission.`;
  explain('PORT_CALL_OMITTED', reason, omission !== undefined || outcome === 'UNIQUE');
}

/**
 * Checks `ARRIVED`, `BERTHED` and `DISCHARGE_COMPLETED`: each is raised once per view, by the first side to state it.
 */
export function checkReached({ next, former, changes, explain }: FactContext, { reached, omission }: ProgressMemory): void {
  next.reached = reached;
  const raised = new Set(former?.raised);
  // A ship that is at the berth, or has been discharged, has arrived.
  const arrived = reached.ARRIVED ?? reached.BERTHED ?? reached.DISCHARGE_COMPLETED;
  for (const state of reachableStates) {
    const memory = state === 'ARRIVED' ? arrived : reached[state];
    if (memory !== undefined && !raised.has(state) && (omission === undefined || former === undefined)) {
      raised.add(state);
      changes.raise({ kind: state, steps: [{ after: timeValueOf(memory.time) }], evidence: [memory.time.evidence] });
    }
    explain(
      state,
      memory === undefined
        ? `No side states an actual time of ${stateNames[state]}.`
        : `The ${sideNames[memory.time.source]} states ${textOfTime(memory.time)}; it is reported once, for 72 h, unless it was known from the start.`,
    );
  }
  next.raised = [...raised];
}

function memoryOf(time: StatedArrivalTime, port: PortEvidence): ReachedMemory {
  const event = time.source === 'PORT' ? port.events.find(({ versionId }) => versionId === time.evidence.id) : undefined;
  if (event === undefined) return { time };
  return {
    time,
    event: eventKeyOf(event),
    portCall: portCallKeyOf(event),
  };
}

function isCorrected({ event, portCall, time }: ReachedMemory, { outcome, events }: PortEvidence): boolean {
  if (time.source !== 'PORT' || outcome !== 'UNIQUE') return false;
  const isCorrection = events.some((one) => eventKeyOf(one) === event && one.versionId !== time.evidence.id);
  return isCorrection || isOtherVisit(portCall, events);
}

/** Returns whether events belong to visits that do not include a given one. */
function isOtherVisit(portCall: string | undefined, events: PortEvidence['events']): boolean {
  const portCalls = events.flatMap((event) => portCallKeyOf(event) ?? []);
  return portCall !== undefined && portCalls.length > 0 && !portCalls.includes(portCall);
}

function omissionAfter(
  held: OmissionMemory | undefined,
  { port, schedule }: ArrivalEvidence,
  isOtherCall: boolean,
): Pick<ProgressMemory, 'omission' | 'ended'> {
  const { omitted, undoneBy } = omissionOf(port);
  const records = (schedule.call?.records ?? []).map(({ partner, recordKey }) => JSON.stringify([partner, recordKey]));
  if (omitted !== undefined) {
    const isSame = held !== undefined && !isOtherCall && !isOtherVisit(held.portCall, port.events);
    if (isSame) return { omission: held };
    const ended = held && ({ closeReason: 'OTHER_CALL', evidence: [] } as const);
    return { omission: { ref: portRef(omitted), portCall: portCallKeyOf(omitted), records }, ended };
  }
  if (held === undefined) return { omission: undefined };
  if (isOtherCall) return { omission: undefined, ended: { closeReason: 'OTHER_CALL', evidence: [] } };
  if (port.outcome === 'UNIQUE' && isOtherVisit(held.portCall, port.events)) {
    return { omission: undefined, ended: { closeReason: 'OTHER_CALL', evidence: inStatementOrder(port.events).slice(-1).map(portRef) } };
  }
  if (port.events.length > 0) {
    const evidence = undoneBy === undefined ? [] : [portRef(undoneBy)];
    return { omission: undefined, ended: { closeReason: 'REVERTED', evidence } };
  }
  const isOtherRecord = held.records.length > 0 && records.length > 0 && !records.some((record) => held.records.includes(record));
  if (!isOtherRecord || schedule.call === undefined) return { omission: held };
  const { partner, recordKey, retrievedAt } = schedule.call;
  const evidence: EvidenceRef[] = [{ source: 'SCHEDULE', partner, id: recordKey, at: retrievedAt }];
  return { omission: undefined, ended: { closeReason: 'OTHER_CALL', evidence } };
}
