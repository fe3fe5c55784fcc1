import { LandfallError } from '#platform/errors.ts';
import type { ArrivalMark, ArrivalStore, ArrivalWrite, MarkKey, StoredArrival } from '#platform/store/arrival-store.ts';
import type { NewVersion, VersionStore } from '#platform/store/version-store.ts';
import { systemClock } from '#platform/time/clock.ts';
import type { ArrivalState } from '../arrival-state.ts';
import type { ErasedNotices } from './erased-notices.ts';

/** Creates rows of the store and versions of the log of alerts from states. */
export interface StateRows {
  stateOf(row: StoredArrival): ArrivalState;
  /** Returns the row of a state. @param marks of all tenants on the arrival and its alerts */
  rowOf(state: ArrivalState, marks: readonly ArrivalMark[]): ArrivalWrite['row'];
  /** Returns the versions of the pending transitions, in their order. */
  alertVersionsOf(state: ArrivalState): readonly NewVersion[];
}

export interface UpdateParts {
  readonly arrivals: ArrivalStore;
  readonly alerts: Pick<VersionStore, 'append'>;
  readonly rows: StateRows;
  readonly erased: ErasedNotices;
  /** Called after alerts were appended to their log. */
  readonly onAppended: () => void;
}

/**
 * Changes a state. Called again with the newer state if another writer was faster.
 *
 * @param marks of all tenants on the arrival and its alerts
 * @returns undefined if nothing has to be written
 */
export type ChangeState = (arrivalId: string, state: ArrivalState | undefined, marks: readonly ArrivalMark[]) => ArrivalState | undefined;

/** Marks that are set or removed together with the change of their arrival. */
export interface MarkChange {
  readonly put?: readonly ArrivalMark[];
  readonly remove?: readonly MarkKey[];
}

/** The state that was read of an arrival. Without a state and with revision 0, the arrival is new. */
export interface ReadArrival {
  readonly revision: number;
  readonly state: ArrivalState | undefined;
}

/** Arrivals that were read before they are changed, by id, so that they are not read again. */
export type ReadArrivals = ReadonlyMap<string, ReadArrival>;

/**
 * Changes arrivals.
 *
 * @param parts.marks marks of one arrival, which is then the only one to be changed
 * @param parts.read states of some of them that have already been read; a state that was changed in the meantime is
 *   read again
 * @throws {StoreUnavailableError}
 * @throws {LandfallError} STORE_UNAVAILABLE after too many concurrent changes
 */
export type UpdateArrivals = (
  arrivalIds: readonly string[],
  change: ChangeState,
  parts?: { readonly marks?: MarkChange; readonly read?: ReadArrivals },
) => Promise<void>;

/** Maximum number of attempts against other writers, and longest pause between two. */
const [maxAttempts, maxPauseMs] = [100, 20];

/**
 * Creates the function that writes all states. Transitions are first written with the state, then appended to their
 * log, then removed from the state: a process that is killed between two steps leaves a row from which the next one
 * continues. Appending is idempotent, and a state that another process has changed is never overwritten, so two
 * processes that both evaluate raise every fact once. If a notice is erased in the meantime, what was written too late
 * is removed.
 */
