import { describe, expect, inject, test } from 'vitest';
import { openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

describe.runIf(mongodbUrl && redisUrl)('a gateway apart', () => {
  test('answers requests of partners with the error body of their standard, and names the subgraph that serves them; it shows the capability profile of all', async () => {
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
    const away = 'http://127.0.0.1:1';
    const gateway = await deployment.serveGateway({
      'arrival-notices': away,
      'commercial-schedules': away,
      'port-calls': away,
      arrivals: away,
    });
    const send = async (path: string, method: string) => {
      const answer = await fetch(`${gateway.url}/dcsa${path}`, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
      return { status: answer.status, version: answer.headers.get('api-version'), body: (await answer.json()) as object };
    };
    const feedbackNaming = (subgraph: string) => ({
      feedbackElements: [{ severity: 'ERROR', message: expect.stringContaining(`the subgraph ${subgraph}`) }],
    });
    expect(await send('/arrival-notices', 'POST')).toEqual({ status: 404, version: '1.0.1', body: feedbackNaming('arrival-notices') });
    expect(await send('/events?limit=1', 'POST')).toEqual({ status: 404, version: '2.0.0', body: feedbackNaming('port-calls') });
    expect(await send('/v1/vessel-schedules?UNLocationCode=NLRTM', 'GET')).toMatchObject({
      status: 404,
      version: '1.0.4',
      body: {
        httpMethod: 'GET',
        requestUri: '/dcsa/v1/vessel-schedules?UNLocationCode=NLRTM',
        statusCode: 404,
        errors: [{ errorCodeMessage: expect.stringContaining('the subgraph commercial-schedules') }],
      },
    });
    const { status, body } = await send('/capabilities', 'GET');
    const { standards } = body as { readonly standards: readonly { readonly standard: string }[] };
    expect([status, standards.map(({ standard }) => standard)]).toEqual([200, ['Arrival Notice', 'Commercial Schedules', 'Port Call']]);
  });
});
