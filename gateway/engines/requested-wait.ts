import { type DocumentNode, Kind, type ValueNode, visit } from 'graphql';
import type { EngineRequest } from '#platform/graphql/engine.ts';

/**
 * The arguments `maxWaitMs` of a document with the defaults of their variables, cached because documents are the same
 * objects in every request.
 */
const read = new WeakMap<DocumentNode, readonly ValueNode[]>();

/** Returns the greatest `maxWaitMs` of an operation: how long subgraphs may wait for partners on its behalf. */
export function requestedWaitMsOf({ operation, variables }: Pick<EngineRequest, 'operation' | 'variables'>): number {
  const { document, definition } = operation;
  const values = read.get(document) ?? valuesIn(document);
  read.set(document, values);
  const waits = values.map((value) => {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind !== Kind.VARIABLE) return 0;
    const name = value.name.value;
    if (Object.hasOwn(variables, name)) return Number(variables[name]);
    const fallback = definition.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
    return fallback?.kind === Kind.INT ? Number(fallback.value) : 0;
  });
  return Math.max(0, ...waits);
}

function valuesIn(document: DocumentNode): readonly ValueNode[] {
  const values: ValueNode[] = [];
  visit(document, {
    Argument: ({ name, value }) => {
      if (name.value === 'maxWaitMs') values.push(value);
    },
  });
  return values;
}
