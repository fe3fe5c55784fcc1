import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { createPull } from '#platform/upstream/pull.ts';
import { versionFilterOf } from '../../../subgraphs/port-calls/model.ts';
import { parseEvent } from '../../../subgraphs/port-calls/receiver/routes.ts';
import { eventsRequest } from '../../../subgraphs/port-calls/upstream/request-urls.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenSchedules, openSchedules, pageOf, serviceOf } from '../schedules/open-schedules.ts';
import { openSetting } from './open-setting.ts';

const query = `query ($filter: VesselScheduleFilter!) {
  vesselSchedules(filter: $filter, maxAgeSeconds: 0) { nodes { carrierServiceCode } sources { status } } }`;

interface Answered {
  readonly vesselSchedules: { readonly nodes: { readonly carrierServiceCode: string }[]; readonly sources: { readonly status: string }[] };
}
async function queryFor(schedules: OpenSchedules, filter: object) {
  const { vesselSchedules } = await schedules.query<Answered>(query, { filter });
  return { codes: vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode), status: vesselSchedules.sources[0]?.status };
}
const observedOf = ({ upstream }: OpenSchedules) => upstream.healthOf('acme', 'COMMERCIAL_SCHEDULES')?.observed;
const urlsOf = (schedules: OpenSchedules) =>
  schedules.producer('acme').requests.map(({ url }) => url.replace('/cs/v1/vessel-schedules', ''));

describe('a Producer that requires cursors without parameters', () => {
  const ship = { vesselName: 'COFFEE STAR' };
  const page = (code: string, cursor?: string, version = '1.0.1') => pageOf([serviceOf(code)], cursor, version);

  it('is requested so from then on, also by the next process', async () => {
    const cursorCache = createMemoryCursorCache();
    await using first = await openSchedules({ acme: {} }, { cursorCache });
    first.producer('acme').answer(page('A', 'one'), { status: 400 }, page('B'), page('C', 'two'), page('D'));
    expect(await queryFor(first, ship)).toEqual({ codes: ['A', 'B'], status: 'OK' });
    expect(await queryFor(first, ship)).toEqual({ codes: ['C', 'D'], status: 'OK' });
    expect(urlsOf(first).slice(3)).toEqual(['?vesselName=COFFEE%20STAR&limit=100', '?cursor=two']);
    expect(observedOf(first)).toMatchObject({ requiresCursorAlone: true, largestPage: 1 });
    expect(await cursorCache.find('observed:acme:COMMERCIAL_SCHEDULES')).toMatchObject({ requiresCursorAlone: true });
  });

  it('and no longer does is requested the other way, which is remembered', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const refused = { status: 400 };
    schedules.producer('acme').answer(page('A', 'one'), refused, page('B'), page('C', 'two'), refused, page('D'));
    await queryFor(schedules, ship);
    expect(await queryFor(schedules, ship)).toEqual({ codes: ['C', 'D'], status: 'OK' });
    expect(observedOf(schedules)?.requiresCursorAlone).toBe(false);
  });

  it('is requested with all parameters once its answers show a version in which a cursor alone could lose rows', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(page('A', 'one'), { status: 400 }, page('B'), page('C', 'two', '1.0.2'), page('D'));
    await queryFor(schedules, ship);
    await queryFor(schedules, ship);
    expect(urlsOf(schedules).at(-1)).toBe('?vesselName=COFFEE%20STAR&limit=100&cursor=two');
  });
});

describe('filters that a partner ignores', () => {
  it('are distinguished from those that it applies: schedules', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const shipOf = (code: string, name: string) => ({ ...serviceOf(code), vesselSchedules: [{ vessel: { name } }] });
    schedules.producer('acme').answer(pageOf([shipOf('FE1', 'COFFEE STAR'), shipOf('FE2', 'COFFEE STAR')]));
    const queried = { carrierServiceCode: 'FE2', vesselName: 'COFFEE STAR' };
    expect(await queryFor(schedules, queried)).toEqual({ codes: ['FE2'], status: 'IGNORED_FILTER' });
    expect(observedOf(schedules)?.ignoredFilters).toEqual(['carrierServiceCode']);
  });

  it('are distinguished from those that it applies: stored objects', async () => {
    await using setting = await openSetting();
    await using folder = await temporaryFolder();
    await using store = await createSqliteStore({ path: join(folder.path, 'landfall.db') });
    const { upstream } = setting;
    const logger = pino({ level: 'silent' });
    const pull = createPull({
      requestOf: eventsRequest,
      parse: parseEvent,
      filterOf: versionFilterOf,
      accept: {
        log: 'port-call-events',
        store,
        logger,
        hasSameContent: () => true,
        wake: () => undefined,
      },
      upstream,
      logger,
    });
    const event = (eventID: string, portCallID: string) => ({
      eventID,
      eventUpdatedDateTime: '2026-12-20T07:00:00Z',
      portCall: { portCallID, UNLocationCode: 'NLRTM' },
    });
    setting.fake.answer({ body: { events: [event('one', 'P'), event('two', 'Q')] } });
    const pulled = await pull(setting.partner(), { portCallID: 'P', UNLocationCode: 'NLRTM' }, { receivedBy: 'PULL' });
    expect(pulled.report).toMatchObject({ status: 'IGNORED_FILTER', retrievedAt: expect.any(String) });
    expect(setting.health().observed).toMatchObject({ ignoredFilters: ['portCallID'], largestPage: 2 });
  });
});

it('an answer that cannot be read is a failure of its partner that does not open the breaker', async () => {
  await using schedules = await openSchedules({ acme: { otherwise: { body: '<html>' } } });
  for (let time = 0; time < 10; time += 1) expect((await queryFor(schedules, { vesselName: 'X' })).status).toBe('FAILED');
  expect(schedules.upstream.healthOf('acme', 'COMMERCIAL_SCHEDULES')).toMatchObject({
    breaker: 'CLOSED',
    answers: 10,
    failures: 10,
    lastFailure: { code: 'UPSTREAM_SHAPE', message: expect.stringContaining('expected a JSON array') },
  });
});
