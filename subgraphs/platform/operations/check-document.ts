import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  type SelectionSetNode,
  Source,
  type ValidationContext,
  type ValidationRule,
  visit,
} from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import { rootFieldsOf, subscriptionRule } from '../subscriptions/log-operation.ts';
import type { GraphqlContext } from '../transports/request-pipeline.ts';
import { acceptDocument, type DocumentStore, rejectedDocument } from './document-store.ts';
import type { ParseBudget } from './request-policy.ts';

/** Maximum number of validation errors of one document. */
export const maxValidationErrors = 20;
/** Maximum number of locations reported for one error. */
const maxPlaces = 5;
/**
 * Maximum number of open brackets in a text that cannot be parsed, and of nested selection sets that are examined: far
 * above any sensible `maxDepth`.
 */
const maxNesting = 500;

export interface DocumentChecks {
  readonly limits: OperationLimits;
  readonly store: DocumentStore;
  /** Limits the time that new documents of a tenant take. A text is parsed before its budget is checked, which its size limits. */
  readonly parseBudget: ParseBudget;
}

/**
 * Plugin that keeps the documents of texts, and checks the size of a new one between parsing and validation, parts of which
 * take quadratic time.
 */
export function checkDocument({ limits, store, parseBudget }: DocumentChecks): ApolloServerPlugin<GraphqlContext> {
  const spend = ({ scope, progress: { parsedFrom } }: GraphqlContext) => {
    if (parsedFrom !== undefined) parseBudget.spent(scope.session, performance.now() - parsedFrom);
  };
  const listener: GraphQLRequestListener<GraphqlContext> = {
    didResolveSource: async (request) => {
      const document = store.find(request.queryHash);
      if (document !== undefined) replaceDocument(request, document);
    },
    parsingDidStart: async (request) => {
      const { source, queryHash: hash, contextValue: context } = request;
      context.progress.parsedFrom = performance.now();
      return async (error) => {
        if (error !== undefined) {
          spend(context);
          context.progress.rejection = [parseErrorOf(error, source, limits)];
          store.keep(hash, rejectedDocument(context.progress.rejection, source));
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
    validationDidStart: async ({ source, queryHash, document, contextValue: context }) => {
      return async (errors) => {
        spend(context);
        if (errors === undefined) return store.keep(queryHash, document);
        context.progress.rejection = errors.map((error) => located(error as GraphQLError, source));
        store.keep(queryHash, rejectedDocument(context.progress.rejection, source));
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

/** Limits on the size of an operation. A fragment counts as often as it is spread. */
export interface OperationLimits {
  /** Maximum number of characters in the query text, including comments and white space. */
  readonly maxCharacters: number;
  readonly maxTokens: number;
  /** Maximum depth of nested fields. */
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  /** Maximum number of fields in total. Limits the expansion of fragments that spread each other. */
  readonly maxFields: number;
  readonly maxFragments: number;
  /** Maximum number of pairs of fields with the same response path; validation compares every pair. */
  readonly maxOverlappingFields: number;
  /** Maximum depth of nested lists and objects, in literals and in variables. */
  readonly maxInputDepth: number;
  /** Maximum number of lists, objects and plain values in the variables. */
  readonly maxInputValues: number;
}

export const defaultOperationLimits: OperationLimits = {
  maxCharacters: 100_000,
  maxTokens: 5_000,
  maxDepth: 25,
  maxAliases: 100,
  maxRootFields: 20,
  maxFields: 5_000,
  maxFragments: 200,
  maxOverlappingFields: 10_000,
  maxInputDepth: 16,
  maxInputValues: 10_000,
};

/** For the operations of our own gateways, which have limited those of their clients. */
export const unlimitedOperations = Object.fromEntries(
  Object.keys(defaultOperationLimits).map((name) => [name, Number.POSITIVE_INFINITY]),
) as unknown as OperationLimits;

/**
 * Size of a selection set with its fragments expanded. Sums stop at {@link ceiling}, because fragments can double many
 * times.
 */
interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** Number of fields of the outermost level. */
  readonly width: number;
}

const ceiling = 1_000_000_000;
const empty: Size = { depth: 0, aliases: 0, fields: 0, width: 0 };

/** JavaScript objects treat `__proto__` differently from every other name. */
const unsafeName = '__proto__';

/**
 * Checks the operations of a document against the limits. Runs before validation, parts of which take quadratic time in
 * these counts, and needs no schema. Also reports errors of fragments that would falsify the counts.
 *
 * @returns errors with OPERATION_TOO_LARGE and GRAPHQL_VALIDATION_FAILED, none if the document may be validated; and
 *   the number of its fields with fragments expanded
 */
export function measureDocument(
  document: DocumentNode,
  limits: OperationLimits,
): { readonly errors: readonly GraphQLError[]; readonly fields: number } {
  const errors: GraphQLError[] = [];
  const check = (what: string, found: number, limit: number): void => {
    if (found > limit)
      errors.push(refusal('OPERATION_TOO_LARGE', `The operation has ${atLeast(found)} ${what}, at most ${limit} are allowed.`));
  };
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  check('fragments', definitions.length, limits.maxFragments);
  check('levels of input', inputDepthOf(document), limits.maxInputDepth);
  if (errors.length > 0) return { errors, fields: 0 };
  const fragments = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const walk = createWalk(fragments);
  let fields = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = walk.sizeOf(definition.selectionSet, 0);
    fields += size.fields;
    check('levels of fields', size.depth, limits.maxDepth);
    check('root fields', size.width, limits.maxRootFields);
    check('aliases', size.aliases, limits.maxAliases);
  }
  check('fields', fields, limits.maxFields);
  errors.push(...walk.errors(definitions));
  if (errors.length === 0)
    check(
      'pairs of fields with the same response name in the same selection',
      countOverlappingFields(document, fragments),
      limits.maxOverlappingFields,
    );
  return { errors, fields };
}

function createWalk(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const sizes = new Map<string, Size>();
  const entered = new Set<string>();
  const cycles = new Set<string>();
  let unsafe = false;

  function sizeOf(set: SelectionSetNode, nesting: number): Size {
    if (nesting > maxNesting) return { ...empty, depth: ceiling };
    let size = empty;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        size = add(size, fragmentSize(selection.name.value, nesting));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        size = add(size, sizeOf(selection.selectionSet, nesting + 1));
      } else {
        const inner = selection.selectionSet === undefined ? empty : sizeOf(selection.selectionSet, nesting + 1);
        if ((selection.alias ?? selection.name).value === unsafeName) unsafe = true;
        const aliases = inner.aliases + (selection.alias === undefined ? 0 : 1);
        size = add(size, { depth: inner.depth + 1, aliases, fields: inner.fields + 1, width: 1 });
      }
    }
    return size;
  }

  function fragmentSize(name: string, nesting: number): Size {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return empty;
    if (entered.has(name)) {
      cycles.add(name);
      return empty;
    }
    entered.add(name);
    const size = sizeOf(fragment.selectionSet, nesting + 1);
    sizes.set(name, size);
    return size;
  }

  return {
    sizeOf,
    /** Returns the errors of the fragments that were visited. */
    errors(definitions: readonly FragmentDefinitionNode[]): GraphQLError[] {
      const doubled = definitions.filter((definition) => fragments.get(definition.name.value) !== definition);
      const unused = [...fragments.keys()].filter((name) => !entered.has(name));
      const messages = [
        ...[...cycles].map((name) => `Cannot spread fragment "${name}" within itself.`),
        ...doubled.map(({ name }) => `There can be only one fragment named "${name.value}".`),
        ...unused.map((name) => `Fragment "${name}" is never used.`),
        ...(unsafe ? [`\`${unsafeName}\` cannot be the name of a field in the answer.`] : []),
      ];
      return messages.slice(0, maxViolations).map((message) => refusal('GRAPHQL_VALIDATION_FAILED', message));
    },
  };
}

const maxViolations = 20;

/** Returns the greatest depth of nested lists and objects in the document. */
function inputDepthOf(document: DocumentNode): number {
  let depth = 0;
  let deepest = 0;
  const nested = {
    enter: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    leave: () => {
      depth -= 1;
    },
  };
  visit(document, { ListValue: nested, ObjectValue: nested });
  return deepest;
}

function add(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: Math.min(ceiling, left.aliases + right.aliases),
    fields: Math.min(ceiling, left.fields + right.fields),
    width: Math.min(ceiling, left.width + right.width),
  };
}

function atLeast(count: number): string {
  return count >= ceiling ? 'far too many' : String(count);
}

/** A position in the answer, by its response path. */
interface Place {
  fields: number;
  readonly below: Map<string, Place>;
}

/**
 * Counts the pairs of fields with the same response path, fragments expanded. Validation compares every such pair to
 * decide whether the fields can be merged, so the count is the cost of that rule.
 *
 * @param document has no cycles of fragments, and is known to be small when expanded
 */
export function countOverlappingFields(document: DocumentNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  let pairs = 0;
  function walk(set: SelectionSetNode, place: Place): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = placeBelow(place, (selection.alias ?? selection.name).value);
        pairs += inner.fields;
        inner.fields += 1;
        if (selection.selectionSet) walk(selection.selectionSet, inner);
      } else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment) walk(fragment.selectionSet, place);
      }
    }
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, { fields: 0, below: new Map() });
  }
  return pairs;
}

function placeBelow({ below }: Place, name: string): Place {
  let place = below.get(name);
  if (place === undefined) {
    place = { fields: 0, below: new Map() };
    below.set(name, place);
  }
  return place;
}
