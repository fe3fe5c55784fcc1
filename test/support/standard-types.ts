import { type DocumentNode, Kind, type ObjectTypeDefinitionNode, print } from 'graphql';
import type { ObjectSchema, ValueSchema } from '../../subgraphs/shared/wire/json-schema.ts';

/** Names of types and attributes that differ between a standard and the graph. */
export type GraphNames = Readonly<Record<string, string>>;

/** All object types that a schema uses, by the standard's names. */
export function typesIn(schema: ValueSchema, types = new Map<string, ObjectSchema>()): Map<string, ObjectSchema> {
  if (schema.type === 'array') return typesIn(schema.items, types);
  if (schema.type !== 'object' || types.has(schema.title)) return types;
  types.set(schema.title, schema);
  for (const attribute of Object.values(schema.properties)) typesIn(attribute, types);
  return types;
}

/** The fields of a type of the graph, each with its type as text. */
export function fieldsOf(typeDefs: DocumentNode, name: string): Map<string, string> {
  const type = typeDefs.definitions.find(
    (definition): definition is ObjectTypeDefinitionNode =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === name,
  );
  return new Map((type?.fields ?? []).map((field) => [field.name.value, print(field.type)]));
}

/** The type by which the graph shows an attribute, as text. */
export function graphTypeOf(schema: ValueSchema, names: GraphNames): string {
  switch (schema.type) {
    case 'string':
      return schema.format === undefined ? 'String' : schema.format === 'date' ? 'Date' : 'DateTime';
    case 'number':
      return 'Float';
    case 'integer':
      return 'Int';
    case 'boolean':
      return 'Boolean';
    case 'array':
      return `[${graphTypeOf(schema.items, names)}!]`;
    case 'object':
      return names[schema.title] ?? schema.title;
  }
}

/** Adds `Type.attribute` for each attribute of the standard that a document uses. */
export function collectAttributes({ schema, value }: { schema: ValueSchema; value: unknown }, met: Set<string>): void {
  if (schema.type === 'array' && Array.isArray(value))
    for (const element of value) collectAttributes({ schema: schema.items, value: element }, met);
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const attribute = schema.properties[name];
    if (attribute === undefined) continue;
    met.add(`${schema.title}.${name}`);
    collectAttributes({ schema: attribute, value: inner }, met);
  }
}
