import type { MongoClient } from 'mongodb';

/** Kinds of servers that take writes, as the driver names them. */
const writableKinds: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/**
 * Follows what the driver knows of the servers.
 *
 * @param client connected
 * @returns whether one of them takes writes; a server that ends is noticed at once, one that falls silent is not
 */
export function watchPrimary(client: Pick<MongoClient, 'on'>): () => boolean {
  let isThere = true;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    isThere = [...newDescription.servers.values()].some(({ type }) => writableKinds.has(type));
  });
  return () => isThere;
}
