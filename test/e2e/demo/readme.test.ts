import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { packageRoot } from '../../../subgraphs/shared/package-root.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';

const [query = '', subscription = ''] = [
  ...readFileSync(join(packageRoot, 'README.md'), 'utf8').matchAll(/```graphql\n([\s\S]*?)```/g),
].map(([, text]) => text ?? '');

interface Event {
  readonly cursor: string;
  readonly version: { readonly transportDocumentReference: string } | null;
  readonly missed: object | null;
}

/** Takes so many events of the README's subscription from behind a cursor. */
async function take(url: string, after: string | undefined, count: number): Promise<Event[]> {
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, lazy: true });
  const events: Event[] = [];
  for await (const { data, errors } of client.iterate<{ arrivalNoticeVersionReceived: Event }>({
    query: subscription,
    variables: { after },
  })) {
    expect(errors).toBeUndefined();
    if (data) events.push(data.arrivalNoticeVersionReceived);
    if (events.length === count) break;
  }
  await client.dispose();
  return events;
}

test('the README: the demo pushes, its query answers, its subscription streams, and resumes without a gap after a kill', async () => {
  await using folder = await temporaryFolder();
  const environment = { DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  const start = () => startLandfall(['demo', '--pace', '200'], { environment });
  const seen: Event[] = [];
  {
    await using demo = await start();
    seen.push(...(await take(demo.url, '0', 12)));
    const answer = await fetch(`${demo.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await answer.json()) as {
      data: { arrivalNotices: { nodes: unknown[]; sources: { partner: string }[] } };
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    expect(data.arrivalNotices.nodes).toHaveLength(3);
    expect(data.arrivalNotices.sources.map(({ partner }) => partner).sort()).toEqual(['coral-line', 'northern-star']);
    await demo.kill('SIGKILL');
  }
  await using demo = await start();
  seen.push(...(await take(demo.url, seen.at(-1)?.cursor, 30)));
  const replayed = await take(demo.url, '0', seen.length);
  expect(replayed.map(({ cursor }) => cursor)).toEqual(seen.map(({ cursor }) => cursor));
  expect(seen.every(({ version, missed }) => version !== null && missed === null)).toBe(true);
}, 120_000);
