import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { Tenant } from '#platform/access/sessions.ts';
import type { Webhook } from '#platform/access/webhook.ts';
import { isWebhookID, type Recipient, type Recipients, webhookPrefix } from '#platform/publisher/recipient.ts';
import { type AlertKind, alertKinds, readTermsOf } from '../alerts.ts';
import { viewOf } from '../views.ts';

/** A webhook of a tenant as the recipient of deliveries, with the rights and thresholds of the tenant. */
export interface WebhookRecipient extends Recipient {
  readonly webhook: Webhook;
}

/** Recipients that are webhooks. */
export interface WebhookRecipients extends Recipients {
  all(): readonly WebhookRecipient[];
  find(id: string): WebhookRecipient | undefined;
}

/** Keyed by the webhook object, which never changes: a changed file creates new ones. */
const recipients = new WeakMap<Webhook, WebhookRecipient>();

/** Returns the webhooks of all tenants in the access file as recipients of deliveries. */
export function webhookRecipients(access: Pick<AccessRegistry, 'tenants' | 'onChange'>): WebhookRecipients {
  const all = () => access.tenants().flatMap((tenant) => tenant.webhooks.map((webhook) => recipientOf(webhook, tenant)));
  /** Dropped when the access file changes. Each message is created with the rights of the recipient that is found. */
  let byId: ReadonlyMap<string, WebhookRecipient> | undefined;
  access.onChange(() => {
    byId = undefined;
  });
  return {
    leaseName: 'webhooks',
    all,
    find: (id) => {
      byId ??= new Map(all().map((recipient) => [recipient.id, recipient]));
      return byId.get(id);
    },
    owns: isWebhookID,
    onChange: access.onChange,
  };
}

/** Returns whether a recipient is a webhook. */
export function isWebhook(recipient: Recipient): recipient is WebhookRecipient {
  return 'webhook' in recipient;
}

function recipientOf(webhook: Webhook, { name, caller, entitlement, thresholds }: Tenant): WebhookRecipient {
  const known = recipients.get(webhook);
  if (known !== undefined) return known;
  const { secrets, limits, retry, allowPrivate, paused } = webhook;
  const reader = { view: viewOf(entitlement), thresholds, charges: entitlement.charges };
  const alertTerms = readTermsOf('at', reader, webhook.alerts === '*' ? alertKinds : (webhook.alerts as readonly AlertKind[]));
  const recipient: WebhookRecipient = {
    ...{ id: `${webhookPrefix}${name}:${webhook.id}`, caller, webhook, secrets, limits, retry, allowPrivate },
    outbound: undefined,
    isPaused: paused,
    wantedOf: (log) => (log === 'arrival-alerts' ? [alertTerms] : []),
  };
  recipients.set(webhook, recipient);
  return recipient;
}
