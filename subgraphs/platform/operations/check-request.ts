import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation, GraphQLRequestListener } from '@apollo/server';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  isNonNullType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  type SelectionSetNode,
  Source,
  separateOperations,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
  visit,
} from 'graphql';
import { createBoundedCache, perObject } from '../cache/bounded-cache.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { EngineRequest, ValidatedOperation, Variables } from '../graphql/engine.ts';
import { logOperationOf, rootFieldsOf, subscriptionRule } from '../subscriptions/log-operation.ts';
import type { AcceptedOperation, GraphqlContext } from './graphql-context.ts';
import type { CostLimit } from './operation-cost.ts';
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

/**
 * Plugin that checks requests before execution: the size of a new document between parsing and validation, parts of which
 * take quadratic time, then what the operation asks for, in the order of what each check costs. It keeps the documents of
 * texts.
 *
 * @param options.parseBudget limits the time that new documents of a tenant take. A text is parsed before its budget is
 *   checked, which its size limits
 * @param options.cacheBytes maximum size of the documents that are kept
 */
export function checkRequests(options: {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly costs: CostLimit;
  readonly parseBudget: ParseBudget;
  readonly cacheBytes: number;
}): ApolloServerPlugin<GraphqlContext> {
  const { schema, limits, costs, parseBudget, cacheBytes } = options;
  const documents = createBoundedCache<string, DocumentNode>(cacheBytes);
  /** Keeps the document of a text, unless one is kept or this one is too large. @param hash SHA-256 of the text in hex */
  const keep = (hash: string, document: DocumentNode): void => {
    const bytes = known.get(document)?.bytes;
    if (bytes !== undefined && bytes <= maxCachedText * bytesPerCharacter && documents.get(hash) === undefined)
      documents.set(hash, document, bytes);
  };
  const spend = ({ scope, progress: { parsedFrom } }: GraphqlContext) => {
    if (parsedFrom !== undefined) parseBudget.spent(scope.session, performance.now() - parsedFrom);
  };
  const logOf = perObject(logOperationOf);
  const check = ({ request, document, contextValue: { scope } }: Request): AcceptedOperation | readonly GraphQLError[] => {
    const operation = operationIn(document, request.operationName);
    if (!('kind' in operation)) return operation;
    if (scope.isQueryOnly && operation.kind === 'mutation') return [refusal('METHOD_NOT_ALLOWED', 'GET is for queries; use POST.')];
    const variables = request.variables ?? {};
    const oversize = measureVariables(variables, limits);
    if (oversize !== undefined) return [oversize];
    const { coerced, invalid = [] } = coerceVariables(schema, { operation, variables });
    if (invalid.length > 0) return invalid;
    const tooExpensive = costs.check(operation, variables, scope.session.limits.operationCost);
    if (tooExpensive !== undefined) return [tooExpensive];
    if (operation.kind !== 'subscription') return { operation, variables, coerced };
    const log = logOf(operation);
    return 'query' in log ? { operation, variables, log } : log;
  };
  const listener: GraphQLRequestListener<GraphqlContext> = {
    didResolveSource: async (request) => {
      const document = documents.get(request.queryHash);
      if (document !== undefined) replaceDocument(request, document);
    },
    parsingDidStart: async (request) => {
      const { source, queryHash: hash, contextValue: context } = request;
      context.progress.parsedFrom = performance.now();
      return async (error) => {
        if (error !== undefined) {
          spend(context);
          context.progress.rejection = [parseErrorOf(error, source, limits)];
          return keep(hash, rejectedDocument(context.progress.rejection, source));
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
        if (errors === undefined) return keep(queryHash, document);
        context.progress.rejection = errors.map((error) => located(error as GraphQLError, source));
        keep(queryHash, rejectedDocument(context.progress.rejection, source));
      };
    },
    didResolveOperation: async (request) => {
      const { progress } = request.contextValue;
      const checked = check(request);
      if ('operation' in checked) progress.accepted = checked;
      else {
        progress.rejection = checked;
        throw checked[0] ?? new Error('expected an error of a rejected operation');
      }
    },
  };
  return { requestDidStart: async () => listener };
}

type Request = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

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

/** JavaScript objects treat `__proto__` differently from every other name. */
const unsafeName = '__proto__';

/** Maximum number of validation errors about fragments. */
const maxViolations = 20;

/** A position in the answer, by its response path. */
interface Place {
  fields: number;
  readonly below: Map<string, Place>;
}

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
    const count = Number.isFinite(found) ? found : 'far too many';
    if (found > limit) errors.push(refusal('OPERATION_TOO_LARGE', `The operation has ${count} ${what}, at most ${limit} are allowed.`));
  };
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  check('fragments', definitions.length, limits.maxFragments);
  check('levels of input', inputDepthOf(document), limits.maxInputDepth);
  if (errors.length > 0) return { errors, fields: 0 };

  const fragments = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const [spread, open, cycles] = [new Set<string>(), new Set<string>(), new Set<string>()];
  // Fragments can double many times, also without any fields.
  let selectionsLeft = 10 * limits.maxFields;
  let [fields, overlapping, depth, aliases, rootFields, isUnsafe] = [0, 0, 0, 0, 0, false];

  /** Counts the fields of a set below `level` fields, inside `nesting` sets. */
  function count({ selections }: SelectionSetNode, place: Place, level: number, nesting: number): void {
    if (nesting > maxNesting) {
      depth = Number.POSITIVE_INFINITY;
      return;
    }
    for (const selection of selections) {
      selectionsLeft -= 1;
      if (selectionsLeft < 0) {
        fields = Number.POSITIVE_INFINITY;
        return;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) countFragment(selection.name.value, place, level, nesting);
      else if (selection.kind === Kind.INLINE_FRAGMENT) count(selection.selectionSet, place, level, nesting + 1);
      else {
        const name = (selection.alias ?? selection.name).value;
        const inner = place.below.get(name) ?? { fields: 0, below: new Map() };
        place.below.set(name, inner);
        overlapping += inner.fields++;
        fields += 1;
        depth = Math.max(depth, level + 1);
        if (level === 0) rootFields += 1;
        if (selection.alias !== undefined) aliases += 1;
        if (name === unsafeName) isUnsafe = true;
        if (selection.selectionSet !== undefined) count(selection.selectionSet, inner, level + 1, nesting + 1);
      }
    }
  }

  function countFragment(name: string, place: Place, level: number, nesting: number): void {
    const fragment = fragments.get(name);
    if (fragment === undefined) return;
    spread.add(name);
    if (open.has(name)) {
      cycles.add(name);
      return;
    }
    open.add(name);
    count(fragment.selectionSet, place, level, nesting + 1);
    open.delete(name);
  }

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    [depth, aliases, rootFields] = [0, 0, 0];
    count(definition.selectionSet, { fields: 0, below: new Map() }, 0, 0);
    check('levels of fields', depth, limits.maxDepth);
    check('root fields', rootFields, limits.maxRootFields);
    check('aliases', aliases, limits.maxAliases);
  }
  check('fields', fields, limits.maxFields);
  if (errors.length > 0) return { errors, fields };

  const violations = [
    ...[...cycles].map((name) => `Cannot spread fragment "${name}" within itself.`),
    ...definitions.flatMap((each) =>
      fragments.get(each.name.value) === each ? [] : `There can be only one fragment named "${each.name.value}".`,
    ),
    ...[...fragments.keys()].flatMap((name) => (spread.has(name) ? [] : `Fragment "${name}" is never used.`)),
    ...(isUnsafe ? [`\`${unsafeName}\` cannot be the name of a field in the answer.`] : []),
  ];
  errors.push(...violations.slice(0, maxViolations).map((message) => refusal('GRAPHQL_VALIDATION_FAILED', message)));
  // Validation compares every pair to decide whether the fields can be merged.
  if (errors.length === 0)
    check('pairs of fields with the same response name in the same selection', overlapping, limits.maxOverlappingFields);
  return { errors, fields };
}

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

