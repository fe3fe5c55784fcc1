/**
 * Parses `Retry-After`, seconds or an HTTP date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds to wait; undefined when the header is absent or invalid
 * @see RFC 9110, section 10.2.3
 */
function retryAfterMsOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  const wishedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wishedMs) ? undefined : Math.max(0, wishedMs);
}

/**
 * Returns how long a partner wants no requests: by `Retry-After`, or, when its quota is used up, until the reset that
 * its headers name. Known are `X-RateLimit-Remaining` and `-Reset` (seconds, or a time since 1970), the same without `X-`,
 * and both forms of the IETF draft (`remaining=0, reset=30` and `"day";r=0;t=30`).
 *
 * @returns milliseconds to wait; undefined when nothing asks for a pause
 */
export function pauseMsOf(headers: Readonly<Record<string, string | string[] | undefined>>, now: number): number | undefined {
  const textOf = (...names: readonly string[]) => names.map((name) => [headers[name]].flat().join(', ')).find((text) => text !== '');
  const retryAfterMs = retryAfterMsOf(textOf('retry-after'), now);
  if (retryAfterMs !== undefined) return retryAfterMs;
  const draft = textOf('ratelimit');
  const remaining = textOf('x-ratelimit-remaining', 'ratelimit-remaining') ?? partOf(draft, /(?:^|[,;]\s*)(?:remaining|r)=(\d+)/);
  if (remaining === undefined || !/^\s*0\s*(?:,|$)/.test(remaining)) return undefined;
  const reset = textOf('x-ratelimit-reset', 'ratelimit-reset') ?? partOf(draft, /(?:^|[,;]\s*)(?:reset|t)=(\d+)/);
  const number = reset === undefined ? Number.NaN : Number.parseFloat(reset);
  if (!Number.isFinite(number) || number < 0) return undefined;
  // Small numbers are seconds from now; the others are times in seconds or milliseconds.
  if (number < smallestTime) return number * 1_000;
  return Math.max(0, (number < smallestTime * 1_000 ? number * 1_000 : number) - now);
}

/** Seconds since 1970 are greater, and no quota lasts as long (30 years). */
const smallestTime = 1_000_000_000;

function partOf(text: string | undefined, pattern: RegExp): string | undefined {
  return pattern.exec(text ?? '')?.[1];
}

/** How some gateways say that a quota is used up, with 403 instead of 429. */
const quotaWords = /\bquota\b|rate.?limit|too many requests|throttl|developer over (?:rate|qps)/i;
const maxErrorBytes = 4_000;

/** Returns whether a refusal is about a quota: it asks for a pause, or its body says so. */
export function speaksOfQuota(
  { headers, body }: { readonly headers: Parameters<typeof pauseMsOf>[0]; readonly body: Buffer },
  now = Date.now(),
): boolean {
  return pauseMsOf(headers, now) !== undefined || quotaWords.test(body.toString('latin1', 0, maxErrorBytes));
}
