import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openEventStream } from '../../support/event-stream.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { runHere } from '../../support/run-here.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { createAlertSubscriber } from '../../support/subscriber.ts';
import { keyOf } from '../access/open-access.ts';
import { openDeployment } from '../apart/deployment.ts';
import {
  createScenario,
  documents,
  party,
  type ScenarioStep,
  type StatedFact,
  scheduledShip,
  schedulesOfScenario,
  statedKinds,
} from './stated-facts.ts';

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
/** Number of times that the process is killed. */
const kills = 2;
/** Approximate number of pushes. Over MongoDB a shorter scenario: the facts do not depend on the store. */
const rounds = { sqlite: 24, mongodb: 12 };
/** Long ago, or so that the port's time is unsteady now. */
const statedHoursAgo = (seed: number) => (seed % 2 === 0 ? 3 : 40);
const filter = { kinds: statedKinds };
/** Pause between two queries, which take CPU time from the evaluation. */
const pauseMs = 200;

/** The tenants: what each may see, and which facts it must be alerted of. */
const tenants = {
  everything: { rights: {}, isVisible: () => true },
  withoutPorts: { rights: { portCalls: false }, isVisible: ({ source }: StatedFact) => source !== 'PORT' },
  ofParty: { rights: { parties: [party] }, isVisible: ({ document }: StatedFact) => document.endsWith('-1') },
} as const;
type TenantName = keyof typeof tenants;

interface LoggedAlert {
  readonly id: string;
  readonly kind: string;
  readonly transition: string;
  readonly after: { readonly text: string } | null;
  readonly evidence: readonly { readonly source: string; readonly at: string }[];
  readonly arrival: { readonly transportDocumentReference: string };
}
/** Where a Landfall is queried, and where each partner pushes if that is elsewhere. */
interface Reached {
  readonly url: string;
  readonly pushUrls?: Readonly<Record<ScenarioStep['partner'], string>>;
}
const alertFields = 'id kind transition after { text } evidence { source at } arrival { transportDocumentReference }';

describe.for(someStoresOfTests())('facts that sources have stated over $name', (store) => {
  test('raise one alert each for each tenant that may see them, and nothing else raises one, while the process is killed and all arrivals are evaluated again', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using partners = await openPartners({ acme: { carriers, schedules: schedulesOfScenario(0) }, port: {} });
    await partners.writeFiles(folder.path);
    const accessFile = await writeAccess(folder.path);
    const settings = {
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: accessFile,
      DATA_DIR: folder.path,
      ALERTS_SCHEDULE_SECONDS: '2',
      AUDIT: 'off',
    };
    const environment = { ...settings, ...opened.environment };
    const seed = Date.now() % 100_000;
    const { start, steps } = createScenario(seed, { rounds: rounds[store.name], statedHoursAgo: statedHoursAgo(seed) });

    const socket = createAlertSubscriber('0', { filter, connectionParams: keyOf('everything').sent });
    const stream = createStreamReader('ofParty');
    let landfall = await startLandfall(['serve'], { environment });
    // Needed even if an assertion fails, because another test gets the same database.
    await using _ = { [Symbol.asyncDispose]: () => landfall[Symbol.asyncDispose]() };
    let listening = [socket.listen(landfall.url), stream.listen(landfall.url)];
    for (const step of start) await performStep(landfall, partners, step);
    await untilMatched(landfall);
    const killAt = new Set(
      Array.from({ length: kills }, (_, index) => Math.floor(((index + 1) * steps.length) / (kills + 1)) + (seed % 3) - 1),
    );
    for (const [index, step] of steps.entries()) {
      // Killed while it evaluates the previous step.
      if (killAt.has(index)) {
        await landfall.kill('SIGKILL');
        await Promise.all(listening);
        landfall = await startLandfall(['serve'], { environment });
        listening = [socket.listen(landfall.url), stream.listen(landfall.url)];
      }
      if (step.isRebuild) await rebuild(landfall, environment);
      else await performStep(landfall, partners, step);
    }
    const facts = steps.flatMap((step) => step.facts);
    const lastFacts = facts.slice(-documents.length).concat(facts.filter(({ name }) => name.startsWith('DISCHARGE_COMPLETED')));
    for (const [name, { isVisible }] of Object.entries(tenants) as [TenantName, (typeof tenants)[TenantName]][]) {
      const logged = await logUntil(landfall, name, lastFacts.filter(isVisible));
      const raised = logged.filter(({ transition }) => transition === 'RAISED');
      expect(raised.map(factOf).toSorted(), `${name}, scenario ${seed}`).toEqual(facts.filter(isVisible).map(textOf).toSorted());
      expect(new Set(raised.map(({ id }) => id)).size).toBe(raised.length);
      if (name === 'everything') await socket.until(({ length }) => length >= logged.length);
      if (name === 'ofParty') await stream.until(logged.length);
      const live = { everything: socket.events.map(({ alert }) => alert), ofParty: stream.alerts, withoutPorts: logged }[name];
      expect(live.map((alert) => `${alert?.id} ${alert?.transition}`)).toEqual(logged.map(({ id, transition }) => `${id} ${transition}`));
    }
    await socket.stop();
    await stream.stop();
    await Promise.all(listening);
  }, 600_000);
});

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

