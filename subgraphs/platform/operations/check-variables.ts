import { type GraphQLSchema, getVariableValues, isNonNullType, type OperationDefinitionNode, TypeInfo, ValidationContext } from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { EngineRequest } from '../graphql/engine.ts';

const maxVariableErrors = 10;

/** Checks the variables of the client against the operation's variable definitions. Both engines rely on this check. */
export function checkVariables(
  schema: GraphQLSchema,
  request: Pick<EngineRequest, 'operation' | 'variables'>,
): ReturnType<typeof refusal>[] {
  const definitions = request.operation.definition.variableDefinitions;
  if (definitions === undefined || definitions.length === 0) return [];
  const { errors } = getVariableValues(schema, definitions, request.variables, { maxErrors: maxVariableErrors, hideSuggestions: true });
  const messages = errors?.map(({ message }) => message) ?? misplacedNulls(schema, request);
  return messages.map((message) => refusal('BAD_USER_INPUT', message));
}

/** The type at a non-null position of each variable that has such a position. */
const nonNullPositions = new WeakMap<OperationDefinitionNode, ReadonlyMap<string, string>>();

/**
 * Finds variables that are null where null is not allowed. A nullable variable with a default value is valid at a
 * non-null position, so only its value shows the error.
 */
function misplacedNulls(
  schema: GraphQLSchema,
  { operation: { document, definition }, variables }: Pick<EngineRequest, 'operation' | 'variables'>,
): string[] {
  const nulls = Object.keys(variables).filter((name) => variables[name] === null);
  if (nulls.length === 0) return [];
  let positions = nonNullPositions.get(definition);
  if (positions === undefined) {
    const usages = new ValidationContext(schema, document, new TypeInfo(schema), () => {}).getRecursiveVariableUsages(definition);
    positions = new Map(usages.flatMap(({ node, type }) => (isNonNullType(type) ? [[node.name.value, `${type}`] as const] : [])));
    nonNullPositions.set(definition, positions);
  }
  return nulls.flatMap((name) => {
    const type = positions.get(name);
    return type === undefined ? [] : [`Variable "$${name}" must not be null, because it is used where "${type}" is expected.`];
  });
}
