import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { type LandfallProcess, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';
import { patienceMs } from '../../support/until.ts';

const keys = { steady: 'key-of-steady', rotated: 'next-key-of-steady', guest: 'key-of-guest' } as const;
const rounds = 2;

test('partner files are added, changed, broken, repaired and removed under load, without effect on callers', async () => {
  await using folder = await temporaryFolder();
  await using upstream = await openFakePartner({ otherwise: { body: { arrivalNotices: [] } } });
  await writePartner(folder.path, 'steady', [keys.steady], { url: upstream.url });
  await using landfall = await startLandfall(['serve'], {
    environment: { PARTNERS_DIR: folder.path, DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') },
  });
  const subscribers = [createSubscriber('0'), createSubscriber('0'), createSubscriber('0', { partners: ['steady'] })];
  const listening = subscribers.map(async (subscriber) => {
    await subscriber.listen(landfall.url);
    // The subscriber was stopped, or lost its connection.
    return subscriber.stopped;
  });
  const load = startLoad(landfall.url);

  for (let round = 1; round <= rounds; round += 1) {
    const statusOfGuest = async (reference: string) => (await postNotice(landfall.url, keys.guest, `${reference}-${round}`)).status;
    expect(await statusOfGuest('STRANGER')).toBe(401);
    await settled(landfall, () => writePartner(folder.path, 'guest', [keys.guest], { url: upstream.url }));
    expect(await statusOfGuest('GUEST')).toBe(200);
    const rotation = round % 2 === 1 ? [keys.steady, keys.rotated] : [keys.steady];
    await settled(landfall, () => writePartner(folder.path, 'steady', rotation, { url: upstream.url }));
    const line = await faulty(landfall, () => writePartner(folder.path, 'guest', [keys.guest], { url: upstream.url, carrier: 'x' }));
    expect(JSON.parse(line).issues).toEqual([
      expect.stringMatching(/^guest\.yaml:6:1 carrier: unknown field; the nearest known one is carriers/),
    ]);
    expect(await statusOfGuest('KEPT')).toBe(200);
    await settled(landfall, () => writePartner(folder.path, 'guest', [keys.guest], { url: `${upstream.url}/moved` }));
    await settled(landfall, () => rm(join(folder.path, 'guest.yaml')));
  }

  const done = await load.stop();
  expect(done.failures).toEqual([]);
  expect(Math.min(done.pushed.length, done.queries, done.requested)).toBeGreaterThan(2 * rounds);
  const accepted = new Set([...done.pushed, ...acceptedOf(rounds)]);
  const [first, second, ofSteady] = subscribers;
  await Promise.all([first, second].map((subscriber) => subscriber?.until((events) => events.length >= accepted.size)));
  await ofSteady?.until((events) => events.length >= done.pushed.length);
  const references = subscribers.map(({ events }) => events.map((event) => nameOf(event).split(' ')[0] ?? ''));
  expect(references[0]).toEqual([...new Set(references[0])]);
  expect(new Set(references[0])).toEqual(accepted);
  expect(references[1]).toEqual(references[0]);
  expect(references[2]).toEqual(done.pushed);
  expect(subscribers.flatMap(({ events }) => events.filter(({ missed }) => missed !== null))).toEqual([]);

  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
  expect(await Promise.all(listening)).toEqual([true, true, true]);
});

test('a query in progress ends with the file with which it started', async () => {
  await using folder = await temporaryFolder();
  await using before = await openFakePartner();
  await using after = await openFakePartner();
  await writePartner(folder.path, 'steady', [keys.steady], { url: before.url });
  await using landfall = await startLandfall(['serve'], {
    environment: { PARTNERS_DIR: folder.path, DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') },
  });
  const answering = deferred();
  before.answer({ ...noticesOf('BEFORE'), after: answering.promise });
  after.answer(noticesOf('AFTER'));
  const inFlight = sendQuery(landfall.url, 0);
  await before.received(1);
  await settled(landfall, () => writePartner(folder.path, 'steady', [keys.steady], { url: after.url }));
  answering.resolve();
  expect(await inFlight).toEqual({ references: ['BEFORE'], statuses: { steady: 'OK' } });
  expect(await sendQuery(landfall.url, 0)).toEqual({ references: ['AFTER', 'BEFORE'], statuses: { steady: 'OK' } });
  expect(credentialsIn(before, after)).toEqual([keys.steady, keys.steady]);
});

test('a file that is invalid at the start is left out, and /readyz says so until it is corrected', async () => {
  await using folder = await temporaryFolder();
  await writePartner(folder.path, 'steady', [keys.steady], { url: 'http://127.0.0.1:9' });
  await writePartner(folder.path, 'guest', [keys.guest], { url: 'http://127.0.0.1:9', carrier: 'x' });
  await using landfall = await startLandfall(['serve'], {
    environment: { PARTNERS_DIR: folder.path, DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') },
  });
  const readiness = async () => (await fetch(`${landfall.url}/readyz`)).json();
  expect(await readiness()).toMatchObject({ degraded: { partners: expect.stringContaining('issues of partner files') } });
  const statuses = async () => {
    const answers = [postNotice(landfall.url, keys.steady, 'STEADY'), postNotice(landfall.url, keys.guest, 'GUEST')];
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 401]);
  await settled(landfall, () => writePartner(folder.path, 'guest', [keys.guest], { url: 'http://127.0.0.1:9' }));
  expect(await statuses()).toEqual([200, 200]);
  await expect.poll(readiness, { timeout: patienceMs }).toMatchObject({ degraded: {} });
});

test('partners keep sending while their folder and the access file are away, and /readyz says so', async () => {
  await using folder = await temporaryFolder();
  const [dir, access] = [join(folder.path, 'partners'), join(folder.path, 'access.yaml')];
  await mkdir(dir);
  await writePartner(dir, 'steady', [keys.steady], { url: 'http://127.0.0.1:9' });
  const tenants = `tenants: { blue: { apiKeys: [{ sha256: ${createHash('sha256').update('key of blue').digest('hex')} }] } }`;
  await writeFile(access, tenants);
  const environment = { PARTNERS_DIR: dir, DATA_DIR: folder.path, ACCESS_FILE: access };
  await using landfall = await startLandfall(['serve'], { environment });
  const degraded = async () => ((await (await fetch(`${landfall.url}/readyz`)).json()) as { degraded: Record<string, string> }).degraded;
  expect(await degraded()).toEqual({});

  const lines = [landfall.nextLine(/partner files cannot be read/), landfall.nextLine(/the access file no longer exists/)];
  await rename(dir, join(folder.path, 'away'));
  await rm(access);
  await Promise.all(lines);
  expect((await postNotice(landfall.url, keys.steady, 'KEPT')).status).toBe(200);
  const shown = { partners: expect.stringContaining('stay in force'), access: expect.stringContaining('stay in force') };
  await expect.poll(degraded, { timeout: patienceMs }).toEqual(shown);

  await settled(landfall, async () => {
    await writePartner(join(folder.path, 'away'), 'guest', [keys.guest], { url: 'http://127.0.0.1:9' });
    await rename(join(folder.path, 'away'), dir);
    await writeFile(access, tenants);
  });
  expect((await postNotice(landfall.url, keys.guest, 'RETURNED')).status).toBe(200);
  await expect.poll(degraded, { timeout: patienceMs }).toEqual({});
});

/** Returns the references of the notices that each round pushes as the guest. */
function acceptedOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [`GUEST-${index + 1}`, `KEPT-${index + 1}`]).flat();
}

/** Changes files, and waits until the change is in force. */
async function settled(landfall: LandfallProcess, change: () => Promise<void>): Promise<void> {
  const inForce = landfall.nextLine(/"partners changed"/);
  await change();
  await inForce;
}

/** Breaks files. @returns the line that reports it */
async function faulty(landfall: LandfallProcess, change: () => Promise<void>): Promise<string> {
  const refused = landfall.nextLine(/"issues":/);
  await change();
  return refused;
}

/** Pause between two requests of a kind. Without a longer one, the requests would take most of the CPU time of the test. */
const paceMs = 40;

interface Load {
  /** Stops, and waits for requests in progress. */
  stop(): Promise<{ pushed: readonly string[]; queries: number; requested: number; failures: readonly unknown[] }>;
}

/** Pushes, queries the store and requests the partner, each one after the other, until it is stopped. */
function startLoad(url: string): Load {
  const failures: unknown[] = [];
  const pushed: string[] = [];
  let [queries, queried, isOver] = [0, 0, false];
  const repeat = async (act: () => Promise<void>) => {
    while (!isOver) {
      await act().catch((error: unknown) => failures.push(String(error)));
      await pause(paceMs);
    }
  };
  const running = [
    repeat(async () => {
      const reference = `STEADY-${pushed.length}`;
      const { status, text } = await postNotice(url, keys.steady, reference);
      if (status === 200 && !text.includes('ERROR')) pushed.push(reference);
      else failures.push([status, text]);
    }),
    repeat(async () => {
      await sendQuery(url);
      queries += 1;
    }),
    repeat(async () => {
      const { statuses } = await sendQuery(url, 0);
      queried += 1;
      // The guest may have been added after the query began, and is then reported as not requested.
      if (statuses['steady'] !== 'EMPTY') failures.push(statuses);
    }),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      return { pushed, queries, requested: queried, failures };
    },
  };
}

