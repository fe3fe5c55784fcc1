import { parseGlobalId } from '#platform/log/global-id.ts';
import { versionKeyOf } from '#platform/log/log-queries.ts';
import type { ArrivalMark, ArrivalWrite, StoredArrival } from '#platform/store/arrival-store.ts';
import type { ErasedSources } from '#platform/store/removal/subject-rules.ts';
import { type ArrivalState, shownIn, type ViewState } from '../arrival-state.ts';
import { wholeArrival } from '../collected.ts';
import { memoryWithout } from '../facts/known-memory.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { alertVersionsOf } from '../store/alert-entries.ts';
import { createRowOf, stateOf } from '../store/state-rows.ts';
import { evaluateStep } from './evaluate-step.ts';

/**
 * Returns an arrival without what it contains from erased sources, evaluated without them; undefined if it contains
 * nothing from them. It is in no list until the evaluator has queried its sides again, which is due immediately.
 */
export function forgetErased(
  stored: StoredArrival,
  marks: readonly ArrivalMark[],
  erased: ErasedSources,
): Pick<ArrivalWrite, 'row' | 'alerts'> | undefined {
  const state = stateOf(stored);
  const isErased = createIsErased(erased);
  if (!dependsOnErased(state.views, isErased) && !dependsOnErased(state.pending, isErased)) return undefined;
  const { nowMs } = erased;
  // Equal views are one object, and remain one.
  const without = new Map<ViewState, ViewState>();
  const withoutOf = (view: ViewState): ViewState => {
    const known = without.get(view) ?? withoutErased(view, isErased);
    without.set(view, known);
    return known;
  };
  const views = Object.fromEntries(
    Object.entries(state.views).flatMap(([id, view]) => {
      // A view in which the notice is not visible now is not evaluated, so it starts again from the beginning.
      if (shownIn(state, id) === undefined && dependsOnErased(view, isErased)) return [];
      return [[id, withoutOf(view)]];
    }),
  );
  const pending = state.pending.filter((transition) => !dependsOnErased(transition, isErased));
  const isCollected = ({ snapshot: { isOpen, openUntilMs = nowMs + 1 } }: ViewState) => !isOpen && openUntilMs > nowMs;
  const step = {
    arrivalId: state.arrivalId,
    views: Object.entries(views).map(([id, view]) => ({
      id,
      collected: isCollected(view) ? [wholeArrival] : [],
      shows: () => shownIn(state, id) !== undefined,
    })),
    nowMs,
  };
  const next: ArrivalState = { ...evaluateStep({ ...state, views, pending }, step), queryAtMs: nowMs };
  return { row: createRowOf(() => [], { now: () => nowMs })(next, marks), alerts: alertVersionsOf(next) };
}

type IsErased = (value: unknown) => boolean;

/**
 * Returns whether a value is a reference to an erased record: an object with its partner, or with the id of its
 * version.
 */
function createIsErased({ partner, events }: ErasedSources): IsErased {
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const { partner: own, id, versionId } = value as Readonly<Record<string, unknown>>;
    if (partner !== undefined && own === partner && !('transportDocumentReference' in value)) return true;
    return [id, versionId].some((text) => {
      const parsed = typeof text === 'string' ? parseGlobalId(text) : undefined;
      return parsed?.typeName === 'PortCallEvent' && events.has(versionKeyOf(parsed.key)?.entityId ?? '');
    });
  };
}

function dependsOnErased(value: unknown, isErased: IsErased): boolean {
  if (isErased(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => dependsOnErased(part, isErased));
}

function withoutErased(view: ViewState, isErased: IsErased): ViewState {
  const { schedule, port, memory, openAlerts } = view;
  return {
    ...view,
    schedule: dependsOnErased(schedule, isErased) ? scheduleNotAsked : schedule,
    port: { ...port, events: port.events.filter((event) => !isErased(event)) },
    memory: memoryWithout(memory, (part) => dependsOnErased(part, isErased)),
    openAlerts: openAlerts.filter((alert) => !dependsOnErased(alert, isErased)),
  };
}
