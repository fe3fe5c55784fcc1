import type { FastifyRequest } from 'fastify';
import { LandfallError } from '../errors.ts';
import type { SignInWatch } from './sign-in-watch.ts';
import { attemptOf } from './watched-sign-in.ts';

/**
 * Returns whether the host of a request is a loopback name. To a browser, a page under another name that resolves to
 * this machine (DNS rebinding) has the same origin as this server.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/**
 * Rejects a request with an untrusted host while access is open.
 *
 * @param signIns counts the rejection
 * @throws {LandfallError} FORBIDDEN, RATE_LIMITED
 */
export async function requireLoopbackHost(request: FastifyRequest, signIns: Pick<SignInWatch, 'originRejected'>): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await signIns.originRejected(attemptOf(request));
  throw new LandfallError('FORBIDDEN', 'Access is open for this machine only: use the host name localhost, or set OPEN_ACCESS=true.');
}
