/**
 * Groups elements by key. Keys are in the order of their first occurrence, and the elements of a group in their own
 * order.
 */
export function groupBy<K, T>(elements: readonly T[], keyOf: (element: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}
