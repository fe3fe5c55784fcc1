import { describe, expect, inject, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { partnerKeys } from '../../support/landfall.ts';
import { alertNameOf, createAlertSubscriber } from '../../support/subscriber.ts';
import { openDeployment } from '../apart/deployment.ts';
import { noticeOf } from './arriving-notice.ts';
import { untilArrival } from './until-arrival.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly path?: readonly (string | number)[]; readonly extensions: { readonly code: string } }[];
}

const queryAt = async (url: string, query: string, variables: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ query, variables });
  return (
    await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).json() as Promise<Answer>;
};

describe.runIf(mongodbUrl && redisUrl)('arrivals in a separate process', () => {
  test('raise alerts through the gateway; while the process is unavailable, only its own fields are missing', async () => {
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', evaluatesArrivals: true });
    const notices = await deployment.serveSubgraph('arrival-notices');
    const gateway = await deployment.serveGateway({ 'arrival-notices': notices.url });
    const push = async (notice: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      const answer = await fetch(`${notices.url}/dcsa/arrival-notices`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ arrivalNotices: [notice] }),
      });
      expect(answer.status).toBe(200);
    };
    const sendQuery = async <T>(query: string, variables: object = {}) => (await queryAt(gateway.url, query, variables)).data as T;
    const subscriber = createAlertSubscriber('0');
    const listening = subscriber.listen(gateway.url);
    await push(noticeOf({ reference: 'APART1', arrivalDate: dayIn(10) }));
    await untilArrival({ query: sendQuery }, 'APART1', ({ bestTime }) => bestTime?.localDate === dayIn(10));
    await push(noticeOf({ reference: 'APART1', version: 2, arrivalDate: dayIn(8) }));
    await subscriber.until((events) => events.some((event) => alertNameOf(event) === 'ETA_CHANGED RAISED APART1'));
    await subscriber.stop();
    await listening;

    const query = `{ arrivals { nodes { transportDocumentReference openAlerts { kind } notice { transportDocumentReference } } }
      arrivalNotices { nodes { transportDocumentReference arrival { state notice { id } } } } }`;
    const openAlerts = [{ kind: 'ETA_CHANGED' }];
    expect(await queryAt(gateway.url, query)).toEqual({
      data: {
        arrivals: {
          nodes: [{ transportDocumentReference: 'APART1', openAlerts, notice: { transportDocumentReference: 'APART1' } }],
        },
        arrivalNotices: {
          nodes: [{ transportDocumentReference: 'APART1', arrival: { state: 'EXPECTED', notice: { id: expect.any(String) } } }],
        },
      },
    });
    const without = await deployment.serveGateway({ 'arrival-notices': notices.url, arrivals: 'http://127.0.0.1:9' });
    const { data, errors = [] } = await queryAt(without.url, query);
    expect(data).toEqual({ arrivals: null, arrivalNotices: { nodes: [{ transportDocumentReference: 'APART1', arrival: null }] } });
    expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual(
      expect.arrayContaining([
        ['arrivals', 'SUBGRAPH_UNAVAILABLE'],
        ['arrivalNotices.nodes.0.arrival', 'SUBGRAPH_UNAVAILABLE'],
      ]),
    );
  }, 60_000);
});
