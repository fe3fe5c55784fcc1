import { randomUUID } from 'node:crypto';

/**
 * A number that JavaScript cannot hold, as it was written: `9007199254740993`, `12345678901234567.89`, `1e400`. It can
 * be compared by its text, and be written by {@link stringifyExactly}.
 */
export class ExactNumber {
  readonly text: string;
  /** Of each object, so that copies of an object's attributes have it too. */
  readonly toJSON = placeholderOf;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest number of JavaScript, by which GraphQL's `Float` is serialized. */
  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }
}

function placeholderOf(this: ExactNumber): string {
  return `${marker}${this.text}`;
}

/** Begins the string that stands for a number. It never leaves the process, so no data can contain it. */
const marker = `${randomUUID()} `;
const placeholder = new RegExp(`"${marker}([^"]+)"`, 'g');

/**
 * Finds members and elements of 16 digits or with an exponent of three; all other numbers are exact. A string may contain
 * what looks like one. The search takes a seventh of the time of `JSON.parse`.
 */
const mayBeRounded = /[:,[\s]-?\d(?:[\d.]{15}|[\d.]*[eE][-+]?\d{3})/;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON as `JSON.parse` does, but without rounding: a number that JavaScript cannot hold becomes an
 * {@link ExactNumber}. The notation of all other numbers is lost, as in `1.0` and `1E5`, not their value.
 *
 * @param text JSON of an object or a list
 * @param rounded result of `JSON.parse`, if it is known
 * @returns `rounded` itself if no number of the text is rounded
 * @throws {SyntaxError}
 */
export function parseExactly(text: string, rounded: unknown = JSON.parse(text)): unknown {
  if (!mayBeRounded.test(text)) return rounded;
  let isRounded = false;
  const marked = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"') || decimalOf(token) === decimalOf(String(Number(token)))) return token;
    isRounded = true;
    return `"${marker}${token}"`;
  });
  if (!isRounded) return rounded;
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(marker) ? new ExactNumber(value.slice(marker.length)) : value,
  );
}

/** Formats a value as `JSON.stringify` does, and each {@link ExactNumber} in it as it was written. */
export function stringifyExactly(value: unknown): string {
  return withExactNumbers(JSON.stringify(value));
}

/** Puts the numbers into a text that `JSON.stringify` has created from a value with {@link ExactNumber}s. */
export function withExactNumbers(json: string): string {
  return json.includes(marker) ? json.replace(placeholder, '$1') : json;
}

/** Returns equal strings for numbers of equal value, and another one for what is no decimal number, as `Infinity`. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:e(.+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return whole === '' ? text : '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Marks the place of prepared JSON in a text. It never leaves the process, so no data can contain it. */
const preparedMarker = randomUUID();
const markerBytes = Buffer.from(JSON.stringify(preparedMarker));

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
      return preparedMarker;
    },
  });
  return json.length;
}

/**
 * Formats a value as {@link stringifyExactly} does, and copies the JSON of prepared values in it.
 *
 * @returns a string if there are no prepared values, otherwise its bytes in UTF-8
 */
export function stringifyPrepared(value: object): string | Buffer {
  const prepared: Buffer[] = [];
  collected = prepared;
  let text: string;
  try {
    text = withExactNumbers(JSON.stringify(value));
  } finally {
    collected = undefined;
  }
  return prepared.length === 0 ? text : withPrepared(Buffer.from(text), prepared);
}

/** Replaces the markers in a text, in their order. */
function withPrepared(text: Buffer, prepared: readonly Buffer[]): Buffer {
  const length = prepared.reduce((sum, json) => sum + json.length - markerBytes.length, text.length);
  const body = Buffer.allocUnsafe(length);
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
