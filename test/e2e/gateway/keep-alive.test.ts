import { describe, expect, inject, it } from 'vitest';
import { openLandfall } from '../../support/open-landfall.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { openDeployment } from '../apart/deployment.ts';

/** Sends one request, and waits until the server closes the connection. @returns the announced time */
async function announcedSeconds(url: string): Promise<string | undefined> {
  const answer = await rawExchange(Number(new URL(url).port), `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return /^keep-alive: timeout=(\d+)/im.exec(answer)?.[1];
}

describe('an idle connection', () => {
  it('is closed after KEEP_ALIVE_SECONDS, which each response announces', async () => {
    await using landfall = await openLandfall({ KEEP_ALIVE_SECONDS: '1' });
    const sent = performance.now();
    expect(await announcedSeconds(landfall.url)).toBe('1');
    expect(performance.now() - sent).toBeGreaterThan(990);
  });

  it('is kept open longer than most load balancers keep it, unless the setting differs', async () => {
    await using landfall = await openLandfall();
    const answer = await fetch(`${landfall.url}/healthz`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=65');
  });

  const [mongodbUrl = '', redisUrl = ''] = [inject('mongodbUrl'), inject('redisUrl')];
  it.runIf(mongodbUrl && redisUrl)('is kept by gateways and subgraphs of a distributed deployment for the same time', async () => {
    await using deployment = await openDeployment({ mongodbUrl, redisUrl, settings: { KEEP_ALIVE_SECONDS: '620' } });
    const subgraph = await deployment.serveSubgraph('arrival-notices');
    const gateway = await deployment.serveGateway({ 'arrival-notices': subgraph.url });
    for (const { url } of [subgraph, gateway]) expect((await fetch(`${url}/healthz`)).headers.get('keep-alive')).toBe('timeout=620');
  });
});
