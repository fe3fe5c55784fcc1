import { expect, it } from 'vitest';
import { createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import type { RecordedRequest } from '../../support/fake-partner.ts';
import { openSchedules, pageOf, serviceOf } from '../schedules/open-schedules.ts';

interface Answered {
  readonly vesselSchedules: { readonly nodes: readonly { carrierServiceCode: string }[]; readonly sources: readonly { status: string }[] };
}
const query =
  '{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxAgeSeconds: 0, maxWaitMs: 60000) { nodes { carrierServiceCode } sources { status } } }';

/** A Producer that returns a cursor only if `limit` requests pages, like the standard's reference implementation. */
const paging = ({ query: { size }, query: parameters }: RecordedRequest) => {
  if (parameters.has('cursor')) return pageOf([serviceOf(`B${size}`)]);
  return parameters.has('limit') ? pageOf([serviceOf('A')], 'next') : pageOf([serviceOf('A')]);
};

it('a Producer that pages only if limit is sent is read to the end, with all parameters', async () => {
  await using schedules = await openSchedules({ acme: { otherwise: pageOf([]) } });
  const acme = schedules.producer('acme');
  acme.answer(paging, paging);
  const { vesselSchedules } = await schedules.query<Answered>(query);
  expect(vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode)).toEqual(['A', 'B3']);
  const path = '/cs/v1/vessel-schedules?vesselIMONumber=9321483&limit=100';
  expect(acme.requests.map(({ url }) => url)).toEqual([path, `${path}&cursor=next`]);
});

it.each([
  ['pageSize: 20', 'limit=20'],
  ['pageSize: 0', undefined],
  ['paging: false', undefined],
])('is sent as configured by %s', async (line, expected) => {
  await using schedules = await openSchedules({ acme: { schedules: [line], otherwise: pageOf([]) } });
  await schedules.query(query);
  expect(schedules.producer('acme').requests.map(({ url }) => /limit=\d+/.exec(url)?.[0])).toEqual([expected]);
});

it('a Producer that refuses limit is requested once more without it, and always without it from then on, also by another process', async () => {
  const cursorCache = createMemoryCursorCache();
  await using schedules = await openSchedules({ acme: {} }, { cursorCache });
  const acme = schedules.producer('acme');
  acme.answer({ status: 400 }, pageOf([serviceOf('A')], 'next'), pageOf([serviceOf('B')]), pageOf([serviceOf('C')]));
  const first = await schedules.query<Answered>(query);
  expect(first.vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode)).toEqual(['A', 'B']);
  await schedules.query(query);
  const path = '/cs/v1/vessel-schedules?vesselIMONumber=9321483';
  expect(acme.requests.map(({ url }) => url)).toEqual([`${path}&limit=100`, path, `${path}&cursor=next`, path]);
  // The refusal was not about a filter.
  expect(schedules.upstream.healthOf('acme', 'COMMERCIAL_SCHEDULES')?.observed).toMatchObject({
    supportsLimit: false,
    refusedRequests: [],
  });
  expect(await cursorCache.find('observed:acme:COMMERCIAL_SCHEDULES')).toMatchObject({ supportsLimit: false });
});

it('a Producer that accepts limit and refuses a request gets no second attempt', async () => {
  await using schedules = await openSchedules({ acme: {} });
  const acme = schedules.producer('acme');
  acme.answer(pageOf([]), { status: 400 });
  await schedules.query(query);
  expect((await schedules.query<Answered>(query)).vesselSchedules.sources).toEqual([{ status: 'REFUSED_FILTER' }]);
  expect(acme.requests).toHaveLength(2);
  expect(schedules.upstream.healthOf('acme', 'COMMERCIAL_SCHEDULES')?.observed.refusedRequests).toHaveLength(1);
});
