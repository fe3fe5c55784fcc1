import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  type ListValueNode,
  type ObjectValueNode,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type * as GraphqlJit from 'graphql-jit';
import type { CompiledQuery } from 'graphql-jit';
import type { Logger } from '../logger.ts';
import { createDecide, type DecidedOperation } from './conditions.ts';
import type { ValidatedOperation, Variables } from './engine.ts';

/** Runs one compiled operation. */
export type Run = CompiledQuery['query'];

/** A compiled operation and what it needs to run. */
export interface CompiledOperation<Part> {
  readonly run: Run;
  /** The parts that a run expects in its scope. */
  readonly parts: readonly Part[];
}

/** Caches compiled operations. */
export interface Compiler<Part = never> {
  /**
   * @returns undefined if graphql-js has to execute the operation: at the first uses, and if it cannot be compiled
   *   safely
   */
  find(operation: ValidatedOperation, variables: Variables): CompiledOperation<Part> | undefined;
  /** Compiles the operation without cached parts from now on, because one of them had errors. */
  findWhole(operation: ValidatedOperation, variables: Variables): CompiledOperation<Part> | undefined;
}

/** The schema that operations are compiled for. */
export interface CompiledSchema<Part> {
  readonly schema: GraphQLSchema;
  /** Undefined if no parts of operations are cached. */
  readonly kept?: OperationCutter<Part> | undefined;
}

/** Separates the parts of an operation whose values are cached. */
export interface OperationCutter<Part> {
  /**
   * @param runOf compiles an operation over a schema
   * @returns undefined if no part can be cached
   */
  cut(
    document: DocumentNode,
    runOf: (schema: GraphQLSchema, document: DocumentNode) => Run | undefined,
  ): { readonly document: DocumentNode; readonly parts: readonly Part[] } | undefined;
}

/** Number of executions after which an operation is compiled; compiling costs more than many executions by graphql-js. */
const compileAtUse = 3;

/**
 * Maximum number of combinations of `@skip` and `@include` that are compiled for one operation. graphql-js executes the
 * others.
 */
const maxVariants = 4;

/**
 * graphql-jit 0.8 writes literals into code and marks values that are not JSON by this prefix. A client's string with
 * this prefix would be executed as code, so an operation whose text contains it is never compiled.
 */
const codeMarker = '__MAGIC_';

/** @param open called when the first operation is compiled */
export function createCompiler<Part = never>(open: () => CompiledSchema<Part>, logger: Pick<Logger, 'warn'>): Compiler<Part> {
  const decide = createDecide(maxVariants);
  const uses = new WeakMap<ValidatedOperation, number>();
  const compiled = new WeakMap<DecidedOperation, CompiledOperation<Part> | typeof notCompiled>();
  let over: CompiledSchema<Part> | undefined;

  // Loaded for the first repeated operation, so that the first answers do not wait for it.
  let jit: typeof GraphqlJit | undefined;
  let loading: Promise<void> | undefined;
  const load = (): void => {
    loading ??= import('graphql-jit').then((loaded) => {
      jit = loaded;
    });
    loading.catch((error: unknown) => logger.warn({ err: error }, 'the operation compiler cannot be used; operations are interpreted'));
  };

  function compile(jitted: typeof GraphqlJit, decided: DecidedOperation, isWhole: boolean): CompiledOperation<Part> | typeof notCompiled {
    over ??= open();
    const { schema, kept } = over;
    if (decided.hasNothing || !isSafe(schema, decided.document)) return notCompiled;
    const runOf = ({ schema: of, document }: { schema: GraphQLSchema; document: DocumentNode }): Run | undefined => {
      const query: CompiledQuery | ExecutionResult = jitted.compileQuery(of, document, undefined, { disablingCapturingStackErrors: true });
      if (jitted.isCompiledQuery(query)) return query.query;
      logger.warn({ errors: query.errors }, 'an operation could not be compiled; it is interpreted');
      return undefined;
    };
    const cut = isWhole ? undefined : kept?.cut(decided.document, (of, document) => runOf({ schema: of, document }));
    const run = runOf({ schema, document: cut?.document ?? decided.document });
    return run === undefined ? notCompiled : { run, parts: cut?.parts ?? [] };
  }

  return {
    find(operation, variables) {
      const used = (uses.get(operation) ?? 0) + 1;
      if (used <= compileAtUse) uses.set(operation, used);
      if (used >= compileAtUse && jit === undefined) load();
      if (jit === undefined) return undefined;
      const decided = used < compileAtUse ? undefined : decide(operation, variables);
      if (decided === undefined || !decided.kept) return undefined;
      const cached = compiled.get(decided) ?? compile(jit, decided, false);
      compiled.set(decided, cached);
      return cached === notCompiled ? undefined : cached;
    },
    findWhole(operation, variables) {
      const decided = decide(operation, variables);
      if (decided === undefined || jit === undefined) return undefined;
      const whole = compile(jit, decided, true);
      compiled.set(decided, whole);
      return whole === notCompiled ? undefined : whole;
    },
  };
}

const notCompiled = Symbol('executed step by step');

function isSafe(schema: GraphQLSchema, document: DocumentNode): boolean {
  return !print(document).includes(codeMarker) && !hasVariableInScalar(schema, document);
}

/** graphql-jit 0.8 loses variables inside literals of custom scalars, such as `{ a: $x }` for a JSON argument. */
function hasVariableInScalar(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const look = (node: ListValueNode | ObjectValueNode): void => {
    const type = types.getInputType();
    if (type === undefined || type === null || isScalarType(getNamedType(type))) {
      visit(node, {
        Variable: () => {
          found = true;
        },
      });
    }
  };
  visit(document, visitWithTypeInfo(types, { ListValue: look, ObjectValue: look }));
  return found;
}
