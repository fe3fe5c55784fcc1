import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import type { RowCounter } from '#platform/access/row-counter.ts';
import { visibilityOf } from '#platform/access/visibility.ts';
import { LandfallError } from '#platform/errors.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { MissedEvents } from '#platform/log/log-page.ts';
import { createLogQueries } from '#platform/log/log-queries.ts';
import { type CountedPage, type PageArguments, readPage } from '#platform/log/page.ts';
import { createTotalCounts } from '#platform/log/total-count.ts';
import type { ArrivalFilter, ArrivalMark, ArrivalOrder, ListedArrival, StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { CurrentOrder, CurrentRow, StoredVersion } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type AlertView, alertViewOf, openAlertView } from './alert-view.ts';
import type { AlertThresholds } from './alerts.ts';
import type { AlertFilter } from './arguments.ts';
import { alertEntityIdOf } from './arrival-id.ts';
import { type ArrivalState, shownIn, type ViewState } from './arrival-state.ts';
import { documentKeyTermOf } from './arrival-terms.ts';
import type { ArrivalPicture } from './model.ts';
import { type AlertDocument, isQuieting, scopeOf, scopeOfTenant, stateOf } from './store/state-rows.ts';
import { urgentFromMs } from './urgency.ts';

/** Most arrivals that `sameDocument` shows. */
const maxSameDocument = 20;
/** Documents whose arrivals are found by one query, and arrivals of one answer to it. */
const [sameDocumentBatch, sameDocumentPage] = [100, 500];

/** What the queries of one request need. */
export interface QueryParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  readonly caller: Caller;
  /** The view of the caller's rights. */
  readonly view: string;
  /** Of the caller's tenant. */
  readonly thresholds: AlertThresholds;
  /** Counts the notices whose arrivals are shown. */
  readonly rows: RowCounter;
  readonly clock: Pick<Clock, 'now'>;
}

/** An arrival as one caller sees it. */
export interface ArrivalView {
  readonly arrivalId: string;
  readonly state: ArrivalState;
  /** What the caller's view shows. */
  readonly shown: ViewState;
}

/** A notice by its key alone. */
export interface NoticeReference {
  readonly id: string;
}

/** What the three sides state. */
export type StatedSides = ArrivalPicture['statements'];

/** A page of arrivals. */
export type ArrivalPage = CountedPage<ListedArrival> & { readonly arrivals: readonly ArrivalView[] };

/** A row with the page that can make its cursor. */
export interface ArrivalPageRow {
  readonly row: ListedArrival;
  readonly arrival: ArrivalView;
  readonly page: ArrivalPage;
}

/** A page of alerts. */
export interface AlertPage extends CountedPage<CurrentRow> {
  readonly alerts: readonly AlertPageRow[];
}

/** A row with the alert that it contains, and the cursor. */
export interface AlertPageRow {
  readonly row: CurrentRow;
  readonly alert: AlertView;
}

/** A row with the function that makes its cursor. */
export interface AlertEdge extends AlertPageRow {
  readonly cursorOf: AlertPage['cursorOf'];
}

/** One event of the log of alerts. */
export interface AlertEvent {
  readonly cursor: string;
  readonly alert?: AlertView | undefined;
  readonly missed?: MissedEvents | undefined;
}

/** A page of the log of alerts. */
export interface AlertLogPage {
  readonly events: readonly AlertEvent[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** The queries of one request. Repeated look-ups are one query of the store. */
export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries of one request, with the rights, thresholds and marks of its caller. */
export function createQueries(parts: QueryParts) {
  const { store, signer, caller, view, thresholds, rows, clock } = parts;
  const { arrivals } = store;
  const log = createLogQueries('arrival-alerts', { store, signer, caller });
  const notices = visibilityOf('arrival-notice-versions', caller.entitlement);
  const audience = { view, thresholds, charges: caller.entitlement.charges };
  const totalCount = createTotalCounts();

  const viewOf = (row: StoredArrival): ArrivalView | undefined => {
    const state = stateOf(row);
    const shown = shownIn(state, view);
    return shown && { arrivalId: row.arrivalId, state, shown };
  };
  /** Counts a shown arrival like the notice version whose content it repeats. */
  const counted = (arrival: ArrivalView): ArrivalView => {
    const { partner, issueDateTime } = arrival.state.notice;
    rows.add('noticeVersions', { partner, entityId: arrival.arrivalId, sortKey: issueDateTime });
    return arrival;
  };

  /**
   * Whether the notices are visible now. An arrival follows its notice a moment later; a caller who is limited to some parties
   * sees neither from the moment when the notice does not name them any more.
   */
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
      for (const arrival of shown) byKey.get(arrival.shown.picture.documentKey)?.push(arrival);
      return keys.map((key) => byKey.get(key) ?? []);
    },
    { maxBatchSize: sameDocumentBatch },
  );
  const arrivalById = async (arrivalId: string): Promise<ArrivalView | undefined> => {
    const arrival = await found.load(arrivalId);
    return arrival && counted(arrival);
  };

