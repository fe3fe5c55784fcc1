import type { Backfill, StoredVersion } from './version-store.ts';

/** The terms that a version should have by a rule and has not. */
export function missingTermsOf(rule: Backfill, version: StoredVersion): string[] {
  const held = new Set(version.terms);
  return [...new Set(rule.termsOf(version))].filter((term) => !held.has(term));
}
