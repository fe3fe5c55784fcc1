import { z } from 'zod';
import { requestLimits, retryOfDeliveries, webhookSecrets } from '../partners/delivery-fields.ts';
import { addressIssueOf, httpUrl, isPlainUrl } from '../partners/yaml-fields.ts';
import type { AddIssue } from '../partners/yaml-file.ts';
import { alertKindNames, documentIssueOf } from './webhook-document.ts';

/** A webhook of a tenant in the access file. */
export const webhookSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: '1 to 40 characters of a-z, 0-9 and -' }),
  url: httpUrl,
  secrets: webhookSecrets,
  alerts: z.union([z.tuple([z.literal('*')]).transform(() => '*' as const), z.array(z.string())]).default([]),
  noticeVersions: z.boolean().default(false),
  portCallEvents: z.boolean().default(false),
  document: z.string().optional(),
  paused: z.boolean().default(false),
  retry: retryOfDeliveries,
  limits: requestLimits,
});

/**
 * A webhook of a tenant, with defaults and resolved secrets. Objects never change: a changed file produces new ones.
 */
export type Webhook = z.output<typeof webhookSchema> & {
  /** Whether it may use plain http or a private address. */
  readonly allowPrivate: boolean;
};

/** Reports issues of several fields of a tenant's webhooks, and of their documents. */
export function checkWebhooks(webhooks: unknown, { allowPrivate, add }: { readonly allowPrivate: boolean; readonly add: AddIssue }): void {
  const ids = new Set<unknown>();
  for (const [index, webhook] of (Array.isArray(webhooks) ? webhooks : []).entries()) {
    const { id, url, alerts, noticeVersions, portCallEvents, document } = Object(webhook) as Readonly<Record<string, unknown>>;
    if (typeof id === 'string' && ids.has(id)) add([index, 'id'], `the tenant has another webhook ${id}`);
    ids.add(id);
    const issue = typeof url === 'string' && isPlainUrl(url) ? addressIssueOf(url, allowPrivate) : undefined;
    if (issue !== undefined) add([index, 'url'], issue);
    const kinds = Array.isArray(alerts) ? alerts : [];
    for (const [at, kind] of kinds.entries()) {
      const isKnown = alertKindNames().includes(kind) || (kind === '*' && kinds.length === 1);
      if (!isKnown && typeof kind === 'string') add([index, 'alerts', at], kindRule());
    }
    if (kinds.length === 0 && noticeVersions !== true && portCallEvents !== true) {
      add([index], 'expected at least one of alerts, noticeVersions: true and portCallEvents: true');
    }
    const documentIssue = typeof document === 'string' ? documentIssueOf(document) : undefined;
    if (documentIssue !== undefined) add([index, 'document'], documentIssue);
  }
}

function kindRule(): string {
  return `expected "*" alone, or kinds of alerts: ${alertKindNames().join(', ')}`;
}
