import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultOperationLimits } from './operation-limits.ts';
import { createOperations, type Operations } from './operations.ts';

const schema = buildSchema('scalar JSON type Query { a: Query b(x: String): Int c(l: JSON): Int }');

function open(limits = {}): Operations {
  return createOperations({ schema, limits: { ...defaultOperationLimits, ...limits } });
}

function codesOf(operations: Operations, text: string): unknown[] {
  const prepared = operations.prepare(text);
  return 'errors' in prepared ? prepared.errors.map(({ extensions }) => extensions['code']) : [];
}

/** Limit for one preparation, about twenty times what it takes. */
const maxCpuMs = 1_000;

describe('operations', () => {
  it('are the same object for the same text, one for each operation in it', () => {
    const operations = open();
    const text = 'query A { ...F } query B { b } fragment F on Query { b }';
    const [first, second, other] = [operations.prepare(text, 'A'), operations.prepare(text, 'A'), operations.prepare(text, 'B')];
    if (!('operation' in first && 'operation' in second && 'operation' in other)) throw new Error('refused');
    expect(second.operation).toBe(first.operation);
    expect(first.operation.document.definitions).toHaveLength(2);
    expect(other.operation.document.definitions).toEqual([other.operation.definition]);
  });

  it('are accepted up to the exact limits', () => {
    const cases: [limits: object, allowed: string, refused: string][] = [
      [{ maxDepth: 3 }, '{ a { a { b } } }', '{ a { a { a { b } } } }'],
      [{ maxDepth: 3 }, '{ ... { a { ...F } } } fragment F on Query { a { b } }', '{ a { ...F } } fragment F on Query { a { a { b } } }'],
      // The deepest selection need not be the first one, at any level.
      [{ maxDepth: 3 }, '{ b a { b a { b b } } b }', '{ b a { b a { b a { b } } } b }'],
      [
        { maxDepth: 3 },
        '{ b ...F ... { a { a { b } } } } fragment F on Query { b }',
        '{ b ...F ... { a { a { a { b } } } } } fragment F on Query { b }',
      ],
      [
        { maxDepth: 3 },
        '{ a { b } ...F } fragment F on Query { b a { a { b } } }',
        '{ a { b } ...F } fragment F on Query { b a { a { a { b } } } }',
      ],
      [{ maxRootFields: 2 }, '{ b a { b b b } }', '{ b ...F } fragment F on Query { b ... { b } }'],
      [
        { maxAliases: 4 },
        '{ x: a { ...F } y: a { b } z: a { ...F } } fragment F on Query { b }',
        '{ x: a { ...F } y: a { ...F } z: a { ...F } } fragment F on Query { q: b }',
      ],
      [
        { maxFields: 5 },
        '{ a { ...F ...F } a { b } } fragment F on Query { b }',
        '{ a { ...F ...F } a { ...F } } fragment F on Query { a { b } }',
      ],
      [{ maxTokens: 6 }, '{ b b b b }', '{ b b b b b }'],
      [{ maxCharacters: 8 }, '{ b    }', '{ b     }'],
      [{ maxFragments: 1 }, '{ ...F } fragment F on Query { b }', '{ ...F ...G } fragment F on Query { b } fragment G on Query { b }'],
      [{ maxOverlappingFields: 4 }, '{ a { b } a { b } a { a { b } } }', '{ ...F a { b } ...F } fragment F on Query { a { a { b } } }'],
      [{ maxInputDepth: 2 }, '{ c(l: [[1], [2]]) }', '{ c(l: [[[1]]]) }'],
    ];
    for (const [limits, allowed, refused] of cases) {
      expect([allowed, codesOf(open(limits), allowed)]).toEqual([allowed, []]);
      expect([refused, codesOf(open(limits), refused)]).toEqual([refused, ['OPERATION_TOO_LARGE']]);
    }
  });

  it('that are unterminated are too large if hundreds of brackets are open, whether or not these exhaust the stack', () => {
    expect(codesOf(open(), `{ c(l: ${'['.repeat(600)}`)).toEqual(['OPERATION_TOO_LARGE']);
    expect(codesOf(open(), `{ c(l: ${'['.repeat(100)}`)).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('of a kind that the schema does not have are rejected', () => {
    expect(codesOf(open(), 'mutation { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), 'fragment F on Query { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), 'type Query { b: Int }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), '')).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('in one text count together towards the limit of fields', () => {
    const text = 'query A { ...F } query B { ...F } fragment F on Query { b a { b } }';
    expect(open({ maxFields: 6 }).prepare(text, 'B')).toHaveProperty('operation');
    expect(codesOf(open({ maxFields: 5 }), text)).toEqual(['OPERATION_TOO_LARGE']);
  });

  it.each([
    [
      'spread each other',
      '{ ...F } fragment F on Query { a { ...G } } fragment G on Query { ...F }',
      'Cannot spread fragment "F" within itself.',
    ],
    ['have one name', '{ ...F } fragment F on Query { a { b } } fragment F on Query { b }', 'There can be only one fragment named "F".'],
    ['are not used', '{ b } fragment F on Query { b }', 'Fragment "F" is never used.'],
  ])('with fragments that %s are rejected before validation', (_what, text, message) => {
    const prepared = open().prepare(text);
    expect('errors' in prepared && prepared.errors.map((error) => error.message)).toEqual([message]);
  });

  it('with errors are answered with the first locations of each error', () => {
    const prepared = open().prepare(`query (${'$x: Int\n'.repeat(50)}) { b }`);
    const [error] = 'errors' in prepared ? prepared.errors : [];
    expect(error?.locations).toEqual([1, 2, 3, 4, 5].map((line) => ({ line, column: line === 1 ? 9 : 2 })));
  });

  it('with introspection are rejected if it is off, without revealing any part of the schema', () => {
    const closed = createOperations({ schema, limits: defaultOperationLimits, introspection: false });
    for (const text of [
      '{ __schema { types { name } } }',
      '{ b __type(name: "Query") { name } }',
      '{ ...F } fragment F on Query { __schema { queryType { name } } }',
    ]) {
      expect(codesOf(closed, text)).toContain('GRAPHQL_VALIDATION_FAILED');
    }
    expect(codesOf(closed, '{ __typename }')).toEqual([]);
    const prepared = closed.prepare('{ aa b(xx: 1) }');
    expect('errors' in prepared && prepared.errors.map(({ message }) => message).join()).not.toContain('Did you mean');
  });

  it('that repeat one field thousands of times, or spread fragments in each other, are decided quickly', () => {
    const wide = `{ a { ${'b '.repeat(4_900)} } }`;
    const spread = `{ a { ...F0 } } ${Array.from({ length: 200 }, (_, index) => `fragment F${index} on Query { ${Array.from({ length: 5 }, (__, step) => `...F${Math.min(199, index + step + 1)}`).join(' ')} b }`).join(' ')}`;
    for (const text of [wide, spread]) {
      const before = process.cpuUsage();
      open({ maxTokens: 10_000 }).prepare(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(maxCpuMs);
    }
  });
});
