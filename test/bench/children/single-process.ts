import { readConfig } from '#platform/config.ts';
import { createServerLogger } from '#platform/logger.ts';
import { start } from '../../../gateway/main.ts';

/** A single process with the settings of the environment; `EVALUATES_ARRIVALS=no` disables the evaluator. */
const config = readConfig();
await start('all', config, createServerLogger(config.LOG_LEVEL), { evaluatesArrivals: process.env['EVALUATES_ARRIVALS'] !== 'no' });
