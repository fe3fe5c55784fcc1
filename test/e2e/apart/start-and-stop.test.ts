import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { exceptBoundaryRows } from '#platform/store/mongodb/rows.ts';
import { deferred } from '../../support/deferred.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { type LandfallProcess, partnerKeys, runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { pushNotices } from '../../support/push.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { writeAskablePartner } from '../resume/partner-files.ts';
import { openDeployment } from './deployment.ts';
import { refusalOf } from './refusal.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
/** No process listens there. A process whose settings are rejected exits before it connects. */
const nowhere = {
  MONGODB_URL: 'mongodb://127.0.0.1:9/nowhere',
  REDIS_URL: 'redis://127.0.0.1:9',
  ARRIVAL_NOTICES_URL: 'http://127.0.0.1:9/graphql',
  COMMERCIAL_SCHEDULES_URL: 'http://127.0.0.1:9/graphql',
  PORT_CALLS_URL: 'http://127.0.0.1:9/graphql',
  ARRIVALS_URL: 'http://127.0.0.1:9/graphql',
};

const subscription = 'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor version { id } } }';

describe('a process started in distributed mode', () => {
  test.each([
    ['arrival-notices', 'MONGODB_URL', 'the SQLite store belongs to one process'],
    ['arrival-notices', 'REDIS_URL', 'a memory bus reaches one process only'],
    ['gateway', 'REDIS_URL', 'a memory bus reaches one process only'],
    ['port-calls', 'MONGODB_URL', 'the SQLite store belongs to one process'],
    ['gateway', 'ARRIVAL_NOTICES_URL', 'where the subgraph arrival-notices answers'],
    ['gateway', 'COMMERCIAL_SCHEDULES_URL', 'where the subgraph commercial-schedules answers'],
    ['gateway', 'PORT_CALLS_URL', 'where the subgraph port-calls answers'],
    ['gateway', 'ARRIVALS_URL', 'where the subgraph arrivals answers'],
    ['arrivals', 'COMMERCIAL_SCHEDULES_URL', 'where the subgraph commercial-schedules answers'],
    ['arrivals', 'MONGODB_URL', 'the SQLite store belongs to one process'],
  ] as const)('as %s without %s refuses to start and reports why', async (part, missing, reason) => {
    const { [missing]: _, ...rest } = nowhere;
    const { code, message } = await refusalOf(part, rest);
    expect(code).toBe('CONFIG_INVALID');
    expect(message).toContain(missing);
    expect(message).toContain(reason);
  });

  test('reports everything that is missing together, does not listen, and exits with 1', async () => {
    await using folder = await temporaryFolder();
    const environment = { PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
    const { code, stdout, stderr } = await runLandfall(['serve', 'arrival-notices'], { environment });
    expect(code).toBe(1);
    expect(stderr).toMatch(/CONFIG_INVALID[\s\S]*MONGODB_URL[\s\S]*REDIS_URL/);
    expect(stdout).not.toContain('listening');
  });
});

describe('SIGTERM', () => {
  test('to a process that runs everything completes the push in progress, closes sockets with 1001, and the process exits with 0', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
    await using landfall = await startLandfall(['serve'], { environment });
    const before = await watch(landfall);
    // Browsers and load balancers open connections in advance.
    const unused = await connectTo(landfall);
    const underWay = await beginPush(landfall);
    const ended = landfall.kill('SIGTERM');
    expect(await before.closed).toEqual([1001, 'Going away']);
    expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"feedbackElements":\[\]\}/);
    // The exit code is 1 if the drain time was exceeded.
    expect(await ended).toBe(0);
    expect(unused.bytesRead).toBe(0);

    await using again = await openLandfall(environment);
    await using resumed = await openSocket(again.url);
    resumed.subscribe('s', subscription, { after: before.lastCursor });
    await resumed.until(() => resumed.payloadsOf('s').length === 1);
    expect(resumed.payloadsOf('s')[0].data.arrivalNoticeVersionReceived.version).not.toBeNull();
  });

  test('to a process that runs everything answers the query in flight on a websocket, then closes it with 1001', async () => {
    await using folder = await temporaryFolder();
    const answered = deferred<void>();
    await using partner = await openFakePartner({ otherwise: { after: answered.promise, body: { arrivalNotices: [] } } });
    await writeAskablePartner(folder.path, partner.url);
    const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
    await using landfall = await startLandfall(['serve'], { environment });
    const client = await openSocket(landfall.url);
    client.subscribe('q', '{ arrivalNotices(maxAgeSeconds: 0, maxWaitMs: 20000) { sources { status } } }');
    await partner.received(1);
    const ended = landfall.kill('SIGTERM');
    // The process has begun to drain when it refuses operations.
    for (let number = 1; !client.messages.some(({ type }) => type === 'error'); number += 1) {
      client.subscribe(`${number}`, '{ __typename }');
      await client.until((messages) => messages.some(({ id, type }) => id === `${number}` && type !== 'next'));
    }
    answered.resolve();
    expect(await client.closed).toEqual([1001, 'Going away']);
    expect(client.payloadsOf('q')).toEqual([{ data: { arrivalNotices: { sources: [{ status: 'EMPTY' }] } } }]);
    expect(await ended).toBe(0);
  });

  test.runIf(mongodbUrl && redisUrl)(
    'to a gateway closes sockets with 1001, to a subgraph completes the push in progress; both exit with 0',
    async () => {
      await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
      const subgraph = await deployment.startSubgraph();
      const gateway = await deployment.startGateway({ 'arrival-notices': subgraph.url });
      const before = await watch(gateway, subgraph);
      const ended = gateway.kill('SIGTERM');
      expect(await before.closed).toEqual([1001, 'Going away']);
      expect(await ended).toBe(0);
      const underWay = await beginPush(subgraph);
      const subgraphEnded = subgraph.kill('SIGTERM');
      expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"feedbackElements":\[\]\}/);
      expect(await subgraphEnded).toBe(0);
      expect(await deployment.db.collection('arrival-notice-versions').countDocuments(exceptBoundaryRows)).toBe(2);
      // Its successor need not wait until a lease expires. Webhooks are sent by another process, which continues.
      expect(await deployment.db.collection('leases').countDocuments({ _id: /^(sequencer|deliverer):arrival-notice/ as never })).toBe(0);
    },
  );
});

