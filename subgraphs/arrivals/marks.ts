import type { Caller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import type { ArrivalMark, MarkKey, MarkKind } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { instantOf } from '#platform/time/instant.ts';
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

/** Creates the marks of the caller's tenant. @param wake requests an evaluation, whose result may depend on the mark */
export function createMarks(parts: {
  readonly update: UpdateArrivals;
  readonly caller: Pick<Caller, 'tenant' | 'subject'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly wake: () => void;
}): Marks {
  const { update, caller, clock, wake } = parts;
  const { tenant, subject: by } = caller;
  const write = async (arrivalId: string, marks: { readonly put?: readonly ArrivalMark[]; readonly remove?: readonly MarkKey[] }) => {
    const nowMs = clock.now();
    // Whether the arrival is collected decides which facts hold, and whether its schedules are requested.
    await update(
      [arrivalId],
      (_, state) =>
        state && {
          ...state,
          markedAtMs: { ...state.markedAtMs, [tenant]: nowMs },
          wakeAtMs: nowMs,
          queryAtMs: state.queryAtMs ?? nowMs,
        },
      { marks },
    );
    wake();
  };
  return {
    set: ({ arrivalId, target, kind, until }) => {
      const at = new Date(clock.now()).toISOString();
      const optional = { ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) };
      return write(arrivalId, { put: [{ tenant, arrivalId, target, kind, at, ...optional }] });
    },
    remove: ({ arrivalId, target, kind }) => write(arrivalId, { remove: [{ tenant, arrivalId, target, kind }] }),
  };
}

/** Checks the end of a snooze. @returns RFC 3339 in UTC @throws {LandfallError} BAD_USER_INPUT unless it is in the future */
export function snoozeEndOf(until: string, nowMs: number): string {
  const endMs = instantOf(until) === undefined ? Number.NaN : Date.parse(until);
  if (!(endMs > nowMs)) throw new LandfallError('BAD_USER_INPUT', `Argument until: expected an instant in the future, got ${until}.`);
  return new Date(endMs).toISOString();
}
