import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { Caller } from '#platform/access/entitlement.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { deliveryLimits } from '#platform/partners/delivery-limits.ts';
import type { SubgraphParts } from '#platform/process/subgraph.ts';
import { type Deliverer, openDeliverer } from '#platform/publisher/webhooks/deliverer.ts';
import type { MadeAttempt } from '#platform/publisher/webhooks/delivery-attempt.ts';
import { createSender } from '#platform/publisher/webhooks/send-delivery.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createEventWriter } from './event-writer.ts';
import { webhookRecipients } from './recipients.ts';
import { createWebhookKinds } from './webhook-kinds.ts';
import { createWebhookOperations, type WebhookOperations } from './webhook-operations.ts';

/** Maximum number of messages that a delivery queue of a webhook creates in one write; each has one event. */
const maxTaken = 50;

/** The deliveries to webhooks. */
export interface Webhooks {
  readonly deliverers: readonly Deliverer[];
  /** Returns which delivery queues a caller may see, and what it may do with them. */
  readonly operationsFor: (caller: Caller) => WebhookOperations;
  /** Sends waiting versions, and from then on new ones. Called once. */
  start(engine: Pick<Engine, 'execute' | 'schema'>): void;
}

/** Opens the delivery queues of all webhooks, so that everything stored from then on is sent. */
export async function openWebhooks(
  { store, bus, logger, shared, upstream }: SubgraphParts,
  {
    access,
    signer,
    onAttempt,
  }: {
    readonly access: Pick<AccessRegistry, 'tenants' | 'onChange'>;
    readonly signer: CursorSigner;
    readonly onAttempt?: ((attempt: MadeAttempt) => void) | undefined;
  },
): Promise<Webhooks> {
  let start: Webhooks['start'] = () => {};
  const engine = new Promise<Pick<Engine, 'execute' | 'schema'>>((resolve) => {
    start = resolve;
  });
  const recipients = webhookRecipients(access);
  const send = createSender({ upstream, logger });
  const limits = { ...deliveryLimits, maxObjects: 1 };
  const kinds = createWebhookKinds(createEventWriter({ engine, signer, logger }));
  const open = kinds.map((kind) => openDeliverer({ store, kind, recipients, bus, send, limits, maxTaken, logger, onAttempt, shared }));
  const operationsFor = createWebhookOperations({ store, kinds, recipients, findRecipient: recipients.find, clock: systemClock });
  return { deliverers: await Promise.all(open), operationsFor, start };
}