/** What is known of a document beside its nodes. */
interface Known {
  readonly bytes: number;
  readonly operations: ReadonlyMap<string, ValidatedOperation>;
  /** Why the document is rejected; empty if it is accepted. */
  readonly errors: readonly GraphQLError[];
}

const known = new WeakMap<DocumentNode, Known>();

/** Records an accepted document. @param text.hash SHA-256 in hex. @param fields their number with fragments expanded */
export function acceptDocument(document: DocumentNode, text: { readonly source: string; readonly hash: string }, fields: number): void {
  const characters = Math.max(minEntryCharacters, text.source.length, fields * charactersPerField);
  const operations = new Map<string, ValidatedOperation>();
  for (const [name, separate] of Object.entries(separateOperations(document))) {
    const definition = separate.definitions.find((candidate) => candidate.kind === Kind.OPERATION_DEFINITION);
    if (definition !== undefined) operations.set(name, { document: separate, definition, kind: definition.operation, textHash: text.hash });
  }
  known.set(document, { bytes: characters * bytesPerCharacter, operations, errors: [] });
}

/**
 * Creates the document that replaces a rejected one. It is valid, because Apollo Server validates and stores it, and
 * {@link operationIn} returns its errors. They are stored because a client with a bug sends the same document again.
 *
 * @param source the rejected text; absent if it may be accepted later, so that it is not stored
 */
