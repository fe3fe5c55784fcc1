import { buildSchema, type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { Logger } from '../../subgraphs/shared/logger.ts';
import type { Supergraph } from '../supergraph.ts';
import { bindResolvers } from './bound-schema.ts';
import { createCompiler } from './compiler.ts';
import type { Engine, EngineError, EngineRequest, EngineResult } from './engine.ts';
import { EntityLoadError, type RequestScope } from './entities.ts';
import type { LocalSubgraph } from './local-subgraph.ts';

export interface CompiledEngineOptions {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly LocalSubgraph[];
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Executes operations in this process: every field by the resolver of the subgraph that owns it, operations that come
 * again by code made for them.
 *
 * @throws {LandfallError} CONFIG_INVALID when the subgraphs do not fit the supergraph, or when it needs an object of one
 * subgraph loaded by another in a way that is not known here
 */
export function openCompiledEngine({ supergraph, subgraphs, logger }: CompiledEngineOptions): Engine {
  const schema = buildSchema(supergraph.apiSdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
  const onUnknown = (cause: unknown) => logger.warn({ err: cause }, 'match sets could not be answered and are unknown');
  bindResolvers(schema, { supergraph: supergraph.sdl, subgraphs, onUnknown });
  const compiler = createCompiler(schema, logger);
  const [only] = subgraphs.length === 1 ? subgraphs : [];
  return {
    schema,
    execute: (request) => {
      const { operation, variables, caller } = request;
      const contextValue = only === undefined ? scopeOf(subgraphs, request) : only.contextFor(caller, request);
      const run = compiler.find(operation, variables);
      const result = run
        ? run(undefined, contextValue, variables)
        : execute({ schema, document: operation.document, variableValues: variables, contextValue });
      return 'then' in result ? result.then(asEngineResult) : asEngineResult(result);
    },
    readiness: async () => ({ away: [], canAnswer: true }),
    [Symbol.asyncDispose]: async () => {},
  };
}

function scopeOf(subgraphs: readonly LocalSubgraph[], request: EngineRequest): RequestScope {
  const contexts = new Map<string, unknown>();
  return {
    contextOf: (name) => {
      if (!contexts.has(name))
        contexts.set(name, subgraphs.find((subgraph) => subgraph.name === name)?.contextFor(request.caller, request));
      return contexts.get(name);
    },
    loaded: new WeakMap(),
  };
}

function asEngineResult({ data, errors }: ExecutionResult): EngineResult {
  return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors: withObjectErrors(errors) };
}

/** Every field of an object that could not be loaded fails by the same error; it is told once, at the object. */
function withObjectErrors(errors: readonly GraphQLError[]): EngineError[] {
  const told = new Set<string>();
  return errors.flatMap((error): readonly EngineError[] => {
    if (!(error.originalError instanceof EntityLoadError)) return [error];
    const { cause } = error.originalError;
    const originalError = cause instanceof Error ? cause : new Error(String(cause));
    const { message } = originalError;
    const path = error.path?.slice(0, -1) ?? [];
    const key = JSON.stringify([path, message]);
    if (told.has(key)) return [];
    told.add(key);
    // Made by graphql-js, so that it has the code of the cause.
    return [new GraphQLError(message, { path, originalError })];
  });
}
