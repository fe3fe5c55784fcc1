import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { type Running, start, urlsOf } from '../../../gateway/main.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { keyOf } from '../access/open-access.ts';
import { writeAccess } from './write-access.ts';

const redisUrl = inject('redisUrl');

/** Returns the statuses of the board, the IDE and the schema. */
async function statusesOf({ url }: { readonly url: string }): Promise<number[]> {
  const answers = await Promise.all(['/', '/graphiql', '/schema.graphql'].map((path) => fetch(url + path)));
  return answers.map(({ status }) => status);
}

/** Returns the statuses of the URLs that are printed on a terminal to look at, to query and to push to. */
async function statusesOfPrinted(running: Pick<Running, 'app' | 'url'>): Promise<number[]> {
  const printed = urlsOf(running).match(/\bhttp:\S+/g) ?? [];
  const answers = await Promise.all(
    printed.map((url) => fetch(url, { method: url.includes('/dcsa/') ? 'POST' : 'GET', headers: asBrowser })),
  );
  return answers.map(({ status }) => status);
}

const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const tenants = { blue: keyOf('blue').written };

describe('a Landfall', () => {
  it('with open access serves the board, GraphiQL and the committed schema', async () => {
    await using landfall = await openLandfall();
    expect(await statusesOf(landfall)).toEqual([200, 200, 200]);
    const schema = await fetch(`${landfall.url}/schema.graphql`);
    expect(schema.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await schema.text()).toBe(await readFile(join(packageRoot, 'schema', 'api.graphql'), 'utf8'));
    const again = await fetch(`${landfall.url}/schema.graphql`, { headers: { 'if-none-match': schema.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('with an access file serves GraphiQL only if the settings say so', async () => {
    await using access = await writeAccess(tenants);
    await using landfall = await openLandfall({ ACCESS_FILE: access.file });
    expect(await statusesOf(landfall)).toEqual([200, 404, 200]);
    await using withIde = await openLandfall({ ACCESS_FILE: access.file, IDE: 'true' });
    expect(await statusesOf(withIde)).toEqual([200, 200, 200]);
    const ledTo = await fetch(`${withIde.url}/graphql`, { headers: asBrowser });
    expect([ledTo.status, ledTo.url]).toEqual([200, `${withIde.url}/graphiql`]);
  });

  it('does not serve GraphiQL or the schema if the settings say so', async () => {
    await using landfall = await openLandfall({ IDE: 'false', INTROSPECTION: 'false' });
    expect(await statusesOf(landfall)).toEqual([200, 404, 404]);
    const file = await fetch(`${landfall.url}/graphiql/page.js`);
    expect(file.status).toBe(404);
  });

  it('prints the addresses that it serves', async () => {
    await using folder = await temporaryFolder();
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder.path,
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: join(folder.path, 'access.yaml'),
    });
    await using together = await start('all', config, createLogger('silent'), { env: {} });
    expect(await statusesOfPrinted(together)).toEqual([200, 200, 401]);
  });

  it.skipIf(redisUrl === undefined)(
    'in distributed mode has its pages at the gateway, which prints no URL that it does not serve',
    async () => {
      await using folder = await temporaryFolder();
      const closedUrl = 'http://127.0.0.1:9/graphql';
      const config = readConfig({
        PORT: '0',
        REDIS_URL: redisUrl,
        ARRIVAL_NOTICES_URL: closedUrl,
        COMMERCIAL_SCHEDULES_URL: closedUrl,
        PORT_CALLS_URL: closedUrl,
        ARRIVALS_URL: closedUrl,
        ACCESS_FILE: join(folder.path, 'access.yaml'),
      });
      await using gateway = await start('gateway', config, createLogger('silent'), { env: {} });
      expect(await statusesOf(gateway)).toEqual([200, 200, 200]);
      expect(await statusesOfPrinted(gateway)).toEqual([200, 200]);
    },
  );
});
