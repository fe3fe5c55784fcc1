import { describe, expect, it } from 'vitest';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { freePort } from '../../support/processes.ts';
import { pushNotices } from '../../support/push.ts';
import { noticeOf, openClient, type Received, received, transports } from './open-client.ts';

const rounds = 2;

describe.each(transports)('over %s', (transport) => {
  it('a server that is killed while events flow, and started again, costs no event and doubles none', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    const PORT = String(await freePort());
    const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml`, PORT };
    const url = `http://127.0.0.1:${PORT}`;
    await using follower = openClient(url, { transport });
    const events = follower.client.subscribe(received, { after: '0' });
    const seen: string[] = [];
    const acknowledged = new Set<string>();
    let number = 0;

    const seeOne = async (): Promise<void> => {
      const { value } = await events.next();
      const { cursor, version, missed } = (value as Received).arrivalNoticeVersionReceived;
      expect(missed).toBeNull();
      seen.push(`${cursor} ${version?.transportDocumentReference}`);
    };
    const pushUntilGone = async (): Promise<void> => {
      for (;;) {
        const notice = noticeOf(number++);
        const answer = await pushNotices(url, notice).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status === 200) acknowledged.add(notice.transportDocumentReference);
      }
    };
    const references = () => seen.map((event) => event.split(' ')[1]);
    const untilSeen = async (count: number): Promise<void> => {
      while (seen.length < count) await seeOne();
    };

    for (let round = 1; round <= rounds; round += 1) {
      await using landfall = await startLandfall(['serve'], { environment });
      const pushed = pushUntilGone();
      await untilSeen(seen.length + 20 * round);
      await landfall.kill('SIGKILL');
      await pushed;
    }
    await using landfall = await startLandfall(['serve'], { environment });
    await pushNotices(landfall.url, noticeOf(number));
    acknowledged.add(`D${number}`);
    while (!references().includes(`D${number}`)) await seeOne();
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(references()).size).toBe(seen.length);
    expect([...acknowledged].filter((reference) => !references().includes(reference))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(40);
  });
});
