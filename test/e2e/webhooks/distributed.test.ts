import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { openFakePartner, type RecordedRequest } from '../../support/fake-partner.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { openDeployment } from '../apart/deployment.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
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
    const sendQuery = async <T>(query: string, variables: object = {}) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant('blue') };
      const answer = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      return ((await answer.json()) as { data: T }).data;
    };
    await push(noticeOf({ reference: 'APART', more: { versionLabel: 'Original' } }));
    await untilArrival({ query: sendQuery }, 'APART', () => true);
    await push(noticeOf({ reference: 'APART', version: 2, arrivalDate: dayIn(15), more: { versionLabel: 'Changed' } }));
    // If a process is too slow to extend its lease, the other one repeats a message under the same id.
    const messagesIn = (requests: readonly RecordedRequest[]) => new Map(requests.map((each) => [each.headers['webhook-id'], each]));
    await untilRequests(receiver, (requests) => messagesIn(requests).size >= 3);
    const messages = [...messagesIn(receiver.requests).values()];
    const bodies = messages.map(({ body }) => JSON.parse(body.toString()));
    const alerts = messages.filter(({ body }) => body.includes('arrivalAlertRaised'));
    expect(alerts.map(alertNameIn)).toEqual([`ETA_CHANGED RAISED APART ${dayIn(15)}`]);
    expect(bodies.filter(({ errors }) => errors !== undefined)).toEqual([]);
    const labelIn = (body: Buffer) => JSON.parse(body.toString()).data.arrivalAlertRaised.alert.arrival.notice.current.versionLabel;
    expect(alerts.map(({ body }) => labelIn(body))).toEqual(['Changed']);
    expect(messages).toHaveLength(3);
  }, 240_000);
});
