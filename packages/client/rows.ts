/** How rows are identified, ordered and filtered. */
export interface RowRules<Row> {
  /** Identity of a row. */
  readonly key: (row: Row) => string;
  /** Compares two versions of a row; negative if `left` is older than `right`. */
  readonly compare: (left: Row, right: Row) => number;
  /**
   * Returns whether a row is shown. Needed for lists whose rows may stop matching: subscribe to more than the list
   * shows, because a subscription with the list's own filter does not receive rows that no longer match.
   *
   * @default every row
   */
  readonly filter?: ((row: Row) => boolean) | undefined;
}

/** The current state of a list. */
export interface LiveList<Row> {
  /** In order of arrival. */
  readonly rows: readonly Row[];
  /** Keys of the rows that were added, changed or removed since the last state. */
  readonly changed: ReadonlySet<string>;
  /** Whether all pages have been read. Until then, and while they are read again, rows may be missing or outdated. */
  readonly complete: boolean;
}

/** The rows of a list, each in the newest received version. */
export type Rows<Row> = ReturnType<typeof createRows<Row>>;

export function createRows<Row>({ key, compare, filter = () => true }: RowRules<Row>) {
  // Rows that are not shown are kept too, because an older version that would be shown must not replace them.
  const rowsByKey = new Map<string, Row>();
  const seen = new Set<string>();
  let changed = new Set<string>();
  let complete = false;
  let hasChanged = false;

  function put(row: Row, replaces: (order: number) => boolean): void {
    const id = key(row);
    const present = rowsByKey.get(id);
    seen.add(id);
    if (present !== undefined && !replaces(compare(row, present))) return;
    rowsByKey.set(id, row);
    changed.add(id);
    hasChanged = true;
  }

  return {
    /** Applies the row of an event. */
    apply: (row: Row): void => put(row, (order) => order > 0),
    /** Starts reading all pages. Rows that are neither in them nor in events from now on are removed at the end. */
    beginReading(): void {
      seen.clear();
      hasChanged ||= complete;
      complete = false;
    },
    addPage(rows: readonly Row[]): void {
      // A page may contain newer related data for the same version.
      for (const row of rows) put(row, (order) => order >= 0);
    },
    endReading(): void {
      for (const id of rowsByKey.keys()) {
        if (seen.has(id)) continue;
        rowsByKey.delete(id);
        changed.add(id);
      }
      complete = true;
      hasChanged = true;
    },
    /** Removes all rows. */
    clear(): void {
      for (const id of rowsByKey.keys()) changed.add(id);
      rowsByKey.clear();
      complete = false;
      hasChanged = true;
    },
    /** Returns the list if it has changed since the last call. */
    take(): LiveList<Row> | undefined {
      if (!hasChanged) return undefined;
      const list = { rows: [...rowsByKey.values()].filter(filter), changed, complete };
      changed = new Set();
      hasChanged = false;
      return list;
    },
  };
}
