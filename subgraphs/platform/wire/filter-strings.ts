import { badFilter } from '../errors.ts';
import { isPlaceholder } from './placeholders.ts';

/**
 * Refuses texts of a filter that would select nothing, or everything: blank ones, and placeholders for "no voyage".
 *
 * @param filter by the standards' names of query parameters; other values than texts and lists of them are passed over
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function requireFilterStrings(filter: object): void {
  for (const [name, value] of Object.entries(filter)) {
    for (const text of Array.isArray(value) ? value : [value]) {
      const fault = typeof text === 'string' ? filterStringIssueOf(name, text) : undefined;
      if (fault !== undefined) throw badFilter(name, fault);
    }
  }
}

/** Why a text is no value of a filter; undefined where it is one. */
export function filterStringIssueOf(name: string, text: string): string | undefined {
  if (text.trim() === '') return 'expected a string that is not blank';
  if (/Voyage(Number|Reference)$/.test(name) && isPlaceholder(text)) return `${text.trim()} is a placeholder for "no voyage"`;
  return undefined;
}
