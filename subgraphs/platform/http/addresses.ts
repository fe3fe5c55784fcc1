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
  if (groups === null) return undefined;
  const [high, low] = [Number.parseInt(groups[1] ?? '0', 16), Number.parseInt(groups[2] ?? '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
