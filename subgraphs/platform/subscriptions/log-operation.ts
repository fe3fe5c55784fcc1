import {
  type ArgumentNode,
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionSetNode,
  separateOperations,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { LogField, LogFields } from './log-fields.ts';

/** What a subscription is, in words for clients. */
export const subscriptionRule = 'A subscription selects one field, without @skip or @include.';

/**
 * A subscription written as a query of its log. Reading the log from a cursor is all there is to a subscription: live,
 * resuming and replaying differ in the cursor only.
 */
export interface LogOperation {
  readonly twin: LogField;
  /** Reads one page as `log { events { ...what the client selected } marks { cursor } cursor hasMore }`. */
  readonly query: ValidatedOperation;
  /** The client's name for the event. */
  readonly responseKey: string;
  /** Equal for subscriptions that send the same messages for the same variables and caller. */
  readonly key: string;
  /** Where the client wants to start; undefined means from now on. */
  startOf(variables: Variables): string | undefined;
  /** Variables of {@link query} for the page behind `after`. */
  variablesFor(variables: Variables, page: { readonly after: string | undefined; readonly first: number }): Variables;
}

/** Names inside the query; the client's own names cannot clash with them, they are on other levels. */
export const logKeys = { log: 'log', events: 'events', marks: 'marks' } as const;

/** @returns the errors of a subscription that cannot be followed */
export function logOperationOf(operation: ValidatedOperation, twins: LogFields): LogOperation | readonly GraphQLError[] {
  const { fields, conditional } = rootFieldsOf(operation);
  const [root] = fields;
  const twin = root && twins.get(root.name.value);
  if (root === undefined || twin === undefined || conditional) {
    return [refusal('GRAPHQL_VALIDATION_FAILED', subscriptionRule)];
  }
  const { query, names } = queryOf(operation, fields, twin);
  const responseKey = (root.alias ?? root.name).value;
  const start = root.arguments?.find(({ name }) => name.value === 'after')?.value;
  const defined = (query.definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return {
    twin,
    query,
    responseKey,
    key: `${responseKey}\n${print(query.document)}`,
    startOf: (variables) => textOf(start, operation.definition, variables),
    variablesFor: (variables, { after, first }) => {
      const kept = defined.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]);
      return { ...Object.fromEntries(kept), [names.after]: after ?? null, [names.first]: first };
    },
  };
}

/** The fields that make up the one root field: the same field may be selected several times, also in fragments. */
function rootFieldsOf(operation: ValidatedOperation): { fields: FieldNode[]; conditional: boolean } {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of operation.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const fields: FieldNode[] = [];
  let conditional = false;
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) conditional = true;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else collect(fragments.get(selection.name.value)?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] });
    }
  };
  collect(operation.definition.selectionSet);
  return { fields, conditional };
}

function queryOf(
  operation: ValidatedOperation,
  fields: readonly FieldNode[],
  twin: LogField,
): { query: ValidatedOperation; names: { after: string; first: string } } {
  const given = operation.definition.variableDefinitions ?? [];
  const names = { after: freeName('after', given), first: freeName('first', given) };
  const argumentsOf = (field: FieldNode): ArgumentNode[] => [
    ...(field.arguments ?? []).filter(({ name }) => name.value !== 'after'),
    { kind: Kind.ARGUMENT, name: named('after'), value: { kind: Kind.VARIABLE, name: named(names.after) } },
    { kind: Kind.ARGUMENT, name: named('first'), value: { kind: Kind.VARIABLE, name: named(names.first) } },
  ];
  const page = (field: FieldNode, selections: readonly FieldNode[]): FieldNode => ({
    kind: Kind.FIELD,
    alias: named(logKeys.log),
    name: named(twin.logField),
    arguments: argumentsOf(field),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  });
  const selections = fields.flatMap((field) => {
    const events: FieldNode = {
      ...plainField('events'),
      ...(field.selectionSet === undefined ? {} : { selectionSet: field.selectionSet }),
    };
    // The client's own selection may lack the cursor or give it another name.
    const marks: FieldNode = { ...plainField('events'), alias: named(logKeys.marks), selectionSet: setOf([plainField('cursor')]) };
    return page(field, [events, marks, plainField('cursor'), plainField('hasMore')]);
  });
  const definition: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet: setOf(selections),
    variableDefinitions: [...given, variableOf(names.after, 'String'), variableOf(names.first, 'Int')],
  };
  const fragments = operation.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { query: pruned([definition, ...fragments]), names };
}

/** Leaves out fragments and variables that nothing uses any more. */
function pruned(definitions: readonly DefinitionNode[]): ValidatedOperation {
  const whole = { kind: Kind.DOCUMENT, definitions } as const;
  const { '': separate = whole } = separateOperations(whole);
  const used = new Set<string>();
  visit(separate, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      used.add(name.value);
    },
  });
  const document = visit(separate, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  });
  const definition = document.definitions.find((candidate) => candidate.kind === Kind.OPERATION_DEFINITION);
  if (definition === undefined) throw new Error('a document lost its operation');
  return { document, definition, kind: 'query' };
}

/** Value of an argument of type String. */
function textOf(value: ValueNode | undefined, definition: OperationDefinitionNode, variables: Variables): string | undefined {
  if (value?.kind === Kind.STRING) return value.value;
  if (value?.kind !== Kind.VARIABLE) return undefined;
  const name = value.name.value;
  const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (given !== undefined) return typeof given === 'string' ? given : undefined;
  const initial = definition.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
  return initial?.kind === Kind.STRING ? initial.value : undefined;
}

function freeName(wanted: string, taken: readonly VariableDefinitionNode[]): string {
  return taken.some(({ variable }) => variable.name.value === wanted) ? freeName(`${wanted}_`, taken) : wanted;
}

function variableOf(name: string, type: string): VariableDefinitionNode {
  const typeNode: TypeNode = { kind: Kind.NAMED_TYPE, name: named(type) };
  return { kind: Kind.VARIABLE_DEFINITION, variable: { kind: Kind.VARIABLE, name: named(name) }, type: typeNode };
}

function plainField(name: string): FieldNode {
  return { kind: Kind.FIELD, name: named(name) };
}

function setOf(selections: readonly FieldNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections };
}

function named(value: string): FieldNode['name'] {
  return { kind: Kind.NAME, value };
}
