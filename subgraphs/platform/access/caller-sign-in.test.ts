import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createClientAddressOf } from '../http/addresses.ts';
import { createSignInWatch, maxFailuresPerMinute, type SignInAttempt } from './caller-sign-in.ts';

function openWatch() {
  const lines: object[] = [];
  const registry = new Registry();
  let now = 0;
  const clock = { now: () => now, wait: async () => {} };
  const logger = { warn: (line: object, message: string) => lines.push({ ...line, message }) } as never;
  const watch = createSignInWatch({ logger, registry, clock, clientAddressOf: createClientAddressOf([]) });
  const fail = (address: string) => watch.failed(from(address), { reason: 'UNKNOWN_KEY' });
  const pass = (ms: number) => {
    now += ms;
  };
  return { watch, lines, pass, registry, fail };
}

const from = (peerAddress: string): SignInAttempt => ({ peer: { peerAddress, headers: {} }, entrance: 'http', requestId: 'r' });

describe('an address from which too many sign-ins fail', () => {
  it('is rejected until time has passed, while other addresses are not', async () => {
    const { fail, watch, pass } = openWatch();
    for (let number = 0; number < maxFailuresPerMinute; number += 1) await fail('203.0.113.7');
    await expect(fail('203.0.113.7')).rejects.toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 1 }));
    await expect(watch.succeeded(from('203.0.113.7'), 'key:1')).rejects.toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    expect(await watch.succeeded(from('203.0.113.8'), 'key:1')).toBeUndefined();
    pass(1_000);
    expect(await watch.succeeded(from('203.0.113.7'), 'key:1')).toBeUndefined();
    expect(await fail('203.0.113.7')).toBeUndefined();
  });

  it('admits the credentials that were valid from there before, and none that were valid elsewhere', async () => {
    const { fail, watch } = openWatch();
    await watch.succeeded(from('203.0.113.7'), 'key:1');
    await watch.succeeded(from('203.0.113.8'), 'key:2');
    for (let number = 0; number < maxFailuresPerMinute; number += 1) await fail('203.0.113.7');
    expect(await watch.succeeded(from('203.0.113.7'), 'key:1')).toBeUndefined();
    await expect(watch.succeeded(from('203.0.113.7'), 'key:2')).rejects.toThrow();
  });

  it('admits thousands of credentials that were valid from there before', async () => {
    const { fail, watch } = openWatch();
    const owners = Array.from({ length: 5_000 }, (_, number) => `key:${number}`);
    for (const owner of owners) await watch.succeeded(from('203.0.113.7'), owner);
    for (let number = 0; number < maxFailuresPerMinute; number += 1) await fail('203.0.113.7');
    for (const owner of owners) expect(await watch.succeeded(from('203.0.113.7'), owner)).toBeUndefined();
  });

  it('counts as one with all other addresses of its IPv6 network', async () => {
    const { fail } = openWatch();
    for (let number = 0; number < maxFailuresPerMinute; number += 1) await fail(`2001:db8::${number.toString(16)}`);
    await expect(fail('2001:db8::ffff')).rejects.toThrow();
    expect(await fail('2001:db8:0:1::1')).toBeUndefined();
  });

  it('fills neither the log nor the memory', async () => {
    const { fail, lines, registry } = openWatch();
    for (let number = 0; number < 1_000; number += 1) {
      try {
        await fail('203.0.113.7');
      } catch {}
    }
    expect(lines).toHaveLength(maxFailuresPerMinute + 1);
    expect(lines.at(-1)).toMatchObject({ address: '203.0.113.7', retryAfter: 1 });
    // The failures are counted nevertheless.
    const text = await registry.metrics();
    expect(text).toContain('landfall_failed_sign_ins_total{entrance="http",reason="UNKNOWN_KEY"} 1000');
    expect(text).toContain(`landfall_rate_limited_sign_ins_total{entrance="http"} ${1_000 - maxFailuresPerMinute}`);
    // More addresses than are remembered, so that the first one starts again.
    for (let number = 0; number < 10_000; number += 1) await fail(`10.${number >> 8}.${number & 255}.1`);
    expect(await fail('203.0.113.7')).toBeUndefined();
  });
});

describe('a rejected origin', () => {
  it('is named together with the setting that allows it, if that setting could list it', async () => {
    const { watch, lines } = openWatch();
    const reject = (origin: string, host = 'landfall.example') =>
      watch.originRejected({ peer: { peerAddress: '203.0.113.7', headers: { origin, host } }, entrance: 'http' });
    for (const origin of ['https://app.example', 'https://other.example', 'null', 'no origin']) await reject(origin);
    // A name that resolves to this machine and is not trusted, which is the same origin to the browser.
    await reject('http://rebound.example', 'rebound.example');
    expect(lines.map((line) => Reflect.get(line, 'message').includes('ALLOWED_ORIGINS'))).toEqual([true, true, false, false, false]);
  });
});
