import type { Logger } from '#platform/logger.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import type { Store } from '#platform/store/store.ts';
import { isStoreError } from '#platform/store/store-failure.ts';
import type { CurrentRow } from '#platform/store/version-store.ts';
import { backoffMs, startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import type { Pull } from '#platform/upstream/pull.ts';
import { entityIdOf } from '../model.ts';
import { documentOf } from '../store/notice-versions.ts';
import type { ArrivalNoticesQuery } from './request-urls.ts';

/** After this time, the notice of a notification is no longer fetched. */
const followedMs = 24 * 60 * 60 * 1_000;
/** Maximum number of notifications checked in one round, the newest first. */
const roundSize = 500;
const roundMs = 60_000;
/** Limits of the pauses between attempts for one notification. */
const retryLimits = { firstRetryMs: 5_000, maxRetryMs: 15 * 60_000 };
const maxTries = 8;

/**
 * Fetches the version that a notification names, if the partner offers arrival notices and the version is not stored.
 * Each round derives the missing versions from the store, so a crash loses nothing. Two processes that fetch the same
 * version store it once.
 */
export function followNotifications(parts: { store: Store; partners: PartnerRegistry; pull: Pull<ArrivalNoticesQuery>; logger: Logger }) {
  const { store, partners, pull, logger } = parts;
  const versions = store.versions('arrival-notice-versions');
  const notifications = store.versions('arrival-notice-notifications');
  const tries = new Map<string, { count: number; next: number }>();

  const namedBy = ({ current }: CurrentRow) => {
    const { transportDocumentReference, typeLabel } = documentOf(current) as { transportDocumentReference: string; typeLabel?: string };
    return {
      reference: transportDocumentReference,
      key: { entityId: entityIdOf({ partner: current.partner, transportDocumentReference, typeLabel }), sortKey: current.sortKey },
    };
  };

  const missing = async (): Promise<CurrentRow[]> => {
    const receivedAfter = new Date(Date.now() - followedMs).toISOString();
    const recent = await notifications.listCurrent({ order: 'NEWEST_FIRST', limit: roundSize, filter: { receivedAfter } });
    const askable = recent.filter(({ current }) => partners.find(current.partner)?.arrivalNotices !== undefined);
    const stored = await versions.findVersions(askable.map((head) => namedBy(head).key));
    const open = askable.filter((_, index) => stored[index] === undefined);
    const openIds = new Set(open.map(({ entityId }) => entityId));
    for (const entityId of tries.keys()) if (!openIds.has(entityId)) tries.delete(entityId);
    return open.filter(({ entityId }) => (tries.get(entityId)?.next ?? 0) <= Date.now() && (tries.get(entityId)?.count ?? 0) < maxTries);
  };

  const fetchOne = async (head: CurrentRow): Promise<void> => {
    const partner = partners.find(head.current.partner);
    if (partner === undefined) return;
    const { count } = tries.get(head.entityId) ?? { count: 0 };
    tries.set(head.entityId, { count: count + 1, next: Date.now() + backoffMs(count + 1, retryLimits) });
    const { error } = await pull(partner, { transportDocumentReferences: [namedBy(head).reference] }, { receivedBy: 'NOTIFICATION' });
    if (error === undefined) return;
    logger.warn({ err: error, partner: partner.id }, 'the notice of a notification could not be fetched; retrying');
  };

  const loop = startWakeUpLoop({
    pollMs: roundMs,
    round: async (signal) => {
      for (const head of await missing()) if (!signal.aborted) await fetchOne(head);
      const due = [...tries.values()].filter(({ count }) => count < maxTries).map(({ next }) => next);
      return Math.min(roundMs, ...due.map((at) => Math.max(1, at - Date.now())));
    },
    onError: (error) => {
      if (!isStoreError(error)) logger.warn({ err: error }, 'the log of notifications could not be read; retrying');
    },
  });
  return {
    /** Must be called after a notification was stored. Returns immediately. */
    wake: loop.wake,
    [Symbol.asyncDispose]: loop.stop,
  };
}
