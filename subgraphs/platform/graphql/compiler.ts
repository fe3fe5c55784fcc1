import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  GraphQLScalarType,
  GraphQLSchema,
  getNullableType,
  getVariableValues,
  isListType,
  isObjectType,
  Kind,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type * as GraphqlJit from 'graphql-jit';
import type { CompiledQuery } from 'graphql-jit';
import { constantFields, isConstantField } from '../cache/constant-fields.ts';
import type { Logger } from '../logger.ts';
import type { EngineRequest, ValidatedOperation, Variables } from './engine.ts';
import { hasPartError, type KeptPart, type KeptParts, partsOfContexts } from './kept-parts.ts';
import { createDecide, type DecidedOperation } from './plain-operation.ts';

/** Runs one compiled operation. */
type Run = CompiledQuery['query'];

/** The schema that operations are compiled for. */
interface CompiledSchema {
  readonly schema: GraphQLSchema;
  /** Undefined if no parts of operations are cached. */
  readonly kept?: KeptParts | undefined;
}

/** Number of executions after which an operation is compiled; compiling costs more than many executions by graphql-js. */
const compileAtUse = 3;

/**
 * Maximum number of combinations of `@skip` and `@include` that are compiled for one operation. graphql-js executes the
 * others.
 */
const maxVariants = 4;

/** @param open called when the first operation is compiled */
export function createCompiler(open: () => CompiledSchema, logger: Pick<Logger, 'warn'>) {
  const decide = createDecide(maxVariants);
  const uses = new WeakMap<ValidatedOperation, number>();
  const compiled = new WeakMap<DecidedOperation, Compiled | typeof notCompiled>();
  let over: CompiledSchema | undefined;
  let isCompilable = false;

  // Loaded for the first repeated operation, so that the first answers do not wait for it.
  let jit: typeof GraphqlJit | undefined;
  let loading: Promise<void> | undefined;
  const load = (): undefined => {
    loading ??= import('graphql-jit').then((loaded) => {
      jit = loaded;
    });
    loading.catch((error: unknown) => logger.warn({ err: error }, 'the operation compiler cannot be used; operations are interpreted'));
  };

  function openSchema(): CompiledSchema {
    const { schema, kept } = open();
    protectResolvers(schema);
    isCompilable = !hasClash(schema);
    if (!isCompilable) logger.warn('operations are interpreted, because the compiler would confuse fields of the schema');
    const config = schema.toConfig();
    return { schema: new GraphQLSchema({ ...config, types: [...config.types, Finished], assumeValid: true }), kept };
  }

  function compile(jitted: typeof GraphqlJit, decided: DecidedOperation): Compiled | typeof notCompiled {
    if (decided.hasNothing || over === undefined || !isCompilable) return notCompiled;
    const { schema, kept } = over;
    const runOf = (of: GraphQLSchema, document: DocumentNode): Run | undefined => {
      const query: CompiledQuery | ExecutionResult = jitted.compileQuery(of, document, undefined, { disablingCapturingStackErrors: true });
      if (jitted.isCompiledQuery(query)) return query.query;
      logger.warn({ errors: query.errors }, 'an operation could not be compiled; it is interpreted');
      return undefined;
    };
    const cut = kept?.cut(decided.document, runOf);
    const { document, valuesOf } = withFinishedValues(schema, cut?.document ?? decided.document);
    const run = runOf(schema, document);
    return run === undefined ? notCompiled : { run, valuesOf, parts: cut?.parts ?? [] };
  }

  function findRepeated({ operation, variables, ...known }: RequestedOperation) {
    const used = (uses.get(operation) ?? 0) + 1;
    if (used <= compileAtUse) uses.set(operation, used);
    if (used < compileAtUse) return undefined;
    if (jit === undefined) return load();
    over ??= openSchema();
    const coerced = known.coerced ?? getVariableValues(over.schema, operation.definition.variableDefinitions ?? [], variables).coerced;
    const decided = coerced && decide(operation, coerced);
    if (coerced === undefined || decided === undefined || !decided.kept) return undefined;
    const found = compiled.get(decided) ?? compile(jit, decided);
    compiled.set(decided, found);
    if (found === notCompiled) return undefined;
    const values = found.valuesOf(coerced);
    return values && { run: (context: unknown) => found.run(undefined, context, values), parts: found.parts };
  }

  return {
    /**
     * Executes an operation: by graphql-js at its first uses, if it cannot be compiled safely, and if one of its cached
     * parts has errors.
     *
     * @param schema the schema that clients see
     * @param contextValue one for each execution
     */
    execute(schema: GraphQLSchema, request: RequestedOperation, contextValue: object) {
      const { operation, variables } = request;
      const repeated = findRepeated(request);
      if (repeated !== undefined) partsOfContexts.set(contextValue, repeated.parts);
      const interpret = () => execute({ schema, document: operation.document, variableValues: variables, contextValue });
      return andThen(repeated?.run(contextValue) ?? interpret(), (result) => (hasPartError(result) ? interpret() : result));
    },
  };
}

