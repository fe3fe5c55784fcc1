import { bucketOf, columnsOfEntry, lastCharacter } from '../arrival-lists.ts';
import {
  type AlikeChange,
  type ArrivalRow,
  type ArrivalWrite,
  documentIdOf,
  documentPrefixOf,
  entriesIn,
  linesOf,
  type StoredArrival,
} from '../arrival-store.ts';
import { hashOf } from '../content-hash.ts';
import type { Writer } from './connection.ts';
import { integer, json, text } from './rows.ts';

/**
 * A write of an arrival in the form in which it is passed to the writing thread, with lists as the JSON that is stored.
 */
export interface WrittenArrival extends Omit<ArrivalWrite, 'row'> {
  readonly row: Omit<ArrivalRow, 'terms' | 'sharedTerms' | 'entries'> & {
    readonly terms: string;
    readonly sharedTerms: string;
    readonly entries: string;
  };
}

/** A change of arrivals that share their lines, in the form in which it is passed to the writing thread. */
export interface WrittenChange extends Omit<AlikeChange, 'entries'> {
  readonly entries: string | undefined;
}

/** What arrivals share, as it is stored. */
interface Shared {
  /** Empty if the documents are of one line. */
  readonly lines: string;
  readonly terms: string;
  readonly entries: string;
}

