import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import type { Store } from '#platform/store/store.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { sqlite, storesOfTests, type TestStore } from '../../support/stores.ts';
import { type Mode, type OpenLandfallFor, openLandfallFor } from './visibility-landfall.ts';
import { type Pushed, partners, pushTo, withoutHidden } from './visibility-world.ts';

/** The store and the mode of a world. */
export interface Setting {
  readonly name: string;
  readonly testStore: TestStore;
  readonly mode: Mode;
}

/** The setting for tests that do not depend on it. */
export const plainSetting: Setting = { name: 'sqlite, together', testStore: sqlite, mode: 'together' };

/**
 * Returns the available stores, each with the mode in which it is used: one process over a file, several over MongoDB.
 * The store and the mode are independent, so not all combinations are needed.
 */
export function settingsOfTests(): readonly Setting[] {
  const apartOver = storesOfTests().at(-1) ?? sqlite;
  return [plainSetting, { name: `${apartOver.name}, apart`, testStore: apartOver, mode: 'apart' }];
}

/** A Landfall over a separate store, with partners that others may query too. */
export interface OpenWorld extends AsyncDisposable {
  readonly landfall: OpenLandfallFor;
  readonly store: Store;
}

/** Opens a Landfall with these partners and no data. @param tenants callers whose arrivals are evaluated */
export async function openWorld(
  { testStore, mode }: Setting,
  known: readonly string[],
  producers: TestPartners,
  tenants?: readonly Caller[],
): Promise<OpenWorld> {
  const folder = await temporaryFolder();
  const opened = testStore.open();
  await producers.writeFiles(folder.path);
  for (const id of Object.keys(partners)) if (!known.includes(id)) await rm(join(folder.path, `${id}.yaml`), { force: true });
  const backends = await openBackends(readConfig({ DATA_DIR: join(folder.path, 'data'), ...opened.environment }));
  const landfall = await openLandfallFor({ store: backends.store, partnersDir: folder.path, mode, tenants });
  return {
    landfall,
    store: backends.store,
    [Symbol.asyncDispose]: async () => {
      for (const each of [landfall, backends, opened, folder]) await each[Symbol.asyncDispose]();
    },
  };
}

/** Opens a Landfall with all partners, and pushes everything. */
export async function openWhole(setting: Setting, producers: TestPartners): Promise<OpenWorld> {
  const whole = await openWorld(setting, Object.keys(partners), producers);
  await pushTo(whole.landfall, () => true);
  return whole;
}

/** The complete world, and for each tenant a world with only the data that the tenant may see. */
export interface Worlds extends AsyncDisposable {
  readonly whole: OpenWorld;
  ownOf(reader: 'blue' | 'red'): OpenWorld;
}

/** Opens all worlds over one set of partners. */
export async function openWorlds(setting: Setting, tenants: Readonly<Record<'blue' | 'red', Caller>>): Promise<Worlds> {
  const producers = await openPartners(partners);
  const whole = await openWhole(setting, producers);
  const openOwn = async (reader: 'blue' | 'red'): Promise<OpenWorld> => {
    const { entitlement } = tenants[reader];
    const own = await openWorld(setting, entitlement.partners === '*' ? [] : entitlement.partners, producers);
    const hides = !entitlement.charges;
    const isOwn = (pushed: Pushed) => pushed.reader === reader;
    await pushTo(own.landfall, isOwn, hides ? withoutHidden : undefined);
    return own;
  };
  const own = { blue: await openOwn('blue'), red: await openOwn('red') };
  return {
    whole,
    ownOf: (reader) => own[reader],
    [Symbol.asyncDispose]: async () => {
      for (const each of [whole, own.blue, own.red, producers]) await each[Symbol.asyncDispose]();
    },
  };
}

/**
 * Removes from an answer what must differ between two worlds: the time of receipt, which is the only time written with
 * milliseconds in UTC here, and the content of cursors, of which only the presence is compared.
 */
export function comparable(text: string): unknown {
  return JSON.parse(text, (name, value) => {
    if (typeof value !== 'string') return value;
    if (/cursor/i.test(name)) return 'cursor';
    return value.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'now');
  });
}
