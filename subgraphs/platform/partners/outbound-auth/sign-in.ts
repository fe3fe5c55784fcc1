import type { ClientCertificate } from '../../http/outbound-agents.ts';
import type { Partner } from '../partner.ts';
import { type AccessTokensParts, createAccessTokens, type TokenRequests } from './access-tokens.ts';
import { basicCredential } from './basic-credential.ts';
import { createCertificateFiles } from './certificate-files.ts';

/** What one request shows of us. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly clientCertificate?: ClientCertificate;
  /** Set where the headers show one that was fetched. */
  readonly accessToken?: string;
}

/** Signs our requests to partners in, as their files say. */
export interface SignIn {
  /**
   * Gives what to show; nothing where the partner's file names no way to sign in.
   *
   * @throws {LandfallError} UPSTREAM_*, saying that it was the sign-in that failed
   */
  credentialFor(partner: Partner, asking: TokenRequests): Promise<Credential>;
  /** To be told when a partner answered 401. @returns whether there is, or can be fetched, another credential to try */
  replace(partner: Partner, refused: Credential): boolean;
}

/** Opens it. Nothing is fetched or read by that. */
export function createSignIn(parts: AccessTokensParts): SignIn {
  const tokens = createAccessTokens(parts);
  const certificates = createCertificateFiles(parts);
  return {
    credentialFor: async (partner, asking) => {
      const { apiKey, basic, bearer, oauth2, mtls } = partner.outbound ?? {};
      if (apiKey !== undefined) return { headers: { [apiKey.header]: apiKey.value } };
      if (basic !== undefined) return { headers: { authorization: basicCredential(basic.username, basic.password) } };
      if (bearer !== undefined) return { headers: { authorization: `Bearer ${bearer.token}` } };
      if (mtls !== undefined) return { headers: {}, clientCertificate: await certificates.read(partner.id, mtls) };
      if (oauth2 === undefined) return { headers: {} };
      const accessToken = await tokens.tokenFor({ partner, oauth2 }, asking);
      return { headers: { authorization: `Bearer ${accessToken}` }, accessToken };
    },
    replace: (partner, { accessToken }) => {
      const oauth2 = partner.outbound?.oauth2;
      return oauth2 !== undefined && accessToken !== undefined && tokens.refuse({ partner, oauth2 }, accessToken);
    },
  };
}
