import { instantOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import { type ArrivalMark, documentIdOf, type MarkKey } from '#platform/store/arrival-store.ts';
import { batchesOf } from '#platform/store/batches.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ArrivalState } from './arrival-state.ts';
import { targetOfContainer } from './collected.ts';
import type { UpdateArrivals } from './evaluator/update-arrivals.ts';
import type { NoticeContainer } from './model.ts';

/** A mark to set or to remove, and an arrival whose row depends on it. */
type MarkWrite = { readonly arrivalId: string } & ({ readonly put: ArrivalMark } | { readonly remove: MarkKey });

/** Maximum number of arrivals that are written at a time, so that others are served in between. */
const maxArrivals = 50;
/** How long marks wait for those that are being written, to be written together. */
const maxWaitMs = 1_000;

/**
 * Creates the function that writes marks. Those on one arrival that are sent at once are written together: each write
 * changes the whole arrival, so many would conflict with each other.
 *
 * @param wake requests an evaluation, whose result may depend on the mark
 * @returns throws a `StoreUnavailableError` if nothing is known to be written; it may be written again
 */
export function createMarkWriter(update: UpdateArrivals, clock: Pick<Clock, 'now' | 'wait'>, wake: () => void) {
  let running: Promise<unknown> = Promise.resolve();
  const writeArrivals = async (ofArrivals: ReadonlyMap<string, readonly MarkWrite[]>): Promise<void> => {
    const nowMs = clock.now();
    const last = new Map(
      [...ofArrivals].map(([id, writes]) => [id, [...new Map(writes.map((one) => [nameOf(keyOf(one)), one])).values()]]),
    );
    // Whether the arrival is collected decides which facts hold, and whether its schedules are requested.
    const marked = (arrivalId: string, state: ArrivalState): ArrivalState => {
      const ofTenants = Object.fromEntries((last.get(arrivalId) ?? []).map((one) => [keyOf(one).tenant, nowMs]));
      const markedAtMs = { ...state.markedAtMs, ...ofTenants };
      return { ...state, markedAtMs, wakeAtMs: nowMs, queryAtMs: state.queryAtMs ?? nowMs };
    };
    const changeOf = (writes: readonly MarkWrite[]) => ({
      put: writes.flatMap((one) => ('put' in one ? [one.put] : [])),
      remove: writes.flatMap((one) => ('remove' in one ? [one.remove] : [])),
    });
    const marks = new Map([...last].map(([id, writes]) => [id, changeOf(writes)]));
    await update([...last.keys()], (id, state) => state && marked(id, state), { marks });
    wake();
  };
  const loader = new DataLoader<MarkWrite, undefined>(
    (writes) => {
      const ofArrivals = new Map<string, MarkWrite[]>();
      for (const write of writes) ofArrivals.set(write.arrivalId, [...(ofArrivals.get(write.arrivalId) ?? []), write]);
      const written = new Map<string, Promise<Error | undefined>>();
      let previous: Promise<unknown> = Promise.resolve();
      for (const page of batchesOf([...ofArrivals], maxArrivals)) {
        const result = previous
          .then(() => writeArrivals(new Map(page)))
          .then(
            () => undefined,
            (error: Error) => error,
          );
        for (const [arrivalId] of page) written.set(arrivalId, result);
        previous = result;
      }
      running = previous;
      return Promise.all(writes.map(({ arrivalId }) => written.get(arrivalId)));
    },
    {
      cache: false,
      batchScheduleFn: (dispatch) => void Promise.race([running, clock.wait(maxWaitMs, undefined, { ref: false })]).then(dispatch),
    },
  );
  return (write: MarkWrite): Promise<undefined> => loader.load(write);
}

function keyOf(write: MarkWrite): MarkKey {
  return 'put' in write ? write.put : write.remove;
}

function nameOf({ tenant, target, kind }: MarkKey): string {
  return JSON.stringify([tenant, target, kind]);
}

export type Marks = ReturnType<typeof createMarks>;

type NewMark = Omit<ArrivalMark, 'tenant' | 'at' | 'by'>;
type RemovedMark = Omit<MarkKey, 'tenant'>;

/** Creates the functions that set and remove marks of the caller's tenant. Each call can be repeated. */
export function createMarks(
  write: ReturnType<typeof createMarkWriter>,
  { tenant, subject: by }: Pick<Caller, 'tenant' | 'subject'>,
  clock: Pick<Clock, 'now'>,
) {
  /** @param arrivalIds the arrivals whose rows depend on the marks */
  const change = async (
    arrivalIds: readonly string[],
    { put = [], remove = [] }: { readonly put?: readonly NewMark[]; readonly remove?: readonly RemovedMark[] },
  ): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    const writes = [
      ...put.map((mark) => ({ put: { tenant, ...mark, at, ...(by === undefined ? {} : { by }) } })),
      ...remove.map((mark) => ({ remove: { tenant, ...mark } })),
    ];
    await Promise.all(arrivalIds.flatMap((arrivalId) => writes.map((one) => write({ arrivalId, ...one }))));
  };
  return {
    change,
    /** @param mark.target id of the alert; for a mark on the arrival its own id */
    set: (mark: NewMark): Promise<void> => change([mark.arrivalId], { put: [mark] }),
    remove: (mark: RemovedMark): Promise<void> => change([mark.arrivalId], { remove: [mark] }),
  };
}

