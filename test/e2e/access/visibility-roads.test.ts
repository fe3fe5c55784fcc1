import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, callerOf } from '#platform/access/entitlement.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import type { OpenLandfallFor } from './visibility-landfall.ts';
import { all, amount, blue, everybody, partners, pushes, red, units } from './visibility-world.ts';
import { type OpenWorld, openWhole, openWorld, plainSetting, settingsOfTests } from './visibility-worlds.ts';

const withoutCharges: Caller = callerOf({ ...all, charges: false });
const money = 'charges { currencyAmount unitPrice }';
const noticeRows = `document ${money} utilizedTransportEquipments { ${money} } consignmentItems { cargoItems { ${money} } } violations { message }
  changes { path before after } clashes { document } visualization { url content }`;
const everyQueryWithCharges = `{ arrivalNotices { nodes { current { ${noticeRows} supersedes { document } } versions { nodes { ${noticeRows} } } asOf(receivedBefore: "2100-01-01T00:00:00Z") { ${noticeRows} } } }
  arrivalNoticeVersionLog(after: "0") { events { version { ${noticeRows} } } } port(UNLocationCode: "SGSIN") { arrivalNotices { nodes { current { ${noticeRows} } } } }
  portCallEvents { nodes { arrivalNotices { notices { version { ${noticeRows} } } } } } }`;

