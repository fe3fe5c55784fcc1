import { type SubgraphPart, serveSubgraph } from '#platform/process/serve.ts';
import { openSubgraph } from './subgraph.ts';

/** The subgraph, which has no logs. */
export const part: SubgraphPart = { name: 'commercial-schedules', open: openSubgraph, logs: [] };

/** Runs the subgraph as a separate process. */
export function main(): Promise<void> {
  return serveSubgraph(part);
}
