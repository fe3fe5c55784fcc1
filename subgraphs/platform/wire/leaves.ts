import type { Shape } from './shapes.ts';

/** The shape of a value without members or elements. */
export type LeafShape = Exclude<Shape, { kind: 'list' | 'object' }>;

/**
 * Replaces values at a shape's leaves. Attributes that the shape does not name stay unchanged.
 *
 * @param value as `JSON.parse` returned it; never changed
 * @returns `value` itself when nothing was replaced, otherwise a copy of the changed parts
 */
export function replaceLeaves(shape: Shape, value: unknown, replace: (expected: LeafShape, value: unknown) => unknown): unknown {
  switch (shape.kind) {
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const replaced = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
        const attribute = shape.attributes.get(name);
        const next = attribute === undefined ? member : replaceLeaves(attribute, member, replace);
        return next === member ? [] : [[name, next]];
      });
      return replaced.length === 0 ? value : { ...value, ...Object.fromEntries(replaced) };
    }
    case 'list': {
      if (!Array.isArray(value)) return value;
      const next = value.map((element) => replaceLeaves(shape.elements, element, replace));
      return next.some((element, index) => element !== value[index]) ? next : value;
    }
    default:
      return replace(shape, value);
  }
}
