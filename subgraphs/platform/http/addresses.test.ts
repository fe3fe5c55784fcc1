import { describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddressOf } from './addresses.ts';

describe('isPublicAddress', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['the far end of loopback', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['private class A', '10.1.2.3'],
    ['private class B, first', '172.16.0.1'],
    ['private class B, last', '172.31.255.255'],
    ['private class C', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['the metadata service of most clouds', '169.254.169.254'],
    ['the metadata service of Alibaba, inside CGNAT', '100.100.100.200'],
    ['CGNAT, last', '100.127.255.255'],
    ['the metadata service of Oracle', '192.0.0.192'],
    ['the wire server of Azure', '168.63.129.16'],
    ['documentation', '203.0.113.7'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['unique local', 'fd00:ec2::254'],
    ['site-local of old', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['mapped private', '0:0:0:0:0:ffff:0a00:0001'],
    ['mapped address with zeros in front', '::ffff:0.0.0.1'],
    ['NAT64 of the metadata service', '64:ff9b::169.254.169.254'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['IPv6 documentation', '2001:db8::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('rejects %s (%s)', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '169.253.1.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('literalAddressOf', () => {
  it.each([
    ['https://127.1/', '127.0.0.1'],
    ['https://0x7f000001/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://[::1]:8443/', '::1'],
    ['https://api.acme.example/', undefined],
  ])('reads %s as %s', (url, address) => {
    expect(literalAddressOf(new URL(url))).toBe(address);
  });
});
