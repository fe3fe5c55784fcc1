import type { DeliveryLetter } from './delivery-store.ts';
import { maxRemoved } from './removal-store.ts';
import type { Store } from './version-store.ts';

/** Goes through the dead letters of all deliveries. @returns pages of at most {@link maxRemoved} */
export async function* pagesOfDeliveryLetters({ deliveries }: Pick<Store, 'deliveries'>): AsyncGenerator<DeliveryLetter[]> {
  let after: string | undefined;
  for (;;) {
    const letters = await deliveries.listLetters({ limit: maxRemoved, after });
    if (letters.length > 0) yield letters;
    if (letters.length < maxRemoved) return;
    after = letters.at(-1)?.id;
  }
}
