import { createHash } from 'node:crypto';

/**
 * Returns the seeds of `101`, `101-120`, `7,101-120`, or of a commit and a number of seeds, such as `02da2c31:20`. The latter
 * are derived, so that none is chosen: the first 32 bits of SHA-256 of the commit and the place, beginning with 1.
 *
 * @throws {Error} the text names no seeds, so that nothing would be measured
 */
export function seedsOf(text: string): readonly number[] {
  const [, commit, count] = /^([0-9a-f]+):(\d+)$/.exec(text) ?? [];
  const seeds = commit === undefined ? text.split(',').flatMap(seedsOfRange) : derivedFrom(commit, Number(count));
  if (seeds.length === 0) throw new Error(`expected at least one seed, got "${text}"`);
  return seeds;
}

function seedsOfRange(range: string): readonly number[] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (first === undefined) throw new Error(`expected a seed such as 101, a range such as 101-120, or COMMIT:20, got "${range}"`);
  return Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, place) => Number(first) + place);
}

function derivedFrom(commit: string, count: number): readonly number[] {
  const digestOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();
  const seeds = Array.from({ length: count }, (_, place) => digestOf(`${commit} ${place + 1}`));
  console.error(`seeds: first 32 bits of SHA-256 of "${commit} N", N = 1 to ${count}: ${seeds.join(', ')}`);
  return seeds;
}
