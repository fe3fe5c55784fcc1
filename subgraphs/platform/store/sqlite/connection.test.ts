import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReader, openWriter, type Writer } from './connection.ts';

let folder: string;
let writer: Writer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-connection-'));
  writer = openWriter(join(folder, 'landfall.db'));
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true });
});

describe('the writing connection', () => {
  test.each([
    ['journal_mode', 'wal', 'one flush per commit is enough'],
    ['synchronous', 2, 'FULL: a commit is on the disk before it is confirmed, also when the power fails'],
    ['secure_delete', 1, 'ON: no byte of what is removed stays in the file'],
  ])('has %s = %s (%s)', (name, value, _why) => {
    expect(writer.prepare(`PRAGMA ${name}`).get()?.[name]).toBe(value);
  });
});

describe('a reading connection', () => {
  test('reports strings that are not UTF-8, as in a damaged file, without aborting the process', () => {
    writer.exec(
      "CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO texts VALUES (1, 'ü'), (2, CAST(x'ff00fe41' AS TEXT))",
    );
    const reader = openReader(join(folder, 'landfall.db'));
    try {
      const sql = 'SELECT id, text FROM texts WHERE id = ?';
      expect(reader.get(sql, 1)).toEqual({ id: 1, text: 'ü' });
      const damage = expect.objectContaining({ code: 'SQLITE_CORRUPT' });
      expect(() => reader.get(sql, 2)).toThrow(damage);
      expect(() => reader.all('SELECT text FROM texts ORDER BY id')).toThrow(damage);
      expect(() => writer.prepare(sql).get(2)).toThrow(damage);
    } finally {
      reader.close();
    }
  });
});