type RequestedOperation = Pick<EngineRequest, 'operation' | 'variables' | 'coerced'>;

/** Continues synchronously unless the value is a promise. */
export function andThen<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : (next(value as T) as R);
}

/**
 * Protects resolvers from two faults of graphql-jit 0.8. It puts the null of a rejected promise at the end of a list,
 * instead of in its place, so resolvers return errors in their lists. And it finds the `info` of a field by its response
 * names joined with `_`, so `{ b { a } a_b }` gives one field the `info` of the other.
 */
function protectResolvers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve, name: fieldName, type: returnType } = field;
      if (resolve === undefined) continue;
      const own: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
        const isOwn = info.fieldName === fieldName && info.parentType === type;
        return resolve(source, args, context, isOwn ? info : { ...info, fieldName, parentType: type, returnType });
      };
      field.resolve = isListType(getNullableType(returnType)) ? (...parameters) => settled(own(...parameters)) : own;
      if (isConstantField(resolve)) constantFields({ [fieldName]: field.resolve });
    }
  }
}

function settled(value: unknown): unknown {
  if (value instanceof Promise) return value.then(settled);
  if (!Array.isArray(value)) return value;
  let changed: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    const own = item instanceof Promise ? item.then(settled, asError) : settled(item);
    if (own === item) continue;
    changed ??= [...value];
    changed[index] = own;
  }
  return changed ?? value;
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

interface Compiled {
  readonly run: Run;
  readonly valuesOf: FinishedValues;
  readonly parts: readonly KeptPart[];
}

const notCompiled = Symbol('executed step by step');

/**
 * Returns whether graphql-jit 0.8 would confuse resolvers of the schema, because it names a resolver by type and field in
 * one word. No operation of such a schema is compiled.
 */
function hasClash(schema: GraphQLSchema): boolean {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const names = objects.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}${field}`));
  return new Set(names).size < names.length;
}

/**
 * Type of the variables of compiled operations. Their values are those that resolvers get, so nothing is left to check or
 * to convert.
 */
const Finished = new GraphQLScalarType({ name: '__FinishedValue' });

/** Returns the values of all arguments of an operation. @returns undefined if execution has to report one of them as invalid */
type FinishedValues = (coerced: Variables) => Variables | undefined;

/**
 * Replaces every argument of an operation by a variable with its finished value, as graphql-js computes it. graphql-jit
 * 0.8 takes an absent variable inside an input object or a list for null, loses variables and some keys in values of
 * custom scalars, writes literals into its code, in which a client's string may be executed, and does not end for the
 * variable of an input type that contains itself.
 */
function withFinishedValues(schema: GraphQLSchema, document: DocumentNode): { document: DocumentNode; valuesOf: FinishedValues } {
  const constants: Record<string, unknown> = {};
  const dependent: { readonly name: string; readonly value: ValueNode; readonly type: GraphQLInputType }[] = [];
  const variableDefinitions: VariableDefinitionNode[] = [];
  const types = new TypeInfo(schema);
  const replaceArgument = visitWithTypeInfo(types, {
    Argument: (node) => {
      const type = types.getInputType();
      if (!type) throw new Error(`expected an argument of the schema, got ${node.name.value}`);
      const name = `a${variableDefinitions.length}`;
      const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
      variableDefinitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: finishedType });
      if (hasVariable(node.value)) dependent.push({ name, value: node.value, type });
      else constants[name] = valueFromAST(node.value, type);
      return { ...node, value: variable };
    },
  });
  const definitions = visit(document, replaceArgument).definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? { ...definition, variableDefinitions } : definition,
  );
  return {
    document: { ...document, definitions },
    valuesOf: (coerced) => {
      const values = { ...constants };
      for (const { name, value, type } of dependent) {
        const finished = valueFromAST(value, type, coerced);
        if (finished !== undefined) values[name] = finished;
        // An absent variable in place of an argument leaves the argument out.
        else if (value.kind !== Kind.VARIABLE || Object.hasOwn(coerced, value.name.value)) return undefined;
      }
      return values;
    },
  };
}

const finishedType = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: Finished.name } } as const;

function hasVariable(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}
