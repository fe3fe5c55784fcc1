import type { Board } from '../board.ts';
import type { BoardState, Count } from '../board-state.ts';
import type { Messages } from '../messages/messages.ts';
import type { HostParts } from '../model/own-parts.ts';
import { formatInstant, formatShortDay, type TimeStyle } from '../model/times.ts';

/** The properties that all parts of the view share. */
export interface Ui {
  readonly board: Board;
  readonly state: BoardState;
  /** The texts in the language of the board, or those of the page in place of them. */
  readonly words: Messages;
  readonly times: TimeStyle;
  /** What the embedding page adds. */
  readonly own: HostParts;
  /** Milliseconds since 1970; the time to which all ages refer. */
  readonly now: number;
}

/** Returns the label of a code of the standards, or an unknown code in readable form. */
export function wordOf({ codes }: Messages, code: string): string {
  return labelOf(codes, code);
}

/** Returns the label of a value, or a value that a newer server has added in readable form. */
export function labelOf(labels: Readonly<Record<string, string>>, code: string): string {
  const known = labels[code];
  if (known !== undefined) return known;
  return /^[A-Z]+_[A-Z_]+$/.test(code) ? `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}` : code;
}

/** Formats a number of a notice: `1,234`. */
export function formatCount(count: number, lang: string): string {
  return count.toLocaleString(lang);
}

/** Formats a number of arrivals: `1,234`, `10,000+` if there are more, `…` until they have been counted. */
export function formatTotal({ times }: Pick<Ui, 'times'>, total: Count | undefined): string {
  return total === undefined ? '…' : `${formatCount(total.value, times.lang)}${total.isExact ? '' : '+'}`;
}

/**
 * Formats a value of a notice: days and instants by the selected clock, codes by their labels, objects as short JSON.
 */
export function formatValue(value: unknown, { words, times }: Pick<Ui, 'words' | 'times'>): string {
  if (value === undefined || value === null) return words.nothing;
  if (typeof value === 'boolean') return words.overview.answers[value ? 'YES' : 'NO'];
  if (typeof value === 'number') return value.toLocaleString(times.lang);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatShortDay(value, times.lang);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatInstant(value, times) : wordOf(words, value);
}
