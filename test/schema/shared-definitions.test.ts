import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { readSubgraphSdl } from '#platform/graphql/subgraph-sdl.ts';
import { packageRoot } from '#platform/package-root.ts';

const subgraphs = ['arrival-notices', 'commercial-schedules', 'port-calls', 'arrivals'];
const definitionsOf = (sdl: string) =>
  parse(sdl)
    .definitions.filter((definition) => 'name' in definition)
    .map(print);
const fileOf = (name: string) => readFileSync(join(packageRoot, 'schema', `${name}.graphql`), 'utf8');

test('each shared definition is used by at least two subgraphs', () => {
  const used = subgraphs.flatMap((name) => definitionsOf(readSubgraphSdl(name)));
  const single = definitionsOf(fileOf('shared')).filter((shared) => used.filter((definition) => definition === shared).length < 2);
  expect(single).toEqual([]);
});

test('a definition that subgraphs have in common is shared, not repeated, except the stubs of entities that another one owns', () => {
  const own = subgraphs.flatMap((name) => definitionsOf(fileOf(name)).filter((definition) => !definition.includes('@key(')));
  expect(own.filter((definition, index) => own.indexOf(definition) !== index)).toEqual([]);
});
