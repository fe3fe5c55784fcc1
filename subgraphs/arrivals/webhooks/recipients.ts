import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { Tenant } from '#platform/access/sessions.ts';
import { type Webhook, type WebhookLog, webhookFields } from '#platform/access/webhook.ts';
import { isWebhookID, type Recipient, type Recipients, webhookPrefix } from '#platform/publisher/recipient.ts';
import { type AlertKind, readTermsOf } from '../alerts.ts';
import { viewOf } from '../tenant-views.ts';

/** A webhook of a tenant as the recipient of deliveries, with the rights and thresholds of the tenant. */
export interface WebhookRecipient extends Recipient {
  readonly webhook: Webhook;
}

/** Recipients that are webhooks. */
export type WebhookRecipients = ReturnType<typeof webhookRecipients>;

/** The logs that webhooks send. */
export const webhookLogs = Object.keys(webhookFields) as readonly WebhookLog[];

/** Returns the logs that a webhook is sent. */
export function logsOf({ webhook: { alerts, noticeVersions, portCallEvents } }: Pick<WebhookRecipient, 'webhook'>): WebhookLog[] {
  const wanted: Readonly<Record<WebhookLog, boolean>> = {
    'arrival-alerts': alerts.length > 0,
    'arrival-notice-versions': noticeVersions,
    'port-call-events': portCallEvents,
  };
  return webhookLogs.filter((log) => wanted[log]);
}

/** Returns whether a recipient is a webhook. */
export function isWebhook(recipient: Recipient): recipient is WebhookRecipient {
  return 'webhook' in recipient;
}

/** Returns the webhooks of all tenants in the access file as recipients of deliveries. */
export function webhookRecipients(access: Pick<AccessRegistry, 'tenants' | 'onChange'>) {
  /** Dropped when the access file changes. Each message is created with the rights of the recipient that is found. */
  let byId: ReadonlyMap<string, WebhookRecipient> | undefined;
  access.onChange(() => {
    byId = undefined;
  });
  const current = () => {
    const all = () => access.tenants().flatMap((tenant) => tenant.webhooks.map((webhook) => recipientOf(webhook, tenant)));
    byId ??= new Map(all().map((recipient) => [recipient.id, recipient]));
    return byId;
  };
  return {
    leaseName: 'webhooks',
    all: () => [...current().values()],
    find: (id: string) => current().get(id),
    owns: isWebhookID,
    onChange: access.onChange,
  } satisfies Recipients;
}

function recipientOf(webhook: Webhook, { name, caller, entitlement, thresholds }: Tenant): WebhookRecipient {
  const { id, secrets, limits, retry, allowPrivate, paused } = webhook;
  const reader = { view: viewOf(entitlement), thresholds, charges: entitlement.charges };
  const alertTerms = readTermsOf('at', reader, { kinds: webhook.alerts === '*' ? undefined : (webhook.alerts as readonly AlertKind[]) });
  return {
    ...{ id: `${webhookPrefix}${name}:${id}`, caller, webhook, secrets, limits, retry, allowPrivate },
    outbound: undefined,
    isPaused: paused,
    wantedOf: (log) => (log === 'arrival-alerts' ? [alertTerms] : []),
  };
}
