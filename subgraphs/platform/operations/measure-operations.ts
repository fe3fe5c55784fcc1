import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { EngineError } from '../graphql/engine.ts';
import type { TransportMetrics } from '../transports/request-pipeline.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Plugin that counts operations and measures their duration. Subscriptions are counted by the streams. */
export function measureOperations(metrics: TransportMetrics): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted, startedAt, stream } = progress;
      if (stream !== undefined || body.kind !== 'single') return;
      const errors = body.singleResult.errors as readonly EngineError[] | undefined;
      const { transport } = scope;
      if (accepted === undefined) return metrics.operation({ kind: 'unknown', transport, outcome: 'refused', durationMs: 0, errors });
      const outcome = errors === undefined ? 'ok' : 'errors';
      metrics.operation({ kind: accepted.operation.kind, transport, outcome, durationMs: performance.now() - startedAt, errors });
    },
  };
  return { requestDidStart: async () => listener };
}
