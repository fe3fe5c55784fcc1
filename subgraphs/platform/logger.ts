import { type Logger as PinoLogger, pino } from 'pino';
import { escapeControls } from './terminal.ts';

export type Logger = PinoLogger;

/** Names of log attributes that may contain secrets or personal data. Their values are never written. */
const redacted = ['authorization', 'cookie', 'apiKey', 'secret', 'password', 'token', 'x-api-key'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

/** Maximum number of characters that are buffered for a slow reader of the output. Further lines are lost. */
const maxWaitingCharacters = 64 * 1024 * 1024;

/** Opens the log of a server, including Node's warnings and uncaught errors. */
export function createServerLogger(level: string): Logger {
  const logger = createLogger(level);
  logProcessErrors(logger);
  return logger;
}

/**
 * Opens the log: one JSON object per line on standard output, written asynchronously. After a loss of lines the next
 * line contains their number.
 */
export function createLogger(level: string): Logger {
  const output = pino.destination({ fd: 1, sync: false, maxLength: maxWaitingCharacters });
  // A line may contain strings of partners and clients, and may be shown on a terminal.
  let isWritten = true;
  const escaped = {
    write: (line: string) => {
      isWritten = false;
      output.write(escapeControls(line, { keepsLines: true }));
    },
    flush: (done: () => void) => {
      if (isWritten) done();
      else output.once('drain', done);
    },
  };
  const logger = pino({ level, base: null, redact: redacted, timestamp: pino.stdTimeFunctions.isoTime }, escaped);
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    isWritten = true;
    if (lost === 0) return;
    logger.error({ lines: lost }, 'log lines were lost, because the log was read too slowly');
    lost = 0;
  });
  return logger;
}

type WriteLine = (fields: object, message: string) => void;

/** Opens a log that writes to the logger of an embedding program. Secrets are redacted, and errors are plain objects. */
export function createForwardingLogger(target: Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>, level: string): Logger {
  const write = (line: string) => {
    const { level, msg = '', ...fields } = JSON.parse(escapeControls(line, { keepsLines: true })) as { level: number; msg?: string };
    const name = level >= 50 ? 'error' : level >= 40 ? 'warn' : level >= 30 ? 'info' : 'debug';
    target[name](fields, msg);
  };
  return pino({ level, base: null, redact: redacted, timestamp: false }, { write });
}

/**
 * Keeps errors of fields that graphql-js leaves unhandled from ending an embedding program. All other rejections are treated
 * as without it.
 */
export function logFieldErrors(logger: Logger): Disposable {
  const listener = (error: unknown): void => {
    if (error instanceof Error && isOfField(error)) logger.warn({ err: error }, afterAnswer);
    // With a listener, Node would go on.
    else if (process.listenerCount('unhandledRejection') === 1) throw error;
  };
  process.on('unhandledRejection', listener);
  return { [Symbol.dispose]: () => void process.off('unhandledRejection', listener) };
}

const afterAnswer = 'a field failed after its answer had failed';

/** How long the end of a process waits for a reader of its log. */
const unreadLogMs = 1_000;

/**
 * Ends the process as soon as its log is written. If its output is not read, the process kills itself after
 * {@link unreadLogMs}, because `process.exit` would wait for the reader without a limit.
 */
export function endProcess(logger: Logger, code: number): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), unreadLogMs);
  logger.flush(() => process.exit(code));
}

/**
 * Returns whether an error is one of a field. graphql-js 16 leaves it unhandled if a later item of the same list has failed
 * already; the answer reports that one.
 */
function isOfField(error: Error & { readonly path?: unknown }): boolean {
  return error.name === 'GraphQLError' && Array.isArray(error.path);
}

/**
 * Logs what Node would write to standard error: warnings, and uncaught errors, which end the process with exit status
 * 1, unless they are of one field of an answer. Needed because the log is read line by line as JSON.
 */
function logProcessErrors(logger: Logger): void {
  // Removes Node's own listener, which prints warnings.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node.js warning'));
  process.on('uncaughtException', (error, origin) => {
    if (origin === 'unhandledRejection' && isOfField(error)) {
      logger.warn({ err: error }, afterAnswer);
      return;
    }
    logger.fatal({ err: error, origin }, 'uncaught error; exiting');
    endProcess(logger, 1);
  });
}
