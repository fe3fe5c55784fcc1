import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, separateOperations } from 'graphql';
import { apiSchema, type WebhookLog, webhookFieldOf, webhookFields } from '#platform/access/webhook-document.ts';
import { packageRoot } from '#platform/package-root.ts';
import { logFieldsOf } from '#platform/subscriptions/log-fields.ts';
import { type LogOperation, logOperationOf } from '#platform/subscriptions/log-operation.ts';

/** The files in `schema/operations` whose subscriptions are used by webhooks without a document of their own. */
const defaultDocuments: Readonly<Record<WebhookLog, string>> = {
  'arrival-alerts': 'watch-alerts.graphql',
  'arrival-notice-versions': 'watch-arrivals.graphql',
  'port-call-events': 'watch-port-calls.graphql',
};

/** Finds the subscription that a webhook uses for a log: the one in its document, otherwise the default one. */
export type FindOperation = (log: WebhookLog, document: string | undefined) => LogOperation;

/** Creates the lookup, which parses each text once. The documents were checked together with the access file. */
export function createFindOperation(): FindOperation {
  const known = new Map<string, LogOperation | undefined>();
  const find = (log: WebhookLog, text: string): LogOperation | undefined => {
    const key = `${log}\n${text}`;
    if (!known.has(key)) known.set(key, operationIn(text, log));
    return known.get(key);
  };
  return (log, document) => {
    const own = document === undefined ? undefined : find(log, document);
    const operation = own ?? find(log, readFileSync(join(packageRoot, 'schema', 'operations', defaultDocuments[log]), 'utf8'));
    if (operation === undefined) throw new Error(`${defaultDocuments[log]} has no subscription to ${webhookFields[log]}`);
    return operation;
  };
}

function operationIn(text: string, log: WebhookLog): LogOperation | undefined {
  for (const document of Object.values(separateOperations(parse(text, { noLocation: true })))) {
    const definition = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    if (definition === undefined || webhookFieldOf(definition) !== webhookFields[log]) continue;
    const operation = logOperationOf({ document, definition, kind: 'subscription' }, logFieldsOf(apiSchema()));
    if ('query' in operation) return operation;
  }
  return undefined;
}
