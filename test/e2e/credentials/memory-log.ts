import { inspect } from 'node:util';
import { pino } from 'pino';
import type { Logger } from '#platform/logger.ts';

/** A log of all levels in memory. */
export interface MemoryLog {
  readonly logger: Logger;
  text(): string;
}

/** Opens an empty log. */
export function openMemoryLog(): MemoryLog {
  const lines: string[] = [];
  return { logger: pino({ level: 'trace' }, { write: (line) => lines.push(line) }), text: () => lines.join('') };
}

/** Returns everything that an error contains: its message, stack and attributes, and those of its causes. */
export function wholeTextOf(error: unknown): string {
  return inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

/** Returns the secrets that a text contains, unchanged or in Base64. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter(
    (secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)),
  );
}
