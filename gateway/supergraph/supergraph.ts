import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';

/** A composed graph. */
export interface Supergraph {
  /** SDL of a Federation 2 supergraph, for planners. */
  readonly sdl: string;
  /** SDL of the API that clients see: without federation directives and inaccessible elements. */
  readonly apiSdl: string;
}

/** The files of the composed graph, by the members of {@link Supergraph}. */
export const supergraphPaths = {
  sdl: join(packageRoot, 'schema', 'supergraph.graphql'),
  apiSdl: join(packageRoot, 'schema', 'api.graphql'),
} as const;

/** Reads the committed graph. Both files are committed, so that a start needs no composition. */
export function readSupergraph(): Supergraph {
  return { sdl: readFileSync(supergraphPaths.sdl, 'utf8'), apiSdl: readFileSync(supergraphPaths.apiSdl, 'utf8') };
}
