/** How several values of one parameter are written: `p=a,b` or `p=a&p=b`. */
export type ListStyle = 'comma' | 'repeat';

/**
 * Writes one query parameter, each value encoded. Commas between values stay bare: not everybody takes `%2C` for one.
 *
 * @param style matters for more than one value only
 */
export function queryParameter(name: string, values: readonly string[], style: ListStyle = 'comma'): string {
  const encoded = values.map(encodeURIComponent);
  return style === 'comma' ? `${name}=${encoded.join(',')}` : encoded.map((value) => `${name}=${value}`).join('&');
}

/** A URL with these parameters behind it. */
export function withParameters(url: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** The same question, the page behind a cursor: all parameters go along. */
export function withCursor(url: string, cursor: string): string {
  return withParameters(url, [queryParameter('cursor', [cursor])]);
}
