import { mended, type QuirkName } from '#platform/partners/quirks.ts';
import type { SchemaFault } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeFaults } from '#platform/wire/shape-check.ts';
import { type ObjectShape, shapeOf } from '#platform/wire/shapes.ts';
import type { ScheduleQuestion, Statement } from '../model.ts';
import { pointToPoint, portSchedule, serviceSchedule } from './commercial-schedules-1-0-3.ts';

/** What the standard expects of each kind of row. */
export const shapes: Record<ScheduleQuestion['endpoint'], ObjectShape> = {
  'point-to-point-routes': shapeOf(pointToPoint),
  'port-schedules': shapeOf(portSchedule),
  'vessel-schedules': shapeOf(serviceSchedule),
};

/** Deeper than any schedule; a document of thousands of levels could not be written out again. */
const maxDepth = 64;

/** A root object of a Producer's answer, checked. */
export interface ParsedRow {
  readonly document: object;
  /** `$` in the paths is the object. */
  readonly faults: readonly SchemaFault[];
  /** The part that the typed model holds; the document itself when it has no faults. */
  readonly said: Statement;
}

/**
 * Checks one element of an answer against Commercial Schedules 1.0.3.
 *
 * @param written as `JSON.parse` gave it; never changed
 * @param quirks habits of the partner, mended first
 * @returns undefined when it is no object, or nested deeper than {@link maxDepth} levels
 */
export function parseRow(endpoint: ScheduleQuestion['endpoint'], written: unknown, quirks?: readonly QuirkName[]): ParsedRow | undefined {
  if (isDeeperThan(maxDepth, written)) return undefined;
  const value = mended(quirks, written, shapes[endpoint]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const faults = findShapeFaults(shapes[endpoint], value);
  return { document: value, faults, said: (faults.length === 0 ? value : cleanedTo(shapes[endpoint], value)) as Statement };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
