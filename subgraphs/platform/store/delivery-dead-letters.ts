import type { DeliveryDeadLetter, DeliveryQueueKey, DeliveryStore } from './delivery-store.ts';
import { maxRemoved } from './removal-store.ts';

/**
 * Goes through dead letters of deliveries, the oldest first.
 *
 * @param of a subscriber's, or those of one lane; default: all
 * @returns pages of at most {@link maxRemoved}
 */
export async function* pagesOfDeliveryDeadLetters(
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'listDeadLetters'> },
  of: Partial<DeliveryQueueKey> = {},
): AsyncGenerator<DeliveryDeadLetter[]> {
  let after: string | undefined;
  for (;;) {
    const letters = await deliveries.listDeadLetters({ ...of, limit: maxRemoved, after });
    if (letters.length > 0) yield letters;
    if (letters.length < maxRemoved) return;
    after = letters.at(-1)?.id;
  }
}
