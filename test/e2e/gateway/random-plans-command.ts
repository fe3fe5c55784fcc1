import { parseArgs } from 'node:util';
import { planRandomOperations } from './random-plans.ts';

/**
 * `npm run random:plans [-- --count 20000 --seed 1]`: plans random operations, and prints those that could not be planned
 * with their seeds.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [firstSeed, count] = [Number(values.seed), Number(values.count)];
process.stdout.write(`planning ${count} random operations from seed ${firstSeed} ...\n`);
const failed = await planRandomOperations(firstSeed, count);
for (const { seed, operation, cause } of failed) process.stderr.write(`seed ${seed}: ${cause}\n${operation}\n`);
process.stdout.write(`${failed.length} of ${count} could not be planned\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
