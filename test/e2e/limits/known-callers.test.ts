import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { maxFailuresPerMinute } from '#platform/access/caller-sign-in.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { startRedis } from '../../support/processes.ts';
import { openDeployment } from '../apart/deployment.ts';

/** All clients of these tests are behind one address, as in an office. */
const address = '198.51.100.1';

async function statusOf(url: string, key: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-forwarded-for': address };
  return (await fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })).status;
}

/** Guesses keys until the address is over the limit. */
async function guess(url: string): Promise<void> {
  const guessed = await Promise.all(Array.from({ length: 2 * maxFailuresPerMinute }, (_, number) => statusOf(url, `guess-${number}`)));
  expect(guessed).toContain(429);
}

test.runIf(inject('redisUrl') && inject('mongodbUrl'))(
  'who guesses keys at one process locks no known key and no known partner out of the others',
  async () => {
    await using redis = await startRedis();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.yaml');
    const sha256 = createHash('sha256').update('the-key-of-blue').digest('hex');
    await writeFile(file, `tenants: { blue: { apiKeys: [{ sha256: "${sha256}" }] } }\n`);
    const settings = { ACCESS_FILE: file, SUBGRAPH_SECRETS: 'a-secret-of-24-characters', TRUSTED_PROXIES: '127.0.0.1' };
    await using deployment = await openDeployment({ mongodbUrl: inject('mongodbUrl') ?? '', redisUrl: redis.url, settings });
    const closed = 'http://127.0.0.1:9';
    const urls = { 'arrival-notices': closed, 'commercial-schedules': closed, 'port-calls': closed, arrivals: closed };
    const gateways = [await deployment.serveGateway(urls), await deployment.serveGateway(urls)].map(({ url }) => `${url}/graphql`);
    const [first = '', second = ''] = gateways;
    expect(await statusOf(first, 'the-key-of-blue')).toBe(200);
    await guess(second);
    expect(await Promise.all([first, second].map((url) => statusOf(url, 'the-key-of-blue')))).toEqual([200, 200]);

    const subgraphs = [await deployment.serveSubgraph('port-calls'), await deployment.serveSubgraph('port-calls')];
    const [one = '', other = ''] = subgraphs.map(({ url }) => `${url}/dcsa/events`);
    // The body is no list of events, which is known only after the sign-in.
    expect(await statusOf(one, partnerKeys.acme)).toBe(400);
    await guess(other);
    expect(await statusOf(other, partnerKeys.acme)).toBe(400);
  },
);
