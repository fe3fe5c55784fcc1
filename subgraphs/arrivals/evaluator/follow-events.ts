import { type ArrivalState, shownViews } from '../arrival-state.ts';
import { type EventMatchAnswer, portEventOf } from '../statements/port.ts';
import { termsOfEvent } from '../visit-terms.ts';
import type { EvaluationRequest } from './evaluate-arrivals.ts';
import type { FollowedEntry } from './log-pages.ts';
import { intervalOf, type SchedulePlan, sharedMaxAgeSeconds } from './plan.ts';

/** A version of a port call event in the form that the evaluator reads. */
export type ReadEvent = EventMatchAnswer['event'] & { readonly vessel?: { readonly vesselIMONumber?: string | null } | null };

/** Returns the index terms of the arrivals that an event may concern. */
export function termsOfReadEvent({ vessel, portCall, terminalCall }: ReadEvent): string[] {
  return termsOfEvent({
    vesselIMONumber: vessel?.vesselIMONumber,
    UNLocationCode: portCall?.UNLocationCode,
    portCallID: portCall?.portCallID,
    terminalCallReference: terminalCall?.terminalCallReference,
  });
}

/**
 * Returns the evaluation requests for the arrivals that new events may concern. Arrivals that are no longer open remain
 * unchanged.
 *
 * @param arrivals their states and index terms
 */
export function requestsOfEvents(
  entries: readonly FollowedEntry<ReadEvent>[],
  arrivals: readonly { readonly state: ArrivalState; readonly terms: readonly string[] }[],
  { plan, nowMs }: { readonly plan: SchedulePlan; readonly nowMs: number },
): EvaluationRequest[] {
  return arrivals.flatMap(({ state, terms }) => {
    if (!shownViews(state).some(({ snapshot }) => snapshot.isOpen)) return [];
    const events = entries
      .filter(
        ({ sequence, content }) => sequence > state.positions.events && termsOfReadEvent(content).some((term) => terms.includes(term)),
      )
      .map(({ sequence, content }) => ({ sequence, event: portEventOf(content) }));
    if (events.length === 0) return [];
    const { partner, transportDocumentReference } = state.notice;
    const maxAgeSeconds = sharedMaxAgeSeconds(intervalOf(state, plan, nowMs));
    return [{ arrivalId: state.arrivalId, partner, transportDocumentReference, events, maxAgeSeconds }];
  });
}
