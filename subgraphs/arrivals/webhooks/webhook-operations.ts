import { type Caller, requireOperator } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import { isWebhookID, webhookPrefix } from '#platform/publisher/recipient.ts';
import { createReports, type DeliveryReport } from '#platform/publisher/webhooks/delivery-report.ts';
import {
  type OperationParts,
  pauseQueues,
  type ReplaySelection,
  replayQueues,
  resumeQueues,
  sinceMsOf,
} from '#platform/publisher/webhooks/queue-operations.ts';
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
export interface WebhookOperations {
  /** Lists the webhooks of all tenants for an operator, else those of the caller's tenant, by id; also former ones with a queue. */
  list(): Promise<WebhookView[]>;
  pause(selected: WebhookSelection, reason: string): Promise<WebhookView>;
  resume(selected: WebhookSelection): Promise<WebhookView>;
  replay(selected: WebhookSelection, given: ReplayArguments): Promise<WebhookView>;
}

/** Exactly one of the three selects the versions. */
export interface ReplayArguments {
  readonly since?: string | null | undefined;
  readonly document?: string | null | undefined;
  readonly deadLetters?: readonly string[] | null | undefined;
}

/** Creates what a caller may do with webhooks. */
export function createWebhookOperations(
  parts: OperationParts & Parameters<typeof createReports>[0] & { readonly recipients: Pick<WebhookRecipients, 'all' | 'find'> },
): (caller: Caller) => WebhookOperations {
  const { store, recipients } = parts;
  const reportOn = createReports(parts);
  return (caller) => {
    const mayBeSeen = (id: string) => isWebhookID(id) && (caller.entitlement.operator || tenantOf(id) === caller.tenant);
    const viewOf = (id: string, queues: readonly StoredDeliveryQueue[]): WebhookView => ({
      id,
      tenant: tenantOf(id),
      deliveries: queues.filter(({ subscriber }) => subscriber === id).map(reportOn),
    });
    const operate = async (
      { id, log }: WebhookSelection,
      command: (queues: readonly StoredDeliveryQueue[]) => Promise<void>,
    ): Promise<WebhookView> => {
      requireOperator(caller, 'Operating webhooks');
      const queues = isWebhookID(id) ? await store.deliveries.listQueues({ subscriber: id }) : [];
      const selected = queues.filter((queue) => log === undefined || queue.log === log);
      if (selected.length === 0) {
        throw new LandfallError('NOT_FOUND', `There is no webhook ${id}${log === undefined ? '' : ` that is sent ${log}`}.`);
      }
      await command(selected);
      return viewOf(id, await store.deliveries.listQueues({ subscriber: id }));
    };
    return {
      list: async () => {
        const queues = await store.deliveries.listQueues();
        const ids = new Set([...recipients.all().map(({ id }) => id), ...queues.map(({ subscriber }) => subscriber)]);
        return [...ids]
          .filter(mayBeSeen)
          .toSorted()
          .map((id) => viewOf(id, queues));
      },
      pause: (selected, reason) => operate(selected, (queues) => pauseQueues(queues, { reason, by: nameOf(caller) }, parts)),
      resume: (selected) => operate(selected, (queues) => resumeQueues(queues, parts)),
      replay: (selected, given) =>
        operate(selected, async (queues) => {
          for await (const _ of replayQueues(queues, selectionOf(given, recipients.find(selected.id)), parts));
        }),
    };
  };
}

/** @throws {LandfallError} BAD_USER_INPUT */
function selectionOf({ since, document, deadLetters }: ReplayArguments, recipient: ReturnType<WebhookRecipients['find']>): ReplaySelection {
  if ([since, document, deadLetters].filter((given) => given != null).length !== 1) {
    throw new LandfallError('BAD_USER_INPUT', 'Expected one of the arguments since, document and deadLetters.');
  }
  if (since != null) return { sinceMs: sinceMsOf('Argument since', since) };
  return document == null ? { deadLetters: deadLetters ?? [] } : { document, recipient };
}

/** Names of tenants have no colon. */
function tenantOf(webhookID: string): string {
  return webhookID.slice(webhookPrefix.length).split(':', 1)[0] ?? '';
}

function nameOf({ tenant, subject }: Caller): string {
  return subject ?? (tenant === '' ? 'an operator' : tenant);
}
