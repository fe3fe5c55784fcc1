import { BlockList, isIP } from 'node:net';

/** A set of IP addresses. */
export interface AddressRanges {
  /**
   * Returns whether the set contains an address. An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
   */
  includes(address: string): boolean;
}

/** Creates a set of addresses and ranges such as `10.0.0.7`, `10.0.0.0/8` and `fd00::/8`. @throws {TypeError} for another form */
export function createAddressRanges(texts: readonly string[]): AddressRanges {
  const list = new BlockList();
  for (const text of texts) {
    const range = parseRange(text);
    if (range === undefined) throw new TypeError(`expected an IP address or a range, got ${JSON.stringify(text)}`);
    list.addSubnet(range.address, range.prefix, range.family);
  }
  return {
    includes: (address) => {
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
