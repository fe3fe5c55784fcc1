import { isPlaceholder } from '@landfall/dcsa/wire-values.ts';
import { badFilter } from '../errors.ts';

/** A filter of GraphQL without the conditions that are `null`. */
export type GivenFilter<Filter> = { readonly [Name in keyof Filter]: Exclude<Filter[Name], null> };

/** Maximum number of values in one list of a filter. */
const maxListLength = 1_000;

/**
 * Rejects lists of a filter that are too long, and strings that would match nothing or everything: blank ones, and
 * placeholders for "no voyage".
 *
 * @param filter values by the standards' names of query parameters; values other than strings and lists of strings are
 *   ignored
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function requireFilterStrings(filter: object): void {
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value) && value.length > maxListLength) throw badFilter(name, `at most ${maxListLength} values, got ${value.length}`);
    for (const element of Array.isArray(value) ? value : [value]) {
      const issue = typeof element === 'string' ? filterStringIssueOf(name, element) : undefined;
      if (issue !== undefined) throw badFilter(name, issue);
    }
  }
}

/** Returns why a string is not a valid filter; undefined if it is one. */
export function filterStringIssueOf(name: string, text: string): string | undefined {
  if (text.trim() === '') return 'expected a string that is not blank';
  if (/Voyage(Number|Reference)$/.test(name) && isPlaceholder(text)) return `${text.trim()} is a placeholder for "no voyage"`;
  return undefined;
}
