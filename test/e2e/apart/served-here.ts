import { startGateway } from '../../../gateway/main.ts';
import { openSubgraph as openArrivalNotices } from '../../../subgraphs/arrival-notices/subgraph.ts';
import { openSubgraph as openCommercialSchedules } from '../../../subgraphs/commercial-schedules/subgraph.ts';
import { openSubgraph as openPortCalls } from '../../../subgraphs/port-calls/subgraph.ts';
import { maxEntitlementBytes } from '../../../subgraphs/shared/access/access-file.ts';
import { openAudit } from '../../../subgraphs/shared/access/audit.ts';
import { createRequestVerifier } from '../../../subgraphs/shared/access/request-signatures.ts';
import { systemClock } from '../../../subgraphs/shared/clock.ts';
import { readConfig } from '../../../subgraphs/shared/config.ts';
import { createMetricsRegistry } from '../../../subgraphs/shared/health.ts';
import { hostSubgraphs, openSubgraphParts } from '../../../subgraphs/shared/host.ts';
import { createHttpServer, listen } from '../../../subgraphs/shared/http.ts';
import { createLogger } from '../../../subgraphs/shared/logger.ts';
import { disposeAll } from '../../../subgraphs/shared/main.ts';
import { serveGraphql } from '../../../subgraphs/shared/serve-graphql.ts';
import { openSubgraphSchema } from '../../../subgraphs/shared/subgraph-schema.ts';

const openers = {
  'arrival-notices': openArrivalNotices,
  'commercial-schedules': openCommercialSchedules,
  'port-calls': openPortCalls,
};

/** Names a part of a deployment. */
export type SubgraphName = keyof typeof openers;

/** A part that answers over HTTP. */
export interface ServedHere extends AsyncDisposable {
  /** Without path. */
  readonly url: string;
}

const logger = createLogger('silent');

/**
 * Serves a subgraph as a process apart does, but in this one: on a port of its own, over what the settings name.
 *
 * @param environment settings, as of a process
 */
export async function serveSubgraphHere(name: SubgraphName, environment: Readonly<Record<string, string>>): Promise<ServedHere> {
  const config = readConfig({ PORT: '0', ...environment });
  const parts = await openSubgraphParts(config, logger, environment);
  const subgraph = await openers[name](parts);
  const app = createHttpServer({
    logger,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    maxBodyBytes: config.GRAPHQL_MAX_BODY_BYTES,
    maxHeaderBytes: maxEntitlementBytes + 16 * 1024,
  });
  const { SUBGRAPH_SECRETS: secrets, AUDIT: setting } = config;
  const audit = openAudit({ logger, setting, isOpen: () => secrets === undefined });
  await hostSubgraphs(app, { subgraphs: [subgraph], parts, config, registry: createMetricsRegistry(), audit, logs: [] });
  const verify = secrets === undefined ? undefined : createRequestVerifier(secrets, systemClock);
  const apollo = await serveGraphql(app, { schema: openSubgraphSchema(subgraph), contextFor: subgraph.contextFor }, verify);
  const port = await listen(app, config.HOST, config.PORT);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await apollo.stop();
      await disposeAll([subgraph, parts]);
    },
  };
}

/** The same of a gateway. */
export function serveGatewayHere(environment: Readonly<Record<string, string>>): Promise<ServedHere> {
  return startGateway(readConfig({ PORT: '0', ...environment }), logger, { ...environment });
}
