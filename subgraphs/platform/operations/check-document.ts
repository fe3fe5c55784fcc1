import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  Source,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import { rootFieldsOf, subscriptionRule } from '../subscriptions/log-operation.ts';
import { acceptDocument, type DocumentStore, rejectedDocument } from './document-store.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { measureDocument, type OperationLimits } from './operation-limits.ts';
import type { ParseBudget } from './parse-budget.ts';

/** Maximum number of validation errors of one document. */
export const maxValidationErrors = 20;
/** Maximum number of locations reported for one error. */
const maxPlaces = 5;
/**
 * Maximum number of open brackets in a text that cannot be parsed. For a parsed document there is a limit for each kind
 * of nesting.
 */
const maxNesting = 500;

export interface DocumentChecks {
  readonly limits: OperationLimits;
  readonly store: DocumentStore;
  /** Limits the time that new documents of a tenant take. A text is parsed before its budget is checked, which its size limits. */
  readonly parseBudget: ParseBudget;
}

/**
 * Plugin that checks the size of a document between parsing and validation, parts of which take quadratic time, and
 * stores rejected documents.
 */
export function checkDocument({ limits, store, parseBudget }: DocumentChecks): ApolloServerPlugin<GraphqlContext> {
  const spend = ({ scope, progress: { parsedFrom } }: GraphqlContext) => {
    if (parsedFrom !== undefined) parseBudget.spent(scope.session, performance.now() - parsedFrom);
  };
  const listener: GraphQLRequestListener<GraphqlContext> = {
    parsingDidStart: async (request) => {
      const { source, queryHash: hash, contextValue: context } = request;
      context.progress.parsedFrom = performance.now();
      return async (error) => {
        if (error !== undefined) {
          spend(context);
          context.progress.rejection = [parseErrorOf(error, source, limits)];
          await store.set(hash, rejectedDocument(context.progress.rejection, source));
          return;
        }
        const document = request.document as DocumentNode;
        const notNow = parseBudget.admit(context.scope.session);
        const { errors, fields } = measureDocument(document, limits);
        const rejected = errors.length > 0 ? errors : conditionalSubscriptionsIn(document);
        // Errors compute the line of each of their nodes by counting from the beginning; `located` limits this to a few
        // nodes.
        if (document.loc !== undefined) document.loc.source.body = '';
        if (notNow !== undefined) {
          // The budget recovers although the tenant goes on.
          context.progress.parsedFrom = undefined;
          replaceDocument(request, rejectedDocument([notNow]));
        } else if (rejected.length > 0) replaceDocument(request, rejectedDocument(rejected, source));
        else acceptDocument(document, { source, hash }, fields);
      };
    },
    validationDidStart: async ({ source, queryHash, contextValue: context }) => {
      return async (errors) => {
        spend(context);
        if (errors === undefined) return;
        context.progress.rejection = errors.map((error) => located(error as GraphQLError, source));
        await store.set(queryHash, rejectedDocument(context.progress.rejection, source));
      };
    },
  };
  return { requestDidStart: async () => listener };
}

/** Makes Apollo Server go on with another document. */
function replaceDocument(request: object, document: DocumentNode): void {
  Object.assign(request, { document });
}

/** Returns the rules of validation in addition to those of the specification. */
export function validationRulesOf(introspection: boolean): ValidationRule[] {
  return [knownRootRule, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule, noServiceRule])];
}

/** Rejects kinds of operations that the schema does not have; the rules of the specification do not. */
function knownRootRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (node) => {
      if (!context.getSchema().getRootType(node.operation))
        context.reportError(new GraphQLError(`The schema has no ${node.operation}.`, { nodes: node }));
    },
  };
}

/** Rejects the field by which routers read the SDL of a subgraph. */
function noServiceRule(context: ValidationContext): ASTVisitor {
  return {
    Field: (node) => {
      if (node.name.value === '_service')
        context.reportError(new GraphQLError('GraphQL introspection is not allowed, but the query contained _service.', { nodes: node }));
    },
  };
}

function parseErrorOf(error: Error, source: string, limits: OperationLimits): GraphQLError {
  // The parser recurses, so thousands of nested brackets may exhaust the stack before it detects the token limit or a
  // missing bracket.
  if (error instanceof RangeError || nestingOf(source) > maxNesting)
    return refusal('OPERATION_TOO_LARGE', 'The operation is nested too deeply.');
  if (/Document contains more th\w+ \d+ tokens/.test(error.message))
    return refusal('OPERATION_TOO_LARGE', `The operation has more than ${limits.maxTokens} tokens.`);
  return refusal('GRAPHQL_PARSE_FAILED', error.message, error as GraphQLError);
}

/** Returns the maximum number of open brackets, including those in strings, because the text could not be parsed. */
function nestingOf(text: string): number {
  let [open, deepest] = [0, 0];
  for (const character of text) {
    if ('[{('.includes(character)) deepest = Math.max(deepest, ++open);
    else if (']})'.includes(character)) open -= 1;
  }
  return deepest;
}

/** Converts a validation error to one for clients, with its first locations only. */
function located({ message, nodes }: GraphQLError, text: string): GraphQLError {
  const positions = (nodes ?? []).slice(0, maxPlaces).flatMap(({ loc }) => loc?.start ?? []);
  return refusal('GRAPHQL_VALIDATION_FAILED', message, new GraphQLError(message, { source: new Source(text), positions }));
}

/** Rejects conditions at the root of a subscription here, because the validation rule about its fields throws for them. */
function conditionalSubscriptionsIn(document: DocumentNode): GraphQLError[] {
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    return rootFieldsOf({ document, definition }).isConditional ? [refusal('GRAPHQL_VALIDATION_FAILED', subscriptionRule)] : [];
  });
}
