import { type ExecutionResult, execute, type GraphQLSchema, isObjectType } from 'graphql';
import { sharedCachePool } from '../cache/memory-bounds.ts';
import { createCompiler } from '../graphql/compiler.ts';
import type { Engine, EngineResult } from '../graphql/engine.ts';
import { addKeptParts, hasPartError, type KeptPart, type KeptPartRules } from '../graphql/kept-parts.ts';
import type { Logger } from '../logger.ts';
import type { Subgraph } from './subgraph.ts';

/** A subgraph in the form in which an engine executes it. */
export type ExecutableSubgraph = Pick<Subgraph, 'contextFor'> & {
  readonly schema: GraphQLSchema;
  /** Opens the same schema again, to which the fields of cached parts are added. @default no parts are cached */
  readonly openSchema?: () => GraphQLSchema;
};

/**
 * Creates the engine of one subgraph, which executes repeated operations by compiled code. The plans of a router have
 * few distinct documents.
 */
export function createSubgraphEngine({ schema, openSchema, contextFor }: ExecutableSubgraph, logger: Pick<Logger, 'warn'>): Engine {
  const partsOfContexts = new WeakMap<object, readonly KeptPart[]>();
  const compiler = createCompiler<KeptPart>(() => {
    if (openSchema === undefined) return { schema };
    const compiled = openSchema();
    const rules = keptPartRulesOf(compiled, (context) => partsOfContexts.get(context) ?? []);
    return { schema: compiled, kept: addKeptParts(compiled, rules, sharedCachePool) };
  }, logger);
  return {
    schema,
    execute: async ({ operation, variables, caller, rows }) => {
      const contextValue = contextFor(caller, { rows });
      const compiled = compiler.find(operation, variables);
      if (compiled !== undefined) {
        partsOfContexts.set(contextValue, compiled.parts);
        const result = await compiled.run(contextValue);
        if (!hasPartError(result)) return asEngineResult(result);
        const whole = await compiler.findWhole(operation, variables)?.run(contextValue);
        if (whole !== undefined) return asEngineResult(whole);
      }
      return asEngineResult(await execute({ schema, document: operation.document, variableValues: variables, contextValue }));
    },
    readiness: async () => ({ away: [], canAnswer: true }),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The fields of match sets, by which they differ from all other objects that are found by a key. */
const fieldsOfMatchSets = ['outcome', 'sources'];

function keptPartRulesOf(schema: GraphQLSchema, partsOf: KeptPartRules['partsOf']): KeptPartRules {
  const fieldsOf = (type: string) => {
    const named = schema.getType(type);
    return isObjectType(named) ? named.getFields() : {};
  };
  return {
    isMatchSet: (type) => fieldsOfMatchSets.every((field) => Object.hasOwn(fieldsOf(type), field)),
    ownersOf: () => [''],
    resolverOf: (_, type, field) => fieldsOf(type)[field]?.resolve,
    partsOf,
    contextOfPart: (context) => context,
  };
}

function asEngineResult({ data, errors }: ExecutionResult): EngineResult {
  return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors };
}
