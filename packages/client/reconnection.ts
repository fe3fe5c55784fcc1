import { type Backoff, backoffDelayMs } from './backoff.ts';
import { LandfallClientError } from './client-error.ts';

/** The connection of a client to its server. */
export interface ConnectionStatus {
  /** `waiting`: until the next attempt, at `retryAt`. `closed`: there is no subscription. */
  readonly state: 'connecting' | 'live' | 'waiting' | 'closed';
  /** Milliseconds since 1970, like `retryAt`. */
  readonly since: number;
  readonly retryAt?: number;
  /** The reason for waiting or closing. */
  readonly error?: LandfallClientError;
}

/** Decides when the subscriptions of one client may connect again, and reports the status of the connection. */
export type Reconnection = ReturnType<typeof createReconnection>;

/**
 * A connection that was shorter than this counts as a failed attempt, so that clients do not overload a server that
 * keeps crashing.
 */
const stableMs = 5_000;

export function createReconnection({ backoff, onStatus }: { backoff: Backoff; onStatus: (status: ConnectionStatus) => void }) {
  let members = 0;
  let failures = 0;
  let refusals = 0;
  let status: ConnectionStatus = { state: 'closed', since: Date.now() };
  let wait: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  function report(next: Omit<ConnectionStatus, 'since'>): void {
    if (next.state === status.state && next.state !== 'waiting') return;
    status = { ...next, since: Date.now() };
    onStatus(status);
  }

  function startWait(error: LandfallClientError): void {
    const ms = backoffDelayMs(backoff, failures, Math.random());
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), ms);
      end = () => {
        clearTimeout(timer);
        wait = undefined;
        resolve();
      };
    });
    wait = { over, end };
    report({ state: 'waiting', retryAt: Date.now() + ms, error });
  }

  return {
    /** Adds a subscription. @returns a function that removes it, with the reason for its end */
    join(): (error?: LandfallClientError) => void {
      if (members === 0) failures = refusals = 0;
      members += 1;
      return (error) => {
        members -= 1;
        if (members > 0) return;
        wait?.end();
        report({ state: 'closed', ...(error && { error }) });
      };
    },
    /** Resolves when the next attempt may be made: immediately, or after the delay of a failure. */
    async waitForTurn(): Promise<void> {
      await wait?.over;
      if (members > 0 && status.state !== 'live') report({ state: 'connecting' });
    },
    /** Records that the server has accepted an attempt. */
    succeeded(): void {
      refusals = 0;
      report({ state: 'live' });
    },
    /**
     * Records that an attempt, or its connection, has failed. Simultaneous failures of several subscriptions count as
     * one.
     *
     * @throws {LandfallClientError} `error`, if it is fatal, or if the credential was rejected twice in a row
     */
    failed(error: LandfallClientError): void {
      if (error.kind === 'fatal') throw error;
      if (wait !== undefined) return;
      if (error.kind === 'unauthenticated' && ++refusals > 1) throw error;
      const wasStable = status.state === 'live' && Date.now() - status.since >= stableMs;
      failures = wasStable ? 1 : failures + 1;
      startWait(error);
    },
    /** Ends the delay, because the network is available again. */
    wake: (): void => wait?.end(),
  };
}

/**
 * Repeats an attempt until it succeeds.
 *
 * @returns undefined when the signal was aborted
 * @throws {unknown} errors for which another attempt does not help
 */
export async function retryUntilDone<T>(
  { waitForTurn, failed }: Pick<Reconnection, 'waitForTurn' | 'failed'>,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    await waitForTurn();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof LandfallClientError)) throw error;
      failed(error);
    }
  }
  return undefined;
}
