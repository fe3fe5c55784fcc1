import { openAccessRegistry } from '#platform/access/access-registry.ts';
import { readConfig } from '#platform/config.ts';
import { asLandfallError, LandfallError } from '#platform/errors.ts';
import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger } from '#platform/logger.ts';
import { newMessageID } from '#platform/publisher/deliveries/queue-state.ts';
import { printLine } from '#platform/terminal.ts';
import { createSendRequest } from '#platform/upstream/send.ts';
import { signatureHeadersOf } from '#platform/upstream/signed-push.ts';
import { webhookCommands } from '../../subgraphs/arrivals/subgraph.ts';

type HookedRecipient = ReturnType<ReturnType<typeof webhookCommands.recipientsOf>['all']>[number];

export interface TestWebhookCommand {
  /** The tenant, if several tenants have a webhook with the id. */
  readonly tenant?: string;
}

/**
 * Sends a signed sample of each log that a webhook is sent, and prints each attempt as one JSON object per line. Stores
 * nothing and does not use a delivery queue.
 *
 * @returns exit status: 1 if a sample was not accepted
 * @throws {LandfallError} NOT_FOUND for an unknown webhook; BAD_USER_INPUT if several tenants have one with this id
 */
export async function testWebhook(id: string, { tenant }: TestWebhookCommand): Promise<0 | 1> {
  const { recipientsOf, logsOf, sampleOf } = webhookCommands;
  const { ACCESS_FILE: file } = readConfig();
  // Standard output is reserved for the attempts.
  const logger = createLogger('silent');
  await using access = await openAccessRegistry({ file, logger, env: process.env });
  const recipient = findWebhook(recipientsOf(access).all(), { id, tenant });
  await using outbound = createOutbound({ logger });
  const send = createSendRequest({ outbound, logger });
  const { url } = recipient.webhook;
  let status: 0 | 1 = 0;
  for (const log of logsOf(recipient)) {
    const body = await sampleOf(log, recipient);
    const signature = signatureHeadersOf({ id: newMessageID(), now: Date.now(), body }, recipient.secrets);
    const headers = { 'content-type': 'application/json', ...signature };
    const startedAt = performance.now();
    const outcome = await send(recipient, { url, headers, body, timeoutMs: recipient.limits.timeoutMs }).then(
      (response) => ({ status: response.status }),
      (error: unknown) => ({ status: null, error: `${asLandfallError(error).code}: ${asLandfallError(error).message}` }),
    );
    const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    if (!isAccepted) status = 1;
    const durationMs = Math.round(performance.now() - startedAt);
    printLine(JSON.stringify({ webhook: recipient.id, log, url, isAccepted, ...outcome, durationMs, ...signature, body: body.toString() }));
  }
  return status;
}

function findWebhook(
  recipients: readonly HookedRecipient[],
  { id, tenant }: { readonly id: string; readonly tenant: string | undefined },
): HookedRecipient {
  const found = recipients.filter(({ webhook, caller }) => webhook.id === id && (tenant === undefined || caller.tenant === tenant));
  const [only] = found;
  if (only === undefined) {
    const known = recipients.map((recipient) => recipient.id).join(', ') || 'none';
    throw new LandfallError(
      'NOT_FOUND',
      `The access file has no webhook ${id}${tenant === undefined ? '' : ` of ${tenant}`}. Webhooks: ${known}.`,
    );
  }
  if (found.length > 1) {
    const tenants = found.map(({ caller }) => caller.tenant).join(', ');
    throw new LandfallError('BAD_USER_INPUT', `Several tenants have a webhook ${id}: name one of ${tenants} with --tenant.`);
  }
  return only;
}
