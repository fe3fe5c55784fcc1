import { describe, expect, it } from 'vitest';
import { createClientAddressOf, networkOf } from './addresses.ts';

describe('the address of a client', () => {
  const addressOf = createClientAddressOf(['10.0.0.0/8', 'fd00::/8']);
  it.each([
    ['is that of the connection', '203.0.113.7', undefined, '203.0.113.7'],
    ['is in one spelling', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is that of the connection where a stranger claims another one', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is what a trusted proxy says', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is what the first of two trusted proxies says', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['is not what the client said to the proxy', '::ffff:10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['may come with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['may be IPv6 in brackets', 'fd00::1', '[2001:DB8:0::1]:4711', '2001:db8::1'],
    ['is that of the proxy where that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['is that of the proxy where that says something else', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['is unknown when the connection is gone', undefined, '198.51.100.1', ''],
  ])('%s', (_what, peerAddress, forwarded, expected) => {
    expect(addressOf({ peerAddress, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })).toBe(expected);
  });

  it('is counted by its 64-bit network when it is IPv6', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});
