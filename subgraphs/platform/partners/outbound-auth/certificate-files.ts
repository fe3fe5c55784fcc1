import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createBoundedCache, heapBytesOf } from '../../cache/bounded-cache.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { LandfallError } from '../../errors.ts';
import type { ClientCertificate } from '../../http/outbound-agents.ts';
import type { Logger } from '../../logger.ts';
import type { OutboundWays } from '../partner.ts';

type CertificatePaths = NonNullable<OutboundWays['mtls']>;

/** The client certificates named in partners' files, read on demand and again after a change. */
export interface CertificateFiles {
  /**
   * Reads a certificate. Returns the same object as long as the files do not change. When new files cannot be used, for
   * instance because a key is still being written, the old certificate stays in use.
   *
   * @throws {LandfallError} UPSTREAM_REJECTED if there is no usable certificate yet; the message contains no path
   */
  read(partnerId: string, paths: CertificatePaths): Promise<ClientCertificate>;
}

/** Size of a source without its certificate, in bytes. */
const sourceBytes = 1_000;

interface Source {
  /** Identifies a state of the files. */
  stamp?: string;
  certificate?: ClientCertificate;
  flight?: Promise<ClientCertificate> | undefined;
}

/** Creates the cache of certificates. Does not read any file yet. */
export function createCertificateFiles({ logger }: { readonly logger: Logger }): CertificateFiles {
  const sources = createBoundedCache<string, Source>(memoryBounds.credentials.bytes);

  const refresh = async (source: Source, paths: CertificatePaths): Promise<ClientCertificate> => {
    const stamp = await stampOf(paths);
    if (source.certificate !== undefined && source.stamp === stamp) return source.certificate;
    // Set even when the files cannot be used, so that this is logged once for each state of the files.
    source.stamp = stamp;
    source.certificate = await load(paths);
    return source.certificate;
  };
  const refreshOrKeep = async (source: Source, { partnerId, paths }: { partnerId: string; paths: CertificatePaths }) => {
    try {
      return await refresh(source, paths);
    } catch (cause) {
      const code = String((cause as NodeJS.ErrnoException).code ?? 'not a certificate with its key');
      logger.warn({ partner: partnerId, code, ...paths }, 'a client certificate cannot be used; the previous one, if any, stays in use');
      if (source.certificate !== undefined) return source.certificate;
      throw new LandfallError('UPSTREAM_REJECTED', `Signing in failed: the client certificate for ${partnerId} cannot be used (${code}).`, {
        cause,
      });
    } finally {
      source.flight = undefined;
    }
  };
  return {
    read: (partnerId, paths) => {
      const key = JSON.stringify([partnerId, paths]);
      const source = sources.get(key) ?? {};
      sources.set(key, source, sourceBytes + heapBytesOf(source.certificate));
      source.flight ??= refreshOrKeep(source, { partnerId, paths });
      return source.flight;
    },
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
