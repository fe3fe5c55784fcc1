import type { BoardNoticeQuery } from '../../client/generated/operations.ts';

type Current = NonNullable<BoardNoticeQuery['arrivalNotice']>['current'];
type Visit = NonNullable<Current['portCallEvents']>;

/** A port call event of an arrival, with how it matches. */
export type PortEvent = Visit['events'][number];

/** Returns the port's events of the matched call, or, without a unique match, those of all candidates. */
export function portEventsOf({ arrivalCall, portCallEvents }: Current): Pick<Visit, 'events' | 'outcome'> {
  const ofCall = arrivalCall?.unique?.call.portCallEvents;
  return (ofCall?.outcome === 'UNIQUE' ? ofCall : portCallEvents) ?? unknown;
}

/** Routers other than Landfall's own return null for what could not be loaded. */
const unknown = { outcome: 'UNKNOWN', events: [] } as const;

/** Returns when the port made the statement. */
export function statedAtOf({ event: { eventUpdatedDateTime, receivedAt } }: PortEvent): string {
  return eventUpdatedDateTime ?? receivedAt;
}
