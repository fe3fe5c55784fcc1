import { describe, expect, it } from 'vitest';
import { type Credential, createCredentials, headersOf, refreshDelayMs } from './credentials.ts';

const now = 1_000_000_000;
const endingIn = (ms: number): Credential => ({ bearer: 't', expiresAt: now + ms });

describe('a token', () => {
  it.each([
    ['half a minute before its end', 600_000, 570_000],
    ['at half of a short life', 40_000, 20_000],
    ['not more often than once a second', 500, 1_000],
    ['within a day, as timers take no longer wait', 1e12, 86_400_000],
    ['never again when it has ended', -1, 0],
  ])('is replaced %s', (_when, restMs, delayMs) => {
    expect(refreshDelayMs(endingIn(restMs), now)).toBe(delayMs);
  });

  it('is not replaced while its expiry is unknown; keys have none', () => {
    expect([undefined, { bearer: 't' }, { apiKey: 'k' }].map((credential) => refreshDelayMs(credential, now))).toEqual(
      Array(3).fill(undefined),
    );
  });
});

describe('credentials', () => {
  it('are requested once by concurrent callers, and again by later ones', async () => {
    let queried = 0;
    const credentials = createCredentials(() => ({ apiKey: String(++queried) }));
    expect(await Promise.all([credentials.fresh(), credentials.fresh(), credentials.current()])).toEqual(Array(3).fill({ apiKey: '1' }));
    expect(await credentials.current()).toEqual({ apiKey: '1' });
    expect(await credentials.fresh()).toEqual({ apiKey: '2' });
  });

  it('are requested again after the current ones have expired, and after the provider has failed', async () => {
    let queried = 0;
    const credentials = createCredentials(() => {
      if (++queried === 1) throw new Error('offline');
      return { bearer: String(queried), expiresAt: queried === 2 ? 0 : Number.MAX_SAFE_INTEGER };
    });
    await expect(credentials.current()).rejects.toMatchObject({ code: 'TOKEN_UNAVAILABLE', kind: 'transient' });
    expect(await credentials.current()).toMatchObject({ bearer: '2' });
    expect(await credentials.current()).toMatchObject({ bearer: '3' });
    expect(await credentials.current()).toMatchObject({ bearer: '3' });
  });

  it('are sent in the headers that Landfall accepts', () => {
    expect([undefined, { apiKey: 'k' }, { bearer: 't' }].map(headersOf)).toEqual([{}, { 'x-api-key': 'k' }, { authorization: 'Bearer t' }]);
  });
});