describe.runIf(mongodbUrl && redisUrl)('facts that sources have stated to separate processes', () => {
  test('raise one alert each for each tenant that may see them, and nothing else raises one, while the evaluator is killed', async () => {
    await using folder = await temporaryFolder();
    await using partners = await openPartners({ acme: { carriers, schedules: schedulesOfScenario(0) }, port: {} });
    await partners.writeFiles(folder.path);
    const settings = {
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: await writeAccess(folder.path),
      ALERTS_SCHEDULE_SECONDS: '2',
      SUBGRAPH_SECRETS: 'a secret of gateways and subgraphs',
      AUDIT: 'off',
    };
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', settings });
    const notices = await deployment.serveSubgraph('arrival-notices');
    const portCalls = await deployment.serveSubgraph('port-calls');
    const urls = { 'arrival-notices': notices.url, 'port-calls': portCalls.url };
    const firstArrivals = await deployment.startSubgraph('arrivals', urls);
    // Another replica responds while the evaluator is killed, and evaluates from then on.
    const arrivals = await deployment.startSubgraph('arrivals', urls);
    const gateway = await deployment.serveGateway({ ...urls, arrivals: arrivals.url });
    const landfall: Reached = { url: gateway.url, pushUrls: { acme: notices.url, port: portCalls.url } };
    const seed = Date.now() % 100_000;
    const { start, steps } = createScenario(seed, { rounds: 10, isRebuilt: false, statedHoursAgo: statedHoursAgo(seed) });
    for (const step of start) await performStep(landfall, partners, step);
    await untilMatched(landfall);
    for (const [index, step] of steps.entries()) {
      if (index === Math.floor(steps.length / 2)) await firstArrivals.kill('SIGKILL');
      await performStep(landfall, partners, step);
    }
    const facts = steps.flatMap((step) => step.facts);
    const lastFacts = facts.slice(-documents.length).concat(facts.filter(({ name }) => name.startsWith('DISCHARGE_COMPLETED')));
    for (const [name, { isVisible }] of Object.entries(tenants) as [TenantName, (typeof tenants)[TenantName]][]) {
      const logged = await logUntil(landfall, name, lastFacts.filter(isVisible));
      const raised = logged.filter(({ transition }) => transition === 'RAISED');
      expect(raised.map(factOf).toSorted(), `${name}, scenario ${seed}`).toEqual(facts.filter(isVisible).map(textOf).toSorted());
      expect(new Set(raised.map(({ id }) => id)).size).toBe(raised.length);
    }
  }, 600_000);
});

/** Writes the access file of the tenants, and of an operator who reads metrics. */
async function writeAccess(folder: string): Promise<string> {
  const accessFile = join(folder, 'access.json');
  const written = Object.entries(tenants).map(([name, { rights }]) => [name, { ...keyOf(name).written, ...rights }]);
  const operator = { ...keyOf('operator').written, operator: true };
  await writeFile(accessFile, JSON.stringify({ tenants: { ...Object.fromEntries(written), operator } }));
  return accessFile;
}

/** Pushes or publishes the content of a step. */
async function performStep(landfall: Reached, partners: TestPartners, { partner, pushed, scheduleHours }: ScenarioStep): Promise<void> {
  if (pushed !== undefined) await partners.push(landfall.pushUrls?.[partner] ?? landfall.url, partner, pushed);
  if (scheduleHours === undefined) return;
  partners.producer('acme').publish(schedulesOfScenario(scheduleHours));
  // Schedules are requested at intervals, so states in between are not observed by any process.
  const hour = String((36 + scheduleHours) % 24).padStart(2, '0');
  await untilArrivals(landfall, (arrivals) =>
    arrivals.every(
      ({ transportDocumentReference: reference, bestTime }) =>
        !(scheduledShip.documents as readonly string[]).includes(reference) || bestTime?.localTime?.startsWith(hour) === true,
    ),
  );
}

