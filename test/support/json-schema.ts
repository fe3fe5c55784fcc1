import type { ObjectShape, Shape } from '#platform/wire/shapes.ts';

/** Returns the JSON Schema of a shape, for ajv. */
export function jsonSchemaOf(shape: Shape): object {
  switch (shape.kind) {
    case 'text': {
      const { maxLength, pattern, codes, isOpen, format } = shape;
      return {
        type: 'string',
        ...(Number.isFinite(maxLength) && { maxLength }),
        ...(pattern && { pattern: pattern.source }),
        ...(codes && !isOpen && { enum: [...codes] }),
        ...(format && { format }),
      };
    }
    case 'number':
      return { type: 'number', ...(Number.isFinite(shape.minimum) && { minimum: shape.minimum }) };
    case 'integer':
      return { type: 'integer', minimum: Math.max(shape.minimum, -(2 ** 31)), maximum: 2 ** 31 - 1 };
    case 'boolean':
      return { type: 'boolean' };
    case 'list': {
      const { elements, minItems, maxItems } = shape;
      return { type: 'array', items: jsonSchemaOf(elements), minItems, ...(Number.isFinite(maxItems) && { maxItems }) };
    }
    case 'object': {
      const { attributes, required, isOpen, variants } = shape;
      return {
        type: 'object',
        properties: Object.fromEntries([...attributes].map(([name, attribute]) => [name, jsonSchemaOf(attribute)])),
        required,
        ...(isOpen ? {} : { additionalProperties: false }),
        ...(variants.length > 0 && { oneOf: variants.map(jsonSchemaOf) }),
      };
    }
  }
}

/** The attributes that Arrival Notice 1.0.1 added, by type. */
const additions: Readonly<Record<string, readonly string[]>> = {
  ArrivalNotice: ['placeOfBLIssue'],
  Facility: ['facilityName'],
  Address: ['addressLines'],
  Seal: ['type', 'placement'],
};

/** Returns a shape as it was in 1.0.0, which accepted these attributes as unknown ones. */
export function before101<S extends Shape>(shape: S): S | ObjectShape {
  if (shape.kind === 'list') return { ...shape, elements: before101(shape.elements) };
  if (shape.kind !== 'object') return shape;
  const kept = [...shape.attributes].filter(([name]) => !additions[shape.title]?.includes(name));
  return { ...shape, attributes: new Map(kept.map(([name, attribute]) => [name, before101(attribute)])) };
}