  const alertOf = ({ document }: StoredVersion, of: AlertThresholds): AlertView | undefined => {
    const { arrivalId, ...transition } = JSON.parse(document.toString()) as AlertDocument;
    return alertViewOf(arrivalId, transition, of);
  };
  const countedAlert = (stored: StoredVersion, of: AlertThresholds): AlertView | undefined => {
    const alert = alertOf(stored, of);
    if (alert !== undefined) rows.add('arrivalAlerts', stored);
    return alert;
  };
  const needsAttention = async ({ arrivalId, alertId, step }: AlertView): Promise<boolean> => {
    if (step.closedAt !== undefined) return false;
    const all = await marks.load(arrivalId);
    return !all.some((mark) => mark.kind === 'COLLECTED' || (mark.target === alertId && isQuieting(mark, clock.now())));
  };
  const marksOn = async ({ arrivalId, alertId }: AlertView): Promise<readonly ArrivalMark[]> =>
    (await marks.load(arrivalId)).filter(({ target }) => target === alertId);

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
    arrivalById,
    sameDocument: async ({ arrivalId, shown }: ArrivalView): Promise<ArrivalView[]> => {
      const all = await ofDocument.load(shown.picture.documentKey);
      return all
        .filter((other) => other.arrivalId !== arrivalId)
        .slice(0, maxSameDocument)
        .map(counted);
    },
    alerts: async (
      order: CurrentOrder,
      { filter, page }: { readonly filter: AlertFilter; readonly page: PageArguments },
    ): Promise<AlertPage> => {
      const listed = await log.list(order, { filter: filter.versions, scope: filter, page });
      const alerts = listed.rows.flatMap((row) => {
        const alert = countedAlert(row.current, filter.thresholds);
        return alert === undefined ? [] : [{ row, alert }];
      });
      return { ...listed, alerts };
    },
    alertLog: async (query: {
      readonly filter: AlertFilter;
      readonly after?: string | null | undefined;
      readonly first: number;
    }): Promise<AlertLogPage> => {
      const { filter, after, first } = query;
      const page = await log.readLog({ filter: filter.versions, after, first });
      const events = page.events.map(({ cursor, version, missed }) => ({
        cursor,
        alert: version && countedAlert(version, filter.thresholds),
        missed,
      }));
      return { ...page, events };
    },
    /** @throws {LandfallError} NOT_FOUND */
    alertById: async ({ arrivalId, alertId }: { readonly arrivalId: string; readonly alertId: string }): Promise<AlertView> => {
      const row = await log.currentRow(alertEntityIdOf(arrivalId, view, alertId));
      const alert = row && countedAlert(row.current, thresholds);
      const isHidden = alert?.kind === 'CHARGES_CHANGED' && !caller.entitlement.charges;
      if (alert === undefined || isHidden) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
      return alert;
    },
    openAlerts: ({ arrivalId, shown }: ArrivalView): AlertView[] =>
      shown.openAlerts
        .filter(({ kind }) => kind !== 'CHARGES_CHANGED' || caller.entitlement.charges)
        .flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []),
    collectedMark: async ({ arrivalId }: ArrivalView): Promise<ArrivalMark | undefined> =>
      (await marks.load(arrivalId)).find(({ kind }) => kind === 'COLLECTED'),
    marksOn,
    needsAttention,
    isUrgent: async (alert: AlertView): Promise<boolean> => {
      if (!(await needsAttention(alert))) return false;
      const arrival = await found.load(alert.arrivalId);
      return arrival === undefined || urgentFromMs(alert, arrival.shown.picture) <= clock.now();
    },
    /** Forgets the marks of an arrival, after they were changed. */
    forget: (arrivalId: string): void => {
      marks.clear(arrivalId);
      found.clear(arrivalId);
    },
  };
}