export function rejectedDocument(errors: readonly GraphQLError[], source?: string): DocumentNode {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] },
      },
    ],
  };
  const characters = source === undefined ? Number.POSITIVE_INFINITY : Math.max(minEntryCharacters, source.length);
  known.set(document, { bytes: characters * bytesPerCharacter, operations: new Map(), errors });
  return document;
}

/**
 * Returns the operation that a request names.
 *
 * @param name absent, null or empty if the document has one operation
 * @returns errors if the document was rejected or has no such operation
 */
export function operationIn(document: DocumentNode, name: string | null | undefined): ValidatedOperation | readonly GraphQLError[] {
  const { operations, errors } = known.get(document) ?? { operations: new Map<string, ValidatedOperation>(), errors: [] };
  if (errors.length > 0) return errors;
  const [only] = operations.values();
  if (only === undefined) return [refusal('GRAPHQL_VALIDATION_FAILED', 'The document contains no operation.')];
  if (!name) {
    if (operations.size === 1) return only;
    return [refusal('BAD_REQUEST', 'The document contains several operations: expected operationName to name one.')];
  }
  return operations.get(name) ?? [refusal('BAD_REQUEST', `The document contains no operation named ${JSON.stringify(name)}.`)];
}

const maxVariableErrors = 10;

/**
 * Checks the variables of the client against the operation's variable definitions. Both engines rely on this check.
 *
 * @returns the values for the resolvers, or errors
 */
export function coerceVariables(
  schema: GraphQLSchema,
  request: Pick<EngineRequest, 'operation' | 'variables'>,
): { readonly coerced?: Variables; readonly invalid?: readonly GraphQLError[] } {
  const options = { maxErrors: maxVariableErrors, hideSuggestions: true };
  const { coerced, errors } = getVariableValues(schema, request.operation.definition.variableDefinitions ?? [], request.variables, options);
  const messages = errors?.map(({ message }) => message) ?? misplacedNulls(schema, request);
  return messages.length === 0 && coerced ? { coerced } : { invalid: messages.map((message) => refusal('BAD_USER_INPUT', message)) };
}

/** The type at a non-null position of each variable that has such a position. */
const nonNullPositions = perObject((schema: GraphQLSchema) =>
  perObject(({ document, definition }: ValidatedOperation) => {
    const usages = new ValidationContext(schema, document, new TypeInfo(schema), () => {}).getRecursiveVariableUsages(definition);
    return new Map(usages.flatMap(({ node, type }) => (isNonNullType(type) ? [[node.name.value, `${type}`] as const] : [])));
  }),
);

/**
 * Finds variables that are null where null is not allowed. A nullable variable with a default value is valid at a
 * non-null position, so only its value shows the error.
 */
function misplacedNulls(schema: GraphQLSchema, { operation, variables }: Pick<EngineRequest, 'operation' | 'variables'>): string[] {
  const nulls = Object.keys(variables).filter((name) => variables[name] === null);
  if (nulls.length === 0) return [];
  const positions = nonNullPositions(schema)(operation);
  return nulls.flatMap((name) => {
    const type = positions.get(name);
    return type === undefined ? [] : [`Variable "$${name}" must not be null, because it is used where "${type}" is expected.`];
  });
}

type InputLimits = Pick<OperationLimits, 'maxInputDepth' | 'maxInputValues'>;

/**
 * Measures variables before they are validated. Stops at the limits and does not recurse, so neither depth nor length
 * can exhaust the process.
 *
 * @returns OPERATION_TOO_LARGE, or undefined when they are within the limits
 */
export function measureVariables(variables: Variables, { maxInputDepth, maxInputValues }: InputLimits): GraphQLError | undefined {
  let level: unknown[] = [variables];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth > maxInputDepth) return refusal('OPERATION_TOO_LARGE', `The variables are nested more than ${maxInputDepth} levels deep.`);
      const inner = Array.isArray(value) ? value : Object.values(value);
      values += inner.length;
      if (values > maxInputValues) return refusal('OPERATION_TOO_LARGE', `The variables contain more than ${maxInputValues} values.`);
      for (const each of inner) next.push(each);
    }
    level = next;
  }
  return undefined;
}
