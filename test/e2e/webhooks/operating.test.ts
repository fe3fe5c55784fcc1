import { describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { openPartners } from '../../support/partners.ts';
import { keyOf } from '../access/open-access.ts';
import type { Mode } from '../access/visibility-landfall.ts';
import { all } from '../access/visibility-world.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { type AuditedLandfall, openAudited } from '../audit/audited-landfall.ts';
import { quick, secretOf, untilRequests } from './hooked-landfall.ts';

interface ShownWebhook {
  readonly id: string;
  readonly tenant: string;
  readonly deliveries: readonly {
    readonly log: string;
    readonly state: string;
    readonly waiting: number;
    readonly deadLetterCount: number;
    readonly lastError: { readonly code: string } | null;
    readonly latestAttempts: readonly object[];
  }[];
}

const shown = `id tenant deliveries { log state waiting oldestWaitingSince lastError { code } paused { reason by }
  latestAttempts { messageID sequences outcome durationMs errorCode }
  deadLetterCount deadLetters { reason sequence } }`;
const blue = 'webhook:blue:erp';
const referenceIn = ({ body }: { readonly body: Buffer }) =>
  JSON.parse(body.toString()).data.arrivalNoticeVersionReceived.version.transportDocumentReference;

/** Two tenants with a webhook each, and an operator `ops`. The queues of both are open. */
async function openOperated(mode: Mode, receiver: FakePartner): Promise<AuditedLandfall> {
  const producers = await openPartners({ acme: {} });
  const rights = { ...all, operator: false };
  const webhook = { id: 'erp', url: receiver.url, secrets: [secretOf(1)], noticeVersions: true, ...quick };
  const tenants = {
    ops: { ...all, operator: true },
    blue: { ...rights, webhooks: [webhook] },
    red: { ...rights, webhooks: [{ ...webhook, paused: true, noticeVersions: false, alerts: ['RELEASED'] }] },
  };
  const landfall = await openAudited({ mode, partners: producers, tenants, access: { allowPrivate: true } });
  await listedUntil(landfall, 'ops', (webhooks) => webhooks.length === 2 && webhooks.every(({ deliveries }) => deliveries.length === 1));
  return { ...landfall, [Symbol.asyncDispose]: () => landfall[Symbol.asyncDispose]().then(() => producers[Symbol.asyncDispose]()) };
}

async function listedUntil(
  landfall: AuditedLandfall,
  tenant: string,
  condition: (webhooks: readonly ShownWebhook[]) => boolean,
): Promise<readonly ShownWebhook[]> {
  for (;;) {
    const { data, errors } = await landfall.query(keyOf(tenant).sent, `{ webhooks { ${shown} } }`);
    expect(errors).toEqual([]);
    if (condition(data.webhooks)) return data.webhooks;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe.for<Mode>(['together', 'apart'])('webhooks that are operated %s', (mode) => {
  test('show each tenant its own queues and an operator all of them, with the latest attempts, the last error and dead letters', async () => {
    await using receiver = await openFakePartner({ otherwise: { status: 422 } });
    await using landfall = await openOperated(mode, receiver);
    await landfall.push('acme', '/arrival-notices', noticeOf({ reference: 'REFUSED' }));
    // One answer may combine several moments: the queue, its backlog, and the dead letters.
    const isRefused = (webhooks: readonly ShownWebhook[]) => {
      const delivery = webhooks[0]?.deliveries[0];
      return delivery?.deadLetterCount === 1 && delivery.lastError !== null && delivery.waiting === 0;
    };
    await listedUntil(landfall, 'ops', isRefused);
    const refused = {
      log: 'ARRIVAL_NOTICE_VERSIONS',
      waiting: 0,
      lastError: { code: 'UPSTREAM_REJECTED' },
      latestAttempts: [
        {
          messageID: receiver.requests[0]?.headers['webhook-id'],
          sequences: [1],
          outcome: 'REFUSED',
          durationMs: expect.any(Number),
          errorCode: 'UPSTREAM_REJECTED',
        },
      ],
      deadLetters: [{ reason: 'REFUSED', sequence: 1 }],
    };
    const idle = { log: 'ARRIVAL_ALERTS', state: 'PAUSED', waiting: 0, lastError: null, deadLetterCount: 0 };
    expect(await listedUntil(landfall, 'ops', isRefused)).toMatchObject([
      { id: blue, tenant: 'blue', deliveries: [refused] },
      { id: 'webhook:red:erp', tenant: 'red', deliveries: [idle] },
    ]);
    expect(await listedUntil(landfall, 'blue', isRefused)).toMatchObject([{ id: blue, deliveries: [refused] }]);
    expect(await listedUntil(landfall, 'red', () => true)).toMatchObject([{ id: 'webhook:red:erp', deliveries: [idle] }]);
  });

  test('are paused, resumed and replayed by an operator only', async () => {
    await using receiver = await openFakePartner({ otherwise: { status: 204 } });
    receiver.answer({ status: 422 });
    await using landfall = await openOperated(mode, receiver);
    const operate = (tenant: string, mutation: string) =>
      landfall.query(keyOf(tenant).sent, `mutation { webhook: ${mutation} { ${shown} } }`);
    await landfall.push('acme', '/arrival-notices', noticeOf({ reference: 'REFUSED' }));
    await listedUntil(landfall, 'blue', ([webhook]) => webhook?.deliveries[0]?.deadLetterCount === 1);

    for (const mutation of [
      `pauseWebhook(id: "${blue}")`,
      `resumeWebhook(id: "${blue}")`,
      `replayWebhook(id: "${blue}", deadLetters: [])`,
    ]) {
      for (const tenant of ['blue', 'red']) {
        const { data, errors } = await operate(tenant, mutation);
        expect([data, errors.map(({ extensions }) => extensions.code)]).toEqual([{ webhook: null }, ['FORBIDDEN']]);
      }
    }
    const paused = await operate('ops', `pauseWebhook(id: "${blue}", log: ARRIVAL_NOTICE_VERSIONS, reason: "a move")`);
    expect(paused).toMatchObject({
      errors: [],
      data: { webhook: { deliveries: [{ state: 'PAUSED', paused: { reason: 'a move', by: 'ops' } }] } },
    });
    await landfall.push('acme', '/arrival-notices', noticeOf({ reference: 'WAITING' }));
    const [waiting] = await listedUntil(landfall, 'ops', ([webhook]) => webhook?.deliveries[0]?.waiting === 1);
    expect([waiting?.deliveries, receiver.requests.length]).toMatchObject([[{ oldestWaitingSince: expect.any(String) }], 1]);

    expect(await operate('ops', `resumeWebhook(id: "${blue}")`)).toMatchObject({ errors: [] });
    await untilRequests(receiver, ({ length }) => length === 2);
    expect(await operate('ops', `replayWebhook(id: "${blue}", deadLetters: [])`)).toMatchObject({ errors: [] });
    await untilRequests(receiver, ({ length }) => length === 3);
    expect(await operate('ops', `replayWebhook(id: "${blue}", document: "WAITING")`)).toMatchObject({ errors: [] });
    await untilRequests(receiver, ({ length }) => length === 4);
    expect(receiver.requests.map(referenceIn)).toEqual(['REFUSED', 'WAITING', 'REFUSED', 'WAITING']);

    const codesOf = async (mutation: string) => (await operate('ops', mutation)).errors.map(({ extensions }) => extensions.code);
    expect(await codesOf('pauseWebhook(id: "webhook:blue:none")')).toEqual(['NOT_FOUND']);
    expect(await codesOf(`pauseWebhook(id: "${blue}", log: ARRIVAL_ALERTS)`)).toEqual(['NOT_FOUND']);
    // Deliveries to partners are operated on the command line.
    expect(await codesOf('pauseWebhook(id: "acme")')).toEqual(['NOT_FOUND']);
    expect(await codesOf(`replayWebhook(id: "${blue}")`)).toEqual(['BAD_USER_INPUT']);
    expect(await codesOf(`replayWebhook(id: "${blue}", document: "NONE")`)).toEqual(['NOT_FOUND']);
    const mutations = landfall.lines().filter(({ msg }) => msg === 'a mutation was executed');
    expect(mutations).toContainEqual(expect.objectContaining({ tenant: 'ops', fields: ['pauseWebhook'], outcome: 'ok' }));
  });
});
