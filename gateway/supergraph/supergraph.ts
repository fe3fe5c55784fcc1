import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';

/** A composed graph, as two texts. */
export interface Supergraph {
  /** SDL of a Federation 2 supergraph, for planners. */
  readonly sdl: string;
  /** SDL of what clients see: no federation machinery, no inaccessible elements. */
  readonly apiSdl: string;
}

/** Where the composed graph is kept, by the parts of {@link Supergraph}. */
export const supergraphPaths = {
  sdl: join(packageRoot, 'schema', 'supergraph.graphql'),
  apiSdl: join(packageRoot, 'schema', 'api.graphql'),
} as const;

/** The committed graph. Both texts are kept, so that a start needs no composer. */
export function readSupergraph(): Supergraph {
  return { sdl: readFileSync(supergraphPaths.sdl, 'utf8'), apiSdl: readFileSync(supergraphPaths.apiSdl, 'utf8') };
}
