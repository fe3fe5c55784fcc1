import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createRandom } from '@landfall/sandbox/random.ts';
import { execute, type GraphQLSchema, parse, validate } from 'graphql';
import { openCaller } from '#platform/access/entitlement.ts';
import type { Engine, EngineResult, ValidatedOperation } from '#platform/graphql/engine.ts';
import { createLogger } from '#platform/logger.ts';
import { coerceVariables } from '#platform/operations/check-request.ts';
import { createSubgraphEngine } from '#platform/process/serve-graphql.ts';
import { openCompiledEngine } from '../../gateway/engines/compiled.ts';
import { openFederatedEngine } from '../../gateway/engines/federated.ts';
import { createRandomQuery, type RandomQuery } from '../support/random-query.ts';
import { differenceOfLost, type Judged, judged } from './answers.ts';
import { createRandomWorld, type RandomWorld, type SubgraphName, subgraphNames, type WorldContext } from './random-world.ts';

/** Number of operations over one random schema. Each has a seed of its own. */
export const operationsPerWorld = 25;

/** Where an engine differs from graphql-js. */
export interface Difference {
  readonly seed: number;
  readonly engine: string;
  readonly query: string;
  readonly variables: string;
  readonly expected: string;
  readonly got: string;
}

/** Compares both engines with graphql-js. */
export interface RandomEquality extends AsyncDisposable {
  /** @returns the differences for one operation; empty if it is answered in the same way by all */
  check(seed: number): Promise<Difference[]>;
  /** Number of operations that were compared, that are refused before execution, and that were sent while a subgraph was away. */
  readonly counts: { readonly compared: number; readonly refused: number; readonly away: number };
}

/** How often each operation is sent: the third time it is compiled, the fourth time what was cached is used. */
const rounds = 4;

const logger = createLogger('silent');

export async function openRandomEquality(engines: readonly ('compiled' | 'federated')[]): Promise<RandomEquality> {
  const counts = { compared: 0, refused: 0, away: 0 };
  const subgraphServer = await openSubgraphServer();
  let open: OpenWorld | undefined;
  const openWorldOf = async (seed: number): Promise<OpenWorld> => {
    const number = Math.floor(seed / operationsPerWorld);
    if (open?.number === number) return open;
    await open?.[Symbol.asyncDispose]();
    open = openWorld(number, subgraphServer);
    return open;
  };
  return {
    counts,
    async check(seed) {
      const { world, compiled, federated, loaded } = await openWorldOf(seed);
      const sent = createRandomQuery(world.schema, String(seed));
      const operation = operationOf(sent.query, world.schema);
      const coerced = operation && coerceVariables(world.schema, { operation, variables: sent.variables }).coerced;
      if (operation === undefined || coerced === undefined) {
        counts.refused += 1;
        return [];
      }
      counts.compared += 1;
      const whole = await judge(world, operation, sent);
      const expected = judged(whole);
      const differences: Difference[] = [];
      const differ = (engine: string, expectation: unknown, got: unknown) => {
        differences.push({
          seed,
          engine,
          query: sent.query,
          variables: JSON.stringify(sent.variables),
          expected: textOf(expectation),
          got: textOf(got),
        });
      };
      const request = { operation, variables: sent.variables, coerced, caller: openCaller, requestId: 'r' };
      for (const engine of engines) {
        for (let round = 0; round < (engine === 'compiled' ? rounds : 2); round++) {
          const answer = await answerOf(engine === 'compiled' ? compiled : federated, request);
          await loaded();
          if (equal(answer, expected)) continue;
          differ(`${engine}, time ${round + 1}`, expected, answer);
          break;
        }
      }
      const random = createRandom(`lost ${seed}`);
      if (!engines.includes('federated') || !random.chance(0.3)) return differences;
      counts.away += 1;
      const away = random.pick(subgraphNames);
      const least = await judge(world, operation, sent, { away });
      const unknown = await judge(world, operation, sent, { away, losesMatchSetsOnly: true });
      subgraphServer.away.add(away);
      try {
        const given = await federated.execute(request);
        const difference = differenceOfLost(given, { least, unknown, whole });
        if (difference !== undefined) differ(`federated without ${away}`, difference, judged(given));
      } catch (error) {
        differ(`federated without ${away}`, 'an answer', String(error));
      } finally {
        subgraphServer.away.clear();
      }
      return differences;
    },
    [Symbol.asyncDispose]: async () => {
      await open?.[Symbol.asyncDispose]();
      await subgraphServer[Symbol.asyncDispose]();
    },
  };
}

