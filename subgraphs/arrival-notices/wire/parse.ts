import { object } from '#platform/wire/json-schema.ts';
import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeViolations, type ViolationBudget } from '#platform/wire/shape-check.ts';
import { type ObjectShape, shapeOf } from '#platform/wire/shapes.ts';
import { arrivalNotice, arrivalNoticeNotification } from './arrival-notice-1-0-1.ts';

/** The two objects that partners push. */
export type PushedKind = 'arrivalNotice' | 'notification';

/** What the standard expects of each. */
export const shapes: Record<PushedKind, ObjectShape> = {
  arrivalNotice: shapeOf(arrivalNotice),
  notification: shapeOf(arrivalNoticeNotification),
};

/** Both kinds in one: attributes of the same name have the same shape, so what is cleaned need not say what it is. */
const eitherShape = shapeOf(
  object('ArrivalNotice or ArrivalNoticeNotification', { ...arrivalNoticeNotification.properties, ...arrivalNotice.properties }),
);

/** Tells where an object deviates from the schema of Arrival Notice 1.0.1; `$` in the paths is the object. */
export function findViolations(kind: PushedKind, value: unknown, budget?: ViolationBudget): SchemaViolation[] {
  return findShapeViolations(shapes[kind], value, budget);
}

/**
 * Gives the part of an object that the typed model can hold.
 *
 * @param value a notice or a notification as `JSON.parse` gave it; never changed
 * @param faults what {@link findViolations} told; without any, `value` itself is returned
 */
export function cleanOf<T>(value: unknown, faults: readonly SchemaViolation[]): T {
  return (faults.length === 0 ? value : (cleanedTo(eitherShape, value) ?? {})) as T;
}
