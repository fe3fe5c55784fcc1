import { type Backoff, waitAfter } from './backoff.ts';
import { LandfallClientError } from './client-error.ts';

/** How a client stands with its server. */
export interface ConnectionStatus {
  /** `waiting`: until the next attempt, at `retryAt`. `closed`: nothing is followed. */
  readonly state: 'connecting' | 'live' | 'waiting' | 'closed';
  /** Milliseconds since 1970, as is `retryAt`. */
  readonly since: number;
  readonly retryAt?: number;
  /** Why it waits or is closed. */
  readonly error?: LandfallClientError;
}

/** When everything of one client that goes on by itself may try again, and how it stands. */
export interface Reconnection {
  /** Counts something that goes on by itself. @returns counts it off, with why it ended */
  join(): (error?: LandfallClientError) => void;
  /** Resolves when the next attempt may be made; at once unless something has just failed. */
  turn(): Promise<void>;
  /** An attempt was taken by the server. */
  succeeded(): void;
  /**
   * An attempt, or what it led to, has failed. Failures of many at one time count as one.
   *
   * @throws {LandfallClientError} it, when no further attempt helps: a second refusal in a row included
   */
  failed(error: LandfallClientError): void;
  /** Ends the wait: the network is said to be back. */
  wake(): void;
}

export interface ReconnectionOptions {
  readonly backoff: Backoff;
  readonly onStatus: (status: ConnectionStatus) => void;
}

/** A connection that lived shorter than this failed as if it had not been made: a server that dies of its clients must not be hurried. */
const steadyMs = 5_000;

export function createReconnection({ backoff, onStatus }: ReconnectionOptions): Reconnection {
  let members = 0;
  let failures = 0;
  let refusals = 0;
  let status: ConnectionStatus = { state: 'closed', since: Date.now() };
  let wait: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  function tell(next: Omit<ConnectionStatus, 'since'>): void {
    if (next.state === status.state && next.state !== 'waiting') return;
    status = { ...next, since: Date.now() };
    onStatus(status);
  }

  function startWait(error: LandfallClientError): void {
    const ms = waitAfter(backoff, failures, Math.random());
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
    tell({ state: 'waiting', retryAt: Date.now() + ms, error });
  }

  return {
    join() {
      if (members === 0) failures = refusals = 0;
      members += 1;
      return (error) => {
        members -= 1;
        if (members > 0) return;
        wait?.end();
        tell({ state: 'closed', ...(error && { error }) });
      };
    },
    async turn() {
      await wait?.over;
      if (members > 0 && status.state !== 'live') tell({ state: 'connecting' });
    },
    succeeded() {
      refusals = 0;
      tell({ state: 'live' });
    },
    failed(error) {
      if (error.kind === 'final') throw error;
      if (wait !== undefined) return;
      if (error.kind === 'refused' && ++refusals > 1) throw error;
      const wasSteady = status.state === 'live' && Date.now() - status.since >= steadyMs;
      failures = wasSteady ? 1 : failures + 1;
      startWait(error);
    },
    wake: () => wait?.end(),
  };
}

/**
 * Tries something until it succeeds.
 *
 * @returns undefined when the signal ended it
 * @throws {unknown} what no further attempt helps against
 */
export async function untilDone<T>(
  { turn, failed }: Pick<Reconnection, 'turn' | 'failed'>,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    await turn();
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
