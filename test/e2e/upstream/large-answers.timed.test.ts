import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openNeighbour } from '../../bench/neighbour.ts';
import { eventNumber, noticeNumber } from '../../bench/pushes.ts';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { expectWithin } from '../../support/promised-time.ts';

/** Without time slices it would be ten seconds. */
const bounds = { promisedMs: 500, atMostMs: 8_000 };
const [allowedMegabytes, seconds] = [600, 3];

/** As many values as an answer may have, all of them in objects. */
const manyValues = Array.from({ length: 6_800 }, () => `{"a":[${'{},'.repeat(190)}{}],"aa":"${'x'.repeat(1_700)}"}`).join();
const listOf = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(make(index))).join();

/** For each standard: how a partner is described and requested, and its malicious and large answers. */
const standards = [
  {
    endpoint: 'arrivalNotices',
    around: ['{"arrivalNotices":[', ']}'],
    valid: listOf(3_000, (index) => noticeNumber(index)),
    field: (id: string) =>
      `arrivalNotices(filter: { partners: ["${id}"] }, first: 1, maxAgeSeconds: 0) { nodes { id } sources { status } }`,
  },
  {
    endpoint: 'portCalls',
    around: ['{"events":[', ']}'],
    valid: listOf(9_000, (index) => eventNumber(index)),
    field: (id: string) =>
      `portCallEvents(filter: { partners: ["${id}"] }, first: 1, maxAgeSeconds: 0) { nodes { id } sources { status } }`,
  },
  {
    endpoint: 'commercialSchedules',
    around: ['[', ']'],
    valid: listOf(4_000, (index) => ({
      location: { UNLocationCode: 'NLRTM' },
      vesselSchedules: Array.from({ length: 20 }, () => ({ vesselIMONumber: String(9_000_000 + index) })),
    })),
    field: (id: string) =>
      `portSchedules(filter: { partners: ["${id}"], UNLocationCode: "NLRTM", date: "2026-03-02" }, first: 1, maxAgeSeconds: 0) { nodes { __typename } sources { status } }`,
  },
] as const;

test('thirty partners with expensive answers hardly delay another client, and memory stays limited', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const partners: FakePartner[] = [];
  await using _ = {
    [Symbol.asyncDispose]: async () => void (await Promise.all(partners.map((partner) => partner[Symbol.asyncDispose]()))),
  };
  const requests: string[] = [];
  for (const { endpoint, around, valid, field } of standards) {
    for (const [kind, rows] of Object.entries({ many: manyValues, valid })) {
      const body = gzipSync(around.join(rows), { level: 1 });
      const otherwise: ScriptedAnswer = { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body };
      const partner = await openFakePartner({ otherwise });
      partners.push(partner);
      for (let number = 0; number < 5; number += 1) {
        const id = `${kind}-${endpoint.toLowerCase()}-${number}`;
        await writeFile(
          `${folder.path}/${id}.yaml`,
          `id: ${id}\nname: ${id}\nallowPrivate: true\n${endpoint}: { baseUrl: "${partner.url}" }\n`,
        );
        requests.push(`{ answer: ${field(id)} }`);
      }
    }
  }
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/none` };
  await using landfall = await startLandfall(['serve'], { environment });
  await using neighbour = await openNeighbour(landfall);
  const statuses = new Set<string>();
  let isOver = false;
  const sending = requests.map(async (query) => {
    while (!isOver) {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
      const { data } = (await (await fetch(`${landfall.url}/graphql`, request)).json()) as {
        data: { answer: { sources: { status: string }[] } };
      };
      for (const { status } of data.answer.sources) statuses.add(status);
    }
  });
  const { pushP99Ms, queryP99Ms, megabytes } = await neighbour.watch(seconds);
  isOver = true;
  await Promise.all(sending);
  expectWithin('pushes beside large answers, p99', pushP99Ms, bounds);
  expectWithin('queries beside large answers, p99', queryP99Ms, bounds);
  expect(megabytes).toBeLessThan(allowedMegabytes);
  expect([...statuses].filter((status) => !['OK', 'PENDING', 'FAILED', 'EMPTY', 'IGNORED_FILTER', 'TRUNCATED'].includes(status))).toEqual(
    [],
  );
});
