import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '@landfall/dcsa/wire-values.ts';
import { ExactNumber } from '#platform/json/exact-numbers.ts';
import { atAttribute, isObject, quoted } from '#platform/wire/shape-check.ts';
import type { ObjectShape, Shape } from '#platform/wire/shapes.ts';
import { shapes } from './parse.ts';

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
  const root: Place = { within: undefined, name: '', isElement: false, shape: shapes.arrivalNotice };
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
  const names = new Set([...(attributes?.keys() ?? []), ...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => Object.hasOwn(before, name) || Object.hasOwn(after, name));
}

function compareLists([before, after]: readonly [readonly unknown[], readonly unknown[]], place: Place, changes: FieldChange[]): void {
  const elements = { before: before.filter(isPresent), after: after.filter(isPresent) };
  if (!elements.before.every(isObject) || !elements.after.every(isObject)) {
    if (canonicalString(before) !== canonicalString(after)) changes.push({ path: pathOf(place), before, after });
    return;
  }
  const shape = place.shape?.kind === 'list' ? place.shape.elements : undefined;
  for (const pair of pairElements(place.name, { before: elements.before, after: elements.after })) {
    compare([pair.before, pair.after], { within: place, name: pair.name, isElement: true, shape }, changes);
  }
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
  return valueAt(source, [name]) ?? undefined;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/**
 * Natural keys of the elements of lists, by the name of the list. Each string is one possible key: the paths of the
 * attributes that together identify an element. The first key is used that all elements of both versions have and that
 * is unique within each version; otherwise the first key that all elements have; otherwise each element is named by the
 * first key that it has. Elements with equal names, or without a name, are numbered.
 */
const naturalKeys = keysOf({
  carrierContactInformation: ['name', 'email', 'phone'],
  carrierInformationForCargoRelease: ['name', 'email', 'phone'],
  cargoItems: ['equipmentReference', 'position', 'equipmentReference + position'],
  charges: ['chargeCode', 'chargeName', 'chargeCode + chargeName'],
  consignmentItems: ['carrierBookingReference', 'carrierBookingReference + HSCodes'],
  customsReferences: ['type + countryCode'],
  dangerousGoods: ['UNNumber', 'NANumber', 'UNNumber + codedVariantList + properShippingName'],
  // Without the party's name, because the order of `NI` entries has a meaning that names would hide.
  documentParties: ['partyFunction'],
  freeTimes: ['typeCodes + equipmentReferences + ISOEquipmentCodes'],
  identifyingCodes: ['codeListProvider + codeListName'],
  innerPackagings: ['material', 'description', 'material + description'],
  legs: ['transportPlanStageSequenceNumber', 'loadLocation.UNLocationCode + dischargeLocation.UNLocationCode', 'transportPlanStage'],
  nationalCommodityCodes: ['type + countryCode'],
  partyContactDetails: ['name', 'email', 'phone'],
  references: ['type', 'type + value'],
  seals: ['number'],
  taxLegalReferences: ['type + countryCode', 'type + countryCode + value'],
  utilizedTransportEquipments: ['equipment.equipmentReference'],
});

/** Elements whose order has a meaning: further notify parties are the third, the fourth and so on. */
const orderedNames: Readonly<Record<string, string>> = { documentParties: 'partyFunction=NI' };

/** One element of a list in two versions; undefined where a version does not have it. */
interface Pair {
  /** Name of the element, unique in the list: `number=S1`, `partyFunction=NI#2`, `#1`. */
  readonly name: string;
  readonly before: object | undefined;
  readonly after: object | undefined;
}

/**
 * Pairs the elements of a list in two versions by natural key, whatever their position. Among elements with equal
 * names, equal elements are paired first, the remaining ones in order.
 *
 * @param list name of the attribute that contains the list
 */
function pairElements(list: string, versions: Sides<object>): Pair[] {
  const names = namesOf(naturalKeys.get(list) ?? [], versions);
  const groups = new Map<string, { before: object[]; after: object[] }>();
  for (const side of ['before', 'after'] as const) {
    versions[side].forEach((element, index) => {
      const name = names[side][index] ?? '';
      const group = groups.get(name);
      if (group !== undefined) group[side].push(element);
      else groups.set(name, { before: [], after: [], [side]: [element] });
    });
  }
  return [...groups].flatMap(([name, group]) => {
    const inOrder = group.before.length + group.after.length < 3 || orderedNames[list] === name;
    const pairs = inOrder ? zipped(group.before, group.after) : pairedByText(group);
    return pairs.map(([before, after], index) => ({ name: name === '' || index > 0 ? `${name}#${index + 1}` : name, before, after }));
  });
}

type Key = readonly { readonly path: string; readonly steps: readonly string[] }[];

function keysOf(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly Key[]> {
  const keyOf = (text: string): Key => text.split(' + ').map((path) => ({ path, steps: path.split('.') }));
  return new Map(Object.entries(table).map(([list, texts]) => [list, texts.map(keyOf)]));
}

type Sides<T> = { readonly before: readonly T[]; readonly after: readonly T[] };

function namesOf(keys: readonly Key[], { before, after }: Sides<object>): Sides<string> {
  const namesBy = (nameOf: (element: object) => string) => ({ before: before.map(nameOf), after: after.map(nameOf) });
  let common: Sides<string> | undefined;
  for (const key of keys) {
    const names = namesBy((element) => nameBy(key, element));
    if (names.before.includes('') || names.after.includes('')) continue;
    if (areDistinct(names.before) && areDistinct(names.after)) return names;
    common ??= names;
  }
  return common ?? namesBy((element) => keys.map((key) => nameBy(key, element)).find((name) => name !== '') ?? '');
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** Returns `attribute=value,...` for the attributes that the element has; empty when it has none. */
function nameBy(key: Key, element: object): string {
  let name = '';
  for (const { path, steps } of key) {
    const value = keyTextOf(valueAt(element, steps));
    if (value !== undefined) name += `${name === '' ? '' : ','}${path}=${value}`;
  }
  return name;
}

function keyTextOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^[\w.:+/-]+$/.test(value) ? value : quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map(keyTextOf);
  return parts.includes(undefined) ? undefined : parts.sort().join('|');
}

type Elements = readonly [before: object | undefined, after: object | undefined];

function zipped(before: readonly object[], after: readonly object[]): Elements[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => [before[index], after[index]]);
}

function pairedByText(group: Sides<object>): Elements[] {
  const places = new Map<string, number[]>();
  group.after.forEach((element, place) => {
    const text = canonicalString(element);
    const existing = places.get(text);
    if (existing === undefined) places.set(text, [place]);
    else existing.push(place);
  });
  const equals = group.before.map((element) => places.get(canonicalString(element))?.pop());
  const taken = new Set(equals);
  const rest = group.after.filter((_, place) => !taken.has(place)).values();
  const pairs = group.before.map((element, index): Elements => {
    const place = equals[index];
    return [element, place === undefined ? rest.next().value : group.after[place]];
  });
  return [...pairs, ...[...rest].map((element): Elements => [undefined, element])];
}
