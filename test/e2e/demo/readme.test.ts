import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { packageRoot } from '#platform/package-root.ts';
import { type LandfallProcess, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { examplesOn, textOn } from '../../support/pages.ts';

const query = examplesOn('docs/querying.md', 'graphql').find((text) => text.includes('matchedOn')) ?? '';
const [subscription = ''] = examplesOn('docs/subscriptions.md', 'graphql');

interface Event {
  readonly cursor: string;
  readonly event: {
    readonly portCallService: { readonly portCallServiceTypeCode: string; readonly portCallServiceEventTypeCode: string } | null;
    readonly timestamp: Timestamp | null;
    readonly arrivalNotices: { readonly notices: readonly { readonly version: { readonly transportDocumentReference: string } }[] };
  } | null;
  readonly missed: object | null;
}

interface Timestamp {
  readonly classifierCode: string;
  readonly serviceDateTime: string;
}

interface Answer {
  readonly arrivalNotices: {
    readonly nodes: readonly {
      readonly transportDocumentReference: string;
      readonly current: {
        readonly arrivalCall: {
          readonly outcome: string;
          readonly unique: { readonly call: { readonly records: readonly object[] } } | null;
        };
        readonly portCallEvents: {
          readonly outcome: string;
          readonly currentTimes: readonly (Timestamp & {
            readonly portCallServiceTypeCode: string;
            readonly portCallServiceEventTypeCode: string;
          })[];
        };
      };
    }[];
    readonly sources: readonly { readonly partner: { readonly id: string } }[];
  };
}

/** Yields the events of the subscription of the documentation after a cursor. */
async function* watch(url: string, after: string | undefined): AsyncGenerator<Event> {
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, lazy: true });
  try {
    const variables = { after };
    for await (const { data, errors } of client.iterate<{ portCallEventReceived: Event }>({ query: subscription, variables })) {
      expect(errors).toBeUndefined();
      if (data) yield data.portCallEventReceived;
    }
  } finally {
    await client.dispose();
  }
}

async function take(url: string, after: string | undefined, count: number): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of watch(url, after)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

async function sendQuery(url: string): Promise<Answer['arrivalNotices']> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown };
  expect(errors).toBeUndefined();
  return data.arrivalNotices;
}

/** Returns the current times of each notice's call, one string each. */
function timesIn({ nodes }: Answer['arrivalNotices']): Map<string, string[]> {
  return new Map(
    nodes.map(({ transportDocumentReference, current: { portCallEvents } }) => [
      transportDocumentReference,
      portCallEvents.currentTimes.map((time) => [...Object.values(serviceIn(time)), time.classifierCode, time.serviceDateTime].join(' ')),
    ]),
  );
}

function serviceIn(service: { readonly portCallServiceTypeCode?: string; readonly portCallServiceEventTypeCode?: string }) {
  return [service.portCallServiceTypeCode, service.portCallServiceEventTypeCode];
}

const start = (folder: string, paceMs: number) =>
  startLandfall(['demo', '--verbose', '--pace', String(paceMs)], { environment: { DATA_DIR: folder, ACCESS_FILE: join(folder, 'none') } });

/** Slow enough for a query between two events. */
const slowPaceMs = 600;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let demo: LandfallProcess;
beforeAll(async () => {
  folder = await temporaryFolder();
  demo = await start(folder.path, slowPaceMs);
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('the query of the documentation crosses all three standards, and an event over the websocket changes its answer', async () => {
  const isComplete = ({ nodes }: Answer['arrivalNotices']) =>
    nodes.some(
      ({ current: { arrivalCall, portCallEvents } }) =>
        arrivalCall.outcome === 'UNIQUE' &&
        (arrivalCall.unique?.call.records.length ?? 0) > 0 &&
        portCallEvents.outcome === 'UNIQUE' &&
        portCallEvents.currentTimes.length > 0,
    );
  let before = await sendQuery(demo.url);
  for await (const { event } of watch(demo.url, '0')) {
    if (!event?.timestamp || event.arrivalNotices.notices.length === 0) continue;
    const said = [...serviceIn({ ...event.portCallService }), event.timestamp.classifierCode, event.timestamp.serviceDateTime].join(' ');
    const after = await sendQuery(demo.url);
    const [held, found] = [timesIn(before), timesIn(after)];
    const isChanged = event.arrivalNotices.notices.some(({ version: { transportDocumentReference: reference } }) => {
      const times = held.get(reference) ?? [];
      return times.length > 0 && !times.includes(said) && found.get(reference)?.includes(said);
    });
    if (isComplete(before) && isChanged) break;
    // It is older than the previous answer, or another event has overtaken it, so it proves nothing.
    before = after;
  }
  expect(isComplete(before)).toBe(true);
  expect(before.sources.map(({ partner }) => partner.id).sort()).toEqual(['coral-line', 'northern-star', 'quayside']);
});

test('the command that the demo prints, and that of the README, return the arrivals that need attention', async () => {
  await take(demo.url, '0', 12);
  const readme = textOn('README.md').replaceAll('http://127.0.0.1:4000', demo.url);
  const document = readFileSync(join(packageRoot, 'docs', 'examples', 'arrivals-that-need-attention.graphql'), 'utf8');
  for (const text of [demo.output(), readme]) {
    const [, name = '', value = '', url = '', file = ''] =
      /curl -sG -H '([^:]+): ([^']+)' (\S+) --data-urlencode '?query@([^'\n]+)/.exec(text) ?? [];
    // The README's command works in the clone, the demo's in any folder.
    expect(readFileSync(resolve(packageRoot, file), 'utf8')).toBe(document);
    const answer = await fetch(`${url}?${new URLSearchParams({ query: document })}`, { headers: { [name]: value } });
    expect(answer.status).toBe(200);
    const { data, errors } = (await answer.json()) as { data: { arrivals: { nodes: object[] } }; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(data.arrivals.nodes).not.toEqual([]);
  }
});

test('the demo keeps its generated notices in its own folder, and not where a server would store real ones', async () => {
  await take(demo.url, '0', 1);
  expect(existsSync(join(folder.path, 'demo', 'landfall.db'))).toBe(true);
  expect(existsSync(join(folder.path, 'landfall.db'))).toBe(false);
  expect(demo.output()).toContain(`The data of the demo is in ${join(folder.path, 'demo')}`);
});

test('the demo: pushes of a carrier and a harbour reach the subscriber', async () => {
  const notice = await demo.nextLine(/^hinterland +received +NSTR\d+ +200 \d+ notices? of northern-star/);
  expect(demo.output()).toMatch(new RegExp(`^northern-star .* ${/NSTR\d+/.exec(notice)?.[0]} `, 'm'));
  expect(await demo.nextLine(/^hinterland +received +[A-Z]{5} +200 \d+ events? of quayside/)).not.toBe('');
  expect(demo.output()).not.toMatch(/^hinterland +refused/m);
});

// The last test, because it ends the demo that the others use.
test('the subscription of the documentation streams, and resumes without a gap after a kill', async () => {
  const seen = await take(demo.url, '0', 12);
  await demo.kill('SIGKILL');
  await using again = await start(folder.path, 200);
  seen.push(...(await take(again.url, seen.at(-1)?.cursor, 30)));
  const replayed = await take(again.url, '0', seen.length);
  expect(replayed.map(({ cursor }) => cursor)).toEqual(seen.map(({ cursor }) => cursor));
  expect(seen.every(({ event, missed }) => event !== null && missed === null)).toBe(true);
});
