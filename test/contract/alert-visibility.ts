import { expect, it } from 'vitest';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { partyTermOf } from '#platform/access/visibility.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import { createLogQueries, type LogQueries } from '#platform/log/log-queries.ts';
import { alertEntityIdOf, arrivalTermOf } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { at, type OpenStore, sequenceAll, versionOf } from './version-store-samples.ts';

const [blue, red] = ['blue', 'red'].map((partyCode) => ({ codeListProvider: 'SMDG', partyCode }));
const rights = { partners: '*', charges: true, portCalls: true, operator: false } as const;
const [ofBlue, ofRed] = [blue, red].map((party) => callerOf({ ...rights, parties: party === undefined ? [] : [party] }));
const everyone = openCaller;

/** Tests which callers see the alerts of a notice. */
export function describeAlertVisibility(openStore: OpenStore): void {
  it('shows the alerts of a notice only while its current version names a party of the caller', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await appendAll(store, 'arrival-notice-versions', [
      noticeOf('moved', [blue], 0),
      noticeOf('kept', [blue], 1),
      noticeOf('moved', [red], 2),
    ]);
    // Alerts of the first version of each notice: many of the hidden one before and between those of the other.
    const alerts = Array.from({ length: 130 }, (_, index) => alertOf(index % 13 === 5 ? 'kept' : 'moved', [blue], index));
    await appendAll(store, 'arrival-alerts', alerts);

    const names = ['kept:5', 'kept:18', 'kept:31', 'kept:44', 'kept:57', 'kept:70', 'kept:83', 'kept:96', 'kept:109', 'kept:122'];
    expect(await listed(queriesOf(store, ofBlue))).toEqual(names);
    expect(await listed(queriesOf(store, ofBlue), true)).toEqual(names);
    expect(await logged(queriesOf(store, ofBlue))).toEqual(names);
    expect(await counted(queriesOf(store, ofBlue))).toBe(10);
    expect(await listed(queriesOf(store, ofRed))).toEqual([]);
    expect(await logged(queriesOf(store, ofRed))).toEqual([]);
    expect(await counted(queriesOf(store, ofRed))).toBe(0);
    expect(await counted(queriesOf(store, everyone))).toBe(130);

    const [hidden, shown] = [alertEntityIdOf('moved', 'moved:0'), alertEntityIdOf('kept', 'kept:5')];
    const found = async (queries: LogQueries, entityId: string) =>
      [await queries.currentRow(entityId), await queries.version({ entityId, sortKey: '0' })].map((each) => each !== undefined);
    expect(await found(queriesOf(store, ofBlue), hidden)).toEqual([false, false]);
    expect(await found(queriesOf(store, ofBlue), shown)).toEqual([true, true]);
    expect(await found(queriesOf(store, everyone), hidden)).toEqual([true, true]);
  });

  it('shows no alert of a notice that has been removed', async () => {
    await using opened = await openStore();
    await appendAll(opened.store, 'arrival-alerts', [alertOf('gone', [blue], 0)]);
    expect(await listed(queriesOf(opened.store, ofBlue))).toEqual([]);
    expect(await logged(queriesOf(opened.store, ofBlue))).toEqual([]);
  });
}

type Party = typeof blue;

function noticeOf(entityId: string, parties: readonly Party[], order: number): NewVersion {
  return versionOf({ entityId, sortKey: String(order), receivedAt: at(order), index: { terms: termsOf(parties) } });
}

function alertOf(arrivalId: string, parties: readonly Party[], order: number): NewVersion {
  const entityId = alertEntityIdOf(arrivalId, `${arrivalId}:${order}`);
  const terms = [...termsOf(parties), arrivalTermOf(arrivalId)];
  return versionOf({ entityId, sortKey: '0', receivedAt: at(order), receivedBy: 'DERIVED', index: { terms } });
}

function termsOf(parties: readonly Party[]): string[] {
  return ['partner:acme', ...parties.flatMap((party) => (party === undefined ? [] : [partyTermOf(party)]))];
}

async function appendAll(store: Store, log: 'arrival-notice-versions' | 'arrival-alerts', versions: readonly NewVersion[]): Promise<void> {
  for (const version of versions) await store.versions(log).append([version]);
  await sequenceAll(store.versions(log));
}

function queriesOf(store: Store, caller: typeof ofBlue): LogQueries {
  return createLogQueries('arrival-alerts', { store, signer: createCursorSigner(Buffer.alloc(32)), caller: caller ?? everyone });
}

function nameOf({ entityId }: { readonly entityId: string }): string {
  return JSON.parse(entityId)[1];
}

/** Reads the list in small pages, from the start or from the end. */
async function listed(queries: LogQueries, backwards = false): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = backwards ? { last: 3, before: cursor } : { first: 3, after: cursor };
    const found = await queries.list('OLDEST_FIRST', { filter: {}, scope: 'all', page });
    const own = found.rows.map(({ current }) => nameOf(current));
    if (backwards) names.unshift(...own);
    else names.push(...own);
    if (!(backwards ? found.hasPreviousPage : found.hasNextPage)) return names;
    expect(own).toHaveLength(3);
    const next = backwards ? found.rows[0] : found.rows.at(-1);
    cursor = next && found.cursorOf(next);
  }
}

async function logged(queries: LogQueries): Promise<string[]> {
  const names: string[] = [];
  for (let after = '0'; ; ) {
    const page = await queries.readLog({ filter: {}, after, first: 3 });
    names.push(...page.events.flatMap(({ version }) => (version === undefined ? [] : [nameOf(version)])));
    if (!page.hasMore) return names;
    after = page.cursor;
  }
}

async function counted(queries: LogQueries): Promise<number> {
  const page = await queries.list('OLDEST_FIRST', { filter: {}, scope: 'all', page: { first: 1 } });
  return (await page.totalCount()).value;
}
