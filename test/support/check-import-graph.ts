import { packageRoot } from '#platform/package-root.ts';
import { issuesOf, readImportGraph } from './import-graph.ts';

// Part of `npm run check`.
const issues = issuesOf(readImportGraph(packageRoot));
for (const issue of issues) process.stderr.write(`${issue}\n`);
process.exitCode = issues.length > 0 ? 1 : 0;
