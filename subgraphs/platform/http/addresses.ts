import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that contain no public hosts (IANA special-purpose registry), and the metadata host of a cloud. */
const special4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** The range of public IPv6 hosts. Loopback, link-local, unique-local and multicast addresses are outside of it. */
const global6 = blockList('ipv6', [['2000::', 3]]);
/** Tunnels, documentation and protocol assignments inside that range. */
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/**
 * Returns whether an IP address belongs to a public host. An IPv6 address with an embedded IPv4 address (mapped, or
 * translated by NAT64) counts as the IPv4 address.
 *
 * @param address without brackets; a string that is not an IP address is not public
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  if (version !== 6) return false;
  const carried = carriedIpv4(address);
  if (carried !== undefined) return isPublicAddress(carried);
  // A zone (`%eth0`) names an interface of this machine.
  return !address.includes('%') && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** Returns the IP address in a URL, without brackets; undefined for a host name. */
export function literalAddressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

function carriedIpv4(address: string): string | undefined {
  if (!URL.canParse(`http://[${address}]`)) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname;
  const groups = /^\[(?:::ffff|64:ff9b:):(?:([0-9a-f]+):)?([0-9a-f]+)\]$/.exec(canonical);
  return groups === null ? undefined : ipv4Of(groups[1], groups[2]);
}

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
function ipv4Of(first = '0', second = '0'): string {
  const [high, low] = [Number.parseInt(first, 16), Number.parseInt(second, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

export type AddressRanges = ReturnType<typeof createAddressRanges>;

/** Creates a set of addresses and ranges such as `10.0.0.7`, `10.0.0.0/8` and `fd00::/8`. @throws {TypeError} for another form */
export function createAddressRanges(texts: readonly string[]) {
  const list = new BlockList();
  for (const text of texts) {
    const range = parseRange(text);
    if (range === undefined) throw new TypeError(`expected an IP address or a range, got ${JSON.stringify(text)}`);
    list.addSubnet(range.address, range.prefix, range.family);
  }
  return {
    /**
     * Returns whether the set contains an address. An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
     */
    includes: (address: string): boolean => {
      // A shortcut, because this is called for every request.
      if (texts.length === 0) return false;
      // A zone (`%eth0`) names an interface of this machine.
      const [bare = ''] = address.split('%', 1);
      const version = isIP(bare);
      return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

/** Returns whether a string is an IP address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

function parseRange(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', digits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  return prefix > bits ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

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
  return mapped === null ? canonical : ipv4Of(mapped[1], mapped[2]);
}
