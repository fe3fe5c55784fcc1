import { z } from 'zod';
import { isPublicAddress, literalAddressOf } from '../http/addresses.ts';

/** The SHA-256 of a key, in lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, { error: 'a SHA-256 of 64 hexadecimal digits in quotes' })
  .transform((hex) => hex.toLowerCase());

/** Where something is asked for over HTTP; {@link addressIssueOf} says whether it may be asked there. */
export const httpUrl = z.string().refine(isPlainUrl, { error: 'an https URL without credentials, query and fragment' });

export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/**
 * Finds why nothing may be sent to an address that a file names. A name may still resolve to a private one, which is
 * found when it is connected to.
 *
 * @param url a plain one
 * @param allowPrivate whether the file says that it is for development
 */
export function addressIssueOf(url: string, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined;
  const literal = literalAddressOf(new URL(url));
  if (new URL(url).protocol !== 'https:') return 'expected https; plain http needs allowPrivate: true, for development';
  return literal !== undefined && !isPublicAddress(literal) ? 'expected a public address unless allowPrivate is true' : undefined;
}
