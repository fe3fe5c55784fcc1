import { badFilter } from '#platform/errors.ts';

/**
 * The words by which arrivals are found: index terms that begin with a word of a search. `word`: words of documents,
 * containers, ships, ports and voyages. `partyWord`: words of parties.
 */
export type WordKind = 'word' | 'partyWord';

/** Maximum length that is compared. */
const maxWordLength = 40;
/**
 * Maximum number of words in one search, and of consecutive words that are compared as one, because a number may be
 * written in groups.
 */
const [maxWords, maxJoined] = [10, 4];

/** Returns the index term of a number or code, without case, accents, blanks and punctuation. */
export function codeTerms(kind: WordKind, code: string | undefined): string[] {
  return termsOf(kind, [partsOf(code ?? '').join('')]);
}

/** Returns the index terms of a name: each of its words, joined with the words after it. */
export function nameTerms(kind: WordKind, name: string | undefined): string[] {
  const parts = partsOf(name ?? '');
  return termsOf(
    kind,
    parts.map((_, index) => parts.slice(index).join('')),
  );
}

/**
 * Returns, for each word of a search, the beginnings of terms of which an arrival must have one: the word itself, or
 * the word joined with its neighbours.
 *
 * @param attribute name of the filter's attribute, for errors
 * @throws {LandfallError} BAD_USER_INPUT if the text has no word, or too many
 */
export function beginningsOf(kind: WordKind, attribute: string, text: string): string[][] {
  const words = text.split(/\s+/).flatMap((word) => partsOf(word).join('') || []);
  if (words.length === 0) throw badFilter(attribute, 'expected letters or digits');
  if (words.length > maxWords) throw badFilter(attribute, `at most ${maxWords} words, got ${words.length}`);
  return words.map((_, at) => {
    const runs: string[] = [];
    for (let first = Math.max(0, at - maxJoined + 1); first <= at; first += 1) {
      for (let end = at + 1; end <= Math.min(words.length, first + maxJoined); end += 1) runs.push(words.slice(first, end).join(''));
    }
    return termsOf(kind, runs);
  });
}

/** Splits a text into its sequences of letters and digits, in lower case and without accents. */
function partsOf(text: string): string[] {
  const plain = text.toWellFormed().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function termsOf(kind: WordKind, words: readonly string[]): string[] {
  return [
    ...new Set(
      words.flatMap((word) =>
        word === '' ? [] : `${kind}:${word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('')}`,
      ),
    ),
  ];
}
