import type { CursorSigner } from '../cursors/cursor-signer.ts';
import { LandfallError } from '../errors.ts';
import type { LogName, StoredVersion, VersionFilter, VersionStore } from '../store/version-store.ts';

/** What could not be sent, between two cursors. */
export interface MissedEvents {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly count?: number | undefined;
  readonly reason: 'RETENTION' | 'QUEUE_OVERFLOW' | 'LOG_RESET';
}

/** One event of a log: a version, or the news that some are missing. */
export interface LogEvent {
  readonly cursor: string;
  readonly version?: StoredVersion;
  readonly missed?: MissedEvents;
}

/** A stretch of a log as a subscriber sees it. */
export interface LogPage {
  readonly events: readonly LogEvent[];
  /** Covers what was looked at, matches or not. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** The cursor that replays everything retained. */
const startCursor = '0';
const maxEvents = 500;

/**
 * Reads the events behind a cursor. Live reading, resuming and replaying are this one step: a subscriber that feeds
 * each page's cursor back sees every matching number of the log once and in order, or is told what is missing.
 *
 * @param query.after absent: an empty page at the head, the start of live reading
 * @throws {LandfallError} CURSOR_INVALID for a cursor that is not one of this log
 */
export async function readLogPage(
  log: { readonly name: LogName; readonly store: Pick<VersionStore, 'extent' | 'readLog'>; readonly signer: CursorSigner },
  query: { readonly after?: string | null | undefined; readonly first: number; readonly filter?: VersionFilter | undefined },
): Promise<LogPage> {
  if (query.first < 1 || query.first > maxEvents) {
    throw new LandfallError('BAD_USER_INPUT', `Argument first: expected 1 to ${maxEvents}, got ${query.first}.`);
  }
  const cursorOf = (sequence: number) => log.signer.sign(log.name, String(sequence));
  const { floor, head } = await log.store.extent();
  const { after } = query;
  if (after === undefined || after === null) return { events: [], cursor: cursorOf(head), hasMore: false };
  const position = after === startCursor ? floor : Number(log.signer.open(log.name, after));
  if (position > head) {
    const to = cursorOf(head);
    return { events: [{ cursor: to, missed: { from: after, to, reason: 'LOG_RESET' } }], cursor: to, hasMore: false };
  }
  const events: LogEvent[] = [];
  if (position < floor) {
    const to = cursorOf(floor);
    events.push({ cursor: to, missed: { from: after, to, count: floor - position, reason: 'RETENTION' } });
  }
  const stretch = await log.store.readLog({ after: Math.max(position, floor), limit: query.first, filter: query.filter });
  for (const version of stretch.entries) events.push({ cursor: cursorOf(version.sequence), version });
  return { events, cursor: cursorOf(stretch.through), hasMore: stretch.through < head };
}
