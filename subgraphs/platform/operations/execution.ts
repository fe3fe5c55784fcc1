import { type GraphQLSchema, getVariableValues, isNonNullType, type OperationDefinitionNode, TypeInfo, ValidationContext } from 'graphql';
import { refusal, toClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, EngineRequest, EngineResult, ValidatedOperation } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import type { Answer } from '../transports/request-pipeline.ts';
import { type IntrospectionShare, introspect, joinParts, shareOf } from './introspection.ts';

/** Executes queries and mutations for clients; never rejects. */
export type Execute = (request: EngineRequest) => Promise<Answer>;

const maxVariableErrors = 10;

/** Wraps an engine in the last steps of the request pipeline: checks variables, answers introspection, masks errors for clients. */
export function createExecute(engine: Engine, logger: Logger): Execute {
  const shares = new WeakMap<ValidatedOperation, IntrospectionShare>();
  return async (request) => {
    const scope = { requestId: request.requestId, logger };
    try {
      const refused = checkVariables(engine.schema, request);
      if (refused.length > 0) return { errors: toClientErrors(refused, scope) };
      let share = shares.get(request.operation);
      if (share === undefined) {
        share = shareOf(request.operation);
        shares.set(request.operation, share);
      }
      const { data, errors } = await executeShared(engine, request, share);
      return errors === undefined || errors.length === 0 ? { data } : { errors: toClientErrors(errors, scope), data };
    } catch (error) {
      return { errors: [toClientError(error, scope)], data: null };
    }
  };
}

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

function executeShared(engine: Engine, request: EngineRequest, share: IntrospectionShare): Promise<EngineResult> | EngineResult {
  if (share.kind === 'none') return engine.execute(request);
  if (share.kind === 'all') return introspect(engine.schema, request.operation, request.variables);
  return executeParts(engine, request, share);
}

async function executeParts(engine: Engine, request: EngineRequest, share: IntrospectionShare & { kind: 'part' }): Promise<EngineResult> {
  const rest = await engine.execute({ ...request, operation: share.rest });
  return joinParts(share, [rest, introspect(engine.schema, share.introspection, request.variables)]);
}
