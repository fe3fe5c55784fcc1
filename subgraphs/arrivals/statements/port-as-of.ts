import type { PortEvent, PortEvidence } from '../model.ts';
import { eventKeyOf } from './port.ts';
import { inStatementOrder } from './port-times.ts';

/** Where an evaluation is in a page of the log of events. */
export interface EventPosition {
  /** What was known before the page. */
  readonly held: PortEvidence | undefined;
  /** The events of the page, in the order of the log. */
  readonly events: readonly PortEvent[];
  /** Place of the event that is evaluated. */
  readonly place: number;
}

/**
 * Returns what the ports stated when an event of the log was the last one. An answer shows each event as it is now: later events
 * are left out, and of an event that was changed later the version before is taken, so that each value is evaluated in its turn.
 * What was known before the page is never taken back.
 *
 * @param port what the ports state now
 */
export function portAsOf(port: PortEvidence, { held, events, place }: EventPosition): PortEvidence {
  const before = held !== undefined && held.question === port.question ? held : undefined;
  const known = [...(before?.events ?? []), ...events.slice(0, place + 1)];
  const knownIds = new Set(known.map(({ versionId }) => versionId));
  const later = new Set(events.slice(place + 1).map(({ versionId }) => versionId));
  const last = events.reduce((latest, { receivedAt }) => (receivedAt > latest ? receivedAt : latest), '');
  // What was received after the page was read is in a later one.
  const isLater = ({ versionId, receivedAt }: PortEvent) => !knownIds.has(versionId) && (later.has(versionId) || receivedAt > last);
  const then = port.events.flatMap((event): PortEvent[] => {
    if (!isLater(event)) return [event];
    const [version] = inStatementOrder(known.filter((one) => eventKeyOf(one) === eventKeyOf(event))).slice(-1);
    return version === undefined ? [] : [{ ...version, terminalCallID: event.terminalCallID ?? version.terminalCallID }];
  });
  // The visit of an omission is no match any more, and was one before.
  const wasUnique = port.outcome !== 'UNIQUE' && before?.outcome === 'UNIQUE' && then.length > 0 && !then.some(isOmission);
  return { ...port, events: then, ...(wasUnique && { outcome: 'UNIQUE', terminalCallIDs: before.terminalCallIDs }) };
}

function isOmission({ isPortCallOmitted, isTerminalCallOmitted }: PortEvent): boolean {
  return isPortCallOmitted === true || isTerminalCallOmitted === true;
}
