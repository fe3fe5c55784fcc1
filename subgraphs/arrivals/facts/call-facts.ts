import { reachableStates, reachedStates } from '../arrival/arrival.ts';
import type { AlertCloseReason } from '../generated/schema.ts';
import type { ArrivalEvidence, EvidenceRef, PortEvidence, ScheduleEvidence, StatedArrivalTime } from '../model.ts';
import { eventKeyOf, inStatementOrder, omissionOf, portCallKeyOf, portRef } from '../statements/port.ts';
import { scheduleRef } from '../statements/schedule.ts';
import { type FactContext, outcomeTexts, sideNames, sideValue, textOfTime, timeValueOf } from './fact-context.ts';
import type { OmissionMemory, ReachedMemory } from './fact-memory.ts';

const stateNames = { ARRIVED: 'arrival', BERTHED: 'arrival at the berth', DISCHARGE_COMPLETED: 'completion of the discharge' } as const;

/** Why an omission no longer applies. */
export interface EndedOmission {
  readonly closeReason: AlertCloseReason;
  readonly evidence: readonly EvidenceRef[];
}

/**
 * Updates what the ship has reached at the port. A state is kept when its evidence is no longer visible, and discarded
 * only when the event is corrected under the same `eventID`, when another visit is the match, or when the notice names
 * another ship or port.
 *
 * @returns why an omission has ended
 */
export function updateProgress(
  { former, next, evidence, statements }: Pick<FactContext, 'former' | 'next' | 'evidence' | 'statements'>,
  isOtherCall: boolean,
): EndedOmission | undefined {
  const stated = reachedStates(statements);
  const reached: { -readonly [State in keyof typeof next.reached]: ReachedMemory } = {};
  for (const state of reachableStates) {
    const [time, held] = [stated[state], former?.reached[state]];
    if (time !== undefined) reached[state] = memoryOf(time, evidence.port);
    else if (held !== undefined && !isOtherCall && !isCorrected(held, evidence.port)) reached[state] = held;
  }
  next.reached = reached;
  const { omission, ended } = omissionAfter(former?.omission, evidence, isOtherCall);
  next.omission = omission;
  return ended;
}

/** Checks `PORT_CALL_OMITTED`: whether the matched visit, or the relevant terminal call, is omitted. */
export function checkOmission({ statements, next, former, changes, explain }: FactContext, ended: EndedOmission | undefined): void {
  const { omission } = next;
  if (ended !== undefined) changes.close('PORT_CALL_OMITTED', ended);
  const { outcome } = statements.port;
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
export function checkReached({ next, former, changes, explain }: FactContext): void {
  const { reached, omission } = next;
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
  return event === undefined ? { time } : { time, event: eventKeyOf(event), portCall: portCallKeyOf(event) };
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
): { readonly omission?: OmissionMemory | undefined; readonly ended?: EndedOmission | undefined } {
  const { omitted, undoneBy } = omissionOf(port);
  const records = (schedule.call?.records ?? []).map(({ partner, recordKey }) => JSON.stringify([partner, recordKey]));
  const otherCall = (...evidence: readonly EvidenceRef[]) => ({ ended: { closeReason: 'OTHER_CALL', evidence } }) as const;
  if (omitted !== undefined) {
    const isSame = held !== undefined && !isOtherCall && !isOtherVisit(held.portCall, port.events);
    if (isSame) return { omission: held };
    return { omission: { ref: portRef(omitted), portCall: portCallKeyOf(omitted), records }, ...(held && otherCall()) };
  }
  if (held === undefined) return {};
  if (isOtherCall) return otherCall();
  if (port.outcome === 'UNIQUE' && isOtherVisit(held.portCall, port.events)) {
    return otherCall(...inStatementOrder(port.events).slice(-1).map(portRef));
  }
  if (port.events.length > 0) return { ended: { closeReason: 'REVERTED', evidence: undoneBy === undefined ? [] : [portRef(undoneBy)] } };
  const isOtherRecord = held.records.length > 0 && records.length > 0 && !records.some((record) => held.records.includes(record));
  return isOtherRecord && schedule.call !== undefined ? otherCall(scheduleRef(schedule.call)) : { omission: held };
}

/**
 * Checks `MATCH_LOST`: whether the partner whose record was the match has answered without it. An omission explains the
 * loss and has its own alert.
 */
export function checkMatch({ evidence: { schedule }, former, next, changes, explain }: FactContext): void {
  const { lost, call, outcome } = schedule;
  const key = lost && JSON.stringify([lost.partner, lost.recordKey, lost.answeredAt]);
  next.lost = key;
  if (lost === undefined && call !== undefined) {
    changes.close('MATCH_LOST', { closeReason: 'MATCH_FOUND', evidence: [scheduleRef(call)] });
  }
  if (lost !== undefined && key !== former?.lost && next.omission === undefined) {
    const [before, after] = [`stated at ${lost.retrievedAt}`, `not stated at ${lost.answeredAt}`].map((text) =>
      sideValue('SCHEDULE', text),
    );
    changes.raise({ kind: 'MATCH_LOST', steps: [{ before, after }], evidence: [scheduleRef(lost)] });
  }
  explain('MATCH_LOST', reasonOf(schedule, next.omission !== undefined), outcome !== 'NOT_QUERIED');
}

function reasonOf({ lost, call, outcome, couldQuery }: ScheduleEvidence, isOmitted: boolean): string {
  if (lost !== undefined) {
    const explained = isOmitted ? '; the omission of the port call explains it' : '';
    return `The schedules of ${lost.partner} have not stated the call that was the match since ${lost.answeredAt}${explained}.`;
  }
  if (!couldQuery && outcome !== 'NOT_QUERIED') return 'Schedules could not be queried, so the match may still be stated.';
  if (call === undefined) return `The schedule ${outcomeTexts[outcome]}, so no match can be lost.`;
  return `The schedules of ${call.partner} stated the matched call at ${call.retrievedAt}.`;
}
