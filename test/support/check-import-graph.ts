import { packageRoot } from '#platform/package-root.ts';
import { faultsOf, readImportGraph } from './import-graph.ts';

// Part of `npm run check`.
const faults = faultsOf(readImportGraph(packageRoot));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
