import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { GraphQLError } from 'graphql';
import { describeDifference, openRandomEquality, operationsPerWorld } from './random-equality.ts';

/**
 * `npm run test:equality -- [--count 2000] [--from seed] [--seeds 1,2,3] [--engine compiled|federated] [--keep-going]`:
 * compares both engines with graphql-js over random schemas and operations, prints the seeds, and fails on the first
 * difference, which the seed repeats. Without `--from` the seeds are new ones. `--count` with `--seeds` adds that many.
 */
const { values: options } = parseArgs({
  options: {
    count: { type: 'string' },
    from: { type: 'string' },
    seeds: { type: 'string' },
    engine: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

// If an item of a list fails, graphql-js 16 leaves the rejections of the items before it unhandled.
process.on('unhandledRejection', (cause) => {
  if (!(cause instanceof GraphQLError && cause.path !== undefined)) throw cause;
});

const first = options.from === undefined ? randomInt(40_000_000) * operationsPerWorld : Number(options.from);
const fixed = options.seeds?.split(',').map(Number) ?? [];
const count = Number(options.count ?? (options.seeds === undefined ? 2_000 : 0));
const seeds = [...fixed, ...Array.from({ length: count }, (_, index) => first + index)];
const engines = (['compiled', 'federated'] as const).filter((name) => options.engine === undefined || options.engine === name);
const start = performance.now();
let failed = 0;
await using equality = await openRandomEquality(engines);
for (const [index, seed] of seeds.entries()) {
  if (index > 0 && index % 5_000 === 0) print(`${index} of ${seeds.length} compared, next seed ${seed}`);
  const differences = await equality.check(seed);
  for (const difference of differences) print(`${describeDifference(difference)}\n`);
  if (differences.length === 0) continue;
  failed += 1;
  if (!options['keep-going']) break;
}
const { compared, refused, away } = equality.counts;
const parts = [`${compared} operations compared`, `${away} of them also without a subgraph`, `${refused} refused`, `${failed} differ`];
print(`seeds ${seeds[0]} to ${seeds.at(-1)}: ${parts.join(', ')}, ${((performance.now() - start) / 1_000).toFixed(1)} s`);
process.exitCode = failed > 0 ? 1 : 0;
