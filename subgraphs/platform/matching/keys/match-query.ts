import { heapBytesOf } from '../../cache/heap-bytes.ts';
import { alwaysReread } from '../../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import { maxWaitMsOf } from '../../upstream/shared-requests.ts';
import type { MatchKey } from './match-key.ts';
import { decodeMatchKey } from './match-key-text.ts';

/** A match key, how old the answers of partners may be, and how long they are waited for. */
export interface MatchQuery {
  readonly matchKey: MatchKey;
  /** Seconds. */
  readonly maxAgeSeconds: number;
  readonly maxWaitMs: number;
}

/** Arguments of a field that joins. */
export interface MatchArguments {
  /** Seconds. @default 900 */
  readonly maxAgeSeconds?: number | null | undefined;
  /** @default 2_000 */
  readonly maxWaitMs?: number | null | undefined;
}

/**
 * Writes a question as the key of the match set that answers it; equal questions give equal texts.
 *
 * @param matchKey as `encodeMatchKey` wrote it
 */
export function encodeMatchQuery(matchKey: string, { maxAgeSeconds, maxWaitMs }: MatchArguments): string {
  const seconds = maxAgeSeconds ?? defaultMaxAge;
  if (seconds < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${seconds}.`);
  return `${seconds}+${maxWaitMsOf(maxWaitMs)}~${matchKey}`;
}

/** The match key in a question, as `encodeMatchKey` wrote it; what {@link encodeMatchQuery} did not write has none. */
export function matchKeyIn(question: string): string | undefined {
  const at = question.indexOf('~');
  return at === -1 ? undefined : question.slice(at + 1);
}

/** @throws {LandfallError} BAD_USER_INPUT for a text that {@link encodeMatchQuery} did not write */
export function readMatchQuery(text: string): MatchQuery {
  const held = questions.get(text);
  if (held !== undefined) return held;
  const [, seconds, waitMs, rest = ''] = /^(\d{1,10})\+(\d{1,10})~(.*)$/s.exec(text) ?? [];
  const question = { matchKey: readMatchKey(rest), maxAgeSeconds: Number(seconds), maxWaitMs: Number(waitMs) };
  questions.set(text, question, rest.length + heapBytesOf(question));
  return question;
}

/** @throws {LandfallError} BAD_USER_INPUT for a text that `encodeMatchKey` did not write */
export function readMatchKey(text: string): MatchKey {
  const held = read.get(text);
  if (held !== undefined) return held;
  const matchKey = decodeMatchKey(text);
  if (matchKey === undefined) throw new LandfallError('BAD_USER_INPUT', 'The key of the match set is invalid.');
  read.set(text, matchKey, heapBytesOf(matchKey));
  return matchKey;
}

/** What the texts of a page mean, and the error of each one that cannot be read: a forged key fails alone. */
export function readableOf<Q>(
  texts: readonly string[],
  read: (text: string) => Q,
): { readonly readable: ReadonlyMap<string, Q>; readonly refused: ReadonlyMap<string, LandfallError> } {
  const readable = new Map<string, Q>();
  const refused = new Map<string, LandfallError>();
  for (const text of texts) {
    try {
      readable.set(text, read(text));
    } catch (error) {
      refused.set(text, asLandfallError(error));
    }
  }
  return { readable, refused };
}

/** The same texts come again with every page that is shown again. */
const read = alwaysReread.open<string, MatchKey>();
const questions = alwaysReread.open<string, MatchQuery>();

/** How old answers about schedules may be unless the client says otherwise. */
const defaultMaxAge = 900;
