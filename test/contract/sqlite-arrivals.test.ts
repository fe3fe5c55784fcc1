import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openReader, openWriter } from '#platform/store/sqlite/connection.ts';
import { inspectFile } from '#platform/store/sqlite/inspect.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { arrivalOf, audience } from './arrival-samples.ts';
import { alertsOf } from './version-store-lines.ts';
import { keyOf } from './version-store-samples.ts';

it('an arrival whose bytes have changed is found by the check of the file, and never read as another one', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'landfall.db');
  {
    await using store = await createSqliteStore({ path });
    await store.arrivals.write([{ row: arrivalOf(), revision: 0 }]);
  }
  expect([...inspectFile(path)]).toEqual([]);
  const writer = openWriter(path);
  writer.exec(`UPDATE arrival_documents SET document = CAST('{"format":2}' AS BLOB)`);
  writer.close();

  expect([...inspectFile(path)]).toEqual(['arrivals, row 1: the bytes of its document do not match their hash.']);
  await using store = await createSqliteStore({ path });
  await expect(store.arrivals.find([arrivalOf().arrivalId])).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
});

it('lines that arrivals of a group share are stored once, are removed with the last of them, and their damage is found', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'landfall.db');
  const row = (number: number, lines?: string, group = 'first') =>
    arrivalOf({ arrivalId: `arrival-${number}`, group, document: [`{"n":${number}}`, ...(lines === undefined ? [] : [lines])].join('\n') });
  const linesIn = () => {
    const reader = openReader(path);
    try {
      return reader.all("SELECT uses, lines FROM arrival_lines WHERE lines <> '' ORDER BY id").map(({ uses, lines }) => [uses, lines]);
    } finally {
      reader.close();
    }
  };
  {
    await using store = await createSqliteStore({ path });
    await store.arrivals.write([1, 2, 3].map((number) => ({ row: row(number, '"shared"'), revision: 0 })));
    await store.arrivals.write([{ row: row(4, '"shared"', 'second'), revision: 0 }]);
    expect(linesIn()).toEqual([
      [3, '"shared"'],
      [1, '"shared"'],
    ]);
    await store.arrivals.write([
      { row: row(2), revision: 1 },
      { row: row(3, '"other"'), revision: 0 },
    ]);
    await store.arrivals.remove(['arrival-1', 'arrival-4']);
    expect(linesIn()).toEqual([[1, '"shared"']]);
  }
  const writer = openWriter(path);
  writer.exec("UPDATE arrival_lines SET lines = '\"damaged\"' WHERE lines <> ''");
  writer.close();
  expect([...inspectFile(path)]).toEqual(['arrivals, row 3: the bytes of its document do not match their hash.']);
});

it('damage of the lines that alerts share is found in each of the alerts, and a wrong number of their uses', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'landfall.db');
  const alerts = alertsOf(2);
  {
    await using store = await createSqliteStore({ path });
    await store.versions('arrival-alerts').append(alerts);
  }
  const change = (sql: string) => {
    const writer = openWriter(path);
    writer.exec(sql);
    writer.close();
  };
  expect([...inspectFile(path)]).toEqual([]);
  change('UPDATE arrival_alerts_lines SET uses = 1');
  expect([...inspectFile(path)]).toEqual(['arrival-alerts: the number of versions that share lines is wrong for 1 of them.']);

  const numbered = (finding: string) => [1, 2].map((number) => `arrival-alerts, number ${number}: ${finding}.`);
  change("UPDATE arrival_alerts_lines SET uses = 2, lines = CAST('{}' AS BLOB)");
  expect([...inspectFile(path)]).toEqual(numbered('column document holds bytes that do not match their hash'));
  await using store = await createSqliteStore({ path });
  await expect(store.versions('arrival-alerts').findVersions(alerts.map(keyOf))).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  change('DELETE FROM arrival_alerts_lines');
  expect([...inspectFile(path)]).toEqual(numbered('column document holds object instead of bytes'));
});

it('a page continues at a position of version 0.2.0, which names the arrival only, in both directions', async () => {
  await using folder = await temporaryFolder();
  await using store = await createSqliteStore({ path: join(folder.path, 'landfall.db') });
  await store.arrivals.write([1, 2, 3].map((number) => ({ row: arrivalOf({ arrivalId: `arrival-${number}` }), revision: 0 })));
  const list = { scope: audience, order: 'ATTENTION', limit: 9 } as const;
  const idsFrom = async (arrival: number, backwards = false) => {
    const from = JSON.stringify(['ATTENTION', 0, Number.MAX_SAFE_INTEGER, arrival]);
    return (await store.arrivals.list({ ...list, from, backwards })).map(({ arrival: { arrivalId } }) => arrivalId);
  };
  expect([await idsFrom(1), await idsFrom(2, true)]).toEqual([['arrival-2', 'arrival-3'], ['arrival-1']]);
  // Of an arrival that is gone, those with equal values are listed again.
  await store.arrivals.remove(['arrival-2']);
  expect([await idsFrom(2), await idsFrom(2, true)]).toEqual([
    ['arrival-1', 'arrival-3'],
    ['arrival-1', 'arrival-3'],
  ]);
});
