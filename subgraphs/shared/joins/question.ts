import { LandfallError } from '../errors.ts';
import type { KeySet } from './key-set.ts';
import { decodeKeySet, encodeKeySet } from './key-set-text.ts';

/** A key set and how old the answers of partners may be. */
export interface JoinQuestion {
  readonly keySet: KeySet;
  /** Seconds. */
  readonly maxAge: number;
}

/** Writes a question as the key of the match set that answers it; equal questions give equal texts. */
export function encodeQuestion(keySet: KeySet, maxAge: number | null | undefined): string {
  const seconds = maxAge ?? defaultMaxAge;
  if (seconds < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAge: expected 0 or more seconds, got ${seconds}.`);
  return `${seconds}~${encodeKeySet(keySet)}`;
}

/** @throws {LandfallError} BAD_USER_INPUT for a text that {@link encodeQuestion} did not write */
export function readQuestion(text: string): JoinQuestion {
  const [, seconds = '', rest = ''] = /^(\d{1,10})~(.*)$/s.exec(text) ?? [];
  return { keySet: readKeySet(rest), maxAge: Number(seconds) };
}

/** @throws {LandfallError} BAD_USER_INPUT for a text that `encodeKeySet` did not write */
export function readKeySet(text: string): KeySet {
  const keySet = decodeKeySet(text);
  if (keySet === undefined) throw new LandfallError('BAD_USER_INPUT', 'The key of the match set is not one of ours.');
  return keySet;
}

/** How old answers about schedules may be unless the client says otherwise. */
const defaultMaxAge = 900;
