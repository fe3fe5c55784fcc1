import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openFakePartner } from '../../support/fake-partner.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { openDeployment } from '../apart/deployment.ts';
import { dayIn, noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { alertNameIn, keyOfTenant, quick, untilRequests, writeAccess } from './hooked-landfall.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const document =
  'subscription { arrivalAlertRaised { alert { kind transition after { text } arrival { transportDocumentReference notice { current { versionLabel } } } } } }';

describe.runIf(mongodbUrl && redisUrl)('the arrivals in a separate process', () => {
  test('send webhooks, each message by one of two processes, with data of the other subgraphs', async () => {
    await using folder = await temporaryFolder();
    await using receiver = await openFakePartner({ otherwise: { status: 204 } });
    const accessFile = join(folder.path, 'access.yaml');
    const webhook = { ...quick, id: 'erp', url: receiver.url, alerts: ['ETA_CHANGED'], noticeVersions: true, document };
    await writeAccess(accessFile, { blue: { webhooks: [webhook] } });
    const settings = { ACCESS_FILE: accessFile, SUBGRAPH_SECRETS: 'a secret of gateways and subgraphs', AUDIT: 'off' };
    await using deployment = await openDeployment({
      mongodbUrl: mongodbUrl ?? '',
      redisUrl: redisUrl ?? '',
      settings,
      evaluatesArrivals: true,
    });
    // On a busy machine the first connection may take longer than a process waits for it.
    await deployment.db.command({ ping: 1 });
    const notices = await deployment.serveSubgraph('arrival-notices');
    const arrivals = await deployment.serveSubgraph('arrivals');
    await deployment.serveSubgraph('arrivals');
    const gateway = await deployment.serveGateway({ 'arrival-notices': notices.url, arrivals: arrivals.url });
    const push = async (notice: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      const body = JSON.stringify({ arrivalNotices: [notice] });
      expect((await fetch(`${notices.url}/dcsa/arrival-notices`, { method: 'POST', headers, body })).status).toBe(200);
    };
    const ask = async <T>(query: string, variables: object = {}) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant('blue') };
      const answer = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      return ((await answer.json()) as { data: T }).data;
    };
    await push(noticeOf({ reference: 'APART', more: { versionLabel: 'Original' } }));
    await untilArrival({ ask }, 'APART', () => true);
    await push(noticeOf({ reference: 'APART', version: 2, arrivalDate: dayIn(15), more: { versionLabel: 'Changed' } }));
    await untilRequests(receiver, (requests) => requests.length >= 3);
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
    const alerts = receiver.requests.filter(({ body }) => body.includes('arrivalAlertRaised'));
    expect(alerts.map(alertNameIn)).toEqual([`ETA_CHANGED RAISED APART ${dayIn(15)}`]);
    expect(bodies.filter(({ errors }) => errors !== undefined)).toEqual([]);
    const labelIn = (body: Buffer) => JSON.parse(body.toString()).data.arrivalAlertRaised.alert.arrival.notice.current.versionLabel;
    expect(alerts.map(({ body }) => labelIn(body))).toEqual(['Changed']);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  }, 240_000);
});
