import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { alertIn, alertNameIn, keyOfTenant, quick, untilRequests, writeAccess } from './hooked-landfall.ts';

const rounds = 2;
const references = ['K1', 'K2', 'K3', 'K4', 'K5'];
const accepts: ScriptedAnswer = { status: 204 };
/** How a receiver responds, and whether it has processed the message. */
const conducts: readonly { readonly answer: ScriptedAnswer; readonly processes: boolean }[] = [
  { answer: accepts, processes: true },
  { answer: accepts, processes: true },
  { answer: { fault: 'drop' }, processes: true },
  { answer: { fault: 'hang' }, processes: true },
  { answer: { status: 500 }, processes: false },
  { answer: { status: 503 }, processes: false },
];

describe.for(someStoresOfTests())('SIGKILL of the server, and unavailable receivers, while webhooks are sent over $name', (store) => {
  test('lose no alert, preserve the order of each arrival, and repeat a message only under its identity', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await writePartners(folder.path);
    const processed: RecordedRequest[] = [];
    let count = 0;
    const deviating = (request: RecordedRequest) => {
      const { answer, processes } = conducts[count++ % conducts.length] ?? { answer: accepts, processes: true };
      if (processes) processed.push(request);
      return answer;
    };
    let receiver: FakePartner = await openFakePartner({ otherwise: deviating });
    const port = Number(new URL(receiver.url).port);
    const accessFile = join(folder.path, 'access.json');
    const limits = { requestsPerSecond: 1_000, timeoutMs: 300 };
    await writeAccess(accessFile, { blue: { webhooks: [{ ...quick, id: 'erp', url: receiver.url, alerts: ['ETA_CHANGED'], limits }] } });
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, AUDIT: 'off' };
    const environment = { ...folders, ...opened.environment };
    const isRaised = (version: number) => (request: RecordedRequest) =>
      alertIn(request).transition === 'RAISED' && alertIn(request).after?.text === dayIn(10 + 2 * version);
    try {
      for (let round = 0; round <= rounds; round += 1) {
        await using landfall = await startLandfall(['serve'], { environment });
        const version = round + 2;
        if (round === 0) {
          await push(landfall.url, 1);
          await untilAll(landfall.url);
        }
        await push(landfall.url, version);
        // Killed after one message of the version, with others in flight; the last time after all of them.
        if (round < rounds) await untilRequests(receiver, (requests) => requests.some(isRaised(version)));
        else {
          // The receiver was unavailable, and is available again at its address.
          await receiver[Symbol.asyncDispose]();
          receiver = await openFakePartner({ otherwise: deviating, port });
          const isProcessed = (reference: string) =>
            processed.some((request) => isRaised(version)(request) && alertIn(request).arrival?.transportDocumentReference === reference);
          await untilRequests(receiver, () => references.every(isProcessed));
        }
        await landfall.kill('SIGKILL');
      }
    } finally {
      await receiver[Symbol.asyncDispose]();
    }
    for (const reference of references) {
      const own = processed.filter((request) => alertIn(request).arrival?.transportDocumentReference === reference);
      const raised = own.filter((request) => alertIn(request).transition === 'RAISED').map(alertNameIn);
      const expected = Array.from({ length: rounds + 1 }, (_, round) => `ETA_CHANGED RAISED ${reference} ${dayIn(10 + 2 * (round + 2))}`);
      expect([...new Set(raised)]).toEqual(expected);
      for (const name of new Set(own.map(nameOf))) {
        const ids = own.filter((request) => nameOf(request) === name).map(({ headers }) => headers['webhook-id']);
        expect([name, new Set(ids).size]).toEqual([name, 1]);
      }
    }
  }, 240_000);
});

/** Identifies an event. */
function nameOf(request: RecordedRequest): string {
  return JSON.parse(request.body.toString()).data.arrivalAlertRaised.cursor;
}

/** Each version moves the arrival by two days. */
async function push(url: string, version: number): Promise<void> {
  const arrivalNotices = references.map((reference) => noticeOf({ reference, version, arrivalDate: dayIn(10 + 2 * version) }));
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
  const answer = await fetch(`${url}/dcsa/arrival-notices`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices }) });
  expect(answer.status).toBe(200);
}

/** Resolves when every document has an arrival. */
async function untilAll(url: string): Promise<void> {
  const body = JSON.stringify({ query: '{ arrivals { totalCount { value } } }' });
  const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant('blue') };
  for (;;) {
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data: { arrivals: { totalCount: { value: number } } | null } };
    if (data.arrivals?.totalCount.value === references.length) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
