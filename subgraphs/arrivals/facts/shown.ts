import type { OpenAlert, ViewMemory } from '../alerts.ts';
import { type ArrivalSnapshot, snapshotOf } from '../arrival/arrival.ts';
import { freeTimesIn } from '../arrival/free-time.ts';
import type { ViewEnds, VisitState } from '../arrival-state.ts';
import { openAlertOf } from './alert-collector.ts';
import type { FactMemory } from './fact-memory.ts';
import { createResolve } from './version-numbers.ts';

/** What is shown of an arrival, and what it follows from. */
interface Shown {
  readonly arrivalId: string;
  readonly memory: ViewMemory;
  readonly visit: VisitState;
  readonly ends: ViewEnds;
}

/** Adds what is shown of an arrival to an object. It is computed when it is read, because most readers need only a part. */
export function withShown<T extends object>(target: T, { arrivalId, memory: stored, visit, ends }: Shown) {
  const memory = stored as FactMemory;
  const { notice, versions } = memory;
  const resolve = createResolve(versions);
  let snapshot: ArrivalSnapshot | undefined;
  let openAlerts: readonly OpenAlert[] | undefined;
  return Object.defineProperties(target, {
    snapshot: {
      enumerable: true,
      get: () => (snapshot ??= snapshotOf(notice, resolve(visit.snapshot), { freeTimes: freeTimesIn(notice), ...ends })),
    },
    openAlerts: { enumerable: true, get: () => (openAlerts ??= openAlertsOf(arrivalId, memory, resolve)) },
  }) as T & {
    readonly snapshot: ArrivalSnapshot;
    /** Every alert that is open, by the time of raising. */
    readonly openAlerts: readonly OpenAlert[];
  };
}

/** Returns the open alerts of a memory by the time of raising. */
function openAlertsOf(arrivalId: string, { ofNotice, ofVisit }: FactMemory, resolve: <T>(value: T) => T): readonly OpenAlert[] {
  const open = [...ofNotice.open, ...resolve(ofVisit.open)].map((alert) => openAlertOf(arrivalId, alert));
  const raisedAt = ({ steps }: OpenAlert) => steps.map((step) => step.raisedAt).toSorted()[0] ?? '';
  return open.toSorted((left, right) => (raisedAt(left) < raisedAt(right) ? -1 : raisedAt(left) > raisedAt(right) ? 1 : 0));
}
