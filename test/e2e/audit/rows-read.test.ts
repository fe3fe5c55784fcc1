import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Entitlement } from '#platform/access/entitlement.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { storesOfTests } from '../../support/stores.ts';
import { keyOf } from '../access/open-access.ts';
import type { Mode } from '../access/visibility-landfall.ts';
import { all, blue, partners, pushes, red } from '../access/visibility-world.ts';
import { type AuditedLandfall, openAudited } from './audited-landfall.ts';

const stores = storesOfTests();
const redisUrl = inject('redisUrl');
const ways = [
  { mode: 'together' as Mode, store: stores[0], redis: {} },
  { mode: 'apart' as Mode, store: stores.at(-1), redis: redisUrl === undefined ? {} : { REDIS_URL: redisUrl } },
];

const tenants: Readonly<Record<string, Entitlement>> = { all, blue: blue.entitlement, red: red.entitlement };
const notice = (reference: string, selection: string) =>
  `{ arrivalNotice(partner: "acme", transportDocumentReference: "${reference}") { ${selection} } }`;
const event = 'event { id }';

/** Queries of a tenant that may see everything, with the rows that are logged as read. */
const reads: readonly [query: string, rows: Readonly<Record<string, number>>, from: readonly string[]][] = [
  ['{ arrivalNotices { nodes { id } } }', { noticeVersions: 8 }, ['acme', 'bolt']],
  [
    '{ arrivalNotices(first: 3, orderBy: OLDEST_FIRST) { edges { node { id current { id isCurrent } } } nodes { id } } }',
    { noticeVersions: 3 },
    ['acme', 'bolt'],
  ],
  [notice('BLUETD-5', 'versions { nodes { id } }'), { noticeVersions: 3 }, ['acme']],
  [notice('BLUETD-5', 'versions(first: 1) { edges { node { document } } }'), { noticeVersions: 1 }, ['acme']],
  [notice('BLUETD-5', 'current { clashes { document } }'), { noticeVersions: 2 }, ['acme']],
  [notice('BLUETD-5', 'current { supersedes { id } }'), { noticeVersions: 2 }, ['acme']],
  [notice('BLUETD-5', 'current { changes { path before } }'), { noticeVersions: 2 }, ['acme']],
  [notice('REDTD-4', 'asOf(receivedBefore: "2100-01-01T00:00:00Z") { id }'), { noticeVersions: 1 }, ['acme']],
  [notice('BLUETD-1', 'current { visualization { url byteLength } }'), { noticeVersions: 1 }, ['acme']],
  [notice('BLUETD-1', 'current { visualization { content } }'), { noticeVersions: 1, visualizations: 1 }, ['acme']],
  ['{ arrivalNoticeNotifications { nodes { id } } }', { notifications: 3 }, ['acme', 'bolt']],
  [
    '{ arrivalNoticeNotifications(filter: { partners: ["bolt"] }) { edges { node { notice { id } announces { id } } } } }',
    { notifications: 1, noticeVersions: 1 },
    ['bolt'],
  ],
  ['{ arrivalNoticeVersionLog(after: "0") { events { version { id } } } }', { noticeVersions: 11 }, ['acme', 'bolt']],
  ['{ arrivalNoticeNotificationLog(after: "0") { events { notification { id } } } }', { notifications: 3 }, ['acme', 'bolt']],
  ['{ portCallEventLog(after: "0", first: 2) { events { event { id } } } }', { portCallEvents: 2 }, ['port', 'quay']],
  ['{ portCallEvents { nodes { id } } }', { portCallEvents: 3 }, ['port', 'quay']],
  ['{ portCallEvents(filter: { partners: ["quay"] }) { nodes { versions { id } } } }', { portCallEvents: 2 }, ['quay']],
  ['{ portCallTimeline(partner: "quay", portCallID: "visit-1") { isOmitted } }', { portCallEvents: 2 }, ['quay']],
  [
    '{ vessel(vesselIMONumber: "9321483") { arrivalNotices { nodes { id } } portCallEvents { nodes { id } } } }',
    { noticeVersions: 5, portCallEvents: 3 },
    ['acme', 'bolt', 'port', 'quay'],
  ],
  [
    '{ port(UNLocationCode: "SGSIN") { arrivalNotices { nodes { id } } portCallEvents { nodes { id } } } }',
    { noticeVersions: 8, portCallEvents: 3 },
    ['acme', 'bolt', 'port', 'quay'],
  ],
  [
    notice('BLUETD-1', `current { portCallEvents { events { ${event} } } }`),
    { noticeVersions: 1, portCallEvents: 3 },
    ['acme', 'port', 'quay'],
  ],
  [
    '{ portCallEvents(filter: { partners: ["port"] }) { nodes { id arrivalNotices { notices(first: 2) { version { id } } } } } }',
    { portCallEvents: 1, noticeVersions: 2 },
    ['acme', 'port'],
  ],
];

