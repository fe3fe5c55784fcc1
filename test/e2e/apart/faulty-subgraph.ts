import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { execute, parse, validate } from 'graphql';
import { openCaller } from '#platform/access/entitlement.ts';
import { StoreUnavailableError } from '#platform/errors.ts';
import { openSubgraphSchema } from '#platform/process/serve-graphql.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';

/** A fault of a subgraph. */
export type Fault = keyof typeof faults | typeof withoutInnermost | 'its match sets cannot be loaded';

/** What a subgraph of an earlier version lacks. */
export const withoutInnermost = 'the innermost objects of its answer lack their fields';

/** A subgraph behind HTTP whose fault can be set. */
export interface FaultySubgraph extends AsyncDisposable {
  readonly url: string;
  fault: Fault | undefined;
}

/** Replaces every value of an answer. */
const replaced = (answer: string, value: unknown): string => {
  const { data } = JSON.parse(answer) as { data: object };
  return JSON.stringify({ data: Object.fromEntries(Object.keys(data).map((key) => [key, value])) });
};

/** The responses that replace an answer. */
const faults = {
  'dead: it drops connections': (response: ServerResponse) => void response.destroy(),
  'slow: it takes longer than anybody waits': () => undefined,
  'garbage: a page in HTML': (response: ServerResponse) => void response.end('<!doctype html><h1>Welcome to nginx at 10.0.0.7</h1>'),
  'garbage: 500, and an object in JSON': (response: ServerResponse) =>
    void response.writeHead(500).end('{"statusCode":500,"message":"connect ECONNREFUSED 10.0.0.7:27017"}'),
  'garbage: the first half of the answer': (response: ServerResponse, answer: string) =>
    void response.end(answer.slice(0, answer.length / 2)),
  'garbage: a list': (response: ServerResponse) => void response.end('[]'),
  'garbage: no data': (response: ServerResponse) => void response.end('{"data":{}}'),
  'garbage: texts for objects': (response: ServerResponse, answer: string) => void response.end(replaced(answer, 'x')),
  'garbage: empty objects': (response: ServerResponse, answer: string) => void response.end(replaced(answer, {})),
  'garbage: lists of too few, and of lists': (response: ServerResponse, answer: string) => void response.end(replaced(answer, [[]])),
  'garbage: lists of objects without fields': (response: ServerResponse, answer: string) => void response.end(replaced(answer, [{}, {}])),
} as const;

export const allFaults = Object.keys(faults) as (keyof typeof faults)[];

/** Removes the fields of objects that contain no objects. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).filter(([, field]) => typeof field === 'object' && field !== null);
  return Object.fromEntries(inner.map(([name, field]) => [name, emptied(field)]));
}

/** Returns the subgraph with a store that is unavailable whenever a match set is loaded. */
export function withFailingMatchSets<S extends Pick<Subgraph, 'resolvers'>>(subgraph: S): S {
  const resolvers = Object.entries(subgraph.resolvers as Record<string, object>).map(([type, fields]) => {
    if (!type.endsWith('MatchSet')) return [type, fields];
    const fail = async () => {
      throw new StoreUnavailableError(new Error('connect ECONNREFUSED 10.0.0.7:27017'));
    };
    return [type, { ...fields, __resolveReference: fail }];
  });
  return { ...subgraph, resolvers: Object.fromEntries(resolvers) };
}

/** Serves a subgraph with faults. */
export async function openFaultySubgraph(subgraph: Subgraph): Promise<FaultySubgraph> {
  const schema = openSubgraphSchema(subgraph);
  const withoutMatchSets = openSubgraphSchema(withFailingMatchSets(subgraph));
  const server = createServer(async (request, response) => {
    const { fault } = faulty;
    if (request.url === '/readyz') return void (fault === undefined ? response.end('{}') : response.destroy());
    const { query, variables } = JSON.parse(await text(request)) as { query: string; variables?: Record<string, unknown> };
    const hasMatchSets = fault !== 'its match sets cannot be loaded';
    const document = parse(query);
    const errors = validate(schema, document);
    const executed = await execute({
      schema: hasMatchSets ? schema : withoutMatchSets,
      document,
      variableValues: variables,
      contextValue: subgraph.contextFor(openCaller),
    });
    const answer = JSON.stringify(errors.length === 0 ? executed : { errors });
    response.setHeader('content-type', 'application/json');
    if (fault === undefined || fault === 'its match sets cannot be loaded') response.end(answer);
    else if (fault === withoutInnermost) response.end(JSON.stringify(emptied(JSON.parse(answer))));
    else faults[fault](response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const faulty: FaultySubgraph = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    fault: undefined,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return faulty;
}
