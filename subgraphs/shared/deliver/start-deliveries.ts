import type { SubgraphParts } from '../subgraph.ts';
import { type Deliverer, startDeliverer } from './deliverer.ts';
import type { DeliveryKind } from './delivery.ts';
import { deliveryLimits } from './limits.ts';
import { createSender } from './send.ts';

/** Starts the sending of some logs to subscribers, as the settings say. */
export function startDeliveries(kinds: readonly DeliveryKind[], parts: SubgraphParts): Deliverer[] {
  const { store, partners, bus, logger, shared, upstream, deliveryRetries } = parts;
  const send = createSender({ upstream, logger });
  const limits = { ...deliveryLimits, ...deliveryRetries };
  return kinds.map((kind) => startDeliverer({ store, kind, partners, bus, send, limits, logger, shared }));
}
