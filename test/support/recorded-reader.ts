import type { Reader, SqlValue } from '#platform/store/sqlite/connection.ts';

/** A reader of a SQLite file whose single-row statements are recorded. */
export interface RecordedReader {
  readonly recording: Reader;
  readonly statements: readonly { readonly sql: string; readonly values: readonly SqlValue[] }[];
  /** Returns the steps of SQLite's plan for each recorded statement. */
  plans(): string[][];
}

export function recordStatements(reader: Reader): RecordedReader {
  const statements: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
  return {
    recording: {
      ...reader,
      get: (sql, ...values) => {
        statements.push({ sql, values });
        return reader.get(sql, ...values);
      },
    },
    statements,
    plans: () =>
      statements.map(({ sql, values }) => reader.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail))),
  };
}
