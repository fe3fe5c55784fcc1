import { quoted } from '#platform/wire/shape-check.ts';

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
export interface Pair {
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
 * @param canonicalString returns equal strings for equal elements; called only for elements with equal names
 */
export function pairElements(list: string, versions: Sides<object>, canonicalString: (element: object) => string): Pair[] {
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
    return numbered(name, inOrder ? zipped(group.before, group.after) : pairedByText(group, canonicalString));
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
    const value = keyTextOf(valueAt(steps, element));
    if (value !== undefined) name += `${name === '' ? '' : ','}${path}=${value}`;
  }
  return name;
}

function valueAt(steps: readonly string[], element: object): unknown {
  let value: unknown = element;
  for (const name of steps) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return value;
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

function pairedByText(group: Sides<object>, canonicalString: (element: object) => string): Elements[] {
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

function numbered(name: string, pairs: readonly Elements[]): Pair[] {
  return pairs.map(([before, after], index) => ({
    name: name === '' || index > 0 ? `${name}#${index + 1}` : name,
    before,
    after,
  }));
}
