import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  separateOperations,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import { fragmentsOf } from '../graphql/plain-operation.ts';
import { type LogName, logNames } from '../store/version-store.ts';

/** A subscription field, and the query field that reads the same log page by page. */
export interface LogField {
  readonly subscriptionField: string;
  readonly logField: string;
  readonly log: LogName;
}

/** The subscription field and the query field of each log. */
const fieldsOfLogs: Readonly<Record<LogName, readonly [subscriptionField: string, logField: string]>> = {
  'arrival-notice-versions': ['arrivalNoticeVersionReceived', 'arrivalNoticeVersionLog'],
  'arrival-notice-notifications': ['arrivalNoticeNotificationReceived', 'arrivalNoticeNotificationLog'],
  'port-call-events': ['portCallEventReceived', 'portCallEventLog'],
  'arrival-alerts': ['arrivalAlertRaised', 'arrivalAlertLog'],
};

/** Log fields by the name of the subscription field. */
export const logFields: ReadonlyMap<string, LogField> = new Map(
  logNames.map((log) => {
    const [subscriptionField, logField] = fieldsOfLogs[log];
    return [subscriptionField, { log, subscriptionField, logField }];
  }),
);

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
export const logKeys = { log: 'log', positions: 'positions' } as const;

/** Rewrites a subscription. @returns errors if it does not select exactly one field without conditions */
export function logOperationOf(operation: ValidatedOperation): LogOperation | readonly GraphQLError[] {
  const { fields, isConditional } = rootFieldsOf(operation);
  const [root] = fields;
  const logField = root && logFields.get(root.name.value);
  if (root === undefined || logField === undefined || isConditional) {
    return [refusal('GRAPHQL_VALIDATION_FAILED', subscriptionRule)];
  }
  const { query, names } = queryOf(operation, fields, logField, true);
  let positions: ValidatedOperation | undefined;
  const responseKey = (root.alias ?? root.name).value;
  const start = root.arguments?.find(({ name }) => name.value === 'after')?.value;
  const defined = (query.definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return {
    source: operation,
    logField,
    query,
    get positions() {
      positions ??= queryOf(operation, fields, logField, false).query;
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
  const fragments = fragmentsOf(operation.document);
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

/** Builds the query of a page. @param hasEvents whether what the client selected is part of it */
function queryOf(
  operation: ValidatedOperation,
  fields: readonly FieldNode[],
  { logField }: LogField,
  hasEvents: boolean,
): { query: ValidatedOperation; names: { after: string; first: string } } {
  const defined = operation.definition.variableDefinitions ?? [];
  const names = { after: freeName('after', defined), first: freeName('first', defined) };
  const pages = fields.map((field) => {
    const filters = (field.arguments ?? []).filter(({ name }) => name.value !== 'after').map(print);
    const given = [...filters, `after: $${names.after}`, `first: $${names.first}`].join(', ');
    const events = hasEvents && field.selectionSet !== undefined ? `events ${print(field.selectionSet)}` : '';
    // The client's selection may lack the cursor or use an alias for it.
    return `${logKeys.log}: ${logField}(${given}) { ${events} ${logKeys.positions}: events { cursor } cursor hasMore }`;
  });
  const variables = [...defined.map(print), `$${names.after}: String`, `$${names.first}: Int`].join(', ');
  const fragments = operation.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map(print);
  const text = `query (${variables}) { ${pages.join(' ')} } ${fragments.join(' ')}`;
  return { query: pruned(parse(text, { noLocation: true })), names };
}

/** Removes fragments and variables that are no longer used. */
function pruned(whole: DocumentNode): ValidatedOperation {
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
  const definition = getOperationAST(document);
  if (!definition) throw new Error('expected an operation in the document');
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