/** Queries notices. @throws {Error} for anything but an answer without errors */
async function sendQuery(url: string, maxAgeSeconds?: number): Promise<{ references: string[]; statuses: Record<string, string> }> {
  const query = `query ($maxAgeSeconds: Int) { arrivalNotices(maxAgeSeconds: $maxAgeSeconds, first: 20) { nodes { transportDocumentReference } sources { partner { id } status } } }`;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: patientQuery(query), variables: maxAgeSeconds === undefined ? {} : { maxAgeSeconds } }),
  });
  const text = await answer.text();
  const { data, errors } = JSON.parse(text);
  if (answer.status !== 200 || errors !== undefined) throw new Error(`answered ${answer.status} ${text}`);
  const { nodes, sources } = data.arrivalNotices as {
    nodes: { transportDocumentReference: string }[];
    sources: { partner: { readonly id: string }; status: string }[];
  };
  return {
    references: nodes.map(({ transportDocumentReference }) => transportDocumentReference),
    statuses: Object.fromEntries(sources.map(({ partner, status }) => [partner.id, status])),
  };
}

function noticeOf(transportDocumentReference: string): object {
  return { transportDocumentReference, issueDateTime: '2026-03-02T13:05:00Z' };
}

function noticesOf(reference: string): ScriptedAnswer {
  return { body: { arrivalNotices: [noticeOf(reference)] } };
}

