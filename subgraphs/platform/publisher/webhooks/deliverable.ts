import { visibilityOf } from '../../access/visibility.ts';
import type { LogName, StoredVersion, VersionStore } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';

/** Returns whether a recipient may be sent a version, by the version alone. Versions from the recipient are not sent back to it. */
export function mayBeSent(log: LogName, { id, caller }: Recipient): (version: Pick<StoredVersion, 'partner' | 'terms'>) => boolean {
  const { shows } = visibilityOf(log, caller.entitlement);
  return (version) => version.partner !== id && shows(version);
}

/**
 * Returns the versions that a recipient may see now. Called before each attempt: rights may have been revoked, and a new
 * version of a document may no longer name the recipient's parties.
 */
export async function filterDeliverable<V extends StoredVersion>(
  candidates: readonly V[],
  {
    log,
    recipient,
    versions,
  }: { readonly log: LogName; readonly recipient: Recipient; readonly versions: Pick<VersionStore, 'findCurrent'> },
): Promise<readonly V[]> {
  const isDeliverable = mayBeSent(log, recipient);
  const sent = candidates.filter(isDeliverable);
  if (sent.length === 0) return [];
  const { isPerVersion, shows } = visibilityOf(log, recipient.caller.entitlement);
  if (!isPerVersion) return sent;
  const entityIds = [...new Set(sent.map(({ entityId }) => entityId))];
  const heads = await versions.findCurrent(entityIds);
  const visible = new Set(entityIds.filter((_, index) => heads[index] !== undefined && shows(heads[index].current)));
  return sent.filter(({ entityId }) => visible.has(entityId));
}
