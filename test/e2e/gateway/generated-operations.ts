import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';

/** The parts of generated operations besides the schema. */
export interface Words {
  /** Definitions of the variables. An operation defines those that it uses. */
  readonly variables: readonly string[];
  /** Possible arguments of a field, by `Type.field`, or by `field` for any type. Default: no arguments. */
  readonly argumentsOf: Readonly<Record<string, readonly string[]>>;
  /** Fields that are selected more often than others. */
  readonly favourites?: ReadonlySet<string>;
  /** Maximum depth of nested fields. @default 6 */
  readonly depth?: number;
  /** Maximum number of selections in one set. @default 4 */
  readonly width?: number;
}

/** Variables of every operation over the sample: one true, one false by default, and values for arguments. */
export const generatedVariables = { on: true, references: ['A'], value: { a: [1, null, 'x'] } };

const sampleWords: Words = {
  variables: ['$on: Boolean!', '$off: Boolean = false', '$references: [String!]', '$value: JSON'],
  argumentsOf: {
    notices: [
      '',
      '(first: 1)',
      '(filter: { references: ["B"] })',
      '(filter: { references: $references }, first: 2)',
      '(filter: { kind: null })',
    ],
    node: ['(id: "notice-A")', '(id: "version-1")', '(id: "gone")'],
    echo: [
      '',
      '(value: $value)',
      '(value: { a: [1.5, { b: "c" }], d: $value })',
      '(kind: REVISED, filter: { size: null })',
      '(at: "2026-03-02T10:00:00Z")',
    ],
    arrivalNoticeVersionLog: ['', '(after: "0", first: 2)', '(after: "c1", filter: { references: $references })'],
  },
};

/** How often a favourite counts among the fields of its type. */
const favour = 20;
const conditions = [
  '',
  '',
  '',
  ' @skip(if: $on)',
  ' @skip(if: $off)',
  ' @include(if: $on)',
  ' @include(if: $off)',
  ' @include(if: false)',
  ' @skip(if: false)',
];

/**
 * Generates valid queries over a schema: nested, with aliases, all kinds of fragments and conditions. Their variables
 * are `$on`, which is true, `$off`, and those of the words.
 */
export function arbitraryQuery(schema: GraphQLSchema, words = sampleWords): fc.Arbitrary<string> {
  return fc
    .infiniteStream(fc.nat(1_000))
    .map((numbers) => generate(schema, words, (below) => (numbers.next().value ?? 0) % below))
    .filter((query) => validate(schema, parse(query)).length === 0);
}

function generate(schema: GraphQLSchema, words: Words, roll: (below: number) => number): string {
  const { variables, argumentsOf, favourites = new Set(), depth: deepest = 6, width = 4 } = words;
  const fragments: string[] = [];
  const pick = (from: readonly string[]): string => from[roll(from.length)] ?? '';

  function choicesFor(parent: GraphQLNamedType, of: GraphQLField<unknown, unknown>): readonly string[] {
    return argumentsOf[`${parent.name}.${of.name}`] ?? argumentsOf[of.name] ?? (of.args.some(isRequiredArgument) ? [] : ['']);
  }

  function field(parent: GraphQLNamedType, of: GraphQLField<unknown, unknown>, depth: number): string | undefined {
    const type = getNamedType(of.type);
    if (!isLeafType(type) && depth === 0) return undefined;
    const choices = choicesFor(parent, of);
    const choice = roll(choices.length);
    // The same selection always has the same alias, so that overlapping selections do not conflict.
    const alias = choice === 0 && roll(3) > 0 ? '' : `${of.name}${roll(2) === 0 ? 'X' : 'Y'}${choice}: `;
    const head = `${alias}${of.name}${choices[choice] ?? ''}${pick(conditions)}`;
    return isLeafType(type) ? head : `${head} ${selection(type, depth - 1)}`;
  }

  function selection(type: GraphQLNamedType, depth: number): string {
    const all = isObjectType(type) || isAbstractType(type) ? Object.values('getFields' in type ? type.getFields() : {}) : [];
    const askable = all.filter((each) => choicesFor(type, each).length > 0);
    const fields = askable.flatMap((each) => Array<typeof each>(favourites.has(each.name) ? favour : 1).fill(each));
    const parts = ['__typename'];
    for (let count = roll(width); count >= 0; count--) {
      const kind = roll(10);
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
      const inner = possible[roll(possible.length)];
      if (kind < 7 || depth === 0 || inner === undefined) {
        const leaves = fields.filter((each) => isLeafType(getNamedType(each.type)));
        const choices = depth === 0 && leaves.length > 0 ? leaves : fields;
        const chosen = choices[roll(choices.length)];
        parts.push((chosen && field(type, chosen, depth)) ?? '__typename');
      } else if (kind < 9) {
        parts.push(`... on ${inner.name}${pick(conditions)} ${selection(inner, depth - 1)}`);
      } else {
        const name = `F${fragments.length}`;
        fragments.push('');
        fragments[Number(name.slice(1))] = `fragment ${name} on ${inner.name} ${selection(inner, depth - 1)}`;
        parts.push(`...${name}${pick(conditions)}`, ...(roll(2) === 0 ? [`...${name}${pick(conditions)}`] : []));
      }
    }
    return `{ ${parts.slice(roll(2) === 0 || parts.length === 1 ? 0 : 1).join(' ')} }`;
  }

  const query = schema.getQueryType();
  const body = `${query ? selection(query, deepest - 1) : ''} ${fragments.join(' ')}`;
  const used = variables.filter((definition) => body.includes(definition.split(':')[0] ?? ''));
  return `query${used.length > 0 ? `(${used.join(', ')})` : ''} ${body}`;
}
