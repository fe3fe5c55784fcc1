import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { badFilter } from '#platform/errors.ts';

/**
 * The words by which arrivals are found: index terms that begin with a word of a search. `word`: words of documents,
 * containers, ships, ports, voyages and the references of the cargo. `partyWord`: words of parties.
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
export function beginningsOf(kinds: readonly WordKind[], attribute: string, text: string): string[][] {
  const words = text.split(/\s+/).flatMap((word) => partsOf(word).join('') || []);
  if (words.length === 0) throw badFilter(attribute, 'expected letters or digits');
  if (words.length > maxWords) throw badFilter(attribute, `at most ${maxWords} words, got ${words.length}`);
  return words.map((_, at) => {
    const runs: string[] = [];
    for (let first = Math.max(0, at - maxJoined + 1); first <= at; first += 1) {
      for (let end = at + 1; end <= Math.min(words.length, first + maxJoined); end += 1) runs.push(words.slice(first, end).join(''));
    }
    return kinds.flatMap((kind) => termsOf(kind, runs));
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

/** A ship's visit to a port, as far as a record identifies it. */
export interface NamedVisit {
  readonly vesselIMONumber?: string | null | undefined;
  readonly UNLocationCode?: string | null | undefined;
  readonly portCallID?: string | null | undefined;
  readonly terminalCallReference?: string | null | undefined;
}

/**
 * Returns the index terms of an arrival by which events of its visit find it: by ship and port, and by the references
 * that other events of the visit have. An arrival whose ship has no known IMO number is found by every event of its
 * port.
 */
export function termsOfVisits(visits: readonly NamedVisit[]): string[] {
  const terms = new Set<string>();
  const ships = visits.flatMap(({ vesselIMONumber }) => imoOf(vesselIMONumber) ?? []);
  for (const port of visits.flatMap(({ UNLocationCode }) => portOf(UNLocationCode) ?? [])) {
    terms.add(`port:${port}`);
    for (const ship of ships) terms.add(`visit:${ship}:${port}`);
    if (ships.length === 0) terms.add(`unidentified:${port}`);
  }
  for (const ship of ships) terms.add(`ship:${ship}`);
  for (const visit of visits) for (const term of referencesOf(visit)) terms.add(term);
  return [...terms];
}

/** Returns whether a term names a ship at a port. */
export function isVisitTerm(term: string): boolean {
  return term.startsWith('visit:');
}

/**
 * Returns the terms of arrivals that an event may concern. An event that names no ship, port or reference concerns
 * none.
 */
export function termsOfEvent(event: NamedVisit): string[] {
  const [ship, port] = [imoOf(event.vesselIMONumber), portOf(event.UNLocationCode)];
  const references = referencesOf(event);
  if (port === undefined) return ship === undefined ? references : [`ship:${ship}`, ...references];
  return ship === undefined ? [`port:${port}`, ...references] : [`visit:${ship}:${port}`, `unidentified:${port}`, ...references];
}

function referencesOf({ portCallID, terminalCallReference }: NamedVisit): string[] {
  return [
    ...(portCallID == null ? [] : [`port-call:${portCallID}`.toWellFormed()]),
    ...(terminalCallReference == null ? [] : [`terminal-call:${terminalCallReference}`.toWellFormed()]),
  ];
}

function imoOf(text: string | null | undefined): string | undefined {
  return normalIMONumber(text ?? undefined);
}

function portOf(text: string | null | undefined): string | undefined {
  return normalUNLocationCode(text ?? undefined);
}

/** Returns the index term of the arrivals of one document. */
export function documentKeyTermOf(documentKey: string): string {
  return `documentKey:${documentKey}`.toWellFormed();
}

/** Returns the term of the arrivals whose notice, from this partner, states an actual time in a view. */
export function actualTimeTermOf(view: string, partner: string): string {
  return `actualTime:${view}:${partner}`;
}
