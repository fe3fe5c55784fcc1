import { randomInt } from 'node:crypto';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { casesOf } from '../../support/random-cases.ts';
import { createRandomQuery, type QueryWords } from '../../support/random-query.ts';
import { apiWords } from '../apart/joins-operations.ts';
import type { OpenLandfallFor } from './visibility-landfall.ts';
import { amount, blue, blueWord, everybody, red, redWord, units } from './visibility-world.ts';
import { comparable, openWorlds, settingsOfTests, type Worlds } from './visibility-worlds.ts';

/** Number of generated operations for each tenant in each setting. */
const { numRuns: runs } = casesOf(60);
const tenants = { blue, red };
const schema = buildSchema(readSupergraph().apiSdl);

describe.for(settingsOfTests())('two tenants with disjoint rights over $name', (setting) => {
  let worlds: Worlds;
  let ids: readonly string[];
  let words: QueryWords;
  beforeAll(async () => {
    worlds = await openWorlds(setting, tenants);
    ({ ids, words } = await knownOf(worlds.whole.landfall));
  });
  afterAll(() => worlds[Symbol.asyncDispose]());

  describe.each(['blue', 'red'] as const)('%s', (name) => {
    test.each(Object.entries(requests))('is answered as if only its own data existed: %s', async (_, query) => {
      const [inWhole, inOwn] = await Promise.all([sendQuery(worlds.whole.landfall, query), sendQuery(worlds.ownOf(name).landfall, query)]);
      expect(inWhole).toEqual(inOwn);
    });

    test.each(Object.entries(entities))('gets by %s what it may see of every entity, and of no other', async (subgraph, types) => {
      for (const [typename, selection] of Object.entries(types)) {
        const query = `query ($them: [_Any!]!) { _entities(representations: $them) { ... on ${typename} { ${selection} } } }`;
        for (const id of ids) {
          const request = { query, variables: { them: [{ __typename: typename, id }] } };
          const [inWhole, inOwn] = await Promise.all(
            [worlds.whole, worlds.ownOf(name)].map(({ landfall }) => landfall.querySubgraph(subgraph, tenants[name], request)),
          );
          expect(comparable(inWhole ?? ''), typename).toEqual(comparable(inOwn ?? ''));
        }
      }
    });

    test('cannot distinguish all data from its own by any random operation, even with ids and cursors of the other tenant', async () => {
      const first = randomInt(2 ** 31);
      for (let seed = first; seed < first + runs; seed++) {
        const { query, variables } = createRandomQuery(schema, String(seed), words);
        const inWhole = await worlds.whole.landfall.query(tenants[name], query, variables);
        const inOwn = await worlds.ownOf(name).landfall.query(tenants[name], query, variables);
        expect(comparable(inWhole.text), `seed ${seed}: ${query}`).toEqual(comparable(inOwn.text));
        expect(hasOthersText(inWhole.text, `${query} ${JSON.stringify(variables)}`)).toBe(false);
      }
    }, 600_000);

    const sendQuery = async (landfall: OpenLandfallFor, query: string) => comparable((await landfall.query(tenants[name], query)).text);
    /** Returns whether an answer contains a string of the other tenant that was not in the query. */
    const hasOthersText = (text: string, query: string) => {
      const isHidden = name === 'blue' ? [redWord, new RegExp(`${amount}|${units}`)] : [blueWord];
      return isHidden.some((word) => word.test(text) && !word.test(query));
    };
  });

  test('equal concurrent requests of all tenants are answered to each as if it were alone', async () => {
    for (const query of Object.values(requests)) {
      const callers = [blue, red, everybody];
      const crowd = [...callers, blue, red];
      const atOnce = await Promise.all(crowd.map((caller) => worlds.whole.landfall.query(caller, query)));
      for (const caller of callers) {
        const alone = comparable((await worlds.whole.landfall.query(caller, query)).text);
        for (const [index, { text }] of atOnce.entries()) if (crowd[index] === caller) expect(comparable(text)).toEqual(alone);
      }
    }
  });

  test('a caller that may see everything sees the strings of both tenants', async () => {
    const { text } = await worlds.whole.landfall.query(everybody, requests['notices with everything'] ?? '');
    expect([redWord.test(text), blueWord.test(text), text.includes(String(amount))]).toEqual([true, true, true]);
    const { text: events } = await worlds.whole.landfall.query(everybody, requests['events with everything'] ?? '');
    expect([events.includes(String(units)), events.includes('REDREMARK')]).toEqual([true, true]);
  });
});

