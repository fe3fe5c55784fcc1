import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import type { Store } from '#platform/store/store.ts';
import { printLine } from '#platform/terminal.ts';

/** Requests a rebuild of all arrivals from the process that evaluates them. @param request writes the request to the store */
export async function rebuildArrivals(request: (store: Store) => Promise<void>): Promise<void> {
  await using backends = await openBackends(readConfig());
  await request(backends.store);
  printLine('Requested. The running process evaluates all arrivals again; landfall_arrival_rebuild_pending is 0 when it has finished.');
}
