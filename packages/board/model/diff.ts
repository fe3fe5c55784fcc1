import type { FieldChange } from './changes.ts';

/**
 * The attribute that identifies the elements of a list, by the list's name; elements of other lists are paired by
 * position.
 */
const namesOfElements: Readonly<Record<string, readonly string[]>> = {
  charges: ['chargeCode', 'chargeName'],
  consignmentItems: ['carrierBookingReference'],
  cargoItems: ['equipmentReference'],
  documentParties: ['partyFunction'],
  freeTimes: ['typeCodes', 'equipmentReferences', 'ISOEquipmentCodes'],
  legs: ['transportPlanStageSequenceNumber'],
  references: ['type'],
  seals: ['number'],
  utilizedTransportEquipments: ['equipment'],
};

/**
 * Compares two versions of a notice, in the form that the partner sent, leaf by leaf.
 *
 * @returns differences in the order of the later version; a missing value is undefined. Paths are those of
 *   `ArrivalNoticeVersion.changes`, except for elements that are identified by their position
 */
export function differences(before: unknown, after: unknown): FieldChange[] {
  return compare({ path: '$', name: '', before, after });
}

interface Comparison {
  readonly path: string;
  /** Name of the attribute in both versions. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

function compare({ path, name, before, after }: Comparison): FieldChange[] {
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject))
    return compareLists(path, name, [before, after]);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((each) => compare({ path: `${path}.${each}`, name: each, before: before[each], after: after[each] }));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

function compareLists(path: string, name: string, [before, after]: readonly [readonly JsonObject[], readonly JsonObject[]]): FieldChange[] {
  const earlier = namedElements(name, before);
  const later = namedElements(name, after);
  const names = new Set([...later.keys(), ...earlier.keys()]);
  return [...names].flatMap((each) => compare({ path: `${path}[${each}]`, name: '', before: earlier.get(each), after: later.get(each) }));
}

function namedElements(list: string, elements: readonly JsonObject[]): Map<string, JsonObject> {
  const named = new Map<string, JsonObject>();
  elements.forEach((element, index) => {
    const name = nameOf(list, element) ?? `#${index + 1}`;
    // Further elements with the same identity are distinguished by number.
    named.set(named.has(name) ? `${name}#${index + 1}` : name, element);
  });
  return named;
}

function nameOf(list: string, element: JsonObject): string | undefined {
  const parts = (namesOfElements[list] ?? []).flatMap((attribute) => {
    const value = element[attribute];
    if (value === undefined) return [];
    return [isObject(value) ? `${attribute}.equipmentReference=${value['equipmentReference']}` : `${attribute}=${value}`];
  });
  return parts.length === 0 ? undefined : parts.join(',');
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
