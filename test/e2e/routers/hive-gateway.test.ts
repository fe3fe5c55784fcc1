import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Kind, parse, print, separateOperations } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { packageRoot } from '#platform/package-root.ts';
import { until } from '../../support/until.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { type HiveGateway, openHiveGateway } from './hive-gateway.ts';
import {
  fieldAs,
  listenAs,
  openSignedInSubgraphs,
  queryAs,
  type SignedInSubgraphs,
  type TenantName,
  tenants,
} from './signed-in-subgraphs.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const names = Object.keys(tenants) as TenantName[];

/** The documents of board, client, README and benchmarks, by the names of their operations. */
const documents = readdirSync(join(packageRoot, 'schema', 'operations')).flatMap((file) => {
  const document = parse(readFileSync(join(packageRoot, 'schema', 'operations', file), 'utf8'));
  return Object.entries(separateOperations(document)).map(([name, separate]) => {
    const definition = separate.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    return { name, kind: definition?.operation, query: print(separate) };
  });
});
const queryOf = (name: string) => documents.find((document) => document.name === name)?.query ?? '';

/** Number of events in the logs for each tenant. */
const replayed = [
  { name: 'WatchArrivals', events: { blue: 5, green: 3 } },
  { name: 'WatchAlerts', events: { blue: 2, green: 1 } },
  { name: 'WatchPortCalls', events: { blue: 3, green: 0 } },
];