describe.for(settingsOfTests())('what is hidden over $name', (setting) => {
  let producers: TestPartners;
  let world: OpenWorld;
  let landfall: OpenLandfallFor;
  beforeAll(async () => {
    producers = await openPartners(partners);
    world = await openWhole(setting, producers);
    landfall = world.landfall;
  });
  afterAll(() => disposeAll([world, producers]));

  test('charges are shown by no query to callers without the right, and all other data are', async () => {
    const { text } = await landfall.query(withoutCharges, everyQueryWithCharges);
    expect(text).not.toMatch(new RegExp(`${amount}|JVBERi`));
    expect(text).toContain('BLUETD-1');
    expect(text).toContain('REDCLASH');
    expect((await landfall.query(everybody, everyQueryWithCharges)).text).toContain(String(amount));
  });

  test('a hidden visualization looks like one that never existed', async () => {
    const id = await idOf(landfall, 'acme', 'BLUETD-1');
    const query = `{ node(id: "${id}") { ... on ArrivalNoticeVersion { visualization { contentType content } } } }`;
    expect((await landfall.query(withoutCharges, query)).data).toEqual({ node: { visualization: null } });
    expect((await landfall.query(everybody, query)).data).toMatchObject({ node: { visualization: { contentType: 'application/pdf' } } });
  });

  test('volumes of carriers are not shown to callers admitted as a party', async () => {
    const query = '{ portCallEvents { nodes { document kinds movesForecasts { carrierCode } versions { document } } } }';
    expect((await landfall.query(blue, query)).text).not.toMatch(new RegExp(`movesForecasts":\\[|${units}|MOVES_FORECAST`));
    expect((await landfall.query(withoutCharges, query)).text).toContain(String(units));
  });

  test('hiding does not change stored data', async () => {
    const documents = async () => {
      const heads = await world.store.versions('arrival-notice-versions').listCurrent({ order: 'OLDEST_FIRST', limit: 100 });
      return heads.map(({ current }) => current.document.toString());
    };
    const before = await documents();
    await landfall.query(withoutCharges, everyQueryWithCharges);
    expect(await documents()).toEqual(before);
    expect(before.join()).toContain(String(amount));
  });

  test('a version is compared with the previous one that the caller may see', async () => {
    const changes = async (caller: Caller) => {
      const { data } = await landfall.query<{ arrivalNotice: { current: { changes: { path: string; before: unknown }[] } } }>(
        caller,
        '{ arrivalNotice(partner: "acme", transportDocumentReference: "BLUETD-5") { current { changes { path before } } } }',
      );
      return data.arrivalNotice.current.changes.filter(({ path }) => path === '$.versionLabel').map(({ before }) => before);
    };
    expect([await changes(blue), await changes(everybody)]).toEqual([['first'], ['REDVERSION']]);
  });

  test('hidden port calls are as unknown as those that no source knows, byte for byte', async () => {
    await using other = await openWorld(setting, ['bolt'], producers);
    for (const { partner, path, object } of pushes) if (partner === 'bolt') await other.landfall.push(partner, path, object);
    const query = `{ arrivalNotices(orderBy: OLDEST_FIRST) { nodes { current { portCallEvents { outcome terminalOutcome events { event { id } }
      currentTimes { serviceDateTime } sources { partner { id } standard status retrievedAt apiVersion feedback { message } } } } } } }`;
    const hidden = await landfall.query(red, query);
    expect(hidden.text).toBe((await other.landfall.query(everybody, query)).text);
    expect(hidden.text).toContain('"portCallEvents":{"outcome":"UNKNOWN","terminalOutcome":"UNKNOWN"');
  });

  test('no outcome is NONE if some sources are hidden', async () => {
    const query = `{ arrivalNotice(partner: "bolt", transportDocumentReference: "REDTD-7") { current { arrivalCall { outcome } portCallEvents { outcome } } } }`;
    const outcomes = async (caller: Caller) => (await landfall.query<{ arrivalNotice: object }>(caller, query)).data.arrivalNotice;
    const both = (outcome: string) => ({ current: { arrivalCall: { outcome }, portCallEvents: { outcome } } });
    expect(await outcomes(everybody)).toEqual(both('NONE'));
    expect(await outcomes(callerOf({ ...all, partners: ['bolt', 'port'] }))).toEqual(both('UNKNOWN'));
  });

  test('cursors of one entitlement are invalid under another, in lists and in logs', async () => {
    const logCursor = async (caller: Caller) =>
      (await landfall.query<{ log: { cursor: string } }>(caller, '{ log: arrivalNoticeVersionLog(after: "0", first: 1) { cursor } }')).data
        .log.cursor;
    const pageCursor = async (caller: Caller) =>
      (await landfall.query<{ page: { edges: { cursor: string }[] } }>(caller, '{ page: arrivalNotices(first: 1) { edges { cursor } } }'))
        .data.page.edges[0]?.cursor;
    const cursors = { log: await logCursor(blue), page: await pageCursor(blue) };
    for (const [caller, code] of [
      [blue, undefined],
      [red, 'CURSOR_INVALID'],
      [everybody, 'CURSOR_INVALID'],
    ] as const) {
      const log = await landfall.query(caller, `{ arrivalNoticeVersionLog(after: "${cursors.log}") { cursor } }`);
      const page = await landfall.query(caller, `{ arrivalNotices(first: 1, after: "${cursors.page}") { nodes { id } } }`);
      expect([log.errors[0]?.code, page.errors[0]?.code]).toEqual([code, code]);
    }
    expect(await logCursor(everybody)).toBe(await logCursor(withoutCharges));
  });

  test('resuming from any cursor of a log continues without a gap and without events of others', async () => {
    interface Log {
      readonly log: { readonly events: { cursor: string; version: { id: string } }[]; readonly cursor: string; readonly hasMore: boolean };
    }
    const read = async (after: string, first: number) => {
      const query = `{ log: arrivalNoticeVersionLog(after: "${after}", first: ${first}) { events { cursor version { id } } cursor hasMore } }`;
      return (await landfall.query<Log>(blue, query)).data.log;
    };
    const { events } = await read('0', 100);
    expect(events).toHaveLength(3);
    for (const [index, { cursor }] of events.entries()) {
      expect((await read(cursor, 100)).events).toEqual(events.slice(index + 1));
    }
    const stepwise: unknown[] = [];
    for (let page = await read('0', 1); ; page = await read(page.cursor, 1)) {
      stepwise.push(...page.events);
      if (!page.hasMore) break;
    }
    expect(stepwise).toEqual(events);
  });

  test('a hidden partner is named like one that does not exist', async () => {
    const sources = async (id: string) => {
      const query = `{ arrivalNotices(filter: { partners: ["${id}"] }) { nodes { id } sources { partner { id name } status retrievedAt } }
        portCallEvents(filter: { partners: ["${id}"] }, maxAgeSeconds: 0) { sources { partner { id name } status retrievedAt } } }`;
      return (await landfall.query(blue, query)).text.replaceAll(id, 'it');
    };
    expect(await sources('bolt')).toBe(await sources('nowhere'));
    expect(await sources('acme')).not.toBe(await sources('nowhere'));
  });
});

