import { isDeepStrictEqual } from 'node:util';
import { ExactNumber } from '#platform/json/exact-numbers.ts';
import { atAttribute } from '#platform/wire/shape-check.ts';
import { type ObjectShape, type Shape, shapeOf } from '#platform/wire/shapes.ts';
import { arrivalNotice } from './arrival-notice-1-0-1.ts';
import { pairElements } from './natural-keys.ts';

/** One difference between two versions of an object. */
export interface FieldChange {
  /**
   * A path similar to JSONPath. Elements of lists are named by the attributes that identify them, for instance
   * `$.utilizedTransportEquipments[equipment.equipmentReference=FARU1000027].seals[number=S1].type`.
   */
  readonly path: string;
  /** The earlier value; undefined if the earlier version does not have it. */
  readonly before: unknown;
  /** The later value; undefined if the later version does not have it. */
  readonly after: unknown;
}

const visualization = 'arrivalNoticeVisualization';

const noticeShape = shapeOf(arrivalNotice);

/**
 * Compares two versions of a notice.
 *
 * - `null` counts as absent, in lists too.
 * - Lists of objects are compared by natural key (see {@link pairElements}); the order of elements is ignored.
 * - Any other list is compared as a multiset of values; a difference is one change of the whole attribute.
 * - A part that one version lacks is one change at the topmost path.
 * - The content of the embedded file is compared but never part of a change: when it differs, the change is at
 *   `$.arrivalNoticeVisualization`, without the content.
 *
 * @param before as `parseExactly` returned it, of any shape; unknown attributes are compared as well
 * @returns changes in the standard's order of attributes, then unknown ones, the content of the embedded file last; no path
 *   twice; empty if the versions are equal
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const changes: FieldChange[] = [];
  const root: Place = { within: undefined, name: '', isElement: false, shape: noticeShape };
  compare([withoutContent(before), withoutContent(after)], root, changes);
  const [from, to] = [visualizationIn(before), visualizationIn(after)];
  if (
    from !== undefined &&
    to !== undefined &&
    canonicalString(attributeOf(from, 'content')) !== canonicalString(attributeOf(to, 'content'))
  ) {
    const path = atAttribute('$', visualization);
    changes.push({ path, before: without(from, 'content'), after: without(to, 'content') });
  }
  return changes;
}

/** Position of two values. It is converted to a path only for a change. */
interface Place {
  readonly within: Place | undefined;
  /** Name of the attribute, or name of the element in its list if `isElement`. */
  readonly name: string;
  readonly isElement: boolean;
  /** The shape of the values in the standard, if it has one. */
  readonly shape: Shape | undefined;
}

function pathOf(place: Place): string {
  if (place.within === undefined) return '$';
  const outer = pathOf(place.within);
  return place.isElement ? `${outer}[${place.name}]` : atAttribute(outer, place.name);
}

type Versions = readonly [before: unknown, after: unknown];

function compare([before, after]: Versions, place: Place, changes: FieldChange[]): void {
  if (isObject(before) && isObject(after)) compareObjects([before, after], place, changes);
  else if (Array.isArray(before) && Array.isArray(after)) compareLists([before, after], place, changes);
  else if (!isSameLeaf(before, after)) changes.push({ path: pathOf(place), before, after });
}

function isSameLeaf(before: unknown, after: unknown): boolean {
  return before === after || (before instanceof ExactNumber && after instanceof ExactNumber && before.text === after.text);
}

function compareObjects([before, after]: readonly [object, object], place: Place, changes: FieldChange[]): void {
  const attributes = place.shape?.kind === 'object' ? place.shape.attributes : undefined;
  for (const name of namesIn(before, after, attributes)) {
    const versions = [attributeOf(before, name), attributeOf(after, name)] as const;
    // Most parts of a notice do not change, and this check at the root avoids pairing their elements.
    if (place.within === undefined && isDeepStrictEqual(...versions)) continue;
    compare(versions, { within: place, name, isElement: false, shape: attributes?.get(name) }, changes);
  }
}

function namesIn(before: object, after: object, attributes: ObjectShape['attributes'] | undefined): string[] {
  const known = [...(attributes?.keys() ?? [])].filter((name) => Object.hasOwn(before, name) || Object.hasOwn(after, name));
  const unknown = Object.keys(before).filter((name) => attributes?.has(name) !== true);
  const added = Object.keys(after).filter((name) => attributes?.has(name) !== true && !Object.hasOwn(before, name));
  return [...known, ...unknown, ...added];
}

function compareLists([before, after]: readonly [readonly unknown[], readonly unknown[]], place: Place, changes: FieldChange[]): void {
  const elements = { before: before.filter(isPresent), after: after.filter(isPresent) };
  if (!areObjects(elements.before) || !areObjects(elements.after)) {
    if (canonicalString(before) !== canonicalString(after)) changes.push({ path: pathOf(place), before, after });
    return;
  }
  const shape = place.shape?.kind === 'list' ? place.shape.elements : undefined;
  for (const pair of pairElements(place.name, { before: elements.before, after: elements.after }, canonicalString)) {
    compare([pair.before, pair.after], { within: place, name: pair.name, isElement: true, shape }, changes);
  }
}

function areObjects(elements: readonly unknown[]): elements is readonly object[] {
  return elements.every(isObject);
}

/** Returns equal strings for equal values: attributes and elements of lists are sorted, `null` is omitted. */
function canonicalString(value: unknown): string {
  if (Array.isArray(value)) return `[${value.filter(isPresent).map(canonicalString).sort().join(',')}]`;
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const attributes: string[] = [];
  for (const [name, attribute] of Object.entries(value)) {
    if (isPresent(attribute)) attributes.push(`${JSON.stringify(name)}:${canonicalString(attribute)}`);
  }
  return `{${attributes.sort().join(',')}}`;
}

function withoutContent(notice: unknown): unknown {
  const embedded = visualizationIn(notice);
  if (embedded === undefined || !isObject(notice)) return notice ?? undefined;
  return { ...notice, [visualization]: without(embedded, 'content') };
}

function visualizationIn(notice: unknown): object | undefined {
  const embedded = isObject(notice) ? attributeOf(notice, visualization) : undefined;
  return isObject(embedded) ? embedded : undefined;
}

function without(source: object, name: string): object {
  return Object.fromEntries(Object.entries(source).filter(([key]) => key !== name));
}

/** Reads own attributes only, because a document may have one named `constructor`. */
function attributeOf(source: object, name: string): unknown {
  const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
  return value ?? undefined;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
