import { LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Standard } from '../partners/partner.ts';
import { type Clock, createTimer, listenForAbort, startTimeout } from '../time/clock.ts';
import { CoolingDownError } from './breaker.ts';
import { type CallWindow, type LimiterLimits, type Permission, type RateLimits, type SharedLimits, windowsOf } from './shared-limits.ts';

/** A partner that must not be requested for a while. */
export interface BusyPartner {
  /** End of the wait, see {@link Clock.now}. */
  readonly until: number;
  /**
   * Whether the wait is caused by the partner's limits, because other requests come first. Otherwise the partner
   * requested a pause.
   */
  readonly isOwnLimit: boolean;
}

export type OnBusy = (busy: BusyPartner) => void;

/** A request that needs a slot. */
export interface SlotRequest {
  /** The standard whose breaker may reject the request while it waits; absent when there is none. */
  readonly standard?: Standard | undefined;
  /** End of the longest wait, see {@link Clock.now}. */
  readonly deadline: number;
  /** End of the pause before a retry, see {@link Clock.now}. @default 0 */
  readonly notBefore?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the expected wait, if there is one. */
  readonly onBusy?: OnBusy | undefined;
  /** Counts the request while it waits and while it is in flight. */
  readonly stats?: { waiting: number; inFlight: number };
}

/** The right to send one request. */
export interface Slot {
  /**
   * Records that the request was handed to the network. It counts towards the rate until its arrival is certain: until it
   * is released, or until {@link arrivalMs} later.
   */
  onSent(): void;
  /** Acquires the slot again for a second request. @throws as {@link Limiter.acquire} does */
  renew(): Promise<void>;
  /** Releases the slot, once. */
  release(): void;
}

/** Keeps the requests to one partner, over all standards, within its limits, in the order of their arrival. */
export type Limiter = ReturnType<typeof createLimiter>;

/** Maximum number of requests that wait for one partner, so that a slow partner does not exhaust the memory. */
const maxWaiting = 300;

/** Maximum time between handing a request to the network and its arrival at the partner. */
export const arrivalMs = 250;

interface WaitingRequest {
  readonly request: SlotRequest & { readonly notBefore: number };
  begin(slot: Omit<Slot, 'renew'>): void;
  fail(error: unknown): void;
}

/**
 * Creates the limiter of one partner.
 *
 * @param options.shared limits that other replicas share. Default: this process counts by itself
 */
