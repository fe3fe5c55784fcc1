import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './caller-sign-in.ts';

describe('a name of this machine', () => {
  it.each(['localhost', 'LOCALHOST:4000', 'app.localhost:4000', '127.0.0.1:4000', '127.1.2.3', '[::1]:4000'])('is %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'landfall.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:4000',
    '10.0.0.1',
    '[::2]',
    'evil\nlocalhost',
  ])('is not %s', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
