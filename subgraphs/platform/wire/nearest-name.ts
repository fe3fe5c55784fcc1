/** Returns the known name that is most similar to a name, ignoring case, with its distance; undefined if none is known. */
export function nearestName(name: string, known: Iterable<string>): { readonly name: string; readonly distance: number } | undefined {
  let nearest: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (nearest === undefined || distance < nearest.distance) nearest = { name: candidate, distance };
  }
  return nearest;
}

/** Returns the Levenshtein distance of two names, ignoring case. */
function editDistance(left: string, right: string): number {
  const [from, to] = [left.toLowerCase(), right.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
