import type { DeliveryDeadLetter, DeliveryQueueKey, DeliveryStore } from './delivery-store.ts';
import { maxRemoved } from './removal-store.ts';

/**
 * Pages through dead letters of deliveries, the oldest first.
 *
 * @param key of a subscriber or of one queue; default: all
 * @returns pages of at most {@link maxRemoved}
 */
export async function* pagesOfDeliveryDeadLetters(
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'listDeadLetters'> },
  key: Partial<DeliveryQueueKey> = {},
): AsyncGenerator<DeliveryDeadLetter[]> {
  let after: string | undefined;
  for (;;) {
    const deadLetters = await deliveries.listDeadLetters({ ...key, limit: maxRemoved, after });
    if (deadLetters.length > 0) yield deadLetters;
    if (deadLetters.length < maxRemoved) return;
    after = deadLetters.at(-1)?.id;
  }
}
