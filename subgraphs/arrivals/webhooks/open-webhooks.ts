import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { WebhookLog } from '#platform/access/webhook.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { deliveryLimits } from '#platform/partners/delivery-limits.ts';
import type { SubgraphParts } from '#platform/process/subgraph.ts';
import { openDeliverer } from '#platform/publisher/deliveries/deliverer.ts';
import type { MadeAttempt } from '#platform/publisher/deliveries/delivery-queue.ts';
import type { DeliveryKind, DeliveryRoute } from '#platform/publisher/deliveries/message.ts';
import { createSender } from '#platform/publisher/deliveries/send-delivery.ts';
import { createEventWriter } from './event-writer.ts';
import { isWebhook, logsOf, type WebhookRecipient, webhookLogs, webhookRecipients } from './recipients.ts';
import { createWebhookOperations } from './webhook-operations.ts';

/**
 * Opens the delivery queues of all webhooks, so that everything stored from then on is sent. `start` sends what waits
 * and what is new from then on; it is called once.
 */
export async function openWebhooks(
  { store, bus, logger, upstream }: SubgraphParts,
  {
    access,
    signer,
    onAttempt,
  }: {
    readonly access: Pick<AccessRegistry, 'tenants' | 'onChange'>;
    readonly signer: CursorSigner;
    readonly onAttempt?: ((attempt: MadeAttempt) => void) | undefined;
  },
) {
  let start: (engine: Pick<Engine, 'execute' | 'schema'>) => void = () => {};
  const engine = new Promise<Pick<Engine, 'execute' | 'schema'>>((resolve) => {
    start = resolve;
  });
  const recipients = webhookRecipients(access);
  const send = createSender({ upstream, logger });
  const limits = { ...deliveryLimits, maxObjects: 1 };
  const kinds = createWebhookKinds(createEventWriter({ engine, signer, logger }));
  const open = kinds.map((kind) => openDeliverer({ store, kind, recipients, bus, send, limits, logger, onAttempt }));
  return { deliverers: await Promise.all(open), operationsFor: createWebhookOperations({ store, kinds, recipients }), start };
}

/**
 * Creates the deliveries of logs to webhooks. A message has one event.
 *
 * @param writerOf creates the function that writes the messages of a log for a webhook
 */
export function createWebhookKinds(writerOf: (log: WebhookLog, recipient: WebhookRecipient) => DeliveryRoute['write']): DeliveryKind[] {
  return webhookLogs.map((log) => ({
    log,
    routeFor: (recipient) => {
      if (!isWebhook(recipient) || !logsOf(recipient).includes(log)) return undefined;
      return { url: recipient.webhook.url, listName: undefined, write: writerOf(log, recipient) };
    },
    // For replays of notices and events, the subgraphs that store them provide the terms.
    termsOf: (document) => [[`document:${document}`.toWellFormed()]],
  }));
}
