import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Partner } from '#platform/partners/partner.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { type ArrivalNoticesQuery, arrivalNoticesRequest } from '../../../subgraphs/arrival-notices/upstream/request-urls.ts';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { parsedPartner } from '../../support/parsed-partner.ts';
import { type ReadList, type ReadListPage, readList } from '../../support/read-lists.ts';
import { createTestClock } from '../../support/test-clock.ts';

const logger = pino({ level: 'silent' });
const empty = { body: { arrivalNotices: [] } };
const listOf = (...arrivalNotices: unknown[]) => ({ body: { arrivalNotices } });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a request to a partner', () => {
  it('has our credential, the version in the style that the partner requires, and accepts JSON', async () => {
    for (const [versionHeader, sent] of [
      ['full', '1.0.1'],
      ['major', '1'],
      ['none', undefined],
    ] as const) {
      await using setting = await open(`versionHeader: ${versionHeader}`);
      setting.fake.answer(empty);
      await readAll(setting.query({ transportDocumentReferences: ['A'] }));
      const [request] = setting.fake.requests;
      expect(request?.url).toBe('/an/arrival-notices?transportDocumentReferences=A');
      expect(request?.headers).toMatchObject({ 'x-api-key': 'our-key', accept: 'application/json' });
      expect(request?.headers['api-version']).toBe(sent);
    }
  });

  it('returns the bytes as received, with the version and the feedback of the response', async () => {
    await using setting = await open();
    const body = '{ "arrivalNotices" : [ {"n":1.10,"x":"\\u00e9"} ],"feedbackElements":[{"severity":"INFO","message":"lowered"}]}';
    setting.fake.answer({ headers: { 'API-Version': '1.0.0' }, body: `\uFEFF${body}` });
    const [page] = await readAll(setting.query({}));
    expect(page?.body.toString()).toBe(body);
    expect(page?.objects).toEqual([{ n: 1.1, x: 'é' }]);
    expect(page?.apiVersion).toBe('1.0.0');
    expect(page?.feedback).toEqual([{ severity: 'INFO', message: 'lowered' }]);
  });

  it('sends nothing before the first page is read', async () => {
    await using setting = await open('filters: [transportDocumentReferences]');
    const pages = setting.query({ vesselName: 'COFFEE STAR' });
    expect(pages.leftOut).toEqual(['vesselName']);
    expect(setting.fake.requests).toHaveLength(0);
  });

  it('is split by the number of references that the partner accepts', async () => {
    await using setting = await open('maxReferences: 2\n  listStyle: repeat');
    setting.fake.answer(empty, empty);
    expect(await readAll(setting.query({ transportDocumentReferences: ['A', 'B', 'C'] }))).toHaveLength(2);
    expect(setting.fake.requests.map(({ query }) => query.getAll('transportDocumentReferences'))).toEqual([['A', 'B'], ['C']]);
  });

  it.each(['comma', 'repeat'])('for 100 references to a partner that accepts 50 is two concurrent requests, in style %s', async (style) => {
    await using setting = await open(`maxReferences: 50\n  listStyle: ${style}`);
    const both = setting.fake.received(2);
    const transportDocumentReferences = Array.from({ length: 100 }, (_, number) => `FARM${number}`);
    // Neither is answered before both have arrived.
    setting.fake.answer({ after: both, ...listOf('first') }, { after: both, ...listOf('second') });
    const pages = await readAll(setting.query({ transportDocumentReferences }));
    expect(pages.map(({ objects }) => objects)).toEqual([['first'], ['second']]);
    const queried = setting.fake.requests.map(({ query }) => query.getAll('transportDocumentReferences'));
    expect(queried.map((values) => values.length)).toEqual(style === 'comma' ? [1, 1] : [50, 50]);
    expect(queried.flatMap((values) => values.join().split(','))).toEqual(transportDocumentReferences);
  });

  it('in several parts of which one fails returns those before it, and its error', async () => {
    await using setting = await open('maxReferences: 1');
    setting.fake.answer(...['A', 'B', 'C'].map((name) => (name === 'B' ? { status: 403 } : listOf(name))));
    const read: ReadListPage[] = [];
    const reading = (async () => {
      for await (const page of setting.query({ transportDocumentReferences: ['A', 'B', 'C'] })) read.push(page);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(read.map(({ objects }) => objects)).toEqual([['A']]);
  });

  it('in more parts than the partner’s concurrency has no more requests in flight', async () => {
    await using setting = await open('maxReferences: 1', 'concurrency: 3');
    let [inFlight, most] = [0, 0];
    const answer = () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const answered = nextTurn().then(() => {
        inFlight -= 1;
      });
      return { after: answered, ...listOf('A') };
    };
    setting.fake.answer(...Array.from({ length: 20 }, () => answer));
    const references = Array.from({ length: 20 }, (_, number) => `FARM${number}`);
    expect(await readAll(setting.query({ transportDocumentReferences: references }))).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('is rejected if the partner does not offer the standard', async () => {
    await using setting = await open();
    const { arrivalNotices: _, ...partner } = setting.partner;
    expect(() => arrivalNoticesRequest(partner, {})).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

describe('pages', () => {
  const page = (cursor: string | undefined, ...references: string[]) => ({
    headers: cursor === undefined ? {} : { 'Next-Page-Cursor': cursor },
    body: { arrivalNotices: references.map((transportDocumentReference) => ({ transportDocumentReference })) },
  });

  it('are followed with all original parameters, over empty ones, until one has no cursor', async () => {
    await using setting = await open();
    setting.fake.answer(page('one', 'A'), page('t/wo='), page(undefined, 'B'));
    const pages = await readAll(setting.query({ transportDocumentReferences: ['A', 'B'], removeCharges: true }));
    expect(pages.map(({ objects }) => objects.length)).toEqual([1, 0, 1]);
    const rest = 'transportDocumentReferences=A,B&removeCharges=true';
    expect(setting.fake.requests.map(({ url }) => url)).toEqual([
      `/an/arrival-notices?${rest}`,
      `/an/arrival-notices?${rest}&cursor=one`,
      `/an/arrival-notices?${rest}&cursor=t%2Fwo%3D`,
    ]);
  });

  it('are requested only while a client reads', async () => {
    await using setting = await open();
    setting.fake.answer(page('one', 'A'), page('two', 'B'));
    for await (const _ of setting.query({})) break;
    expect(setting.fake.requests).toHaveLength(1);
  });

  it('that lead back to an earlier one are an error, and what was read is valid', async () => {
    await using setting = await open();
    setting.fake.answer(page('one', 'A'), page('two', 'B'), page('one', 'C'));
    const read: ReadListPage[] = [];
    const reading = (async () => {
      for await (const each of setting.query({})) read.push(each);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
    expect(read).toHaveLength(3);
  });

  it('without end are an error after a thousand', async () => {
    await using setting = await open('', 'requestsPerSecond: 1000');
    for (let number = 1; number <= 1_001; number += 1) setting.fake.answer(page(`p${number}`));
    await expect(readAll(setting.query({}))).rejects.toMatchObject({
      code: 'UPSTREAM_SHAPE',
      message: expect.stringContaining('1000 pages'),
    });
    expect(setting.fake.requests).toHaveLength(1_000);
  });

  it('of a partner whose file disables paging are reported as missing', async () => {
    await using setting = await open('paging: false');
    setting.fake.answer(page('one', 'A'));
    const pages = await readAll(setting.query({}));
    expect(pages.map(({ feedback }) => feedback)).toEqual([
      [{ severity: 'WARN', message: 'Further pages exist and are not read: paging is off.' }],
    ]);
    expect(setting.fake.requests.map(({ url }) => url)).toEqual(['/an/arrival-notices']);
  });
});

describe('404', () => {
  const sendQuery = async (setting: Awaited<ReturnType<typeof open>>) => (await readAll(setting.query({}))).map(({ objects }) => objects);

  it('with the error body of the standard means that nothing was found, and is not a failure', async () => {
    await using setting = await open();
    setting.fake.answer({ status: 404, headers: { 'api-version': '1.0.1' }, body: { feedbackElements: [] } });
    const [page, ...others] = await readAll(setting.query({}));
    expect([page, others]).toMatchObject([{ objects: [], apiVersion: '1.0.1', isCutOff: false }, []]);
    expect(setting.fake.requests).toHaveLength(1);
  });

  it('with any other body is a failure until the path has answered, and means the same afterwards', async () => {
    await using setting = await open();
    setting.fake.answer({ status: 404, body: '<html>' }, listOf('A'), { status: 404, body: '<html>' });
    await expect(sendQuery(setting)).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED', cause: { status: 404 } });
    expect(await sendQuery(setting)).toEqual([['A']]);
    expect(await sendQuery(setting)).toEqual([[]]);
  });
});

describe('an unexpected response', () => {
  it.each([
    [400, 'UPSTREAM_REJECTED'],
    [401, 'UPSTREAM_REJECTED'],
    [301, 'UPSTREAM_REJECTED'],
    [408, 'UPSTREAM_TIMEOUT'],
    [500, 'UPSTREAM_UNREACHABLE'],
    [202, 'UPSTREAM_SHAPE'],
  ])('with status %i is %s immediately', async (status, code) => {
    await using setting = await open();
    setting.fake.answer({ status, headers: { location: '/elsewhere' }, body: { feedbackElements: [] } });
    await expect(readAll(setting.query({}))).rejects.toMatchObject({ code, cause: { status } });
    expect(setting.fake.requests).toHaveLength(1);
  });

  it.each([
    ['HTML', '<!doctype html><title>Maintenance</title>'],
    ['nothing', ''],
    ['a bare array', '[]'],
    ['an object without the array', '{"message":"ok"}'],
    ['null in place of the array', '{"arrivalNotices":null}'],
    ['half of its JSON', '{"arrivalNotices":[{"a":'],
    ['a list nested deeper than a push may be', `{"arrivalNotices":[${'['.repeat(70)}${']'.repeat(70)}]}`],
    ['a row of a million empty objects', `{"arrivalNotices":[{"legs":[${'{},'.repeat(1_000_000)}{}]}]}`],
    ['empty objects beside the list', `{"arrivalNotices":[],"aside":[${'{},'.repeat(1_000_000)}{}]}`],
    ['other bytes than UTF-8', Buffer.from('{"arrivalNotices":["\xe9"]}', 'latin1')],
  ])('%s with 200 is UPSTREAM_SHAPE', async (_what, body) => {
    await using setting = await open();
    setting.fake.answer({ body });
    await expect(readAll(setting.query({}))).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
    expect(setting.fake.requests).toHaveLength(1);
  });
});

describe('retrying', () => {
  it.each([429, 502, 503, 504])('helps after %i', async (status) => {
    await using setting = await open();
    setting.fake.answer({ status }, { status }, empty);
    expect(await readAll(setting.query({}))).toHaveLength(1);
    const [first = 0, second = 0] = setting.clock.pauses;
    expect(first).toBeGreaterThanOrEqual(125);
    expect(first).toBeLessThanOrEqual(250);
    expect(second).toBeGreaterThanOrEqual(250);
    expect(second).toBeLessThanOrEqual(500);
  });

  it('helps after a lost connection', async () => {
    await using setting = await open();
    setting.fake.answer({ fault: 'drop' }, { fault: 'cut', body: { arrivalNotices: [] } }, empty);
    expect(await readAll(setting.query({}))).toHaveLength(1);
  });

  it('waits for the time of Retry-After, in seconds or as a date', async () => {
    await using setting = await open();
    const date = new Date(setting.clock.now() + 5_000).toUTCString();
    setting.fake.answer({ status: 429, headers: { 'retry-after': '2' } }, { status: 503, headers: { 'retry-after': date } }, empty);
    await readAll(setting.query({}));
    expect(setting.clock.pauses).toEqual([2_000, 3_000]);
  });

  it('does not happen if the partner requires more time than the deadline leaves', async () => {
    await using setting = await open('', 'deadlineMs: 10000');
    setting.fake.answer({ status: 503, headers: { 'retry-after': '10' } });
    await expect(readAll(setting.query({}))).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    expect(setting.clock.pauses).toEqual([]);
  });

  it('ends after four attempts', async () => {
    await using setting = await open();
    setting.fake.answer({ status: 429 }, { status: 429 }, { status: 429 }, { status: 429 }, empty);
    await expect(readAll(setting.query({}))).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', cause: { status: 429 } });
    expect(setting.fake.requests).toHaveLength(4);
  });

  it('and all pages fit into one deadline', async () => {
    await using setting = await open('', 'deadlineMs: 1000');
    const busy = { status: 503, headers: { 'retry-after': '0' } };
    setting.fake.answer(busy, () => {
      setting.clock.advance(1_001);
      return { headers: { 'Next-Page-Cursor': 'more' }, body: { arrivalNotices: [] } };
    });
    const read: ReadListPage[] = [];
    const reading = (async () => {
      for await (const each of setting.query({})) read.push(each);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(read).toHaveLength(1);
    expect(setting.fake.requests).toHaveLength(2);
  });

  it('does not happen after a timeout: a slow partner is not requested twice', async () => {
    await using setting = await open('', 'timeoutMs: 100');
    setting.fake.answer({ fault: 'hang' }, empty);
    await expect(readAll(setting.query({}))).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(setting.fake.requests).toHaveLength(1);
  });
});

it('a reader that is aborted ends while an answer is awaited', async () => {
  await using setting = await open();
  setting.fake.answer({ fault: 'hang' });
  const abort = new AbortController();
  const reading = readAll(setting.query({}, { signal: abort.signal }));
  await setting.fake.received(1);
  abort.abort(new Error('not needed any more'));
  await expect(reading).rejects.toThrow('not needed any more');
});

interface Setting extends AsyncDisposable {
  readonly fake: FakePartner;
  readonly partner: Partner;
  readonly clock: ReturnType<typeof createTestClock>;
  query(query: ArrivalNoticesQuery, options?: { readonly signal?: AbortSignal }): ReadList;
}

/** Opens a fake partner, and a client with a matching partner file. */
async function open(arrivalNotices = '', limits = ''): Promise<Setting> {
  const fake = await openFakePartner();
  const clock = createTestClock();
  const upstream = openUpstream({ logger, clock });
  const yaml = `id: acme
name: ACME
allowPrivate: true
outbound: { apiKey: { header: x-api-key, value: our-key } }
arrivalNotices:
  baseUrl: ${fake.url}/an/
  ${arrivalNotices}
limits: { ${limits} }
`;
  const partner = parsedPartner(yaml);
  return {
    fake,
    partner,
    clock,
    query: (query, options) => readList({ upstream, logger, clock }, partner, arrivalNoticesRequest(partner, query), options),
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

async function readAll(pages: ReadList): Promise<ReadListPage[]> {
  const read: ReadListPage[] = [];
  for await (const page of pages) read.push(page);
  return read;
}
