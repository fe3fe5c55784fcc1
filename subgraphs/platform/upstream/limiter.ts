import { LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import { type Clock, createTimer, listenForAbort } from '../time/clock.ts';
import { createCallRate } from './call-rate.ts';

/** The limits in a partner's file. */
export type LimiterLimits = Pick<Partner['limits'], 'concurrency' | 'requestsPerSecond' | 'timeoutMs'>;

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
  /** End of the pause before a retry, see {@link Clock.now}. */
  readonly notBefore: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the expected wait, if there is one. */
  readonly onBusy?: OnBusy | undefined;
}

/** Reply of the counters that this process shares with other replicas. */
export type Permission =
  /** `withdraw` returns the permission unused. */
  | { readonly kind: 'GRANTED'; withdraw(): void }
  /** The partner requested a pause until then, or the rate is used up until then. */
  | { readonly kind: 'LATER'; readonly until: number; readonly reason: 'PAUSE' | 'RATE' }
  | { readonly kind: 'REFUSED'; readonly error: unknown };

/** Requests permission to send the next request of this process. Never rejects. */
export type RequestPermission = (request: SlotRequest) => Promise<Permission>;

/** Keeps the requests to one partner, over all standards, within its limits, in the order of their arrival. */
export interface Limiter {
  /**
   * Acquires a slot, which must be released by `release`.
   *
   * @returns undefined when the slot is free immediately
   * @throws {LandfallError} immediately or later: UPSTREAM_TIMEOUT at the deadline, UPSTREAM_BUSY when too many
   *   requests wait or the partner is paused beyond the deadline
   * @throws the reason of the request's signal
   */
  acquire(request: SlotRequest): Promise<void> | undefined;
  /** Records that a request in flight was handed to the network. */
  markSent(): void;
  /** Records that a request in flight has reached the partner. */
  markArrived(): void;
  /** Releases a slot. @param hasArrived whether `markArrived` was called for the request. @default false */
  release(hasArrived?: boolean): void;
  /** Admits no request before this time, see {@link Clock.now}. Requests with an earlier deadline fail immediately. */
  pauseUntil(until: number): void;
  /** Replaces the limits, which also applies to waiting requests. */
  adjust(limits: LimiterLimits): void;
  /** Rejects the waiting requests, all of them or those of one standard. */
  rejectAll(error: LandfallError, standard?: Standard): void;
}

export interface LimiterOptions {
  readonly limits: LimiterLimits;
  readonly clock: Clock;
  /** Called for each request, one after the other. Default: only the limits of the partner count. */
  readonly requestPermission?: RequestPermission | undefined;
}