const page =
  'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } sources { partner { id } status retrievedAt feedback { message } }';
const counted = `totalCount { value isExact } ${page}`;
const money = 'charges { currencyAmount unitPrice chargeName }';
const version = `id partner { id } versionLabel isCurrent receivedAt document violations { path message } visualization { url content } supersedes { id document }
  changes { path before after } clashes { document } ${money} utilizedTransportEquipments { ${money} } consignmentItems { cargoItems { ${money} } }
  arrivalCall { outcome terminalOutcome candidates { call { records { partner { id } } arrivalNotices { outcome notices { version { id } } sources { partner { id } status } } } } sources { partner { id } status } }
  portCallEvents { outcome terminalOutcome events { event { id document } } currentTimes { serviceDateTime } sources { partner { id } status } }
  comparableRoutes { routes { confidence } sources { partner { id } status } }`;
const event = `id eventID kinds isCurrent document movesForecasts { carrierCode } versions { id } clashes { document } violations { path message } replyTo { id } timeline { events { id } }
  call { outcome sources { partner { id } status } } arrivalNotices { outcome notices { version { id } } sources { partner { id } status } }`;

/** All ways to reach a row. */
const requests: Readonly<Record<string, string>> = {
  'notices with everything': `{ arrivalNotices(orderBy: OLDEST_FIRST) { edges { cursor } nodes { id current { ${version} } versions { nodes { ${version} } ${counted} } } ${counted} } }`,
  'notices by what changed last': `{ arrivalNotices(orderBy: RECENTLY_CHANGED, first: 1) { nodes { id } ${counted} } }`,
  'notices of partners by name': `{ arrivalNotices(filter: { partners: ["acme", "bolt", "unknown"] }) { nodes { id } ${counted} } }`,
  'notices by reference': `{ arrivalNotices(filter: { transportDocumentReferences: ["BLUETD-1", "REDTD-2", "REDTD-4"] }) { nodes { id } ${counted} } }`,
  'one notice': `{ blue: arrivalNotice(partner: "acme", transportDocumentReference: "BLUETD-5") { ...All } red: arrivalNotice(partner: "bolt", transportDocumentReference: "REDTD-2") { ...All }
    lost: arrivalNotice(partner: "acme", transportDocumentReference: "REDTD-4") { ...All } }
    fragment All on ArrivalNotice { id asOf(receivedBefore: "2100-01-01T00:00:00Z") { ${version} } versions(last: 2) { edges { cursor } nodes { versionLabel } ${counted} } }`,
  notifications: `{ arrivalNoticeNotifications { nodes { id document notice { id } announces { id document } } ${counted} } }`,
  'the logs': `{ arrivalNoticeVersionLog(after: "0") { events { cursor version { ${version} } missed { count } } hasMore }
    arrivalNoticeNotificationLog(after: "0") { events { cursor notification { id document } } hasMore } portCallEventLog(after: "0") { events { event { ${event} } } hasMore } }`,
  'a range of each log': `{ arrivalNoticeVersionLog(after: "0", first: 2) { events { version { id } } hasMore } arrivalNoticeNotificationLog(after: "0", first: 1) { events { notification { id } } hasMore }
    portCallEventLog(after: "0", first: 1) { events { event { id } } hasMore } }`,
  'the heads of the logs': `{ arrivalNoticeVersionLog { events { cursor } cursor hasMore } portCallEventLog { events { cursor } cursor hasMore } }`,
  'events with everything': `{ portCallEvents(orderBy: OLDEST_FIRST) { edges { cursor } nodes { ${event} } ${counted} } }`,
  'events of partners by name': `{ portCallEvents(filter: { partners: ["quay", "port", "unknown"] }) { nodes { id } ${counted} } }`,
  timelines: `{ quay: portCallTimeline(partner: "quay", portCallID: "visit-1") { ...All } port: portCallTimeline(partner: "port", portCallID: "visit-1") { ...All } }
    fragment All on PortCallTimeline { partner { id } events { id } currentTimes { serviceDateTime } }`,
  'ships and ports': `{ vessel(vesselIMONumber: "9321483") { ...OfShip } pearl: vessel(vesselIMONumber: "9999993") { ...OfShip }
    port(UNLocationCode: "SGSIN") { arrivalNotices { nodes { id } ${counted} } portCallEvents { nodes { id } ${counted} } portSchedules(date: "2026-12-20") { nodes { partner { id } } ${page} } } }
    fragment OfShip on Vessel { arrivalNotices { nodes { id } ${counted} } portCallEvents { nodes { id } ${counted} } vesselSchedules { nodes { partner { id } document } ${page} } }`,
  schedules: `{ vesselSchedules(filter: { vesselIMONumber: "9321483" }) { nodes { partner { id } document } ${page} } }`,
  'schedules of partners by name': `{ vesselSchedules(filter: { vesselIMONumber: "9321483", partners: ["acme", "bolt", "unknown"] }) { nodes { partner { id } } ${page} } }`,
};

