import type { ReceivedBy, StoredVersion } from './version-store.ts';

/** How an object of a partner was received, as the API shows it. */
export type PartnerReceivedBy = Exclude<ReceivedBy, 'DERIVED'>;

/**
 * Returns how a version of a partner was received. @throws {Error} for a derived version; the logs of partners' objects
 * contain none
 */
export function receivedByOf({ receivedBy }: Pick<StoredVersion, 'receivedBy'>): PartnerReceivedBy {
  if (receivedBy === 'DERIVED') throw new Error('a derived version was not received from a partner');
  return receivedBy;
}
