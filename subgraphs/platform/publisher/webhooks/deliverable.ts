import type { Caller } from '../../access/entitlement.ts';
import { visibilityOf } from '../../access/visibility.ts';
import type { Partner } from '../../partners/partner.ts';
import type { LogName, StoredVersion, VersionStore } from '../../store/version-store.ts';
import { findSubscriber } from '../subscribers.ts';

/** Whether a version is one that a subscriber may ever be sent, by itself; what came from it does not go back to it. */
export function mayBeSent(log: LogName, subscriber: Partner): (version: Pick<StoredVersion, 'partner' | 'terms'>) => boolean {
  const caller = callerOf(subscriber);
  if (caller === undefined) return () => false;
  const { shows } = visibilityOf(log, caller.entitlement);
  return (version) => version.partner !== subscriber.id && shows(version);
}

/**
 * Picks the versions that a subscriber may see now. Asked before each attempt: rights may have been taken away, and what is
 * no party's business any more is not sent.
 *
 * @returns whether each may be sent
 */
export async function whichMayBeSent<V extends StoredVersion>(
  found: readonly V[],
  {
    log,
    subscriber,
    versions,
  }: { readonly log: LogName; readonly subscriber: Partner; readonly versions: Pick<VersionStore, 'findCurrent'> },
): Promise<readonly V[]> {
  const may = mayBeSent(log, subscriber);
  const sent = found.filter(may);
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
