import { arrivalNotice } from './arrival-notice-1-0-1.ts';
import { atAttribute } from './json-path.ts';
import { pairElements } from './natural-keys.ts';
import { type ObjectShape, type Shape, shapeOf } from './shapes.ts';

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
  compare(withoutContent(before), withoutContent(after), { path: '$', name: '', shape: noticeShape, changes });
  const [from, to] = [visualizationIn(before), visualizationIn(after)];
  if (from !== undefined && to !== undefined && textOf(attributeOf(from, 'content')) !== textOf(attributeOf(to, 'content'))) {
    const path = atAttribute('$', visualization);
    changes.push({ path, before: without(from, 'content'), after: without(to, 'content') });
  }
  return changes;
}

interface Place {
  readonly path: string;
  /** The attribute that holds the values. */
  readonly name: string;
  /** What the standard says of them, where it says anything. */
  readonly shape: Shape | undefined;
  readonly changes: FieldChange[];
}

function compare(before: unknown, after: unknown, place: Place): void {
  if (isObject(before) && isObject(after)) return compareObjects(before, after, place);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, place);
  if (before !== after) place.changes.push({ path: place.path, before, after });
}

function compareObjects(before: object, after: object, place: Place): void {
  const attributes = place.shape?.kind === 'object' ? place.shape.attributes : undefined;
  for (const name of namesIn(before, after, attributes)) {
    const within: Place = { path: atAttribute(place.path, name), name, shape: attributes?.get(name), changes: place.changes };
    compare(attributeOf(before, name), attributeOf(after, name), within);
  }
}

function namesIn(before: object, after: object, attributes: ObjectShape['attributes'] | undefined): Set<string> {
  const met = new Set([...Object.keys(before), ...Object.keys(after)]);
  const known = [...(attributes?.keys() ?? [])].filter((name) => met.has(name));
  return new Set([...known, ...met]);
}

function compareLists(before: readonly unknown[], after: readonly unknown[], place: Place): void {
  const versions = { before: before.filter(isPresent), after: after.filter(isPresent) };
  if (!versions.before.every(isObject) || !versions.after.every(isObject)) {
    if (textOf(before) !== textOf(after)) place.changes.push({ path: place.path, before, after });
    return;
  }
  const shape = place.shape?.kind === 'list' ? place.shape.elements : undefined;
  for (const pair of pairElements(place.name, { before: versions.before, after: versions.after }, textOf)) {
    compare(pair.before, pair.after, { path: `${place.path}[${pair.name}]`, name: '', shape, changes: place.changes });
  }
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
