import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { TLSSocket } from 'node:tls';
import { type Authority, readCertificate } from './certificates.ts';

/** A partner that is requested over TLS. */
export interface TlsPartner extends AsyncDisposable {
  readonly url: string;
  readonly requests: () => number;
  /** Returns the number of connections with a request. */
  readonly connections: () => number;
}

/**
 * Opens a partner that responds with the common name of the client certificate, and accepts only those of its
 * authority.
 */
export async function openTlsPartner(authority: Authority): Promise<TlsPartner> {
  const sockets = new Set<unknown>();
  let requests = 0;
  const ca = readFileSync(authority.caFile, 'utf8');
  const server: Server = createServer(
    { ...readCertificate(await authority.issue('server')), ca, requestCert: true },
    (request, response) => {
      requests += 1;
      sockets.add(request.socket);
      response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN);
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Opens OpenSSL's own server, which reports why it rejects a certificate. Node's server closes the connection, as most
 * do with TLS 1.3.
 */
export async function openStrictServer(authority: Authority): Promise<AsyncDisposable & { readonly url: string }> {
  const { certFile, keyFile } = await authority.issue('strict');
  const only = ['-tls1_2', '-Verify', '1', '-verify_return_error', '-CAfile', authority.caFile];
  const server = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-cert', certFile, '-key', keyFile, '-www', ...only]);
  const gone = once(server, 'exit');
  const close = async () => {
    server.kill();
    await gone;
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /^ACCEPT .*:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return { url: `https://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
  }
  throw new Error('openssl s_server ended');
}
