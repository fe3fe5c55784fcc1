import { describe, expect, it } from 'vitest';
import { readConfig } from '../subgraphs/shared/config.ts';
import { manifestPath } from './document-manifest.ts';
import { defaultRequestLimits } from './graphql-request.ts';
import { limitsOf } from './limits.ts';
import { defaultOperationLimits } from './operation-limits.ts';
import { defaultQueueLimits } from './outgoing-queue.ts';
import { policyOf } from './request-policy.ts';
import { defaultSocketLimits } from './websocket.ts';

describe('the settings', () => {
  it('have the limits of the code as their defaults', () => {
    const limits = { ...defaultOperationLimits, ...defaultQueueLimits, ...defaultSocketLimits, ...defaultRequestLimits };
    expect({ ...limits, ...limitsOf(readConfig({})) }).toEqual(limits);
  });

  it('reach the limit that each is named after', () => {
    const config = readConfig({ GRAPHQL_MAX_COST: '7', SOCKETS_PER_TENANT: '8' });
    expect(limitsOf(config)).toMatchObject({ maxCost: 7, maxSocketsPerTenant: 8 });
  });

  it('open nothing to other origins, tell the schema and trust every document unless they say otherwise', async () => {
    const open = policyOf(readConfig({}));
    expect([open.introspection, open.origins.isAllowed('https://app.example')]).toEqual([true, false]);
    expect(open.documents.textOf({ query: '{ anything }' })).toBe('{ anything }');
    const closed = policyOf(
      readConfig({
        INTROSPECTION: 'false',
        ALLOWED_ORIGINS: 'https://app.example, http://localhost:5173',
        TRUSTED_DOCUMENTS: manifestPath,
        REQUESTS_PER_MINUTE: '1',
      }),
    );
    expect([closed.introspection, closed.origins.isAllowed('http://localhost:5173')]).toEqual([false, true]);
    expect(closed.documents.textOf({ query: '{ anything }' })).toMatchObject({ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } });
    expect([await closed.rate.admit('a'), (await closed.rate.admit('a'))?.extensions['code']]).toEqual([undefined, 'RATE_LIMITED']);
  });

  it('take origins and nothing else for origins', () => {
    for (const ALLOWED_ORIGINS of ['*', 'app.example', 'https://app.example/', 'https://app.example/path', 'null']) {
      expect(() => readConfig({ ALLOWED_ORIGINS })).toThrow(/ALLOWED_ORIGINS: expected origins/);
    }
  });
});