async function postNotice(url: string, key: string, reference: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/dcsa/arrival-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ arrivalNotices: [noticeOf(reference)] }),
  });
  return { status: answer.status, text: await answer.text() };
}

function credentialsIn(...partners: readonly FakePartner[]): unknown[] {
  return partners.flatMap(({ requests }) => requests.map(({ headers }) => headers['x-api-key']));
}

/** Writes the file of a partner that pushes with any of these keys, and is requested for notices. */
async function writePartner(folder: string, id: string, known: readonly string[], more: { url: string; carrier?: string }): Promise<void> {
  const hashes = known.map((key) => createHash('sha256').update(key).digest('hex'));
  const lines = [
    `id: ${id}`,
    `name: ${id}`,
    `inbound: { apiKey: { header: x-api-key, sha256: ${JSON.stringify(hashes)} } }`,
    `outbound: { apiKey: { header: x-api-key, value: ${keys.steady} } }`,
    'limits: { requestsPerSecond: 1000, concurrency: 16, timeoutMs: 30000, deadlineMs: 60000 }',
    ...(more.carrier === undefined ? [] : [`carrier: ${more.carrier}`]),
    `arrivalNotices: { baseUrl: "${more.url}" }`,
    'allowPrivate: true',
  ];
  await writeFile(join(folder, `${id}.yaml`), lines.join('\n'));
}
