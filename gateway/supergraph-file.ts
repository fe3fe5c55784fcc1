import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LandfallError } from '../subgraphs/shared/errors.ts';
import { packageRoot } from '../subgraphs/shared/package-root.ts';
import { composeSupergraph } from './supergraph.ts';

const path = join(packageRoot, 'schema', 'supergraph.graphql');
const header = '# Written by `npm run codegen`. Do not edit; change the SDL of the subgraph.\n';

/** The subgraphs with the addresses they have in the deployment of docker-compose.yml. */
const subgraphs = [
  { name: 'arrival-notices', url: 'http://arrival-notices:4001/graphql' },
  { name: 'commercial-schedules', url: 'http://commercial-schedules:4002/graphql' },
  { name: 'port-calls', url: 'http://port-calls:4003/graphql' },
];

/** The committed supergraph. */
export function readSupergraph(): string {
  return readFileSync(path, 'utf8');
}

/** Composes the subgraphs and writes the supergraph. @throws {LandfallError} CONFIG_INVALID when they do not compose */
export function writeSupergraph(): void {
  writeFileSync(path, compose());
}

/** @throws {LandfallError} CONFIG_INVALID when the committed supergraph is not what the subgraphs compose to */
export function checkSupergraph(): void {
  if (readSupergraph() === compose()) return;
  throw new LandfallError('CONFIG_INVALID', 'schema/supergraph.graphql is not what the subgraphs compose to. Run `npm run codegen`.');
}

function compose(): string {
  const sources = subgraphs.map((subgraph) => ({
    ...subgraph,
    sdl: readFileSync(join(packageRoot, 'schema', `${subgraph.name}.graphql`), 'utf8'),
  }));
  return `${header}${composeSupergraph(sources)}\n`;
}
