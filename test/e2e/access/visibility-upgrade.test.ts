import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openBackends } from '#platform/process/backends.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { parseNotice } from '../../../subgraphs/arrival-notices/receiver/parse-object.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { storesOfTests } from '../../support/stores.ts';
import { openLandfallFor } from './visibility-landfall.ts';
import { blue, partners, pushes } from './visibility-world.ts';

describe.for(storesOfTests())('an upgraded installation over $name', (store) => {
  test('shows parties their notices, and nobody those of others', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using producers = await openPartners(partners);
    await producers.writeFiles(folder.path);
    const config = readConfig({ DATA_DIR: join(folder.path, 'data'), ...opened.environment });
    {
      await using before = await openBackends(config);
      await before.store.versions('arrival-notice-versions').append(await versionsOfEarlierProgram(folder.path));
    }
    if (store.name === 'embedded') takeBackToFirstLayout(join(config.DATA_DIR, 'landfall.db'));

    await using after = await openBackends(config);
    await using landfall = await openLandfallFor({ store: after.store, partnersDir: folder.path });

    const query = '{ arrivalNotices(orderBy: OLDEST_FIRST) { nodes { transportDocumentReference versions { nodes { versionLabel } } } } }';
    const versions = (...labels: readonly (string | null)[]) => ({ nodes: labels.map((versionLabel) => ({ versionLabel })) });
    expect((await landfall.ask(blue, query)).data).toEqual({
      arrivalNotices: {
        nodes: [
          { transportDocumentReference: 'BLUETD-1', versions: versions(null) },
          { transportDocumentReference: 'BLUETD-5', versions: versions('third', 'first') },
        ],
      },
    });
  });
});

/** Before there were tenants, parties were no terms. */
async function versionsOfEarlierProgram(partnersDir: string): Promise<NewVersion[]> {
  await using registry = await openPartnerRegistry({ dir: partnersDir, logger: createLogger('silent'), env: {} });
  return pushes.flatMap(({ partner: id, path, object }, index): NewVersion[] => {
    const partner = registry.find(id);
    if (partner === undefined || path !== '/arrival-notices') return [];
    const receivedAt = new Date(Date.UTC(2026, 11, 22) + index).toISOString();
    const prepared = parseNotice(
      { partner, receivedAt, receivedBy: 'PUSH' },
      { path: '$', bytes: Buffer.from(JSON.stringify(object)), value: object },
    );
    if (prepared.kind !== 'version') throw new Error(prepared.reason);
    const { version } = prepared;
    const terms = version.index.terms.filter((term) => !term.startsWith('party:'));
    return [{ ...version, index: { ...version.index, terms } }];
  });
}

function takeBackToFirstLayout(path: string): void {
  const database = new Libsql(path);
  database.exec(
    'DROP TABLE lanes; DROP TABLE delivery_letters; DROP TABLE term_rules; DROP TABLE removals; DROP TABLE removed; ALTER TABLE floors DROP COLUMN removals',
  );
  database.exec('PRAGMA user_version = 1');
  database.close();
}
