import { instantOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import { LandfallError } from '#platform/errors.ts';
import type { ArrivalMark, MarkKey } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ArrivalState } from './arrival-state.ts';
import type { UpdateArrivals } from './evaluator/update-arrivals.ts';

/** A mark to set or to remove. */
type MarkWrite = { readonly put: ArrivalMark } | { readonly remove: MarkKey };

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
      for (const write of writes) {
        const { arrivalId } = keyOf(write);
        ofArrivals.set(arrivalId, [...(ofArrivals.get(arrivalId) ?? []), write]);
      }
      const written = new Map([...ofArrivals].map(([id, own]) => [id, writeArrival(id, own).catch((error: Error) => error)]));
      running = Promise.all(written.values());
      const arrivals = writes.map((write) => keyOf(write).arrivalId);
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

/** Creates the functions that set and remove marks of the caller's tenant. Each call can be repeated. */
export function createMarks(
  write: ReturnType<typeof createMarkWriter>,
  { tenant, subject: by }: Pick<Caller, 'tenant' | 'subject'>,
  clock: Pick<Clock, 'now'>,
) {
  return {
    /** @param mark.target id of the alert; for a mark on the arrival its own id */
    set: ({ until, ...mark }: Omit<ArrivalMark, 'tenant' | 'at' | 'by'>): Promise<void> => {
      const optional = { ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) };
      return write({ put: { tenant, ...mark, at: new Date(clock.now()).toISOString(), ...optional } });
    },
    remove: (mark: Omit<MarkKey, 'tenant'>): Promise<void> => write({ remove: { tenant, ...mark } }),
  };
}

/** Checks the end of a snooze. @returns RFC 3339 in UTC @throws {LandfallError} BAD_USER_INPUT unless it is in the future */
export function snoozeEndOf(until: string, nowMs: number): string {
  const endMs = instantOf(until) === undefined ? Number.NaN : Date.parse(until);
  if (!(endMs > nowMs)) throw new LandfallError('BAD_USER_INPUT', `Argument until: expected an instant in the future, got ${until}.`);
  return new Date(endMs).toISOString();
}
