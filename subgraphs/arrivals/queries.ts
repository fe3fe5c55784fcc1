import { type CountedPage, type PageArguments, readPage } from '#platform/log/page.ts';
import { createTotalCounts } from '#platform/log/total-count.ts';
import type { ArrivalFilter, ArrivalMark, ArrivalOrder, ListedArrival } from '#platform/store/arrival-store.ts';
import { createAlertQueries } from './alert-queries.ts';
import { type ArrivalLoaders, createArrivalLoaders } from './arrival-loaders.ts';
import type { ArrivalSnapshot } from './model.ts';
import type { ArrivalView, QueryParts } from './query-parts.ts';
import { scopeOf, scopeOfTenant } from './store/state-rows.ts';

/** Maximum number of arrivals that `sameDocument` shows. */
const maxSameDocument = 20;

/** A notice, represented by its key. */
export interface NoticeReference {
  readonly id: string;
}

/** The statements of the three sides. */
export type StatedSides = ArrivalSnapshot['statements'];

/** A page of arrivals. */
export type ArrivalPage = CountedPage<ListedArrival> & { readonly arrivals: readonly ArrivalView[] };

/** A row and the page that can create its cursor. */
export interface ArrivalPageRow {
  readonly row: ListedArrival;
  readonly arrival: ArrivalView;
  readonly page: ArrivalPage;
}

/** The queries of one request. Repeated lookups are combined into one query of the store. */
export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries of one request, with the rights, thresholds and marks of its caller. */
export function createQueries(parts: QueryParts) {
  const loaders = createArrivalLoaders(parts);
  return { ...createArrivalQueries(parts, loaders), ...createAlertQueries(parts, loaders) };
}

function createArrivalQueries({ store, signer, caller, view, thresholds, rows }: QueryParts, loaders: ArrivalLoaders) {
  const { arrivals } = store;
  const { notices, viewOf, noticesShown, found, marks, ofDocument } = loaders;
  const audience = { view, thresholds, charges: caller.entitlement.charges };
  const totalCount = createTotalCounts();
  /** Counts a shown arrival like the notice version whose content it repeats. */
  const counted = (arrival: ArrivalView): ArrivalView => {
    const { partner, issueDateTime } = arrival.state.notice;
    rows.add('noticeVersions', { partner, entityId: arrival.arrivalId, sortKey: issueDateTime });
    return arrival;
  };

  return {
    arrivals: async (
      order: ArrivalOrder,
      query: { readonly filter: ArrivalFilter; readonly page: PageArguments },
    ): Promise<ArrivalPage> => {
      const filter: ArrivalFilter = { ...query.filter, all: [...(notices.filter?.all ?? []), ...(query.filter.all ?? [])] };
      const selection = { scope: scopeOf(audience), overriding: scopeOfTenant(caller.tenant), filter };
      const page = await readPage<ListedArrival>({
        arguments: query.page,
        scope: JSON.stringify(['arrivals', order, query.filter, caller.key, caller.tenant]),
        signer,
        read: ({ limit, from, backwards }) => arrivals.list({ ...selection, order, limit, from, backwards }),
      });
      const shown = await noticesShown.loadMany(page.rows.map(({ arrival }) => arrival.arrivalId));
      const kept = page.rows.filter((_, index) => shown[index] === true);
      const views = kept.flatMap(({ arrival }) => viewOf(arrival) ?? []);
      return {
        ...page,
        rows: kept,
        arrivals: views.map(counted),
        totalCount: () => totalCount((limit) => arrivals.count({ ...selection, limit })),
      };
    },
    arrivalById: async (arrivalId: string): Promise<ArrivalView | undefined> => {
      const arrival = await found.load(arrivalId);
      return arrival && counted(arrival);
    },
    sameDocument: async ({ arrivalId, shown }: ArrivalView): Promise<ArrivalView[]> => {
      const all = await ofDocument.load(shown.snapshot.documentKey);
      return all
        .filter((other) => other.arrivalId !== arrivalId)
        .slice(0, maxSameDocument)
        .map(counted);
    },
    collectedMark: async ({ arrivalId }: ArrivalView): Promise<ArrivalMark | undefined> =>
      (await marks.load(arrivalId)).find(({ kind }) => kind === 'COLLECTED'),
    /** Drops the cached marks of an arrival after they were changed. */
    forget: (arrivalId: string): void => {
      marks.clear(arrivalId);
      found.clear(arrivalId);
    },
  };
}
