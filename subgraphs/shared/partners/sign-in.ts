import type { Partner } from './partner.ts';

/** Signs our requests to partners in, as their files say. */
export interface SignIn {
  /** Headers that show who we are; none where the partner's file names no way to sign in. */
  headersFor(partner: Partner): Promise<Readonly<Record<string, string>>>;
}

/** Opens it. */
export function createSignIn(): SignIn {
  return {
    headersFor: async ({ outbound }) => (outbound?.apiKey === undefined ? {} : { [outbound.apiKey.header]: outbound.apiKey.value }),
  };
}
