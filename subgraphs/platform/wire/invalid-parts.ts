import { closedShapeOf, fits, isObject, leafViolationOf } from './shape-check.ts';
import type { ListShape, ObjectShape, Shape } from './shapes.ts';

/** The invalid parts of a value: the whole value, or parts of its members or elements. */
export type InvalidParts = 'ALL' | ReadonlyMap<string | number, InvalidParts>;

/**
 * Finds the smallest parts to remove from a value so that the rest is valid: an invalid attribute if it is optional,
 * otherwise the object that requires it, and so on outwards. Of a list, only the invalid elements are removed as long
 * as enough elements remain. A list that is too long is removed completely, because a truncated list would have another
 * meaning. An object with an invalid attribute that identifies it is removed completely.
 *
 * @param value as `JSON.parse` returned it
 * @returns undefined when it is valid
 */
export function findInvalidParts(shape: Shape, value: unknown): InvalidParts | undefined {
  if (shape.kind === 'object' && isObject(value)) return partsOfObject(shape, value);
  if (shape.kind === 'list' && Array.isArray(value)) return partsOfList(shape, value);
  return leafViolationOf(shape, value) === undefined ? undefined : 'ALL';
}

/** Returns a copy of a value without its invalid parts. */
export function withoutParts(value: unknown, parts: ReadonlyMap<string | number, InvalidParts>): unknown {
  const keptOf = (key: string | number, inner: unknown): unknown[] => {
    const invalid = parts.get(key);
    if (invalid === 'ALL') return [];
    return [invalid === undefined ? inner : withoutParts(inner, invalid)];
  };
  if (Array.isArray(value)) return value.flatMap((element, index) => keptOf(index, element));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => keptOf(name, inner).map((kept) => [name, kept])));
}

function partsOfObject(shape: ObjectShape, value: Record<string, unknown>): InvalidParts | undefined {
  const parts = new Map<string, InvalidParts>();
  const closed = closedShapeOf(shape, value);
  for (const name in value) {
    const attribute = shape.attributes.get(name);
    const isAllowed = closed === undefined || closed.attributes.has(name);
    const invalid = !isAllowed ? 'ALL' : attribute && findInvalidParts(attribute, value[name]);
    if (invalid !== undefined) parts.set(name, invalid);
  }
  const isWhole = shape.required.every((name) => Object.hasOwn(value, name) && parts.get(name) !== 'ALL');
  const isIdentified = shape.identity?.every((name) => parts.get(name) !== 'ALL' || !identifies(shape.attributes.get(name), value[name]));
  if (!isWhole || isIdentified === false) return 'ALL';
  return parts.size === 0 ? undefined : parts;
}

/** Returns whether a value, valid or not, was used to identify its object: what is blank or cannot be read was not. */
function identifies(shape: Shape | undefined, value: unknown): boolean {
  return shape !== undefined && fits(shape, value) && String(value).trim() !== '';
}

function partsOfList(shape: ListShape, value: readonly unknown[]): InvalidParts | undefined {
  const parts = new Map<number, InvalidParts>();
  for (const [index, element] of value.entries()) {
    const invalid = findInvalidParts(shape.elements, element);
    if (invalid !== undefined) parts.set(index, invalid);
  }
  const kept = value.length - [...parts.values()].filter((invalid) => invalid === 'ALL').length;
  if (kept < shape.minItems || kept > shape.maxItems) return 'ALL';
  return parts.size === 0 ? undefined : parts;
}
