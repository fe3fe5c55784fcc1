import fc from 'fast-check';

/** Values that violate the rules of some attribute: types, formats, patterns, lengths, closed lists. */
const rubbish: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    'not a date',
    '2026-02-30',
    '2026-05-11T07:30:00',
    '2026-05-11T07:30:60Z',
    'BE ANR',
    'DRONE',
    'XX ',
    '\ud83d\udea2',
    '\u0000',
  ],
  ...['x'.repeat(31), 'x'.repeat(400), 'x'.repeat(60_000), 'a\nb'],
  ...[0, -1, 1.5, 2 ** 31, 1e300, true, false, [], {}, [null], [[]], ['x', 7, null], { value: 7 }, Array.from({ length: 60 }, () => 'y')],
];

/** How a partner corrupts one place of a document. */
interface Spoiling {
  /** Index among all members and elements, at any depth. */
  readonly place: number;
  readonly how: 'REPLACED' | 'GONE' | 'JOINED_BY_UNKNOWN';
  readonly value: unknown;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  place: fc.nat({ max: 100_000 }),
  how: fc.constantFrom('REPLACED', 'REPLACED', 'REPLACED', 'GONE', 'JOINED_BY_UNKNOWN'),
  value: fc.constantFrom(...rubbish),
});

/**
 * Creates copies of a document, each corrupted at up to six places; a few are unchanged. The copies are the same in
 * every run.
 *
 * @param keep names of members of the root that remain unchanged
 */
export function spoiledCopies<T extends object>(document: T, count: number, keep: readonly string[] = []): T[] {
  const spoilings = fc.sample(fc.array(spoiling, { maxLength: 6 }), { numRuns: count, seed: 20_260_511 });
  return spoilings.map((each) => each.reduce((copy, one) => spoil(copy, one, keep), structuredClone(document)));
}

type Holder = Record<string | number, unknown>;

function spoil<T extends object>(document: T, { place, how, value }: Spoiling, keep: readonly string[]): T {
  const places = placesIn(document).filter(([holder, key]) => (holder as unknown) !== document || !keep.includes(String(key)));
  const [holder, key] = places[place % Math.max(1, places.length)] ?? [];
  if (holder === undefined || key === undefined) return document;
  if (how === 'JOINED_BY_UNKNOWN') holder[Array.isArray(holder) ? holder.length : `unknown${place}`] = structuredClone(value);
  else if (how === 'REPLACED') holder[key] = structuredClone(value);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return document;
}

function placesIn(value: unknown): [Holder, string | number][] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [[value as Holder, key], ...placesIn((value as Holder)[key])] as [Holder, string | number][]);
}
