import { reachableStates, reachedStates } from '../arrival/arrival.ts';
import type { AlertCloseReason } from '../generated/schema.ts';
import type { EvidenceRef, PortEvidence, ScheduleEvidence, StatedArrivalTime } from '../model.ts';
import { eventKeyOf, inStatementOrder, omissionOf, portCallKeyOf, portRef } from '../statements/port.ts';
import { scheduleRef } from '../statements/schedule.ts';
import { type CheckReason, sideValue, timeValueOf, type VisitContext, type VisitEvidence } from './fact-context.ts';
import type { OmissionMemory, ReachedMemory } from './fact-memory.ts';

/** Why an omission or a state no longer applies. */
export interface Ended {
  readonly closeReason: AlertCloseReason;
  readonly evidence: readonly EvidenceRef[];
}

/**
 * Updates what the ship has reached at the port. A state is kept when its evidence is no longer visible, and discarded
 * only when its source takes the actual time back, when another visit is the match, or when the notice names another ship
 * or port.
 *
 * @returns why an omission and states have ended
 */
export function updateProgress(
  { former, next, evidence, statements }: Pick<VisitContext, 'former' | 'next' | 'evidence' | 'statements'>,
  isOtherCall: boolean,
): { readonly omission: Ended | undefined; readonly states: readonly Ended[] } {
  const stated = reachedStates(statements);
  const states: Ended[] = [];
  const reached: { -readonly [State in keyof typeof next.reached]: ReachedMemory } = {};
  for (const state of reachableStates) {
    const [time, held] = [stated[state], former?.reached[state]];
    if (time !== undefined) reached[state] = memoryOf(time, evidence.port);
    if (time !== undefined || held === undefined) continue;
    const correction = isOtherCall ? otherCall(evidence.notice) : correctionOf(held, evidence, statements);
    if (correction === undefined) reached[state] = held;
    else states.push(correction);
  }
  next.reached = reached;
  const { omission, ended } = omissionAfter(former?.omission, evidence, isOtherCall);
  next.omission = omission;
  return { omission: ended, states };
}

/** Checks `PORT_CALL_OMITTED`: whether the matched visit, or the relevant terminal call, is omitted. */
export function checkOmission({ evidence, statements, next, former, changes, explain }: VisitContext, ended: Ended | undefined): void {
  const { omission } = next;
  if (ended !== undefined) changes.close('PORT_CALL_OMITTED', ended);
  const { outcome } = statements.port;
  // After a rebuild an alert may be open although its omission is not in the memory.
  if (omission === undefined && outcome === 'UNIQUE') {
    changes.close('PORT_CALL_OMITTED', { closeReason: 'REVERTED', evidence: evidence.port.events.slice(-1).map(portRef) });
  }
  if (omission !== undefined && omission !== former?.omission) {
    changes.raise({ kind: 'PORT_CALL_OMITTED', steps: [{ after: sideValue('PORT', 'omitted') }], evidence: [omission.ref] });
  }
  if (omission !== undefined) explain?.('PORT_CALL_OMITTED', { code: 'OMITTED', since: omission.ref.at, record: omission.ref });
  else if (outcome === 'UNIQUE') explain?.('PORT_CALL_OMITTED', { code: 'NOT_OMITTED' });
  else explain?.('PORT_CALL_OMITTED', { code: 'NO_MATCH', side: 'PORT', sideOutcome: outcome }, false);
}

/**
 * Checks `ARRIVED`, `BERTHED` and `DISCHARGE_COMPLETED`: each is raised once per view, by the first side to state it, and
 * again only after it was taken back.
 */
export function checkReached({ next, former, changes, explain }: VisitContext, [ended]: readonly Ended[]): void {
  const { reached, omission } = next;
  const raised = new Set(former?.raised);
  // A ship that is at the berth, or has been discharged, has arrived.
  const arrived = reached.ARRIVED ?? reached.BERTHED ?? reached.DISCHARGE_COMPLETED;
  for (const state of reachableStates) {
    const memory = state === 'ARRIVED' ? arrived : reached[state];
    if (memory === undefined && ended !== undefined && raised.delete(state)) changes.close(state, ended);
    if (memory !== undefined && !raised.has(state) && (omission === undefined || former === undefined)) {
      raised.add(state);
      changes.raise({ kind: state, steps: [{ after: timeValueOf(memory.time) }], evidence: [memory.time.evidence] });
    }
    explain?.(state, memory === undefined ? { code: 'NO_ACTUAL_TIME' } : { code: 'REACHED', time: memory.time });
  }
  next.raised = [...raised];
}

