/**
 * Returns one value for each key, in the order of the keys, as a `DataLoader` must.
 *
 * @param found the values by key; it may have others as well
 * @throws {Error} with the first key for which there is no value
 */
export function inOrderOf<Key, Value>(keys: readonly Key[], found: ReadonlyMap<Key, Value>): Value[] {
  return keys.map((key) => {
    const value = found.get(key);
    if (value === undefined) throw new Error(`nothing was found for the key ${JSON.stringify(key)}`);
    return value;
  });
}
