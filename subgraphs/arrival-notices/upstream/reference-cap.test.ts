import { describe, expect, it } from 'vitest';
import { findReferenceCap, unknownReferences } from './probes.ts';

async function find(claimed: number, cap: number) {
  const tried: number[] = [];
  const found = await findReferenceCap(claimed, async (count) => {
    tried.push(count);
    return count <= cap;
  });
  return { ...found, tried };
}

describe('the maximum number of references', () => {
  it('takes two requests to confirm when it is claimed correctly', async () => {
    expect(await find(20, 20)).toEqual({ cap: 20, isRefusedAbove: true, tried: [20, 21] });
    expect(await find(1, 1)).toEqual({ cap: 1, isRefusedAbove: true, tried: [1, 2] });
  });

  it('is found for every value and every claim, in few requests', async () => {
    for (const claimed of [1, 2, 7, 50, 199, 200, 500]) {
      for (const cap of [1, 2, 3, 9, 10, 11, 20, 49, 50, 51, 99, 150, 199]) {
        const found = await find(claimed, cap);
        expect([claimed, found.cap, found.isRefusedAbove]).toEqual([claimed, cap, true]);
        expect(found.tried.length, `${claimed} claimed, ${cap} taken: ${found.tried}`).toBeLessThanOrEqual(14);
        expect(new Set(found.tried).size).toBe(found.tried.length);
      }
    }
  });

  it('is not searched beyond 200 or the claimed number if the partner accepts any number', async () => {
    expect(await find(50, 1_000)).toMatchObject({ cap: 200, isRefusedAbove: false });
    expect(await find(500, 1_000)).toEqual({ cap: 500, isRefusedAbove: false, tried: [500] });
  });

  it('is 0 if not even one reference is accepted', async () => {
    expect(await find(50, 0)).toMatchObject({ cap: 0, isRefusedAbove: true });
  });
});

describe('unknown references', () => {
  it('look like a known one, differ from it, and conform to the standard', () => {
    expect(unknownReferences('NSTR0000123456', 3)).toEqual(['NSTR0999999999', 'NSTR0999999998', 'NSTR0999999997']);
    for (const like of ['ABC', 'HHL71800000', '12345678901234567890', 'BOOKING-12-XY', '7']) {
      const made = unknownReferences(like, 200);
      expect(new Set(made).size, like).toBe(200);
      expect(
        made.every(({ length }) => length >= 1 && length <= 20),
        `${made[0]}`,
      ).toBe(true);
    }
  });
});
