import DataLoader from 'dataloader';
import { type Visibility, visibilityOf } from '#platform/access/visibility.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import type { ArrivalMark, StoredArrival } from '#platform/store/arrival-store.ts';
import { shownIn } from './arrival-state.ts';
import { documentKeyTermOf } from './arrival-terms.ts';
import type { ArrivalView, QueryParts } from './query-parts.ts';
import { stateOf } from './store/state-rows.ts';

/** Number of documents whose arrivals one query finds, and of arrivals in one page of its result. */
const [sameDocumentBatch, sameDocumentPage] = [100, 500];

/** Loads arrivals for one request. Repeated lookups are combined into one query of the store. */
export interface ArrivalLoaders {
  /** Decides which notices the caller may see. */
  readonly notices: Visibility;
  /** Returns the arrival of a row; undefined if the caller's view does not show it. */
  viewOf(row: StoredArrival): ArrivalView | undefined;
  /**
   * Loads whether notices are visible now. An arrival is updated shortly after its notice; a caller who is limited to
   * some parties sees neither of them as soon as the notice no longer names these parties.
   */
  readonly noticesShown: DataLoader<string, boolean>;
  /** Loads arrivals by their ids. */
  readonly found: DataLoader<string, ArrivalView | undefined>;
  /** Loads the marks of the caller's tenant by the ids of arrivals. */
  readonly marks: DataLoader<string, readonly ArrivalMark[]>;
  /** Loads arrivals by the keys of their documents. */
  readonly ofDocument: DataLoader<string, readonly ArrivalView[]>;
}

export function createArrivalLoaders({ store, caller, view }: Pick<QueryParts, 'store' | 'caller' | 'view'>): ArrivalLoaders {
  const { arrivals } = store;
  const notices = visibilityOf('arrival-notice-versions', caller.entitlement);
  const viewOf = (row: StoredArrival): ArrivalView | undefined => {
    const state = stateOf(row);
    const shown = shownIn(state, view);
    return shown && { arrivalId: row.arrivalId, state, shown };
  };
  const noticesShown = new DataLoader<string, boolean>(async (ids) => {
    if (!notices.isPerVersion) return ids.map(() => true);
    const current = await store.versions('arrival-notice-versions').findCurrent(ids);
    return current.map((row) => row !== undefined && notices.shows(row.current));
  });
  const found = new DataLoader<string, ArrivalView | undefined>(async (ids) => {
    const [stored, shown] = [await arrivals.find(ids), await noticesShown.loadMany(ids)];
    return stored.map((row, index) => (row !== undefined && notices.shows(row) && shown[index] === true ? viewOf(row) : undefined));
  });
  const marks = new DataLoader<string, readonly ArrivalMark[]>(async (ids) => {
    const held = await arrivals.findMarks(ids, caller.tenant);
    return ids.map((id) => held.filter(({ arrivalId }) => arrivalId === id));
  });
  const ofDocument = new DataLoader<string, readonly ArrivalView[]>(
    async (keys) => {
      const shown: ArrivalView[] = [];
      const terms = keys.map(documentKeyTermOf);
      for (let after: string | undefined; ; ) {
        const stored = await arrivals.findByTerms({ terms, after, limit: sameDocumentPage });
        const isShown = await noticesShown.loadMany(stored.map(({ arrivalId }) => arrivalId));
        shown.push(...stored.flatMap((row, index) => (notices.shows(row) && isShown[index] === true ? (viewOf(row) ?? []) : [])));
        if (stored.length < sameDocumentPage) break;
        after = stored.at(-1)?.arrivalId;
      }
      const byKey = new Map(keys.map((key): [string, ArrivalView[]] => [key, []]));
      for (const arrival of shown) byKey.get(arrival.shown.snapshot.documentKey)?.push(arrival);
      return inOrderOf(keys, byKey);
    },
    { maxBatchSize: sameDocumentBatch },
  );
  return { notices, viewOf, noticesShown, found, marks, ofDocument };
}
