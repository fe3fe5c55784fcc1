import { buildSchema, type GraphQLError } from 'graphql';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openCaller, unlimitedCaller } from '../access/entitlement.ts';
import type { Session } from '../access/sessions.ts';
import type { Engine, ValidatedOperation } from '../graphql/engine.ts';
import { startApolloServer } from './apollo-server.ts';
import { checkRequests, defaultOperationLimits } from './check-request.ts';
import type { RequestProgress } from './graphql-context.ts';
import { createCostLimit } from './operation-cost.ts';
import { createParseBudget } from './request-policy.ts';

const schema = buildSchema('scalar JSON type Query { a: Query b(x: String): Int c(l: JSON): Int }');

/** Checks texts as a server does. */
interface Checks {
  /** @returns the accepted operation, or the errors */
  check(text: string, name?: string): Promise<{ operation: ValidatedOperation } | { errors: readonly GraphQLError[] }>;
}

async function open(limits = {}, introspection = true): Promise<Checks> {
  const allLimits = { ...defaultOperationLimits, ...limits };
  const engine: Engine = {
    schema,
    execute: () => ({ data: {} }),
    [Symbol.asyncDispose]: async () => {},
  };
  const server = await startApolloServer({
    engine,
    logger: pino({ level: 'silent' }),
    limits: allLimits,
    introspection,
    isTraced: false,
    plugins: [
      checkRequests({ schema, limits: allLimits, costs: createCostLimit(schema), parseBudget: createParseBudget(), cacheBytes: 1_000_000 }),
    ],
  });
  return {
    check: async (query, operationName) => {
      const progress: RequestProgress = { startedAt: 0 };
      const contextValue = { scope: { transport: 'http', requestId: 'r', session }, progress } as const;
      await server.executeOperation({ query, ...(operationName === undefined ? {} : { operationName }) }, { contextValue });
      if (progress.accepted !== undefined) return { operation: progress.accepted.operation };
      return { errors: progress.rejection ?? [] };
    },
  };
}

const session: Session = {
  tenant: 'a',
  caller: openCaller,
  limits: { ...unlimitedCaller, partnerCallsPerMinute: 1 },
  signedInBy: 'gateway',
  expiresAt: Number.POSITIVE_INFINITY,
  renewed: () => session,
};

async function codesOf(checks: Checks, text: string): Promise<unknown[]> {
  const checked = await checks.check(text);
  return 'errors' in checked ? checked.errors.map(({ extensions }) => extensions['code']) : [];
}

/** Limit for one preparation, about twenty times what it takes. */
const maxCpuMs = 1_000;

describe('operations', () => {
  it('are the same object for the same text, one for each operation in it', async () => {
    const operations = await open();
    const text = 'query A { ...F } query B { b } fragment F on Query { b }';
    const [first, second, other] = [
      await operations.check(text, 'A'),
      await operations.check(text, 'A'),
      await operations.check(text, 'B'),
    ];
    if (!('operation' in first && 'operation' in second && 'operation' in other)) throw new Error('refused');
    expect(second.operation).toBe(first.operation);
    expect(first.operation.document.definitions).toHaveLength(2);
    expect(other.operation.document.definitions).toEqual([other.operation.definition]);
  });

  it('are accepted up to the exact limits', async () => {
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
      [{ maxFragments: 1 }, '{ ...F } fragment F on Query { b }', '{ ...F ...G } fragment F on Query { b } fragment G on Query { b }'],
      [{ maxOverlappingFields: 4 }, '{ a { b } a { b } a { a { b } } }', '{ ...F a { b } ...F } fragment F on Query { a { a { b } } }'],
      [{ maxInputDepth: 2 }, '{ c(l: [[1], [2]]) }', '{ c(l: [[[1]]]) }'],
    ];
    for (const [limits, allowed, refused] of cases) {
      expect([allowed, await codesOf(await open(limits), allowed)]).toEqual([allowed, []]);
      expect([refused, await codesOf(await open(limits), refused)]).toEqual([refused, ['OPERATION_TOO_LARGE']]);
    }
  });

  it('that are unterminated are too large if hundreds of brackets are open, whether or not these exhaust the stack', async () => {
    expect(await codesOf(await open(), `{ c(l: ${'['.repeat(600)}`)).toEqual(['OPERATION_TOO_LARGE']);
    expect(await codesOf(await open(), `{ c(l: ${'['.repeat(100)}`)).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('of a kind that the schema does not have are rejected', async () => {
    expect(await codesOf(await open(), 'mutation { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(await codesOf(await open(), 'fragment F on Query { b }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(await codesOf(await open(), 'type Query { b: Int }')).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(await codesOf(await open(), ' ')).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('in one text count together towards the limit of fields', async () => {
    const text = 'query A { ...F } query B { ...F } fragment F on Query { b a { b } }';
    expect(await (await open({ maxFields: 6 })).check(text, 'B')).toHaveProperty('operation');
    expect(await codesOf(await open({ maxFields: 5 }), text)).toEqual(['OPERATION_TOO_LARGE']);
  });

  it.each([
    [
      'spread each other',
      '{ ...F } fragment F on Query { a { ...G } } fragment G on Query { ...F }',
      'Cannot spread fragment "F" within itself.',
    ],
    ['have one name', '{ ...F } fragment F on Query { a { b } } fragment F on Query { b }', 'There can be only one fragment named "F".'],
    ['are not used', '{ b } fragment F on Query { b }', 'Fragment "F" is never used.'],
  ])('with fragments that %s are rejected before validation', async (_what, text, message) => {
    const prepared = await (await open()).check(text);
    expect('errors' in prepared && prepared.errors.map((error) => error.message)).toEqual([message]);
  });

  it('with errors are answered with the first locations of each error', async () => {
    const prepared = await (await open()).check(`query (${'$x: Int\n'.repeat(50)}) { b }`);
    const [error] = 'errors' in prepared ? prepared.errors : [];
    expect(error?.locations).toEqual([1, 2, 3, 4, 5].map((line) => ({ line, column: line === 1 ? 9 : 2 })));
  });

  it('with introspection are rejected if it is off, without revealing any part of the schema', async () => {
    const closed = await open({}, false);
    for (const text of [
      '{ __schema { types { name } } }',
      '{ b __type(name: "Query") { name } }',
      '{ ...F } fragment F on Query { __schema { queryType { name } } }',
    ]) {
      expect(await codesOf(closed, text)).toContain('GRAPHQL_VALIDATION_FAILED');
    }
    expect(await codesOf(closed, '{ __typename }')).toEqual([]);
    const prepared = await closed.check('{ aa b(xx: 1) }');
    expect('errors' in prepared && prepared.errors.map(({ message }) => message).join()).not.toContain('Did you mean');
  });

  it('that repeat one field thousands of times, or spread fragments in each other, are decided quickly', async () => {
    const wide = `{ a { ${'b '.repeat(4_900)} } }`;
    const doubled = (index: number) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`;
    const withoutFields = `{ ...F0 } ${Array.from({ length: 23 }, (_, index) => doubled(index)).join(' ')}`;
    const spread = `{ a { ...F0 } } ${Array.from({ length: 200 }, (_, index) => `fragment F${index} on Query { ${Array.from({ length: 5 }, (__, step) => `...F${Math.min(199, index + step + 1)}`).join(' ')} b }`).join(' ')}`;
    const checks = await open({ maxTokens: 10_000 });
    for (const text of [wide, spread, withoutFields]) {
      const before = process.cpuUsage();
      await checks.check(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(maxCpuMs);
    }
  });
});