/** Creates the limiter of one partner. */
export function createLimiter(partner: string, options: LimiterOptions): Limiter {
  const { clock, requestPermission } = options;
  const timer = createTimer(clock, () => admit());
  const queue = createQueue(partner, { clock, onEmpty: timer.clear });
  const rate = createCallRate(options.limits.requestsPerSecond);
  let { limits } = options;
  let inFlight = 0;
  let pausedUntil = 0;
  let isAwaitingPermission = false;
  /** Earliest time of the next request for permission. */
  let permissionFrom = 0;

  const openFrom = (now: number) => Math.max(pausedUntil, permissionFrom, now + rate.pauseMs(now));
  const occupy = (now: number) => {
    inFlight += 1;
    rate.begin(now);
  };
  const admit = () => {
    while (queue.waiting.length > 0 && inFlight < limits.concurrency && !isAwaitingPermission) {
      const now = clock.now();
      const from = openFrom(now);
      const next = from > now ? undefined : queue.waiting.find(({ request }) => request.notBefore <= now);
      if (next === undefined) return timer.setFor(Math.max(from, Math.min(...queue.waiting.map(({ request }) => request.notBefore))));
      if (requestPermission !== undefined) return void admitWithPermission(requestPermission, next);
      occupy(now);
      next.begin();
    }
  };
  const admitWithPermission = async (requestPermission: RequestPermission, next: WaitingRequest): Promise<void> => {
    isAwaitingPermission = true;
    const permission = await requestPermission(next.request);
    isAwaitingPermission = false;
    const isWaiting = queue.waiting.includes(next);
    if (permission.kind === 'LATER') postpone(permission);
    else if (!isWaiting) {
      if (permission.kind === 'GRANTED') permission.withdraw();
    } else if (permission.kind === 'REFUSED') next.fail(permission.error);
    else {
      occupy(clock.now());
      next.begin();
    }
    admit();
  };
  const postpone = ({ until, reason }: Extract<Permission, { kind: 'LATER' }>) => {
    if (reason === 'PAUSE') return pauseUntil(until);
    permissionFrom = until;
    reportAllBusy();
  };
  const admitNow = () => {
    timer.clear();
    admit();
  };

  /**
   * Reports the wait for pause or rate. Waits for concurrency are not reported, because the duration of a response
   * cannot be predicted.
   */
  const reportBusy = ({ onBusy, notBefore }: SlotRequest, ahead: number) => {
    const now = clock.now();
    const turn = Math.max(permissionFrom, now + rate.pauseMs(now, ahead));
    if (pausedUntil > now && pausedUntil >= turn) onBusy?.({ until: pausedUntil, isOwnLimit: false });
    else if (turn > Math.max(now, notBefore)) onBusy?.({ until: turn, isOwnLimit: true });
  };
  const reportAllBusy = () => {
    for (const [place, { request }] of [...queue.waiting].entries()) reportBusy(request, place);
  };
  const pauseUntil = (until: number) => {
    pausedUntil = Math.max(pausedUntil, until);
    queue.failAll(({ deadline }) => deadline <= pausedUntil, pausedError(partner, pausedUntil));
    reportAllBusy();
  };

  return {
    acquire: (request) => {
      request.signal?.throwIfAborted();
      const now = clock.now();
      const isFree = queue.waiting.length === 0 && inFlight < limits.concurrency && Math.max(openFrom(now), request.notBefore) <= now;
      if (isFree && requestPermission === undefined) {
        occupy(now);
        return undefined;
      }
      if (request.deadline <= pausedUntil) throw pausedError(partner, pausedUntil);
      if (queue.waiting.length >= maxWaiting) throw queueFullError(partner);
      reportBusy(request, queue.waiting.length);
      const slot = queue.add(request);
      admit();
      return slot;
    },
    markSent: () => undefined,
    markArrived: () => {
      rate.arrive(clock.now());
      admit();
    },
    release: (hasArrived = false) => {
      inFlight -= 1;
      if (!hasArrived) rate.arrive(clock.now());
      admit();
    },
    pauseUntil,
    adjust: (changed) => {
      limits = changed;
      rate.adjust(changed.requestsPerSecond);
      admitNow();
    },
    rejectAll: (error, standard) => queue.failAll((request) => standard === undefined || request.standard === standard, error),
  };
}

/** Maximum number of requests that wait for one partner, so that a slow partner does not exhaust the memory. */
const maxWaiting = 300;

interface WaitingRequest {
  readonly request: SlotRequest;
  begin(): void;
  fail(error: unknown): void;
}

/** Requests that wait for a slot, in the order of their arrival. */
interface Queue {
  readonly waiting: readonly WaitingRequest[];
  /**
   * Resolves when the request begins. Rejects at its deadline, when its signal is aborted, or when the request is
   * rejected.
   */
  add(request: SlotRequest): Promise<void>;
  failAll(isConcerned: (request: SlotRequest) => boolean, error: LandfallError): void;
}

function createQueue(partner: string, { clock, onEmpty }: { readonly clock: Clock; readonly onEmpty: () => void }): Queue {
  const waiting: WaitingRequest[] = [];
  return {
    waiting,
    add: (request) =>
      new Promise((resolve, reject) => {
        const { signal, deadline } = request;
        const remove = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          if (waiting.length === 0) onEmpty();
          clearTimeout(timer);
          ignoreAbort();
        };
        const entry: WaitingRequest = {
          request,
          begin: () => {
            remove();
            resolve();
          },
          fail: (error) => {
            remove();
            reject(error);
          },
        };
        const timer = setTimeout(() => entry.fail(noSlotError(partner)), deadline - clock.now());
        const ignoreAbort = listenForAbort(signal, () => entry.fail(signal?.reason));
        waiting.push(entry);
      }),
    failAll: (isConcerned, error) => {
      for (const entry of waiting.filter(({ request }) => isConcerned(request))) entry.fail(error);
    },
  };
}

function noSlotError(partner: string): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `Partner ${partner} was not queried in time: too many requests to it were waiting.`);
}

function pausedError(partner: string, until: number): LandfallError {
  return new UpstreamBusyError(`Partner ${partner} accepts no requests before ${new Date(until).toISOString()}.`, { retryAt: until });
}

function queueFullError(partner: string): LandfallError {
  return new UpstreamBusyError(`Partner ${partner} was not queried: ${maxWaiting} requests to it are already waiting.`);
}
