import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { partnerKeys, runLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { createSubscriber } from '../../support/subscriber.ts';

const mongodbUrl = inject('mongodbUrl');

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

async function correctCarriers(file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^carriers: .*$/m, 'carriers: []'));
}

describe('dead letters', () => {
  test('are listed with their bytes and taken in again once their cause is mended, beside the running process (embedded)', () =>
    runStory({}));

  test.runIf(mongodbUrl)(
    'are listed with their bytes and taken in again once their cause is mended, beside the running process (mongodb)',
    async () => {
      await using database = openDatabase(mongodbUrl ?? '');
      await runStory({ MONGODB_URL: database.url });
    },
  );
});
