import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer, request as sendSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Authority, type CertificateFiles, readCertificate } from './certificates.ts';

/** A proxy that terminates TLS, accepts certificates of its authority only, and sends the fingerprint in a header. */
export interface TlsProxy extends AsyncDisposable {
  /** Sends a POST through the proxy. @returns status and body of the response */
  post(path: string, request: { certificate: CertificateFiles; headers: Record<string, string>; body: string }): Promise<[number, string]>;
}

/** Starts a proxy in front of a local port. */
export async function openTlsProxy(authority: Authority, { port, header }: { port: number; header: string }): Promise<TlsProxy> {
  const ca = readFileSync(authority.caFile, 'utf8');
  const server = createServer({ ...readCertificate(await authority.issue('proxy')), ca, requestCert: true }, (request, response) => {
    const { fingerprint256 } = (request.socket as TLSSocket).getPeerCertificate();
    const headers = { ...request.headers, [header]: fingerprint256 };
    const forwarded = send({ host: '127.0.0.1', port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: proxyPort } = server.address() as AddressInfo;
  return {
    post: async (path, { certificate, headers, body }) => {
      const tls = { host: '127.0.0.1', port: proxyPort, ca, agent: false, ...readCertificate(certificate) };
      const request = sendSecurely({ ...tls, path, method: 'POST', headers });
      request.end(body);
      const [answer] = await once(request, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return [answer.statusCode, Buffer.concat(chunks).toString()];
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
