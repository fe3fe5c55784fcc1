/**
 * Parses `Retry-After`, seconds or an HTTP date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds to wait; undefined when the header is absent or invalid
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMsOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  const wishedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wishedMs) ? undefined : Math.max(0, wishedMs);
}
