import { type Config, partnersFolderOf } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { openBackends } from '#platform/process/backends.ts';
import { acceptParsed } from '#platform/receiver/accept.ts';
import type { IngestRules } from './dead-letters.ts';

/** A notice and the time at which it counts as received. */
export interface ReceivedNotice {
  readonly partner: string;
  readonly notice: object;
  /** RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
}

/**
 * Stores notices as if they had been received earlier. The demo needs them, because its new store would otherwise
 * contain no arrival that has been without news for days.
 *
 * @param env source of `${env:NAME}` in the partners' files
 */
export async function storeEarlier(
  notices: readonly ReceivedNotice[],
  parts: { readonly config: Config; readonly env: NodeJS.ProcessEnv; readonly ingestRules: IngestRules },
): Promise<void> {
  const { config, env, ingestRules } = parts;
  const { partners } = await readPartners({ ...partnersFolderOf(config), env });
  await using backends = await openBackends(config);
  const { store } = backends;
  const { parse, ...rules } = ingestRules;
  const acceptParts = { log: 'arrival-notice-versions', store, logger: createLogger('silent'), ...rules, wake: () => {} } as const;
  for (const { partner: id, notice, receivedAt } of notices) {
    const partner = partners.find((each) => each.id === id);
    if (partner === undefined) throw new Error(`there is no partner ${id}`);
    const bytes = Buffer.from(JSON.stringify(notice));
    const arrival = { partner, receivedAt, receivedBy: 'PUSH' } as const;
    const parsed = parse(arrival, { path: '$.arrivalNotices[0]', bytes, value: notice });
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    await acceptParsed(acceptParts, id, [parsed]);
  }
}
