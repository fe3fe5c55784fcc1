import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { createRowCounter, rowCountsExtension } from '../access/row-counter.ts';
import type { AccessAudit } from './access-audit.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Plugin that logs which confidential rows the answer of a query or mutation has. */
export function auditAccess(audit: AccessAudit): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    executionDidStart: async ({ contextValue: { progress } }) => {
      progress.rows = audit.createCounter();
    },
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted, rows } = progress;
      if (accepted === undefined || accepted.log !== undefined || body.kind !== 'single') return;
      audit.answered({ ...scope, operation: accepted.operation }, rows, body.singleResult.errors === undefined ? 'ok' : 'errors');
    },
  };
  return { requestDidStart: async () => listener };
}

/** Plugin that returns the number of confidential rows in `extensions` to a gateway that asks for it and writes the audit log. */
export function countRowsForGateway(): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    executionDidStart: async ({ contextValue: { progress } }) => {
      progress.rows = createRowCounter();
    },
    willSendResponse: async ({ response: { body }, contextValue: { progress } }) => {
      const counts = progress.rows?.counts();
      if (counts !== undefined && body.kind === 'single')
        body.singleResult.extensions = { ...body.singleResult.extensions, [rowCountsExtension]: counts };
    },
  };
  return { requestDidStart: async ({ contextValue: { scope } }) => (scope.reportsRows ? listener : undefined) };
}
