import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { expectWithin } from '../../support/promised-time.ts';

/** Without time slices it would be ten seconds. */
const bounds = { promisedMs: 500, atMostMs: 8_000 };
const allowedMegabytes = 600;
const path = '/dcsa/arrival-notices';

const noticeOf = (reference: string, more: object) => ({
  issueDateTime: '2026-03-02T13:05:00Z',
  transportDocumentReference: reference,
  ...more,
});

/** Creates a list of some megabytes, whose notices are in no other list. */
function listOf(number: number): Buffer {
  const parties = Array.from({ length: 40 }, (_, party) => ({ partyName: `Party ${party}`, partyFunction: 'CN' }));
  const notices = Array.from({ length: 3_000 }, (_, index) => noticeOf(`L${number}-${index}`, { documentParties: parties }));
  return Buffer.from(JSON.stringify({ arrivalNotices: notices }));
}

test('thirty expensive bodies of partners and forty of unknown senders hardly delay another client, and memory stays limited', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  await writeFile(
    `${folder.path}/signs.yaml`,
    `id: signs\nname: signs\ninbound:\n  hmac: { scheme: standard-webhooks, secrets: ["\${env:SIGNS}"] }\n`,
  );
  const environment = {
    DATA_DIR: folder.path,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: `${folder.path}/none`,
    SIGNS: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  };
  await using landfall = await startLandfall(['serve'], { environment });
  const many = '{},'.repeat(5_500_000);
  const packed = gzipSync(`{"arrivalNotices":[{"legs":[${many}{}]}]}`, { level: 1 });
  const halves = gzipSync(`{"arrivalNotices":[${`{"legs":[${'{},'.repeat(12_000)}{}]},`.repeat(100)}{}]}`, { level: 1 });
  const lists = Array.from({ length: 6 }, (_, number) => listOf(number));

  const pool = new Pool(landfall.url, { connections: 40, pipelining: 1, headersTimeout: 0 });
  // A separate pool, because connections on which the rest of a rejected body is still read would delay requests.
  const ownPool = new Pool(landfall.url, { connections: 1, pipelining: 1 });
  const push = async (body: Buffer | string, headers: object, by = pool): Promise<number> => {
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await by.request({ path, method: 'POST', headers: all, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const neighbourDuring = async (costly: Promise<number[]>) => {
    let isOver = false;
    const answered = costly.finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    let megabytes = 0;
    for (; !isOver; neighbours += 1) {
      const started = performance.now();
      const own = { carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' };
      const body = JSON.stringify({ arrivalNotices: [noticeOf(`N${neighbours}`, own)] });
      expect(await push(body, { 'x-api-key': partnerKeys.other }, ownPool)).toBe(200);
      times.push(performance.now() - started);
      megabytes = Math.max(megabytes, await residentMegabytes(landfall.pid));
    }
    times.sort((left, right) => left - right);
    expectWithin('pushes beside large bodies, p99', times[Math.floor(times.length * 0.99)] ?? Number.NaN, bounds);
    expect(megabytes).toBeLessThan(allowedMegabytes);
    return answered;
  };
  let neighbours = 0;

  const acme = { 'x-api-key': partnerKeys.acme };
  const gzip = { ...acme, 'content-encoding': 'gzip' };
  const statuses = await neighbourDuring(
    Promise.all([
      ...Array.from({ length: 12 }, () => push(packed, gzip)),
      ...Array.from({ length: 12 }, () => push(halves, gzip)),
      ...lists.map((list) => push(list, acme)),
    ]),
  );
  expect(new Set(statuses.slice(0, 12))).toEqual(new Set([413]));
  expect(statuses.slice(-lists.length).every((status) => status === 200)).toBe(true);

  const forged = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const large = Buffer.alloc(15_800_000, '{"arrivalNotices":["x"]}');
  const refused = await neighbourDuring(Promise.all(Array.from({ length: 40 }, () => push(large, forged))));
  expect(refused.filter((status) => status !== 401 && status !== 503)).toEqual([]);
});

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
