import { describe, expect, it } from 'vitest';
import { createOrigins } from './origins.ts';

const origins = createOrigins(['https://app.example', 'http://localhost:5173']);

describe('a websocket', () => {
  it.each([
    ['a program, which sends no origin', undefined, 'landfall.example', true],
    ['a page of the same host and port', 'http://landfall.example:4000', 'landfall.example:4000', true],
    ['a page behind a TLS proxy', 'https://landfall.example', 'Landfall.example', true],
    ['a page of a listed origin', 'https://app.example', 'landfall.example', true],
    ['a page of a listed host by another scheme', 'http://app.example', 'landfall.example', false],
    ['a page of another port', 'http://landfall.example:3000', 'landfall.example:4000', false],
    ['a page of a host that ends alike', 'https://evil-app.example', 'landfall.example', false],
    ['a page without an origin of its own', 'null', 'landfall.example', false],
    ['text that is no origin', '[', '[', false],
  ])('of %s is decided', (_who, origin, host, taken) => {
    expect(origins.mayOpenSocket({ origin, host })).toBe(taken);
  });
});
