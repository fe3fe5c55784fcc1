import type { Logger } from './logger.ts';

/**
 * Has the log tell what Node would write to standard error in lines of its own: warnings, and errors that nobody caught,
 * which end the process with exit status 1. For a process whose log is read line by line as JSON.
 */
export function logProcessFaults(logger: Pick<Logger, 'fatal' | 'warn'>): void {
  // Node's own listener is what prints warnings.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'an error was not caught, the process ends');
    process.exit(1);
  });
}
