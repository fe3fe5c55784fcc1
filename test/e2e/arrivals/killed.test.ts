import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { type AlertEvent, createAlertSubscriber } from '../../support/subscriber.ts';
import { noticeOf } from './arriving-notice.ts';

const [documents, rounds] = [5, 2];
const referenceOf = (document: number) => `KILL${document}`;
/** Each version moves the arrival by two days. */
const push = async (url: string, version: number) => {
  const arrivalNotices = Array.from({ length: documents }, (_, document) =>
    noticeOf({ reference: referenceOf(document), version, arrivalDate: dayIn(10 + 2 * version) }),
  );
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
  const answer = await fetch(`${url}/dcsa/arrival-notices`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices }) });
  expect(answer.status).toBe(200);
};
const moves = (events: readonly AlertEvent[]) =>
  events
    .filter(({ alert }) => alert?.kind === 'ETA_CHANGED' && alert.transition === 'RAISED')
    .map(({ alert }) => `${alert?.arrival?.transportDocumentReference} ${alert?.before?.text} ${alert?.after?.text}`);

describe.for(someStoresOfTests())('SIGKILL while arrivals are evaluated over $name', (store) => {
  test('raises every fact once: a subscriber that resumes has no gap and no duplicate', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    await using opened = store.open();
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    const environment = { ...folders, ...opened.environment };
    const subscriber = createAlertSubscriber('0');
    const expected: string[] = [];
    const references = Array.from({ length: documents }, (_, document) => referenceOf(document));
    for (let round = 0; round <= rounds; round += 1) {
      await using landfall = await startLandfall(['serve'], { environment });
      const listening = subscriber.listen(landfall.url);
      if (round === 0) {
        await push(landfall.url, 1);
        // Baselines: from here on every version is a fact.
        await untilAll(landfall.url);
      }
      const version = round + 2;
      await push(landfall.url, version);
      expected.push(...references.map((reference) => `${reference} ${dayIn(8 + 2 * version)} ${dayIn(10 + 2 * version)}`));
      // Killed in the middle, after one of the facts was raised; not killed the last time.
      const enough = round === rounds ? expected.length : expected.length - documents + 1;
      await subscriber.until((events) => moves(events).length >= enough);
      await landfall.kill('SIGKILL');
      await listening;
    }
    expect(moves(subscriber.events).toSorted()).toEqual(expected.toSorted());
    expect(new Set(subscriber.events.map(({ cursor }) => cursor)).size).toBe(subscriber.events.length);
  }, 120_000);
});

/** Resolves when every document has an arrival. */
async function untilAll(url: string): Promise<void> {
  const body = JSON.stringify({ query: '{ arrivals { totalCount { value } } }' });
  for (;;) {
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { data } = (await answer.json()) as { data: { arrivals: { totalCount: { value: number } } | null } };
    if (data.arrivals?.totalCount.value === documents) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
