import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { runHere } from '../../support/run-here.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { alertIn, alertNameIn, type HookedLandfall, openHooked, quick, untilRequests } from './hooked-landfall.ts';

const accepts = { status: 204 };
const subscriber = 'webhook:blue:erp';
const idOf = ({ headers }: RecordedRequest) => headers['webhook-id'];
const documentOf = (request: RecordedRequest) => alertIn(request).arrival?.transportDocumentReference;

/** Opens a Landfall whose tenant has one webhook for alerts about changed times. */
function openBlue(url: string, more: object = {}): Promise<HookedLandfall> {
  return openHooked({ blue: { webhooks: [{ id: 'erp', url, alerts: ['ETA_CHANGED'], ...quick, ...more }] } });
}

/** Pushes notices whose arrivals later versions move. */
async function begin(landfall: HookedLandfall, ...references: readonly string[]): Promise<void> {
  await landfall.push(...references.map((reference) => noticeOf({ reference })));
  for (const reference of references) await untilArrival(landfall, reference, () => true);
}

const move = (reference: string, version: number) => noticeOf({ reference, version, arrivalDate: dayIn(10 + version) });
const raised = (reference: string, version: number) => `ETA_CHANGED RAISED ${reference} ${dayIn(10 + version)}`;

async function command(landfall: HookedLandfall, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args, { environment: landfall.environment });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

interface Listed {
  readonly state: string;
  readonly waiting: number;
  readonly deadLetters: { readonly count: number };
  readonly lastError: { readonly code: string } | null;
}

/** Runs the command until the queue satisfies the condition. */
async function listedUntil(landfall: HookedLandfall, condition: (listed: Listed) => boolean): Promise<Listed> {
  for (;;) {
    const { deliveries } = JSON.parse(await command(landfall, 'webhooks', 'list', '--json')) as { deliveries: Listed[] };
    const [listed] = deliveries;
    if (listed !== undefined && condition(listed)) return listed;
  }
}

describe('a message that a webhook does not accept', () => {
  test('is sent again under its identity after each fault, in the order of its arrival, and delays no other arrival', async () => {
    const faults: ScriptedAnswer[] = [
      { fault: 'drop' },
      { status: 500 },
      { fault: 'cut', body: { accepted: true } },
      { status: 429 },
      { fault: 'hang' },
      { status: 503, body: '<html>' },
    ];
    const accepted: RecordedRequest[] = [];
    await using receiver = await openFakePartner({
      otherwise: (request) => {
        // A hung or dropped request may have been processed, so it is repeated under the same identity.
        const answer = documentOf(request) === 'STUCK' ? faults.shift() : undefined;
        if (answer === undefined) accepted.push(request);
        return answer ?? accepts;
      },
    });
    await using landfall = await openBlue(receiver.url, { limits: { requestsPerSecond: 1_000, timeoutMs: 1_000 } });
    await begin(landfall, 'STUCK', 'FREE');
    for (const version of [2, 3, 4]) {
      await landfall.push(move('STUCK', version), move('FREE', version));
      await untilRequests(receiver, (requests) => requests.some((request) => alertNameIn(request) === raised('FREE', version)));
    }
    await untilRequests(receiver, () => accepted.some((request) => alertNameIn(request) === raised('STUCK', 4)));
    for (const reference of ['STUCK', 'FREE']) {
      const moves = accepted.filter((request) => documentOf(request) === reference && alertIn(request).transition === 'RAISED');
      expect(moves.map(alertNameIn)).toEqual([2, 3, 4].map((version) => raised(reference, version)));
    }
    const first = receiver.requests.filter((request) => alertNameIn(request) === raised('STUCK', 2));
    expect(first).toHaveLength(7);
    expect(new Set(first.map(idOf)).size).toBe(1);
    expect(new Set(accepted.map(idOf)).size).toBe(accepted.length);
  }, 180_000);

  test('for a permanent reason becomes a dead letter, which an operator replays', async () => {
    let isRefused = true;
    await using receiver = await openFakePartner({ otherwise: () => ({ status: isRefused ? 422 : 204 }) });
    await using landfall = await openBlue(receiver.url);
    await begin(landfall, 'R1', 'R2');
    await landfall.push(move('R1', 2), move('R2', 2));
    await listedUntil(landfall, ({ deadLetters, waiting }) => deadLetters.count === 2 && waiting === 0);
    isRefused = false;
    const before = receiver.requests.length;
    await command(landfall, 'deliveries', 'replay', subscriber, '--dead-letters');
    await receiver.received(before + 2);
    const replayed = receiver.requests.slice(before);
    expect(replayed.map(alertNameIn).toSorted()).toEqual([raised('R1', 2), raised('R2', 2)]);
    expect(new Set(receiver.requests.map(idOf)).size).toBe(4);
    await listedUntil(landfall, ({ deadLetters }) => deadLetters.count === 0);
    await command(landfall, 'deliveries', 'replay', subscriber, '--document', 'R2');
    await receiver.received(before + 3);
    expect(receiver.requests.slice(before + 2).map(alertNameIn)).toEqual([raised('R2', 2)]);
  }, 180_000);

  test.each([
    ['gone', { status: 410 }],
    ['redirected', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
  ] as const)(
    'because it is %s pauses the webhook until an operator resumes it',
    async (_, answer) => {
      await using receiver = await openFakePartner({ otherwise: accepts });
      receiver.answer(answer);
      await using landfall = await openBlue(receiver.url);
      await begin(landfall, 'P');
      await landfall.push(move('P', 2));
      expect(await listedUntil(landfall, ({ state }) => state === 'PAUSED')).toMatchObject({
        waiting: 1,
        lastError: { code: 'UPSTREAM_REJECTED' },
      });
      expect(receiver.requests).toHaveLength(1);
      await command(landfall, 'deliveries', 'resume', subscriber);
      await receiver.received(2);
      expect(new Set(receiver.requests.map(idOf)).size).toBe(1);
    },
    60_000,
  );
});

test('landfall webhooks test sends a signed sample for each log, and exits with 1 if one is refused', async () => {
  await using receiver = await openFakePartner({ otherwise: accepts });
  const more = {
    noticeVersions: true,
    document: 'subscription { arrivalAlertRaised { cursor alert { kind hoursMoved evidence { id } } missed { reason } } }',
  };
  await using landfall = await openBlue(receiver.url, more);
  const lines = (await command(landfall, 'webhooks', 'test', 'erp'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { webhook: subscriber, log: 'arrival-alerts', isAccepted: true, status: 204, durationMs: expect.any(Number) },
    { log: 'arrival-notice-versions', isAccepted: true },
  ]);
  const [alert, version] = receiver.requests;
  expect(alert?.headers).toMatchObject({ 'webhook-id': lines[0]['webhook-id'], 'webhook-signature': lines[0]['webhook-signature'] });
  expect(JSON.parse(String(alert?.body))).toEqual({
    data: {
      arrivalAlertRaised: { cursor: 'sample', alert: { kind: 'ETA_CHANGED', hoursMoved: 1, evidence: [{ id: 'sample' }] }, missed: null },
    },
  });
  expect(JSON.parse(String(version?.body)).data.arrivalNoticeVersionReceived.version.utilizedTransportEquipments).toHaveLength(1);
  receiver.answer({ status: 500 });
  const refused = await runHere(['webhooks', 'test', 'erp', '--tenant', 'blue'], { environment: landfall.environment });
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('"isAccepted":false,"status":500')]);
  const unknown = await runHere(['webhooks', 'test', 'none'], { environment: landfall.environment });
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`no webhook none. Webhooks: ${subscriber}.`)]);
}, 180_000);
