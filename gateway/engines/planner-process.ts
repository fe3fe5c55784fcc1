import { QueryPlanner } from '@graphql-hive/router-query-planner';
import type { PlannerReply, PlannerRequest } from './planner.ts';

/**
 * The process of the query planner. The native planner ends its process where other code would throw, so it must not
 * run in the process of a gateway.
 */

process.title = 'landfall: query planner';
// A busy planner must not outlive its parent. `process.exit` would wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Signals to the whole group of processes are for the parent, which may still need plans until it has finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let planner: QueryPlanner | undefined;

process.on('message', async (request: PlannerRequest) => {
  if ('supergraphSdl' in request) {
    planner = new QueryPlanner(request.supergraphSdl);
    return reply({ isReady: true });
  }
  try {
    const plan = await planner?.planAsync(request.operation, undefined, new Set(), 0);
    reply({ node: plan?.node });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});

function reply(message: PlannerReply): void {
  process.send?.(message);
}
