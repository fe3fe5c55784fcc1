/** What tells rows apart, and versions of a row. */
export interface RowRules<Row> {
  /** Identity of a row. */
  readonly key: (row: Row) => string;
  /** Below zero: `left` is older than `right`, a row of the same key. */
  readonly compare: (left: Row, right: Row) => number;
  /**
   * Whether a row belongs to the list. For lists whose rows may leave it by a change: subscribe to more than the list
   * shows then, as a subscription with the list's own filter is not told of rows that ceased to match.
   *
   * @default every row
   */
  readonly belongs?: ((row: Row) => boolean) | undefined;
}

/** A list as it stands. */
export interface LiveList<Row> {
  /** As they came, the first one first. */
  readonly rows: readonly Row[];
  /** Keys of rows that came, changed or went since the list that was handed out before. */
  readonly changed: ReadonlySet<string>;
  /** Whether all pages have been read. Until then, and while they are read anew, rows may be missing or too many. */
  readonly complete: boolean;
}

/** The rows of a list, each in the newest version that was ever seen of it. */
export interface Rows<Row> {
  /** Takes a row as an event has it. */
  apply(row: Row): void;
  /** Begins to read all pages. Rows that neither they nor events bring from now on are gone when they have been read. */
  beginReading(): void;
  addPage(rows: readonly Row[]): void;
  endReading(): void;
  /** Forgets all rows. */
  clear(): void;
  /** The list, if it has changed since it was last taken. */
  take(): LiveList<Row> | undefined;
}

export function createRows<Row>({ key, compare, belongs = () => true }: RowRules<Row>): Rows<Row> {
  // Rows that do not belong are held as well: an older version that does must not come back in their place.
  const held = new Map<string, Row>();
  const seen = new Set<string>();
  let changed = new Set<string>();
  let complete = false;
  let isNew = false;

  function put(row: Row, isGood: (order: number) => boolean): void {
    const id = key(row);
    const present = held.get(id);
    seen.add(id);
    if (present !== undefined && !isGood(compare(row, present))) return;
    held.set(id, row);
    changed.add(id);
    isNew = true;
  }

  return {
    apply: (row) => put(row, (order) => order > 0),
    beginReading() {
      seen.clear();
      isNew ||= complete;
      complete = false;
    },
    addPage(rows) {
      // A page has the same version with what is known beside it now.
      for (const row of rows) put(row, (order) => order >= 0);
    },
    endReading() {
      for (const id of held.keys()) {
        if (seen.has(id)) continue;
        held.delete(id);
        changed.add(id);
      }
      complete = true;
      isNew = true;
    },
    clear() {
      for (const id of held.keys()) changed.add(id);
      held.clear();
      complete = false;
      isNew = true;
    },
    take() {
      if (!isNew) return undefined;
      const list = { rows: [...held.values()].filter(belongs), changed, complete };
      changed = new Set();
      isNew = false;
      return list;
    },
  };
}
