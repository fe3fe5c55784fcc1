import type { PortEvent, PortEvidence } from '../model.ts';
import { eventKeyOf } from './port.ts';
import { inStatementOrder } from './port-times.ts';

/** The position of an evaluation in a page of the log of events. */
export interface EventPosition {
  /** Evidence that was known before the page. */
  readonly held: PortEvidence | undefined;
  /** The events of the page, in the order of the log. */
  readonly events: readonly PortEvent[];
  /** Index of the event that is being evaluated. */
  readonly place: number;
}

/**
 * Returns what the ports stated when an event of the log was the latest one. An answer contains each event in its
 * current version. Therefore later events are omitted, and an event that was changed later is replaced by its previous
 * version, so that each value is evaluated in turn. What was known before the page is never retracted.
 *
 * @param port what the ports state now
 */
export function portAsOf(port: PortEvidence, { held, events, place }: EventPosition): PortEvidence {
  const before = held !== undefined && held.callKey === port.callKey ? held : undefined;
  const known = [...(before?.events ?? []), ...events.slice(0, place + 1)];
  const knownIds = new Set(known.map(({ versionId }) => versionId));
  const later = new Set(events.slice(place + 1).map(({ versionId }) => versionId));
  const last = events.reduce((latest, { receivedAt }) => (receivedAt > latest ? receivedAt : latest), '');
  // Whatever was received after the page was read is on a later page.
  const isLater = ({ versionId, receivedAt }: PortEvent) => !knownIds.has(versionId) && (later.has(versionId) || receivedAt > last);
  const then = port.events.flatMap((event): PortEvent[] => {
    if (!isLater(event)) return [event];
    const [version] = inStatementOrder(known.filter((one) => eventKeyOf(one) === eventKeyOf(event))).slice(-1);
    return version === undefined ? [] : [{ ...version, terminalCallID: event.terminalCallID ?? version.terminalCallID }];
  });
  // An omission has ended the match with the visit, which was unique before.
  const wasUnique = port.outcome !== 'UNIQUE' && before?.outcome === 'UNIQUE' && then.length > 0 && !then.some(isOmission);
  return { ...port, events: then, ...(wasUnique && { outcome: 'UNIQUE', terminalCallIDs: before.terminalCallIDs }) };
}

function isOmission({ isPortCallOmitted, isTerminalCallOmitted }: PortEvent): boolean {
  return isPortCallOmitted === true || isTerminalCallOmitted === true;
}
