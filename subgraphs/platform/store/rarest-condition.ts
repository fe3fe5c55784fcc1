/**
 * Finds the condition that the fewest rows meet. Each is counted only up to the smallest count so far.
 *
 * @param count counts the rows that meet a condition, up to a limit
 * @returns undefined if more than `most` rows meet each condition
 */
export async function rarestOf<Condition>(
  conditions: readonly Condition[],
  most: number,
  count: (condition: Condition, limit: number) => number | Promise<number>,
): Promise<Condition | undefined> {
  let [rarest, fewest]: [Condition | undefined, number] = [undefined, most + 1];
  for (const condition of conditions) {
    if (fewest === 0) break;
    const rows = await count(condition, fewest);
    if (rows < fewest) [rarest, fewest] = [condition, rows];
  }
  return rarest;
}