/** Everything stated before a rebuild is evaluated first, because afterwards it is not a change. */
async function rebuild(landfall: Reached, environment: Record<string, string>): Promise<void> {
  await untilMetrics(landfall, 'landfall_arrival_evaluator_lag');
  expect((await runHere(['arrivals', 'rebuild'], { environment })).code).toBe(0);
  await untilMetrics(landfall, 'landfall_arrival_rebuild_pending');
}

/** Resolves when all values of a metric are 0. */
async function untilMetrics(landfall: Reached, name: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${landfall.url}/metrics`, { headers: keyOf('operator').sent })).text();
    const values = [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'gm'))].map(([, value]) => value);
    if (values.length > 0 && values.every((value) => value === '0')) return;
    await pause();
  }
}

interface MatchedArrival {
  readonly transportDocumentReference: string;
  readonly bestTime: { readonly source: string; readonly localTime: string | null } | null;
}

async function untilMatched(landfall: Reached): Promise<void> {
  await untilArrivals(
    landfall,
    (arrivals) =>
      arrivals.length === documents.length &&
      arrivals.every(({ transportDocumentReference: reference, bestTime }) => reference.startsWith(bestTime?.source ?? '-')),
  );
}

async function untilArrivals(landfall: Reached, condition: (arrivals: readonly MatchedArrival[]) => boolean): Promise<void> {
  for (;;) {
    const query = '{ arrivals { nodes { transportDocumentReference bestTime { source localTime } } } }';
    const { arrivals } = await sendQuery<{ arrivals: { nodes: MatchedArrival[] } }>(landfall, 'everything', query);
    if (condition(arrivals.nodes)) return;
    await pause();
  }
}

/** Reads the log of a tenant until it has these facts. */
async function logUntil(landfall: Reached, tenant: TenantName, facts: readonly StatedFact[]): Promise<readonly LoggedAlert[]> {
  const query = `query ($filter: ArrivalAlertFilter) { arrivalAlertLog(after: "0", first: 500, filter: $filter) { events { alert { ${alertFields} } } } }`;
  for (;;) {
    const { arrivalAlertLog } = await sendQuery<{ arrivalAlertLog: { events: { alert: LoggedAlert }[] } }>(landfall, tenant, query, {
      filter,
    });
    const alerts = arrivalAlertLog.events.map(({ alert }) => alert);
    const found = new Set(alerts.map(factOf));
    if (facts.every((fact) => found.has(textOf(fact)))) return alerts;
    await pause();
  }
}

async function sendQuery<T>(landfall: Reached, tenant: TenantName, query: string, variables: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', ...keyOf(tenant).sent };
  const answer = await fetch(`${landfall.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

function factOf({ kind, after, evidence, arrival }: LoggedAlert): string {
  const [first] = evidence;
  const at = first?.source === 'SCHEDULE' ? after?.text : first?.at;
  return `${arrival.transportDocumentReference} ${first?.source} ${kind} ${at}`;
}

function textOf({ document, source, name }: StatedFact): string {
  return `${document} ${source} ${name}`;
}

/** Creates a subscriber over server-sent events that resumes after its last cursor. */
function createStreamReader(tenant: TenantName) {
  const alerts: { readonly id: string; readonly transition: string }[] = [];
  const query = `subscription ($after: String, $filter: ArrivalAlertFilter) { arrivalAlertRaised(after: $after, filter: $filter) {
    cursor alert { id transition } missed { reason } } }`;
  let after = '0';
  let close: (() => Promise<void>) | undefined;
  return {
    alerts,
    listen: async (url: string): Promise<void> => {
      const stream = await openEventStream(url, query, { after, filter }, keyOf(tenant).sent);
      close = async () => {
        await stream[Symbol.asyncDispose]();
      };
      interface Sent {
        readonly arrivalAlertRaised: { readonly cursor: string; readonly alert: (typeof alerts)[number] };
      }
      // A lost connection ends the listening.
      for (
        let sent = await stream.next<Sent>().catch(() => undefined);
        sent !== undefined;
        sent = await stream.next<Sent>().catch(() => undefined)
      ) {
        if (sent.data === undefined) throw new Error(JSON.stringify(sent.errors));
        after = sent.data.arrivalAlertRaised.cursor;
        alerts.push(sent.data.arrivalAlertRaised.alert);
      }
    },
    stop: async () => close?.(),
    until: async (count: number) => {
      while (alerts.length < count) await pause();
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
