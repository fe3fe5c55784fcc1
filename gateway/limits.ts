import type { Config } from '../subgraphs/shared/config.ts';
import type { GatewayLimits } from './gateway.ts';

/** The limits of the edge as the settings say them. */
export function limitsOf(config: Config): Partial<GatewayLimits> {
  return { maxCost: config.GRAPHQL_MAX_COST, maxSocketsPerTenant: config.SOCKETS_PER_TENANT };
}