describe('requesting partners on behalf of a caller', () => {
  test('requests only partners that the caller may see, and separately for callers of two entitlements', async () => {
    const page = { body: { arrivalNotices: [] }, headers: { 'api-version': '1.0.1' } };
    await using acme = await openFakePartner({ otherwise: page });
    await using bolt = await openFakePartner({ otherwise: page });
    const offering = (baseUrl: string) => ({ lines: [`arrivalNotices: { baseUrl: "${baseUrl}" }`] });
    await using producers = await openPartners({ acme: offering(acme.url), bolt: offering(bolt.url) });
    await using world = await openWorld(plainSetting, ['acme', 'bolt'], producers);
    const query = '{ arrivalNotices(maxAgeSeconds: 600) { sources { partner { id } status } } }';
    const sources = async (caller: Caller) => (await world.landfall.query<{ arrivalNotices: object }>(caller, query)).data.arrivalNotices;
    const onlyAcme = callerOf({ ...all, partners: ['acme'] });
    // Sent concurrently: equal queries of two entitlements must not share a request.
    const [limited] = await Promise.all([sources(onlyAcme), sources(everybody)]);
    expect(limited).toEqual({ sources: [{ partner: { id: 'acme' }, status: 'EMPTY' }] });
    expect([acme.requests.length, bolt.requests.length]).toEqual([2, 1]);
    await sources(onlyAcme);
    expect([acme.requests.length, bolt.requests.length]).toEqual([2, 1]);
  });

  test('reveals to no caller by its status whether a partner had hidden rows', async () => {
    const [hidden] = pushes.filter(({ reader, partner }) => reader === 'none' && partner === 'acme');
    const answer = (...arrivalNotices: readonly unknown[]) => ({
      body: { arrivalNotices, feedbackElements: [{ severity: 'INFO', message: `${arrivalNotices.length} notices` }] },
      headers: { 'api-version': '1.0.1' },
    });
    await using acme = await openFakePartner();
    acme.answer(answer(), answer(hidden?.object));
    await using producers = await openPartners({ acme: { lines: [`arrivalNotices: { baseUrl: "${acme.url}" }`] } });
    await using world = await openWorld(plainSetting, ['acme'], producers);
    const party = callerOf({ ...all, parties: blue.entitlement.parties });
    const query = '{ arrivalNotices(maxAgeSeconds: 0) { nodes { id } sources { partner { id } status feedback { message } } } }';
    const [nothing, something] = [await world.landfall.query(party, query), await world.landfall.query(party, query)];
    expect(something.text).toBe(nothing.text);
    expect(acme.requests).toHaveLength(2);
  });

  test('shows the value of a hidden attribute in no remark on its rows', async () => {
    const charges = [{ chargeName: 'THC', currencyAmount: '490 EUR' }];
    const notice = { issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: 'C', charges, isElectronic: 'perhaps' };
    await using acme = await openFakePartner({
      otherwise: () => ({ body: { arrivalNotices: [notice] }, headers: { 'api-version': '1.0.1' } }),
    });
    await using producers = await openPartners({ acme: { lines: [`arrivalNotices: { baseUrl: "${acme.url}" }`] } });
    await using world = await openWorld(plainSetting, ['acme'], producers);
    const query = '{ arrivalNotices(maxAgeSeconds: 0) { sources { feedback { message } } } }';
    const remarksFor = async (caller: Caller) =>
      (
        await world.landfall.query<{ arrivalNotices: { sources: { feedback: { message: string }[] }[] } }>(caller, query)
      ).data.arrivalNotices.sources
        .flatMap(({ feedback }) => feedback)
        .map(({ message }) => message);
    const [ofCharge, other] = [expect.stringContaining('got "490 EUR"'), expect.stringContaining('got "perhaps"')];
    expect(await remarksFor(everybody)).toEqual([ofCharge, other]);
    expect(await remarksFor(withoutCharges)).toEqual([other]);
  });
});

async function idOf(landfall: OpenLandfallFor, partner: string, reference: string): Promise<string> {
  const query = `{ arrivalNotice(partner: "${partner}", transportDocumentReference: "${reference}") { current { id } } }`;
  return (await landfall.query<{ arrivalNotice: { current: { id: string } } }>(everybody, query)).data.arrivalNotice.current.id;
}
