import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON, type Db, type IndexDescription } from 'mongodb';
import { packageRoot } from '#platform/package-root.ts';
import type { HookedLandfall, HookedTenants } from '../e2e/webhooks/hooked-landfall.ts';

/** The stores whose data a fixture contains. */
export type FixtureStore = 'sqlite' | 'mongodb';

/** A log and a cursor that the version of the fixture issued. */
export interface ResumedLog {
  readonly field: LogFieldName;
  readonly cursor: string;
  /** Names of the events after the cursor, in order. */
  readonly next: readonly string[];
}

/** What a server over the data must answer. */
export interface FixtureAnswers {
  readonly logs: readonly ResumedLog[];
  readonly notices: unknown;
  readonly arrivals: unknown;
}

/** Data written by one version of Landfall. */
export interface StoreFixture {
  readonly version: string;
  readonly folder: string;
  readonly answers: Readonly<Record<FixtureStore, FixtureAnswers>>;
}

const fixturesFolder = join(packageRoot, 'test', 'fixtures', 'stores');

/** The tenant with marks, and with a webhook that no server accepts. */
export const fixtureTenants: HookedTenants = {
  blue: { webhooks: [{ id: 'erp', url: 'http://127.0.0.1:1/erp', alerts: ['*'], noticeVersions: true }] },
};

/** Reads the fixtures of all versions. */
export function readStoreFixtures(): readonly StoreFixture[] {
  return readdirSync(fixturesFolder).map((version) => {
    const folder = join(fixturesFolder, version);
    return { version, folder, answers: JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) };
  });
}

/** Writes the data of a version. @param file the SQLite store, closed */
export async function writeStoreFixture(
  version: string,
  { file, db, answers }: { readonly file: string; readonly db: Db; readonly answers: StoreFixture['answers'] },
): Promise<void> {
  const folder = join(fixturesFolder, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'landfall.db.gz'), gzipSync(readFileSync(file), { level: 9 }));
  const lines: string[] = [];
  for (const { name } of await db.listCollections().toArray()) {
    const indexes = await db.collection(name).indexes();
    const documents = await db.collection(name, { promoteValues: false }).find().sort({ _id: 1 }).toArray();
    lines.push(BSON.EJSON.stringify({ name, indexes, documents }, { relaxed: false }));
  }
  writeFileSync(join(folder, 'mongodb.ejson.gz'), gzipSync(lines.join('\n'), { level: 9 }));
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(answers, undefined, 2)}\n`);
}

/** Copies the SQLite file of a fixture into a data folder. */
export function unpackFile({ folder }: StoreFixture, dataFolder: string): void {
  writeFileSync(join(dataFolder, 'landfall.db'), gunzipSync(readFileSync(join(folder, 'landfall.db.gz'))));
}

/** Fills an empty database with the data of a fixture. */
export async function unpackDatabase({ folder }: StoreFixture, db: Db): Promise<void> {
  const lines = gunzipSync(readFileSync(join(folder, 'mongodb.ejson.gz')))
    .toString()
    .split('\n');
  for (const line of lines) {
    const { name, indexes, documents } = BSON.EJSON.parse(line, { relaxed: false }) as CollectionDump;
    await db.collection(name).deleteMany({});
    await db.collection(name).createIndexes([...indexes]);
    if (documents.length > 0) await db.collection(name).insertMany([...documents]);
  }
}

interface CollectionDump {
  readonly name: string;
  readonly indexes: readonly IndexDescription[];
  readonly documents: readonly BSON.Document[];
}

/** The logs, and the fields that identify an event of each. */
const logFields = {
  arrivalNoticeVersionLog: 'version { transportDocumentReference issueDateTime }',
  arrivalNoticeNotificationLog: 'notification { transportDocumentReference }',
  portCallEventLog: 'event { eventID eventUpdatedDateTime }',
  arrivalAlertLog: 'alert { kind transition before { text } after { text } arrival { transportDocumentReference } }',
} as const;

export type LogFieldName = keyof typeof logFields;

export const logFieldNames = Object.keys(logFields) as readonly LogFieldName[];

/** An event of a log with its cursor. */
export interface NamedEvent {
  readonly cursor: string;
  readonly name: string;
}

/** Reads a log after a cursor as the tenant of the fixture. */
export async function eventsAfter(landfall: HookedLandfall, field: LogFieldName, after: string): Promise<NamedEvent[]> {
  const query = `query ($after: String) { log: ${field}(after: $after, first: 500) { events { cursor missed { reason } ${logFields[field]} } } }`;
  interface Answer {
    readonly log: { readonly events: readonly { readonly cursor: string; readonly [member: string]: unknown }[] };
  }
  const { log } = await landfall.queryAs<Answer>('blue', query, { after });
  return log.events.map(({ cursor, ...event }) => ({ cursor, name: JSON.stringify(event) }));
}

/** Queries what a later version must answer in the same way. */
export async function storedAnswersOf(landfall: HookedLandfall): Promise<Pick<FixtureAnswers, 'notices' | 'arrivals'>> {
  const query = `{
    arrivalNotices(orderBy: OLDEST_FIRST, first: 5) { nodes { id transportDocumentReference versions(first: 5) { nodes {
      id issueDateTime receivedAt receivedBy isCurrent document clashes { document } violations { path }
      visualization { contentType byteLength content } } } } }
    arrivals(first: 5, filter: { isOpen: null }) { nodes { id transportDocumentReference isCollected } }
  }`;
  interface Answer {
    readonly arrivalNotices: { readonly nodes: unknown };
    readonly arrivals: { readonly nodes: readonly { readonly transportDocumentReference: string }[] };
  }
  const { arrivalNotices, arrivals } = await landfall.queryAs<Answer>('blue', query);
  // The order by attention depends on the day.
  const byReference = arrivals.nodes.toSorted((left, right) =>
    left.transportDocumentReference < right.transportDocumentReference ? -1 : 1,
  );
  return { notices: arrivalNotices.nodes, arrivals: byReference };
}
