import type { Caller } from '../access/entitlement.ts';
import { visibilityOf } from '../access/visibility.ts';
import { LandfallError } from '../errors.ts';
import {
  type LogName,
  nextSeriesOf,
  positionNumber,
  type StoredVersion,
  type VersionFilter,
  type VersionStore,
} from '../store/version-store.ts';
import type { CursorSigner } from './cursor-signer.ts';

/** Events between two cursors that could not be sent. */
export interface MissedEvents {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly count?: number | undefined;
  readonly reason: 'RETENTION' | 'QUEUE_OVERFLOW' | 'LOG_RESET';
}

/** One event of a log: a version, or a report of missed events. */
export interface LogEvent {
  readonly cursor: string;
  readonly version?: StoredVersion;
  readonly missed?: MissedEvents;
}

/** A page of a log for one subscriber. */
export interface LogPage {
  readonly events: readonly LogEvent[];
  /** The end of the scanned range, whether events in it matched or not. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/**
 * Creates the conversion of numbers of a log to cursors, and back.
 *
 * @param scope the log, also for a process that keeps its position in the log as a number; for callers that do not see
 *   all of it, also their entitlement
 */
export function cursorsIn(scope: string, signer: CursorSigner) {
  return {
    cursorOf: (sequence: number): string => signer.sign(scope, positionNumber(sequence)),
    /** @throws {LandfallError} CURSOR_INVALID */
    sequenceOf: (cursor: string): number => Number(signer.open(scope, cursor)),
  };
}

/**
 * Creates the cursors for a caller. Callers that see the whole log share them; others have cursors of their
 * entitlement.
 */
export function cursorsOf(log: LogName, { signer, caller }: Pick<ReadableLog, 'signer' | 'caller'>) {
  return cursorsIn(seesAll(log, caller) ? log : JSON.stringify([log, caller.key]), signer);
}

/**
 * Returns whether a caller sees the whole log. In the log of alerts every caller reads the entries of one view, so no
 * caller sees all of it.
 */
function seesAll(log: LogName, { entitlement }: Caller): boolean {
  return log !== 'arrival-alerts' && visibilityOf(log, entitlement).filter === undefined;
}

/** The cursor that replays everything retained. */
const startCursor = '0';
const maxEvents = 500;

/** A log and the caller who reads it. */
export interface ReadableLog {
  readonly name: LogName;
  readonly store: Pick<VersionStore, 'bounds' | 'readLog' | 'findNumbered'>;
  readonly signer: CursorSigner;
  readonly caller: Caller;
}

/**
 * Reads the events after a cursor. Live reading, resuming and replaying all use this function: a subscriber that sends
 * each page's cursor back gets every matching version of the log once and in order, or `missed`. Callers that see
 * everything share cursors. All other cursors belong to an entitlement, and their `missed` has no count.
 *
 * @param query.after absent: returns an empty page at the head, the start of live reading
 * @param log.store enforces those rights of the caller that are not in `query.filter`
 * @throws {LandfallError} CURSOR_INVALID for a cursor that does not belong to this log and entitlement
 */
export async function readLogPage(
  { name, store, signer, caller }: ReadableLog,
  query: { readonly after?: string | null | undefined; readonly first: number; readonly filter?: VersionFilter | undefined },
): Promise<LogPage> {
  if (query.first < 1 || query.first > maxEvents) {
    throw new LandfallError('BAD_USER_INPUT', `Argument first: expected 1 to ${maxEvents}, got ${query.first}.`);
  }
  const isWhole = seesAll(name, caller);
  const { cursorOf, sequenceOf } = cursorsOf(name, { signer, caller });
  const { trimmedThrough, head } = await store.bounds();
  const { after } = query;
  if (after === undefined || after === null) return { events: [], cursor: cursorOf(head), hasMore: false };
  const position = after === startCursor ? trimmedThrough : sequenceOf(after);
  const restart = position > trimmedThrough ? await findRestart(store, position, head) : undefined;
  if (restart !== undefined) {
    const to = cursorOf(restart);
    return { events: [{ cursor: to, missed: { from: after, to, reason: 'LOG_RESET' } }], cursor: to, hasMore: restart < head };
  }
  const events: LogEvent[] = [];
  if (position < trimmedThrough) {
    const to = cursorOf(trimmedThrough);
    const isCounted = isWhole && nextSeriesOf(position) === nextSeriesOf(trimmedThrough);
    const counted = isCounted ? { count: trimmedThrough - position } : {};
    events.push({ cursor: to, missed: { from: after, to, ...counted, reason: 'RETENTION' } });
  }
  // One version more than shown tells whether there are more, because `hasMore` must not reveal versions that the caller
  // may not see.
  const limit = query.first + Number(!isWhole);
  const read = (from: number) => store.readLog({ after: from, limit, filter: query.filter });
  const { entries, scannedThrough } = await read(Math.max(position, trimmedThrough));
  const shown = entries.slice(0, query.first);
  for (const version of shown) events.push({ cursor: cursorOf(version.sequence), version });
  const isFull = shown.length < entries.length;
  const next = isWhole || isFull || scannedThrough >= head ? undefined : await read(scannedThrough);
  const end = isFull ? (shown.at(-1)?.sequence ?? position) : next?.entries.length === 0 ? next.scannedThrough : scannedThrough;
  // At the head, where most reads are, the page ends with its last event.
  const last = events.at(-1);
  return { events, cursor: last?.version?.sequence === end ? last.cursor : cursorOf(end), hasMore: end < head };
}

/**
 * Returns where a log continues for a reader that has seen more than the log contains, because the log was restored
 * from a backup or started again.
 *
 * @returns the number after which the log continues; undefined when the log contains what the reader has seen
 */
async function findRestart(store: ReadableLog['store'], position: number, head: number): Promise<number | undefined> {
  if (position > head) return head;
  const next = nextSeriesOf(position);
  if (next > head) return undefined;
  const [held] = await store.findNumbered([position]);
  // An erased version looks the same. Its reader reads a snapshot again.
  return held === undefined ? next : undefined;
}
