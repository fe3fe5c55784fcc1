import type { Outbound, OutboundResponse } from '../outbound.ts';
import type { Partner } from '../partners/partner.ts';
import { createSignIn } from '../partners/sign-in.ts';

/** One GET to a partner. */
export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one GET to a partner, signed in and within the limits of its file, and gives the answer whatever its status.
 *
 * @throws {LandfallError} as `Outbound.request` does
 */
export type Exchange = (partner: Partner, asked: Asked) => Promise<OutboundResponse>;

/** Makes the exchange with all partners. */
export function createExchange({ outbound }: { readonly outbound: Outbound }): Exchange {
  const signIn = createSignIn();
  return async (partner, { url, headers, timeoutMs, signal }) =>
    outbound.request({
      url,
      method: 'GET',
      headers: { accept: 'application/json', ...headers, ...(await signIn.headersFor(partner)) },
      timeoutMs,
      maxBodyBytes: partner.limits.maxBodyBytes,
      signal,
      allowPrivate: partner.allowPrivate,
    });
}
