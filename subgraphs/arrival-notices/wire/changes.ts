import { isDeepStrictEqual } from 'node:util';
import { atAttribute } from '#platform/json/json-path.ts';
import { type ObjectShape, type Shape, shapeOf } from '#platform/wire/shapes.ts';
import { arrivalNotice } from './arrival-notice-1-0-1.ts';
import { pairElements } from './natural-keys.ts';

/** One difference between two versions of an object. */
export interface FieldChange {
  /**
   * JSONPath-like; elements of lists are named by what identifies them, for instance
   * `$.utilizedTransportEquipments[equipment.equipmentReference=FARU1000027].seals[number=S1].type`.
   */
  readonly path: string;
  /** Undefined: the version before had nothing there. */
  readonly before: unknown;
  /** Undefined: the later version has nothing there. */
  readonly after: unknown;
}

const visualization = 'arrivalNoticeVisualization';

const noticeShape = shapeOf(arrivalNotice);

/**
 * Tells what one version of a notice says differently from another.
 *
 * - `null` counts as absent, in lists too.
 * - Lists of objects are compared by natural key (see {@link pairElements}): where an element stands means nothing.
 * - Any other list is compared as a bag of values and told as one change of the whole attribute.
 * - What one version lacks altogether is one change at the topmost path.
 * - The content of the embedded file is compared and never told: where it differs, the change is at
 *   `$.arrivalNoticeVisualization`, without it.
 *
 * @param before as `JSON.parse` gave it, whatever it is; unknown attributes take part
 * @returns in the standard's order of attributes, unknown ones behind, the embedded file's content last; no path twice;
 *   empty means that both say the same
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const changes: FieldChange[] = [];
  const root: Place = { within: undefined, name: '', isElement: false, shape: noticeShape };
  compare([withoutContent(before), withoutContent(after)], root, changes);
  const [from, to] = [visualizationIn(before), visualizationIn(after)];
  if (from !== undefined && to !== undefined && textOf(attributeOf(from, 'content')) !== textOf(attributeOf(to, 'content'))) {
    const path = atAttribute('$', visualization);
    changes.push({ path, before: without(from, 'content'), after: without(to, 'content') });
  }
  return changes;
}

/** Where two values stand. A path is made of places only where there is a change. */
interface Place {
  readonly within: Place | undefined;
  /** Name of the attribute; of the element in its list when `isElement`. */
  readonly name: string;
  readonly isElement: boolean;
  /** What the standard says of the values, where it says anything. */
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
  else if (before !== after) changes.push({ path: pathOf(place), before, after });
}

function compareObjects([before, after]: readonly [object, object], place: Place, changes: FieldChange[]): void {
  const attributes = place.shape?.kind === 'object' ? place.shape.attributes : undefined;
  for (const name of namesIn(before, after, attributes)) {
    const versions = [attributeOf(before, name), attributeOf(after, name)] as const;
    // Most parts of a notice stay as they were; asking once, at the root, saves naming their elements.
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
    if (textOf(before) !== textOf(after)) changes.push({ path: pathOf(place), before, after });
    return;
  }
  const shape = place.shape?.kind === 'list' ? place.shape.elements : undefined;
  for (const pair of pairElements(place.name, { before: elements.before, after: elements.after }, textOf)) {
    compare([pair.before, pair.after], { within: place, name: pair.name, isElement: true, shape }, changes);
  }
}

function areObjects(elements: readonly unknown[]): elements is readonly object[] {
  return elements.every(isObject);
}

/** The same text for values that say the same: attributes sorted, elements of lists sorted, `null` left out. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.filter(isPresent).map(textOf).sort().join(',')}]`;
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const attributes: string[] = [];
  for (const [name, attribute] of Object.entries(value)) {
    if (isPresent(attribute)) attributes.push(`${JSON.stringify(name)}:${textOf(attribute)}`);
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

/** Own attributes only: a document may have one named `constructor`. */
function attributeOf(source: object, name: string): unknown {
  const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
  return value ?? undefined;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
