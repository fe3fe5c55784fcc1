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
import type { ValidatedOperation, Variables } from '#platform/graphql/engine.ts';
import type { Logger } from '#platform/logger.ts';
import { createDecide, type DecidedOperation } from './conditions.ts';
import type { KeptPart } from './entities.ts';
import type { KeptParts } from './kept-parts.ts';

/** Runs one compiled operation. */
export type Run = CompiledQuery['query'];

/** An operation as it is run. */
export interface CompiledOperation {
  readonly run: Run;
  /** What its run is to find in its scope. */
  readonly parts: readonly KeptPart[];
}

/** Keeps compiled operations beside the operations they were made from. */
export interface Compiler {
  /** @returns nothing where graphql-js has to execute: first uses, and what cannot be compiled safely */
  find(operation: ValidatedOperation, variables: Variables): CompiledOperation | undefined;
  /** Gives the operation compiled without parts from now on, as one of them came to errors. */
  findWhole(operation: ValidatedOperation, variables: Variables): CompiledOperation | undefined;
}

/** What compiled operations run over. */
export interface CompiledSchema {
  readonly schema: GraphQLSchema;
  /** Absent where nothing of an operation is kept. */
  readonly kept?: KeptParts | undefined;
}

/** An operation is compiled when it comes for this many times; compiling costs more than many plain executions. */
const compileAtUse = 3;

/** Combinations of `@skip` and `@include` compiled for one operation; further ones are executed by graphql-js. */
const maxVariants = 4;

/**
 * graphql-jit 0.8 writes literals into code and marks values that JSON does not know by this prefix. A string of a
 * client that holds it would be run as code, so an operation whose text holds it anywhere is never compiled.
 */
const codeMarker = '__MAGIC_';

/** @param open called when the first operation is compiled */
export function createCompiler(open: () => CompiledSchema, logger: Pick<Logger, 'warn'>): Compiler {
  const decide = createDecide(maxVariants, (decided) => decided);
  const uses = new WeakMap<ValidatedOperation, number>();
  const compiled = new WeakMap<DecidedOperation, CompiledOperation | typeof notCompiled>();
  let over: CompiledSchema | undefined;

  // Loaded when an operation first comes again: the first answers should not wait for it.
  let jit: typeof GraphqlJit | undefined;
  let loading: Promise<void> | undefined;
  const load = (): void => {
    loading ??= import('graphql-jit').then((loaded) => {
      jit = loaded;
    });
    loading.catch((error: unknown) => logger.warn({ err: error }, 'the operation compiler cannot be used; operations are interpreted'));
  };

  function compile(jitted: typeof GraphqlJit, decided: DecidedOperation, isWhole: boolean): CompiledOperation | typeof notCompiled {
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

/** graphql-jit 0.8 loses variables inside of written-out values of custom scalars, `{ a: $x }` for a JSON argument. */
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
