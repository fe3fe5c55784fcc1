import { type SubgraphPart, serveSubgraph } from '#platform/process/serve.ts';
import { openSubgraph } from './subgraph.ts';

/** The subgraph and its logs. */
export const part: SubgraphPart = {
  name: 'arrival-notices',
  open: openSubgraph,
  logs: ['arrival-notice-versions', 'arrival-notice-notifications'],
};

/** Runs the subgraph as a separate process. */
export function main(): Promise<void> {
  return serveSubgraph(part);
}
