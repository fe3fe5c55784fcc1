import { setImmediate as nextTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import type { RowCounter } from '#platform/access/row-counter.ts';
import { visibilityOf } from '#platform/access/visibility.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Edge } from '#platform/graphql/shared-types.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { createLogQueries } from '#platform/log/log-queries.ts';
import { type CountedPage, createTotalCounts, type PageArguments, readPage } from '#platform/log/page.ts';
import {
  type ArrivalFilter,
  type ArrivalMark,
  type ArrivalOrder,
  arrivalTermOf,
  type ListedArrival,
  type ListedVisit,
  marksOn,
  type StoredArrival,
} from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { type CurrentOrder, type CurrentRow, type PageQuery, positionNumber, type StoredVersion } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type AlertReader, type AlertView, alertViewOf, openAlertView, readTermsOf, urgentFromMs, viewsOfTerms } from './alerts.ts';
import type { AlertFilter } from './arguments.ts';
import { type ArrivalSnapshot, endsOf } from './arrival/arrival.ts';
import { shownIn, type ViewState } from './arrival-state.ts';
import { areAllCollected, collectedOf, isContainerCollected } from './collected.ts';
import type { ArrivalVisitMatch } from './generated/schema.ts';
import { alertEntityIdOf, alertIdentityIn, type NoticeContainer, type NoticeEvidence } from './model.ts';
import { alertDocumentOf } from './store/alert-entries.ts';
import { attentionOf, isSilenced, markedAtOf, scopeOf, scopeOfTenant, stateOf } from './store/state-rows.ts';
import { documentKeyTermOf } from './terms.ts';
import { sumsOf, type VisitSums, visitOf } from './visits.ts';

/** The parts that the queries of one request need. */
export interface QueryParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  readonly caller: Caller;
  /** View, thresholds and rights of the caller. */
  readonly reader: AlertReader;
  /** Counts the notices whose arrivals are shown. */
  readonly rows: RowCounter;
  readonly clock: Pick<Clock, 'now'>;
}

/** An arrival as one caller sees it, with the values of the view's snapshot. */
export type ArrivalView = ArrivalSnapshot & {
  readonly arrivalId: string;
  readonly notice: NoticeEvidence;
  /** The part of the arrival that the caller's view shows. */
  readonly shown: ViewState;
  /** When this part, or a mark of the caller's tenant, last changed. */
  readonly changedAtMs: number;
};

/** A container of an arrival, or its whole cargo if the notice names no container. */
export interface ContainerView {
  readonly arrival: ArrivalView;
  readonly container?: NoticeContainer | undefined;
}

/** A part of an arrival in a list. */
interface Expanded {
  /** JSON of the position of the arrival, its id, and the place. */
  readonly position: string;
  /** Sorts the part among those of its arrival. */
  readonly place: string;
}

/** A container in a list. */
interface ListedContainer extends ContainerView, Expanded {}

/** An alert in a list of a visit. */
interface ListedAlert extends Expanded {
  readonly alert: AlertView;
  /** The id of the alert in the log. */
  readonly entityId: string;
}

/** A visit of a ship, with those of its arrivals that a filter selects. */
export interface VisitView extends VisitSums, ReturnType<typeof attentionOf> {
  readonly key: string;
  readonly match: ArrivalVisitMatch;
  readonly filter: ArrivalFilter;
  /** The end of the log of alerts before the visit was read. */
  readonly alertsCursor: string;
  /** The arrival with the earliest best known time. */
  readonly first: ArrivalView;
}

/** The row of the store from which a row of a page was made. */
interface Placed<Row> {
  readonly row: Row;
}

export type ArrivalPage = Awaited<ReturnType<Queries['arrivals']>>;
export type ArrivalPageEdge = Edge<ArrivalPage>;
export type ContainerPage = Awaited<ReturnType<Queries['containers']>>;
export type ContainerEdge = Edge<ContainerPage>;
export type VisitPage = Awaited<ReturnType<Queries['visits']>>;
export type VisitEdge = Edge<VisitPage>;
export type AlertPage = CountedPage<ListedAlert>;
export type AlertEdge = Edge<AlertPage>;
export type AlertLogPage = Awaited<ReturnType<Queries['alertLog']>>;
export type AlertEvent = AlertLogPage['events'][number];

