import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventWith, noticeWith } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import { type LandfallProcess, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { type AlertEvent, createAlertSubscriber } from '../../support/subscriber.ts';
import { until } from '../../support/until.ts';

/** More than are changed in one transaction. */
const documents = 700;
/** An hour ago. */
const startedMs = Date.now() - 3_600_000;
const referenceOf = (document: number) => `SHIP${String(document).padStart(3, '0')}`;
const moved = ({ alert }: AlertEvent) => alert?.kind === 'ETA_CHANGED' && alert.transition === 'RAISED';

interface Listed {
  readonly id: string;
  readonly transportDocumentReference: string;
  readonly state: string;
  readonly needsAttention: boolean;
  readonly bestTime: { readonly source: string; readonly localDate: string } | null;
  readonly openAlerts: readonly { readonly id: string; readonly kind: string; readonly acknowledgedAt: string | null }[];
}

interface Page {
  readonly arrivals: {
    readonly nodes: readonly Listed[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

async function query<Data>(url: string, text: string, variables: object = {}): Promise<Data> {
  const body = JSON.stringify({ query: text, variables });
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

async function listed(url: string): Promise<readonly Listed[]> {
  const fields = 'id transportDocumentReference state needsAttention bestTime { source localDate } openAlerts { id kind acknowledgedAt }';
  const found: Listed[] = [];
  for (let after: string | null = null; ; ) {
    const text = `query ($after: String) { arrivals(first: 500, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
    const { arrivals }: Page = await query(url, text, { after });
    found.push(...arrivals.nodes);
    if (!arrivals.pageInfo.hasNextPage) return found;
    after = arrivals.pageInfo.endCursor;
  }
}

/** What is shown of arrivals, without ids and times of the deployment. */
const shown = (arrivals: readonly Listed[]) =>
  arrivals
    .map(({ id: _, openAlerts, ...arrival }) => ({
      ...arrival,
      openAlerts: openAlerts.map(({ kind, acknowledgedAt }) => `${kind} ${acknowledgedAt !== null}`).toSorted(),
    }))
    .toSorted((left, right) => (left.transportDocumentReference < right.transportDocumentReference ? -1 : 1));

describe.for(someStoresOfTests())('SIGKILL while the documents of a ship are changed together, over $name', (store) => {
  test('leaves each document with what it has without the kill, and each alert once', async () => {
    await using partners = await openPartners({
      acme: { carriers: [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] },
      port: {},
    });
    const results = [];
    for (const isKilled of [true, false]) {
      await using folder = await temporaryFolder();
      await partners.writeFiles(folder.path);
      await using opened = store.open();
      const environment = {
        DATA_DIR: folder.path,
        PARTNERS_DIR: folder.path,
        ACCESS_FILE: join(folder.path, 'none'),
        ...opened.environment,
      };
      let landfall: LandfallProcess = await startLandfall(['serve'], { environment });
      try {
        const subscriber = createAlertSubscriber('0');
        let listening = subscriber.listen(landfall.url);
        const notice = (document: number, version: number) =>
          noticeWith({
            transportDocumentReference: referenceOf(document),
            issueDateTime: new Date(Date.UTC(2026, 0, 1, version)).toISOString(),
            date: dayIn(4),
            ...(version > 1 && { transportDocumentTypeCode: 'SWB' }),
          });
        const state = (day: number) => {
          const event = { eventUpdatedDateTime: new Date(startedMs + day * 60_000).toISOString() };
          const timestamp = { classifierCode: 'PLN', serviceDateTime: `${dayIn(day)}T04:00:00Z` };
          return partners.push(landfall.url, 'port', { events: [eventWith({ event, timestamp }).wire as object] });
        };
        const arrivalNotices = Array.from({ length: documents }, (_, document) => notice(document, 1));
        for (let from = 0; from < documents; from += 50) {
          await partners.push(landfall.url, 'acme', { arrivalNotices: arrivalNotices.slice(from, from + 50) });
        }
        await until(async () => (await listed(landfall.url)).length === documents);
        await state(4);
        await until(async () => (await listed(landfall.url)).every(({ bestTime }) => bestTime?.source === 'PORT'));

        // New versions and marks come while the ship's documents are changed.
        await state(6);
        await subscriber.until((events) => events.some(moved));
        if (isKilled) {
          await landfall.kill('SIGKILL');
          await listening;
          landfall = await startLandfall(['serve'], { environment });
          listening = subscriber.listen(landfall.url);
        }
        const versions = Array.from({ length: 40 }, (_, index) => notice(index * 7, 2));
        const marked = Array.from({ length: 40 }, (_, index) => referenceOf(index * 5));
        await Promise.all([state(8), partners.push(landfall.url, 'acme', { arrivalNotices: versions })]);
        await subscriber.until((events) => events.filter(moved).length >= documents);
        await until(async () => {
          const open = (await listed(landfall.url)).filter((one) => marked.includes(one.transportDocumentReference));
          const left = open.flatMap(({ openAlerts }) =>
            openAlerts.filter((one) => one.kind === 'SOURCES_DISAGREE' && one.acknowledgedAt === null),
          );
          const marks = left.map(({ id }) => ({ action: 'ACKNOWLEDGE', id }));
          const text = 'mutation ($marks: [MarkInput!]!) { applyMarks(marks: $marks) { id } }';
          if (marks.length > 0) await query(landfall.url, text, { marks: marks.slice(0, 500) });
          return left.length === 0 && open.every(({ openAlerts }) => openAlerts.some(({ kind }) => kind === 'SOURCES_DISAGREE'));
        });
        await subscriber.until((events) => events.filter(moved).length >= 2 * documents);
        await state(11);
        await subscriber.until((events) => events.filter(moved).length >= 3 * documents);
        await until(async () => (await listed(landfall.url)).every(({ bestTime }) => bestTime?.localDate === dayIn(11)));
        const entries = subscriber.events.map(({ alert }) =>
          [alert?.arrival?.transportDocumentReference, alert?.kind, alert?.transition, alert?.before?.text, alert?.after?.text].join(' '),
        );
        expect(new Set(subscriber.events.map(({ cursor }) => cursor)).size).toBe(subscriber.events.length);
        expect(subscriber.events.filter(moved)).toHaveLength(3 * documents);
        results.push({ entries: entries.toSorted(), arrivals: shown(await listed(landfall.url)) });
        await subscriber.stop();
        await listening;
      } finally {
        await landfall.kill('SIGKILL');
      }
    }
    expect(results[0]).toEqual(results[1]);
  });
});
