import type { Credential } from '../../client/credentials.ts';
import type { ShownPerson } from './person-session.ts';
import { fetchProvider } from './provider.ts';
import { storedKey } from './stored-key.ts';

/** The person or API key on whose behalf a page sends requests. */
export type Account = ReturnType<typeof openAccount>;

/**
 * Opens the account of a page. The modules for signing in are loaded only if the server names a provider.
 *
 * @param onPerson called when the displayed state changes
 */
export function openAccount(onPerson: (person: ShownPerson) => void) {
  let opening: ReturnType<typeof openSession> | undefined;
  const session = () => {
    opening ??= openSession(onPerson).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    /**
     * Returns the credential for a request; undefined if the page has none and the server names no provider. If no person
     * is signed in, leaves the page for the provider's and does not return.
     *
     * @throws {Error} there is no credential now, because the server or the provider does not respond
     */
    credential: async (): Promise<Credential | undefined> => {
      const apiKey = storedKey();
      return apiKey === undefined ? (await session())?.credential() : { apiKey };
    },
    /** Explains to the person that the server rejected the token. @returns false if no person is signed in */
    explainRejection: async (retry: () => void): Promise<boolean> => {
      if (storedKey() !== undefined) return false;
      const person = await session().catch(() => undefined);
      person?.explainRejection(retry);
      return person !== undefined;
    },
  };
}

async function openSession(onPerson: (person: ShownPerson) => void) {
  const provider = await fetchProvider();
  if (provider === undefined) return undefined;
  const { createPersonSession } = await import('./person-session.ts');
  return createPersonSession(provider, onPerson);
}
