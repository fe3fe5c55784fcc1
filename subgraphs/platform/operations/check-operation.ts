import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation, GraphQLRequestListener } from '@apollo/server';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation } from '../graphql/engine.ts';
import type { LogFields } from '../subscriptions/log-fields.ts';
import { type LogOperation, logOperationOf } from '../subscriptions/log-operation.ts';
import { checkVariables } from './check-variables.ts';
import type { CostLimit } from './cost-limit.ts';
import { type DocumentStore, operationIn } from './document-store.ts';
import type { AcceptedOperation, GraphqlContext } from './graphql-context.ts';
import type { OperationLimits } from './operation-limits.ts';
import { measureVariables } from './variable-limits.ts';

type Request = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

export interface OperationChecks {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly costs: CostLimit;
  readonly logFields: LogFields;
  readonly store: Pick<DocumentStore, 'find'>;
}

/** Plugin that checks what the operation of a request asks for, in the order of what each check costs. */
export function checkOperation({ schema, limits, costs, logFields, store }: OperationChecks): ApolloServerPlugin<GraphqlContext> {
  const logOperations = new WeakMap<ValidatedOperation, LogOperation | readonly GraphQLError[]>();
  const logOf = (operation: ValidatedOperation): LogOperation | readonly GraphQLError[] => {
    let log = logOperations.get(operation);
    if (log === undefined) {
      log = logOperationOf(operation, logFields);
      logOperations.set(operation, log);
    }
    return log;
  };
  const check = ({ request, document, queryHash, contextValue: { scope } }: Request): AcceptedOperation | readonly GraphQLError[] => {
    const operation = operationIn(store.find(queryHash) ?? document, request.operationName);
    if (!('kind' in operation)) return operation;
    if (scope.isQueryOnly && operation.kind === 'mutation') return [refusal('METHOD_NOT_ALLOWED', 'GET is for queries; use POST.')];
    const variables = request.variables ?? {};
    const oversize = measureVariables(variables, limits);
    if (oversize !== undefined) return [oversize];
    const invalid = checkVariables(schema, { operation, variables });
    if (invalid.length > 0) return invalid;
    const tooExpensive = costs.check(operation, variables, scope.session.limits.operationCost);
    if (tooExpensive !== undefined) return [tooExpensive];
    if (operation.kind !== 'subscription') return { operation, variables };
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