/** Maximum number of arrivals that `sameDocument` shows. */
const maxSameDocument = 20;
/** Maximum number of arrivals that are read at a time for a list of containers. */
const maxExpanded = 100;
/** Maximum count of containers: each is counted by reading its arrival. */
const maxCountedContainers = 1_000;
/** Maximum number of arrivals of one document whose rows are updated at once when one of its containers is marked. */
const maxMarked = 100;
/** Maximum number of alerts of one arrival among which one is found. */
const maxLogged = 1_000;
/** Number of documents whose arrivals one query finds, and of arrivals in one page of its result. */
const [sameDocumentBatch, sameDocumentPage] = [100, 500];

/** The queries of one request. Repeated lookups are combined into one query of the store. */
export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries of one request, with the rights, thresholds and marks of its caller. */
export function createQueries({ store, signer, caller, reader, rows, clock }: QueryParts) {
  const { arrivals } = store;
  const { view, thresholds } = reader;
  const notices = visibilityOf('arrival-notice-versions', caller.entitlement);
  const log = createLogQueries('arrival-alerts', { store, signer, caller });
  const countArrivals = createTotalCounts();
  const countContainers = createTotalCounts(maxCountedContainers);

  const viewOf = (row: StoredArrival): ArrivalView | undefined => {
    const state = stateOf(row);
    const shown = shownIn(state, view);
    const changedAtMs = Math.max(shown?.changedAtMs ?? 0, markedAtOf(state, caller.tenant));
    return shown && { ...shown.snapshot, arrivalId: row.arrivalId, notice: state.notice, shown, changedAtMs };
  };
  /**
   * Loads whether notices are visible now. An arrival is updated shortly after its notice; a caller who is limited to
   * some parties sees neither of them as soon as the notice no longer names these parties.
   */
  const noticesShown = new DataLoader<string, boolean>(async (ids) => {
    if (!notices.isPerVersion) return ids.map(() => true);
    const current = await store.versions('arrival-notice-versions').findCurrent(ids);
    return current.map((row) => row !== undefined && notices.shows(row.current));
  });
  const shownAmong = async (found: readonly StoredArrival[]): Promise<ArrivalView[]> => {
    const shown = await noticesShown.loadMany(found.map(({ arrivalId }) => arrivalId));
    return found.flatMap((row, index) => (notices.shows(row) && shown[index] === true ? (viewOf(row) ?? []) : []));
  };
  const found = new DataLoader<string, ArrivalView | undefined>(async (ids) => {
    const shown = await shownAmong((await arrivals.find(ids)).filter((row) => row !== undefined));
    const byId = new Map(shown.map((arrival) => [arrival.arrivalId, arrival]));
    return ids.map((id) => byId.get(id));
  });
  /** Loads the marks of the caller's tenant. */
  const marks = new DataLoader<string, readonly ArrivalMark[]>(async (ids) => {
    const held = await arrivals.findMarks(ids, caller.tenant);
    return ids.map((id) => marksOn(id, held));
  });
  const ofDocument = new DataLoader<string, readonly ArrivalView[]>(
    async (keys) => {
      const byKey = new Map(keys.map((key): [string, ArrivalView[]] => [key, []]));
      const terms = keys.map(documentKeyTermOf);
      for (let after: string | undefined; ; ) {
        const stored = await arrivals.findByTerms({ terms, after, limit: sameDocumentPage });
        for (const arrival of await shownAmong(stored)) byKey.get(arrival.documentKey)?.push(arrival);
        if (stored.length < sameDocumentPage) return inOrderOf(keys, byKey);
        after = stored.at(-1)?.arrivalId;
      }
    },
    { maxBatchSize: sameDocumentBatch },
  );

  const arrivalIds = new DataLoader<string, readonly string[]>(
    async (keys) => {
      const byTerm = new Map(keys.map((key): [string, string[]] => [documentKeyTermOf(key), []]));
      const rowsOf = { terms: [...byTerm.keys()], limit: maxMarked * keys.length };
      for (const { arrivalId, terms } of await arrivals.findByTerms(rowsOf)) {
        for (const term of terms) byTerm.get(term)?.push(arrivalId);
      }
      return keys.map((key) => byTerm.get(documentKeyTermOf(key)) ?? []);
    },
    { maxBatchSize: sameDocumentBatch },
  );

  /** Counts a shown arrival like the notice version whose content it repeats. */
  const counted = (arrival: ArrivalView): ArrivalView => {
    const { partner, issueDateTime } = arrival.notice;
    rows.add('noticeVersions', { partner, entityId: arrival.arrivalId, sortKey: issueDateTime });
    return arrival;
  };
  /** Returns the alert if thresholds raise one of its steps, and counts its row. */
  const alertOf = (stored: StoredVersion, of = thresholds): AlertView | undefined => {
    const { arrivalId, ...transition } = alertDocumentOf(stored);
    const alert = alertViewOf(arrivalId, transition, of);
    if (alert !== undefined) rows.add('arrivalAlerts', stored);
    return alert;
  };
  const isVisible = ({ kind }: Pick<AlertView, 'kind'>) => kind !== 'CHARGES_CHANGED' || reader.charges;
  const needsAttention = async (alert: AlertView): Promise<boolean> => {
    if (alert.closedAt !== undefined) return false;
    const own = await marks.load(alert.arrivalId);
    if (isSilenced(alert, own, clock.now())) return false;
    const collected = collectedOf(own);
    const arrival = collected.length === 0 ? undefined : await found.load(alert.arrivalId);
    return arrival === undefined || !areAllCollected(collected, arrival.notice.containers);
  };

  /** Returns the containers of arrivals that a filter selects, those of one arrival by their last free day. */
  const containersIn = async (
    listed: readonly ListedArrival[],
    { filter, namedIn }: { readonly filter: ArrivalFilter; readonly namedIn: (containers: readonly string[]) => readonly string[] },
  ): Promise<ListedContainer[]> => {
    const { lastFreeDayFrom = '', lastFreeDayTo = '~' } = filter;
    const hasDays = selectsDays(filter);
    const ids = listed.map(({ arrival }) => arrival.arrivalId);
    const [shown, own] = [await noticesShown.loadMany(ids), await marks.loadMany(ids)];
    return listed.flatMap(({ arrival: row, position }, index) => {
      const arrival = shown[index] === true ? viewOf(row) : undefined;
      if (arrival === undefined) return [];
      const dayOf = new Map(arrival.freeTimes.map(({ equipmentReference = '', pickup }) => [equipmentReference, pickup?.localDate]));
      const keyOf = ({ equipmentReference }: NoticeContainer) => `${dayOf.get(equipmentReference) ?? '~'} ${equipmentReference}`;
      const { containers } = arrival.notice;
      const sorted = containers.length === 0 ? [undefined] : containers.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
      const named = new Set(namedIn(containers.map(({ equipmentReference }) => equipmentReference)));
      const collected = filter.isOpen === true && Array.isArray(own[index]) ? collectedOf(own[index]) : [];
      return sorted.flatMap((container, place) => {
        const isListed = container === undefined || named.has(container.equipmentReference);
        if (!isListed || isContainerCollected(collected, container?.equipmentReference)) return [];
        const day = dayOf.get(container?.equipmentReference ?? '');
        if (hasDays && (day === undefined || day < lastFreeDayFrom || day > lastFreeDayTo)) return [];
        const placed = positionNumber(place);
        return [{ arrival, container, place: placed, position: JSON.stringify([position, row.arrivalId, placed]) }];
      });
    });
  };

  /** Returns the alerts of arrivals that need attention, those of one arrival in a fixed order. */
  const alertsIn = async (listed: readonly ListedArrival[]): Promise<ListedAlert[]> => {
    const shown = await noticesShown.loadMany(listed.map(({ arrival }) => arrival.arrivalId));
    const all = await Promise.all(
      listed.map(async ({ arrival: row, position }, index) => {
        const arrival = shown[index] === true ? viewOf(row) : undefined;
        const open = arrival === undefined ? [] : openAlertsOf(arrival);
        const needing = await Promise.all(open.map(needsAttention));
        const alerts = open.filter((_, number) => needing[number]).toSorted((left, right) => (left.alertId < right.alertId ? -1 : 1));
        return alerts.map((alert) => ({
          alert,
          entityId: alertEntityIdOf(row.arrivalId, arrival?.shown.alertsOf ?? view, alert.alertId),
          place: alert.alertId,
          position: JSON.stringify([position, row.arrivalId, alert.alertId]),
        }));
      }),
    );
    return all.flat();
  };
  /** Finds an alert that was closed when its view shared alerts with others, from which it has parted since. */
  const formerAlert = async (arrivalId: string, alertId: string): Promise<CurrentRow | undefined> => {
    const terms = [...readTermsOf('open', reader), ...readTermsOf('closed', reader)];
    const logged = await log.findMatches({ all: [[arrivalTermOf(arrivalId)], terms] }, maxLogged);
    return logged.find(({ current }) => alertIdentityIn(current.entityId).alertId === alertId);
  };
  const openAlertsOf = ({ arrivalId, shown }: ArrivalView): AlertView[] =>
    shown.openAlerts.filter(isVisible).flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []);

  /** Returns what the caller's lists select. */
  const selectionOf = (filter: ArrivalFilter) => ({
    scope: scopeOf(reader),
    overriding: scopeOfTenant(caller.tenant),
    filter: { ...filter, all: [...(notices.filter?.all ?? []), ...(filter.all ?? [])] },
  });

  /** Returns the function that reads a page of what arrivals have, in the order of the arrivals. */
  const expandedBy = <Row extends Expanded>(of: {
    readonly order: ArrivalOrder;
    readonly filter: ArrivalFilter;
    /** Whether arrivals may have no row. */
    readonly isSparse?: boolean;
    readonly rowsOf: (listed: readonly ListedArrival[]) => Promise<readonly Row[]>;
  }) => {
    const { order, isSparse = false, rowsOf } = of;
    const selection = { ...selectionOf(of.filter), order };
    return async ({ limit, from, backwards = false }: PageQuery): Promise<readonly Row[]> => {
      let rows: readonly Row[] = [];
      let position: string | undefined;
      if (from !== undefined) {
        const [start, arrivalId, place] = JSON.parse(from) as [string, string, string];
        position = start;
        // The other rows of the arrival of the cursor, if it still has its position in the list.
        const filter = { ...selection.filter, all: [...selection.filter.all, [arrivalTermOf(arrivalId)]] };
        const same = (await arrivals.list({ ...selection, filter, limit: 1 })).filter((one) => one.position === start);
        rows = (await rowsOf(same)).filter((one) => (backwards ? one.place < place : one.place > place));
      }
      for (let isEnd = false; !isEnd && rows.length < limit; ) {
        const size = isSparse ? maxExpanded : Math.min(limit - rows.length, maxExpanded);
        const listed = await arrivals.list({ ...selection, limit: size, from: position, backwards });
        const more = await rowsOf(listed);
        rows = backwards ? [...more, ...rows] : [...rows, ...more];
        position = (backwards ? listed[0] : listed.at(-1))?.position;
        isEnd = listed.length < size;
        if (!isEnd) await nextTurn();
      }
      return backwards ? rows.slice(-limit) : rows.slice(0, limit);
    };
  };

  /** Finds visits with those of their arrivals that a filter selects; undefined for one without any that the caller may see. */
  const visitsIn = async (filter: ArrivalFilter, keys: readonly string[], alertsCursor: string): Promise<(VisitView | undefined)[]> => {
    const groups = await arrivals.statsOfVisits({ ...selectionOf(filter), visits: keys });
    return Promise.all(
      keys.map(async (key) => {
        const ofVisit = groups.filter(({ visit }) => visit === key);
        if (ofVisit.length === 0) return undefined;
        const sums = sumsOf(ofVisit);
        const first = await found.load(sums.firstId);
        if (first === undefined) return undefined;
        const { match } = visitOf({ ...first.shown, notice: first.notice });
        return { ...sums, ...attentionOf(sums.ranks), key, match, filter, alertsCursor, first: counted(first) };
      }),
    );
  };
  const ofKey = new DataLoader<string, VisitView | undefined>(async (keys) => {
    const alertsCursor = await log.head();
    return visitsIn({}, keys, alertsCursor);
  });

  return {
    containers: async (
      order: ArrivalOrder,
      of: {
        readonly filter: ArrivalFilter;
        readonly namedIn: (containers: readonly string[]) => readonly string[];
        readonly page: PageArguments;
      },
    ) => {
      const read = expandedBy({
        order,
        // The index has the earliest last free day of an arrival: a later one may belong to another of its containers.
        filter: { ...of.filter, lastFreeDayFrom: undefined },
        isSparse: selectsDays(of.filter),
        rowsOf: (listed) => containersIn(listed, of),
      });
      const page = await readPage<ListedContainer>({
        arguments: of.page,
        scope: JSON.stringify(['arrivalContainers', order, of.filter, caller.key, caller.tenant]),
        signer,
        read,
      });
      for (const { arrival } of page.rows) counted(arrival);
      return { ...page, totalCount: () => countContainers(page, async (limit) => (await read({ limit })).length) };
    },
    visits: async (order: ArrivalOrder, query: { readonly filter: ArrivalFilter; readonly page: PageArguments }) => {
      const alertsCursor = await log.head();
      const { filter } = query;
      const page = await readPage<ListedVisit>({
        arguments: query.page,
        scope: JSON.stringify(['arrivalVisits', order, filter, caller.key, caller.tenant]),
        signer,
        read: (rows) => arrivals.listVisits({ ...rows, ...selectionOf(filter), order }),
      });
      const found = await visitsIn(
        filter,
        page.rows.map(({ visit }) => visit),
        alertsCursor,
      );
      const shown = page.rows.flatMap((row, index) => {
        const view = found[index];
        return view === undefined ? [] : [{ row, view }];
      });
      const shownPage = { ...page, rows: shown };
      const totalCount = () => countArrivals(shownPage, (limit) => arrivals.countVisits({ ...selectionOf(filter), limit }));
      return { ...shownPage, cursorOf: ({ row }: Placed<ListedVisit>) => page.cursorOf(row), totalCount };
    },
    /** Finds the visit of an arrival, with all of its arrivals that the caller may see. */
    visitOf: ({ notice, shown }: ArrivalView): Promise<VisitView | undefined> => ofKey.load(visitOf({ ...shown, notice }).key),
    /** Lists the alerts of a visit that need attention. */
    visitAlerts: async ({ key, filter, alertCounts }: VisitView, page: PageArguments): Promise<AlertPage> => {
      const selected = { ...filter, visits: [key], needsAttention: true };
      const found = await readPage<ListedAlert>({
        arguments: page,
        scope: JSON.stringify(['visitAlerts', selected, caller.key, caller.tenant]),
        signer,
        read: expandedBy({ order: 'ATTENTION', filter: selected, rowsOf: alertsIn }),
      });
      const value = alertCounts.reduce((sum, { count }) => sum + count, 0);
      return { ...found, totalCount: () => Promise.resolve({ value, isExact: true }) };
    },
    /**
     * Finds alerts of a visit that need attention and have not changed since a cursor of the log of alerts.
     *
     * @throws {LandfallError} CURSOR_INVALID, CURSOR_EXPIRED
     */
    alertsSeen: async (key: string, { cursor, limit }: { readonly cursor: string; readonly limit: number }): Promise<AlertView[]> => {
      const isSeen = await log.through(cursor);
      const selection = { ...selectionOf({ visits: [key], needsAttention: true }), order: 'ATTENTION', limit: maxExpanded } as const;
      const seen: AlertView[] = [];
      for (let from: string | undefined; ; ) {
        const listed = await arrivals.list({ ...selection, from });
        const alerts = await alertsIn(listed);
        const logged = await Promise.all(alerts.map(({ entityId }) => log.currentRow(entityId)));
        seen.push(...alerts.flatMap(({ alert }, index) => (logged[index] !== undefined && isSeen(logged[index].current) ? [alert] : [])));
        if (listed.length < maxExpanded || seen.length >= limit) return seen.slice(0, limit);
        from = listed.at(-1)?.position;
      }
    },
    arrivals: async (order: ArrivalOrder, query: { readonly filter: ArrivalFilter; readonly page: PageArguments }) => {
      const selection = selectionOf(query.filter);
      const page = await readPage<ListedArrival>({
        arguments: query.page,
        scope: JSON.stringify(['arrivals', order, query.filter, caller.key, caller.tenant]),
        signer,
        read: ({ limit, from, backwards }) => arrivals.list({ ...selection, order, limit, from, backwards }),
      });
      const shown = await noticesShown.loadMany(page.rows.map(({ arrival }) => arrival.arrivalId));
      const listed = page.rows.flatMap((row, index) => {
        const arrival = shown[index] === true ? viewOf(row.arrival) : undefined;
        if (arrival === undefined) return [];
        found.prime(arrival.arrivalId, arrival);
        return [{ row, view: counted(arrival) }];
      });
      const shownPage = { ...page, rows: listed };
      const totalCount = () => countArrivals(shownPage, (limit) => arrivals.count({ ...selection, limit }));
      return { ...shownPage, cursorOf: ({ row }: Placed<ListedArrival>) => page.cursorOf(row), totalCount };
    },
    arrivalById: async (arrivalId: string): Promise<ArrivalView | undefined> => {
      const arrival = await found.load(arrivalId);
      return arrival && counted(arrival);
    },
    sameDocument: async ({ arrivalId, documentKey }: ArrivalView): Promise<ArrivalView[]> => {
      const others = (await ofDocument.load(documentKey)).filter((other) => other.arrivalId !== arrivalId);
      return others.slice(0, maxSameDocument).map(counted);
    },
    /** Finds the ids of all arrivals of a document, also of those that the caller may not see. */
    idsOfDocument: ({ documentKey }: Pick<ArrivalView, 'documentKey'>): Promise<readonly string[]> => arrivalIds.load(documentKey),
    /** Finds what the caller's tenant has marked as collected of an arrival, with its last mark that states it. */
    collectedOf: async ({ arrivalId, notice, ...snapshot }: ArrivalView) => {
      const own = await marks.load(arrivalId);
      const collected = collectedOf(own);
      const isCollected = areAllCollected(collected, notice.containers);
      const last = own.filter(({ kind }) => kind === 'COLLECTED').reduce<ArrivalMark | undefined>(laterOf, undefined);
      return { collected, isCollected, last, marks: own, ...endsOf(snapshot, collected) };
    },
    /** Drops the cached marks of arrivals after they were changed. */
    forget: (arrivalIds: readonly string[]): void => {
      for (const arrivalId of arrivalIds) {
        marks.clear(arrivalId);
        found.clear(arrivalId);
      }
    },

    alerts: async (
      order: CurrentOrder,
      { filter, page }: { readonly filter: AlertFilter; readonly page: PageArguments },
    ): Promise<AlertPage> => {
      const listed = await log.list(order, { filter: filter.versions, scope: filter, page });
      const alerts = listed.rows.flatMap((row) => {
        const alert = alertOf(row.current, filter.thresholds);
        return alert === undefined ? [] : [{ ...row, alert, place: alert.alertId, entityId: row.current.entityId }];
      });
      return { ...listed, rows: alerts, cursorOf: (row) => listed.cursorOf(row as ListedAlert & CurrentRow) };
    },
    alertLog: async (query: { readonly filter: AlertFilter; readonly after?: string | null | undefined; readonly first: number }) => {
      const { filter, after, first } = query;
      const page = await log.readLog({ filter: filter.versions, after, first });
      const events = page.events.map(({ version, ...event }) => ({ ...event, alert: version && alertOf(version, filter.thresholds) }));
      return { ...page, events };
    },
    /** @throws {LandfallError} NOT_FOUND */
    alertById: async ({ arrivalId, alertId }: { readonly arrivalId: string; readonly alertId: string }): Promise<AlertView> => {
      const { alertsOf = view } = (await found.load(arrivalId))?.shown ?? {};
      const named = await log.currentRow(alertEntityIdOf(arrivalId, alertsOf, alertId));
      // Other views may have kept the name of this one.
      const isShown = named !== undefined && viewsOfTerms(named.current.terms).has(view);
      const row = isShown ? named : await formerAlert(arrivalId, alertId);
      const alert = row && alertOf(row.current);
      if (alert === undefined || !isVisible(alert)) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
      return alert;
    },
    openAlerts: openAlertsOf,
    marksOn: async ({ arrivalId, alertId }: AlertView): Promise<readonly ArrivalMark[]> =>
      (await marks.load(arrivalId)).filter(({ target }) => target === alertId),
    needsAttention,
    isUrgent: async (alert: AlertView): Promise<boolean> => {
      if (!(await needsAttention(alert))) return false;
      const arrival = await found.load(alert.arrivalId);
      return arrival === undefined || urgentFromMs(alert, arrival) <= clock.now();
    },
  };
}

function laterOf(one: ArrivalMark | undefined, other: ArrivalMark): ArrivalMark {
  return one === undefined || other.at > one.at ? other : one;
}

/** Returns whether a filter selects containers by their last free days. */
function selectsDays({ lastFreeDayFrom, lastFreeDayTo }: ArrivalFilter): boolean {
  return lastFreeDayFrom !== undefined || lastFreeDayTo !== undefined;
}
