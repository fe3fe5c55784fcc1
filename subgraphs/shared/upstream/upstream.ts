import { type Clock, systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createOutbound } from '../outbound.ts';
import { createUpstreamCaller, type UpstreamCaller } from './caller.ts';
import { createExchange } from './exchange.ts';

/** How a process asks partners: one for all standards, so that what a partner bears is counted in one place. */
export interface Upstream extends AsyncDisposable {
  readonly call: UpstreamCaller;
}

/** Opens the way to all partners. Nobody is asked by that. */
export function openUpstream({ logger, clock = systemClock }: { readonly logger: Logger; readonly clock?: Clock }): Upstream {
  const outbound = createOutbound({ logger });
  return {
    call: createUpstreamCaller({ exchange: createExchange({ outbound }), logger, clock }),
    [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose](),
  };
}
