import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { CostLimit } from './cost-limit.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Plugin that reports the cost of an executed operation in `extensions` to clients that ask for it. */
export function reportCost(costs: CostLimit): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted } = progress;
      if (accepted === undefined || body.kind !== 'single') return;
      const { singleResult } = body;
      const { operation, variables } = accepted;
      const maxCost = scope.session.limits.operationCost;
      const cost = costs.report({ operation, variables, data: singleResult.data, maxCost });
      singleResult.extensions = { ...singleResult.extensions, cost };
    },
  };
  return { requestDidStart: async ({ contextValue: { scope } }) => (scope.reportsCost ? listener : undefined) };
}
