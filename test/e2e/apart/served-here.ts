import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { type StartOptions, type SubgraphName, start } from '../../../gateway/main.ts';

export type { SubgraphName };

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
export function serveSubgraphHere(
  name: SubgraphName,
  environment: Readonly<Record<string, string>>,
  evaluatesArrivals = false,
): Promise<ServedHere> {
  return start(name, readConfig({ PORT: '0', ...environment }), logger, { env: environment, evaluatesArrivals });
}

/** Serves a gateway in the same way. */
export function serveGatewayHere(environment: Readonly<Record<string, string>>, limits: StartOptions['limits'] = {}): Promise<ServedHere> {
  return start('gateway', readConfig({ PORT: '0', ...environment }), logger, { env: environment, limits });
}
