import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { boolean, date, dateTime, int32, matching, number, type ObjectSchema, string, uuid, type ValueSchema } from './json-schema.ts';

/** The arguments of the directive `@rules`. */
interface Rules {
  readonly maxLength?: number;
  readonly trimmed?: true;
  readonly pattern?: string;
  readonly codes?: readonly string[];
  readonly knownCodes?: readonly string[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: true;
}

/** Returns the schema of a string that is not blank and has no blanks at its ends. */
export function trimmed(maxLength?: number) {
  return matching('^\\S(?:.*\\S)?$', maxLength);
}

const scalars: Readonly<Record<string, (rules: Rules) => ValueSchema>> = {
  Boolean: () => boolean,
  Float: () => number,
  Int: ({ minimum }) => ({ ...int32, ...(minimum !== undefined && { minimum }) }),
  // In the standards, what identifies an object by itself is a UUID.
  ID: () => uuid,
  Date: () => date,
  DateTime: ({ maxLength }) => dateTime(maxLength),
  String: ({ maxLength, trimmed: isTrimmed, pattern, codes, knownCodes }) => ({
    ...(isTrimmed ? trimmed(maxLength) : string(maxLength)),
    ...(pattern && { pattern }),
    ...(codes && { enum: codes }),
    ...(knownCodes && { examples: knownCodes }),
  }),
};

/**
 * Returns a function that reads the JSON Schema of a standard's type from the SDL of the subgraph that shows it: the
 * fields without `@added`, with the rules of `@rules`.
 *
 * @param sdl of the subgraph
 * @param names names in the standard of types and attributes that have another one in the SDL
 * @param changes how types of this standard differ from those that it shares in the SDL, by their names there
 */
export function standardTypesOf(
  sdl: DocumentNode,
  names: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, (type: ObjectSchema) => ObjectSchema>> = {},
) {
  const definitions = new Map<string, ObjectTypeDefinitionNode>();
  for (const definition of sdl.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) definitions.set(definition.name.value, definition);
  }
  const made = new Map<string, ObjectSchema>();
  const typeOf = (name: string): ObjectSchema => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const fields = (definitions.get(name)?.fields ?? []).filter(
      ({ directives }) => !directives?.some((each) => each.name.value === 'added'),
    );
    const attributes = fields.map((field) => ({
      name: names[field.name.value] ?? field.name.value,
      type: field.type,
      rules: rulesOf(field),
    }));
    const required = attributes.flatMap(({ name, type, rules }) => (type.kind === Kind.NON_NULL_TYPE || rules.required ? name : []));
    const schema: ObjectSchema = {
      type: 'object',
      title: names[name] ?? name,
      properties: Object.fromEntries(attributes.map(({ name, type, rules }) => [name, schemaOf(type, rules)])),
      ...(required.length > 0 && { required }),
    };
    const changed = changes[name]?.(schema) ?? schema;
    made.set(name, changed);
    return changed;
  };
  const schemaOf = (type: TypeNode, rules: Rules): ValueSchema => {
    if (type.kind === Kind.NON_NULL_TYPE) return schemaOf(type.type, rules);
    if (type.kind === Kind.NAMED_TYPE) return (scalars[type.name.value] ?? (() => typeOf(type.name.value)))(rules);
    const { minItems, maxItems } = rules;
    return { type: 'array', items: schemaOf(type.type, rules), ...(minItems && { minItems }), ...(maxItems && { maxItems }) };
  };
  return typeOf;
}

function rulesOf({ directives = [] }: FieldDefinitionNode): Rules {
  const given = directives.find(({ name }) => name.value === 'rules')?.arguments ?? [];
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

/** Returns a type with attributes that replace its own; those that are undefined are left out. */
export function withAttributes(type: ObjectSchema, attributes: Readonly<Record<string, ValueSchema | undefined>>): ObjectSchema {
  const properties = Object.entries({ ...type.properties, ...attributes }).filter(
    (entry): entry is [string, ValueSchema] => entry[1] !== undefined,
  );
  return { ...type, properties: Object.fromEntries(properties) };
}
