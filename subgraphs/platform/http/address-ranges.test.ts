import { expect, it } from 'vitest';
import { createAddressRanges, isAddressRange } from './addresses.ts';

it('includes single addresses and ranges of both versions', () => {
  const ranges = createAddressRanges(['10.1.0.0/16', '192.0.2.7', 'fd00::/8', '::1']);
  const inside = ['10.1.0.0', '10.1.255.255', '192.0.2.7', '::ffff:10.1.2.3', 'fd12::1', 'fd12::1%eth0', '::1', '0:0:0:0:0:0:0:1'];
  const outside = ['10.2.0.0', '192.0.2.8', '::ffff:10.2.0.0', 'fe80::1', '::2', '', 'localhost', '10.1.0.0/16'];
  expect(inside.filter((address) => !ranges.includes(address))).toEqual([]);
  expect(outside.filter((address) => ranges.includes(address))).toEqual([]);
});

it('without a range includes no address', () => {
  expect(createAddressRanges([]).includes('127.0.0.1')).toBe(false);
});

it.each(['', 'proxy.example', '10.0.0.1/33', '::1/129', '10.0.0/8', '10.0.0.1/', '10.0.0.1/-1', 'fe80::1%eth0', '10.0.0.1/8/8'])(
  'rejects %j',
  (text) => {
    expect(isAddressRange(text)).toBe(false);
    expect(() => createAddressRanges([text])).toThrow(TypeError);
  },
);
