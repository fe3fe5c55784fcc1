import { type Caller, requireOperator } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import {
  type DeliveryReport,
  deliveryReportOf,
  type Operated,
  pauseQueue,
  type ReplaySelection,
  replayQueues,
  resumeQueue,
} from '#platform/publisher/deliveries/operations.ts';
import { isWebhookID, webhookPrefix } from '#platform/publisher/recipient.ts';
import type { StoredDeliveryQueue } from '#platform/store/delivery-store.ts';
import type { LogName } from '#platform/store/version-store.ts';
import type { WebhookRecipients } from './recipients.ts';

/** A webhook of a tenant, with its deliveries by log. */
export interface WebhookView {
  /** `webhook:<tenant>:<id in the access file>`. */
  readonly id: string;
  readonly tenant: string;
  readonly deliveries: readonly DeliveryReport[];
}

/** Selects the deliveries of one webhook. */
export interface WebhookSelection {
  readonly id: string;
  /** Default: all logs that it is sent. */
  readonly log?: LogName | undefined;
}

/** Webhooks as the caller may see and operate them. Mutations need the operator right. */
export type WebhookOperations = ReturnType<ReturnType<typeof createWebhookOperations>>;

/** Creates what a caller may do with webhooks. */
export function createWebhookOperations({
  recipients,
  ...parts
}: Pick<Operated, 'store' | 'kinds'> & { readonly recipients: WebhookRecipients }) {
  const operated: Operated = { ...parts, findRecipient: recipients.find };
  const { deliveries } = parts.store;
  return (caller: Caller) => {
    const mayBeSeen = (id: string) => isWebhookID(id) && (caller.entitlement.operator || tenantOf(id) === caller.tenant);
    const viewOf = (id: string, queues: readonly StoredDeliveryQueue[]): WebhookView => ({
      id,
      tenant: tenantOf(id),
      deliveries: queues.filter(({ subscriber }) => subscriber === id).map((queue) => deliveryReportOf(queue, operated)),
    });
    /** @throws {LandfallError} FORBIDDEN for a caller that is no operator; NOT_FOUND */
    const operate = async (
      { id, log }: WebhookSelection,
      command: (queues: readonly StoredDeliveryQueue[]) => Promise<unknown>,
    ): Promise<WebhookView> => {
      requireOperator(caller, 'Operating webhooks');
      const queues = isWebhookID(id) ? await deliveries.listQueues({ subscriber: id }) : [];
      const selected = queues.filter((queue) => log === undefined || queue.log === log);
      if (selected.length === 0) {
        throw new LandfallError('NOT_FOUND', `There is no webhook ${id}${log === undefined ? '' : ` that is sent ${log}`}.`);
      }
      await command(selected);
      return viewOf(id, await deliveries.listQueues({ subscriber: id }));
    };
    return {
      /** Lists the webhooks of all tenants for an operator, else those of the caller's tenant, by id; also former ones with a queue. */
      list: async (): Promise<WebhookView[]> => {
        const queues = await deliveries.listQueues();
        const ids = new Set([...recipients.all().map(({ id }) => id), ...queues.map(({ subscriber }) => subscriber)]);
        return [...ids]
          .filter(mayBeSeen)
          .toSorted()
          .map((id) => viewOf(id, queues));
      },
      pause: (selected: WebhookSelection, reason: string) =>
        operate(selected, (queues) => Promise.all(queues.map((queue) => pauseQueue(deliveries, queue, { reason, by: nameOf(caller) })))),
      resume: (selected: WebhookSelection) =>
        operate(selected, (queues) => Promise.all(queues.map((queue) => resumeQueue(deliveries, queue)))),
      replay: (selected: WebhookSelection, selection: ReplaySelection) =>
        operate(selected, async (queues) => {
          for await (const _ of replayQueues(queues, selection, operated));
        }),
    };
  };
}

/** Names of tenants have no colon. */
function tenantOf(webhookID: string): string {
  return webhookID.slice(webhookPrefix.length).split(':', 1)[0] ?? '';
}

function nameOf({ tenant, subject }: Caller): string {
  return subject ?? (tenant === '' ? 'an operator' : tenant);
}
