import { createRandom } from '@landfall/sandbox/random.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callerOf, type Entitlement, openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { someStoresOfTests, type TestStore } from '../../support/stores.ts';
import { openLandfallFor } from '../access/visibility-landfall.ts';
import { createClockJudge, createClockScenario, documentsOf, type Source, stepCount } from './clock-facts.ts';
import { party } from './stated-facts.ts';

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const all: Entitlement = { ...openCaller.entitlement, operator: false };
/** The tenants, and what each of them sees. */
const tenants = [
  { caller: callerOf(all, 'everything'), sees: (_: Source) => true, hasDocument: (_: string) => true },
  {
    caller: callerOf({ ...all, partners: ['acme'] }, 'ofCarrier'),
    sees: (source: Source) => source !== 'PORT',
    hasDocument: (_: string) => true,
  },
  {
    caller: callerOf({ ...all, parties: [party] }, 'ofParty'),
    sees: (_: Source) => true,
    hasDocument: (document: string) => document.endsWith('-1'),
  },
];

interface LoggedAlert {
  readonly id: string;
  readonly kind: string;
  readonly severity: string;
  readonly transition: string;
  readonly subject: string | null;
  readonly after: { readonly text: string } | null;
  readonly arrival: { readonly transportDocumentReference: string };
}

/** Returns an alert as the judge writes it. */
function textOf({ kind, severity, subject, after, arrival }: LoggedAlert): string {
  const text: Readonly<Record<string, string | null | undefined>> = {
    ETA_CHANGED: after?.text,
    SOURCES_DISAGREE: subject,
    LAST_FREE_DAY_NEAR: after?.text,
    LAST_FREE_DAY_PASSED: after?.text,
    OVERDUE: severity,
  };
  return `${arrival.transportDocumentReference} ${kind} ${text[kind] ?? ''}`.trim();
}

/** Runs a scenario for all tenants, with interruptions of the evaluation, and compares the raised alerts with the judge. */
async function runScenario(testStore: TestStore, seed: number): Promise<void> {
  const random = createRandom(`interruptions ${seed}`);
  const startMs = new Date().setUTCHours(1, 0, 0, 0);
  const scenario = createClockScenario({ seed, startMs });
  // Only the date: timers and the elapsed time stay those of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  await using folder = await temporaryFolder();
  await using opened = testStore.open();
  await using backends = await openBackends(readConfig({ DATA_DIR: folder.path, ...opened.environment }));
  await using partners = await openPartners({ acme: { carriers, schedules: scenario.schedulesAt(0) }, port: {} });
  await partners.writeFiles(folder.path);
  const callers = tenants.map(({ caller }) => caller);
  const open = () =>
    openLandfallFor({ store: backends.store, partnersDir: folder.path, tenants: callers, scheduleSeconds: (12 * 3_600) / 2 });
  let landfall = await open();
  await using _ = { [Symbol.asyncDispose]: () => landfall[Symbol.asyncDispose]() };
  const logs = callers.map((caller) => ({ caller, after: '0', raised: [] as LoggedAlert[] }));
  const readLog = async (log: (typeof logs)[number]): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      const { data, errors } = await landfall.query<LogPage>(log.caller, logQuery, { after: log.after });
      expect(errors).toEqual([]);
      const { arrivalAlertLog: page } = data;
      log.raised.push(...page.events.map(({ alert }) => alert).filter(({ transition }) => transition === 'RAISED'));
      [log.after, hasMore] = [page.cursor, page.hasMore];
    }
  };
  for (let step = 0; step < stepCount; step += 1) {
    vi.setSystemTime(scenario.atMs(step));
    partners.producer('acme').publish(scenario.schedulesAt(step));
    await landfall.evaluated();
    const pushes = scenario.pushesAt(step);
    // Of one step, in any order but for the versions of one object.
    const isReordered = step > 0 && random.chance(0.5);
    const ordered = isReordered ? pushes.toSorted((left, right) => right.path.localeCompare(left.path)) : pushes;
    for (const { partner, path, objects } of ordered) await landfall.push(partner, path, ...objects);
    if (random.chance(0.15)) {
      await landfall[Symbol.asyncDispose]();
      landfall = await open();
    }
    await landfall.evaluated();
    // Before the entries are older than the log is kept.
    for (const log of logs) await readLog(log);
  }
  for (const [index, { caller, sees, hasDocument }] of tenants.entries()) {
    const judges = scenario.ships.flatMap((ship) =>
      documentsOf(ship)
        .filter(hasDocument)
        .map((document) => createClockJudge(scenario, ship, { document, sources: ship.sources.filter(sees) })),
    );
    for (const { judgeStep } of judges) for (let step = 0; step < stepCount; step += 1) judgeStep(step);
    const raised = logs[index]?.raised ?? [];
    const expected = judges.flatMap((judge) => judge.raised);
    expect(raised.map(textOf).toSorted(), `${caller.tenant}, scenario ${seed}`).toEqual(expected.toSorted());
    expect(new Set(raised.map(({ id }) => id)).size).toBe(raised.length);
  }
}

interface LogPage {
  readonly arrivalAlertLog: { readonly cursor: string; readonly hasMore: boolean; readonly events: { readonly alert: LoggedAlert }[] };
}
const logQuery = `query ($after: String!) { arrivalAlertLog(after: $after, first: 500) { cursor hasMore events { missed { reason } alert {
  id kind severity transition subject after { text } arrival { transportDocumentReference } } } } }`;

afterEach(() => void vi.useRealTimers());

describe.for(someStoresOfTests())('four weeks of ships that are late by days, over $name', (testStore) => {
  test('raise exactly the alerts that follow from what the sources of a tenant state and from the clock, whichever source states a delay first, while the evaluation is interrupted', async () => {
    await runScenario(testStore, Date.now() % 100_000);
  }, 300_000);
});