describe.runIf(mongodbUrl && redisUrl)('Hive Gateway', () => {
  let subgraphs: SignedInSubgraphs;
  beforeAll(async () => {
    subgraphs = await openSignedInSubgraphs({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
  });
  afterAll(async () => {
    await subgraphs?.[Symbol.asyncDispose]();
  });

  describe.each(['graphql-ws', 'sse'] as const)('that subscribes to signed-in subgraphs by %s', (protocol) => {
    let router: HiveGateway;
    beforeAll(async () => {
      router = await openHiveGateway(subgraphs.urls, protocol);
    });
    afterAll(async () => {
      await router?.[Symbol.asyncDispose]();
    });

    test.each(replayed)('replays $name to each tenant as our own gateway does, and resumes after a cursor', async ({ name, events }) => {
      const query = queryOf(name);
      for (const tenant of names) {
        await using ours = await listenAs(subgraphs.gatewayUrl, tenant, { query });
        await using theirs = await listenAs(router.url, tenant, { query });
        await Promise.all([ours.until(events[tenant]), theirs.until(events[tenant])]);
        expect([tenant, theirs.events]).toEqual([tenant, ours.events]);
        if (events[tenant] < 2) continue;
        await using resumed = await listenAs(router.url, tenant, { query, after: ours.events[0]?.cursor });
        await resumed.until(events[tenant] - 1);
        expect([tenant, resumed.events]).toEqual([tenant, ours.events.slice(1)]);
      }
    });

    test('sends each tenant only the new events that it may see', async () => {
      const query =
        'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor version { transportDocumentReference arrivalCall { outcome } } } }';
      const shownBy = { blue: ['OTHER', 'ACME'], green: ['ACME'] } as const;
      for (const tenant of names) {
        const { cursor: after } = await fieldAs<{ cursor: string }>(router.url, tenant, '{ arrivalNoticeVersionLog(first: 1) { cursor } }');
        await using ours = await listenAs(subgraphs.gatewayUrl, tenant, { query, after });
        await using theirs = await listenAs(router.url, tenant, { query, after });
        const referenceOf = (name: string) => `${name}-${protocol}-${tenant}`;
        await subgraphs.push('other', '/arrival-notices', noticeOf({ reference: referenceOf('OTHER') }));
        await subgraphs.push('acme', '/arrival-notices', noticeOf({ reference: referenceOf('ACME') }));
        await Promise.all([ours, theirs].map((listening) => listening.until(shownBy[tenant].length)));
        expect(theirs.events).toEqual(ours.events);
        const shown = shownBy[tenant].map((name) => expect.objectContaining({ transportDocumentReference: referenceOf(name) }));
        expect(theirs.events.map(({ version }) => version)).toEqual(shown);
      }
    });
  });

  describe('whose client signs in by connection_init, as browsers do', () => {
    let router: HiveGateway;
    beforeAll(async () => {
      router = await openHiveGateway(subgraphs.urls, 'sse');
    });
    afterAll(async () => {
      await router?.[Symbol.asyncDispose]();
    });

    /** Reads the first events of a tenant's subscription. */
    async function eventsAs(url: string, tenant: TenantName, count: number): Promise<unknown[]> {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: tenants[tenant],
      });
      const query = `subscription { arrivalNoticeVersionReceived(after: "0") {
        cursor version { transportDocumentReference arrivalCall { outcome sources { partner { id } } } portCallEvents { outcome } }
      } }`;
      const events: unknown[] = [];
      for await (const { data, errors } of client.iterate<{ arrivalNoticeVersionReceived: unknown }>({ query })) {
        expect(errors).toBeUndefined();
        events.push(data?.arrivalNoticeVersionReceived);
        if (events.length === count) break;
      }
      await client.dispose();
      return events;
    }

    test('sends events with the joins that our own gateway sends', async () => {
      for (const tenant of names) {
        const count = replayed[0]?.events[tenant] ?? 0;
        const theirs = await eventsAs(router.url, tenant, count);
        expect([tenant, theirs]).toEqual([tenant, await eventsAs(subgraphs.gatewayUrl, tenant, count)]);
        expect(JSON.stringify(theirs)).toContain('"outcome"');
      }
    });

    test('ends an operation with the code of the subgraph', async () => {
      const client = createClient({
        url: `${router.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { 'x-api-key': 'x' },
      });
      const outcomes: unknown[] = [];
      await new Promise<void>((resolve) => {
        const query = 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }';
        client.subscribe(
          { query },
          { next: (result) => outcomes.push(result), error: (error) => resolve(void outcomes.push(error)), complete: resolve },
        );
      });
      expect(JSON.stringify(outcomes)).toContain('UNAUTHENTICATED');
      await client.dispose();
    });
  });

  describe('in front of signed-in subgraphs', () => {
    let router: HiveGateway;
    const variables: Record<string, object> = {
      BoardNotice: { partner: 'acme', transportDocumentReference: 'ACME1' },
      BoardPorts: { text: 'rot' },
    };
    beforeAll(async () => {
      router = await openHiveGateway(subgraphs.urls, 'graphql-ws');
      const query = '{ arrivalNotice(partner: "acme", transportDocumentReference: "ACME1") { current { id } } }';
      const { current } = await fieldAs<{ current: { id: string } }>(subgraphs.gatewayUrl, 'blue', query);
      for (const name of ['BoardFile', 'BoardDocument', 'BoardCompared']) variables[name] = { id: current.id, since: current.id };
    });
    afterAll(async () => {
      await router?.[Symbol.asyncDispose]();
    });

    test.each(documents.filter(({ kind }) => kind === 'query'))('answers $name as our own gateway does', async ({ name, query }) => {
      for (const tenant of names) {
        const request = { query, variables: variables[name] ?? {} };
        // A push or a pull in the background changes what partners' sources report.
        const { ours, theirs } = await until(async () => {
          const before = await queryAs(subgraphs.gatewayUrl, tenant, request);
          const [theirs, ours] = [await queryAs(router.url, tenant, request), await queryAs(subgraphs.gatewayUrl, tenant, request)];
          return isDeepStrictEqual(before.data, ours.data) && { ours, theirs };
        });
        const codesOf = ({ errors = [] }: typeof ours) => errors.map(({ extensions }) => extensions.code);
        expect([tenant, theirs.data, codesOf(theirs)]).toEqual([tenant, ours.data, codesOf(ours)]);
      }
    });

    test('marks an alert only for the tenant that sends the mutation', async () => {
      const query = '{ arrivalAlerts { nodes { id acknowledgedAt } } }';
      interface Marked {
        readonly id: string;
        readonly acknowledgedAt: string | null;
      }
      const marksOf = async (tenant: TenantName) => (await fieldAs<{ nodes: Marked[] }>(subgraphs.gatewayUrl, tenant, query)).nodes;
      const [alert] = await marksOf('green');
      await queryAs(router.url, 'green', { query: queryOf('AcknowledgeAlert'), variables: { id: alert?.id } });
      expect(await marksOf('green')).toEqual([{ id: alert?.id, acknowledgedAt: expect.any(String) }]);
      expect((await marksOf('blue')).map(({ acknowledgedAt }) => acknowledgedAt)).toEqual([null, null]);
    });

    test('shows entities of a subgraph to a tenant by its own rights, whichever keys it knows', async () => {
      const notices = await fieldAs<{ nodes: { id: string }[] }>(
        subgraphs.gatewayUrl,
        'blue',
        '{ arrivalNotices(filter: { partners: ["other"] }) { nodes { id } } }',
      );
      const them = notices.nodes.map(({ id }) => ({ __typename: 'ArrivalNotice', id }));
      const query = 'query ($them: [_Any!]!) { _entities(representations: $them) { ... on ArrivalNotice { transportDocumentReference } } }';
      const entitiesAs = (tenant: TenantName) => queryAs(subgraphs.urls['arrival-notices'], tenant, { query, variables: { them } });
      expect((await entitiesAs('blue')).data?.['_entities']).toEqual(them.map(() => ({ transportDocumentReference: expect.any(String) })));
      expect((await entitiesAs('green')).data?.['_entities']).toEqual(them.map(() => null));

      const events = await fieldAs<{ nodes: { arrivalNotices: { matchKey: string } }[] }>(
        subgraphs.urls['port-calls'],
        'blue',
        '{ portCallEvents { nodes { arrivalNotices { matchKey } } } }',
      );
      const keys = events.nodes.map(({ arrivalNotices }) => ({ ...arrivalNotices, __typename: 'NoticeMatchSet' }));
      const matched = `query ($them: [_Any!]!) { _entities(representations: $them) { ... on NoticeMatchSet { notices { version { partner { id } } } sources { partner { id } } } } }`;
      const partnersOf = async (tenant: TenantName) => {
        const { data } = await queryAs(subgraphs.urls['arrival-notices'], tenant, { query: matched, variables: { them: keys } });
        return [...new Set([...JSON.stringify(data).matchAll(/"id":"(\w+)"/g)].map(([, id]) => id))].sort();
      };
      expect([await partnersOf('blue'), await partnersOf('green')]).toEqual([['acme', 'other'], ['acme']]);

      const calls = keys.map(({ matchKey }) => ({ __typename: 'PortCallEventMatchSet', matchKey }));
      const seen =
        'query ($them: [_Any!]!) { _entities(representations: $them) { ... on PortCallEventMatchSet { outcome events { event { id } } } } }';
      const eventsAs = async (tenant: TenantName) =>
        (await queryAs(subgraphs.urls['port-calls'], tenant, { query: seen, variables: { them: calls } })).data?.['_entities'];
      expect(JSON.stringify(await eventsAs('blue'))).toContain('"event":{"id"');
      expect(JSON.stringify(await eventsAs('green'))).not.toContain('"event":{"id"');
    });

    test('is rejected without a credential that is in the access file', async () => {
      for (const headers of [{}, { 'x-api-key': 'unknown' }]) {
        const answer = await fetch(`${router.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query: '{ arrivalNotices { nodes { id } } }' }),
        });
        const { data, errors } = (await answer.json()) as { data?: { arrivalNotices: unknown } | null; errors: { message: string }[] };
        const refused = expect.stringMatching(/Expected Authorization|The API key is unknown/);
        expect([data?.arrivalNotices ?? null, errors]).toEqual([null, [expect.objectContaining({ message: refused })]]);
      }
    });
  });
});
