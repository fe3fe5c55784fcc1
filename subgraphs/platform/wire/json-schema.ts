/** JSON Schema of a string; `maxLength` counts code points. */
export interface StringSchema {
  readonly type: 'string';
  readonly maxLength?: number;
  /** A regular expression with the `u` flag. */
  readonly pattern?: string;
  /** A closed list of codes. */
  readonly enum?: readonly string[];
  /** The known codes of an open list. */
  readonly examples?: readonly string[];
  readonly format?: 'date' | 'date-time' | 'uuid';
}

/** JSON Schema of a number. An integer is limited to 32 bits, like GraphQL's `Int`. */
export interface NumberSchema {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
}

/** JSON Schema of a Boolean. */
export interface BooleanSchema {
  readonly type: 'boolean';
}

/** JSON Schema of a list. */
export interface ListSchema {
  readonly type: 'array';
  readonly items: ValueSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** JSON Schema of an object. Other attributes are allowed by default. */
export interface ObjectSchema {
  readonly type: 'object';
  /** Name of the type in the standard. */
  readonly title: string;
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  /** The object must match one of these; their attributes are also in `properties`. */
  readonly oneOf?: readonly ObjectSchema[];
}

/**
 * The part of JSON Schema that the standards use. Most codes are plain strings, because their lists are open and a
 * message with an unknown code has to be accepted.
 */
export type ValueSchema = StringSchema | NumberSchema | BooleanSchema | ListSchema | ObjectSchema;

/** A Boolean. */
export const boolean: BooleanSchema = { type: 'boolean' };

/** Any finite number. */
export const number: NumberSchema = { type: 'number' };

/** An integer of 32 bits. */
export const int32: NumberSchema = { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** A calendar day, `YYYY-MM-DD`. */
export const date: StringSchema = { type: 'string', format: 'date' };

/** Returns the schema of a string of at most `maxLength` code points. */
export function string(maxLength?: number): StringSchema {
  return maxLength === undefined ? { type: 'string' } : { type: 'string', maxLength };
}

/** A UUID in the usual form of 36 characters. */
export const uuid: StringSchema = { type: 'string', format: 'uuid' };

/** Returns the schema of a string of at most `maxLength` code points that matches a regular expression. */
export function matching(pattern: string, maxLength?: number): StringSchema {
  return { ...string(maxLength), pattern };
}

/** Returns the schema of a code from a closed list. */
export function code(...codes: readonly string[]): StringSchema {
  return { type: 'string', enum: codes };
}

/** Returns the schema of a code of at most `maxLength` code points from an open list, of which these are known. */
export function knownCode(maxLength: number, ...codes: readonly string[]): StringSchema {
  return { ...string(maxLength), examples: codes };
}

/** Returns the schema of an instant, RFC 3339 with offset, of at most `maxLength` code points. */
export function dateTime(maxLength?: number): StringSchema {
  return { ...string(maxLength), format: 'date-time' };
}

/** Returns the schema of a list with at most `maxItems` elements. */
export function list(items: ValueSchema, maxItems?: number): ListSchema {
  return maxItems === undefined ? { type: 'array', items } : { type: 'array', items, maxItems };
}

/** Returns the schema of a list that is not empty. */
export function filledList(items: ValueSchema): ListSchema {
  return { type: 'array', items, minItems: 1 };
}

/** Returns the schema of an object type of the standard; `required` names its required attributes. */
export function object(title: string, properties: ObjectSchema['properties'], required?: readonly string[]): ObjectSchema {
  return required === undefined ? { type: 'object', title, properties } : { type: 'object', title, properties, required };
}
