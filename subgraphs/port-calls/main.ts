import { serveSubgraph } from '../shared/serve.ts';
import { openSubgraph } from './subgraph.ts';

/** Runs the subgraph as a process of its own. */
export function main(): Promise<void> {
  return serveSubgraph({ open: openSubgraph, logs: ['port-call-events'] });
}
