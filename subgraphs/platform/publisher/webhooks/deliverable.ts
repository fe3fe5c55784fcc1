import { visibilityOf } from '../../access/visibility.ts';
import { bothFilters } from '../../store/version-filter.ts';
import type { LogName, StoredVersion, VersionFilter, VersionStore } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';

/**
 * Returns a function that decides by the version alone whether a recipient is sent it. Versions that come from the
 * recipient are not sent back to it.
 */
export function mayBeSent(log: LogName, recipient: Recipient): (version: Pick<StoredVersion, 'partner' | 'terms'>) => boolean {
  const { id, caller } = recipient;
  const { shows } = visibilityOf(log, caller.entitlement);
  const wanted = recipient.wantedOf?.(log).map((terms) => new Set(terms)) ?? [];
  const wants = ({ terms }: Pick<StoredVersion, 'terms'>) => wanted.every((set) => terms.some((term) => set.has(term)));
  return (version) => version.partner !== id && shows(version) && wants(version);
}

/**
 * Returns the condition of the store's queries for what {@link mayBeSent} permits; undefined when that is everything.
 */
export function deliverableFilter(log: LogName, { caller, wantedOf }: Pick<Recipient, 'caller' | 'wantedOf'>): VersionFilter | undefined {
  const { filter } = visibilityOf(log, caller.entitlement);
  const wanted = wantedOf?.(log) ?? [];
  if (wanted.length === 0) return filter;
  return filter === undefined ? { all: wanted } : bothFilters(filter, { all: wanted });
}

/**
 * Returns the versions that a recipient may see now. Called before each attempt, because rights may have been revoked,
 * and a newer version of a document may no longer name the recipient's parties.
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
