import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someStoresOfTests } from '../../support/stores.ts';
import { type Got, openPublishing, type Publishing } from './open-publishing.ts';

const noticeOf = (number: number, version = 1) => ({
  transportDocumentReference: `DOC${number}`,
  issueDateTime: `2026-03-02T13:05:${String(version).padStart(2, '0')}Z`,
  versionLabel: `version ${version}`,
});
const eventOf = (number: number, version = 1) => ({
  eventID: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  eventUpdatedDateTime: `2026-03-02T13:05:${String(version).padStart(2, '0')}Z`,
  portCallService: { portCallServiceTypeCode: 'BERTH' },
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset);
const nextOf = (page: Got) => page.headers.get('next-page-cursor');

test.each(someStoresOfTests())('over $name pages of large rows end early, with a cursor', async (store) => {
  await using opened = store.open();
  await using publishing = await openPublishing({}, opened.environment);
  const remark = 'x'.repeat(1_500_000);
  const remarks = [...Array.from({ length: 6 }, () => remark), remark.repeat(3), 'small'];
  for (const [number, each] of remarks.entries()) {
    await publishing.push('acme', {
      arrivalNotices: [{ ...noticeOf(number), remark: each }],
      events: [{ ...eventOf(number), remark: each }],
    });
  }
  for (const path of ['/arrival-notices', '/events']) {
    const pages = await publishing.walk(path);
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 1, 1]);
    expect(pages.flatMap(({ rows }) => rows.map((row) => String(Reflect.get(row, 'remark')).length))).toEqual(
      remarks.map(({ length }) => length),
    );
  }
});

