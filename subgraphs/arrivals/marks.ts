import { instantOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import { LandfallError } from '#platform/errors.ts';
import type { ArrivalMark, MarkKey, MarkKind } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { UpdateArrivals } from './evaluator/update-arrivals.ts';

/** Sets and removes the marks of one tenant. Each call can be repeated. */
export interface Marks {
  /** @param target id of the alert; for a mark on the arrival its own id */
  set(mark: {
    readonly arrivalId: string;
    readonly target: string;
    readonly kind: MarkKind;
    readonly until?: string | undefined;
  }): Promise<void>;
  remove(mark: { readonly arrivalId: string; readonly target: string; readonly kind: MarkKind }): Promise<void>;
}

/** A mark to set or to remove. */
export type MarkWrite = { readonly put: ArrivalMark } | { readonly remove: MarkKey };

/** Writes a mark. @throws {StoreUnavailableError} nothing is known to be written; it may be written again */
export type WriteMark = (write: MarkWrite) => Promise<void>;

/** How long marks wait for those that are being written, to be written together. */
const maxWaitMs = 1_000;

/**
 * Creates the function that writes marks. Those on one arrival that are sent at once are written together: each write
 * changes the whole arrival, so many would conflict with each other.
 *
 * @param wake requests an evaluation, whose result may depend on the mark
 */
export function createMarkWriter(parts: {
  readonly update: UpdateArrivals;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly wake: () => void;
}): WriteMark {
  const { update, clock, wake } = parts;
  let running: Promise<unknown> = Promise.resolve();
  const writeArrival = async (arrivalId: string, writes: readonly MarkWrite[]): Promise<void> => {
    const nowMs = clock.now();
    const last = [...new Map(writes.map((write) => [nameOf(keyOf(write)), write])).values()];
    const markedAtMs = Object.fromEntries(last.map((write) => [keyOf(write).tenant, nowMs]));
    // Whether the arrival is collected decides which facts hold, and whether its schedules are requested.
    await update(
      [arrivalId],
      (_, state) =>
        state && {
          ...state,
          markedAtMs: { ...state.markedAtMs, ...markedAtMs },
          wakeAtMs: nowMs,
          queryAtMs: state.queryAtMs ?? nowMs,
        },
      {
        marks: {
          put: last.flatMap((write) => ('put' in write ? [write.put] : [])),
          remove: last.flatMap((write) => ('remove' in write ? [write.remove] : [])),
        },
      },
    );
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
  return (write) => loader.load(write);
}

function keyOf(write: MarkWrite): MarkKey {
  return 'put' in write ? write.put : write.remove;
}

function nameOf({ tenant, target, kind }: MarkKey): string {
  return JSON.stringify([tenant, target, kind]);
}

/** Creates the marks of the caller's tenant. */
export function createMarks(parts: {
  readonly write: WriteMark;
  readonly caller: Pick<Caller, 'tenant' | 'subject'>;
  readonly clock: Pick<Clock, 'now'>;
}): Marks {
  const { write, caller, clock } = parts;
  const { tenant, subject: by } = caller;
  return {
    set: ({ arrivalId, target, kind, until }) => {
      const at = new Date(clock.now()).toISOString();
      const optional = { ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) };
      return write({ put: { tenant, arrivalId, target, kind, at, ...optional } });
    },
    remove: ({ arrivalId, target, kind }) => write({ remove: { tenant, arrivalId, target, kind } }),
  };
}

/** Checks the end of a snooze. @returns RFC 3339 in UTC @throws {LandfallError} BAD_USER_INPUT unless it is in the future */
export function snoozeEndOf(until: string, nowMs: number): string {
  const endMs = instantOf(until) === undefined ? Number.NaN : Date.parse(until);
  if (!(endMs > nowMs)) throw new LandfallError('BAD_USER_INPUT', `Argument until: expected an instant in the future, got ${until}.`);
  return new Date(endMs).toISOString();
}
