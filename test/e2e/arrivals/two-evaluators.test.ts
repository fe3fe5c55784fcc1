import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { createQueryExecutor } from '#platform/graphql/execute-query.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { openAudit } from '#platform/process/audit.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { openSubgraph as openArrivals } from '../../../subgraphs/arrivals/subgraph.ts';
import { dayIn } from '../../support/day-in.ts';
import { partnerKeys, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { storesOfTests } from '../../support/stores.ts';
import { openSubgraphs } from '../../support/subgraphs.ts';
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

test.for(storesOfTests())(
  'two evaluators that both believe to be the only one raise every fact once over $name',
  { timeout: 120_000 },
  async (store) => {
    await using folder = await temporaryFolder();
    await using database = store.open();
    await writePartners(folder.path);
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml` };
    const config = readConfig({ ...folders, ...database.environment });
    // Without sharing, each of them believes to have the lease.
    const parts = { ...(await openSubgraphParts(config, logger, {})), shared: false };
    const opened = await openSubgraphs(parts);
    const other = await openArrivals(parts, { access: { tenants: () => [], onChange: () => () => {} } });
    const subgraphs = Object.values(opened);
    const sendQuery = createQueryExecutor(openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger }));
    const app = createHttpServer({ logger });
    const audit = openAudit({ logger, setting: 'off', isOpen: () => true });
    await hostSubgraphs(app, { subgraphs, parts, capabilities: {}, registry: new Registry(), audit });
    const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
    opened.arrivals.startEvaluator(sendQuery);
    other.startEvaluator(sendQuery);
    const referenceOf = (document: number) => `TWO${document}`;
    for (let version = 1; version <= versions; version += 1) {
      const arrivalNotices = Array.from({ length: documents }, (_, document) =>
        noticeOf({ reference: referenceOf(document), version, arrivalDate: dayIn(10 + 2 * version) }),
      );
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      await fetch(`${url}/dcsa/arrival-notices`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices }) });
    }
    const document = `query ($after: String) { arrivalAlertLog(after: $after, first: 500, filter: { kinds: [ETA_CHANGED] }) {
    events { alert { id transition before { text } after { text } arrival { transportDocumentReference } } } } }`;
    const raised = async (): Promise<Logged['alert'][]> => {
      const { data } = await sendQuery({ document, variables: { after: '0' }, caller: openCaller });
      const { events } = (data as { arrivalAlertLog: { events: Logged[] } }).arrivalAlertLog;
      return events.map(({ alert }) => alert).filter(({ transition }) => transition === 'RAISED');
    };
    const expected = Array.from({ length: documents * (versions - 1) }, (_, index) => {
      const [name, version] = [referenceOf(index % documents), 1 + Math.floor(index / documents)];
      return `${name} ${dayIn(10 + 2 * version)} ${dayIn(12 + 2 * version)}`;
    });
    let found = await raised();
    while (found.length < expected.length) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      found = await raised();
    }
    const names = found.map(({ arrival, before, after }) => `${arrival.transportDocumentReference} ${before?.text} ${after?.text}`);
    expect(names.toSorted()).toEqual(expected.toSorted());
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    await app.close();
    await disposeAll([other, opened.arrivals, opened.notices, opened.schedules, opened.portCalls, parts]);
  },
);
