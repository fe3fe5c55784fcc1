import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { createSubscriber } from '../../support/subscriber.ts';
import { type BothWays, type Operation, openBothWays } from './both-ways.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(packageRoot, 'test', 'fixtures', 'arrival-notices', `${name}.json`), 'utf8'));
const operationFile = (name: string): string => readFileSync(join(packageRoot, 'schema', 'operations', `${name}.graphql`), 'utf8');

const complete = fixture('complete');
const reference = String(complete['transportDocumentReference']);
const label = String(complete['typeLabel']);

/** Every attribute of the standards, so that every field has a value. */
const pushes: readonly [path: string, list: string, ...objects: object[]][] = [
  ['/arrival-notices', 'arrivalNotices', complete, fixture('every-attribute'), fixture('schema-violations'), fixture('minimal')],
  [
    '/arrival-notices',
    'arrivalNotices',
    { ...complete, issueDateTime: '2026-05-12T09:30:00+02:00', versionLabel: 'Updated', freeTimes: [] },
  ],
  ['/arrival-notices', 'arrivalNotices', { ...complete, versionLabel: 'A clash' }],
  ['/arrival-notices', 'arrivalNotices', ...Array.from({ length: 12 }, (_, index) => plain(index))],
  ['/arrival-notice-notifications', 'arrivalNoticeNotifications', fixture('notification'), plain(100)],
];
const versionCount = 4 + 1 + 12;

function plain(index: number): object {
  return { transportDocumentReference: `PLAIN-${String(index).padStart(3, '0')}`, issueDateTime: `2026-01-01T00:00:${10 + (index % 50)}Z` };
}

const every = (root: string) =>
  `{ ${root} { totalCount { value isExact } nodes { id partner { id name } } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } sources { partner { id name } standard status retrievedAt apiVersion feedback { severity message } } } }`;

const operations: Record<string, Operation> = {
  'the page of the board': { query: operationFile('arrivals') },
  'all of a page': { query: every('arrivalNotices(first: 5)') },
  'the oldest first': { query: every('arrivalNotices(orderBy: OLDEST_FIRST, first: 3)') },
  'a page from the end': { query: every('arrivalNotices(last: 3)') },
  'an empty page': { query: every('arrivalNotices(first: 0)') },
  'nothing that matches': { query: every('arrivalNotices(filter: { portOfDischarge: "XXXXX" })') },
  'filters of the standard': {
    query: `query ($filter: ArrivalNoticeFilter) ${every('arrivalNotices(filter: $filter)')}`,
    variables: {
      filter: {
        transportDocumentReferences: [reference],
        equipmentReferences: ['lfdu4170012'],
        portOfDischarge: 'NLRTM',
        partners: ['acme', 'unknown'],
      },
    },
  },
  'filters by dates': {
    query:
      '{ arrivalNotices(filter: { portOfDischargeArrivalDateMin: "2026-05-01", portOfDischargeArrivalDateMax: "2026-05-31" }) { nodes { id } } }',
  },
  'an empty list in a filter': { query: '{ arrivalNotices(filter: { partners: [] }) { nodes { id } sources { partner { id } } } }' },
  'one notice with its history': {
    query: `query ($label: String) { arrivalNotice(partner: "acme", transportDocumentReference: "${reference}", typeLabel: $label) {
      id firstReceivedAt current { id versionLabel isCurrent }
      versions(first: 10) { nodes { id issueDateTime versionLabel isCurrent receivedAt receivedBy document supersedes { id } changes { path before after }
        violations { path message } clashes { receivedAt receivedBy document } notice { id current { id } } } pageInfo { endCursor } sources { partner { id } status } }
      asOf(receivedBefore: "2100-01-01T00:00:00Z") { id } nothing: asOf(receivedBefore: "2000-01-01T00:00:00Z") { id } } }`,
    variables: { label },
  },
  'one notice that is not held': { query: '{ arrivalNotice(partner: "acme", transportDocumentReference: "nowhere") { id } }' },
  'notifications and what they are about': {
    query: `{ arrivalNoticeNotifications { nodes { id issueDateTime equipmentReferences portOfDischarge { UNLocationCode facility { facilityCode } }
      portOfDischargeArrivalDate { value classifier } document notice { id current { versionLabel } } announces { id versionLabel } } sources { partner { id } status } } }`,
  },
  'the log': {
    query: `{ arrivalNoticeVersionLog(after: "0", first: 7) { events { cursor version { id isCurrent } missed { reason } } cursor hasMore }
      arrivalNoticeNotificationLog(after: "0") { events { cursor notification { id } } cursor hasMore } }`,
  },
  'violations and attributes of wrong types': {
    query: `{ arrivalNotices { nodes { current { transportDocumentReference carrierCode isElectronic carrierClauses charges { currencyAmount unitPrice }
      transport { portOfDischargeArrivalDate { value classifier } legs { transportPlanStageSequenceNumber vesselVoyage { vesselName } } }
      freeTimes { duration } documentParties { partyFunction address { addressLines } } violations { path message } } } } }`,
  },
  'aliases, fragments, directives and __typename': {
    query: `query Everything($on: Boolean!, $first: Int = 2) {
      newest: arrivalNotices(first: $first) { ...Page } oldest: arrivalNotices(first: 1, orderBy: OLDEST_FIRST) { ...Page @include(if: $on) nodes { x: id @skip(if: $on) } }
      __typename
    } fragment Page on ArrivalNoticeConnection { __typename nodes { ... on Node { __typename id } ...Notice } }
    fragment Notice on ArrivalNotice { current { reference: transportDocumentReference notice { current { versionLabel } } } }`,
    variables: { on: true },
  },
  'one of several operations': {
    query: 'query A { arrivalNotices(first: 1) { nodes { id } } } query B { arrivalNotices(first: 2) { nodes { partner { id } } } }',
    operationName: 'B',
  },
  introspection: { query: '{ __schema { types { name kind fields { name type { name kind ofType { name } } } } } }' },
  'no node of that id': { query: '{ node(id: "nothing") { __typename id } }' },
  'a fault of syntax': { query: '{ arrivalNotices { nodes { id }' },
  'an unknown field': { query: '{ arrivalNotices { nodes { id colour } } }' },
  'a missing selection': { query: '{ arrivalNotices { nodes } }' },
  'a variable of a wrong type': { query: 'query ($n: Int) { arrivalNotices(first: $n) { nodes { id } } }', variables: { n: 'three' } },
  'a date that is none': { query: '{ arrivalNotices(filter: { portOfDischargeArrivalDateMin: "2026-02-30" }) { nodes { id } } }' },
  'a page that is too large': { query: '{ arrivalNotices(first: 501) { nodes { id } } }' },
  'a page that is too large beside one that is not': {
    query:
      '{ node(id: "nothing") { id } arrivalNotice(partner: "acme", transportDocumentReference: "nowhere") { id } large: arrivalNoticeNotifications(last: 501) { nodes { id } } }',
  },
  'a refusal inside a row': {
    query: `{ arrivalNotice(partner: "acme", transportDocumentReference: "${reference}", typeLabel: ${JSON.stringify(label)}) { id versions(first: -1) { nodes { id } } } }`,
  },
  'a forged cursor': { query: '{ arrivalNotices(after: "AAAAAAAAAAAAAAAAAAAAAA") { nodes { id } } }' },
  'a forged cursor of the log': { query: '{ arrivalNoticeVersionLog(after: "7") { cursor } }' },
  'dates in the wrong order': {
    query:
      '{ arrivalNotices(filter: { portOfDischargeArrivalDateMin: "2026-02-03", portOfDischargeArrivalDateMax: "2026-02-01" }) { nodes { id } } }',
  },
  'a selection that is too deep': { query: `{ arrivalNotices ${'{ nodes { current { notice '.repeat(9)} { id } ${'} } }'.repeat(9)} }` },
  'an operation that is not there': { query: 'query A { __typename }', operationName: 'B' },
  'a subscription without a stream': { query: 'subscription { arrivalNoticeVersionReceived { cursor } }' },
};

