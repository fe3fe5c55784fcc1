import { missingTermsOf } from '../backfill.ts';
import type { Backfill, LogName } from '../version-store.ts';
import type { Reader } from './connection.ts';
import { integer, storedVersionOf, versionColumns } from './rows.ts';
import { tablePrefix } from './schema.ts';
import type { WriteThread } from './thread.ts';

/** Versions of one step; their documents are in memory together. */
const stretch = 100;

/** Adds the terms of a rule to a log, a stretch and its progress in one transaction. */
export async function addTerms(log: LogName, rule: Backfill, parts: { thread: WriteThread; reader: Reader }): Promise<void> {
  const { thread, reader } = parts;
  const held = reader.get('SELECT through, is_done FROM term_rules WHERE log = ? AND name = ?', log, rule.name);
  let through = held === undefined ? 0 : integer(held, 'through');
  let isDone = held !== undefined && integer(held, 'is_done') === 1;
  const sql = `SELECT ${versionColumns} FROM ${tablePrefix(log)}_versions v WHERE v.sequence > ? ORDER BY v.sequence LIMIT ${stretch}`;
  while (!isDone) {
    const versions = reader.all(sql, through).map(storedVersionOf);
    const additions = versions.flatMap((version) => {
      const terms = missingTermsOf(rule, version);
      return terms.length === 0 ? [] : [{ sequence: version.sequence, contentHash: version.contentHash, terms }];
    });
    through = versions.at(-1)?.sequence ?? through;
    isDone = versions.length < stretch;
    await thread.write('addTerms', { log, rule: rule.name, through, isDone, additions });
  }
}
