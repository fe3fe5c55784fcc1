import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createRedisCursorCache } from '#platform/cache/cursor-cache.ts';
import { openRedis } from '#platform/process/redis.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { startRedis } from '../../support/processes.ts';
import { until } from '../../support/until.ts';
import { type OpenSchedules, openSchedules, serviceOf } from '../schedules/open-schedules.ts';
import { type OneShotPages, oneShotPages } from './one-shot-pages.ts';

const count = 1_000;
const limits = 'requestsPerSecond: 1000, deadlineMs: 60000';

interface Page {
  readonly names: readonly string[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}
/** Requests one page. */
type SendQuery = (page: Record<string, unknown>) => Promise<Page>;

async function forwards(sendQuery: SendQuery, size: number): Promise<string[]> {
  const names: string[] = [];
  for (let page = await sendQuery({ first: size }); ; page = await sendQuery({ first: size, after: page.pageInfo.endCursor })) {
    names.push(...page.names);
    if (!page.pageInfo.hasNextPage) return names;
  }
}

async function backwards(sendQuery: SendQuery, size: number): Promise<string[]> {
  const names: string[] = [];
  for (let page = await sendQuery({ last: size }); ; page = await sendQuery({ last: size, before: page.pageInfo.startCursor })) {
    names.unshift(...page.names);
    if (!page.pageInfo.hasPreviousPage) return names;
  }
}

const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const schedulesQuery = `query ($first: Int, $after: String, $last: Int, $before: String) {
  vesselSchedules(filter: { vesselIMONumber: "9321483", startDate: "2026-12-01" }, first: $first, after: $after, last: $last, before: $before) {
    nodes { carrierServiceCode } ${pageInfo} } }`;

function sendQueryOf(schedules: OpenSchedules): SendQuery {
  return async (page) => {
    const { vesselSchedules } = await schedules.query<{
      vesselSchedules: Omit<Page, 'names'> & { nodes: { carrierServiceCode: string }[] };
    }>(schedulesQuery, page);
    return { ...vesselSchedules, names: vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode) };
  };
}

const rows = Array.from({ length: count }, (_, place) => serviceOf(`S${place}`));
const names = rows.map(({ carrierServiceCode }) => carrierServiceCode);

/** Opens a Producer with one-shot cursors. */
async function openProducer(pageSize: number, options: Parameters<typeof openSchedules>[1] = {}) {
  const pages = oneShotPages(rows, pageSize);
  const schedules = await openSchedules({ acme: { limits } }, options);
  schedules.producer('acme').answer(...Array.from({ length: count }, () => pages.script));
  return { pages, schedules, query: sendQueryOf(schedules), [Symbol.asyncDispose]: () => schedules[Symbol.asyncDispose]() };
}

describe('1,000 schedules behind one-shot cursors', () => {
  it.each([
    [7, 13],
    [64, 300],
    [333, 70],
    [1_000, 499],
  ])('with %i on a page are read %i at a time, forwards and backwards, twice, with none lost or repeated', async (theirs, ours) => {
    await using producer = await openProducer(theirs);
    const { query: sendQuery, pages } = producer;
    for (const _ of ['once', 'twice']) {
      expect(await forwards(sendQuery, ours)).toEqual(names);
      expect(await backwards(sendQuery, ours)).toEqual(names);
    }
    expect([pages.pages, pages.mistakes]).toEqual([Math.ceil(count / theirs), []]);
  });

  it('are fetched once for two clients that page the same query at the same time', async () => {
    await using producer = await openProducer(90);
    const both = await Promise.all([forwards(producer.query, 40), backwards(producer.query, 70)]);
    expect(both).toEqual([names, names]);
    expect([producer.pages.pages, producer.pages.mistakes]).toEqual([12, []]);
  });

  it('can be paged back and forth: the same cursor returns the same rows', async () => {
    await using producer = await openProducer(90);
    const first = await producer.query({ first: 25 });
    const second = await producer.query({ first: 25, after: first.pageInfo.endCursor });
    const back = await producer.query({ last: 25, before: second.pageInfo.startCursor });
    const again = await producer.query({ first: 25, after: back.pageInfo.endCursor });
    expect([back.names, again]).toEqual([first.names, second]);
  });
});

