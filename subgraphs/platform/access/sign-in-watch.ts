import { Counter, type Registry } from 'prom-client';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { RateLimitedError } from '../errors.ts';
import { type ClientAddressOf, networkOf, type Peer } from '../http/client-address.ts';
import type { Logger } from '../logger.ts';
import type { RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createSharedRate, type SharedRate } from './shared-rate.ts';
import { createTenantRate, type Spender } from './tenant-rate.ts';

/** By what somebody tries to get in. */
export type Entrance = 'http' | 'sse' | 'websocket' | 'dcsa';

/** One try. */
export interface SignInAttempt {
  readonly peer: Peer;
  readonly entrance: Entrance;
  readonly requestId?: string | undefined;
}

/**
 * Logs and counts what is refused to strangers, and slows down addresses from which too much of it comes. The metrics are
 * of this process, the limits of all that count together.
 */
export interface SignInWatch {
  /** A credential was not good. @throws {RateLimitedError} if too many of that address were not */
  failed(attempt: SignInAttempt, refused: RefusedSignIn): Promise<void>;
  /**
   * A credential was good that can be guessed. From an address over the limit only those get in who did before, or the
   * limit would limit no guessing.
   *
   * @param who the credential or its owner, as it may be logged
   * @throws {RateLimitedError}
   */
  succeeded(attempt: SignInAttempt, who: string): Promise<void>;
  /** A page of another origin was refused, or a name of this server that is not its own. @throws {RateLimitedError} */
  originRefused(attempt: SignInAttempt): Promise<void>;
}

/** For what nobody watches. */
export const unwatched: SignInWatch = { failed: async () => {}, succeeded: async () => {}, originRefused: async () => {} };

/** Failures a minute and address, and as many at once. */
export const maxFailuresPerMinute = 60;

/** Of a text that a client chose. */
const maxShownLength = 200;

export interface SignInWatchOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly registry: Registry;
  readonly clientAddressOf: ClientAddressOf;
  readonly clock?: Clock;
  /** What all processes of this kind count together. Default: this one is alone. */
  readonly counts?: SharedCounts | undefined;
}

export function createSignInWatch(options: SignInWatchOptions): SignInWatch {
  const { logger, registry, clientAddressOf, clock = systemClock, counts } = options;
  const registers = [registry];
  const failures = new Counter({
    name: 'landfall_failed_sign_ins_total',
    help: 'Rejected credentials.',
    labelNames: ['entrance', 'fault'],
    registers,
  });
  const origins = new Counter({
    name: 'landfall_refused_origins_total',
    help: 'Requests refused because their origin or host name is not allowed.',
    labelNames: ['entrance'],
    registers,
  });
  const limited = new Counter({
    name: 'landfall_limited_sign_ins_total',
    help: 'Requests refused because too many requests from their address had been refused.',
    labelNames: ['entrance'],
    registers,
  });
  // Both tables are bounded: of more addresses the one that was quiet for longest begins anew.
  const signInRate = createSharedRate({ name: 'sign-ins', clock, counts });
  const originRate = createSharedRate({ name: 'origins', clock, counts });
  const limitLines = createTenantRate(clock);
  /** Owners of credentials, each with the network that it signed in from. */
  const known = createBoundedCache<string, true>(memoryBounds.signedIn.bytes);

  const refuse = (attempt: SignInAttempt, address: string, retryAfter: number): never => {
    limited.inc({ entrance: attempt.entrance });
    // One line a minute and address: more would let a stranger fill the log.
    if (limitLines.begin({ tenant: networkOf(address), perMinute: 1 }) === undefined) {
      logger.warn(
        { address, entrance: attempt.entrance, retryAfter },
        'an address is blocked for a while: too many of its requests were refused',
      );
    }
    throw new RateLimitedError('Too many requests from your address were refused.', retryAfter);
  };
  const count = async (rate: SharedRate, attempt: SignInAttempt, write: (address: string) => void): Promise<void> => {
    const address = clientAddressOf(attempt.peer);
    const retryAfter = await rate.begin(failuresOf(networkOf(address)));
    if (retryAfter !== undefined) refuse(attempt, address, retryAfter);
    write(address);
  };

  return {
    failed: async (attempt, { fault, tenant }) => {
      const { entrance, requestId } = attempt;
      failures.inc({ entrance, fault });
      await count(signInRate, attempt, (address) =>
        logger.warn({ address, entrance, fault, tenant: shown(tenant), requestId }, 'a sign-in failed'),
      );
    },
    succeeded: async (attempt, who) => {
      const address = clientAddressOf(attempt.peer);
      const network = networkOf(address);
      const owner = `${who} ${network}`;
      if (known.get(owner)) return;
      const retryAfter = await signInRate.begin(failuresOf(network));
      if (retryAfter !== undefined) refuse(attempt, address, retryAfter);
      signInRate.takeBack(failuresOf(network));
      known.set(owner, true, 1);
    },
    originRefused: async (attempt) => {
      const { entrance, requestId, peer } = attempt;
      origins.inc({ entrance });
      const [origin, host] = [shown(peer.headers.origin), shown(peer.headers.host)];
      await count(originRate, attempt, (address) => logger.warn({ address, entrance, origin, host, requestId }, 'an origin was refused'));
    },
  };
}

function failuresOf(network: string): Spender {
  return { tenant: network, perMinute: maxFailuresPerMinute };
}

function shown(text: string | undefined): string | undefined {
  return text?.slice(0, maxShownLength);
}
