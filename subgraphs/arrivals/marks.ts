import { instantOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import { LandfallError } from '#platform/errors.ts';
import { type ArrivalMark, documentIdOf, type MarkKey } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ArrivalState } from './arrival-state.ts';
import { targetOfContainer } from './collected.ts';
import type { UpdateArrivals } from './evaluator/update-arrivals.ts';
import type { NoticeContainer } from './model.ts';

/** A mark to set or to remove, and an arrival whose row depends on it. */
type MarkWrite = { readonly arrivalId: string } & ({ readonly put: ArrivalMark } | { readonly remove: MarkKey });

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
  const writeArrival = async (arrivalId: string, writes: readonly MarkWrite[]): Promise<void> => {
    const nowMs = clock.now();
    const last = [...new Map(writes.map((write) => [nameOf(keyOf(write)), write])).values()];
    const ofTenants = Object.fromEntries(last.map((write) => [keyOf(write).tenant, nowMs]));
    const put = last.flatMap((write) => ('put' in write ? [write.put] : []));
    const remove = last.flatMap((write) => ('remove' in write ? [write.remove] : []));
    // Whether the arrival is collected decides which facts hold, and whether its schedules are requested.
    const marked = (state: ArrivalState): ArrivalState => {
      const markedAtMs = { ...state.markedAtMs, ...ofTenants };
      return { ...state, markedAtMs, wakeAtMs: nowMs, queryAtMs: state.queryAtMs ?? nowMs };
    };
    await update([arrivalId], (_, state) => state && marked(state), { marks: { put, remove } });
    wake();
  };
  const loader = new DataLoader<MarkWrite, void>(
    (writes) => {
      const ofArrivals = new Map<string, MarkWrite[]>();
      for (const write of writes) ofArrivals.set(write.arrivalId, [...(ofArrivals.get(write.arrivalId) ?? []), write]);
      const written = new Map([...ofArrivals].map(([id, own]) => [id, writeArrival(id, own).catch((error: Error) => error)]));
      running = Promise.all(written.values());
      const arrivals = writes.map(({ arrivalId }) => arrivalId);
      return Promise.all(inOrderOf(arrivals, written));
    },
    {
      cache: false,
      batchScheduleFn: (dispatch) => void Promise.race([running, clock.wait(maxWaitMs, undefined, { ref: false })]).then(dispatch),
    },
  );
  return (write: MarkWrite): Promise<void> => loader.load(write);
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
 * Returns the marks to set and to remove so that containers of an arrival are collected, or are not.
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
): { readonly put: readonly NewMark[]; readonly remove: readonly RemovedMark[] } {
  const all = containers.length === 0 ? [targetOfContainer()] : containers.map((one) => targetOfContainer(one.equipmentReference));
  const targets = to.equipmentReferences == null ? all : targetsOf(all, to.equipmentReferences);
  const ofDocument = (of: readonly string[]) =>
    of.map((target) => ({ arrivalId: documentIdOf(arrivalId), target, kind: 'COLLECTED' }) as const);
  if (to.isCollected) return { put: ofDocument(targets), remove: [] };
  const whole = to.marks.filter(({ target }) => target === arrivalId);
  // What a mark on the whole arrival states about its other containers is kept.
  const kept = whole.length === 0 ? [] : all.filter((target) => !targets.includes(target));
  return { put: ofDocument(kept), remove: [...ofDocument(targets), ...whole.map(({ target, kind }) => ({ arrivalId, target, kind }))] };
}

function targetsOf(known: readonly string[], equipmentReferences: readonly string[]): string[] {
  const fail = (rule: string) => new LandfallError('BAD_USER_INPUT', `Argument equipmentReferences: ${rule}.`);
  const { length } = equipmentReferences;
  if (length === 0 || length > maxContainers) throw fail(`expected 1 to ${maxContainers} values, got ${length}`);
  const targets = equipmentReferences.map(targetOfContainer);
  const unknown = equipmentReferences[targets.findIndex((target) => !known.includes(target))];
  if (unknown !== undefined) throw fail(`the arrival has no container ${JSON.stringify(unknown.slice(0, 40))}`);
  return [...new Set(targets)];
}

/** Checks the end of a snooze. @returns RFC 3339 in UTC @throws {LandfallError} BAD_USER_INPUT unless it is in the future */
export function snoozeEndOf(until: string, nowMs: number): string {
  const endMs = instantOf(until) === undefined ? Number.NaN : Date.parse(until);
  if (!(endMs > nowMs)) throw new LandfallError('BAD_USER_INPUT', `Argument until: expected an instant in the future, got ${until}.`);
  return new Date(endMs).toISOString();
}