if (inject('redisUrl') !== undefined) {
  it('pages that a restarted Redis has lost are the same in the process that read them, and an error in others, never other rows', async () => {
    await using redis = await startRedis();
    await using connections = await openRedis(redis.url, { logger: undefined });
    await using others = await openRedis(redis.url, { logger: undefined });
    const cursorCache = createRedisCursorCache(connections.cache, { prefix: 'paging' });
    await using producer = await openProducer(90, { cursorCache });
    await using other = await openProducer(90, { cursorCache: createRedisCursorCache(others.cache, { prefix: 'paging' }) });
    const first = await producer.query({ first: 25 });
    const second = await producer.query({ first: 25, after: first.pageInfo.endCursor });
    await redis.restart();
    await until(async () => others.away === undefined && (await others.cache.run((client) => client.ping())) !== undefined);
    for (const page of [
      { first: 25, after: second.pageInfo.endCursor },
      { last: 25, before: second.pageInfo.startCursor },
    ]) {
      const { errors } = await other.schedules.tryQuery(schedulesQuery, page);
      expect(errors).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
      expect(errors?.[0]?.message).toContain('Redis, by which processes share pages, was away');
    }
    expect(other.pages.pages).toBe(0);
    expect(await forwards(producer.query, 300)).toEqual(names);
    expect((await producer.query({ last: 25, before: second.pageInfo.startCursor })).names).toEqual(first.names);
    expect(producer.pages.pages).toBe(12);
  });
}

describe('1,000 rows of a partner that are stored', () => {
  const instant = (place: number) => new Date(Date.UTC(2026, 2, 2, 0, 0, place)).toISOString();
  it.each([
    {
      what: 'arrival notices',
      list: 'arrivalNotices',
      field: 'arrivalNotices',
      filter: 'portOfDischarge: "NLRTM"',
      name: 'transportDocumentReference',
      row: (place: number) => ({
        transportDocumentReference: `TD${place}`,
        issueDateTime: instant(place),
        transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } },
      }),
    },
    {
      what: 'port call events',
      list: 'events',
      field: 'portCallEvents',
      filter: 'UNLocationCode: "NLRTM"',
      name: 'eventID',
      row: (place: number) => ({
        eventID: `E${place}`,
        eventUpdatedDateTime: instant(place),
        portCall: { portCallID: 'P', UNLocationCode: 'NLRTM' },
      }),
    },
  ])('$what: pages remain stable while they are requested again', async ({ list, field, filter, name, row }) => {
    const stored: OneShotPages = oneShotPages(
      Array.from({ length: count }, (_, place) => row(place)),
      83,
      list,
    );
    await using partner = await openFakePartner({ otherwise: stored.script });
    await using folder = await temporaryFolder();
    const standard = list === 'events' ? 'portCalls' : 'arrivalNotices';
    const file = ['id: acme', 'name: ACME', 'allowPrivate: true', `limits: { ${limits} }`, `${standard}: { baseUrl: "${partner.url}" }`];
    await writeFile(join(folder.path, 'acme.yaml'), file.join('\n'));
    await using landfall = await openLandfall({ PARTNERS_DIR: folder.path });
    const sendQuery: SendQuery = async (page) => {
      const answer = await landfall.query<Record<string, Omit<Page, 'names'> & { nodes: Record<string, string>[] }>>(
        `query ($first: Int, $after: String, $last: Int, $before: String, $maxAgeSeconds: Int, $maxWaitMs: Int = 60000) {
          rows: ${field}(filter: { ${filter} }, orderBy: OLDEST_FIRST, first: $first, after: $after, last: $last, before: $before, maxAgeSeconds: $maxAgeSeconds, maxWaitMs: $maxWaitMs) {
            nodes { ${name} } ${pageInfo} } }`,
        page,
      );
      const { nodes, pageInfo: info } = answer['rows'] ?? expect.fail('no answer');
      return { names: nodes.map((node) => node[name] ?? ''), pageInfo: info };
    };
    const expected = Array.from({ length: count }, (_, place) => Object.values(row(place))[0]);
    const queried = await Promise.all([sendQuery({ first: 70, maxAgeSeconds: 0 }), sendQuery({ first: 70, maxAgeSeconds: 0 })]);
    expect(queried[0]?.names.length).toBe(70);
    expect([stored.pages, stored.mistakes]).toEqual([13, []]);
    const [there, back] = await Promise.all([forwards(sendQuery, 70), backwards(sendQuery, 130)]);
    expect(back).toEqual(there);
    expect(there.toSorted()).toEqual(expected.toSorted());
    // Rows that are requested again meanwhile are stored already, and move no row.
    await sendQuery({ first: 1, maxAgeSeconds: 0 });
    expect(await forwards(sendQuery, 333)).toEqual(there);
    expect([stored.pages, stored.mistakes]).toEqual([26, []]);
  });
});