describe.runIf(mongodbUrl && redisUrl)('a single process and a distributed deployment over one MongoDB', () => {
  let ways: BothWays;
  beforeAll(async () => {
    ways = await openBothWays({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
    for (const [path, list, ...objects] of pushes) {
      expect((await ways.together.dcsa(path, { body: JSON.stringify({ [list]: objects }) })).status).toBe(200);
    }
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(ways.apart.url);
    await subscriber.until((events) => events.length === versionCount);
    await subscriber.stop();
    await listening;
  });
  afterAll(async () => {
    await ways[Symbol.asyncDispose]();
  });

  test.each(Object.entries(operations))('return the same bytes for %s', async (_name, operation) => {
    const [expected, given] = await ways.answersTo(operation);
    expect(given).toBe(expected);
    const [strict, strictGiven] = await ways.answersTo(operation, 'application/graphql-response+json');
    expect(strictGiven).toBe(strict);
  });

  test('return the same bytes for each object by its id', async () => {
    interface Ids {
      readonly arrivalNotices: { nodes: { id: string; versions: { nodes: { id: string }[] } }[] };
      readonly arrivalNoticeNotifications: { nodes: { id: string }[] };
    }
    const held = await ways.together.query<Ids>(
      '{ arrivalNotices { nodes { id versions { nodes { id } } } } arrivalNoticeNotifications { nodes { id } } }',
    );
    const ids = [...held.arrivalNotices.nodes.flatMap(({ id, versions }) => [id, ...versions.nodes.map((version) => version.id)])];
    ids.push(...held.arrivalNoticeNotifications.nodes.map(({ id }) => id));
    expect(ids).toHaveLength(16 + versionCount + 2);
    for (const id of ids) {
      const query =
        'query ($id: ID!) { node(id: $id) { __typename id ... on ArrivalNoticeVersion { document notice { id } } ... on ArrivalNotice { partner { id } current { id } } ... on ArrivalNoticeNotification { document } } }';
      const [expected, given] = await ways.answersTo({ query, variables: { id } });
      expect(given).toBe(expected);
      expect(given).toContain(JSON.stringify(id));
    }
  });

  test('continue with each other’s cursors, page by page and in the log', async () => {
    const page = 'query ($after: String) { arrivalNotices(first: 5, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }';
    const log = 'query ($after: String) { arrivalNoticeVersionLog(first: 5, after: $after) { events { cursor } cursor hasMore } }';
    let [after, turns] = [null as string | null, 0];
    for (let more = true; more; turns += 1) {
      const answers = await ways.answersTo({ query: page, variables: { after } });
      expect(answers[1]).toBe(answers[0]);
      const { pageInfo } = JSON.parse(answers[turns % 2]?.split('\n')[1] ?? '').data.arrivalNotices;
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(turns).toBe(4);
    [after, turns] = ['0', 0];
    for (let more = true; more; turns += 1) {
      const answers = await ways.answersTo({ query: log, variables: { after } });
      expect(answers[1]).toBe(answers[0]);
      const { cursor, hasMore } = JSON.parse(answers[turns % 2]?.split('\n')[1] ?? '').data.arrivalNoticeVersionLog;
      [after, more] = [cursor, hasMore];
    }
    expect(turns).toBe(4);
  });
});
