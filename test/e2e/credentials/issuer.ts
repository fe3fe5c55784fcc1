import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';

/** A token issuer that publishes its keys on loopback. */
export interface Issuer extends AsyncDisposable {
  /** Its name in tokens. */
  readonly name: string;
  readonly server: FakePartner;
  readonly jwksUri: string;
  /** Signs a token that is valid for ten minutes, unless the claims say otherwise. */
  issue(claims: JWTPayload): Promise<string>;
  /** Creates a token without a signature, and one whose shared secret is the published key. */
  forge(claims: JWTPayload): Promise<{ none: string; hs256: string }>;
  /** Publishes a new key instead of the old one. */
  rotate(): Promise<void>;
}

/** Starts an issuer. @param alg how it signs; a key for `RS256` takes a tenth of a second of CPU */
export async function openIssuer(alg: 'ES256' | 'RS256' = 'ES256'): Promise<Issuer> {
  const newKey = async (kid: string) => ({ kid, ...(await generateKeyPair(alg, { extractable: true })) });
  let current = await newKey('1');
  const publish = async () => ({ keys: [{ ...(await exportJWK(current.publicKey)), kid: current.kid, use: 'sig', alg }] });
  let published = await publish();
  const server = await openFakePartner({ otherwise: () => ({ body: published }) });
  const name = `${server.url}/`;
  const whole = (claims: JWTPayload) => ({ iss: name, exp: Math.floor(Date.now() / 1_000) + 600, ...claims });
  return {
    name,
    server,
    jwksUri: `${server.url}/jwks`,
    issue: (claims) => new SignJWT(whole(claims)).setProtectedHeader({ alg, kid: current.kid }).sign(current.privateKey),
    forge: async (claims) => {
      const head = Buffer.from(JSON.stringify({ alg: 'HS256', kid: current.kid })).toString('base64url');
      const body = Buffer.from(JSON.stringify(whole(claims))).toString('base64url');
      const mac = createHmac('sha256', await exportSPKI(current.publicKey))
        .update(`${head}.${body}`)
        .digest('base64url');
      return { none: new UnsecuredJWT(whole(claims)).encode(), hs256: `${head}.${body}.${mac}` };
    },
    rotate: async () => {
      current = await newKey(`${Number(current.kid) + 1}`);
      published = await publish();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
