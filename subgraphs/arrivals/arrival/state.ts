import type { ArrivalEvent, ArrivalSnapshot, ArrivalState, EvidenceRef, StatedArrivalTime } from '../model.ts';

/** The states that are reached by actual times, in the order in which a ship reaches them. */
export type ReachedState = 'ARRIVED' | 'BERTHED' | 'DISCHARGE_COMPLETED';

/** The actual times that prove that a state is reached, by state. A state that is not reached is absent. */
export type Reached = Readonly<Partial<Record<ReachedState, StatedArrivalTime>>>;

/**
 * Returns the states that are reached, each with the first statement that proves it. BERTHED: the port's berth arrival
 * or all fast. DISCHARGE_COMPLETED: the completion of discharge, otherwise that of all cargo operations. ARRIVED: any
 * of these, another actual arrival, or an actual time of schedule or notice.
 */
export function reachedStates({ notice, schedule, port }: ArrivalSnapshot['statements']): Reached {
  const actual = [...port.times, schedule.arrival, notice.arrival]
    .filter((time) => time?.classifier === 'ACT')
    .filter((time) => time !== undefined);
  const ofKinds = (...kinds: readonly ArrivalEvent[]) =>
    kinds.map((kind) => actual.find(({ event }) => event === kind)).find((time) => time !== undefined);
  const DISCHARGE_COMPLETED = ofKinds('DISCHARGE_COMPLETION', 'CARGO_OPERATIONS_COMPLETION');
  const BERTHED = ofKinds('BERTH_ARRIVAL', 'ALL_FAST');
  const ARRIVED = BERTHED ?? actual[0];
  return { ...(ARRIVED && { ARRIVED }), ...(BERTHED && { BERTHED }), ...(DISCHARGE_COMPLETED && { DISCHARGE_COMPLETED }) };
}

/** Returns the most advanced of some states. */
export function stateOf(
  reached: Reached,
  omitted: EvidenceRef | undefined,
  bestTime: StatedArrivalTime | undefined,
): { readonly state: ArrivalState; readonly evidence: readonly EvidenceRef[] } {
  if (omitted !== undefined) return { state: 'OMITTED', evidence: [omitted] };
  for (const state of ['DISCHARGE_COMPLETED', 'BERTHED', 'ARRIVED'] as const) {
    const time = reached[state];
    if (time !== undefined) return { state, evidence: [time.evidence] };
  }
  return bestTime === undefined ? { state: 'UNKNOWN', evidence: [] } : { state: 'EXPECTED', evidence: [bestTime.evidence] };
}