describe.for(ways)('what is read $mode', ({ mode, store, redis }) => {
  let producers: TestPartners;
  let opened: ReturnType<(typeof stores)[number]['open']> | undefined;
  let landfall: AuditedLandfall;
  const allHeaders = keyOf('all').sent;
  beforeAll(async () => {
    producers = await openPartners(partners);
    opened = store?.open();
    landfall = await openAudited({ mode, partners: producers, tenants, environment: { ...opened?.environment, ...redis } });
    for (const { partner, path, object } of pushes) await landfall.push(partner, path, object);
  });
  afterAll(async () => {
    for (const each of [landfall, opened, producers]) await each?.[Symbol.asyncDispose]();
  });

  test.for(reads)('is logged with its rows, each once, and their partners: %s', async ([query, rows, from]) => {
    const { errors, lines } = await landfall.query(allHeaders, query);
    expect(errors).toEqual([]);
    expect(lines.map((line) => [line.rows, line.partners])).toEqual([[rows, from]]);
  });

  test('is logged for every row with an id, including rows that are looked up by id', async () => {
    const { data } = await landfall.query(
      allHeaders,
      '{ arrivalNotices(first: 1) { nodes { id current { id } } } arrivalNoticeNotifications(first: 1) { nodes { id } } portCallEvents(first: 1) { nodes { id } } }',
    );
    const [one] = data.arrivalNotices.nodes;
    const kinds = [
      [one.id, 'noticeVersions'],
      [one.current.id, 'noticeVersions'],
      [data.arrivalNoticeNotifications.nodes[0].id, 'notifications'],
      [data.portCallEvents.nodes[0].id, 'portCallEvents'],
    ];
    for (const [id, kind] of kinds) {
      const query = `{ node(id: "${id}") { ... on ArrivalNotice { partner { id } } ... on ArrivalNoticeVersion { partner { id } } ... on ArrivalNoticeNotification { partner { id } } ... on PortCallEvent { partner { id } } } }`;
      const { lines } = await landfall.query(allHeaders, query);
      expect(lines.map(({ rows }) => rows)).toEqual([{ [kind]: 1 }]);
    }
  });

  test('through nested matches is logged at least as often as it is shown', async () => {
    const match = `events { ${event} } currentTimes { ${event} }`;
    const call = `call { portCallEvents { ${match} } arrivalNotices { notices { version { id } } } }`;
    const query = `{ arrivalNotices { nodes { current { id portCallEvents { ${match} } arrivalCall { unique { ${call} } candidates { ${call} } } } } } }`;
    const { data, errors, lines } = await landfall.query(allHeaders, query);
    expect(errors).toEqual([]);
    const shown = { noticeVersions: idsUnder(data, ['current', 'version']), portCallEvents: idsUnder(data, ['event']) };
    const [line, ...others] = lines;
    expect([others, line?.partners]).toEqual([[], ['acme', 'bolt', 'port', 'quay']]);
    expect([shown.noticeVersions, shown.portCallEvents]).toEqual([8, 3]);
    // In distributed mode a subgraph that is queried twice for one operation counts shown rows twice.
    if (mode === 'together') expect(line?.rows).toEqual(shown);
    expect(line?.rows?.['noticeVersions']).toBeGreaterThanOrEqual(shown.noticeVersions);
    expect(line?.rows?.['portCallEvents']).toBeGreaterThanOrEqual(shown.portCallEvents);
  });

  test('of a cached answer is logged each time, and shows each tenant only what it may see', async () => {
    const query = `{ arrivalNotices { nodes { id current { portCallEvents { outcome events { isCurrent ${event} } } arrivalCall { outcome candidates { confidence } } } } } }`;
    const answersOfTenant = new Map<string, Set<string>>();
    for (let time = 0; time < 6; time += 1) {
      for (const tenant of ['all', 'red', 'blue']) {
        const { data, lines } = await landfall.query(keyOf(tenant).sent, query);
        const shown = lines.map(({ rows, partners: from }) => [rows, from]);
        answersOfTenant.set(tenant, (answersOfTenant.get(tenant) ?? new Set()).add(JSON.stringify([data, shown])));
      }
    }
    expect([...answersOfTenant.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set([...answersOfTenant.values()].flatMap((answers) => [...answers])).size).toBe(3);
    expect([...(answersOfTenant.get('all') ?? [])][0]).toContain('"portCallEvents":3');
  });

  test('names the tenant, how it signed in, the operation and the request', async () => {
    const query = 'query Mine { arrivalNotices(filter: { partners: ["acme"] }) { nodes { id } } }';
    const key = createHash('sha256').update('key-of-blue').digest('hex').slice(0, 12);
    const { lines } = await landfall.query({ ...keyOf('blue').sent, 'x-request-id': 'mine-1' }, query);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'confidential rows were read',
        audit: true,
        level: 30,
        tenant: 'blue',
        signedInBy: `key:${key}`,
        requestId: 'mine-1',
        transport: 'http',
        operation: { kind: 'query', name: 'Mine', document: createHash('sha256').update(patientQuery(query)).digest('hex') },
        outcome: 'ok',
        rows: { noticeVersions: 2 },
        partners: ['acme'],
      }),
    ]);
  });

  test('is logged together with the errors of the answer', async () => {
    const { data, lines } = await landfall.query(allHeaders, '{ arrivalNotices(first: 1) { nodes { id } } partners { id } }');
    expect([data, lines.every(({ outcome }) => outcome === 'errors')]).toEqual([
      { arrivalNotices: { nodes: [{ id: expect.any(String) }] }, partners: null },
      true,
    ]);
  });

  test.for([
    [
      'a tenant that may see nothing of it',
      'red',
      '{ portCallEvents { nodes { id } } portCallTimeline(partner: "quay", portCallID: "visit-1") { isOmitted } }',
    ],
    ['a tenant that may see nothing of these partners', 'red', '{ arrivalNotices(filter: { partners: ["acme"] }) { nodes { id } } }'],
    ['a tenant that is party to none of them', 'blue', '{ arrivalNoticeNotifications { nodes { id } } }'],
    ['schedules, which are public', 'all', '{ vesselSchedules(filter: { vesselIMONumber: "9321483" }) { nodes { carrierServiceName } } }'],
    [
      'what tells of no row',
      'all',
      '{ arrivalNotices { pageInfo { hasNextPage } sources { partner { id } } } __schema { queryType { name } } }',
    ],
    ['what is refused', 'all', '{ arrivalNotices(first: 1000000) { nodes { id } } }'],
  ])('is not logged for %s, because no row is read', async ([, tenant = '', query = '']) => {
    expect((await landfall.query(keyOf(tenant).sent, query)).lines).toEqual([]);
  });

  test('as a file is logged with the rendered notice', async () => {
    const { data } = await landfall.query(allHeaders, notice('BLUETD-1', 'current { visualization { url } }'));
    const before = landfall.lines().length;
    const { url } = data.arrivalNotice.current.visualization;
    const file = await fetch(new URL(url, `${landfall.url}/graphql`), { headers: allHeaders });
    expect(file.status).toBe(200);
    expect(landfall.lines().slice(before)).toEqual([
      expect.objectContaining({
        operation: expect.objectContaining({ name: 'Visualization' }),
        rows: { noticeVersions: 1, visualizations: 1 },
        partners: ['acme'],
      }),
    ]);
  });

  test('is logged without keys, parties, amounts, references and documents', async () => {
    await landfall.query(allHeaders, '{ arrivalNotices { nodes { current { document } } } portCallEvents { nodes { document } } }');
    await landfall.query({ 'x-api-key': 'a-wrong-key-4711' }, '{ arrivalNotices { nodes { id } } }');
    expect(landfall.lines().length).toBeGreaterThan(20);
    // Ids and times may contain any digits.
    const text = landfall.text().replaceAll(/"(requestId|time|pid)":("[^"]*"|\d+)/g, '');
    expect(text).not.toMatch(/key-of|4711|FREIGHT|48213|48_213|7731|BLUETD|REDTD|REDREMARK|9321483|SGSIN|JVBERi/);
  });
});

/** Counts the ids in objects of these names. */
function idsUnder(value: unknown, names: readonly string[]): number {
  const ids = new Set<string>();
  JSON.stringify(value, (name, inner) => {
    if (names.includes(name) && inner !== null) ids.add(inner.id);
    return inner;
  });
  return ids.size;
}
