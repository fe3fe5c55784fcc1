import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { createAddressRanges } from './address-ranges.ts';

/** The other end of a connection, and the headers of its request. */
export interface Peer {
  readonly headers: IncomingHttpHeaders;
  /** IP address of the other end of the connection, which may be a proxy. */
  readonly peerAddress?: string | undefined;
}

/** Returns the IP address of the client; empty after the connection has closed. */
export type ClientAddressOf = (peer: Peer) => string;

/**
 * Creates the lookup. Each trusted proxy appends the address of its peer to `X-Forwarded-For`; the last address that is
 * not a trusted proxy is the client. Earlier entries may be forged.
 *
 * @param trustedProxies addresses and ranges
 */
export function createClientAddressOf(trustedProxies: readonly string[]): ClientAddressOf {
  const trusted = createAddressRanges(trustedProxies);
  return ({ headers, peerAddress = '' }) => {
    let address = plainAddressOf(peerAddress) ?? '';
    if (!trusted.includes(address)) return address;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (forwarded.length > 0 && trusted.includes(address)) {
      const before = plainAddressOf(forwarded.pop()?.trim() ?? '');
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/**
 * Returns the network by which addresses are counted: for IPv4 the address itself, for IPv6 its /64 network, because a
 * client usually has all addresses of one.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return `${[...groups, ...(tail === undefined ? [] : zeros), ...rest].slice(0, 4).join(':')}::/64`;
}

/** Returns the canonical form of an address: without zone, port or brackets, and IPv4 addresses not written as IPv6. */
function plainAddressOf(text: string): string | undefined {
  // The form in which sockets report IPv4 addresses, handled first because it occurs in every request.
  const [, plain] = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/.exec(text) ?? [];
  if (plain !== undefined) return isIP(plain) === 4 ? plain : undefined;
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? text).split('%', 1);
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
