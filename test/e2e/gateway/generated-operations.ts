import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  parse,
  validate,
} from 'graphql';

/** Variables of every generated operation: one that is true, one that is false by default, values for arguments. */
export const generatedVariables = { on: true, references: ['A'], value: { a: [1, null, 'x'] } };
const definitions = ['$on: Boolean!', '$off: Boolean = false', '$references: [String!]', '$value: JSON'];

/** Arguments of the sample's fields, as they may be written. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
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
};
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
const aliases = ['', '', '', 'x: ', 'y: '];

/** Valid queries over the sample's schema: nested, with aliases, fragments of all kinds and conditions. */
export function arbitraryQuery(schema: GraphQLSchema): fc.Arbitrary<string> {
  return fc
    .infiniteStream(fc.nat(1_000))
    .map((numbers) => generate(schema, (below) => (numbers.next().value ?? 0) % below))
    .filter((query) => validate(schema, parse(query)).length === 0);
}

function generate(schema: GraphQLSchema, roll: (below: number) => number): string {
  const fragments: string[] = [];
  const pick = (from: readonly string[]): string => from[roll(from.length)] ?? '';

  function field(of: GraphQLField<unknown, unknown>, depth: number): string | undefined {
    const type = getNamedType(of.type);
    if (!isLeafType(type) && depth === 0) return undefined;
    const head = `${pick(aliases)}${of.name}${pick(argumentsOf[of.name] ?? [''])}${pick(conditions)}`;
    return isLeafType(type) ? head : `${head} ${selection(type, depth - 1)}`;
  }

  function selection(type: GraphQLNamedType, depth: number): string {
    const fields = isObjectType(type) || isAbstractType(type) ? Object.values('getFields' in type ? type.getFields() : {}) : [];
    const parts = ['__typename'];
    for (let count = roll(4); count >= 0; count--) {
      const kind = roll(10);
      const inner = isAbstractType(type) ? schema.getPossibleTypes(type)[roll(2)] : type;
      if (kind < 7 || depth === 0 || inner === undefined) {
        const chosen = fields[roll(fields.length)];
        parts.push((chosen && field(chosen, depth)) ?? '__typename');
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
  const body = `${query ? selection(query, 5) : ''} ${fragments.join(' ')}`;
  const used = definitions.filter((definition) => body.includes(definition.split(':')[0] ?? ''));
  return `query${used.length > 0 ? `(${used.join(', ')})` : ''} ${body}`;
}
