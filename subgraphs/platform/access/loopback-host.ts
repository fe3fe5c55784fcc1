import type { FastifyRequest } from 'fastify';
import { LandfallError } from '../errors.ts';
import type { SignInWatch } from './sign-in-watch.ts';
import { attemptOf } from './watched-sign-in.ts';

/**
 * Whether a request names this machine as browsers on it do. A page of another name that leads here (DNS rebinding) is
 * this server's own to a browser.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/**
 * Refuses a request that names this machine otherwise, where nobody has to sign in.
 *
 * @param signIns is told of it
 * @throws {LandfallError} FORBIDDEN, RATE_LIMITED
 */
export async function requireLoopbackHost(request: FastifyRequest, signIns: Pick<SignInWatch, 'originRefused'>): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await signIns.originRefused(attemptOf(request));
  throw new LandfallError('FORBIDDEN', 'Access is open for this machine only: use the host name localhost, or set OPEN_ACCESS=true.');
}
