import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partnerKeys, runLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { runHere } from '../../support/run-here.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { createSubscriber } from '../../support/subscriber.ts';

/** A dead letter as printed by `landfall dead-letters list`. */
interface ListedDeadLetter {
  readonly id: string;
  readonly partner: { readonly id: string };
  readonly log: string;
  readonly reason: string;
  readonly path: string;
  readonly text: string;
}

const foreign = { transportDocumentReference: 'FOREIGN', issueDateTime: '2026-03-02T13:05:00Z', carrierCode: 'ACME', extra: 'ü' };
const without = { transportDocumentReference: 'WITHOUT-INSTANT' };

/** The error is in the event itself, so that correcting the partner file does not help. */
const wrongEvent = '{ "eventID": 7, "extra": "ü" }';

async function runScenario(store: Readonly<Record<string, string>>): Promise<void> {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { DATA_DIR: folder.path, ...store, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
  await using landfall = await openLandfall(environment);
  const runBy = async (runCommand: typeof runHere, ...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['dead-letters', ...args], { environment: { ...environment, LOG_LEVEL: 'silent' } });
    const lines = stdout.split('\n').filter((line) => line !== '');
    return { code, stderr, printed: lines.map((line) => JSON.parse(line)) };
  };
  const run = (...args: string[]) => runBy(runHere, ...args);
  const text = JSON.stringify(foreign, undefined, 1);
  const body = `{"arrivalNotices": [${text}, ${JSON.stringify(without)}]}`;
  const answer = await landfall.dcsa('/arrival-notices', { body, key: partnerKeys.other });
  expect(answer.feedback.map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
    ['ERROR', '$.arrivalNotices[0].carrierCode'],
    ['ERROR', '$.arrivalNotices[1].issueDateTime'],
  ]);
  const events = await landfall.dcsa('/events', { body: `{"events": [${wrongEvent}, {"eventID": "kept"}, ${wrongEvent}]}` });
  expect(events.feedback.filter(({ severity }) => severity === 'ERROR')).toHaveLength(2);

  const listed = await runBy(runLandfall, 'list');
  expect(listed.code).toBe(0);
  const deadLetters: ListedDeadLetter[] = listed.printed;
  // Equal bytes are one dead letter.
  expect(deadLetters).toHaveLength(3);
  const deadLetterAt = (wanted: string) => deadLetters.find(({ path }) => path === wanted);
  const deadLetter = deadLetterAt('$.arrivalNotices[0].carrierCode');
  expect(deadLetter).toMatchObject({ partner: 'other', log: 'arrival-notice-versions', reason: expect.stringContaining('ACME'), text });
  const wrong = deadLetterAt('$.events[0].eventID');
  expect(wrong).toMatchObject({ partner: 'acme', log: 'port-call-events', reason: expect.stringContaining('eventID'), text: wrongEvent });
  const id = deadLetter?.id ?? '';
  const refusedAgain = await runBy(runLandfall, 'replay', id);
  expect(refusedAgain.printed).toEqual([{ id, kept: false, refusal: expect.stringContaining('ACME') }]);

  await correctCarriers(join(folder.path, 'other.yaml'));
  const subscriber = createSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  const replayed = await run('replay');
  expect(replayed.printed).toHaveLength(3);
  expect(replayed.printed).toEqual(
    expect.arrayContaining([
      { id, kept: true },
      { id: deadLetterAt('$.arrivalNotices[1].issueDateTime')?.id, kept: false, refusal: expect.stringContaining('issueDateTime') },
      { id: wrong?.id, kept: false, refusal: expect.stringContaining('eventID') },
    ]),
  );
  await subscriber.until((received) => received.length === 1);
  await subscriber.stop();
  await listening;
  expect(subscriber.events[0]?.version?.transportDocumentReference).toBe('FOREIGN');
  const { arrivalNotices, portCallEvents } = await landfall.query<{ arrivalNotices: object; portCallEvents: object }>(
    '{ arrivalNotices { nodes { partner { id } current { document receivedBy } } } portCallEvents { nodes { eventID } } }',
  );
  expect(arrivalNotices).toEqual({ nodes: [{ partner: { id: 'other' }, current: { document: foreign, receivedBy: 'PUSH' } }] });
  expect(portCallEvents).toEqual({ nodes: [{ eventID: 'kept' }] });
  expect((await run('list')).printed).toEqual(deadLetters.filter((each) => each.id !== id));
  const unknown = await run('replay', id);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('NOT_FOUND')]);
}

async function correctCarriers(file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^carriers: .*$/m, 'carriers: []'));
}

describe.for(someStoresOfTests())('dead letters over $name', (store) => {
  test('are listed with their bytes, next to the running process; those whose cause is corrected are ingested, the others stay', async () => {
    await using opened = store.open();
    await runScenario(opened.environment);
  });
});