/** For each subgraph, its entities with an id, and the fields to select. */
const entities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'arrival-notices': {
    ArrivalNotice: 'id current { document } versions { nodes { id document } }',
    ArrivalNoticeVersion: 'id document changes { path before after } clashes { document } notice { id }',
    ArrivalNoticeNotification: 'id document',
  },
  'commercial-schedules': { TransportCall: 'id records { partner { id } transportCallReference }' },
  'port-calls': { PortCallEvent: 'id document versions { document }' },
};

/** Returns the ids of all rows, and the words of generated operations, including references and cursors. */
async function knownOf(landfall: OpenLandfallFor): Promise<{ readonly ids: readonly string[]; readonly words: QueryWords }> {
  interface Known {
    readonly arrivalNotices: { readonly edges: readonly { readonly cursor: string; readonly node: NoticeIds }[] };
    readonly arrivalNoticeNotifications: { readonly nodes: readonly { readonly id: string }[] };
    readonly portCallEvents: { readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[] };
    readonly arrivalNoticeVersionLog: { readonly cursor: string };
  }
  interface NoticeIds {
    readonly id: string;
    readonly versions: { readonly nodes: readonly { readonly id: string }[] };
    readonly current: { readonly arrivalCall: { readonly candidates: readonly { readonly call: { readonly id: string } }[] } };
  }
  const query = `{ arrivalNotices { edges { cursor node { id versions { nodes { id } } current { arrivalCall { candidates { call { id } } } } } } }
    arrivalNoticeNotifications { nodes { id } } portCallEvents { edges { cursor node { id } } } arrivalNoticeVersionLog(after: "0", first: 3) { cursor } }`;
  const { data } = await landfall.query<Known>(everybody, query);
  const notices = data.arrivalNotices.edges;
  const ids = [
    ...notices.flatMap(({ node: { id, versions } }) => [id, ...versions.nodes.map((each) => each.id)]),
    ...notices.flatMap(({ node }) => node.current.arrivalCall.candidates.map(({ call }) => call.id)),
    ...data.arrivalNoticeNotifications.nodes.map(({ id }) => id),
    ...data.portCallEvents.edges.map(({ node }) => node.id),
  ];
  const { values, without, ...others } = apiWords({
    ids,
    partner: 'acme',
    transportDocumentReference: 'REDTD-4',
    vesselIMONumbers: ['9321483', '9999993'],
    UNLocationCodes: ['SGSIN'],
    tradeLane: { from: 'SGSIN', to: 'NLRTM' },
    portCall: { partner: 'port', portCallID: 'visit-1' },
  });
  const cursors = (rows: readonly { readonly cursor: string }[]) => rows.map(({ cursor }) => cursor);
  const words = {
    ...others,
    // Cursors are compared by their fields' names.
    keepsNames: true,
    // For operators only; separate tests check who may query it.
    without: new Set([...without, 'Query.partners']),
    values: {
      ...values,
      'Query.arrivalNotices.after': [null, 'forged', ...cursors(notices)],
      'Query.arrivalNotices.filter': [{ partners: ['bolt', 'port'] }, ...(values['Query.arrivalNotices.filter'] ?? [])],
      'Query.portCallEvents.after': [null, 'forged', ...cursors(data.portCallEvents.edges)],
      'Query.portCallEvents.maxAgeSeconds': [0, null],
      'arrivalNoticeVersionLog.after': ['0', ...cursors([data.arrivalNoticeVersionLog])],
    },
  };
  return { ids, words };
}
