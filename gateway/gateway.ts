import {
  createGraphqlEndpoint,
  type EndpointLimits,
  type EndpointOptions,
  type GraphqlEndpoint,
} from '#platform/operations/graphql-endpoint.ts';
import { registerVisualizationRoute } from './visualizations.ts';

export type GatewayLimits = EndpointLimits;

export type GatewayOptions = Omit<EndpointOptions, 'gateways'>;

export type Gateway = GraphqlEndpoint;

/**
 * Serves an engine at `/graphql`, and rendered notices at `/visualizations/:id`.
 *
 * @throws {LandfallError} CONFIG_INVALID when a subscription of the schema has no log
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const endpoint = await createGraphqlEndpoint(options);
  registerVisualizationRoute(options.http, endpoint.pipeline);
  return endpoint;
}
