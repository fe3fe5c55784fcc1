import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultOperationLimits } from './operation-limits.ts';
import { createOperations, type Operations } from './operations.ts';

const schema = buildSchema('type Query { a: Query b(x: String): Int }');

function open(limits = {}): Operations {
  return createOperations(schema, { ...defaultOperationLimits, ...limits });
}

function codesOf(operations: Operations, text: string): unknown[] {
  const prepared = operations.prepare(text);
  return 'errors' in prepared ? prepared.errors.map(({ extensions }) => extensions['code']) : [];
}

describe('operations', () => {
  it('are the same object whenever the same text comes, one for each operation of the text', () => {
    const operations = open();
    const text = 'query A { ...F } query B { b } fragment F on Query { b }';
    const [first, second, other] = [operations.prepare(text, 'A'), operations.prepare(text, 'A'), operations.prepare(text, 'B')];
    if (!('operation' in first && 'operation' in second && 'operation' in other)) throw new Error('refused');
    expect(second.operation).toBe(first.operation);
    expect(first.operation.document.definitions).toHaveLength(2);
    expect(other.operation.document.definitions).toEqual([other.operation.definition]);
  });

  it('are within the limits up to the last one allowed', () => {
    const cases: [limits: object, allowed: string, refused: string][] = [
      [{ maxDepth: 3 }, '{ a { a { b } } }', '{ a { a { a { b } } } }'],
      [{ maxDepth: 3 }, '{ ... { a { ...F } } } fragment F on Query { a { b } }', '{ a { ...F } } fragment F on Query { a { a { b } } }'],
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
    ];
    for (const [limits, allowed, refused] of cases) {
      expect([allowed, codesOf(open(limits), allowed)]).toEqual([allowed, []]);
      expect([refused, codesOf(open(limits), refused)]).toEqual([refused, ['OPERATION_TOO_LARGE']]);
    }
  });

  it('of a kind the schema does not have are refused', () => {
    expect(codesOf(open(), 'mutation { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), 'fragment F on Query { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), 'type Query { b: Int }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(codesOf(open(), '')).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('that repeat one field thousands of times, or spread fragments in each other, are decided quickly', () => {
    const wide = `{ a { ${'b '.repeat(4_900)} } }`;
    const spread = `{ a { ...F0 } } ${Array.from({ length: 200 }, (_, index) => `fragment F${index} on Query { ${Array.from({ length: 5 }, (__, step) => `...F${Math.min(199, index + step + 1)}`).join(' ')} b }`).join(' ')}`;
    for (const text of [wide, spread]) {
      const start = performance.now();
      open({ maxTokens: 10_000 }).prepare(text);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });
});
