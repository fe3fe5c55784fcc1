import { deliveryLimits } from '../partners/delivery-limits.ts';
import { type Deliverer, openDeliverer } from '../publisher/webhooks/deliverer.ts';
import type { DeliveryKind } from '../publisher/webhooks/delivery.ts';
import { createSender } from '../publisher/webhooks/send-delivery.ts';
import type { SubgraphParts } from './subgraph.ts';

/** Starts the sending of some logs to subscribers, as the settings say. */
export function openDeliveries(kinds: readonly DeliveryKind[], parts: SubgraphParts): Promise<Deliverer[]> {
  const { store, partners, bus, logger, shared, upstream } = parts;
  const send = createSender({ upstream, logger });
  return Promise.all(kinds.map((kind) => openDeliverer({ store, kind, partners, bus, send, limits: deliveryLimits, logger, shared })));
}