/** Subscribes, and receives one event so that there is a cursor to resume from. */
async function watch(landfall: LandfallProcess, pushTo = landfall): Promise<{ closed: Promise<[number, string]>; lastCursor: string }> {
  const client = await openSocket(landfall.url);
  client.subscribe('s', subscription, { after: '0' });
  const pushed = await pushNotices(pushTo.url, { transportDocumentReference: 'BEFORE', issueDateTime: '2026-03-02T13:05:00Z' });
  expect(pushed.status).toBe(200);
  await client.until(() => client.payloadsOf('s').length === 1);
  return { closed: client.closed, lastCursor: client.payloadsOf('s')[0].data.arrivalNoticeVersionReceived.cursor };
}

/** Sends all of a push except its last byte, after the process has begun to read it, which its 100 Continue shows. */
const transport = { portOfDischarge: { UNLocationCode: 'NLRTM' } };

async function beginPush(landfall: LandfallProcess): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify({
    arrivalNotices: [{ transportDocumentReference: 'UNDER-WAY', issueDateTime: '2026-03-02T13:05:00Z', transport }],
  });
  const headers = ['Host: x', `x-api-key: ${partnerKeys.acme}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const socket = await connectTo(landfall);
  socket.setEncoding('utf8').write(`POST /dcsa/arrival-notices HTTP/1.1\r\n${[...headers, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write(body.slice(0, -1));
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  return {
    finish: async () => {
      socket.write(body.slice(-1));
      // The client would keep the connection open; the server has to close it.
      await once(socket, 'close');
      return answer;
    },
  };
}

async function connectTo({ port }: LandfallProcess): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
