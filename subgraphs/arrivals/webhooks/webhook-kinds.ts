import type { Webhook } from '#platform/access/webhook.ts';
import { type WebhookLog, webhookFields } from '#platform/access/webhook-document.ts';
import type { DeliveryKind, DeliveryRoute } from '#platform/publisher/webhooks/delivery.ts';
import { isWebhook, type WebhookRecipient } from './recipients.ts';

/** Creates the function that writes the messages of a log for a webhook. */
export type CreateWriter = (log: WebhookLog, recipient: WebhookRecipient) => DeliveryRoute['write'];

/** The logs that webhooks send. */
export const webhookLogs = Object.keys(webhookFields) as readonly WebhookLog[];

/** Creates the deliveries of logs to webhooks. A message has one event. */
export function createWebhookKinds(writerOf: CreateWriter): DeliveryKind[] {
  return webhookLogs.map((log) => ({
    log,
    routeFor: (recipient) => {
      if (!isWebhook(recipient) || !isWanted(log, recipient.webhook)) return undefined;
      return { url: recipient.webhook.url, listName: undefined, write: writerOf(log, recipient) };
    },
    // For replays of notices and events, the subgraphs that store them provide the terms.
    termsOf: (document) => [[`document:${document}`.toWellFormed()]],
  }));
}

/** Returns whether a webhook is sent a log. */
export function isWanted(log: WebhookLog, { alerts, noticeVersions, portCallEvents }: Webhook): boolean {
  switch (log) {
    case 'arrival-alerts':
      return alerts.length > 0;
    case 'arrival-notice-versions':
      return noticeVersions;
    case 'port-call-events':
      return portCallEvents;
  }
}
