/** How serious a remark is: `ERROR` kept something from being done, `WARN` may not be what was meant, `INFO` may be dropped. */
export type Severity = 'ERROR' | 'WARN' | 'INFO';

/** A remark on a request, as all answers of Arrival Notice carry it. */
export interface FeedbackElement {
  readonly severity: Severity;
  readonly message: string;
  /** JSONPath of a property of the request's body; left out for query parameters. */
  readonly propertyPath?: string;
}

/** Lengths the standard allows, in code points. */
const maxMessageLength = 5_000;
const maxPropertyPathLength = 1_000;

/** Makes a remark that fits the standard's lengths; what is longer is cut. */
export function feedback(severity: Severity, message: string, propertyPath?: string): FeedbackElement {
  return {
    severity,
    message: cut(message, maxMessageLength),
    ...(propertyPath === undefined ? {} : { propertyPath: cut(propertyPath, maxPropertyPathLength) }),
  };
}

/**
 * Reads `feedbackElements` of somebody else's answer. An unknown or missing severity counts as `WARN`; elements
 * without a message are dropped.
 */
export function readFeedback(elements: unknown): FeedbackElement[] {
  if (!Array.isArray(elements)) return [];
  return elements.flatMap((element: unknown) => {
    if (typeof element !== 'object' || element === null) return [];
    const { severity, message, propertyPath } = element as Record<string, unknown>;
    if (typeof message !== 'string') return [];
    const known = severity === 'ERROR' || severity === 'INFO' ? severity : 'WARN';
    return [feedback(known, message, typeof propertyPath === 'string' ? propertyPath : undefined)];
  });
}

/**
 * Checks the `API-Version` of a request. Absent is fine; so is every version of the same major one, later ones
 * included, each with or without a `-suffix`: `1`, `1.0`, `1.0.0`, `1.7.2-beta` for `1.0.1`.
 *
 * @param header as it came; repeated ones are a list or joined by commas, and refused
 * @param newest the newest full version that is understood, such as `1.0.1`
 * @returns why the request is refused, naming the versions that are taken; undefined if it is not
 */
export function checkApiVersion(header: string | readonly string[] | undefined, newest: string): string | undefined {
  if (header === undefined) return undefined;
  const given = /^(\d+)(?:\.\d+){0,2}(?:-.+)?$/.exec(String(header).trim())?.[1];
  const [major = ''] = newest.split('.', 1);
  if (given !== undefined && Number(given) === Number(major)) return undefined;
  const got = JSON.stringify(cut(String(header), 80));
  return `API-Version: expected one of ${major}, ${major}.x and ${major}.x.y, such as ${newest}, got ${got}.`;
}

/** What goes into `API-Version` of our requests: the full version, its major only, or nothing. */
export function apiVersionHeader(version: string, style: 'full' | 'major' | 'none'): string | undefined {
  if (style === 'none') return undefined;
  return style === 'major' ? version.split('.', 1)[0] : version;
}

/**
 * Reads a list out of a query: `p=a,b`, `p=a%2Cb` and `p=a&p=b` say the same. Values are trimmed, empty ones and
 * repeats dropped.
 *
 * @returns undefined if the parameter is absent; an empty list if it is there without a value, which counts as absent
 *   but is worth a remark
 */
export function readListParameter(query: URLSearchParams, name: string): string[] | undefined {
  if (!query.has(name)) return undefined;
  const values = query.getAll(name).flatMap((value) => value.split(','));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : [...text].slice(0, codePoints).join('');
}
