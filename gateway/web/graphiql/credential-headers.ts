import type { Account } from '../../../packages/board/sign-in/account.ts';
import { headersOf } from '../../../packages/client/credentials.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers of a request: those of the headers editor, with the credential of the page unless the editor has
 * one.
 */
export async function withCredential(headers: Headers, account: Account): Promise<Headers> {
  const isOwn = Object.keys(headers).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()));
  return isOwn ? headers : { ...headersOf(await account.credential()), ...headers };
}
