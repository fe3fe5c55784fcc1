import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LandfallError } from '#platform/errors.ts';
import { type ArrivalMark, type ArrivalWrite, type MarkKey, marksOn, type StoredArrival } from '#platform/store/arrival-store.ts';
import { removeArrivals } from '#platform/store/removal/expire-versions.ts';
import { hashOfKey } from '#platform/store/removal/subject-rules.ts';
import type { Store } from '#platform/store/store.ts';
import { systemClock } from '#platform/time/clock.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { noticeIdentityOf } from '../model.ts';
import { alertVersionsOf } from '../store/alert-entries.ts';
import { type RowOf, stateOf } from '../store/state-rows.ts';

export type UpdateArrivals = ReturnType<typeof createUpdateArrivals>;

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
  readonly group?: string | undefined;
  readonly state: ArrivalState | undefined;
}

/** Arrivals that were read before they are changed, by id, so that they are not read again. */
export type ReadArrivals = ReadonlyMap<string, ReadArrival>;

/** Number of arrivals that are changed at a time, between which other requests are answered. */
const changedAtOnce = 8;

/** Maximum number of attempts against other writers, and longest pause between two. */
const [maxAttempts, maxPauseMs] = [100, 20];

/**
 * Creates the function that writes all states. A state is written together with its transitions, and one that another
 * process has changed is never overwritten, so two processes that both evaluate raise every fact once. If a notice is
 * erased in the meantime, what was written too late is removed.
 */
export function createUpdateArrivals(store: Store, rowOf: RowOf, onAppended: () => void) {
  const { arrivals } = store;
  interface Held extends ReadArrival {
    readonly arrivalId: string;
    readonly marks: readonly ArrivalMark[];
  }

  const load = async (ids: readonly string[], read: ReadArrivals): Promise<Held[]> => {
    const unread = ids.filter((arrivalId) => !read.has(arrivalId));
    const found = unread.length === 0 ? read : new Map([...read, ...(await findArrivals(store, unread))]);
    // Read after the arrivals, so that a mark that is set in between changes the revision.
    const marks = await arrivals.findMarks(ids);
    return ids.map((arrivalId) => ({
      arrivalId,
      ...(found.get(arrivalId) ?? { revision: 0, state: undefined }),
      marks: marksOn(arrivalId, marks),
    }));
  };

  /**
   * Changes arrivals.
   *
   * @param parts.marks changes of marks by the arrival with which they are written
   * @param parts.read states of some of them that have already been read; a state that was changed in the meantime is
   *   read again
   * @throws {StoreUnavailableError}
   * @throws {LandfallError} STORE_UNAVAILABLE after too many concurrent changes
   */
  return async (
    arrivalIds: readonly string[],
    change: ChangeState,
    { marks: marked, read = new Map() }: { readonly marks?: ReadonlyMap<string, MarkChange>; readonly read?: ReadArrivals } = {},
  ): Promise<void> => {
    let left: readonly string[] = [...new Set(arrivalIds)];
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === maxAttempts) {
        throw new LandfallError('STORE_UNAVAILABLE', `${left.length} arrivals are being changed concurrently; try again.`);
      }
      // Other processes, too, change the arrival at once.
      if (attempt > 1) await systemClock.wait(Math.random() * maxPauseMs);
      const held = await load(left, attempt === 0 ? read : new Map());
      const writes: ArrivalWrite[] = [];
      for (const [index, { arrivalId, revision, state: known, marks: before }] of held.entries()) {
        if (index > 0 && index % changedAtOnce === 0) await nextTurn();
        const own = marked?.get(arrivalId) ?? {};
        const marks = withChange(before, own);
        // What an earlier version has left pending is written even if nothing changes.
        const state = change(arrivalId, known, marks) ?? ((known?.pending.length ?? 0) > 0 ? known : undefined);
        if (state === undefined) continue;
        writes.push({ row: rowOf(state, marks), revision, alerts: alertVersionsOf(state), putMarks: own.put, removeMarks: own.remove });
      }
      const written = await arrivals.write(writes);
      const won = writes.filter((_, index) => written[index]);
      if (won.some(({ alerts = [] }) => alerts.length > 0)) onAppended();
      // The notice of an arrival that was not stored may have been removed while it was evaluated.
      const added = won.flatMap(({ row, revision }) => (revision === 0 ? [row.arrivalId] : []));
      await removeLeftovers(store, await goneAmong(store, added));
      left = writes.filter((_, index) => !written[index]).map(({ row }) => row.arrivalId);
    }
  };
}

/** Reads the arrivals with these ids. */
export async function findArrivals({ arrivals }: Store, arrivalIds: readonly string[]): Promise<ReadArrivals> {
  const found = await arrivals.find(arrivalIds);
  return new Map(arrivalIds.map((arrivalId, index) => [arrivalId, readArrival(found[index])]));
}

/** Reads the states of rows that were found. */
export function readArrivals(found: readonly StoredArrival[]): ReadArrivals {
  return new Map(found.map((row) => [row.arrivalId, readArrival(row)]));
}

function readArrival(row: StoredArrival | undefined): ReadArrival {
  return { revision: row?.revision ?? 0, group: row?.group, state: row && stateOf(row) };
}

function withChange(marks: readonly ArrivalMark[], { put = [], remove = [] }: MarkChange): readonly ArrivalMark[] {
  if (put.length === 0 && remove.length === 0) return marks;
  const isSame = (left: MarkKey, right: MarkKey) =>
    left.tenant === right.tenant && left.arrivalId === right.arrivalId && left.target === right.target && left.kind === right.kind;
  return [...marks.filter((mark) => ![...put, ...remove].some((other) => isSame(mark, other))), ...put];
}

/** Returns the arrivals whose notices are no longer stored, because they were erased or have expired. */
async function goneAmong(store: Store, arrivalIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (arrivalIds.length === 0) return new Set();
  const isStored = await store.versions('arrival-notice-versions').hasCurrent(arrivalIds);
  return new Set(arrivalIds.filter((_, index) => isStored[index] === false));
}

/** Removes what was written about arrivals after their notices were removed, and records it as any removal. */
async function removeLeftovers(store: Store, arrivalIds: ReadonlySet<string>): Promise<void> {
  for (const arrivalId of arrivalIds) {
    const reason = { kind: 'ERASURE', ...hashOfKey({ kind: 'NOTICE', ...noticeIdentityOf(arrivalId) }) } as const;
    const id = randomUUID();
    await store.removals.begin({ id, startedAt: new Date().toISOString(), reason, by: 'evaluation of arrivals' });
    await removeArrivals(store, id, [arrivalId]);
    await store.removals.finish(id, new Date().toISOString());
  }
}
