import { buildSchema, execute, parse } from 'graphql';
import { createServerLogger } from '#platform/logger.ts';

// A process of late-errors.test.ts: the second row fails at once, and the first one when no caller waits for it any more.
const logger = createServerLogger('info');
const schema = buildSchema('type Query { rows: [Row!] } type Row { value: Int! }');
const rows = [
  { value: () => new Promise((_, reject) => setImmediate(() => reject(new Error('late')))) },
  {
    value: () => {
      throw new Error('early');
    },
  },
];
const { data, errors } = await execute({ schema, document: parse('{ rows { value } }'), rootValue: { rows } });
logger.info({ data, places: errors?.map(({ path }) => path) }, 'answered');
if (process.argv.includes('--rejects')) setImmediate(() => Promise.reject(new Error('of no field')));
setTimeout(() => logger.info('still here'), 200);
