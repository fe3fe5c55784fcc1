import { perObject } from '../cache/bounded-cache.ts';
import { nearestName } from './nearest-name.ts';
import type { ObjectShape, Shape } from './shapes.ts';

/** Names longer than this are no misspelt names. */
const maxComparedLength = 60;

/** Maximum number of names whose explanations are kept for one type of the standard. */
const maxKeptNames = 200;

/** The explanations of names that a type does not have. Partners repeat them in every object. */
const kept = perObject((_: ObjectShape) => new Map<string, UnknownMember>());

/** What is said of an unknown member. It counts as not understood if it is probably a misspelt one. */
interface UnknownMember {
  readonly message: string;
  readonly isUnread?: true;
}

/**
 * Says that a name is not in the standard, and which known name is the nearest one, in the same type or elsewhere in
 * the object.
 *
 * @param root shape of the whole object
 * @param shape shape of the part that has the member
 */
export function unknownMember(name: string, shape: ObjectShape, root: ObjectShape): UnknownMember {
  if (name.length > maxComparedLength) return { message: unknown };
  const names = kept(shape);
  const held = names.get(name);
  if (held !== undefined) return held;
  const explained = explain(name, shape, root);
  if (names.size < maxKeptNames) names.set(name, explained);
  return explained;
}

const unknown = 'is not in the standard; it is kept and not read';

function explain(name: string, shape: ObjectShape, root: ObjectShape): UnknownMember {
  const here = nearestName(name, shape.attributes.keys());
  const isWithin = (part: number, distance = Number.POSITIVE_INFINITY) => distance <= name.length / part;
  const isMisspelt = isWithin(3, here?.distance);
  if (!isMisspelt) {
    const places = placesOf(root);
    const elsewhere = nearestName(name, places.keys());
    if (elsewhere !== undefined && isWithin(3, elsewhere.distance)) {
      return { message: `${unknown}; the nearest known name is ${elsewhere.name} in ${places.get(elsewhere.name)}`, isUnread: true };
    }
  }
  if (!isWithin(2, here?.distance)) return { message: unknown };
  return { message: `${unknown}; the nearest known name is ${here?.name}`, ...(isMisspelt && { isUnread: true }) };
}

/** Returns where each name of the standard is in an object: the place with the shortest way to it. */
const placesOf = perObject((root: ObjectShape): ReadonlyMap<string, string> => {
  const places = new Map<string, string>();
  const open: [Shape, string][] = [[root, '$']];
  const seen = new Set<Shape>();
  for (const [shape, path] of open) {
    if (shape.kind === 'list') open.push([shape.elements, `${path}[*]`]);
    if (shape.kind !== 'object' || seen.has(shape)) continue;
    seen.add(shape);
    for (const [name, attribute] of shape.attributes) {
      if (!places.has(name)) places.set(name, path);
      open.push([attribute, `${path}.${name}`]);
    }
  }
  return places;
});
