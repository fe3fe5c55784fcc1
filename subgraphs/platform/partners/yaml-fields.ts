import { z } from 'zod';
import { isPublicAddress, literalAddressOf } from '../http/addresses.ts';

/** The SHA-256 of a key, in lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, { error: 'a SHA-256 of 64 hexadecimal digits in quotes' })
  .transform((hex) => hex.toLowerCase());

/** A URL for requests. {@link addressIssueOf} checks whether its address is allowed. */
export const httpUrl = z.string().refine(isPlainUrl, { error: 'an https URL without credentials, query and fragment' });

export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/**
 * Returns why an address in a file is not allowed. A name that resolves to a private address is detected only when
 * connecting.
 *
 * @param url passes {@link isPlainUrl}
 * @param allowPrivate whether the file is for development
 */
export function addressIssueOf(url: string, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined;
  const literal = literalAddressOf(new URL(url));
  if (new URL(url).protocol !== 'https:') return 'expected https; plain http needs allowPrivate: true, for development';
  return literal !== undefined && !isPublicAddress(literal) ? 'expected a public address unless allowPrivate is true' : undefined;
}
