import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';

const [allowedMs, allowedMegabytes] = [500, 600];
const path = '/dcsa/arrival-notices';

const noticeOf = (reference: string, more: object) => ({
  issueDateTime: '2026-03-02T13:05:00Z',
  transportDocumentReference: reference,
  ...more,
});

/** A list of some megabytes, of notices that no other list has. */
function listOf(number: number): Buffer {
  const parties = Array.from({ length: 40 }, (_, party) => ({ partyName: `Party ${party}`, partyFunction: 'CN' }));
  const notices = Array.from({ length: 3_000 }, (_, index) => noticeOf(`L${number}-${index}`, { documentParties: parties }));
  return Buffer.from(JSON.stringify({ arrivalNotices: notices }));
}

test('a neighbour hardly notices thirty bodies that cost much, and memory stays bounded', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/none` };
  await using landfall = await startLandfall(['serve'], { environment });
  const many = '{},'.repeat(5_500_000);
  const packed = gzipSync(`{"arrivalNotices":[{"legs":[${many}{}]}]}`, { level: 1 });
  const halves = gzipSync(`{"arrivalNotices":[${`{"legs":[${'{},'.repeat(12_000)}{}]},`.repeat(100)}{}]}`, { level: 1 });
  const lists = Array.from({ length: 6 }, (_, number) => listOf(number));

  const pool = new Pool(landfall.url, { connections: 40, pipelining: 1, headersTimeout: 0 });
  const push = async (key: string, body: Buffer | string, headers = {}): Promise<number> => {
    const all = { 'content-type': 'application/json', 'x-api-key': key, ...headers };
    const answer = await pool.request({ path, method: 'POST', headers: all, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const gzip = { 'content-encoding': 'gzip' };
  let isOver = false;
  const costly = Promise.all([
    ...Array.from({ length: 12 }, () => push(partnerKeys.acme, packed, gzip)),
    ...Array.from({ length: 12 }, () => push(partnerKeys.acme, halves, gzip)),
    ...lists.map((list) => push(partnerKeys.acme, list)),
  ]).finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let megabytes = 0;
  for (let number = 0; !isOver; number += 1) {
    const started = performance.now();
    const own = { carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' };
    expect(await push(partnerKeys.other, JSON.stringify({ arrivalNotices: [noticeOf(`N${number}`, own)] }))).toBe(200);
    times.push(performance.now() - started);
    megabytes = Math.max(megabytes, await residentMegabytes(landfall.pid));
  }
  const statuses = await costly;
  await pool.close();
  expect(new Set(statuses.slice(0, 12))).toEqual(new Set([413]));
  expect(statuses.slice(-lists.length).every((status) => status === 200)).toBe(true);
  times.sort((left, right) => left - right);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(allowedMs);
  expect(megabytes).toBeLessThan(allowedMegabytes);
});

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
