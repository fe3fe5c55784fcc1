import { bucketOf, columnsOfEntry, lastCharacter } from '../arrival-lists.ts';
import {
  type AlikeChange,
  type ArrivalEntry,
  type ArrivalRow,
  type ArrivalWrite,
  documentIdOf,
  documentPrefixOf,
  linesOf,
  type StoredArrival,
} from '../arrival-store.ts';
import { hashOf } from '../content-hash.ts';
import type { SqlRow, Writer } from './connection.ts';
import { integer, json, text } from './rows.ts';

/**
 * A write of an arrival in the form in which it is passed to the writing thread, with lists as the JSON that is stored.
 */
export interface WrittenArrival extends Omit<ArrivalWrite, 'row'> {
  readonly row: Omit<ArrivalRow, 'terms' | 'entries'> & { readonly terms: string; readonly entries: string };
}

/** A change of arrivals that share their lines, in the form in which it is passed to the writing thread. */
export interface WrittenChange extends Omit<AlikeChange, 'entries'> {
  readonly entries: string | undefined;
}

/** Opens the writer of arrivals, marks and positions inside the store's write transaction. */
export function createArrivalWriter(writer: Writer) {
  const sql = {
    insert: writer.prepare(
      `INSERT INTO arrivals (arrival_id, revision, partner, has_pending, wake_at, query_at, queried_at, entries, hash, shared, terms, document)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'') RETURNING id`,
    ),
    update: writer.prepare(
      `UPDATE arrivals SET revision = ?, partner = ?, has_pending = ?, wake_at = ?, query_at = ?, queried_at = ?, entries = ?, hash = ?,
       shared = ?, terms = ?, document = x'' WHERE id = ?`,
    ),
    change: writer.prepare(
      'UPDATE arrivals SET revision = ?, wake_at = ?, query_at = ?, queried_at = ?, entries = ?, shared = ?, terms = ? WHERE id = ?',
    ),
    removeTerms: writer.prepare('DELETE FROM arrival_terms WHERE arrival = ? AND term IN (SELECT value FROM json_each(?))'),
    putDocument: writer.prepare("INSERT OR REPLACE INTO arrival_documents (id, terms, document, hash) VALUES (?, '', ?, ?)"),
    find: writer.prepare(
      `SELECT a.id, a.revision + coalesce(l.revision, 0) AS revision, a.entries, a.shared, d.hash,
         CASE a.terms WHEN '' THEN d.terms ELSE a.terms END AS terms
       FROM arrivals a LEFT JOIN arrival_documents d ON d.id = a.id LEFT JOIN arrival_lines l ON l.id = a.shared WHERE a.arrival_id = ?`,
    ),
    addLines: writer.prepare(
      `INSERT INTO arrival_lines (revision, uses, grouping, hash, lines) VALUES (0, 0, ?, ?, ?)
       ON CONFLICT (grouping, hash) DO UPDATE SET uses = uses RETURNING id, revision`,
    ),
    useLines: writer.prepare('UPDATE arrival_lines SET uses = uses + ? WHERE id = ?'),
    removeLines: writer.prepare('DELETE FROM arrival_lines WHERE id = ? AND uses = 0'),
    // Equal lines of the group stay apart until their arrivals are written again.
    replaceLines: writer.prepare(
      `UPDATE arrival_lines AS l SET revision = revision + 1, hash = ?1, lines = ?2, grouping = CASE WHEN EXISTS (
         SELECT 1 FROM arrival_lines o WHERE o.grouping = l.grouping AND o.hash = ?1 AND o.id <> l.id
       ) THEN l.grouping || ' ' || l.id ELSE l.grouping END WHERE id = ?3`,
    ),
    findDocument: writer.prepare('SELECT 1 FROM arrivals WHERE arrival_id >= ? AND arrival_id < ? LIMIT 1'),
    remove: writer.prepare('DELETE FROM arrivals WHERE id = ?'),
    removeDocument: writer.prepare('DELETE FROM arrival_documents WHERE id = ?'),
    addTerms: writer.prepare('INSERT OR IGNORE INTO arrival_terms (term, arrival) SELECT value, ? FROM json_each(?)'),
    putEntry: writer.prepare(
      'INSERT INTO arrival_entries (arrival, scope, bucket, attention, best_time, last_change, last_free, best_day, visit, stats) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (arrival, scope) DO UPDATE SET bucket = excluded.bucket, attention = excluded.attention, best_time = excluded.best_time, last_change = excluded.last_change, last_free = excluded.last_free, best_day = excluded.best_day, visit = excluded.visit, stats = excluded.stats',
    ),
    changeEntry: writer.prepare('UPDATE arrival_entries SET last_change = ? WHERE arrival = ? AND scope = ?'),
    removeEntries: writer.prepare('DELETE FROM arrival_entries WHERE arrival = ? AND scope NOT IN (SELECT value FROM json_each(?))'),
    putMark: writer.prepare(
      'INSERT INTO arrival_marks (arrival_id, tenant, target, kind, at, until, set_by) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, until = excluded.until, set_by = excluded.set_by',
    ),
    removeMark: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ? AND tenant = ? AND target = ? AND kind = ?'),
    removeMarks: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ?'),
    advance: writer.prepare(
      'INSERT INTO followed_logs (log, position) VALUES (?, ?) ON CONFLICT (log) DO UPDATE SET position = max(position, excluded.position)',
    ),
  };

  const writeEntries = (id: number, entries: readonly ArrivalEntry[], before: readonly ArrivalEntry[]): void => {
    const stored = new Map(before.map((entry) => [entry.scope, entry]));
    for (const entry of entries) {
      const { attention, bestTime, lastChange, lastFree, bestDay } = columnsOfEntry(entry);
      const { visit = '', stats = '' } = entry;
      const known = stored.get(entry.scope);
      // Most changes move an entry only in the order by time of change. SQLite updates the index of every column that a
      // statement sets, even if the value is the same.
      if (known !== undefined && JSON.stringify({ ...known, changedAtMs: entry.changedAtMs }) === JSON.stringify(entry)) {
        if (known.changedAtMs !== entry.changedAtMs) sql.changeEntry.run(lastChange, id, entry.scope);
      } else sql.putEntry.run(id, entry.scope, bucketOf(entry), attention, bestTime, lastChange, lastFree, bestDay, visit, stats);
    }
    const scopes = entries.map(({ scope }) => scope);
    if (before.some(({ scope }) => !scopes.includes(scope))) sql.removeEntries.run(id, JSON.stringify(scopes));
  };

  /** The rows of the lines of a command by their groups, and how many more arrivals use each of them after it. */
  const rows = new Map<string, { readonly id: number; readonly revision: number }>();
  const uses = new Map<number, number>();
  const use = (id: number, change: 1 | -1): void => void uses.set(id, (uses.get(id) ?? 0) + change);
  const rowOfLines = (group: string, lines: string) => {
    const key = `${group}\n${lines}`;
    const held = rows.get(key);
    if (held !== undefined) return held;
    const added = sql.addLines.get(group, hashOf(lines), lines) ?? {};
    const row = { id: integer(added, 'id'), revision: integer(added, 'revision') };
    rows.set(key, row);
    return row;
  };

  const stopSharing = (stored: SqlRow): void => {
    if (stored['shared'] !== null) use(integer(stored, 'shared'), -1);
  };

  return {
    /** Writes one arrival. @returns false, having written nothing, when the arrival has changed since it was read */
    write: ({ row, revision, putMarks = [], removeMarks = [] }: WrittenArrival): boolean => {
      const stored = sql.find.get(row.arrivalId);
      if ((stored === undefined ? 0 : integer(stored, 'revision')) !== revision) return false;
      const { arrivalId, partner, hasPending = false, wakeAtMs, queryAtMs, queriedAtMs, terms, entries, document, group = arrivalId } = row;
      const { own, lines } = linesOf(document);
      const shared = lines === undefined ? undefined : rowOfLines(group, lines);
      if (shared !== undefined) use(shared.id, 1);
      if (stored !== undefined) stopSharing(stored);
      const times = [wakeAtMs ?? null, queryAtMs ?? null, queriedAtMs ?? null];
      const columns = [
        partner,
        Number(hasPending),
        ...times,
        entries,
        shared === undefined ? hashOf(document) : '',
        shared?.id ?? null,
        terms,
      ];
      const ownRevision = revision + 1 - (shared?.revision ?? 0);
      const id = integer(stored ?? sql.insert.get(arrivalId, ownRevision, ...columns), 'id');
      if (stored !== undefined) sql.update.run(ownRevision, ...columns, id);
      const ownHash = hashOf(own);
      if (stored?.['hash'] !== ownHash) sql.putDocument.run(id, Buffer.from(own), ownHash);
      if (stored?.['terms'] !== terms) {
        const kept = new Set(JSON.parse(terms) as string[]);
        const removed = stored === undefined ? [] : (json(stored, 'terms') as string[]).filter((term) => !kept.has(term));
        if (removed.length > 0) sql.removeTerms.run(id, JSON.stringify(removed));
        sql.addTerms.run(id, terms);
      }
      if (stored?.['entries'] !== entries) {
        writeEntries(id, JSON.parse(entries), stored === undefined ? [] : (json(stored, 'entries') as ArrivalEntry[]));
      }
      for (const { arrivalId, tenant, target, kind } of removeMarks) sql.removeMark.run(arrivalId, tenant, target, kind);
      for (const { arrivalId, tenant, target, kind, at, until, by } of putMarks) {
        sql.putMark.run(arrivalId, tenant, target, kind, at, until ?? null, by ?? null);
      }
      return true;
    },
    /** Changes one of the arrivals of a change. @returns false if it has changed since it was read */
    changeAlike: (
      { arrivalId, revision, wakeAtMs }: Omit<WrittenChange['arrivals'][number], 'alerts'>,
      { group, lines, queryAtMs, queriedAtMs, addedTerms, removedTerms, entries }: Omit<WrittenChange, 'arrivals'>,
    ): boolean => {
      const stored = sql.find.get(arrivalId);
      if (stored === undefined || integer(stored, 'revision') !== revision) return false;
      const shared = rowOfLines(group, lines);
      use(shared.id, 1);
      stopSharing(stored);
      const id = integer(stored, 'id');
      const [entriesBefore, termsBefore] = [text(stored, 'entries'), json(stored, 'terms') as string[]];
      const terms = [...termsBefore.filter((term) => !removedTerms.includes(term) && !addedTerms.includes(term)), ...addedTerms];
      const times = [wakeAtMs ?? null, queryAtMs ?? null, queriedAtMs ?? null];
      sql.change.run(revision + 1 - shared.revision, ...times, entries ?? entriesBefore, shared.id, JSON.stringify(terms), id);
      if (removedTerms.length > 0) sql.removeTerms.run(id, JSON.stringify(removedTerms));
      if (addedTerms.length > 0) sql.addTerms.run(id, JSON.stringify(addedTerms));
      if (entries !== undefined && entries !== entriesBefore) writeEntries(id, JSON.parse(entries), JSON.parse(entriesBefore));
      return true;
    },
    remove: (arrivalId: string): void => {
      sql.removeMarks.run(arrivalId);
      const stored = sql.find.get(arrivalId);
      if (stored !== undefined) {
        const id = integer(stored, 'id');
        stopSharing(stored);
        sql.removeTerms.run(id, text(stored, 'terms'));
        sql.removeEntries.run(id, '[]');
        sql.removeDocument.run(id);
        sql.remove.run(id);
      }
      const prefix = documentPrefixOf(arrivalId);
      if (sql.findDocument.get(prefix, `${prefix}${lastCharacter}`) === undefined) sql.removeMarks.run(documentIdOf(arrivalId));
    },
    /** Replaces the lines that an arrival shares. @returns false if it or the lines have changed since it was read */
    replaceShared: ({ arrivalId, revision }: Pick<StoredArrival, 'arrivalId' | 'revision'>, lines: string): boolean => {
      const stored = sql.find.get(arrivalId);
      if (stored === undefined || integer(stored, 'revision') !== revision || stored['shared'] === null) return false;
      sql.replaceLines.run(hashOf(lines), lines, integer(stored, 'shared'));
      return true;
    },
    /** Performs a command, counts how many arrivals use shared lines after it, and removes those that none uses. */
    countingLines: <T>(perform: () => T): T => {
      // A command that failed has left nothing in the store.
      uses.clear();
      rows.clear();
      const result = perform();
      for (const [id, change] of uses) {
        if (change === 0) continue;
        sql.useLines.run(change, id);
        if (change < 0) sql.removeLines.run(id);
      }
      return result;
    },
    advance: (log: string, position: number): void => sql.advance.run(log, position),
  };
}
