/** The form of several values of one parameter: `p=a,b` or `p=a&p=b`. */
export type ListStyle = 'comma' | 'repeat';

/**
 * Formats a query parameter, each value encoded. Commas between values stay unencoded: some partners do not decode `%2C`.
 *
 * @param style matters for more than one value only
 */
export function queryParameter(name: string, values: readonly string[], style: ListStyle = 'comma'): string {
  const encoded = values.map(encodeURIComponent);
  return style === 'comma' ? `${name}=${encoded.join(',')}` : encoded.map((value) => `${name}=${value}`).join('&');
}

/** Appends parameters to a URL. */
export function withParameters(url: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** Appends a cursor to a URL. */
export function withCursor(url: string, cursor: string): string {
  return withParameters(url, [queryParameter('cursor', [cursor])]);
}
