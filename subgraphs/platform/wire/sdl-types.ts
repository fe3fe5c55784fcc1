import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { boolean, date, dateTime, int32, list, matching, number, type ObjectShape, object, type Shape, string } from './shapes.ts';

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

/** Returns the shape of a string that is not blank and has no blanks at its ends. */
export function trimmed(maxLength?: number) {
  return matching('^\\S(?:.*\\S)?$', maxLength);
}

const scalars: Readonly<Record<string, (rules: Rules) => Shape>> = {
  Boolean: () => boolean,
  Float: () => number,
  Int: ({ minimum = int32.minimum }) => ({ ...int32, minimum }),
  // In the standards, what identifies an object by itself is a UUID.
  ID: () => string(undefined, { format: 'uuid' }),
  Date: () => date,
  DateTime: ({ maxLength }) => dateTime(maxLength),
  String: ({ maxLength, trimmed: isTrimmed, pattern, codes, knownCodes }) => {
    const listed = codes ?? knownCodes;
    return {
      ...(isTrimmed ? trimmed(maxLength) : string(maxLength)),
      ...(pattern && { pattern: new RegExp(pattern, 'u') }),
      ...(listed && { codes: new Set(listed), isOpen: codes === undefined }),
    };
  },
};

/**
 * Returns a function that reads the shape of a standard's type from the SDL of the subgraph that shows it: the
 * fields without `@added`, with the rules of `@rules`.
 *
 * @param sdl of the subgraph
 * @param names names in the standard of types and attributes that have another one in the SDL
 * @param changes how types of this standard differ from those that it shares in the SDL, by their names there
 */
export function standardTypesOf(
  sdl: DocumentNode,
  names: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, (type: ObjectShape) => ObjectShape>> = {},
) {
  const definitions = new Map<string, ObjectTypeDefinitionNode>();
  for (const definition of sdl.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) definitions.set(definition.name.value, definition);
  }
  const made = new Map<string, ObjectShape>();
  const typeOf = (name: string): ObjectShape => {
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
    const attributeShapes = Object.fromEntries(attributes.map(({ name, type, rules }) => [name, shapeOf(type, rules)]));
    const shape = object(names[name] ?? name, attributeShapes, required);
    const changed = changes[name]?.(shape) ?? shape;
    made.set(name, changed);
    return changed;
  };
  const shapeOf = (type: TypeNode, rules: Rules): Shape => {
    if (type.kind === Kind.NON_NULL_TYPE) return shapeOf(type.type, rules);
    if (type.kind === Kind.NAMED_TYPE) return (scalars[type.name.value] ?? (() => typeOf(type.name.value)))(rules);
    return list(shapeOf(type.type, rules), rules.maxItems, rules.minItems);
  };
  return typeOf;
}

function rulesOf({ directives = [] }: FieldDefinitionNode): Rules {
  const given = directives.find(({ name }) => name.value === 'rules')?.arguments ?? [];
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

/** Returns a type with attributes that replace its own; those that are undefined are left out. */
export function withAttributes(type: ObjectShape, attributes: Readonly<Record<string, Shape | undefined>>): ObjectShape {
  const changed = Object.entries({ ...Object.fromEntries(type.attributes), ...attributes });
  return { ...type, attributes: new Map(changed.filter((entry): entry is [string, Shape] => entry[1] !== undefined)) };
}
