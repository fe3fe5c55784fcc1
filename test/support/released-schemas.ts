import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { packageRoot } from '#platform/package-root.ts';

/** The API of a release. */
export interface ReleasedSchema {
  /** A version such as `0.2.0`. */
  readonly version: string;
  readonly sdl: string;
}

/** Number of minor versions for which a part of the API is deprecated before it may be removed. */
export const deprecatedMinors = 2;

/** The folder in which releases store their API: `schema/released/<version>.graphql`. */
export const releasedFolder = join(packageRoot, 'schema', 'released');

/** Reads the APIs of all releases. */
export function readReleasedSchemas(): readonly ReleasedSchema[] {
  return readdirSync(releasedFolder).map((name) => ({
    version: name.replace(/\.graphql$/, ''),
    sdl: readFileSync(join(releasedFolder, name), 'utf8'),
  }));
}

/**
 * Lists what clients of the latest minor versions can no longer do. A field, a value or an attribute of an input may be
 * removed when each of the last {@link deprecatedMinors} minor versions had deprecated it.
 */
export async function breakingChangesOf(sdl: string, releases: readonly ReleasedSchema[]): Promise<string[]> {
  const current = buildSchema(sdl);
  const issues: string[] = [];
  for (const { version, sdl: released } of lastMinorsOf(releases)) {
    const changes = await diff(buildSchema(released), current, [DiffRule.suppressRemovalOfDeprecatedField]);
    const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);
    issues.push(...breaking.map(({ message }) => `since ${version}: ${message}`));
  }
  return issues;
}

/** Returns the newest release of each of the last minor versions. */
function lastMinorsOf(releases: readonly ReleasedSchema[]): ReleasedSchema[] {
  const numbersOf = (version: string) => version.split('.').map(Number);
  const sorted = releases.toSorted((left, right) => {
    const [one, other] = [numbersOf(left.version), numbersOf(right.version)];
    const index = one.findIndex((number, place) => number !== other[place]);
    return (other[index] ?? 0) - (one[index] ?? 0);
  });
  const minors = new Map<string, ReleasedSchema>();
  for (const release of sorted) {
    const minor = release.version.split('.', 2).join('.');
    if (!minors.has(minor)) minors.set(minor, release);
  }
  return [...minors.values()].slice(0, deprecatedMinors);
}