/** Writes a difference so that it can be read, and repeated by its seed. */
export function describeDifference({ seed, engine, query, variables, expected, got }: Difference): string {
  return `seed ${seed}, ${engine}\n  query     ${query}\n  variables ${variables}\n  expected  ${expected}\n  got       ${got}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : `${(value as Judged).data} errors ${(value as Judged).errors?.join(' ')}`;
}

function equal(answer: Judged | string, expected: Judged): boolean {
  return typeof answer !== 'string' && answer.data === expected.data && answer.errors.join() === expected.errors.join();
}

async function answerOf(engine: Engine, request: Parameters<Engine['execute']>[0]): Promise<Judged | string> {
  try {
    return judged(await engine.execute(request));
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : error}`;
  }
}

async function judge(
  { schema }: RandomWorld,
  { document }: ValidatedOperation,
  { variables }: RandomQuery,
  contextValue: WorldContext = {},
) {
  return execute({ schema, document, variableValues: variables, contextValue });
}

function operationOf(query: string, schema: GraphQLSchema): ValidatedOperation | undefined {
  const document = parse(query);
  if (validate(schema, document).length > 0) return undefined;
  const definition = document.definitions.find((candidate) => candidate.kind === 'OperationDefinition');
  return definition?.kind === 'OperationDefinition' ? { document, definition, kind: definition.operation } : undefined;
}

interface OpenWorld extends AsyncDisposable {
  readonly number: number;
  readonly world: RandomWorld;
  readonly compiled: Engine;
  readonly federated: Engine;
  loaded(): Promise<void>;
}

function openWorld(number: number, server: SubgraphServer): OpenWorld {
  const world = createRandomWorld(number);
  const { supergraph, subgraphs } = world;
  const compiled = openCompiledEngine({
    supergraph,
    subgraphs: subgraphs.map(({ name, resolvers }) => ({ name, resolvers, contextFor: () => ({ subgraph: name }) })),
    logger,
  });
  const urls = Object.fromEntries(subgraphs.map(({ name }) => [name, `${server.url}/${name}`]));
  server.serve(world);
  const federated = openFederatedEngine({ supergraph, subgraphs: urls, logger });
  return {
    number,
    world,
    compiled,
    federated,
    // The engine loads graphql-jit in the background.
    loaded: async () => {
      await import('graphql-jit');
      await new Promise(setImmediate);
    },
    [Symbol.asyncDispose]: async () => {
      await compiled[Symbol.asyncDispose]();
      await federated[Symbol.asyncDispose]();
    },
  };
}

/** Serves the subgraphs of one world at a time, each under its name. */
interface SubgraphServer extends AsyncDisposable {
  readonly url: string;
  /** Subgraphs whose connections are cut. */
  readonly away: Set<string>;
  serve(world: RandomWorld): void;
}

async function openSubgraphServer(): Promise<SubgraphServer> {
  const away = new Set<string>();
  let answer: (name: string, body: RandomQuery) => Promise<EngineResult> = async () => ({ data: null });
  const server: Server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    if (away.has(name)) return void request.socket.destroy();
    const result = await answer(name, (await json(request)) as RandomQuery);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(result));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away,
    serve({ subgraphs }) {
      const engines = new Map(subgraphs.map((subgraph) => [subgraph.name as string, engineOf(subgraph)]));
      answer = async (name, body) => engines.get(name)?.(body) ?? { data: null };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Executes a subgraph as its process does. */
function engineOf({ name, openSchema }: RandomWorld['subgraphs'][number]): (body: RandomQuery) => Promise<EngineResult> {
  const contextFor = (): { subgraph: SubgraphName } => ({ subgraph: name });
  const engine = createSubgraphEngine({ schema: openSchema(), openSchema, contextFor: contextFor as never }, logger);
  const operations = new Map<string, ValidatedOperation>();
  return async ({ query, variables }) => {
    const operation = operations.get(query) ?? operationOf(query, engine.schema);
    if (operation === undefined) return { data: null, errors: validate(engine.schema, parse(query)) };
    operations.set(query, operation);
    return engine.execute({ operation, variables, caller: openCaller, requestId: 'r' });
  };
}
