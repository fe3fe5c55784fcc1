import type { OpenAlert, ViewMemory } from '../alerts.ts';
import { snapshotOf } from '../arrival/arrival.ts';
import { freeTimesOf } from '../arrival/free-time.ts';
import type { ViewEnds, VisitState } from '../arrival-state.ts';
import { portZoneOf } from '../statements/port-time.ts';
import { openAlertOf } from './alert-collector.ts';
import type { FactMemory } from './fact-memory.ts';
import { createResolve } from './version-numbers.ts';

/** Returns what is shown of an arrival that was stored. @param ends as of its last evaluation */
export function shownOf(arrivalId: string, stored: ViewMemory, visit: VisitState, ends: ViewEnds) {
  const memory = stored as FactMemory;
  const { notice, versions } = memory;
  const resolve = createResolve(versions);
  const freeTimes = freeTimesOf(notice, portZoneOf(notice.portOfDischarge?.UNLocationCode));
  return {
    snapshot: snapshotOf(notice, resolve(visit.snapshot), { freeTimes, ...ends }),
    openAlerts: openAlertsOf(arrivalId, memory, resolve),
  };
}

/** Returns the open alerts of a memory by the time of raising. */
export function openAlertsOf(arrivalId: string, { ofNotice, ofVisit }: FactMemory, resolve: <T>(value: T) => T): readonly OpenAlert[] {
  const open = [...ofNotice.open, ...resolve(ofVisit.open)].map((alert) => openAlertOf(arrivalId, alert));
  const raisedAt = ({ steps }: OpenAlert) => steps.map((step) => step.raisedAt).toSorted()[0] ?? '';
  return open.toSorted((left, right) => (raisedAt(left) < raisedAt(right) ? -1 : raisedAt(left) > raisedAt(right) ? 1 : 0));
}
