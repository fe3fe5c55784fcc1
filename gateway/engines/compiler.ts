import { type ASTNode, type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind, print, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Logger } from '../../subgraphs/shared/logger.ts';
import type { ValidatedOperation, Variables } from './engine.ts';

/** Runs one compiled operation. */
export type Run = CompiledQuery['query'];

/** Keeps compiled operations beside the operations they were made from. */
export interface Compiler {
  /** @returns nothing where graphql-js has to execute: first uses, and what cannot be compiled safely */
  find(operation: ValidatedOperation, variables: Variables): Run | undefined;
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

interface Entry {
  uses: number;
  readonly compilable: boolean;
  readonly conditions: readonly string[];
  readonly variants: Map<string, Run | undefined>;
}

export function createCompiler(schema: GraphQLSchema, logger: Pick<Logger, 'warn'>): Compiler {
  const compile = (document: DocumentNode): Run | undefined => {
    const compiled: CompiledQuery | ExecutionResult = compileQuery(schema, document, undefined, { disablingCapturingStackErrors: true });
    if (isCompiledQuery(compiled)) return compiled.query;
    logger.warn({ errors: compiled.errors }, 'an operation could not be compiled; it is executed step by step');
    return undefined;
  };
  const entries = new WeakMap<ValidatedOperation, Entry>();
  return {
    find(operation, variables) {
      let entry = entries.get(operation);
      if (entry === undefined) {
        const compilable = !print(operation.document).includes(codeMarker);
        entry = { uses: 0, compilable, conditions: conditionVariablesOf(operation.document), variants: new Map() };
        entries.set(operation, entry);
      }
      if (!entry.compilable || ++entry.uses < compileAtUse) return undefined;
      return findVariant(compile, { operation, entry, variables });
    },
  };
}

function findVariant(
  compile: (document: DocumentNode) => Run | undefined,
  use: { operation: ValidatedOperation; entry: Entry; variables: Variables },
): Run | undefined {
  const { operation, entry, variables } = use;
  const values = conditionValuesOf(operation, entry.conditions, variables);
  if (values === undefined) return undefined;
  const key = entry.conditions.map((name) => (values.get(name) ? '1' : '0')).join('');
  if (!entry.variants.has(key)) {
    if (entry.variants.size >= maxVariants) return undefined;
    entry.variants.set(key, compile(withoutConditions(operation.document, values)));
  }
  return entry.variants.get(key);
}

/** Variables that decide what is included. */
function conditionVariablesOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: given }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** @returns nothing where a value is not a boolean; graphql-js words that error */
function conditionValuesOf(
  operation: ValidatedOperation,
  names: readonly string[],
  variables: Variables,
): Map<string, boolean> | undefined {
  const values = new Map<string, boolean>();
  for (const name of names) {
    const definition = operation.definition.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    const initial = definition?.defaultValue?.kind === Kind.BOOLEAN ? definition.defaultValue.value : undefined;
    const value = Object.hasOwn(variables, name) ? variables[name] : initial;
    if (typeof value !== 'boolean') return undefined;
    values.set(name, value);
  }
  return values;
}

/**
 * Decides every `@skip` and `@include` beforehand. graphql-jit 0.8 merges the selections of a skipped field into those
 * of the same field elsewhere; without conditions it is exact.
 */
function withoutConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const decide = <N extends ASTNode & { readonly directives?: DocumentNode['definitions'][number]['directives'] }>(
    node: N,
  ): N | null | undefined => {
    if (node.directives === undefined || node.directives.length === 0) return undefined;
    for (const { name, arguments: given } of node.directives) {
      const condition = given?.[0]?.value;
      const value =
        condition?.kind === Kind.VARIABLE ? values.get(condition.name.value) : condition?.kind === Kind.BOOLEAN && condition.value;
      if ((name.value === 'skip' && value === true) || (name.value === 'include' && value !== true)) return null;
    }
    return { ...node, directives: [] };
  };
  return visit(document, { Field: decide, InlineFragment: decide, FragmentSpread: decide });
}