export function createUpdateArrivals({ arrivals, alerts, rows, erased, onAppended }: UpdateParts): UpdateArrivals {
  interface Held extends ReadArrival {
    readonly arrivalId: string;
    readonly marks: readonly ArrivalMark[];
  }

  const load = async (ids: readonly string[], read: ReadArrivals): Promise<Held[]> => {
    const unread = ids.filter((arrivalId) => !read.has(arrivalId));
    const found = unread.length === 0 ? read : new Map([...read, ...readArrivals(unread, await arrivals.find(unread), rows)]);
    // Read after the arrivals, so that a mark that is set in between changes the revision.
    const marks = await arrivals.findMarks(ids);
    return ids.map((arrivalId) => {
      const own = marks.length === 0 ? marks : marks.filter((mark) => mark.arrivalId === arrivalId);
      return { arrivalId, ...(found.get(arrivalId) ?? { revision: 0, state: undefined }), marks: own };
    });
  };

  /**
   * Appends pending transitions, and removes them from the states. @returns the arrivals that another writer has
   * changed
   */
  const append = async (pending: readonly (Held & { readonly state: ArrivalState })[]): Promise<string[]> => {
    if (pending.length === 0) return [];
    await alerts.append(pending.flatMap(({ state }) => rows.alertVersionsOf(state)));
    onAppended();
    const written = await arrivals.write(
      pending.map(({ state, marks, revision }) => ({ row: rows.rowOf({ ...state, pending: [] }, marks), revision })),
    );
    const changed = pending.flatMap(({ arrivalId }, index) => (written[index] ? [] : [arrivalId]));
    await erased.removeLeftovers(await erased.goneAmong(changed));
    return changed;
  };

  return async (arrivalIds, change, { marks: marked = {}, read = new Map() } = {}) => {
    let left: readonly string[] = [...new Set(arrivalIds)];
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === maxAttempts) {
        throw new LandfallError('STORE_UNAVAILABLE', `${left.length} arrivals are being changed concurrently; try again.`);
      }
      // Other processes, too, change the arrival at once.
      if (attempt > 1) await systemClock.wait(Math.random() * maxPauseMs);
      const held = await load(left, attempt === 0 ? read : new Map());
      const isPending = (each: Held): each is Held & { readonly state: ArrivalState } => (each.state?.pending.length ?? 0) > 0;
      // What an earlier writer left pending is appended first, so that the log has the order of the states.
      await append(held.filter(isPending));
      const retried = held.filter(isPending).map(({ arrivalId }) => arrivalId);
      const changed = held.flatMap((each) => {
        const marks = withChange(each.marks, marked);
        const state = isPending(each) ? undefined : change(each.arrivalId, each.state, marks);
        return state === undefined ? [] : [{ ...each, state, marks }];
      });
      const { put: putMarks, remove: removeMarks } = marked;
      const written = await arrivals.write(
        changed.map(({ state, marks, revision }) => ({ row: rows.rowOf(state, marks), revision, putMarks, removeMarks })),
      );
      const won = changed.filter((_, index) => written[index]);
      // A row that did not exist may have been removed with its notice.
      const late = await erased.goneAmong(won.flatMap(({ arrivalId, revision }) => (revision === 0 ? [arrivalId] : [])));
      if (late.size > 0) await arrivals.remove([...late]);
      const raising = won
        .filter(isPending)
        .filter(({ arrivalId }) => !late.has(arrivalId))
        .map((each) => ({ ...each, revision: each.revision + 1 }));
      // A writer that interferes from here on finds the pending transitions and appends them.
      await append(raising);
      left = [...retried, ...changed.filter((_, index) => !written[index]).map(({ arrivalId }) => arrivalId)];
    }
  };
}

/** Reads rows of the store. @param found the row of each id, undefined if there is none */
export function readArrivals(
  arrivalIds: readonly string[],
  found: readonly (StoredArrival | undefined)[],
  { stateOf }: Pick<StateRows, 'stateOf'>,
): ReadArrivals {
  return new Map(
    arrivalIds.map((arrivalId, index) => {
      const row = found[index];
      return [arrivalId, { revision: row?.revision ?? 0, state: row && stateOf(row) }];
    }),
  );
}

function withChange(marks: readonly ArrivalMark[], { put = [], remove = [] }: MarkChange): readonly ArrivalMark[] {
  if (put.length === 0 && remove.length === 0) return marks;
  const isSame = (left: MarkKey, right: MarkKey) =>
    left.tenant === right.tenant && left.arrivalId === right.arrivalId && left.target === right.target && left.kind === right.kind;
  return [...marks.filter((mark) => ![...put, ...remove].some((other) => isSame(mark, other))), ...put];
}
