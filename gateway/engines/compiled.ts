import { buildASTSchema, type ExecutionResult, execute, GraphQLError, parse } from 'graphql';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { createCompiler } from '#platform/graphql/compiler.ts';
import type { Engine, EngineError, EngineRequest, EngineResult } from '#platform/graphql/engine.ts';
import { addKeptParts, hasPartError, type KeptPart, type KeptPartRules } from '#platform/graphql/kept-parts.ts';
import type { Logger } from '#platform/logger.ts';
import type { Supergraph } from '../supergraph/supergraph.ts';
import { bindResolvers } from './bound-schema.ts';
import { EntityLoadError, type EntityParts, type RequestScope } from './entities.ts';
import { fieldResolverOf, type LocalSubgraph } from './local-subgraph.ts';

export interface CompiledEngineOptions {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly LocalSubgraph[];
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Executes operations in this process: each field by the resolver of the subgraph that owns it, and repeated operations
 * by compiled code.
 *
 * @throws {LandfallError} CONFIG_INVALID when the subgraphs do not fit the supergraph, or when an entity would have to
 *   be loaded in a way that this engine does not support
 */
export function openCompiledEngine({ supergraph, subgraphs, logger }: CompiledEngineOptions): Engine {
  const onUnknown = (cause: unknown) => logger.warn({ err: cause }, 'match sets could not be loaded and are UNKNOWN');
  const document = parse(supergraph.apiSdl, { noLocation: true });
  const open = () => {
    const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
    return { schema, bound: bindResolvers(schema, { supergraph: supergraph.sdl, subgraphs, onUnknown }) };
  };
  const { schema } = open();
  const [only] = subgraphs.length === 1 ? subgraphs : [];
  const compiler = createCompiler(() => {
    if (only !== undefined) return { schema };
    // A separate schema, because fields are added to it that clients must not see.
    const { schema: compiled, bound: parts } = open();
    return { schema: compiled, kept: addKeptParts(compiled, keptPartRulesOf(parts), sharedCachePool) };
  }, logger);
  return {
    schema,
    execute: (request) => {
      const { operation, variables, caller } = request;
      const compiled = compiler.find(operation, variables);
      const contextValue = only === undefined ? scopeOf(subgraphs, request, compiled?.parts ?? []) : only.contextFor(caller, request);
      const executeStepByStep = () => execute({ schema, document: operation.document, variableValues: variables, contextValue });
      const executeWhole = () => compiler.findWhole(operation, variables)?.run(contextValue) ?? executeStepByStep();
      const finish = (result: ExecutionResult) => then(hasPartError(result) ? executeWhole() : result, asEngineResult);
      return then(compiled?.run(contextValue) ?? executeStepByStep(), finish);
    },
    readiness: async () => ({ away: [], canAnswer: true }),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Continues synchronously unless the value is a promise. */
function then<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : (next(value as T) as R);
}

function keptPartRulesOf({ owners, subgraphs, matches }: EntityParts): KeptPartRules {
  return {
    isMatchSet: (type) => matches.isMatchSet(type),
    ownersOf: (type, field) => owners.ofField(type, field),
    resolverOf: (subgraph, type, field) => fieldResolverOf(subgraphs.get(subgraph), type, field),
    partsOf: (scope) => (scope as RequestScope).parts ?? [],
    contextOfPart: (scope): RequestScope => ({ contextOf: (scope as RequestScope).contextOf, loaded: new Map() }),
  };
}

function scopeOf(subgraphs: readonly LocalSubgraph[], request: EngineRequest, parts: readonly KeptPart[]): RequestScope {
  const contexts = new Map<string, unknown>();
  return {
    contextOf: (name) => {
      if (!contexts.has(name))
        contexts.set(name, subgraphs.find((subgraph) => subgraph.name === name)?.contextFor(request.caller, request));
      return contexts.get(name);
    },
    loaded: new Map(),
    parts,
  };
}

function asEngineResult({ data, errors }: ExecutionResult): EngineResult {
  return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors: withObjectErrors(errors) };
}

/** Reports the error of an object that could not be loaded once, at the object, instead of at each of its fields. */
function withObjectErrors(errors: readonly GraphQLError[]): EngineError[] {
  const reported = new Set<string>();
  return errors.flatMap((error): readonly EngineError[] => {
    if (!(error.originalError instanceof EntityLoadError)) return [error];
    const { cause } = error.originalError;
    const originalError = cause instanceof Error ? cause : new Error(String(cause));
    const { message } = originalError;
    const path = error.path?.slice(0, -1) ?? [];
    const key = JSON.stringify([path, message]);
    if (reported.has(key)) return [];
    reported.add(key);
    // graphql-js creates the error, so that it has the code of the cause.
    return [new GraphQLError(message, { path, originalError })];
  });
}
