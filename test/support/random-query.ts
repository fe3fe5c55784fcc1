import { createRandom } from '@landfall/sandbox/random.ts';
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  parse,
  visit,
} from 'graphql';

/** A random operation and what a client sends with it. */
export interface RandomQuery {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** What makes sense for a schema that is not random. */
export interface QueryWords {
  /**
   * Values of arguments and fields of input objects, by `Type.field.argument`, `field.argument` or `argument`. Optional ones
   * without such values are left out.
   */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Fields that are never selected, by `Type.field`. */
  readonly without: ReadonlySet<string>;
  /** Fields that are selected more often than others. */
  readonly favourites: ReadonlySet<string>;
  /** Whether fields keep their names where possible. @default they get others often */
  readonly keepsNames?: boolean;
}

/** Response names that could be confused with something else. `__proto__` is refused before anything is executed. */
const confusing = [
  '__typename',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  'data',
  'errors',
  'a_b',
  'a',
  'b',
  'ab',
  '_entities',
  '_service',
  'landfall_nothing',
  'kept_a',
  'node',
  'representations',
  '_0',
  'e0',
  'x1',
  'query',
  'on',
  'null',
  'true',
];

const variableNames = [
  'a',
  'b',
  'on',
  'x',
  'first',
  'constructor',
  'toString',
  '__proto__',
  'representations',
  'hasOwnProperty',
  'a0',
  'filter',
  'id',
  'valueOf',
  'if',
  'null',
];

/** Maximum number of fields. Most operations have a third of it. */
const maxFields = 36;

/** What is selected under one path of the answer, by response name. Selections there are merged, so they must agree. */
interface Scope {
  readonly fields: Map<string, { readonly signature: string; readonly below: Scope }>;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly definition: string;
}

/** Creates a random query over any schema. It knows GraphQL only, and nothing of what executes it. */
export function createRandomQuery(schema: GraphQLSchema, seed: string, words?: QueryWords): RandomQuery {
  const random = createRandom(`query ${seed}`);
  const definitions: Variable[] = [];
  const variables: Record<string, unknown> = {};
  const fragments: { readonly name: string; readonly on: string; text: string; used: number }[] = [];
  const everyName = Object.values(schema.getTypeMap())
    .filter((type) => isCompositeType(type) && !type.name.startsWith('__'))
    .flatMap((type) => [type.name, ...('getFields' in type ? Object.keys(type.getFields()) : [])]);
  // Real schemas are deeper than random ones.
  const deepest = words === undefined ? random.integer(2, 6) : random.integer(3, 9);
  let left: number = random.integer(3, random.chance(0.15) ? maxFields : maxFields / 3);

  const root = schema.getQueryType();
  if (!root) throw new Error('expected a schema with queries');
  const body = selection(root, newScope(), deepest);
  const spread = fragments.filter(({ used }) => used > 0).map(({ name, on, text }) => ` fragment ${name} on ${on} ${text}`);
  // A selection that found no place may have been the only one that used a variable.
  const used = usedIn(`${body}${spread.join('')}`);
  for (const { name } of definitions.filter((defined) => !used.has(defined.name))) delete variables[name];
  const needed = definitions.filter(({ name }) => used.has(name));
  const head =
    needed.length > 0
      ? `query${random.chance(0.3) ? ' Name' : ''}(${needed.map(({ definition }) => definition).join(', ')}) `
      : random.chance(0.5)
        ? 'query Name '
        : '';
  addUnknown();
  return { query: `${head}${body}${spread.join('')}`, variables };

  /** Values that no definition names. */
  function addUnknown(): void {
    for (const name of ['', 'a b', '__proto__', 'unknown', 'constructor']) {
      if (random.chance(0.04) && !definitions.some((known) => known.name === name))
        set(variables, name, random.pick<unknown>([1, null, { a: 1 }, [false]]));
    }
  }

  function selection(type: GraphQLCompositeType, scope: Scope, depth: number): string {
    const parts: string[] = [];
    const count = random.integer(1, depth <= 1 ? 3 : 4);
    for (let part = 0; part < count; part++) {
      const text = random.chance(0.72) ? field(type, scope, depth) : fragment(type, scope, depth);
      if (text !== undefined) parts.push(text);
    }
    if (parts.length === 0) parts.push(typeName(scope));
    return `{ ${parts.join(' ')} }`;
  }

  function typeName(scope: Scope): string {
    return named('__typename', { scope, signature: 'String! __typename' })?.text ?? '__typename';
  }

  function field(parent: GraphQLCompositeType, scope: Scope, depth: number): string | undefined {
    if (isUnionType(parent) || random.chance(0.12)) return `${typeName(scope)}${conditions()}`;
    const choices = Object.values(parent.getFields()).filter((candidate) => {
      if (words?.without.has(`${parent.name}.${candidate.name}`)) return false;
      return isLeafType(getNamedType(candidate.type)) || (depth > 1 && left > 0);
    });
    // Objects are more interesting than leaves.
    const objects = choices.filter(({ type }) => isCompositeType(getNamedType(type)));
    const favourites = choices.filter(({ name }) => words?.favourites.has(name));
    const wanted = favourites.length > 0 && random.chance(0.7) ? favourites : objects;
    const from = wanted.length > 0 && random.chance(0.5) ? wanted : choices;
    const [first, ...others] = from;
    if (first === undefined) return undefined;
    const chosen: GraphQLField<unknown, unknown> = random.pick([first, ...others]);
    left -= 1;
    const given = argumentsOf(parent, chosen);
    const placed = named(chosen.name, { scope, signature: `${chosen.type} ${chosen.name}${given}` });
    if (placed === undefined) return undefined;
    const type = getNamedType(chosen.type);
    const below = isCompositeType(type) ? ` ${selection(type, placed.below, depth - 1)}` : '';
    return `${placed.text}${given}${conditions()}${below}`;
  }

  /** Returns a field with a response name that is free, or that has the same field already. */
  function named(name: string, { scope, signature }: { scope: Scope; signature: string }): { text: string; below: Scope } | undefined {
    const keepsName = words?.keepsNames === true || random.chance(0.6);
    for (let attempt = 0; attempt < 6; attempt++) {
      const other = words?.keepsNames === true || attempt > 3 ? `${name}_${random.integer(1, 99)}` : responseName(scope);
      const key = keepsName && attempt === 0 ? name : other;
      const known = scope.fields.get(key);
      if (known !== undefined && known.signature !== signature) continue;
      const below = known?.below ?? newScope();
      scope.fields.set(key, { signature, below });
      return { text: key === name ? name : `${key}: ${name}`, below };
    }
    return undefined;
  }

  function responseName(scope: Scope): string {
    const taken = [...scope.fields.keys()];
    return random.pick([
      pickFrom(everyName),
      pickFrom(everyName),
      pickFrom(confusing),
      taken.length > 0 ? pickFrom(taken) : 'x',
      `n${random.integer(1, 9)}`,
    ]);
  }

  function fragment(type: GraphQLCompositeType, scope: Scope, depth: number): string | undefined {
    const candidates = conditionTypes(type);
    const on = pickFrom(candidates);
    if (depth < 1) return undefined;
    if (random.chance(0.45)) {
      const condition = on === type && random.chance(0.3) ? '' : ` on ${on.name}`;
      return `...${condition}${conditions()} ${selection(on, scope, depth - 1)}`;
    }
    // A fragment is defined for one place, so that it agrees with the selections there. It may be spread there twice.
    const name = `F${fragments.length}`;
    const defined = { name: random.chance(0.1) ? `${pickFrom(everyName)}_${name}` : name, on: on.name, text: '', used: 1 };
    fragments.push(defined);
    defined.text = selection(on, scope, depth - 1);
    return `...${defined.name}${conditions()}${random.chance(0.3) ? ` ...${defined.name}${conditions()}` : ''}`;
  }

  function conditionTypes(type: GraphQLCompositeType): GraphQLCompositeType[] {
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const overlapping = Object.values(schema.getTypeMap()).filter((other): other is GraphQLCompositeType & GraphQLNamedType => {
      if (!isCompositeType(other) || other.name.startsWith('__')) return false;
      return possible.some((each) => each === other || (isAbstractType(other) && schema.isSubType(other, each)));
    });
    return overlapping.length > 0 ? overlapping : [type];
  }

  function conditions(): string {
    if (!random.chance(0.12)) return '';
    const one = (): string =>
      `@${random.pick(['skip', 'include'])}(if: ${random.chance(0.5) ? random.pick(['true', 'false']) : variableFor(schema.getType('Boolean') as GraphQLInputType, { isNonNull: true })})`;
    const [first, second] = [one(), one()];
    return random.chance(0.15) && first.slice(0, 3) !== second.slice(0, 3) ? ` ${first} ${second}` : ` ${first}`;
  }

  function argumentsOf(parent: GraphQLNamedType, of: GraphQLField<unknown, unknown>): string {
    const given = of.args.filter(
      (argument) => isRequiredArgument(argument) || (random.chance(0.6) && mayBeGiven(sensibleOf(parent, of, argument))),
    );
    if (given.length === 0) return '';
    const texts = given.map((argument) => `${argument.name}: ${argumentText(parent, of, argument)}`);
    return `(${(random.chance(0.2) ? texts.reverse() : texts).join(', ')})`;
  }

  function sensibleOf(
    parent: GraphQLNamedType,
    of: GraphQLField<unknown, unknown>,
    { name }: GraphQLArgument,
  ): readonly unknown[] | undefined {
    return words?.values[`${parent.name}.${of.name}.${name}`] ?? words?.values[`${of.name}.${name}`] ?? words?.values[name];
  }

  function mayBeGiven(sensible: readonly unknown[] | undefined): boolean {
    return words === undefined || (sensible !== undefined && sensible.length > 0);
  }

  function argumentText(parent: GraphQLNamedType, of: GraphQLField<unknown, unknown>, argument: GraphQLArgument): string {
    const sensible = sensibleOf(parent, of, argument);
    if (sensible === undefined) return literal(argument.type, { depth: 3, hasDefault: argument.defaultValue !== undefined });
    const value = pickFrom(sensible);
    return random.chance(0.4) ? variableFor(argument.type, { value }) : textOf(value, argument.type);
  }

  function literal(type: GraphQLInputType, { depth, hasDefault = false }: { depth: number; hasDefault?: boolean }): string {
    if (random.chance(0.35)) return variableFor(type, { hasDefault });
    if (isNonNullType(type)) return inner(type.ofType, depth);
    return random.chance(0.12) ? 'null' : inner(type, depth);
  }

  function inner(type: GraphQLInputType, depth: number): string {
    if (isListType(type)) {
      // One value stands for a list of it.
      if (random.chance(0.15) && !isListType(type.ofType))
        return inner(isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType, depth);
      return `[${Array.from({ length: random.integer(0, 3) }, () => literal(type.ofType, { depth: depth - 1 })).join(', ')}]`;
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((each) => isRequiredInputField(each) || (depth > 0 && random.chance(0.45)));
      return `{ ${fields.map((each) => `${each.name}: ${literal(each.type, { depth: depth - 1, hasDefault: each.defaultValue !== undefined })}`).join(', ')} }`;
    }
    if (getNamedType(type).name === 'JSON') return jsonLiteral(depth);
    return textOf(jsonOf(type, depth), type);
  }

  function jsonLiteral(depth: number): string {
    const kind = random.integer(0, depth > 0 ? 6 : 3);
    if (kind === 0) return random.pick(['1', '-2.5e3', 'true', 'null', 'WORD', '"text"', '"""block"""']);
    if (kind === 1) return variableFor(schema.getType('JSON') as GraphQLInputType, {});
    if (kind === 2) return `"${random.pick(['', 'a', '\\u2028', '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(1)'])}"`;
    if (kind < 5) return `[${Array.from({ length: random.integer(0, 3) }, () => jsonLiteral(depth - 1)).join(', ')}]`;
    const keys = shuffledFrom(['a', 'b', '__proto__', 'constructor', '__typename', 'id', 'toString']).slice(0, random.integer(0, 3));
    return `{ ${keys.map((key) => `${key}: ${jsonLiteral(depth - 1)}`).join(', ')} }`;
  }

  /** Returns a variable of a type that is allowed at a position, defined before or now, with or without a value. */
  function variableFor(
    position: GraphQLInputType,
    { isNonNull = isNonNullType(position), hasDefault = false, value }: { isNonNull?: boolean; hasDefault?: boolean; value?: unknown },
  ): string {
    const base = isNonNullType(position) ? position.ofType : position;
    const known = definitions.filter(({ type }) => type === `${base}!` || (!isNonNull && type === `${base}`));
    const [one, ...others] = known;
    if (one !== undefined && value === undefined && random.chance(0.4)) return `$${random.pick([one, ...others]).name}`;
    const free = variableNames.filter((name) => !definitions.some((defined) => defined.name === name));
    const name = random.chance(0.3) && free.length > 0 ? pickFrom(free) : `v${definitions.length}`;
    // A nullable variable is allowed where null is not, if the variable or the position has a default.
    const wantsDefault = random.chance(0.25);
    const isNullable = isNonNull ? wantsDefault || (hasDefault && random.chance(0.5)) : value === null || random.chance(0.75);
    const type = isNullable ? `${base}` : `${base}!`;
    const initial = wantsDefault ? jsonOf(base, 3) : undefined;
    definitions.push({ name, type, definition: `$${name}: ${type}${initial === undefined ? '' : ` = ${textOf(initial, base)}`}` });
    const mayBeAbsent = isNullable || initial !== undefined;
    if (value !== undefined) set(variables, name, value);
    else if (!mayBeAbsent || !random.chance(0.35))
      set(variables, name, isNullable && !isNonNull && random.chance(0.2) ? null : jsonOf(base, 3));
    return `$${name}`;
  }

  /** Returns a value as it is sent in JSON. */
  function jsonOf(type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return jsonOf(type.ofType, depth);
    if (isListType(type)) {
      if (random.chance(0.15) && !isListType(type.ofType)) return jsonOf(type.ofType, depth);
      return Array.from({ length: random.integer(0, 2) }, () => maybeNull(type.ofType, depth - 1));
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((each) => isRequiredInputField(each) || (depth > 0 && random.chance(0.4)));
      return Object.fromEntries(fields.map((each) => [each.name, maybeNull(each.type, depth - 1)]));
    }
    if (isEnumType(type)) return pickFrom(type.getValues()).name;
    switch (type.name) {
      case 'Int':
        return random.integer(-3, 40);
      case 'Float':
        return random.pick([1.5, 2, -0.25]);
      case 'Boolean':
        return random.chance(0.5);
      case 'ID':
        return random.pick<unknown>(['1', 'x', 7]);
      case 'JSON':
        return random.pick<unknown>([1, 'text', [null, { a: [] }], {}, JSON.parse('{ "__proto__": 1, "": [2], "a b": {} }'), false, 0.5]);
      case 'String':
        return random.pick(['', 'a', 'B\u2028"', '$x', '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(1)']);
      case 'DateTime':
        return '2026-04-01T00:00:00Z';
      case 'Date':
        return '2026-04-01';
      default:
        return random.pick<unknown>(['now', 3, false]);
    }
  }

  function maybeNull(type: GraphQLInputType, depth: number): unknown {
    return isNonNullType(type) || !random.chance(0.15) ? jsonOf(type, depth) : null;
  }

  function pickFrom<T>(values: readonly T[]): T {
    return random.pick(values as readonly [T, ...T[]]);
  }

  function shuffledFrom<T>(values: readonly T[]): T[] {
    return values
      .map((value) => [random.integer(0, 1_000), value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value);
  }
}

function usedIn(text: string): ReadonlySet<string> {
  const used = new Set<string>();
  visit(parse(text), { Variable: ({ name }) => void used.add(name.value) });
  return used;
}

function newScope(): Scope {
  return { fields: new Map() };
}

/** Sets a member of any name, also `__proto__`. */
function set(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Writes a value as a literal. */
function textOf(value: unknown, type: GraphQLInputType): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((each) => textOf(each, isListType(inner) ? inner.ofType : inner)).join(', ')}]`;
  if (typeof value === 'object') {
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    // A key that is no name cannot be written as a literal.
    const entries = Object.entries(value).filter(([key]) => /^[_A-Za-z]\w*$/.test(key));
    return `{ ${entries.map(([key, each]) => `${key}: ${textOf(each, fields[key]?.type ?? inner)}`).join(', ')} }`;
  }
  if (typeof value === 'string' && isEnumType(getNamedType(inner))) return value;
  return JSON.stringify(value);
}
