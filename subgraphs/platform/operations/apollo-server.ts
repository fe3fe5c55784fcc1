import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin, type GraphQLRequestListener } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { execute, type FieldNode, GraphQLError, getOperationAST, Kind, visit } from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import { asLandfallError } from '../errors.ts';
import { codeOf, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, EngineError, EngineRequest, EngineResult, ValidatedOperation } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import { rootFieldsOf } from '../subscriptions/log-operation.ts';
import { failSpan, inSpan } from '../tracing.ts';
import { maxValidationErrors, type OperationLimits, validationRulesOf } from './check-request.ts';
import type { AcceptedOperation, GraphqlContext } from './graphql-context.ts';

type GatewayInterface = ApolloServerOptionsWithGateway<GraphqlContext>['gateway'];
type GatewayExecutor = NonNullable<Awaited<ReturnType<GatewayInterface['load']>>['executor']>;

export interface ApolloServerParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly limits: OperationLimits;
  readonly introspection: boolean;
  /** In the order in which their hooks run. */
  readonly plugins: readonly ApolloServerPlugin<GraphqlContext>[];
  /** Whether operations run in spans. The trace of a gateway has the operation already. */
  readonly isTraced: boolean;
}

/** Starts an Apollo Server whose executor is an engine. Neither the server nor its plugins use the network. */
export async function startApolloServer(parts: ApolloServerParts): Promise<ApolloServer<GraphqlContext>> {
  const { engine, logger, limits, introspection, plugins, isTraced } = parts;
  const server = new ApolloServer<GraphqlContext>({
    gateway: gatewayOf(engine, isTraced),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ...plugins,
    ],
    // Its documents are found by the plugin `checkDocument`: with a store, a start would print the whole schema.
    documentStore: null,
    parseOptions: { maxTokens: limits.maxTokens },
    validationRules: validationRulesOf(introspection),
    // Suggestions name parts of the schema.
    validationOptions: { maxErrors: maxValidationErrors, hideSuggestions: !introspection },
    // A rule of ours forbids it, because the one of Apollo Server permits `_service`.
    introspection: true,
    persistedQueries: false,
    csrfPrevention: false,
    includeStacktraceInErrorResponses: false,
    // The plugin `showErrors` formats them.
    formatError: (_formatted, error) => error as Error,
    logger,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
  });
  await server.start();
  return server;
}

function gatewayOf(engine: Engine, isTraced: boolean): GatewayInterface {
  return {
    load: async () => ({ executor: executorOf(engine, isTraced) }),
    onSchemaLoadOrUpdate: (onSchema) => {
      onSchema({ apiSchema: engine.schema, coreSupergraphSdl: '' });
      return () => {};
    },
    stop: async () => {},
  };
}

/** Executes an accepted query or mutation. A subscription is streamed by its transport afterwards. */
function executorOf(engine: Engine, isTraced: boolean): GatewayExecutor {
  return async (request) => {
    const context = request.context as GraphqlContext;
    const { accepted } = context.progress;
    if (accepted === undefined) throw new Error('expected an accepted operation');
    const { log } = accepted;
    if (log !== undefined) {
      context.progress.stream = { ...accepted, log };
      return { data: null };
    }
    context.scope.onExecution?.();
    const run = () => executeAccepted(engine, accepted, context);
    const { data, errors } = isTraced ? await inOperationSpan(run, accepted, context) : await run();
    return errors === undefined || errors.length === 0 ? { data } : { data, errors: errors.map(asGraphqlError) };
  };
}

async function executeAccepted(engine: Engine, accepted: AcceptedOperation, { scope, progress }: GraphqlContext): Promise<EngineResult> {
  const { operation, variables, coerced } = accepted;
  const { requestId, signal, session } = scope;
  // A mutation is recorded with the person who sent it; the result of a query does not depend on a person.
  const caller = operation.kind === 'mutation' ? { ...session.caller, subject: session.subject } : session.caller;
  const { rows } = progress;
  try {
    return await executeShared(engine, { operation, variables, coerced, caller, requestId, signal, rows });
  } catch (error) {
    const { message, extensions, cause } = asLandfallError(error);
    return { data: null, errors: [{ message, extensions, originalError: cause instanceof Error ? cause : undefined }] };
  }
}

