/** A source of choices that is determined by a string: equal strings give equal choices. */
export type Random = ReturnType<typeof createRandom>;

/** Creates a source (mulberry32 over an FNV-1a hash of the string). Must not be used for secrets. */
export function createRandom(text: string) {
  let state = [...text].reduce((hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    /** Returns an integer from `least` to `most`, inclusive. */
    integer,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[integer(0, choices.length - 1)] ?? choices[0],
    /** Returns true with this probability. */
    chance: (share: number): boolean => next() < share,
  };
}