function memoryOf(time: StatedArrivalTime, port: PortEvidence): ReachedMemory {
  const event = time.source === 'PORT' ? port.events.find(({ versionId }) => versionId === time.evidence.id) : undefined;
  return event === undefined ? { time } : { time, event: eventKeyOf(event), portCall: portCallKeyOf(event) };
}

const estimates: readonly unknown[] = ['EST', 'PLN'];

/** Returns the record with which the source of a state takes its actual time back, or because of which it is about another visit. */
function correctionOf(
  { event, portCall, time: { source, evidence } }: ReachedMemory,
  { notice, schedule, port }: VisitEvidence,
  statements: VisitContext['statements'],
): Ended | undefined {
  const corrected = (...by: readonly EvidenceRef[]) => ({ closeReason: 'CORRECTED', evidence: by }) as const;
  if (source === 'NOTICE') {
    const isEstimate = estimates.includes(statements.notice.arrival?.classifier);
    return isEstimate && notice.id !== evidence.id ? corrected(notice) : undefined;
  }
  if (source === 'SCHEDULE') {
    const ofRecord = statements.schedule.times.find(({ evidence: { partner, id } }) => partner === evidence.partner && id === evidence.id);
    const isLater =
      ofRecord !== undefined && estimates.includes(ofRecord.classifier) && schedule.couldQuery && ofRecord.statedAt > evidence.at;
    return isLater ? corrected(ofRecord.evidence) : undefined;
  }
  if (port.outcome !== 'UNIQUE') return undefined;
  const correction = port.events.find((one) => eventKeyOf(one) === event && one.versionId !== evidence.id);
  if (correction !== undefined) return corrected(portRef(correction));
  return isOtherVisit(portCall, port.events) ? otherCall(...port.events.slice(-1).map(portRef)) : undefined;
}

function otherCall(...evidence: readonly EvidenceRef[]): Ended {
  return { closeReason: 'OTHER_CALL', evidence };
}

/** Returns whether events belong to visits that do not include a given one. */
function isOtherVisit(portCall: string | undefined, events: PortEvidence['events']): boolean {
  const portCalls = events.flatMap((event) => portCallKeyOf(event) ?? []);
  return portCall !== undefined && portCalls.length > 0 && !portCalls.includes(portCall);
}

function omissionAfter(
  held: OmissionMemory | undefined,
  { notice, port, schedule }: VisitEvidence,
  isOtherCall: boolean,
): { readonly omission?: OmissionMemory | undefined; readonly ended?: Ended | undefined } {
  const { omitted, undoneBy } = omissionOf(port);
  const records = (schedule.call?.records ?? []).map(({ partner, recordKey }) => JSON.stringify([partner, recordKey]));
  if (omitted !== undefined) {
    const isSame = held !== undefined && !isOtherCall && !isOtherVisit(held.portCall, port.events);
    if (isSame) return { omission: held };
    return {
      omission: { ref: portRef(omitted), portCall: portCallKeyOf(omitted), records },
      ended: held && otherCall(isOtherCall ? notice : portRef(omitted)),
    };
  }
  if (held === undefined) return {};
  if (isOtherCall) return { ended: otherCall(notice) };
  const last = inStatementOrder(port.events).slice(-1).map(portRef);
  if (port.outcome === 'UNIQUE' && isOtherVisit(held.portCall, port.events)) {
    return { ended: otherCall(...last) };
  }
  if (port.events.length > 0) return { ended: { closeReason: 'REVERTED', evidence: undoneBy === undefined ? last : [portRef(undoneBy)] } };
  const isOtherRecord = held.records.length > 0 && records.length > 0 && !records.some((record) => held.records.includes(record));
  return isOtherRecord && schedule.call !== undefined ? { ended: otherCall(scheduleRef(schedule.call)) } : { omission: held };
}

/**
 * Checks `MATCH_LOST`: whether the partner whose record was the match has answered without it. An omission explains the
 * loss and has its own alert.
 */
export function checkMatch({ evidence: { schedule }, former, next, changes, explain }: VisitContext): void {
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
  explain?.('MATCH_LOST', reasonOf(schedule, next.omission !== undefined), outcome !== 'NOT_QUERIED');
}

function reasonOf({ lost, call, outcome, couldQuery }: ScheduleEvidence, isOmitted: boolean): CheckReason {
  if (lost !== undefined) {
    return { code: isOmitted ? 'MATCH_LOST_BY_OMISSION' : 'MATCH_LOST', since: lost.answeredAt, record: scheduleRef(lost) };
  }
  if (!couldQuery && outcome !== 'NOT_QUERIED') return { code: 'SCHEDULES_NOT_AVAILABLE' };
  if (call === undefined) return { code: 'NO_MATCH', side: 'SCHEDULE', sideOutcome: outcome };
  return { code: 'MATCH_STATED', since: call.retrievedAt, record: scheduleRef(call) };
}
