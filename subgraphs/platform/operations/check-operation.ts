import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation, GraphQLRequestListener } from '@apollo/server';
import { type GraphQLError, type GraphQLSchema, getVariableValues, isNonNullType, TypeInfo, ValidationContext } from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { EngineRequest, ValidatedOperation, Variables } from '../graphql/engine.ts';
import { logOperationOf } from '../subscriptions/log-operation.ts';
import { type DocumentStore, type OperationLimits, operationIn } from './check-document.ts';
import type { AcceptedOperation, GraphqlContext } from './graphql-context.ts';
import type { CostLimit } from './operation-cost.ts';

type Request = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

/** Plugin that checks what the operation of a request asks for, in the order of what each check costs. */
export function checkOperation({
  schema,
  limits,
  costs,
  store,
}: {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly costs: CostLimit;
  readonly store: DocumentStore;
}): ApolloServerPlugin<GraphqlContext> {
  const logOf = perObject(logOperationOf);
  const check = ({ request, document, queryHash, contextValue: { scope } }: Request): AcceptedOperation | readonly GraphQLError[] => {
    const operation = operationIn(store.find(queryHash) ?? document, request.operationName);
    if (!('kind' in operation)) return operation;
    if (scope.isQueryOnly && operation.kind === 'mutation') return [refusal('METHOD_NOT_ALLOWED', 'GET is for queries; use POST.')];
    const variables = request.variables ?? {};
    const oversize = measureVariables(variables, limits);
    if (oversize !== undefined) return [oversize];
    const { coerced, invalid = [] } = coerceVariables(schema, { operation, variables });
    if (invalid.length > 0) return invalid;
    const tooExpensive = costs.check(operation, variables, scope.session.limits.operationCost);
    if (tooExpensive !== undefined) return [tooExpensive];
    if (operation.kind !== 'subscription') return { operation, variables, coerced };
    const log = logOf(operation);
    return 'query' in log ? { operation, variables, log } : log;
  };
  const listener: GraphQLRequestListener<GraphqlContext> = {
    didResolveOperation: async (request) => {
      const { progress } = request.contextValue;
      const checked = check(request);
      if ('operation' in checked) progress.accepted = checked;
      else {
        progress.rejection = checked;
        throw checked[0] ?? new Error('expected an error of a rejected operation');
      }
    },
  };
  return { requestDidStart: async () => listener };
}

const maxVariableErrors = 10;

/**
 * Checks the variables of the client against the operation's variable definitions. Both engines rely on this check.
 *
 * @returns the values for the resolvers, or errors
 */
export function coerceVariables(
  schema: GraphQLSchema,
  request: Pick<EngineRequest, 'operation' | 'variables'>,
): { readonly coerced?: Variables; readonly invalid?: readonly GraphQLError[] } {
  const options = { maxErrors: maxVariableErrors, hideSuggestions: true };
  const { coerced, errors } = getVariableValues(schema, request.operation.definition.variableDefinitions ?? [], request.variables, options);
  const messages = errors?.map(({ message }) => message) ?? misplacedNulls(schema, request);
  return messages.length === 0 && coerced ? { coerced } : { invalid: messages.map((message) => refusal('BAD_USER_INPUT', message)) };
}

/** The type at a non-null position of each variable that has such a position. */
const nonNullPositions = perObject((schema: GraphQLSchema) =>
  perObject(({ document, definition }: ValidatedOperation) => {
    const usages = new ValidationContext(schema, document, new TypeInfo(schema), () => {}).getRecursiveVariableUsages(definition);
    return new Map(usages.flatMap(({ node, type }) => (isNonNullType(type) ? [[node.name.value, `${type}`] as const] : [])));
  }),
);

/**
 * Finds variables that are null where null is not allowed. A nullable variable with a default value is valid at a
 * non-null position, so only its value shows the error.
 */
function misplacedNulls(schema: GraphQLSchema, { operation, variables }: Pick<EngineRequest, 'operation' | 'variables'>): string[] {
  const nulls = Object.keys(variables).filter((name) => variables[name] === null);
  if (nulls.length === 0) return [];
  const positions = nonNullPositions(schema)(operation);
  return nulls.flatMap((name) => {
    const type = positions.get(name);
    return type === undefined ? [] : [`Variable "$${name}" must not be null, because it is used where "${type}" is expected.`];
  });
}

type InputLimits = Pick<OperationLimits, 'maxInputDepth' | 'maxInputValues'>;

/**
 * Measures variables before they are validated. Stops at the limits and does not recurse, so neither depth nor length
 * can exhaust the process.
 *
 * @returns OPERATION_TOO_LARGE, or undefined when they are within the limits
 */
export function measureVariables(variables: Variables, { maxInputDepth, maxInputValues }: InputLimits): GraphQLError | undefined {
  let level: unknown[] = [variables];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth > maxInputDepth) return refusal('OPERATION_TOO_LARGE', `The variables are nested more than ${maxInputDepth} levels deep.`);
      const inner = Array.isArray(value) ? value : Object.values(value);
      values += inner.length;
      if (values > maxInputValues) return refusal('OPERATION_TOO_LARGE', `The variables contain more than ${maxInputValues} values.`);
      for (const each of inner) next.push(each);
    }
    level = next;
  }
  return undefined;
}