/** Runs an operation in a span, which fails with the code of its first error. */
function inOperationSpan(run: () => Promise<EngineResult>, { operation }: AcceptedOperation, { scope }: GraphqlContext) {
  const { kind: name, definition } = operation;
  const attributes = { 'graphql.operation.type': name, 'graphql.operation.name': definition.name?.value };
  const kind = scope.transport === 'websocket' ? 'SERVER' : undefined;
  return inSpan({ name, kind, attributes }, async (span) => {
    const result = await run();
    const [error] = result.errors ?? [];
    if (error !== undefined) failSpan(span, codeOf(error));
    return result;
  });
}

function asGraphqlError(error: EngineError): GraphQLError {
  // Errors of graphql-jit have no extensions, which Apollo Server reads.
  if (error instanceof GraphQLError && error.extensions !== undefined) return error;
  const { message, path, extensions, originalError } = error;
  return new GraphQLError(message, { path, extensions, originalError });
}

/**
 * Plugin that formats the errors of a response for clients; all errors of a rejected request, of which Apollo Server
 * knows the first. Must be the first plugin, so that the others read what clients receive.
 */
export function showErrors(logger: Logger): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      if (body.kind !== 'single') return;
      const errors = progress.rejection ?? body.singleResult.errors ?? [];
      if (errors.length > 0) body.singleResult.errors = toClientErrors(errors, { requestId: scope.requestId, logger });
    },
  };
  return { requestDidStart: async () => listener };
}

/** Root fields that the schema itself answers. */
const introspectionFields: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Executes an operation: the schema answers its introspection fields, the engine all others. */
export async function executeShared(engine: Engine, request: EngineRequest): Promise<EngineResult> {
  const { keys, introspection, rest } = shareOf(request.operation);
  if (introspection === undefined) return engine.execute(request);
  const result = execute({ schema: engine.schema, document: introspection.document, variableValues: request.variables });
  if ('then' in result) throw new Error('introspection is never asynchronous');
  const { data: introspected = null, errors = [] } = result;
  if (rest === undefined) return errors.length === 0 ? { data: introspected } : { data: introspected, errors };
  const other = await engine.execute({ ...request, operation: rest });
  const all = [...(other.errors ?? []), ...errors];
  const data =
    other.data === null || introspected === null
      ? null
      : Object.fromEntries(Object.entries(other.data).map(([key, value]) => [key, keys.has(key) ? introspected[key] : value]));
  return all.length === 0 ? { data } : { data, errors: all };
}

/**
 * Separates the root fields of introspection. Engines never receive those, because a planner's schema contains more
 * than the API. A field that belongs to the other part is a `__typename` under its name, which keeps the order.
 */
const shareOf = perObject((operation: ValidatedOperation) => {
  const { fields } = rootFieldsOf(operation);
  const roots = new Set(fields);
  const isIntrospection = ({ name }: FieldNode) => introspectionFields.has(name.value);
  const part = (wanted: boolean): ValidatedOperation => {
    const document = visit(operation.document, {
      Field: (field) => (roots.has(field) && isIntrospection(field) !== wanted ? placeholderOf(field) : undefined),
    });
    const definition = getOperationAST(document) as ValidatedOperation['definition'];
    return { ...operation, document, definition };
  };
  const keys = new Set(fields.filter(isIntrospection).map(keyOf));
  if (fields.every(({ name }) => name.value.startsWith('__'))) return { keys, introspection: operation };
  return keys.size === 0 ? { keys } : { keys, introspection: part(true), rest: part(false) };
});

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

function placeholderOf(field: FieldNode): FieldNode {
  const { selectionSet: _, ...alone } = field;
  return { ...alone, alias: field.alias ?? field.name, name: { kind: Kind.NAME, value: '__typename' }, arguments: [] };
}
