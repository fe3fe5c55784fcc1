import { type Corrections, corrected } from '#platform/partners/quirks.ts';
import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeViolations, maxViolations } from '#platform/wire/shape-check.ts';
import type { ObjectShape } from '#platform/wire/shapes.ts';
import type { ScheduleQuery, ScheduleRecord } from '../model.ts';
import { pointToPoint, portSchedule, serviceSchedule } from './commercial-schedules-1-0-4.ts';
import { passageViolationsOf } from './passages.ts';

/** The shape of each kind of row in the standard. */
export const shapes: Record<ScheduleQuery['endpoint'], ObjectShape> = {
  'point-to-point-routes': pointToPoint,
  'port-schedules': portSchedule,
  'vessel-schedules': serviceSchedule,
};

/** Maximum depth, greater than that of any schedule. A document of thousands of levels could not be serialized. */
export const maxRowDepth = 64;

/** A checked row of a Producer's answer. */
export interface ParsedRow {
  readonly document: object;
  /** `$` in the paths is the row. */
  readonly violations: readonly SchemaViolation[];
  /** Members that the standard does not name. */
  readonly unknown: readonly SchemaViolation[];
  /** The part that the typed model can represent; the document itself if it has no violations. */
  readonly record: ScheduleRecord;
}

/**
 * Checks one element of an answer against Commercial Schedules 1.0.4.
 *
 * @param written as `parseExactly` returned it, so that it is published without rounding; never changed
 * @param corrections those of the partner's file, which are applied first
 * @returns undefined when it is not an object, or nested deeper than {@link maxRowDepth} levels
 */
export function parseRow(endpoint: ScheduleQuery['endpoint'], written: unknown, corrections: Corrections = {}): ParsedRow | undefined {
  if (isDeeperThan(maxRowDepth, written)) return undefined;
  const value = corrected(corrections, written, shapes[endpoint]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const unknown: SchemaViolation[] = [];
  const violations = findShapeViolations(shapes[endpoint], value, undefined, unknown);
  const record = (violations.length === 0 ? value : cleanedTo(shapes[endpoint], value)) as ScheduleRecord;
  violations.push(...passageViolationsOf(endpoint, record).slice(0, maxViolations - violations.length));
  return { document: value, violations, unknown, record };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
