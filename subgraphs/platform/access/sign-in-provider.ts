import { z } from 'zod';
import { addressIssueOf, httpUrl, isPlainUrl } from '../partners/yaml-fields.ts';
import type { AddIssue } from '../partners/yaml-file.ts';

/**
 * The identity provider at which people sign in on Landfall's own pages. It contains no secrets, because pages receive
 * it.
 */
export interface SignInProvider {
  /** Issuer identifier, which equals that of `jwt`. Its metadata is at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  /** Id of a public client with the redirect URI `/sign-in` of this server. */
  readonly clientId: string;
  /** Requested scopes, separated by spaces. */
  readonly scope: string;
  /** The API that the token is for, for providers that require it. @see RFC 8707 */
  readonly resource?: string | undefined;
}

const name = z.string().min(1).max(1_000);

/** The field `signIn` of the access file. */
export const signInProvider = z.strictObject({
  issuer: httpUrl,
  clientId: name,
  scope: z
    .string()
    .refine((scope) => scope.split(' ').includes('openid'), { error: 'scopes separated by spaces, with openid among them' })
    .default('openid'),
  resource: z.url({ error: 'the absolute URI of an API' }).optional(),
}) satisfies z.ZodType<SignInProvider>;

/** Reports what in a provider contradicts the rest of the access file, so that its tokens could never be accepted. */
export function checkSignInProvider(content: Readonly<Record<string, unknown>>, add: AddIssue): void {
  const { signIn, jwt, allowPrivate } = content;
  if (!isRecord(signIn)) return;
  if (!isRecord(jwt)) {
    add(['signIn'], 'expected jwt in the same file: it verifies the tokens of the provider');
    return;
  }
  if (jwt['jwksUri'] === undefined && jwt['secret'] !== undefined) {
    add(['jwt', 'secret'], 'expected jwksUri together with signIn: the provider signs tokens with its own keys');
  }
  const { issuer } = signIn;
  if (typeof issuer !== 'string' || !isPlainUrl(issuer)) return;
  const issue = addressIssueOf(issuer, allowPrivate === true);
  if (issue !== undefined) add(['signIn', 'issuer'], issue);
  if (issuer !== jwt['issuer']) {
    add(['signIn', 'issuer'], `expected the issuer of jwt, ${JSON.stringify(jwt['issuer'])}, to the letter, got ${JSON.stringify(issuer)}`);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
