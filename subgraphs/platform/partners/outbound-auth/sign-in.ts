import type { ClientCertificate } from '../../http/outbound-agents.ts';
import type { RequestTarget } from '../partner.ts';
import { type AccessTokensParts, createAccessTokens, type TokenWait } from './access-tokens.ts';
import { basicCredential } from './basic-credential.ts';
import { createCertificateFiles } from './certificate-files.ts';

/** The credential of one request. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly clientCertificate?: ClientCertificate;
  /** The fetched token in the headers, if any. */
  readonly accessToken?: string;
}

/** Signs in to partners, as configured in their files. */
export interface SignIn {
  /**
   * Returns the credential; an empty one when the partner's file configures none.
   *
   * @throws {LandfallError} UPSTREAM_*, naming the sign-in
   */
  credentialFor(partner: RequestTarget, wait: TokenWait): Promise<Credential>;
  /** Drops a credential after a 401. @returns whether another one exists or can be fetched */
  replace(partner: RequestTarget, rejected: Credential): boolean;
}

/** Creates the sign-in. Does not fetch or read anything yet. */
export function createSignIn(parts: AccessTokensParts): SignIn {
  const tokens = createAccessTokens(parts);
  const certificates = createCertificateFiles(parts);
  return {
    credentialFor: async (partner, wait) => {
      const { apiKey, basic, bearer, oauth2, mtls } = partner.outbound ?? {};
      if (apiKey !== undefined) return { headers: { [apiKey.header]: apiKey.value } };
      if (basic !== undefined) return { headers: { authorization: basicCredential(basic.username, basic.password) } };
      if (bearer !== undefined) return { headers: { authorization: `Bearer ${bearer.token}` } };
      if (mtls !== undefined) return { headers: {}, clientCertificate: await certificates.read(partner.id, mtls) };
      if (oauth2 === undefined) return { headers: {} };
      const accessToken = await tokens.tokenFor({ partner, oauth2 }, wait);
      return { headers: { authorization: `Bearer ${accessToken}` }, accessToken };
    },
    replace: (partner, { accessToken }) => {
      const oauth2 = partner.outbound?.oauth2;
      return oauth2 !== undefined && accessToken !== undefined && tokens.invalidate({ partner, oauth2 }, accessToken);
    },
  };
}
