import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partnerKeys, runLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { storesOfTests } from '../../support/stores.ts';
import { createSubscriber } from '../../support/subscriber.ts';

/** One dead letter as `landfall dead-letters list` prints it. */
interface Letter {
  readonly id: string;
  readonly partner: string;
  readonly log: string;
  readonly reason: string;
  readonly path: string;
  readonly text: string;
}

const foreign = { transportDocumentReference: 'FOREIGN', issueDateTime: '2026-03-02T13:05:00Z', carrierCode: 'ACME', extra: 'ü' };
const without = { transportDocumentReference: 'WITHOUT-INSTANT' };

async function runStory(store: Readonly<Record<string, string>>): Promise<void> {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { DATA_DIR: folder.path, ...store, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
  await using landfall = await openLandfall(environment);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runLandfall(['dead-letters', ...args], { environment: { ...environment, LOG_LEVEL: 'silent' } });
    const lines = stdout.split('\n').filter((line) => line !== '');
    return { code, stderr, printed: lines.map((line) => JSON.parse(line)) };
  };
  const text = JSON.stringify(foreign, undefined, 1);
  const body = `{"arrivalNotices": [${text}, ${JSON.stringify(without)}]}`;
  const answer = await landfall.dcsa('/arrival-notices', { body, key: partnerKeys.other });
  expect(answer.feedback.map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
    ['ERROR', '$.arrivalNotices[0].carrierCode'],
    ['ERROR', '$.arrivalNotices[1].issueDateTime'],
  ]);

  const listed = await run('list');
  expect(listed.code).toBe(0);
  const letters: Letter[] = listed.printed;
  expect(letters).toHaveLength(2);
  const letter = letters.find(({ path }) => path === '$.arrivalNotices[0].carrierCode');
  expect(letter).toMatchObject({ partner: 'other', log: 'arrival-notice-versions', reason: expect.stringContaining('ACME'), text });
  const id = letter?.id ?? '';
  const refusedAgain = await run('replay', id);
  expect(refusedAgain.printed).toEqual([{ id, kept: false, refusal: expect.stringContaining('ACME') }]);

  await correctCarriers(join(folder.path, 'other.yaml'));
  const subscriber = createSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  const replayed = await run('replay');
  expect([...replayed.printed].sort((left, right) => Number(right.kept) - Number(left.kept))).toEqual([
    { id, kept: true },
    { id: letters.find((other) => other.id !== id)?.id, kept: false, refusal: expect.stringContaining('issueDateTime') },
  ]);
  await subscriber.until((events) => events.length === 1);
  await subscriber.stop();
  await listening;
  expect(subscriber.events[0]?.version?.transportDocumentReference).toBe('FOREIGN');
  const { arrivalNotices } = await landfall.ask<{ arrivalNotices: object }>(
    '{ arrivalNotices { nodes { partner current { document receivedBy } } } }',
  );
  expect(arrivalNotices).toEqual({ nodes: [{ partner: 'other', current: { document: foreign, receivedBy: 'PUSH' } }] });
  expect((await run('list')).printed.map(({ path }: Letter) => path)).toEqual(['$.arrivalNotices[1].issueDateTime']);
  const unknown = await run('replay', id);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('NOT_FOUND')]);
}

/** What is wrong with an event stands in the event itself, so nothing around it can be mended. */
async function runEventStory(store: Readonly<Record<string, string>>): Promise<void> {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { DATA_DIR: folder.path, ...store, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
  await using landfall = await openLandfall(environment);
  const run = async (...args: string[]): Promise<unknown[]> => {
    const { stdout } = await runLandfall(['dead-letters', ...args], { environment: { ...environment, LOG_LEVEL: 'silent' } });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const text = '{ "eventID": 7, "extra": "ü" }';
  const answer = await landfall.dcsa('/events', { body: `{"events": [${text}, {"eventID": "kept"}, ${text}]}` });
  expect(answer.feedback.filter(({ severity }) => severity === 'ERROR')).toHaveLength(2);
  const letters = (await run('list')) as Letter[];
  // The same bytes are one letter.
  expect(letters).toMatchObject([{ partner: 'acme', log: 'port-call-events', path: '$.events[0].eventID', text }]);
  expect(letters[0]?.reason).toContain('eventID');
  expect(await run('replay')).toEqual([{ id: letters[0]?.id, kept: false, refusal: expect.stringContaining('eventID') }]);
  expect(await run('list')).toEqual(letters);
  const { portCallEvents } = await landfall.ask<{ portCallEvents: object }>('{ portCallEvents { nodes { eventID } } }');
  expect(portCallEvents).toEqual({ nodes: [{ eventID: 'kept' }] });
}

async function correctCarriers(file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^carriers: .*$/m, 'carriers: []'));
}

describe.for(storesOfTests())('dead letters over $name', (store) => {
  test('are listed with their bytes and taken in again once their cause is mended, beside the running process', async () => {
    await using opened = store.open();
    await runStory(opened.environment);
  });

  test('of events are listed with their bytes, and stay when they are refused again', async () => {
    await using opened = store.open();
    await runEventStory(opened.environment);
  });
});
