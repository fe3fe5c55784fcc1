import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { startSubgraph } from '#platform/process/serve.ts';
import { type StartOptions, startArrivals, startGateway } from '../../../gateway/main.ts';
import { part as arrivalNotices } from '../../../subgraphs/arrival-notices/main.ts';
import { part as commercialSchedules } from '../../../subgraphs/commercial-schedules/main.ts';
import { part as portCalls } from '../../../subgraphs/port-calls/main.ts';

const parts = { 'arrival-notices': arrivalNotices, 'commercial-schedules': commercialSchedules, 'port-calls': portCalls };

/** Names a part of a deployment. */
export type SubgraphName = keyof typeof parts | 'arrivals';

/** A part that responds over HTTP. */
export interface ServedHere extends AsyncDisposable {
  /** URL without path. */
  readonly url: string;
}

const logger = createLogger('silent');

/**
 * Serves a subgraph as a separate process would, but in this process: on a separate port, over the backends in the
 * settings.
 *
 * @param environment settings, as of a process
 * @param evaluatesArrivals whether the arrivals request partners in the background, which disturbs tests that count
 *   requests
 */
export async function serveSubgraphHere(
  name: SubgraphName,
  environment: Readonly<Record<string, string>>,
  evaluatesArrivals = false,
): Promise<ServedHere> {
  const config = readConfig({ PORT: '0', ...environment });
  const running =
    name === 'arrivals'
      ? await startArrivals(config, logger, { env: environment, evaluatesArrivals })
      : await startSubgraph(parts[name], { config, logger, env: environment });
  return { url: `http://127.0.0.1:${running.port}`, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

/** Serves a gateway in the same way. */
export function serveGatewayHere(environment: Readonly<Record<string, string>>, limits: StartOptions['limits'] = {}): Promise<ServedHere> {
  return startGateway(readConfig({ PORT: '0', ...environment }), logger, { env: environment, limits });
}
