import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { readPackageVersion } from '#platform/package-root.ts';
import { backUpFile } from '#platform/store/sqlite/file-backup.ts';
import { noticeOf } from '../e2e/arrivals/arriving-notice.ts';
import { type HookedLandfall, openHooked } from '../e2e/webhooks/hooked-landfall.ts';
import { startMongod, withDatabase } from './processes.ts';
import {
  eventsAfter,
  type FixtureAnswers,
  fixtureTenants,
  type LogFieldName,
  logFieldNames,
  storedAnswersOf,
  writeStoreFixture,
} from './store-fixture.ts';

// Part of a release: writes data of this version to test/fixtures/stores/, which later versions have to open.

const references = ['KEPT1', 'KEPT2', 'KEPT3'];

/** Number of events of each log that the client of the fixture has read. */
const readBefore: Readonly<Record<LogFieldName, number>> = {
  arrivalNoticeVersionLog: 2,
  arrivalNoticeNotificationLog: 1,
  portCallEventLog: 1,
  arrivalAlertLog: 1,
};

const folder = await mkdtemp(join(tmpdir(), 'landfall-fixture-'));
await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
await using mongod = await startMongod({ dbPath: await mkdtemp(join(folder, 'mongod-')) });
const mongodbUrl = withDatabase(mongod.url, 'fixture');
const answers = { sqlite: await fill({ DATA_DIR: folder }), mongodb: await fill({ MONGODB_URL: mongodbUrl }) };
const file = join(folder, 'copy.db');
backUpFile(join(folder, 'landfall.db'), file);
await using client = new MongoClient(mongodbUrl);
await writeStoreFixture(readPackageVersion(), { file, db: client.db(), answers });

/** Runs a server over an empty store until the store contains every kind of data. */
async function fill(settings: Readonly<Record<string, string>>): Promise<FixtureAnswers> {
  await using landfall = await openHooked(fixtureTenants, settings);
  await landfall.push(...references.map((reference) => noticeOf({ reference, arrivalDate: '2026-12-20' })), {
    issueDateTime: 'no reference',
  });
  await until(async () => (await landfall.query<Counted>('{ arrivals { totalCount { value } } }')).arrivals.totalCount.value === 3);
  const visualization = { name: 'notice.pdf', contentType: 'application/pdf', content: Buffer.alloc(3_000, 'pdf').toString('base64') };
  await landfall.push(
    noticeOf({ reference: 'KEPT1', version: 2, arrivalDate: '2026-12-24', more: { arrivalNoticeVisualization: visualization } }),
    noticeOf({ reference: 'KEPT2', version: 2, arrivalDate: '2026-12-23', more: { unknown: 'kept', carrierCode: 7 } }),
    // Different content of a stored version.
    noticeOf({ reference: 'KEPT3', arrivalDate: '2026-12-22' }),
  );
  const notifications = references.map((transportDocumentReference) => ({
    transportDocumentReference,
    issueDateTime: '2026-03-02T13:05:00Z',
  }));
  await landfall.dcsa('/arrival-notice-notifications', { body: JSON.stringify({ arrivalNoticeNotifications: notifications }) });
  await landfall.pushEvents(
    ...[1, 2, 3].map((number) => ({ eventID: `EVENT${number}`, eventUpdatedDateTime: `2026-03-02T13:0${number}:00Z` })),
  );
  await until(async () => (await eventsAfter(landfall, 'arrivalAlertLog', '0')).length >= 2);
  await mark(landfall);
  const logs = await Promise.all(
    logFieldNames.map(async (field) => {
      const events = await eventsAfter(landfall, field, '0');
      const last = events[readBefore[field] - 1];
      if (last === undefined || events.length <= readBefore[field]) throw new Error(`${field} has ${events.length} events`);
      return { field, cursor: last.cursor, next: events.slice(readBefore[field]).map(({ name }) => name) };
    }),
  );
  return { logs, ...(await storedAnswersOf(landfall)) };
}

interface Counted {
  readonly arrivals: { readonly totalCount: { readonly value: number } };
}

/** The tenant acknowledges an alert, snoozes another one, and collects the cargo of an arrival. */
async function mark(landfall: HookedLandfall): Promise<void> {
  interface Ids {
    readonly arrivals: { readonly nodes: readonly { readonly id: string }[] };
    readonly arrivalAlerts: { readonly nodes: readonly { readonly id: string }[] };
  }
  const { arrivals, arrivalAlerts } = await landfall.queryAs<Ids>('blue', '{ arrivals { nodes { id } } arrivalAlerts { nodes { id } } }');
  const [[arrival], [first, second]] = [arrivals.nodes, arrivalAlerts.nodes];
  const mutation = `mutation ($first: ID!, $second: ID!, $arrival: ID!) {
    acknowledgeAlert(id: $first) { id } snoozeAlert(id: $second, until: "2099-01-01T00:00:00Z") { id } markCollected(id: $arrival) { id } }`;
  await landfall.queryAs('blue', mutation, { first: first?.id, second: second?.id, arrival: arrival?.id });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
