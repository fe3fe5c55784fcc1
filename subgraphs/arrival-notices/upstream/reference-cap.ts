/** Numbers of references that are tried in ascending order; the last one is the maximum. */
const rungs = [1, 2, 10, 50, 100, 200] as const;
const most = 200;

/**
 * Finds the maximum number of references that a partner accepts in one request: first it tries the claimed number and
 * the next greater one, then ascending steps until one is refused, then bisection. Never tries more than {@link most},
 * or the claimed number if that is greater.
 *
 * @param takes sends a request with this number of references, and returns whether it was accepted
 * @returns 0 when not even one is accepted; `isRefusedAbove` is false when nothing was refused
 */
export async function findReferenceCap(
  claimed: number,
  takes: (count: number) => Promise<boolean>,
): Promise<{ readonly cap: number; readonly isRefusedAbove: boolean }> {
  let taken = 0;
  let refused = Number.POSITIVE_INFINITY;
  const attempt = async (count: number) => {
    if (count <= taken || count >= refused) return;
    if (await takes(count)) taken = count;
    else refused = count;
  };
  await attempt(claimed);
  if (taken === claimed && claimed < most) await attempt(claimed + 1);
  for (const rung of rungs) await attempt(rung);
  while (Number.isFinite(refused) && refused - taken > 1) await attempt(Math.floor((taken + refused) / 2));
  return { cap: taken, isRefusedAbove: Number.isFinite(refused) };
}

/**
 * Creates unknown references in the format of a known one: its last digits count down from nines.
 *
 * @param like a reference of the partner, at most 20 characters
 */
export function unknownReferences(like: string, count: number): string[] {
  const digits = Math.min(9, Math.max(4, /\d*$/.exec(like)?.[0].length ?? 0));
  const stem = like.slice(0, Math.max(0, like.length - digits));
  return Array.from({ length: count }, (_, index) => `${stem}${10 ** digits - 1 - index}`.slice(0, 20));
}
