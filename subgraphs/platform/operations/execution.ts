import { type GraphQLSchema, getVariableValues } from 'graphql';
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
  return (errors ?? []).map((error) => refusal('BAD_USER_INPUT', error.message));
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
