/**
 * Severity of a feedback element. `ERROR`: the object was not processed. `WARN`: it may not have been processed as
 * intended. `INFO`: for information.
 */
export type Severity = 'ERROR' | 'WARN' | 'INFO';

/** A feedback element on a request, as in all responses of Arrival Notice. */
export interface FeedbackElement {
  readonly severity: Severity;
  readonly message: string;
  /** JSONPath of a property of the request's body; absent for query parameters. */
  readonly propertyPath?: string;
}

/** Maximum lengths that the standard allows, in code points. */
const maxMessageLength = 5_000;
const maxPropertyPathLength = 1_000;

/** Creates a feedback element, truncated to the standard's lengths. */
export function feedback(severity: Severity, message: string, propertyPath?: string): FeedbackElement {
  return {
    severity,
    message: cut(message, maxMessageLength),
    ...(propertyPath === undefined ? {} : { propertyPath: cut(propertyPath, maxPropertyPathLength) }),
  };
}

/**
 * Reads `feedbackElements` of a partner's response. An unknown or missing severity counts as `WARN`; elements without a
 * message are dropped.
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
 * Checks the `API-Version` of a request. It may be absent, or any version with the same major version, including later
 * ones, with or without a `-suffix`: `1`, `1.0`, `1.0.0`, `1.7.2-beta` for `1.0.1`.
 *
 * @param header as received; repeated headers are a list or joined by commas, and are rejected
 * @param newest the newest supported version, such as `1.0.1`
 * @returns why the request is rejected, naming the supported versions; undefined if it is accepted
 */
export function checkApiVersion(header: string | readonly string[] | undefined, newest: string): string | undefined {
  if (header === undefined) return undefined;
  const given = /^(\d+)(?:\.\d+){0,2}(?:-.+)?$/.exec(String(header).trim())?.[1];
  const [major = ''] = newest.split('.', 1);
  if (given !== undefined && Number(given) === Number(major)) return undefined;
  const got = JSON.stringify(cut(String(header), 80));
  return `API-Version: expected one of ${major}, ${major}.x and ${major}.x.y, such as ${newest}, got ${got}.`;
}

/** Returns the `API-Version` of our requests: the full version, its major version, or none. */
export function apiVersionHeader(version: string, style: 'full' | 'major' | 'none'): string | undefined {
  if (style === 'none') return undefined;
  return style === 'major' ? version.split('.', 1)[0] : version;
}

/**
 * Reads a list in a query. `p=a,b`, `p=a%2Cb` and `p=a&p=b` are equivalent. Values are trimmed; empty and repeated ones
 * are dropped.
 *
 * @returns undefined if the parameter is absent; an empty list if it has no value, which counts as absent but deserves
 *   a feedback element
 */
export function readListParameter(query: URLSearchParams, name: string): string[] | undefined {
  if (!query.has(name)) return undefined;
  const values = query.getAll(name).flatMap((value) => value.split(','));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : [...text].slice(0, codePoints).join('');
}
