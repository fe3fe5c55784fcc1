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
import { packageRoot } from '../package-root.ts';

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
export function alertKindNames(): readonly string[] {
  const type = apiSchema().getType('AlertKind');
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

/** Returns what is wrong with the document of a webhook, as a message for operators. */
export function documentIssueOf(text: string): string | undefined {
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
