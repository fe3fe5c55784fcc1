import { expect, it } from 'vitest';
import type { Store } from '#platform/store/store.ts';
import { systemClock } from '#platform/time/clock.ts';
import { defaultThresholds } from '../../subgraphs/arrivals/alerts.ts';
import type { ArrivalState } from '../../subgraphs/arrivals/arrival-state.ts';
import { createSchedulePlan } from '../../subgraphs/arrivals/evaluator/plan.ts';
import { createRefreshViews } from '../../subgraphs/arrivals/evaluator/refresh-views.ts';
import type { AudienceTenant } from '../../subgraphs/arrivals/store/state-rows.ts';
import { arrivalsOf } from './arrival-samples.ts';
import type { OpenStore } from './version-store-samples.ts';

/** Three pages. */
const count = 120;
const { signal } = new AbortController();

/** Tests that all arrivals are read again only for other tenants. */
export function describeRefreshedViews(openStore: OpenStore): void {
  it('are not read again at a start with the same tenants', async () => {
    await using opened = await openFilled(openStore);
    expect(await startProcess(opened.store, [blue]).finish()).toBe(count);
    const store = await opened.reopen();
    expect(await startProcess(store, [blue]).finish()).toBe(0);
    expect(await startProcess(store, [blue, green]).finish()).toBe(count);
    expect(await startProcess(store, [{ ...blue, thresholds: { ...defaultThresholds, noNewsHours: 5 } }]).finish()).toBe(count);
  });

  it('are all read again if a process was killed before its pass was finished', async () => {
    await using opened = await openFilled(openStore);
    const killed = startProcess(opened.store, [blue]);
    expect(await killed.page()).toBe(true);
    const store = await opened.reopen();
    expect(await startProcess(store, [blue]).finish()).toBe(count);
    expect(await startProcess(store, [blue]).finish()).toBe(0);
  });

  it('are read again for tenants that return after others, even if no page was read for the others', async () => {
    await using opened = await openFilled(openStore);
    await startProcess(opened.store, [blue]).finish();
    const killed = startProcess(opened.store, [green]);
    await killed.refresh.record();
    const store = await opened.reopen();
    expect(await startProcess(store, [blue]).finish()).toBe(count);
  });

  it('are read again by a process that another one with other tenants has overtaken', async () => {
    await using opened = await openFilled(openStore);
    const [first, second] = [startProcess(opened.store, [blue]), startProcess(opened.store, [green])];
    expect(await first.page()).toBe(true);
    expect(await second.finish()).toBe(count);
    await first.finish();
    expect(await startProcess(opened.store, [green]).finish()).toBe(0);
    expect(await startProcess(opened.store, [blue]).finish()).toBe(count);
  });

  it('are all read again when the tenants change during a pass', async () => {
    await using opened = await openFilled(openStore);
    const process = startProcess(opened.store, [blue]);
    expect(await process.page()).toBe(true);
    process.changeTenants([green]);
    expect(await process.finish()).toBe(count);
    process.changeTenants([green]);
    expect(await process.finish()).toBe(0);
    expect(await startProcess(opened.store, [green]).finish()).toBe(0);
  });
}

const blue: AudienceTenant = { name: 'blue', view: 'all', thresholds: defaultThresholds, charges: true };
const green: AudienceTenant = { ...blue, name: 'green', charges: false };

async function openFilled(openStore: OpenStore) {
  const opened = await openStore();
  await opened.store.arrivals.write(arrivalsOf(count, () => ({})));
  return opened;
}

/** The state of each arrival, which is in no view, so that its entries never fit the tenants. */
const state = { notice: { partner: 'acme', transportDocumentReference: 'A' }, partyTerms: [], views: {} } as unknown as ArrivalState;

function startProcess(store: Store, first: readonly AudienceTenant[]) {
  let [tenants, evaluated] = [first, 0];
  const refresh = createRefreshViews(
    {
      store,
      executeQuery: () => Promise.reject(new Error('not expected')),
      evaluate: async (requests) => {
        evaluated += requests.length;
        return true;
      },
      rows: { stateOf: () => state },
      views: () => [],
      plan: createSchedulePlan(),
      clock: systemClock,
    },
    () => tenants,
  );
  const page = async (): Promise<boolean> => {
    await refresh.record();
    return refresh.evaluatePage(signal);
  };
  return {
    refresh,
    page,
    /** @returns number of arrivals that were evaluated from now on */
    finish: async (): Promise<number> => {
      const before = evaluated;
      while (await page());
      return evaluated - before;
    },
    changeTenants: (changed: readonly AudienceTenant[]) => {
      tenants = changed;
      refresh.request();
    },
  };
}
