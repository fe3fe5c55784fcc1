import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  parse,
  validate,
} from 'graphql';

/** An operation with values for its variables. */
export interface RandomOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface RandomOperationOptions {
  /** Values of arguments and input fields, by `Type.field.argument`, or by `argument` for any field. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Names of fields that are never selected. @default none */
  readonly without?: readonly string[];
  /** Maximum depth of nested fields. @default 8 */
  readonly depth?: number;
  /** Maximum number of selections in one set. @default 3 */
  readonly width?: number;
}

/** Names that objects of JavaScript have, and names that this program uses internally. */
const reservedNames = [
  ...['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length'],
  ...['landfall_nothing', 'landfall_nothing_2', '_entities', '_e0', 'representations', '__batch_reps_0', 'v1', 'v2', 'a', 'b'],
  ...['_internal_qp_alias_0', '__typename', 'kept_candidates', 'data', 'errors', 'node', 'id', 'ID', 'String', 'Query', 'true', 'null'],
];

/** Creates a random number generator. @returns a function that returns an integer below its argument */
export function createRoll(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Creates valid operations over a schema that know nothing of how they are executed: with aliases that are equal to the
 * names of keys, types and other fields, fragments on objects, interfaces and unions, conditions, and variables of every
 * shape. The same seed always creates the same operation.
 */
export function createRandomOperations(schema: GraphQLSchema, options: RandomOperationOptions = {}): (seed: number) => RandomOperation {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const fieldNames = types.flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : []));
  const names = { fields: [...new Set(fieldNames)], types: types.map(({ name }) => name) };
  return (seed) => {
    for (let attempt = 0; ; attempt += 1) {
      const operation = generate(schema, { ...options, names, roll: createRoll(seed + attempt * 1_000_003) });
      if (validate(schema, parse(operation.query)).length === 0) return operation;
    }
  };
}

interface Parts extends RandomOperationOptions {
  readonly names: { readonly fields: readonly string[]; readonly types: readonly string[] };
  readonly roll: (below: number) => number;
}

function generate(
  schema: GraphQLSchema,
  { names, roll, values = {}, without = [], depth: deepest = 8, width = 3 }: Parts,
): RandomOperation {
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const fragments: string[] = [];
  const definitions = new Map<string, string>();
  const variables: [string, unknown][] = [];

  function define(type: string, value: unknown): string {
    const name = roll(2) === 0 ? pick(reservedNames.filter((each) => !['true', 'null'].includes(each))) : `${pick(names.fields)}${roll(3)}`;
    if (definitions.has(name)) return define(type, value);
    const isGiven = type.endsWith('!') || roll(4) > 0;
    definitions.set(name, `$${name}: ${type}`);
    if (isGiven) variables.push([name, value]);
    return `$${name}`;
  }

  function randomValue(type: GraphQLInputType, known: readonly unknown[] | undefined): unknown {
    if (known !== undefined) return pick(known);
    if (isNonNullType(type)) return randomValue(type.ofType, known) ?? randomValue(type, known);
    if (roll(10) === 0) return null;
    if (isListType(type)) return Array.from({ length: roll(3) }, () => randomValue(type.ofType, undefined));
    if (isEnumType(type)) return { enum: pick(type.getValues()).name };
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || roll(4) === 0);
      return Object.fromEntries(fields.map((field) => [field.name, randomValue(field.type, values[field.name])]));
    }
    const simple: Record<string, unknown> = {
      Int: roll(4),
      Float: roll(9) / 2,
      Boolean: roll(2) === 0,
      DateTime: '2026-04-01T00:00:00Z',
      Date: '2026-04-01',
    };
    return simple[getNamedType(type).name] ?? pick(['x', 'A', '1']);
  }

  function argument(path: string, arg: GraphQLArgument): string {
    const value = randomValue(arg.type, values[`${path}.${arg.name}`] ?? values[arg.name]);
    return `${arg.name}: ${roll(3) === 0 ? define(String(arg.type), plain(value)) : literal(value)}`;
  }

  function condition(): string {
    if (roll(5) > 0) return '';
    const name = pick(['skip', 'include']);
    return ` @${name}(if: ${roll(2) === 0 ? roll(2) === 0 : define('Boolean!', roll(2) === 0)})`;
  }

  function alias(of: { readonly name: string }): string {
    const kind = roll(10);
    if (kind < 4) return '';
    if (kind < 7) return `${pick(names.fields)}: `;
    if (kind < 8) return `${pick(names.types)}: `;
    if (kind < 9) return `${of.name}_${1 + roll(3)}: `;
    return `${pick(reservedNames)}: `;
  }

  function field(parent: GraphQLCompositeType, of: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(of.type);
    const args = of.args.filter((arg) => isRequiredArgument(arg) || roll(4) === 0).map((arg) => argument(`${parent.name}.${of.name}`, arg));
    const head = `${alias(of)}${of.name}${args.length === 0 ? '' : `(${args.join(', ')})`}${condition()}`;
    return isCompositeType(type) ? `${head} ${selection(type, depth - 1)}` : head;
  }

  function selection(type: GraphQLCompositeType, depth: number): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields()).filter(({ name }) => !without.includes(name));
    const leaves = fields.filter((each) => isLeafType(getNamedType(each.type)));
    const possible = isObjectType(type) ? [type] : [...schema.getPossibleTypes(type)];
    const parts: string[] = [];
    const selected: string[] = [];
    for (let count = 1 + roll(width); count > 0; count -= 1) {
      const kind = roll(20);
      const choices = depth <= 0 ? leaves : fields;
      if (kind === 0 || (kind < 15 && choices.length === 0))
        parts.push(`${roll(2) === 0 ? '' : alias({ name: '__typename' })}__typename${condition()}`);
      else if (kind === 1 && selected.length > 0) parts.push(pick(selected));
      else if (kind < 15) {
        const text = field(type, pick(choices), depth);
        selected.push(text);
        parts.push(text);
      } else if (depth <= 0) parts.push('__typename');
      else {
        const on = pick<GraphQLCompositeType>([type, ...possible, ...possible.flatMap((each) => each.getInterfaces())]);
        const inner = selection(on, depth - 1);
        if (kind < 18) parts.push(`...${roll(4) === 0 && on === type ? '' : ` on ${on.name}`}${condition()} ${inner}`);
        else {
          const name = `${pick(names.types)}_${fragments.length}`;
          fragments.push(`fragment ${name} on ${on.name} ${inner}`);
          parts.push(`...${name}${condition()}`);
          if (roll(3) === 0) parts.push(`...${name}`);
        }
      }
    }
    return `{ ${parts.join(' ')} }`;
  }

  const root = schema.getQueryType();
  if (!root) throw new Error('expected a schema with queries');
  const body = selection(root, deepest);
  const name = roll(2) === 0 ? ` ${pick([...names.types, ...names.fields])}` : '';
  const defined = definitions.size === 0 ? '' : `(${[...definitions.values()].join(', ')})`;
  return { query: `query${name}${defined} ${body} ${fragments.join(' ')}`.trim(), variables: Object.fromEntries(variables) };
}

/** Returns the literal of a value, in which enum values are marked. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('enum' in value) return String(value.enum);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')} }`;
}

/** Returns a value as JSON has it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('enum' in value) return value.enum;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
