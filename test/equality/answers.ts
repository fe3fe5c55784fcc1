/** The parts of an answer that are compared. */
interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly path?: Place | undefined }[] | undefined;
}

/** What an answer says: the bytes of its data, and where its errors are. */
export interface Judged {
  readonly data: string;
  /** The places that errors made null, or the paths of errors that made nothing null, in alphabetical order. */
  readonly errors: readonly string[];
}

/**
 * Reduces an answer to what GraphQL determines. If several fields below one nullable place fail, one of the errors is
 * required; which one, and how many others are reported, depends on the order of execution. So errors are compared by the
 * place that they made null.
 */
export function judged({ data, errors = [] }: Answer): Judged {
  const places = errors.map(({ path = [] }) => JSON.stringify(nulledPlaceOf(data ?? null, path)));
  return { data: JSON.stringify(data ?? null), errors: [...new Set(places)].sort() };
}

function nulledPlaceOf(data: unknown, path: Place): Place {
  let [at, depth] = [data, 0];
  for (; at !== null && at !== undefined && depth < path.length; depth += 1) at = ownOf(at, path[depth] ?? '');
  return path.slice(0, depth);
}

function ownOf(value: unknown, key: string | number): unknown {
  return Object.hasOwn(Object(value), key) ? (value as Record<string | number, unknown>)[key] : null;
}

/** Answers of the judge while a subgraph is away. */
export interface LostAnswers {
  /** Every field failed that may be lost, and match sets are unknown. */
  readonly least: Answer;
  /** Match sets are unknown, and nothing else is lost. */
  readonly unknown: Answer;
  /** Nothing is lost. */
  readonly whole: Answer;
}

/**
 * Compares the answer of an engine that lost a subgraph. It has at least what does not touch that subgraph, otherwise what
 * the whole answer has, and an error wherever something is missing.
 *
 * @returns the first difference; undefined if there is none
 */
export function differenceOfLost(given: Answer, { least, unknown, whole }: LostAnswers): string | undefined {
  const [data, expected] = [given.data ?? null, whole.data ?? null];
  const difference = compare({ given: data, least: least.data ?? null, unknown: unknown.data ?? null, whole: expected }, []);
  if (difference !== undefined) return difference;
  // What is lost of a match set is no error: it is unknown.
  const missing = lostPlaces(data, unknown.data ?? null, []).filter(
    (place) => !(given.errors ?? []).some(({ path = [] }) => leadsTo(path, place) || leadsTo(place, path)),
  );
  return missing.length > 0 ? `missing without an error: ${JSON.stringify(missing[0])}` : undefined;
}

type Place = readonly (string | number)[];

interface Values {
  readonly given: unknown;
  readonly least: unknown;
  readonly unknown: unknown;
  readonly whole: unknown;
}

function compare({ given, least, unknown, whole }: Values, path: Place): string | undefined {
  const at = `at ${JSON.stringify(path)}`;
  const text = JSON.stringify(given);
  if (text === JSON.stringify(least) || text === JSON.stringify(unknown)) return undefined;
  if (given === null) return least === null ? undefined : `${at}: lost ${JSON.stringify(least)}`;
  if (typeof given !== 'object' || whole === null || typeof whole !== 'object') {
    return text === JSON.stringify(whole) ? undefined : `${at}: expected ${JSON.stringify(whole)}, got ${text}`;
  }
  const [keys, expected] = [Object.keys(given), Object.keys(whole)];
  if (keys.join() !== expected.join() || Array.isArray(given) !== Array.isArray(whole))
    return `${at}: expected the keys ${expected}, got ${keys}`;
  for (const key of keys) {
    const inner = { given: ownOf(given, key), least: ownOf(least, key), unknown: ownOf(unknown, key), whole: ownOf(whole, key) };
    const difference = compare(inner, [...path, key]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function lostPlaces(given: unknown, whole: unknown, path: Place): Place[] {
  if (whole === null) return [];
  if (given === null) return [path];
  if (typeof given !== 'object') return [];
  return Object.keys(given).flatMap((key) => lostPlaces(ownOf(given, key), ownOf(whole, key), [...path, key]));
}

/** Returns whether one path begins with another. */
function leadsTo(start: Place, path: Place): boolean {
  return start.length <= path.length && start.every((key, index) => String(key) === String(path[index]));
}