/** Maximum number of containers in one mutation. */
const maxContainers = 1_000;

/**
 * Returns the marks to set and to remove so that containers of an arrival are collected, or are not, and these containers.
 *
 * @param to.equipmentReferences absent: all containers, or the whole cargo if the notice names none
 * @param to.marks marks of the tenant on the arrival
 * @throws {LandfallError} BAD_USER_INPUT naming the rule
 */
export function collectedChange(
  { arrivalId, containers }: { readonly arrivalId: string; readonly containers: readonly Pick<NoticeContainer, 'equipmentReference'>[] },
  to: {
    readonly isCollected: boolean;
    readonly equipmentReferences?: readonly string[] | null | undefined;
    readonly marks: readonly ArrivalMark[];
  },
): { readonly put: readonly NewMark[]; readonly remove: readonly RemovedMark[]; readonly targets: readonly string[] } {
  const all = containers.length === 0 ? [''] : containers.map((one) => one.equipmentReference);
  const targets = to.equipmentReferences == null ? all : namedOf(all, to.equipmentReferences);
  const ofDocument = (of: readonly string[]) =>
    of.map((one) => ({ arrivalId: documentIdOf(arrivalId), target: targetOfContainer(one), kind: 'COLLECTED' }) as const);
  if (to.isCollected) return { targets, put: ofDocument(targets), remove: [] };
  const whole = to.marks.filter(({ target }) => target === arrivalId);
  // What a mark on the whole arrival states about its other containers is kept.
  const kept = whole.length === 0 ? [] : all.filter((target) => !targets.includes(target));
  const removed = whole.map(({ target, kind }) => ({ arrivalId, target, kind }));
  return { targets, put: ofDocument(kept), remove: [...ofDocument(targets), ...removed] };
}

/** Returns the containers of an arrival that references name. */
function namedOf(known: readonly string[], equipmentReferences: readonly string[]): string[] {
  const fail = (rule: string) => new LandfallError('BAD_USER_INPUT', `Argument equipmentReferences: ${rule}.`);
  const { length } = equipmentReferences;
  if (length === 0 || length > maxContainers) throw fail(`expected 1 to ${maxContainers} values, got ${length}`);
  const byTarget = new Map(known.map((reference) => [targetOfContainer(reference), reference]));
  const named = equipmentReferences.map((reference) => byTarget.get(targetOfContainer(reference)));
  const unknown = equipmentReferences[named.indexOf(undefined)];
  if (unknown !== undefined) throw fail(`the arrival has no container ${JSON.stringify(unknown.slice(0, 40))}`);
  return [...new Set(named.filter((reference) => reference !== undefined))];
}

/** Checks the end of a snooze. @returns RFC 3339 in UTC @throws {LandfallError} BAD_USER_INPUT unless it is in the future */
export function snoozeEndOf(until: string, nowMs: number): string {
  const endMs = instantOf(until) === undefined ? Number.NaN : Date.parse(until);
  if (!(endMs > nowMs)) throw new LandfallError('BAD_USER_INPUT', `Argument until: expected an instant in the future, got ${until}.`);
  return new Date(endMs).toISOString();
}
