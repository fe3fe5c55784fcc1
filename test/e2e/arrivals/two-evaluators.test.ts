import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { createQueryExecutor } from '#platform/graphql/engine.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { openAudit } from '#platform/operations/audit.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { openSubgraph as openArrivals } from '../../../subgraphs/arrivals/subgraph.ts';
import { eventWith, noticeWith } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import { partnerKeys, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { storesOfTests, type TestStore } from '../../support/stores.ts';
import { openSubgraphs } from '../../support/subgraphs.ts';
import { until } from '../../support/until.ts';
import { noticeOf } from './arriving-notice.ts';

const logger = createLogger('silent');
const [documents, versions] = [20, 5];

interface Logged {
  readonly alert: {
    readonly id: string;
    readonly transition: string;
    readonly before: { readonly text: string } | null;
    readonly after: { readonly text: string } | null;
    readonly arrival: { readonly transportDocumentReference: string };
  };
}

/** Starts two evaluators of one store, which both believe to have the lease. */
async function openTwo(store: TestStore) {
  const folder = await temporaryFolder();
  const database = store.open();
  await writePartners(folder.path);
  const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml` };
  const config = readConfig({ ...folders, ...database.environment });
  const parts = await openSubgraphParts(config, logger, {});
  Object.assign(parts.store, { takeLease: async () => true });
  const opened = await openSubgraphs(parts);
  const other = await openArrivals(parts, { access: { tenants: () => [], onChange: () => () => {} } });
  const subgraphs = Object.values(opened);
  const sendQuery = createQueryExecutor(openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger }));
  const app = createHttpServer({ logger });
  const audit = openAudit({ logger, setting: 'off', access: { isOpen: true } });
  await hostSubgraphs(app, { subgraphs, parts, capabilities: {}, registry: new Registry(), audit });
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
  opened.arrivals.startEvaluator(sendQuery);
  other.startEvaluator(sendQuery);
  const document = `query ($after: String) { arrivalAlertLog(after: $after, first: 500, filter: { kinds: [ETA_CHANGED] }) {
    events { alert { id transition before { text } after { text } arrival { transportDocumentReference } } } } }`;
  const raised = async (): Promise<Logged['alert'][]> => {
    const { data } = await sendQuery({ document, variables: { after: '0' }, caller: openCaller });
    const { events } = (data as { arrivalAlertLog: { events: Logged[] } }).arrivalAlertLog;
    return events.map(({ alert }) => alert).filter(({ transition }) => transition === 'RAISED');
  };
  return {
    push: async (path: 'arrival-notices' | 'events', objects: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      const { status } = await fetch(`${url}/dcsa/${path}`, { method: 'POST', headers, body: JSON.stringify(objects) });
      expect(status).toBe(200);
    },
    /** Waits until this many arrivals show a time of the port. */
    untilPortIsShown: (count: number) =>
      until(async () => {
        const shown = '{ arrivals(first: 500) { nodes { bestTime { source } } } }';
        const { data } = await sendQuery({ document: shown, variables: {}, caller: openCaller });
        const { nodes } = (data as { arrivals: { nodes: { bestTime: { source: string } | null }[] } }).arrivals;
        return nodes.filter(({ bestTime }) => bestTime?.source === 'PORT').length === count;
      }),
    /** Waits for this many alerts. @returns them in the order of their texts */
    untilRaised: async (count: number): Promise<string[]> => {
      await until(async () => (await raised()).length >= count);
      const found = await raised();
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      return found.map(({ arrival, before, after }) => `${arrival.transportDocumentReference} ${before?.text} ${after?.text}`).toSorted();
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await disposeAll([other, opened.arrivals, opened.notices, opened.schedules, opened.portCalls, parts]);
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe.for(storesOfTests())('two evaluators that both believe to be the only one raise every fact once over $name', (store) => {
  it('of each document by itself', { timeout: 120_000 }, async () => {
    await using two = await openTwo(store);
    const referenceOf = (document: number) => `TWO${document}`;
    for (let version = 1; version <= versions; version += 1) {
      const arrivalNotices = Array.from({ length: documents }, (_, document) =>
        noticeOf({ reference: referenceOf(document), version, arrivalDate: dayIn(10 + 2 * version) }),
      );
      await two.push('arrival-notices', { arrivalNotices });
    }
    const expected = Array.from({ length: documents * (versions - 1) }, (_, index) => {
      const [name, version] = [referenceOf(index % documents), 1 + Math.floor(index / documents)];
      return `${name} ${dayIn(10 + 2 * version)} ${dayIn(12 + 2 * version)}`;
    });
    expect(await two.untilRaised(expected.length)).toEqual(expected.toSorted());
  });

  it('of the documents on a ship together', { timeout: 120_000 }, async () => {
    await using two = await openTwo(store);
    const referenceOf = (document: number) => `TOGETHER${document}`;
    const arrivalNotices = Array.from({ length: documents }, (_, document) =>
      noticeWith({ transportDocumentReference: referenceOf(document), date: dayIn(4) }),
    );
    await two.push('arrival-notices', { arrivalNotices });
    const days = [4, 7, 10, 13, 16];
    for (const [index, day] of days.entries()) {
      const eventUpdatedDateTime = new Date(Date.now() - (days.length - index) * 60_000).toISOString();
      const timestamp = { serviceDateTime: `${dayIn(day)}T04:00:00Z` };
      await two.push('events', { events: [eventWith({ event: { eventUpdatedDateTime }, timestamp }).wire] });
      // Of times that were stated before an evaluation, only the last one is known.
      if (index === 0) await two.untilPortIsShown(documents);
      const moves = days.slice(1, index + 1).map((to) => `${dayIn(to - 3)} 12:00 ${dayIn(to)} 12:00`);
      const expected = arrivalNotices.flatMap((_, document) => moves.map((move) => `${referenceOf(document)} ${move}`));
      expect(await two.untilRaised(expected.length)).toEqual(expected.toSorted());
    }
  });
});
