import fc from 'fast-check';

/** One way to send objects: an order with repeats, split into lists, of which several are sent concurrently. */
export interface Delivery<T> {
  readonly lists: readonly (readonly T[])[];
  readonly atATime: number;
}

/** Generates ways to send all of these objects at least once. */
export function deliveryOf<T>(all: readonly T[]): fc.Arbitrary<Delivery<T>> {
  return fc
    .record({
      repeats: fc.subarray([...all]),
      seeds: fc.array(fc.nat(), { minLength: all.length * 2, maxLength: all.length * 2 }),
      size: fc.integer({ min: 1, max: 5 }),
      atATime: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ repeats, seeds, size, atATime }) => {
      const order = [...all, ...repeats].map((item, index) => ({ item, key: seeds[index] ?? 0 }));
      const shuffled = order.sort((left, right) => left.key - right.key).map(({ item }) => item);
      const lists = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, index) =>
        shuffled.slice(index * size, (index + 1) * size),
      );
      return { lists, atATime };
    });
}

/** Sends the lists, several of them concurrently. */
export async function deliver<T>({ lists, atATime }: Delivery<T>, send: (list: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < lists.length; from += atATime) await Promise.all(lists.slice(from, from + atATime).map(send));
}

/** Formats an instant in RFC 3339 with an offset of this many minutes. */
export function spelled(instantMs: number, offset: number): string {
  const local = new Date(instantMs + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
}
