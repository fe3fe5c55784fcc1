import { GraphQLError } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { LandfallError, StoreUnavailableError } from '../errors.ts';
import { toClientError, toClientErrors } from './client-errors.ts';

function openScope() {
  const error = vi.fn();
  return { requestId: 'r-1', logger: { error }, logged: error };
}

describe('an error for clients', () => {
  it('has the code and message of the table, its path, and no cause', () => {
    const scope = openScope();
    const originalError = new LandfallError('UPSTREAM_TIMEOUT', 'ACME did not answer.', { cause: new Error('10.0.0.7:443') });
    const error = new GraphQLError(originalError.message, { originalError, path: ['a', 0] });
    expect(toClientErrors([error], scope)).toEqual([
      { message: 'ACME did not answer.', path: ['a', 0], extensions: { code: 'UPSTREAM_TIMEOUT' } },
    ]);
    expect(scope.logged).not.toHaveBeenCalled();
  });

  it.each([
    ['any error', new GraphQLError('password=x', { originalError: new Error('password=x') })],
    [
      'a code that is not in the table',
      { message: 'password=x', extensions: { code: 'INTERNAL_SERVER_ERROR', stacktrace: ['password=x'] } },
    ],
    ['a code that every object has', { message: 'password=x', extensions: { code: 'constructor' } }],
    ['no code', { message: 'password=x' }],
  ])('is INTERNAL for %s, and only the log contains the cause', (_name, error) => {
    const scope = openScope();
    expect(toClientErrors([error], scope)).toEqual([
      { message: 'An internal error occurred.', extensions: { code: 'INTERNAL', requestId: 'r-1' } },
    ]);
    expect(JSON.stringify(scope.logged.mock.calls.map(([fields]) => String(fields.err.message)))).toContain('password=x');
  });

  it('does not flood the log when a page of rows fails for one cause', () => {
    const scope = openScope();
    const errors = Array.from({ length: 500 }, (_, index) => ({ message: 'x', path: ['rows', index] }));
    expect(toClientErrors(errors, scope)).toHaveLength(500);
    expect(scope.logged.mock.calls.length).toBeLessThan(10);
  });

  it('is created from any thrown value', () => {
    const scope = openScope();
    expect(toClientError(new StoreUnavailableError(new Error('x')), scope)).toEqual({
      message: 'The store is not available.',
      extensions: { code: 'STORE_UNAVAILABLE' },
    });
    for (const thrown of [new TypeError('x'), 'x', null])
      expect(toClientError(thrown, scope).extensions).toEqual({ code: 'INTERNAL', requestId: 'r-1' });
    expect(scope.logged.mock.calls[0]?.[0].err).toBeInstanceOf(TypeError);
  });
});
