import { readConfig } from '#platform/config.ts';
import { createServerLogger } from '#platform/logger.ts';
import { startSingleProcess } from '../../../gateway/main.ts';

/** A single process with the settings of the environment; `EVALUATES_ARRIVALS=no` disables the evaluator. */
const config = readConfig();
await startSingleProcess(config, createServerLogger(config.LOG_LEVEL), { evaluatesArrivals: process.env['EVALUATES_ARRIVALS'] !== 'no' });
