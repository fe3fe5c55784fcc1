/**
 * Operations that look small and are meant to be expensive, by the kind of misuse. They are written for the sample
 * subgraph.
 */
export const hostileOperations: Readonly<Record<string, string>> = {
  'tokens without end': `{ notices { nodes { ${'id '.repeat(30_000)} } } }`,
  'comments without end': `{ __typename }${'#\n'.repeat(200_000)}`,
  'one alias more than allowed': `{ notices { nodes { ${list(101, (index) => `a${index}: id`)} } } }`,
  'levels without end': `{ node(id: "notice-1") { ... on Notice { ${'current { notice { '.repeat(400)}id${' } }'.repeat(400)} } } }`,
  'root fields without end': `{ ${list(1_000, () => 'callers')} }`,
  'a fragment that spreads itself': '{ notices { nodes { ...F } } } fragment F on Notice { id ...F }',
  'fragments that spread each other': `{ notices { nodes { ...F0 } } } ${list(150, (index) => `fragment F${index} on Notice { ${list(8, (step) => `...F${(index + step + 1) % 150}`)} }`)}`,
  'fragments that double': `{ notices { nodes { ...F0 } } } ${list(60, (index) => `fragment F${index} on Notice { ${index < 59 ? `...F${index + 1} ...F${index + 1}` : 'id'} }`)}`,
  'hundreds of fragments': `{ ${list(450, (index) => `...F${index}`)} } ${list(450, (index) => `fragment F${index} on Query { callers }`)}`,
  'unused fragments, full of repetitions': `{ callers } fragment F on Query { ${list(4_000, () => 'callers')} }`,
  'a fragment twice, the first full of repetitions': `{ ...F } fragment F on Query { ${list(4_000, () => 'callers')} } fragment F on Query { callers }`,
  'fields that overlap': `{ notices { nodes { ${list(1_200, () => 'current { id }')} } } }`,
  'fields that overlap at every level': `{ notices { ${overlapping(7)} } }`,
  'fields that overlap through fragments': `{ notices { nodes { ${list(120, (index) => `...F${index}`)} } } } ${list(120, (index) => `fragment F${index} on Notice { current { ${list(9, () => 'id')} } }`)}`,
  'directives without end': `{ callers ${list(800, () => '@skip(if: false)')} }`,
  'unknown directives without end': `{ callers ${list(2_300, (index) => `@d${index}`)} }`,
  'a list nested without end': `{ echo(value: ${'['.repeat(2_400)}${']'.repeat(2_400)}) }`,
  'objects nested in a literal': `{ echo(value: ${'{ a: '.repeat(1_000)}1${' }'.repeat(1_000)}) }`,
  'brackets that never close': `{ echo(value: ${'['.repeat(4_900)}`,
  'a variable defined a thousand times, on a thousand lines': `query (${list(1_200, () => '$a: Int\n\n\n\n\n\n')}) { callers }`,
  'operations without end': `${list(600, (index) => `query Q${index} { ...F }`)} fragment F on Query { ${list(100, () => 'callers')} }`,
  'introspection with aliases': `{ __schema { types { ${list(99, (index) => `a${index}: fields { type { fields { args { type { name } } } } args { type { name } } }`)} } } }`,
  'introspection nested in itself': `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
  'rows of rows':
    '{ notices(first: 500) { nodes { versions { notice { versions { notice { versions { notice { versions { id } } } } } } } } } }',
};

function list(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(' ');
}

function overlapping(levels: number): string {
  if (levels === 0) return 'id';
  const inner = overlapping(levels - 1);
  return levels % 2 === 0 ? `nodes { ${inner} } nodes { ${inner} }` : `edges { node { ${inner} } } edges { node { ${inner} } }`;
}
