import { hash } from 'node:crypto';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  Source,
  separateOperations,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation } from '../graphql/engine.ts';
import { subscriptionRule } from '../subscriptions/log-operation.ts';
import { measureOperations, type OperationLimits } from './operation-limits.ts';
import { createParseBudget, type ParseBudget, type ParsingFor } from './parse-budget.ts';

/** An operation that can be executed, or the errors that prevent it. */
export type Prepared = { readonly operation: ValidatedOperation } | { readonly errors: readonly GraphQLError[] };

/** Parses, measures and validates operations, and caches the results. */
export interface Operations {
  /**
   * @param name name of the operation in a document with several; absent, null or empty if there is one
   * @param session whose parse budget is charged for a document that is not cached. Default: no budget
   */
  prepare(text: string, name?: string | null, session?: ParsingFor): Prepared;
}

type PreparedText = ReadonlyMap<string, ValidatedOperation> | readonly GraphQLError[];

/** Memory of a parsed and compiled document per character of its text. */
const bytesPerCharacter = 100;
/** Minimum size that a text counts as, so that the number of texts is limited too. */
const minEntryCharacters = 1_024;
/**
 * Number of characters that a field counts as: a short text may grow when its fragments are expanded, as compilation
 * does.
 */
const charactersPerField = 10;
/** Longer texts are not cached, because they contain values that should be variables, and are rarely sent again. */
const maxCachedText = 64 * 1024;
/**
 * Maximum number of open brackets in a text that cannot be parsed. For a parsed document there is a limit for each kind
 * of nesting.
 */
const maxNesting = 500;
const maxErrors = 20;
/** Maximum number of locations reported for one error. */
const maxPlaces = 5;

/** The schema and the limits that operations are validated against. */
export interface OperationRules {
  /** The schema that clients see. */
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  /** Whether clients may use introspection. @default true */
  readonly introspection?: boolean | undefined;
  /** @default counted by this process only */
  readonly parseBudget?: ParseBudget;
  /** Maximum size of the cache. @default that of {@link memoryBounds} */
  readonly cacheBytes?: number;
}

export function createOperations(rules: OperationRules): Operations {
  const { parseBudget = createParseBudget(), cacheBytes = memoryBounds.operations.bytes } = rules;
  const cache = createBoundedCache<string, PreparedText>(cacheBytes);
  return {
    prepare(text, name, session) {
      let prepared = cache.get(text);
      if (prepared === undefined) {
        const rateLimited = session && parseBudget.admit(session);
        if (rateLimited !== undefined) return { errors: [rateLimited] };
        const start = performance.now();
        const made = prepareText(text, rules);
        if (session !== undefined) parseBudget.spent(session, performance.now() - start);
        prepared = made.prepared;
        // Errors are cached too, because a client with a bug sends the same document again.
        const characters = Math.max(minEntryCharacters, text.length, made.fields * charactersPerField);
        if (text.length <= maxCachedText) cache.set(text, prepared, characters * bytesPerCharacter);
      }
      return 'length' in prepared ? { errors: prepared } : selectOperation(prepared, name);
    },
  };
}

function prepareText(text: string, rules: OperationRules): { readonly prepared: PreparedText; readonly fields: number } {
  const { limits } = rules;
  if (text.length > limits.maxCharacters) {
    const message = `The operation has ${text.length} characters, at most ${limits.maxCharacters} are allowed.`;
    return { prepared: [refusal('OPERATION_TOO_LARGE', message)], fields: 0 };
  }
  const document = parseWithin(text, limits);
  if (document instanceof GraphQLError) return { prepared: [document], fields: 0 };
  const { errors, fields } = measureOperations(document, limits);
  if (errors.length > 0) return { prepared: errors, fields: 0 };
  const violations = errorsOf(document, rules);
  if (violations.length > 0) return { prepared: violations.map((violation) => located(violation, text)), fields: 0 };
  return { prepared: operationsOf(document, hash('sha256', text, 'hex')), fields };
}

function parseWithin(text: string, limits: OperationLimits): DocumentNode | GraphQLError {
  try {
    const source = new Source(text);
    const document = parse(source, { maxTokens: limits.maxTokens });
    // Errors compute the line of each of their nodes by counting from the beginning; `located` limits this to a few
    // nodes.
    source.body = '';
    return document;
  } catch (error) {
    // The parser recurses, so thousands of nested brackets may exhaust the stack before it detects the token limit or a
    // missing bracket.
    if (error instanceof RangeError || nestingOf(text) > maxNesting) {
      return refusal('OPERATION_TOO_LARGE', 'The operation is nested too deeply.');
    }
    if (!(error instanceof GraphQLError)) throw error;
    if (/Document contains more th\w+ \d+ tokens/.test(error.message)) {
      return refusal('OPERATION_TOO_LARGE', `The operation has more than ${limits.maxTokens} tokens.`);
    }
    return refusal('GRAPHQL_PARSE_FAILED', error.message, error);
  }
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

function errorsOf(document: DocumentNode, { schema, introspection = true }: OperationRules): readonly GraphQLError[] {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule, noServiceRule];
  try {
    return [...unknownRootsOf(document, schema), ...validate(schema, document, rules, { maxErrors, hideSuggestions: true })];
  } catch (error) {
    // The rule of one root field per subscription throws for a condition whose variable has no value yet.
    if (error instanceof GraphQLError) return [new GraphQLError(subscriptionRule, { nodes: error.nodes ?? null })];
    throw error;
  }
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

/** Validation does not check whether the schema has this operation type. */
function unknownRootsOf(document: DocumentNode, schema: GraphQLSchema): GraphQLError[] {
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || schema.getRootType(definition.operation)) return [];
    return [new GraphQLError(`The schema has no ${definition.operation}.`, { nodes: definition })];
  });
}

function operationsOf(document: DocumentNode, textHash: string): PreparedText {
  const operations = new Map<string, ValidatedOperation>();
  for (const [name, separate] of Object.entries(separateOperations(document))) {
    const definition = separate.definitions.find((candidate) => candidate.kind === Kind.OPERATION_DEFINITION);
    if (definition !== undefined) operations.set(name, { document: separate, definition, kind: definition.operation, textHash });
  }
  if (operations.size === 0) return [refusal('GRAPHQL_VALIDATION_FAILED', 'The document contains no operation.')];
  return operations;
}

function selectOperation(operations: ReadonlyMap<string, ValidatedOperation>, name: string | null | undefined): Prepared {
  const [only] = operations.values();
  if (!name) {
    if (operations.size === 1 && only !== undefined) return { operation: only };
    return { errors: [refusal('BAD_REQUEST', 'The document contains several operations: expected operationName to name one.')] };
  }
  const operation = operations.get(name);
  if (operation === undefined)
    return { errors: [refusal('BAD_REQUEST', `The document contains no operation named ${JSON.stringify(name)}.`)] };
  return { operation };
}
