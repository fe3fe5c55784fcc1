import { expect, it } from 'vitest';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { freePort } from '../../support/processes.ts';
import { pushNotices } from '../../support/push.ts';
import { noticeOf, type OpenClient, openClient, type Received, received } from './open-client.ts';

const rounds = 2;

it('a server that is killed while events flow, and restarted, causes no lost and no duplicate event, over websocket and SSE', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const PORT = String(await freePort());
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml`, PORT };
  const url = `http://127.0.0.1:${PORT}`;
  await using overWebsocket = openClient(url, { transport: 'websocket' });
  await using overSse = openClient(url, { transport: 'sse' });
  const followers = [follow(overWebsocket), follow(overSse)];
  const acknowledged = new Set<string>();
  let number = 0;

  const pushUntilGone = async (): Promise<void> => {
    for (;;) {
      const notice = noticeOf(number++);
      const answer = await pushNotices(url, notice).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) acknowledged.add(notice.transportDocumentReference);
    }
  };

  for (let round = 1; round <= rounds; round += 1) {
    await using landfall = await startLandfall(['serve'], { environment });
    const pushed = pushUntilGone();
    await Promise.all(followers.map(({ seeMore }) => seeMore(20 * round)));
    await landfall.kill('SIGKILL');
    await pushed;
  }
  await using landfall = await startLandfall(['serve'], { environment });
  await pushNotices(landfall.url, noticeOf(number));
  acknowledged.add(`D${number}`);
  expect(acknowledged.size).toBeGreaterThan(40);
  for (const { seen, references, seeUntil } of followers) {
    await seeUntil(`D${number}`);
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(references()).size).toBe(seen.length);
    expect([...acknowledged].filter((reference) => !references().includes(reference))).toEqual([]);
  }
});

/** Creates a subscriber from the beginning of the log that records its events. */
function follow({ client }: OpenClient) {
  const events = client.subscribe(received, { after: '0' });
  const seen: string[] = [];
  const references = () => seen.map((event) => event.split(' ')[1]);
  const seeOne = async (): Promise<void> => {
    const { value } = await events.next();
    const { cursor, version, missed } = (value as Received).arrivalNoticeVersionReceived;
    expect(missed).toBeNull();
    seen.push(`${cursor} ${version?.transportDocumentReference}`);
  };
  return {
    seen,
    references,
    seeMore: async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 1) await seeOne();
    },
    seeUntil: async (reference: string): Promise<void> => {
      while (!references().includes(reference)) await seeOne();
    },
  };
}
