import { deliveryLimits } from '../partners/delivery-limits.ts';
import { subscribersOf } from '../publisher/subscribers.ts';
import { type Deliverer, openDeliverer } from '../publisher/webhooks/deliverer.ts';
import type { DeliveryKind } from '../publisher/webhooks/delivery.ts';
import { createSender } from '../publisher/webhooks/send-delivery.ts';
import type { SubgraphParts } from './subgraph.ts';

/** Starts the deliveries of logs to subscribed partners. */
export function openDeliveries(kinds: readonly DeliveryKind[], parts: SubgraphParts): Promise<Deliverer[]> {
  const { store, partners, bus, logger, shared, upstream } = parts;
  const send = createSender({ upstream, logger });
  const recipients = subscribersOf(partners);
  return Promise.all(kinds.map((kind) => openDeliverer({ store, kind, recipients, bus, send, limits: deliveryLimits, logger, shared })));
}
