import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { until } from '../../support/until.ts';
import { type Deployment, openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

interface Connection {
  readonly nodes: readonly { readonly partner: { readonly id: string } }[];
  readonly sources: readonly { readonly partner: { readonly id: string }; readonly status: string; readonly retryAt: string | null }[];
}

const pause: ScriptedAnswer = { status: 429, headers: { 'retry-after': '2' } };

/**
 * For each root field that may request partners: its arguments, the answers of partners, and the query of the store.
 */
const requests = [
  [
    'arrivalNotices',
    'arrivalNotices(maxAgeSeconds: 0',
    'arrivalNotices(first: 20, orderBy: OLDEST_FIRST',
    (reference: string) => ({
      arrivalNotices: [noticeWith({ transportDocumentReference: reference })],
    }),
  ],
  [
    'portCallEvents',
    'portCallEvents(maxAgeSeconds: 0',
    'portCallEvents(first: 20',
    (eventID: string) => ({
      events: [{ eventID, eventUpdatedDateTime: '2026-12-20T07:00:00Z', portCall: { portCallID: 'P' } }],
    }),
  ],
  [
    'vesselSchedules',
    'vesselSchedules(filter: { vesselIMONumber: "9321483" }',
    'vesselSchedules(filter: { vesselIMONumber: "9321483" }',
    () => [vesselScheduleWith()],
  ],
] as const;

describe.runIf(mongodbUrl && redisUrl)('over gateway and subgraphs in distributed mode', () => {
  const carriers: Record<string, FakePartner> = {};
  let deployment: Deployment;
  let url = '';
  beforeAll(async () => {
    deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
    for (const id of ['ready', 'busy']) {
      const carrier = await openFakePartner({ otherwise: { body: [] } });
      carriers[id] = carrier;
      const endpoints = ['arrivalNotices', 'commercialSchedules', 'portCalls'].map((name) => `${name}: { baseUrl: "${carrier.url}" }`);
      const lines = [`id: ${id}`, `name: ${id}`, 'allowPrivate: true', 'limits: { requestsPerSecond: 1000 }', ...endpoints];
      await writeFile(join(deployment.environment['PARTNERS_DIR'] ?? '', `${id}.yaml`), lines.join('\n'));
    }
    ({ url } = await deployment.serveGateway({}));
  });
  afterAll(async () => {
    await deployment[Symbol.asyncDispose]();
    for (const carrier of Object.values(carriers)) await carrier[Symbol.asyncDispose]();
  });

  const carrier = (id: string) => carriers[id] as FakePartner;
  const send = async (query: string): Promise<Connection> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data, errors } = (await answer.json()) as { data: { answer: Connection }; errors?: unknown };
    expect(errors).toBeUndefined();
    return data.answer;
  };
  const sendQuery = (field: string, more: string) =>
    send(`{ answer: ${field}, ${more}) { nodes { partner { id } } sources { partner { id } status retryAt } } }`);
  const partnersIn = ({ nodes }: Connection) => nodes.map(({ partner }) => partner.id).toSorted();

  it.each(requests)(
    'a page of %s does not wait for a partner that requests a pause, and the next page has its answer',
    async (_, requested, held, answerOf) => {
      for (const each of ['ready', 'busy']) carrier(each).answer(...(each === 'busy' ? [pause] : []), { body: answerOf(each) });
      const before = carrier('busy').requests.length;
      // A replica that has just lost its registration on a busy machine requests no partner.
      const first = await until(async () => {
        const answer = await sendQuery(requested, 'maxWaitMs: 20000');
        return carrier('busy').requests.length > before && answer;
      });
      expect(partnersIn(first)).toEqual(['ready']);
      expect(first.sources).toEqual(
        expect.arrayContaining([
          { partner: { id: 'busy' }, status: 'PARTNER_BUSY', retryAt: expect.any(String) },
          expect.objectContaining({ partner: { id: 'ready' }, status: 'OK' }),
        ]),
      );
      await carrier('busy').received(before + 2);
      await expect.poll(async () => partnersIn(await sendQuery(held, 'maxAgeSeconds: 900'))).toEqual(['busy', 'ready']);
      expect(carrier('busy').requests).toHaveLength(before + 2);
    },
  );

  it('match sets do not wait either, and report who has not answered', async () => {
    carrier('busy').answer(pause);
    const before = carrier('busy').requests.length;
    const query =
      '{ answer: arrivalNotices { nodes { current { arrivalCall(maxAgeSeconds: 0, maxWaitMs: 20000) { outcome sources { partner { id } status } } } } } }';
    const { nodes } = await until(async () => {
      const answer = (await send(query)) as unknown as { nodes: { current: { arrivalCall: { outcome: string; sources: object[] } } }[] };
      return carrier('busy').requests.length > before && answer;
    });
    expect(nodes[0]?.current.arrivalCall).toEqual({
      outcome: 'UNKNOWN',
      sources: expect.arrayContaining([
        { partner: { id: 'busy' }, status: 'PARTNER_BUSY' },
        { partner: { id: 'ready' }, status: 'EMPTY' },
      ]),
    });
  });
});
