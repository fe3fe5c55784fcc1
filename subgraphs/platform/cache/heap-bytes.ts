/** What V8 takes, on 64 bits: a word, an object without properties but with room for some, a string's head, a closure with what it holds on to. */
const [wordBytes, objectBytes, stringBytes, closureBytes] = [8, 40, 16, 300];

/**
 * Estimates what a value keeps in memory, in bytes: everything that can be reached from it, each object once. What a
 * closure sees cannot be counted and is assumed to be little. Takes about a tenth of a microsecond per object.
 *
 * @param seen objects that were counted before, with other values
 */
export function heapBytesOf(value: unknown, seen: Set<object> = new Set()): number {
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += stringBytes + next.length;
    else if (typeof next === 'function') bytes += closureBytes;
    else if (typeof next === 'number') bytes += wordBytes;
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      bytes += objectBytes + ownBytesOf(next, open);
    }
  }
  return bytes;
}

/** @param open where what the object refers to is put */
function ownBytesOf(object: object, open: unknown[]): number {
  if (ArrayBuffer.isView(object)) return object.byteLength + 100;
  if (Array.isArray(object)) {
    for (const element of object) open.push(element);
    return object.length * wordBytes;
  }
  if (object instanceof Map) {
    for (const [key, value] of object) open.push(key, value);
    return object.size * 4 * wordBytes;
  }
  if (object instanceof Set) {
    for (const element of object) open.push(element);
    return object.size * 3 * wordBytes;
  }
  let properties = 0;
  for (const name in object) {
    open.push((object as Readonly<Record<string, unknown>>)[name]);
    properties += 1;
  }
  return properties * wordBytes;
}