/** Opens the writer of arrivals, marks and positions inside the store's write transaction. */
export function createArrivalWriter(writer: Writer) {
  const sql = {
    insert: writer.prepare('INSERT INTO arrivals (arrival_id, revision) VALUES (?, 0) RETURNING id'),
    update: writer.prepare('UPDATE arrivals SET revision = ?, wake_at = ?, query_at = ?, queried_at = ?, shared = ? WHERE id = ?'),
    find: writer.prepare(
      `SELECT a.id, a.revision + l.revision AS revision, a.shared, d.terms, d.hash, d.has_pending
       FROM arrivals a JOIN arrival_documents d ON d.id = a.id JOIN arrival_lines l ON l.id = a.shared WHERE a.arrival_id = ?`,
    ),
    findShared: writer.prepare(
      'SELECT a.id, a.revision + l.revision AS revision, a.shared FROM arrivals a JOIN arrival_lines l ON l.id = a.shared WHERE a.arrival_id = ?',
    ),
    findDocument: writer.prepare('SELECT 1 FROM arrivals WHERE arrival_id >= ? AND arrival_id < ? LIMIT 1'),
    remove: writer.prepare('DELETE FROM arrivals WHERE id = ?'),
    putDocument: writer.prepare(
      'INSERT OR REPLACE INTO arrival_documents (id, partner, has_pending, terms, document, hash) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    removeDocument: writer.prepare('DELETE FROM arrival_documents WHERE id = ?'),
    addTerms: writer.prepare('INSERT OR IGNORE INTO arrival_terms (term, arrival) SELECT value, ? FROM json_each(?)'),
    removeTerms: writer.prepare('DELETE FROM arrival_terms WHERE arrival = ? AND term IN (SELECT value FROM json_each(?))'),
    findLines: writer.prepare('SELECT lines, terms, entries, first FROM arrival_lines WHERE id = ?'),
    addLines: writer.prepare(
      `INSERT INTO arrival_lines (revision, uses, grouping, hash, lines_hash, lines, terms, entries, first) VALUES (0, 0, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (grouping, hash) DO UPDATE SET uses = uses RETURNING id, revision, uses`,
    ),
    useLines: writer.prepare('UPDATE arrival_lines SET uses = uses + ? WHERE id = ? RETURNING uses, terms'),
    removeLines: writer.prepare('DELETE FROM arrival_lines WHERE id = ?'),
    // Equal lines of the group stay apart until their arrivals are written again.
    replaceLines: writer.prepare(
      `UPDATE arrival_lines AS l SET revision = revision + 1, hash = ?1, lines_hash = ?2, lines = ?3, grouping = CASE WHEN EXISTS (
         SELECT 1 FROM arrival_lines o WHERE o.grouping = l.grouping AND o.hash = ?1 AND o.id <> l.id
       ) THEN l.grouping || ' ' || l.id ELSE l.grouping END WHERE id = ?4`,
    ),
    addLineTerms: writer.prepare('INSERT OR IGNORE INTO line_terms (term, lines) SELECT value, ? FROM json_each(?)'),
    removeLineTerms: writer.prepare('DELETE FROM line_terms WHERE lines = ? AND term IN (SELECT value FROM json_each(?))'),
    addEntry: writer.prepare(
      `INSERT INTO line_entries (lines, first, scope, bucket, attention, best_time, last_change, last_free, best_day, visit, stats)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    removeEntries: writer.prepare('DELETE FROM line_entries WHERE lines = ?'),
    putMark: writer.prepare(
      'INSERT INTO arrival_marks (arrival_id, tenant, target, kind, at, until, set_by) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, until = excluded.until, set_by = excluded.set_by',
    ),
    removeMark: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ? AND tenant = ? AND target = ? AND kind = ?'),
    removeMarks: writer.prepare('DELETE FROM arrival_marks WHERE arrival_id = ?'),
    advance: writer.prepare(
      'INSERT INTO followed_logs (log, position) VALUES (?, ?) ON CONFLICT (log) DO UPDATE SET position = max(position, excluded.position)',
    ),
  };

  /** The rows of the lines of a command by their groups and contents, and how many more arrivals use each of them after it. */
  const rows = new Map<string, { readonly id: number; readonly revision: number }>();
  const uses = new Map<number, number>();
  const use = (id: number, change: 1 | -1): void => void uses.set(id, (uses.get(id) ?? 0) + change);
  /** @param first the number of the first arrival that shares new ones, by which lists order equal entries */
  const rowOf = (group: string, { lines, terms, entries }: Shared, first: number) => {
    const key = [group, terms, entries, lines].join('\n');
    const held = rows.get(key);
    if (held !== undefined) return held;
    const linesHash = hashOf(lines);
    const added = sql.addLines.get(group, keyOf({ terms, entries }, linesHash), linesHash, lines, terms, entries, first) ?? {};
    const row = { id: integer(added, 'id'), revision: integer(added, 'revision') };
    // At the end of a command, no lines are without uses.
    if (integer(added, 'uses') === 0) {
      sql.addLineTerms.run(row.id, terms);
      for (const entry of entriesIn(JSON.parse(entries))) {
        const { attention, bestTime, lastChange, lastFree, bestDay } = columnsOfEntry(entry);
        const { scopes, visit = '', stats = '' } = entry;
        const bucket = bucketOf(entry);
        for (const scope of scopes)
          sql.addEntry.run(row.id, first, scope, bucket, attention, bestTime, lastChange, lastFree, bestDay, visit, stats);
      }
    }
    rows.set(key, row);
    return row;
  };

  /** The rows of lines of a command by those that they replace in arrivals that are changed alike. */
  const changes = new Map<number, ReturnType<typeof rowOf>>();
  const changedRow = (before: number, { group, lines, entries, addedTerms, removedTerms }: Omit<WrittenChange, 'arrivals'>) => {
    const held = changes.get(before);
    if (held !== undefined) return held;
    const stored = sql.findLines.get(before) ?? {};
    const left = new Set([...removedTerms, ...addedTerms]);
    const kept = (json(stored, 'terms') as string[]).filter((term) => !left.has(term));
    const shared = { lines, terms: JSON.stringify([...kept, ...addedTerms]), entries: entries ?? text(stored, 'entries') };
    const row = rowOf(group, shared, integer(stored, 'first'));
    changes.set(before, row);
    return row;
  };

  return {
    /** Writes one arrival. @returns false, having written nothing, when the arrival has changed since it was read */
    write: ({ row, revision, putMarks = [], removeMarks = [] }: WrittenArrival): boolean => {
      const stored = sql.find.get(row.arrivalId);
      if ((stored === undefined ? 0 : integer(stored, 'revision')) !== revision) return false;
      const { arrivalId, partner, hasPending = false, wakeAtMs, queryAtMs, queriedAtMs, document, group = arrivalId } = row;
      const { terms, sharedTerms, entries } = row;
      const { own, lines = '' } = linesOf(document);
      const id = integer(stored ?? sql.insert.get(arrivalId), 'id');
      const shared = rowOf(group, { lines, terms: sharedTerms, entries }, id);
      use(shared.id, 1);
      if (stored !== undefined) use(integer(stored, 'shared'), -1);
      sql.update.run(revision + 1 - shared.revision, wakeAtMs ?? null, queryAtMs ?? null, queriedAtMs ?? null, shared.id, id);
      const ownHash = hashOf(own);
      if (stored?.['hash'] !== ownHash || stored['terms'] !== terms || stored['has_pending'] !== Number(hasPending)) {
        sql.putDocument.run(id, partner, Number(hasPending), terms, Buffer.from(own), ownHash);
      }
      if (stored?.['terms'] !== terms) {
        const kept = new Set(JSON.parse(terms) as string[]);
        const removed = stored === undefined ? [] : (json(stored, 'terms') as string[]).filter((term) => !kept.has(term));
        if (removed.length > 0) sql.removeTerms.run(id, JSON.stringify(removed));
        sql.addTerms.run(id, terms);
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
      change: Omit<WrittenChange, 'arrivals'>,
    ): boolean => {
      const stored = sql.findShared.get(arrivalId);
      if (stored === undefined || integer(stored, 'revision') !== revision) return false;
      const before = integer(stored, 'shared');
      const shared = changedRow(before, change);
      use(shared.id, 1);
      use(before, -1);
      const times = [wakeAtMs ?? null, change.queryAtMs ?? null, change.queriedAtMs ?? null];
      sql.update.run(revision + 1 - shared.revision, ...times, shared.id, integer(stored, 'id'));
      return true;
    },
    remove: (arrivalId: string): void => {
      sql.removeMarks.run(arrivalId);
      const stored = sql.find.get(arrivalId);
      if (stored !== undefined) {
        const id = integer(stored, 'id');
        use(integer(stored, 'shared'), -1);
        sql.removeTerms.run(id, text(stored, 'terms'));
        sql.removeDocument.run(id);
        sql.remove.run(id);
      }
      const prefix = documentPrefixOf(arrivalId);
      if (sql.findDocument.get(prefix, `${prefix}${lastCharacter}`) === undefined) sql.removeMarks.run(documentIdOf(arrivalId));
    },
    /** Replaces the lines that an arrival shares. @returns false if it or the lines have changed since it was read */
    replaceShared: ({ arrivalId, revision }: Pick<StoredArrival, 'arrivalId' | 'revision'>, lines: string): boolean => {
      const stored = sql.findShared.get(arrivalId);
      if (stored === undefined || integer(stored, 'revision') !== revision) return false;
      const id = integer(stored, 'shared');
      const before = sql.findLines.get(id) ?? {};
      if (text(before, 'lines') === '') return false;
      const linesHash = hashOf(lines);
      const key = keyOf({ terms: text(before, 'terms'), entries: text(before, 'entries') }, linesHash);
      sql.replaceLines.run(key, linesHash, lines, id);
      return true;
    },
    /** Performs a command, counts how many arrivals use shared lines after it, and removes those that none uses. */
    countingLines: <T>(perform: () => T): T => {
      // A command that failed has left nothing in the store.
      for (const held of [uses, rows, changes]) held.clear();
      const result = perform();
      for (const [id, change] of uses) {
        const row = change === 0 ? undefined : sql.useLines.get(change, id);
        if (row === undefined || integer(row, 'uses') > 0) continue;
        sql.removeLineTerms.run(id, text(row, 'terms'));
        sql.removeEntries.run(id);
        sql.removeLines.run(id);
      }
      return result;
    },
    advance: (log: string, position: number): void => sql.advance.run(log, position),
  };
}

/** Returns what identifies shared lines in a group. */
function keyOf({ terms, entries }: Pick<Shared, 'terms' | 'entries'>, linesHash: string): string {
  return hashOf([linesHash, terms, entries].join('\n'));
}
