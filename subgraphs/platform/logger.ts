import { type Logger as PinoLogger, pino } from 'pino';
import { escapeControls } from './terminal.ts';

export type Logger = PinoLogger;

/** Names of log attributes that may hold a secret or a person's data; their values never reach the output. */
const redacted = ['authorization', 'cookie', 'apiKey', 'secret', 'password', 'token', 'x-api-key'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

/** Characters that wait for a reader of the output that is slow; lines beyond them are lost. */
const maxWaitingCharacters = 64 * 1024 * 1024;

/** Opens the log of a server, which also tells what Node would print otherwise. */
export function createServerLogger(level: string): Logger {
  const logger = createLogger(level);
  logProcessFaults(logger);
  return logger;
}

/**
 * Opens the log: one JSON object a line on standard output. Nobody waits for a line to be written. Where lines were lost
 * because nobody read them, the next one says how many.
 */
export function createLogger(level: string): Logger {
  const output = pino.destination({ fd: 1, sync: false, maxLength: maxWaitingCharacters });
  // What partners and clients wrote may stand in a line, and somebody may read it at a terminal.
  const escaped = { write: (line: string) => output.write(escapeControls(line, { keepsLines: true })) };
  const logger = pino({ level, base: null, redact: redacted, timestamp: pino.stdTimeFunctions.isoTime }, escaped);
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    if (lost === 0) return;
    logger.error({ lines: lost }, 'log lines were lost, because the log was read too slowly');
    lost = 0;
  });
  return logger;
}

/**
 * Has the log tell what Node would write to standard error in lines of its own: warnings, and errors that nobody caught,
 * which end the process with exit status 1. For a process whose log is read line by line as JSON.
 */
function logProcessFaults(logger: Logger): void {
  // Node's own listener is what prints warnings.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node.js warning'));
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'an uncaught error ends the process');
    process.exit(1);
  });
}
