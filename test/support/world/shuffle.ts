import type { Random } from '@landfall/sandbox/random.ts';

/** Shuffles values, determined by the source of choices. */
export function shuffled<T>(values: readonly T[], random: Random): readonly T[] {
  const mixed = [...values];
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = random.integer(0, place);
    [mixed[place], mixed[other]] = [mixed[other] as T, mixed[place] as T];
  }
  return mixed;
}
