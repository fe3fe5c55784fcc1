/** JSON Schema of a text; `maxLength` counts code points. */
export interface StringSchema {
  readonly type: 'string';
  readonly maxLength?: number;
  /** A regular expression with the `u` flag. */
  readonly pattern?: string;
  /** A closed list of codes. */
  readonly enum?: readonly string[];
  readonly format?: 'date' | 'date-time' | 'uuid';
}

/** JSON Schema of a number; a whole one has the bounds of 32 bits, which are GraphQL's bounds of `Int` too. */
export interface NumberSchema {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
}

/** JSON Schema of a truth value. */
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

/** JSON Schema of an object; attributes it does not name are allowed unless it says otherwise. */
export interface ObjectSchema {
  readonly type: 'object';
  /** Name of the type in the standard. */
  readonly title: string;
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  /** Of these it is one; their attributes are among `properties`. */
  readonly oneOf?: readonly ObjectSchema[];
}

/**
 * The part of JSON Schema that the standards use. Most codes are plain texts: their lists are open, and a message with a
 * code that is not known yet has to get through.
 */
export type ValueSchema = StringSchema | NumberSchema | BooleanSchema | ListSchema | ObjectSchema;

/** True or false; absent is neither. */
export const boolean: BooleanSchema = { type: 'boolean' };

/** Any finite number. */
export const number: NumberSchema = { type: 'number' };

/** A whole number of 32 bits. */
export const int32: NumberSchema = { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** A whole number of 32 bits that counts from `minimum`. */
export function int32From(minimum: number): NumberSchema {
  return { ...int32, minimum };
}

/** A calendar day, `YYYY-MM-DD`. */
export const date: StringSchema = { type: 'string', format: 'date' };

/** A text of at most `maxLength` code points. */
export function string(maxLength?: number): StringSchema {
  return maxLength === undefined ? { type: 'string' } : { type: 'string', maxLength };
}

/** A UUID in the usual form of 36 characters. */
export const uuid: StringSchema = { type: 'string', format: 'uuid' };

/** A text that matches a regular expression, of at most `maxLength` code points. */
export function matching(pattern: string, maxLength?: number): StringSchema {
  return { ...string(maxLength), pattern };
}

/** A code of a closed list. */
export function code(...codes: readonly string[]): StringSchema {
  return { type: 'string', enum: codes };
}

/** An instant, RFC 3339 with offset, of at most `maxLength` code points. */
export function dateTime(maxLength?: number): StringSchema {
  return { ...string(maxLength), format: 'date-time' };
}

/** A list of at most `maxItems` elements. */
export function list(items: ValueSchema, maxItems?: number): ListSchema {
  return maxItems === undefined ? { type: 'array', items } : { type: 'array', items, maxItems };
}

/** A list that is not empty. */
export function filledList(items: ValueSchema): ListSchema {
  return { type: 'array', items, minItems: 1 };
}

/** An object type of the standard; `required` names the attributes that must be there. */
export function object(title: string, properties: ObjectSchema['properties'], required?: readonly string[]): ObjectSchema {
  return required === undefined ? { type: 'object', title, properties } : { type: 'object', title, properties, required };
}
