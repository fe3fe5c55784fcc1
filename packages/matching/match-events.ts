import type { EventRecord } from './claims/records.ts';
import type { MatchKey } from './keys/match-key.ts';
import { type MatchContext, matchVisits, type VisitMatch, type VisitMatchSet } from './match-visits.ts';
import { type Assessment, assess } from './rules/assess.ts';
import { isTerminalCallOmitted } from './rules/candidate-rules.ts';
import { withTerminalOfNotice } from './rules/terminal-calls.ts';
import type { VisitIndex } from './visits/candidate-index.ts';

/** An event that belongs, or may belong, to the call. */
export interface EventMatch {
  readonly event: EventRecord;
  /** The candidate that it belongs to: a visit contains the events that have an id of their source in common. */
  readonly visit: VisitMatch<EventRecord>;
  /** The assessment of the event itself; undefined if only its visit matches. */
  readonly own: Assessment | undefined;
  /**
   * Whether it may give a current time: unless it is for information only, canceled, declined, or of an omitted call.
   */
  readonly isCurrent: boolean;
}

/** The events of the call. */
export interface EventMatchSet extends VisitMatchSet<EventRecord> {
  /**
   * The events of the unique visit, or, without one, those of all candidates, best first. Within a visit the newest is
   * last.
   */
  readonly events: readonly EventMatch[];
}

/** Finds the port call events that a match key refers to: whole visits, of which one may be the unique match. */
export function matchEvents(matchKey: MatchKey, index: VisitIndex<EventRecord>, context: MatchContext): EventMatchSet {
  const found = matchVisits(matchKey, index, context);
  const visits = found.unique === undefined ? found.candidates : [found.unique];
  // Of a call at several terminals, only the events at the one that its notice states are at its terminal.
  const key = found.terminalCall === undefined ? matchKey : withTerminalOfNotice(matchKey);
  return { ...found, events: visits.flatMap((visit) => eventsOf(key, visit, context)) };
}

function eventsOf(matchKey: Pick<MatchKey, 'claims'>, match: VisitMatch<EventRecord>, { rules }: MatchContext): readonly EventMatch[] {
  const goingOn = match.visit.terminalCalls.filter(({ records }) => !match.isOmitted && !isTerminalCallOmitted(records));
  return match.visit.records.toSorted(compareByAge).map((event) => {
    const isOfCall = goingOn.some(({ records }) => records.includes(event));
    return {
      event,
      visit: match,
      own: assess(matchKey, [event.claim], rules),
      isCurrent: isOfCall && !event.isFYI && !event.isCanceled && !event.isDeclined,
    };
  });
}

function compareByAge(left: EventRecord, right: EventRecord): number {
  if (left.updatedAt === right.updatedAt) return 0;
  return left.updatedAt < right.updatedAt ? -1 : 1;
}
