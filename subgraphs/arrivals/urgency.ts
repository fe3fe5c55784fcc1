import type { AlertView } from './alert-view.ts';
import { spanOf } from './arrival/difference.ts';
import type { ArrivalSnapshot } from './model.ts';

/** An arrival is near from this many days before it. */
export const nearDays = 5;
const dayMs = 86_400_000;

/**
 * Returns the time from which an alert that needs attention is urgent, in milliseconds since 1970: `ACT_NOW` from the
 * start, `INFO` never, and `LOOK` when the arrival is near, by its best known time or by the time before the change. An
 * arrival without a time counts as near.
 */
export function urgentFromMs(
  { severity, step }: Pick<AlertView, 'severity' | 'step'>,
  { bestTimeMs }: Pick<ArrivalSnapshot, 'bestTimeMs'>,
): number {
  if (severity === 'ACT_NOW') return Number.NEGATIVE_INFINITY;
  if (severity === 'INFO') return Number.POSITIVE_INFINITY;
  const times = [bestTimeMs ?? 0, ...(step.before?.time === undefined ? [] : [spanOf(step.before.time).firstMs])];
  return Math.min(...times) - nearDays * dayMs;
}
