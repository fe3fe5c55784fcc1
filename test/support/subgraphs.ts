import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { SubgraphParts } from '#platform/process/subgraph.ts';
import { openSubgraph as openArrivalNotices } from '../../subgraphs/arrival-notices/subgraph.ts';
import { type ArrivalsParts, openSubgraph as openArrivals } from '../../subgraphs/arrivals/subgraph.ts';
import { openSubgraph as openCommercialSchedules } from '../../subgraphs/commercial-schedules/subgraph.ts';
import { openSubgraph as openPortCalls } from '../../subgraphs/port-calls/subgraph.ts';

/** Access without an access file. */
const openAccess: Pick<AccessRegistry, 'tenants' | 'onChange'> = { tenants: () => [], onChange: () => () => {} };

/**
 * Opens all subgraphs of the supergraph. Arrivals are evaluated after their `startEvaluator` is called.
 *
 * @param more further parts of the arrivals
 */
export async function openSubgraphs(
  parts: SubgraphParts,
  { access = openAccess, ...more }: { readonly access?: typeof openAccess } & Omit<ArrivalsParts, 'access'> = {},
) {
  return {
    notices: await openArrivalNotices(parts),
    schedules: await openCommercialSchedules(parts),
    portCalls: await openPortCalls(parts),
    arrivals: await openArrivals(parts, { access, ...more }),
  };
}
