import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import * as z from 'zod';
import { packageRoot } from '../package-root.ts';
import { requestLimits, retryOfDeliveries, webhookSecrets } from '../partners/delivery-limits.ts';
import { type AddIssue, addressIssueOf, httpUrl, isPlainUrl } from '../partners/yaml-file.ts';

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

/** Root fields that webhooks send, by log. */
export const webhookFields = {
  'arrival-alerts': 'arrivalAlertRaised',
  'arrival-notice-versions': 'arrivalNoticeVersionReceived',
  'port-call-events': 'portCallEventReceived',
} as const;

/** The logs that webhooks send. */
export type WebhookLog = keyof typeof webhookFields;

let schema: GraphQLSchema | undefined;

/** Reads the schema of the API when a webhook first needs it. */
export function apiSchema(): GraphQLSchema {
  const path = join(packageRoot, 'schema', 'api.graphql');
  schema ??= buildSchema(readFileSync(path, 'utf8'), { assumeValidSDL: true, noLocation: true });
  return schema;
}

/** Returns the kinds of alerts. */
function alertKindNames(): readonly string[] {
  const type = apiSchema().getType('AlertKind');
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

/** Returns what is wrong with the document of a webhook, as a message for operators. */
function documentIssueOf(text: string): string | undefined {
  try {
    const document = parse(text);
    const [error] = validate(apiSchema(), document, undefined, { maxErrors: 1 });
    if (error !== undefined) return `the document is not valid: ${error.message}`;
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    const fields = operations.map(webhookFieldOf);
    if (fields.length === 0 || fields.includes(undefined)) {
      return `expected subscriptions to ${Object.values(webhookFields).join(', ')}, without @skip and @include at the root`;
    }
    if (new Set(fields).size < fields.length) return 'expected at most one subscription to each field';
    return operations.some(requiresVariables) ? 'expected no required variables: a webhook has no values for them' : undefined;
  } catch (error) {
    return `the document cannot be parsed: ${error instanceof Error ? error.message : error}`;
  }
}

/** Returns the field that an operation subscribes to; undefined for an operation that no webhook can send. */
export function webhookFieldOf({ operation, selectionSet }: OperationDefinitionNode): string | undefined {
  const [selection] = selectionSet.selections;
  if (operation !== OperationTypeNode.SUBSCRIPTION || selection?.kind !== Kind.FIELD || selectionSet.selections.length > 1)
    return undefined;
  const isConditional = selection.directives?.some(({ name }) => ['skip', 'include'].includes(name.value));
  return isConditional ? undefined : Object.values(webhookFields).find((field) => field === selection.name.value);
}

function requiresVariables({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined);
}
