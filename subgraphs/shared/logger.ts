import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Names of log attributes that may hold a secret or a person's data; their values never reach the output. */
const redacted = ['authorization', 'cookie', 'apiKey', 'secret', 'password', 'token', 'x-api-key'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

/** Opens the log: one JSON object a line on standard output. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, redact: redacted, timestamp: pino.stdTimeFunctions.isoTime });
}
