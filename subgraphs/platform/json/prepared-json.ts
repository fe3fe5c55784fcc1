import { randomUUID } from 'node:crypto';
import { stringifyExactly, withExactNumbers } from './exact-numbers.ts';

/** Marks the place of prepared JSON in a text. It never leaves the process, so no data can contain it. */
const marker = randomUUID();
const markerBytes = Buffer.from(JSON.stringify(marker));

/** The JSON of the prepared values in the text that {@link stringifyPrepared} is creating. */
let collected: Buffer[] | undefined;

/**
 * Stores the JSON of a value that never changes with the value, so that {@link stringifyPrepared} copies it.
 *
 * @returns the length of the JSON in bytes
 */
export function prepareJson(value: object): number {
  const json = Buffer.from(stringifyExactly(value));
  // Not enumerable, so that the value looks and is serialized as before everywhere else.
  Object.defineProperty(value, 'toJSON', {
    value: () => {
      if (collected === undefined) return value;
      collected.push(json);
      return marker;
    },
  });
  return json.length;
}

/**
 * Formats a value as {@link stringifyExactly} does, and copies the JSON of prepared values in it.
 *
 * @param allocate provides the memory of the result
 * @returns a string if there are no prepared values, otherwise its bytes in UTF-8
 */
export function stringifyPrepared(value: object, allocate: (length: number) => Buffer = Buffer.allocUnsafe): string | Buffer {
  const prepared: Buffer[] = [];
  collected = prepared;
  let text: string;
  try {
    text = withExactNumbers(JSON.stringify(value));
  } finally {
    collected = undefined;
  }
  return prepared.length === 0 ? text : withPrepared(Buffer.from(text), prepared, allocate);
}

/** Replaces the markers in a text, in their order. */
function withPrepared(text: Buffer, prepared: readonly Buffer[], allocate: (length: number) => Buffer): Buffer {
  const length = prepared.reduce((sum, json) => sum + json.length - markerBytes.length, text.length);
  const body = allocate(length);
  let [start, end] = [0, 0];
  for (const json of prepared) {
    const place = text.indexOf(markerBytes, start);
    end += text.copy(body, end, start, place);
    end += json.copy(body, end);
    start = place + markerBytes.length;
  }
  text.copy(body, end, start);
  return body;
}
