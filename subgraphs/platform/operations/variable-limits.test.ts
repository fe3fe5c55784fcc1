import { describe, expect, it } from 'vitest';
import { measureVariables } from './check-request.ts';

const limits = { maxInputDepth: 3, maxInputValues: 6 };
const codeOf = (variables: Record<string, unknown>) => measureVariables(variables, limits)?.extensions['code'];

describe('variables', () => {
  it('are accepted up to the exact limits', () => {
    expect(codeOf({ a: [1, 2, 3, 4, 5] })).toBeUndefined();
    expect(codeOf({ a: [1, 2, 3, 4, 5, 6] })).toBe('OPERATION_TOO_LARGE');
    expect(codeOf({ a: 1, b: { c: { d: null }, e: 'x' } })).toBeUndefined();
    expect(codeOf({ a: [[[1]]] })).toBeUndefined();
    expect(codeOf({ a: [[[[1]]]] })).toBe('OPERATION_TOO_LARGE');
  });

  it('are not examined beyond the limits', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(codeOf({ deep })).toBe('OPERATION_TOO_LARGE');
    const watched = new Proxy([] as unknown[], {
      get: () => {
        throw new Error('looked at');
      },
    });
    expect(codeOf({ a: [1, 2, 3, 4, 5, 6, watched] })).toBe('OPERATION_TOO_LARGE');
  });
});
