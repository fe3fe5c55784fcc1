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

/** Error message for a subscription of any other form. */
export const subscriptionRule = 'A subscription selects one field, without @skip or @include.';

/**
 * A subscription rewritten as a query of its log. Live, resuming and replaying subscriptions differ only in the cursor
 * at which they start to read.
 */
export interface LogOperation {
  /** The subscription. */
  readonly source: ValidatedOperation;
  readonly logField: LogField;
  /** Reads one page as `log { events { ...what the client selected } positions { cursor } cursor hasMore }`. */
  readonly query: ValidatedOperation;
  /** The same page with the cursors of the events only. */
  readonly positions: ValidatedOperation;
  /** The response name of the event, which the client chose. */
  readonly responseKey: string;
  /** Equal for subscriptions that send the same messages to the same caller if their variables are equal. */
  readonly key: string;
  /** Returns the cursor after which the subscription starts; undefined for new events only. */
  startOf(variables: Variables): string | undefined;
  /** Returns the variables of {@link query} for the page after a cursor. */
  variablesFor(variables: Variables, page: { readonly after: string | undefined; readonly first: number }): Variables;
}

/** Aliases in the query. They cannot conflict with the client's, which are at other levels. */
export const logKeys = { log: 'log', events: 'events', positions: 'positions' } as const;

/** Rewrites a subscription. @returns errors if it does not select exactly one field without conditions */
export function logOperationOf(operation: ValidatedOperation, logFields: LogFields): LogOperation | readonly GraphQLError[] {
  const { fields, isConditional } = rootFieldsOf(operation);
  const [root] = fields;
  const logField = root && logFields.get(root.name.value);
  if (root === undefined || logField === undefined || isConditional) {
    return [refusal('GRAPHQL_VALIDATION_FAILED', subscriptionRule)];
  }
  const parts = { operation, fields, logField };
  const { query, names } = queryOf(parts);
  let positions: ValidatedOperation | undefined;
  const responseKey = (root.alias ?? root.name).value;
  const start = root.arguments?.find(({ name }) => name.value === 'after')?.value;
  const defined = (query.definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return {
    source: operation,
    logField,
    query,
    get positions() {
      positions ??= queryOf({ ...parts, hasEvents: false }).query;
      return positions;
    },
    responseKey,
    key: `${responseKey}\n${print(query.document)}`,
    startOf: (variables) => stringValueOf(start, operation.definition, variables),
    variablesFor: (variables, { after, first }) => {
      const kept = defined.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]);
      return { ...Object.fromEntries(kept), [names.after]: after ?? null, [names.first]: first };
    },
  };
}

/** Collects the selections of the root field: it may be selected several times, also in fragments. */
export function rootFieldsOf(operation: Pick<ValidatedOperation, 'document' | 'definition'>): {
  readonly fields: readonly FieldNode[];
  /** Whether `@skip` or `@include` is applied to one of the selections. */
  readonly isConditional: boolean;
} {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of operation.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const fields: FieldNode[] = [];
  let isConditional = false;
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) isConditional = true;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else collect(fragments.get(selection.name.value)?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] });
    }
  };
  collect(operation.definition.selectionSet);
  return { fields, isConditional };
}

interface QueryParts {
  readonly operation: ValidatedOperation;
  readonly fields: readonly FieldNode[];
  readonly logField: LogField;
  /** Whether what the client selected is part of the query. @default true */
  readonly hasEvents?: boolean;
}

function queryOf({ operation, fields, logField: { logField }, hasEvents = true }: QueryParts): {
  query: ValidatedOperation;
  names: { after: string; first: string };
} {
  const defined = operation.definition.variableDefinitions ?? [];
  const names = { after: freeName('after', defined), first: freeName('first', defined) };
  const argumentsOf = (field: FieldNode): ArgumentNode[] => [
    ...(field.arguments ?? []).filter(({ name }) => name.value !== 'after'),
    { kind: Kind.ARGUMENT, name: named('after'), value: { kind: Kind.VARIABLE, name: named(names.after) } },
    { kind: Kind.ARGUMENT, name: named('first'), value: { kind: Kind.VARIABLE, name: named(names.first) } },
  ];
  const page = (field: FieldNode, selections: readonly FieldNode[]): FieldNode => ({
    kind: Kind.FIELD,
    alias: named(logKeys.log),
    name: named(logField),
    arguments: argumentsOf(field),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  });
  const selections = fields.flatMap((field) => {
    const events: FieldNode = {
      ...plainField('events'),
      ...(field.selectionSet === undefined ? {} : { selectionSet: field.selectionSet }),
    };
    // The client's selection may lack the cursor or use an alias for it.
    const positions: FieldNode = {
      ...plainField('events'),
      alias: named(logKeys.positions),
      selectionSet: setOf([plainField('cursor')]),
    };
    return page(field, [...(hasEvents ? [events] : []), positions, plainField('cursor'), plainField('hasMore')]);
  });
  const definition: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet: setOf(selections),
    variableDefinitions: [...defined, variableOf(names.after, 'String'), variableOf(names.first, 'Int')],
  };
  const fragments = operation.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { query: pruned([definition, ...fragments]), names };
}

/** Removes fragments and variables that are no longer used. */
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
  if (definition === undefined) throw new Error('expected an operation in the document');
  return { document, definition, kind: 'query' };
}

/** Returns the value of an argument of type String. */
function stringValueOf(argument: ValueNode | undefined, definition: OperationDefinitionNode, variables: Variables): string | undefined {
  if (argument?.kind === Kind.STRING) return argument.value;
  if (argument?.kind !== Kind.VARIABLE) return undefined;
  const name = argument.name.value;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value !== undefined) return typeof value === 'string' ? value : undefined;
  const initial = definition.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
  return initial?.kind === Kind.STRING ? initial.value : undefined;
}

function freeName(name: string, defined: readonly VariableDefinitionNode[]): string {
  return defined.some(({ variable }) => variable.name.value === name) ? freeName(`${name}_`, defined) : name;
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
