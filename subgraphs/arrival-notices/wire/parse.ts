import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeViolations, type ViolationBudget } from '#platform/wire/shape-check.ts';
import { type ObjectShape, object } from '#platform/wire/shapes.ts';
import { arrivalNotice, arrivalNoticeNotification } from './arrival-notice-1-0-1.ts';

/** The two objects that partners push. */
export type PushedKind = 'arrivalNotice' | 'notification';

/** Their shapes in the standard. */
export const shapes: Record<PushedKind, ObjectShape> = { arrivalNotice, notification: arrivalNoticeNotification };

/**
 * The combined shape of both kinds. Attributes of the same name have the same shape, so {@link cleanOf} needs no kind.
 */
const eitherShape = object(
  'ArrivalNotice or ArrivalNoticeNotification',
  Object.fromEntries([...arrivalNoticeNotification.attributes, ...arrivalNotice.attributes]),
);

/** Finds where an object deviates from the schema of Arrival Notice 1.0.1. `$` in the paths is the object; `unknown` gets members that are not in it. */
export function findViolations(kind: PushedKind, value: unknown, budget?: ViolationBudget, unknown?: SchemaViolation[]): SchemaViolation[] {
  return findShapeViolations(shapes[kind], value, budget, unknown);
}

/**
 * Returns the part of an object that the typed model can represent.
 *
 * @param value a notice or a notification as `JSON.parse` returned it; never changed
 * @param violations result of {@link findViolations}; if empty, `value` itself is returned
 */
export function cleanOf<T>(value: unknown, violations: readonly SchemaViolation[]): T {
  return (violations.length === 0 ? value : (cleanedTo(eitherShape, value) ?? {})) as T;
}