export function createLimiter(
  partner: string,
  options: { limits: LimiterLimits; clock: Clock; shared?: Pick<SharedLimits, 'permit' | 'shareOf' | 'pause'> | undefined },
) {
  const { clock, shared } = options;
  const timer = createTimer(clock, () => admit());
  const rate = createCallRate(options.limits);
  const waiting: WaitingRequest[] = [];
  let { limits } = options;
  let inFlight = 0;
  let pausedUntil = 0;
  let isAwaitingPermission = false;
  /** Earliest time of the next request for permission. */
  let permissionFrom = 0;

  const admit = () => {
    const share = shared?.shareOf(limits) ?? limits;
    rate.adjust(share);
    while (waiting.length > 0 && inFlight < share.concurrency && !isAwaitingPermission) {
      const now = clock.now();
      const from = Math.max(pausedUntil, permissionFrom, now + rate.pauseMs(now));
      // Requests that are in transit may arrive sooner than expected.
      if (from > now) failAll(({ deadline }) => deadline <= from - arrivalMs, usedUpError(partner, from));
      const next = from > now ? undefined : waiting.find(({ request }) => request.notBefore <= now);
      if (waiting.length === 0) return;
      if (next === undefined) return timer.setFor(Math.max(from, Math.min(...waiting.map(({ request }) => request.notBefore))));
      if (shared === undefined) begin(next);
      else void admitWithPermission(shared, next);
    }
  };
  const admitWithPermission = async ({ permit }: Pick<SharedLimits, 'permit'>, next: WaitingRequest): Promise<void> => {
    isAwaitingPermission = true;
    const permission = await permit(partner, next.request.standard, limits);
    isAwaitingPermission = false;
    if (permission.kind === 'LATER') postpone(permission);
    else if (waiting.includes(next)) {
      if (permission.kind === 'COOLING') next.fail(new CoolingDownError(partner, clock.now() + permission.ms));
      else begin(next, permission);
    }
    admit();
  };
  const postpone = ({ ms, reason }: Extract<Permission, { kind: 'LATER' }>) => {
    if (reason === 'PAUSE') return pauseUntil(clock.now() + ms);
    permissionFrom = clock.now() + ms;
    reportAllBusy();
  };
  const begin = ({ request: { stats }, begin: hand }: WaitingRequest, permission?: Extract<Permission, { kind: 'GRANTED' }>) => {
    inFlight += 1;
    if (stats !== undefined) stats.inFlight += 1;
    rate.begin(clock.now());
    let [hasArrived, isReleased] = [false, false];
    let stopWaiting = () => {};
    const markArrived = () => {
      if (!hasArrived) rate.arrive(clock.now());
      hasArrived = true;
      admit();
    };
    hand({
      onSent: () => {
        permission?.markSent();
        stopWaiting = startTimeout(arrivalMs, markArrived);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        stopWaiting();
        inFlight -= 1;
        if (stats !== undefined) stats.inFlight -= 1;
        markArrived();
      },
    });
  };

  /**
   * Reports the wait for pause or rate. Waits for concurrency are not reported, because the duration of a response
   * cannot be predicted.
   */
  const reportBusy = ({ onBusy, notBefore }: WaitingRequest['request'], ahead: number) => {
    const now = clock.now();
    const turn = Math.max(permissionFrom, now + rate.pauseMs(now, ahead));
    if (pausedUntil > now && pausedUntil >= turn) onBusy?.({ until: pausedUntil, isOwnLimit: false });
    else if (turn > Math.max(now, notBefore)) onBusy?.({ until: turn, isOwnLimit: true });
  };
  const reportAllBusy = () => {
    for (const [place, { request }] of [...waiting].entries()) reportBusy(request, place);
  };
  const failAll = (isConcerned: (request: SlotRequest) => boolean, error: LandfallError) => {
    for (const entry of waiting.filter(({ request }) => isConcerned(request))) entry.fail(error);
  };
  const pauseUntil = (until: number) => {
    pausedUntil = Math.max(pausedUntil, until);
    failAll(({ deadline }) => deadline <= pausedUntil, pausedError(partner, pausedUntil));
    reportAllBusy();
  };

  /** Resolves when the request begins. Rejects at its deadline, when its signal is aborted, or when it is rejected. */
  const take = (request: WaitingRequest['request']): Promise<Omit<Slot, 'renew'>> => {
    const { signal, deadline, stats } = request;
    signal?.throwIfAborted();
    if (deadline <= pausedUntil) throw pausedError(partner, pausedUntil);
    if (waiting.length >= maxWaiting) {
      throw new UpstreamBusyError(`Partner ${partner} was not queried: ${maxWaiting} requests to it are already waiting.`);
    }
    reportBusy(request, waiting.length);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        if (waiting.length === 0) timer.clear();
        if (stats !== undefined) stats.waiting -= 1;
        clearTimeout(timeout);
        ignoreAbort();
      };
      const entry: WaitingRequest = {
        request,
        begin: (slot) => {
          leave();
          resolve(slot);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const timeout = setTimeout(() => entry.fail(noSlotError(partner)), deadline - clock.now());
      const ignoreAbort = listenForAbort(signal, () => entry.fail(signal?.reason));
      waiting.push(entry);
      if (stats !== undefined) stats.waiting += 1;
      admit();
    });
  };

  return {
    /**
     * Acquires a slot, which must be released.
     *
     * @throws {LandfallError} UPSTREAM_TIMEOUT at the deadline, UPSTREAM_BUSY when too many requests wait, or the partner
     *   is paused beyond the deadline, has its limits used up until then, or is cooling down
     * @throws the reason of the request's signal
     */
    acquire: async ({ notBefore = 0, ...rest }: SlotRequest): Promise<Slot> => {
      const request = { ...rest, notBefore };
      let taken = await take(request);
      return {
        onSent: () => taken.onSent(),
        release: () => taken.release(),
        renew: async () => {
          taken.release();
          taken = await take(request);
        },
      };
    },
    /** Admits no request before this time, see {@link Clock.now}. Requests with an earlier deadline fail immediately. */
    pauseUntil: (until: number) => {
      shared?.pause(partner, until - clock.now());
      pauseUntil(until);
    },
    /** Replaces the limits, which also applies to waiting requests. */
    adjust: (changed: LimiterLimits) => {
      limits = changed;
      timer.clear();
      admit();
    },
    /** Rejects the waiting requests, all of them or those of one standard. */
    rejectAll: (error: LandfallError, standard?: Standard) =>
      failAll((request) => standard === undefined || request.standard === standard, error),
  };
}

