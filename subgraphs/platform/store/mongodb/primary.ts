import type { MongoClient } from 'mongodb';

/** The kinds of servers that accept writes, as the driver names them. */
const writableKinds: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/**
 * Tracks the driver's view of the servers.
 *
 * @param client a connected client
 * @returns a function that returns whether one of the servers accepts writes. A server that shuts down is noticed
 *   immediately, one that stops responding is not
 */
export function watchPrimary(client: Pick<MongoClient, 'on'>): () => boolean {
  let hasPrimary = true;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    hasPrimary = [...newDescription.servers.values()].some(({ type }) => writableKinds.has(type));
  });
  return () => hasPrimary;
}
