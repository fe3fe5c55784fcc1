import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { perObject } from '#platform/cache/bounded-cache.ts';
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

let committed: Supergraph | undefined;

/** Reads the committed graph, once in a process. Both files are committed, so that a start needs no composition. */
export function readSupergraph(): Supergraph {
  committed ??= { sdl: readFileSync(supergraphPaths.sdl, 'utf8'), apiSdl: readFileSync(supergraphPaths.apiSdl, 'utf8') };
  return committed;
}

/** Returns the parsed SDL of the supergraph. */
export const documentOf = perObject(({ sdl }: Pick<Supergraph, 'sdl'>) => parse(sdl, { noLocation: true }));

/** Returns the parsed SDL of the API. */
export const apiDocumentOf = perObject(({ apiSdl }: Supergraph) => parse(apiSdl, { noLocation: true }));
