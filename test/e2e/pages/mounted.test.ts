import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLandfall } from '../../../gateway/start-landfall.ts';
import { temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openSocket } from '../gateway/socket-client.ts';

describe('Landfall on the Fastify of a program', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await writePartners(folder.path);
  });
  afterAll(() => folder[Symbol.asyncDispose]());
  const settings = () => ({
    DATA_DIR: folder.path,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: `${folder.path}/access.yaml`,
    LOG_LEVEL: 'silent' as const,
    HOST: '127.0.0.1',
  });

  it('serves its pages beside the routes of the program, to which its headers and errors do not apply', async () => {
    const app = fastify();
    app.get('/own', async () => 'own');
    await using _landfall = await startLandfall({ fastify: app, ...settings() });
    const url = await app.listen({ port: 0 });
    const [own, health, missing, dcsa] = await Promise.all(['/own', '/healthz', '/none', '/dcsa/none'].map((path) => fetch(url + path)));
    expect([await own?.text(), own?.headers.get('x-frame-options')]).toEqual(['own', null]);
    expect([health?.status, health?.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(await missing?.json()).toMatchObject({ error: 'Not Found' });
    expect(await dcsa?.json()).toHaveProperty('feedbackElements');
  });

  it('closes its websockets and its store when the program closes the Fastify, and may be closed afterwards', async () => {
    const app = fastify();
    const landfall = await startLandfall({ fastify: app, ...settings(), pages: false });
    const url = await app.listen({ port: 0 });
    await using client = await openSocket(url);
    await app.close();
    expect((await client.closed)[0]).toBe(1001);
    await landfall.close();
    await using again = await startLandfall({ ...settings(), PORT: 0 });
    expect(again.port).toBeGreaterThan(0);
  });

  it('fails and closes what it has opened if the program has one of its routes', async () => {
    const app = fastify();
    app.get('/', async () => 'own');
    await expect(startLandfall({ fastify: app, ...settings() })).rejects.toMatchObject({ code: 'FST_ERR_DUPLICATED_ROUTE' });
    await app.close();
    await using other = await startLandfall({ ...settings(), PORT: 0, pages: false });
    expect((await fetch(other.url)).status).toBe(404);
  });
});
