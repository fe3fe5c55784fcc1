import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { toClientErrors } from '../graphql/client-errors.ts';
import type { Logger } from '../logger.ts';
import type { GraphqlContext } from './graphql-context.ts';

/**
 * Plugin that formats the errors of a response for clients; all errors of a rejected request, of which Apollo Server
 * knows the first. Must be the first plugin, so that the others read what clients receive.
 */
export function showErrors(logger: Logger): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      if (body.kind !== 'single') return;
      const errors = progress.rejection ?? body.singleResult.errors ?? [];
      if (errors.length > 0) body.singleResult.errors = toClientErrors(errors, { requestId: scope.requestId, logger });
    },
  };
  return { requestDidStart: async () => listener };
}