describe.each(someStoresOfTests())('over $name', (store) => {
  let publishing: Publishing;
  let opened: ReturnType<typeof store.open>;
  beforeAll(async () => {
    opened = store.open();
    publishing = await openPublishing({ raw: { lines: ['publish: { invalidRows: asReceived }'] } }, opened.environment);
    await publishing.push('acme', {
      arrivalNotices: numbers(0, 23).map((number) => noticeOf(number)),
      events: numbers(0, 23).map((number) => eventOf(number)),
    });
  });
  afterAll(async () => {
    await publishing[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  test.each(['/arrival-notices', '/events'])('reading all pages of %s gives each row once, in the order of a single page', async (path) => {
    const whole = await publishing.get(path);
    expect([whole.rows.length, nextOf(whole)]).toEqual([23, null]);
    for (const limit of [1, 5, 23]) {
      const pages = await publishing.walk(`${path}?limit=${limit}`);
      expect(pages).toHaveLength(Math.ceil(23 / limit));
      expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
    }
  });

  test.each([
    [
      '/arrival-notices?transportDocumentReferences=DOC3,DOC1,DOC2&limit=1',
      '/arrival-notices?limit=1&transportDocumentReferences=DOC1%2CDOC2&transportDocumentReferences=DOC3',
    ],
    ['/events?portCallServiceTypeCode=BERTH&limit=1', '/events?limit=1&portCallServiceTypeCode=BERTH'],
  ])('a cursor of %s can be used repeatedly, with the same parameters in any order and spelling', async (path, same) => {
    const cursor = nextOf(await publishing.get(path));
    const texts = await Promise.all([path, path, same].map(async (again) => (await publishing.get(`${again}&cursor=${cursor}`)).text));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '').feedbackElements).toBeUndefined();
  });

  test('a cursor is rejected with other parameters, another limit, other controls, for another subscriber, and modified', async () => {
    const cursor = nextOf(await publishing.get('/arrival-notices?limit=2')) ?? '';
    const wrong: [string, string?][] = [
      [`limit=3&cursor=${cursor}`],
      [`cursor=${cursor}`],
      [`limit=2&removeCharges=true&cursor=${cursor}`],
      [`limit=2&portOfDischarge=NLRTM&cursor=${cursor}`],
      [`limit=2&cursor=${cursor}`, 'frugal'],
      [`limit=2&cursor=${cursor}`, 'exclusive'],
      [`limit=2&cursor=${cursor}A`],
    ];
    for (const [query, as] of wrong) {
      const got = await publishing.get(`/arrival-notices?${query}`, as);
      expect([query, got.status, got.feedback[0]?.message]).toEqual([query, 400, expect.stringMatching(/^Query parameter cursor: /)]);
    }
    const ofNotices = await publishing.get(`/events?limit=2&cursor=${cursor}`);
    expect(ofNotices.status).toBe(400);
  });

  test('a cursor of events is rejected with another filter, without it, and with another limit', async () => {
    const cursor = nextOf(await publishing.get('/events?portCallServiceTypeCode=BERTH&limit=2'));
    for (const query of ['portCallServiceTypeCode=BERTH&classifierCode=EST&limit=2', 'limit=2', 'portCallServiceTypeCode=BERTH&limit=3']) {
      const got = await publishing.get(`/events?${query}&cursor=${cursor}`);
      expect([query, got.status, got.feedback[0]?.message]).toEqual([query, 400, expect.stringMatching(/^Query parameter cursor: /)]);
    }
  });

  test('reading all pages during pushes neither skips nor repeats a row, and ends with the new ones', async () => {
    const read: Got[] = [await publishing.get('/arrival-notices?limit=4')];
    for (let turn = 0; nextOf(read[turn] as Got) !== null; turn += 1) {
      // A row that was read already, a row that was not, and sometimes a new one.
      const changed = [noticeOf(turn, 10 + turn), noticeOf(22 - turn, 10 + turn)];
      await publishing.push('acme', { arrivalNotices: [...changed, ...(turn < 4 ? [noticeOf(100 + turn)] : [])] });
      read.push(await publishing.get(`/arrival-notices?limit=4&cursor=${nextOf(read[turn] as Got)}`));
    }
    const references = read.flatMap(({ rows }) => rows.map((row) => row['transportDocumentReference']));
    expect(new Set(references).size).toBe(references.length);
    expect(references.slice(0, 23).toSorted()).toEqual(
      numbers(0, 23)
        .map((number) => `DOC${number}`)
        .toSorted(),
    );
    expect(references.slice(23)).toEqual(numbers(100, 104).map((number) => `DOC${number}`));
  });

  test('reading all pages ends with an empty page if its last rows have changed meanwhile', async () => {
    const atPort = (number: number, UNLocationCode: string, version = 1) => ({
      ...noticeOf(number, version),
      transport: { portOfDischarge: { UNLocationCode } },
    });
    await publishing.push('acme', { arrivalNotices: [atPort(700, 'BEANR'), atPort(701, 'BEANR')] });
    const request = '/arrival-notices?portOfDischarge=BEANR&limit=1';
    const first = await publishing.get(request);
    await publishing.push('acme', { arrivalNotices: [atPort(701, 'NLRTM', 2)] });
    const last = await publishing.get(`${request}&cursor=${nextOf(first)}`);
    expect([first.rows.length, last.status, last.text, nextOf(last)]).toEqual([1, 200, '{"arrivalNotices":[]}', null]);
  });

  test('cursors for the longest references and labels are accepted', async () => {
    const labels = [1, 2, 3].map((number) => `${number}${'\u{1F6A2}'.repeat(999)}`);
    const longest = { ...noticeOf(600), transportDocumentReference: '\u{1F6A2}'.repeat(100) };
    await publishing.push('acme', { arrivalNotices: labels.map((typeLabel) => ({ ...longest, typeLabel })) });
    const query = new URLSearchParams({ transportDocumentReferences: longest.transportDocumentReference, limit: '1' });
    const pages = await publishing.walk(`/arrival-notices?${query}`, 'raw');
    expect(pages.flatMap(({ rows }) => rows.map((row) => row['typeLabel']))).toEqual(labels);
  });

  test('visualizations are restored byte for byte, and charges are left out', async () => {
    const content = Buffer.alloc(400_000, 'pdf').toString('base64');
    const notice = { ...noticeOf(500), arrivalNoticeVisualization: { content, name: 'é.pdf' }, charges: [{ chargeName: 'THC' }] };
    await publishing.push('acme', { arrivalNotices: [notice] });
    expect((await publishing.get('/arrival-notices?transportDocumentReferences=DOC500&includeVisualization=true')).rows).toEqual([notice]);
    expect((await publishing.get('/arrival-notices?transportDocumentReferences=DOC500', 'frugal')).rows).toEqual([noticeOf(500)]);
  });
});
