import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createBoundedCache, heapBytesOf } from '../../cache/bounded-cache.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import type { ClientCertificate, OutboundResponse } from '../../http/outbound.ts';
import { speaksOfQuota } from '../../http/retry-after.ts';
import type { Logger } from '../../logger.ts';
import type { OutboundWays, RequestTarget } from '../partner.ts';
import { type AccessToken, basicCredential, createAccessTokens, signInError, type TokenWait } from './access-tokens.ts';

/** The credential of one request. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the query. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** The fetched token in the headers, if any. */
  readonly accessToken?: AccessToken | undefined;
  /** Values that must not be shown, beside those of the file. */
  readonly secrets: readonly string[];
}

/** Creates the sign-in to partners, as configured in their files. Does not fetch or read anything yet. */
export function createSignIn(parts: Parameters<typeof createAccessTokens>[0]) {
  const tokens = createAccessTokens(parts);
  const readCertificate = createCertificateFiles(parts.logger);
  return {
    /**
     * Returns the credential; an empty one when the partner's file configures none.
     *
     * @throws {LandfallError} UPSTREAM_*, naming the sign-in
     */
    credentialFor: async (partner: RequestTarget, wait: TokenWait): Promise<Credential> => {
      const { apiKey, basic, bearer, oauth2, mtls, headers: extraHeaders, parameters = {} } = partner.outbound ?? {};
      const clientCertificate = mtls && (await readCertificate(partner.id, mtls));
      const accessToken = oauth2 && (await tokens.tokenFor({ partner, oauth2, clientCertificate }, wait));
      const token = bearer?.token ?? accessToken?.token;
      const authorization = basic ? basicCredential(basic.username, basic.password) : token && `Bearer ${token}`;
      const headers = {
        ...extraHeaders,
        ...(apiKey && { [apiKey.header]: apiKey.value }),
        ...(authorization !== undefined && { authorization }),
      };
      return { headers, parameters, accessToken, clientCertificate, secrets: authorization === undefined ? [] : [authorization] };
    },
    /**
     * Drops the token of a credential when the response rejects it.
     *
     * @param url the address of the request
     * @returns whether another token exists or can be fetched
     */
    replaceRejected: (partner: RequestTarget, credential: Credential, { url, response }: { url: string; response: OutboundResponse }) => {
      const { accessToken, clientCertificate } = credential;
      const oauth2 = partner.outbound?.oauth2;
      if (oauth2 === undefined || accessToken === undefined) return false;
      const address = url.split('?', 1)[0] ?? url;
      if (rejectsToken(response)) return tokens.invalidate({ partner, oauth2, clientCertificate }, accessToken, address);
      if (response.status < 300 && accessToken.acceptedBy.size < maxAddresses) accessToken.acceptedBy.add(address);
      return false;
    },
  };
}

/** Maximum number of addresses that are remembered for a token. */
const maxAddresses = 100;
/** Longer bodies are rows. */
const maxErrorBytes = 4_000;
const tokenErrors = /(invalid|expired|revoked)[\s_-]*(access|auth\w*|bearer)?[\s_-]*token|token[^.{}]{0,40}(invalid|expired|revoked)/i;

/**
 * Returns whether a response says that a token is no longer accepted. The standard's way is a 401 (RFC 6750). Others
 * answer 403, lead to a login page, or describe the error with any other status, even with 200.
 */
export function rejectsToken({ status, headers, body }: OutboundResponse): boolean {
  if (status === 401) return true;
  if (status === 403) return !speaksOfQuota({ headers, body });
  if (status >= 300 && status < 400) return /log-?in|sign-?in|auth/i.test(String(headers.location));
  if (body.length > maxErrorBytes || (status < 300 && body[0] === 0x5b)) return false;
  return tokenErrors.test(`${headers['www-authenticate']} ${body.toString('latin1')}`);
}

type CertificatePaths = NonNullable<OutboundWays['mtls']>;

/** Size of a source without its certificate, in bytes. */
const sourceBytes = 1_000;

interface Source {
  /** Identifies a state of the files. */
  stamp?: string;
  certificate?: ClientCertificate;
  flight?: Promise<ClientCertificate> | undefined;
}

/**
 * Creates the function that reads the client certificate named in a partner's file, on demand and again after a change. It
 * returns the same object as long as the files do not change. When new files cannot be used, for instance because a key is
 * still being written, the old certificate stays in use.
 *
 * @throws {LandfallError} UPSTREAM_REJECTED if there is no usable certificate yet; the message contains no path
 */
function createCertificateFiles(logger: Logger): (partnerId: string, paths: CertificatePaths) => Promise<ClientCertificate> {
  const sources = createBoundedCache<string, Source>(memoryBounds.credentials.bytes);

  const refresh = async (source: Source, { partnerId, paths }: { partnerId: string; paths: CertificatePaths }) => {
    try {
      const stamp = await stampOf(paths);
      if (source.certificate !== undefined && source.stamp === stamp) return source.certificate;
      // Set even when the files cannot be used, so that this is logged once for each state of the files.
      source.stamp = stamp;
      source.certificate = await load(paths);
      return source.certificate;
    } catch (cause) {
      const code = String((cause as NodeJS.ErrnoException).code ?? 'not a certificate with its key');
      logger.warn({ partner: partnerId, code, ...paths }, 'a client certificate cannot be used; the previous one, if any, stays in use');
      if (source.certificate !== undefined) return source.certificate;
      throw signInError('UPSTREAM_REJECTED', `the client certificate for ${partnerId} cannot be used (${code}).`, cause);
    } finally {
      source.flight = undefined;
    }
  };
  return (partnerId, paths) => {
    const key = JSON.stringify([partnerId, paths]);
    const source = sources.get(key) ?? {};
    sources.set(key, source, sourceBytes + heapBytesOf(source.certificate));
    source.flight ??= refresh(source, { partnerId, paths });
    return source.flight;
  };
}

async function stampOf({ certFile, keyFile, caFile = '' }: CertificatePaths): Promise<string> {
  const stamps = [certFile, keyFile, caFile].map(async (file) => {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  });
  // A missing file is a state too.
  return (await Promise.allSettled(stamps)).map((stamp) => (stamp.status === 'fulfilled' ? stamp.value : 'none')).join(' ');
}

/** @throws {Error} if a file cannot be read, is not PEM, or if certificate and key do not match */
async function load({ certFile, keyFile, caFile }: CertificatePaths): Promise<ClientCertificate> {
  const [cert, key, ca] = await Promise.all([certFile, keyFile, caFile].map((file) => file && readFile(file, 'utf8')));
  if (!cert || !key || ca === '') throw new Error('an empty file');
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('certificate and key are not a pair');
  if (ca !== undefined) new X509Certificate(ca);
  return { cert, key, ca };
}
