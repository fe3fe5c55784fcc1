import type { Caller } from '../../access/entitlement.ts';
import { visibilityOf } from '../../access/visibility.ts';
import type { Partner } from '../../partners/partner.ts';
import type { LogName, StoredVersion, VersionStore } from '../../store/version-store.ts';
import { findSubscriber } from '../subscribers.ts';

/** Returns whether a subscriber may be sent a version, by the version alone. Versions from the subscriber are not sent back to it. */
export function mayBeSent(log: LogName, subscriber: Partner): (version: Pick<StoredVersion, 'partner' | 'terms'>) => boolean {
  const caller = callerOf(subscriber);
  if (caller === undefined) return () => false;
  const { shows } = visibilityOf(log, caller.entitlement);
  return (version) => version.partner !== subscriber.id && shows(version);
}

/**
 * Returns the versions that a subscriber may see now. Called before each attempt: rights may have been revoked, and a new
 * version of a document may no longer name the subscriber's parties.
 */
export async function filterDeliverable<V extends StoredVersion>(
  candidates: readonly V[],
  {
    log,
    subscriber,
    versions,
  }: { readonly log: LogName; readonly subscriber: Partner; readonly versions: Pick<VersionStore, 'findCurrent'> },
): Promise<readonly V[]> {
  const isDeliverable = mayBeSent(log, subscriber);
  const sent = candidates.filter(isDeliverable);
  const caller = callerOf(subscriber);
  if (caller === undefined || sent.length === 0) return [];
  const { isPerVersion, shows } = visibilityOf(log, caller.entitlement);
  if (!isPerVersion) return sent;
  const entityIds = [...new Set(sent.map(({ entityId }) => entityId))];
  const heads = await versions.findCurrent(entityIds);
  const visible = new Set(entityIds.filter((_, index) => heads[index] !== undefined && shows(heads[index].current)));
  return sent.filter(({ entityId }) => visible.has(entityId));
}

function callerOf(subscriber: Partner): Caller | undefined {
  return findSubscriber(subscriber)?.caller;
}
