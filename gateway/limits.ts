import type { Config } from '../subgraphs/shared/config.ts';
import type { GatewayLimits } from './gateway.ts';

/** The limits of the edge as the settings say them. */
export function limitsOf(config: Config): Partial<GatewayLimits> {
  return {
    maxUrlBytes: config.GRAPHQL_MAX_URL_BYTES,
    maxCharacters: config.GRAPHQL_MAX_CHARACTERS,
    maxTokens: config.GRAPHQL_MAX_TOKENS,
    maxDepth: config.GRAPHQL_MAX_DEPTH,
    maxAliases: config.GRAPHQL_MAX_ALIASES,
    maxRootFields: config.GRAPHQL_MAX_ROOT_FIELDS,
    maxFields: config.GRAPHQL_MAX_FIELDS,
    maxFragments: config.GRAPHQL_MAX_FRAGMENTS,
    maxRepetitions: config.GRAPHQL_MAX_REPETITIONS,
    maxInputDepth: config.GRAPHQL_MAX_INPUT_DEPTH,
    maxInputValues: config.GRAPHQL_MAX_INPUT_VALUES,
    maxCost: config.GRAPHQL_MAX_COST,
    maxSocketsPerTenant: config.SOCKETS_PER_TENANT,
    maxSockets: config.SOCKETS_PER_PROCESS,
    initTimeoutMs: config.SOCKET_INIT_TIMEOUT_MS,
    keepAliveMs: config.SOCKET_KEEP_ALIVE_MS,
    maxMessageBytes: config.SOCKET_MAX_MESSAGE_BYTES,
    maxOperationsPerSocket: config.SOCKET_MAX_OPERATIONS,
    maxQueuedBytes: config.SOCKET_QUEUE_BYTES,
  };
}
