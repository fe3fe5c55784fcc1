import { LandfallError } from '#platform/errors.ts';
import type { MissedEvents } from '#platform/log/log-page.ts';
import { createLogQueries } from '#platform/log/log-queries.ts';
import type { CountedPage, PageArguments } from '#platform/log/page.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import type { CurrentOrder, CurrentRow, StoredVersion } from '#platform/store/version-store.ts';
import { type AlertView, alertViewOf, openAlertView } from './alert-view.ts';
import type { AlertThresholds } from './alerts.ts';
import type { AlertFilter } from './arguments.ts';
import { alertEntityIdOf } from './arrival-id.ts';
import type { ArrivalLoaders } from './arrival-loaders.ts';
import type { ArrivalView, QueryParts } from './query-parts.ts';
import { type AlertDocument, isSilencing } from './store/state-rows.ts';
import { urgentFromMs } from './urgency.ts';

/** A page of alerts. */
export interface AlertPage extends CountedPage<CurrentRow> {
  readonly alerts: readonly AlertPageRow[];
}

/** A row, its alert and its cursor. */
export interface AlertPageRow {
  readonly row: CurrentRow;
  readonly alert: AlertView;
}

/** A row with the function that creates its cursor. */
export interface AlertEdge extends AlertPageRow {
  readonly cursorOf: AlertPage['cursorOf'];
}

/** One event in the log of alerts. */
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

/** Creates the queries of alerts, with the rights, thresholds and marks of the caller. */
export function createAlertQueries(parts: QueryParts, { marks, found }: Pick<ArrivalLoaders, 'marks' | 'found'>) {
  const { store, signer, caller, view, thresholds, rows, clock } = parts;
  const log = createLogQueries('arrival-alerts', { store, signer, caller });

  /** Returns the alert if the caller's thresholds raise one of its steps, and counts its row. */
  const counted = (stored: StoredVersion, of: AlertThresholds): AlertView | undefined => {
    const { arrivalId, ...transition } = JSON.parse(stored.document.toString()) as AlertDocument;
    const alert = alertViewOf(arrivalId, transition, of);
    if (alert !== undefined) rows.add('arrivalAlerts', stored);
    return alert;
  };
  const needsAttention = async ({ arrivalId, alertId, step }: AlertView): Promise<boolean> => {
    if (step.closedAt !== undefined) return false;
    const all = await marks.load(arrivalId);
    return !all.some((mark) => mark.kind === 'COLLECTED' || (mark.target === alertId && isSilencing(mark, clock.now())));
  };

  return {
    alerts: async (
      order: CurrentOrder,
      { filter, page }: { readonly filter: AlertFilter; readonly page: PageArguments },
    ): Promise<AlertPage> => {
      const listed = await log.list(order, { filter: filter.versions, scope: filter, page });
      const alerts = listed.rows.flatMap((row) => {
        const alert = counted(row.current, filter.thresholds);
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
        alert: version && counted(version, filter.thresholds),
        missed,
      }));
      return { ...page, events };
    },
    /** @throws {LandfallError} NOT_FOUND */
    alertById: async ({ arrivalId, alertId }: { readonly arrivalId: string; readonly alertId: string }): Promise<AlertView> => {
      const row = await log.currentRow(alertEntityIdOf(arrivalId, view, alertId));
      const alert = row && counted(row.current, thresholds);
      const isHidden = alert?.kind === 'CHARGES_CHANGED' && !caller.entitlement.charges;
      if (alert === undefined || isHidden) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
      return alert;
    },
    openAlerts: ({ arrivalId, shown }: ArrivalView): AlertView[] =>
      shown.openAlerts
        .filter(({ kind }) => kind !== 'CHARGES_CHANGED' || caller.entitlement.charges)
        .flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []),
    marksOn: async ({ arrivalId, alertId }: AlertView): Promise<readonly ArrivalMark[]> =>
      (await marks.load(arrivalId)).filter(({ target }) => target === alertId),
    needsAttention,
    isUrgent: async (alert: AlertView): Promise<boolean> => {
      if (!(await needsAttention(alert))) return false;
      const arrival = await found.load(alert.arrivalId);
      return arrival === undefined || urgentFromMs(alert, arrival.shown.snapshot) <= clock.now();
    },
  };
}
