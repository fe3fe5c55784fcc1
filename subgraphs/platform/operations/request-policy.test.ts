import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultCallerLimits } from '../access/entitlement.ts';
import { readConfig } from '../config.ts';
import { packageRoot } from '../package-root.ts';
import { openPolicy, policyOf } from './request-policy.ts';

describe('the request policy of the settings', () => {
  it('rejects other origins, allows introspection and accepts every document by default', async () => {
    const open = policyOf(readConfig({}));
    expect([open.introspection, open.origins.isAllowed('https://app.example')]).toEqual([true, false]);
    expect(open.queryTextOf({ query: '{ anything }' })).toBe('{ anything }');
    const closed = policyOf(
      readConfig({
        INTROSPECTION: 'false',
        ALLOWED_ORIGINS: 'https://app.example, http://localhost:5173',
        TRUSTED_DOCUMENTS: join(packageRoot, 'schema', 'documents.json'),
      }),
    );
    expect([closed.introspection, closed.origins.isAllowed('http://localhost:5173')]).toEqual([false, true]);
    expect(closed.queryTextOf({ query: '{ anything }' })).toMatchObject({ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } });
  });

  it('without settings counts what callers use for each endpoint of a process by itself', () => {
    const [one, other] = [openPolicy(), openPolicy()];
    const blue = { tenant: 'blue', limits: defaultCallerLimits };
    one.parseBudget.spent(blue, 60_000);
    expect([one.parseBudget.admit(blue)?.extensions['code'], other.parseBudget.admit(blue)]).toEqual(['RATE_LIMITED', undefined]);
  });

  it('accepts only valid origins as origins', () => {
    for (const ALLOWED_ORIGINS of ['*', 'app.example', 'https://app.example/', 'https://app.example/path', 'null']) {
      expect(() => readConfig({ ALLOWED_ORIGINS })).toThrow(/ALLOWED_ORIGINS: expected origins/);
    }
  });
});
