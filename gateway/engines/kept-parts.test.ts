import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import type { BoundedCache } from '#platform/cache/bounded-cache.ts';
import { constantFields } from '#platform/cache/constant-fields.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import type { Engine, EngineResult } from '#platform/graphql/engine.ts';
import { validatedOperation } from '../../test/support/validated-operation.ts';
import { composeSupergraph } from '../supergraph/composition.ts';
import { openCompiledEngine } from './compiled.ts';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible"])';
const noticesSdl = `${link} type Query { notices: [Notice!]! } type Notice { name: String eventSet: EventSet }
  type EventSet @key(fields: "matchKey") { matchKey: String! @inaccessible }`;
const eventsSdl = `${link} type EventSet @key(fields: "matchKey") { matchKey: String! @inaccessible outcome: MatchOutcome! events: [Match!]! sources: [Source!]! }
  enum MatchOutcome { UNIQUE UNKNOWN } type Match { name: String! shout: String seenBy: String } type Source { partner: String }`;

interface EventSet {
  readonly outcome: 'UNIQUE';
  readonly events: readonly { readonly name: string | null }[];
  readonly sources: readonly { readonly partner: string }[];
}

const setOf = (...names: readonly (string | null)[]): EventSet => ({
  outcome: 'UNIQUE',
  events: names.map((name) => ({ name })),
  sources: [{ partner: 'port' }],
});

/** Match sets as a subgraph caches them. The executions of its resolvers are counted. */
const remembered = new Map<string, EventSet>();
const shout = vi.fn((name: string | null) => name?.toUpperCase());
let requests = 0;

function open(): Engine {
  const sdls = { 'arrival-notices': noticesSdl, 'port-calls': eventsSdl };
  const supergraph = composeSupergraph(Object.entries(sdls).map(([name, sdl]) => ({ name, url: `http://${name}.invalid/graphql`, sdl })));
  const resolvers = {
    'arrival-notices': {
      Query: { notices: () => [...remembered.keys()].map((name) => ({ name })) },
      Notice: { eventSet: ({ name }: { name: string }) => ({ matchKey: name }) },
    },
    'port-calls': {
      EventSet: { __resolveReference: async ({ matchKey }: { matchKey: string }) => remembered.get(matchKey) },
      Match: {
        ...constantFields({ shout: ({ name }: { name: string | null }) => shout(name) }),
        seenBy: (_: unknown, __: unknown, { tag }: { tag: string }) => tag,
      },
    },
  };
  const contextFor = () => {
    requests += 1;
    return { tag: `request ${requests}` };
  };
  const subgraphs = Object.entries(resolvers).map(([name, of]) => ({ name, resolvers: of, contextFor }));
  return openCompiledEngine({ supergraph, subgraphs, logger: { warn: vi.fn() } });
}

function sending(query: string): () => Promise<EngineResult> {
  const engine = open();
  const operation = validatedOperation(engine.schema, query);
  return async () => engine.execute({ operation, variables: {}, caller: openCaller, requestId: 'r' });
}

/** Executes the operation until it is compiled and its parts are cached. */
async function queryOften(sendQuery: () => Promise<EngineResult>): Promise<EngineResult[]> {
  const answers = [];
  for (let use = 0; use < 7; use += 1) {
    answers.push(await sendQuery());
    // Loaded when an operation is repeated.
    if (use === 2) await import('graphql-jit');
  }
  return answers;
}

describe('parts of answers that show match sets', () => {
  beforeEach(() => {
    shout.mockClear();
    remembered.clear();
    remembered.set('one', setOf('a', 'b'));
    remembered.set('other', setOf('c'));
  });

  it('are created once for a cached match set, and use memory of the shared cache pool', async () => {
    const sendQuery = sending('{ notices { name eventSet { outcome events { shout name } sources { partner } } } }');
    // The pool may be full with what other tests have left, and then it does not grow.
    const open = vi.spyOn(sharedCachePool, 'open');
    const answers = await queryOften(sendQuery);
    const caches = open.mock.results.map(({ value }) => value as BoundedCache<unknown, unknown>);
    open.mockRestore();
    shout.mockClear();
    answers.push(await sendQuery());
    expect(shout).not.toHaveBeenCalled();
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toEqual(
      new Set([
        '{"notices":[{"name":"one","eventSet":{"outcome":"UNIQUE","events":[{"shout":"A","name":"a"},{"shout":"B","name":"b"}],"sources":[{"partner":"port"}]}},' +
          '{"name":"other","eventSet":{"outcome":"UNIQUE","events":[{"shout":"C","name":"c"}],"sources":[{"partner":"port"}]}}]}',
      ]),
    );
    expect(caches.reduce((bytes, { size }) => bytes + size(), 0)).toBeGreaterThan(500);
  });

  it('are created again for another match set with the same key', async () => {
    const sendQuery = sending('{ notices { eventSet { events { shout } } } }');
    await queryOften(sendQuery);
    remembered.set('one', setOf('z'));
    expect((await sendQuery()).data).toEqual({
      notices: [{ eventSet: { events: [{ shout: 'Z' }] } }, { eventSet: { events: [{ shout: 'C' }] } }],
    });
    remembered.set('one', setOf());
    expect((await sendQuery()).data).toMatchObject({ notices: [{ eventSet: { events: [] } }, {}] });
  });

  it('are created for each request if one of their fields depends on it', async () => {
    const answers = await queryOften(sending('{ notices { eventSet { events { name seenBy } } } }'));
    const seenBy = answers.map(({ data }) => JSON.stringify(data).match(/request \d+/)?.[0]);
    expect(new Set(seenBy).size).toBe(answers.length);
  });

  it('report their errors with paths of the whole operation', async () => {
    remembered.set('other', setOf(null));
    const answers = await queryOften(sending('{ notices { eventSet { outcome events { name } } } }'));
    for (const { data, errors } of answers) {
      expect(data).toEqual({ notices: [{ eventSet: { outcome: 'UNIQUE', events: [{ name: 'a' }, { name: 'b' }] } }, { eventSet: null }] });
      expect(errors?.map(({ path }) => path)).toEqual([['notices', 1, 'eventSet', 'events', 0, 'name']]);
    }
  });

  it('contain fields that are selected in several places, under all their names', async () => {
    const query = `{ notices { name eventSet { events { name } ...More again: events { shout } } eventSet { events { name again: name } } } }
      fragment More on EventSet { events { shout } kinds: events { __typename } }`;
    const answers = await queryOften(sending(query));
    expect(JSON.stringify(answers.at(-1)?.data)).toContain(
      '{"name":"one","eventSet":{"events":[{"name":"a","shout":"A","again":"a"},{"name":"b","shout":"B","again":"b"}],"kinds":[{"__typename":"Match"},{"__typename":"Match"}],"again":[{"shout":"A"},{"shout":"B"}]}}',
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });
});