function noSlotError(partner: string): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `Partner ${partner} was not queried in time: too many requests to it were waiting.`);
}

function pausedError(partner: string, until: number): LandfallError {
  return new UpstreamBusyError(`Partner ${partner} accepts no requests before ${new Date(until).toISOString()}.`, { retryAt: until });
}

function usedUpError(partner: string, until: number): LandfallError {
  const message = `Partner ${partner} is not queried before ${new Date(until).toISOString()}: the limits in its file are used up.`;
  return new UpstreamBusyError(message, { retryAt: until });
}

/**
 * Creates a rate limit that holds in every sliding window of a second, a minute and a day, not only on average. A full
 * token bucket would admit twice the limit in its first second, and partners that count per second would answer 429. A
 * request counts from its beginning until a window after its arrival, so a process that stalls in between admits fewer
 * requests, never more.
 */
export function createCallRate(limits: RateLimits) {
  let windows = windowsOf(limits);
  /** Times at which arrived requests stop counting, ascending, for each window. */
  const expiriesOf = windows.map((): number[] => []);
  /** Start times of the requests that may not have arrived yet. */
  const inTransit: number[] = [];

  const pauseIn = ({ calls, windowMs }: CallWindow, expiries: number[], { now, ahead }: { now: number; ahead: number }): number => {
    const firstCounted = expiries.findIndex((expiry) => expiry > now);
    expiries.splice(0, firstCounted === -1 ? expiries.length : firstCounted);
    /** Returns when the request at this place stops counting; an expected time if it has not arrived. */
    const expiryAt = (place: number): number | undefined => {
      if (place < expiries.length) return expiries[place];
      const begun = inTransit[place - expiries.length];
      return begun === undefined ? undefined : Math.max(begun + arrivalMs, now) + windowMs;
    };
    const counted = expiries.length + inTransit.length;
    const place = counted - calls + ahead;
    if (place < 0) return 0;
    // A request that begins after all of these have expired is one window later than one that begins before that.
    const rounds = Math.max(0, Math.ceil((place - counted + 1) / calls));
    return Math.ceil((expiryAt(place - rounds * calls) ?? now) + windowMs * rounds - now);
  };
  return {
    /**
     * Returns the milliseconds until the next request may begin; 0 or less when it may begin now. @param ahead number of
     * requests that begin before it
     */
    pauseMs: (now: number, ahead = 0): number =>
      Math.max(...windows.map((window, index) => pauseIn(window, expiriesOf[index] ?? [], { now, ahead }))),
    /** Counts a request that begins now. */
    begin: (now: number): void => {
      inTransit.push(now);
    },
    /**
     * Records that a request has arrived: it was answered, or it was sent {@link arrivalMs} ago. Which request it was makes
     * no difference.
     */
    arrive: (now: number): void => {
      if (inTransit.shift() === undefined) return;
      for (const [index, { calls, windowMs }] of windows.entries()) {
        const expiries = expiriesOf[index];
        if (expiries === undefined || calls === Number.POSITIVE_INFINITY) continue;
        const expiry = now + windowMs;
        expiries.splice(expiries.findLastIndex((other) => other <= expiry) + 1, 0, expiry);
      }
    },
    /** Replaces the limits. Requests that have begun continue to count. */
    adjust: (changed: RateLimits): void => {
      windows = windowsOf(changed);
    },
  };
}
