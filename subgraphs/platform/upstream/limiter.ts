import { LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import { createTimer } from '../time/timer.ts';
import type { OnBusy } from './attempt.ts';
import { createCallRate } from './call-rate.ts';

/** What a partner's file says it bears. */
export type LimiterLimits = Pick<Partner['limits'], 'concurrency' | 'requestsPerSecond' | 'timeoutMs'>;

/** A call that wants to begin. */
export interface Entrant {
  /** Whose breaker may refuse it while it waits; absent: none does. */
  readonly standard?: Standard | undefined;
  /** {@link Clock.now}; nobody waits longer. */
  readonly deadline: number;
  /** {@link Clock.now}; the pause of a call that is tried again. */
  readonly notBefore: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when it is foreseen that it has to wait, and for how long. */
  readonly onBusy?: OnBusy | undefined;
}

/** What those have to say about a call that count together with this process. */
export type Permission =
  /** `withdraw`: takes it back unused. */
  | { readonly kind: 'GRANTED'; withdraw(): void }
  /** The partner wants a pause until then, the rate lets nothing through before, or all slots are taken. */
  | { readonly kind: 'LATER'; readonly until: number; readonly reason: 'PAUSE' | 'RATE' | 'SLOTS' }
  | { readonly kind: 'REFUSED'; readonly error: unknown };

/** Asks whether a call may begin whose turn it is in this process. Never rejects. */
export type Permit = (entrant: Entrant) => Promise<Permission>;

/** Lets as many calls to one partner through as it bears, over all standards, in the order in which they came. */
export interface Limiter {
  /**
   * Lets a call begin, or has it wait. Each that got through has to `leave`.
   *
   * @returns undefined when it may begin at once
   * @throws {LandfallError} at once or while waiting: UPSTREAM_TIMEOUT at the deadline, UPSTREAM_BUSY where too many
   *   wait or the partner wants to be left alone until after the deadline
   * @throws the reason of its signal
   */
  enter(entrant: Entrant): Promise<void> | undefined;
  /** Tells that the request of a call under way has reached the partner by now. */
  arrived(): void;
  /** @param hasArrived whether that was told already. @default false */
  leave(hasArrived?: boolean): void;
  /** Lets nobody through before this time, {@link Clock.now}. Who cannot wait that long fails now. */
  hold(until: number): void;
  /** Takes other limits, also for those that wait. */
  adjust(limits: LimiterLimits): void;
  /** Fails those that wait, all or those of one standard. */
  refuse(error: LandfallError, standard?: Standard): void;
  /** Has the next one ask for its permission now, whenever it was to ask. @returns whether somebody waits */
  askNow(): boolean;
}

/** Most calls that wait for one partner; with more of them memory would be all that a slow partner fills. */
const maxWaiting = 300;

interface Waiting {
  readonly entrant: Entrant;
  begin(): void;
  fail(error: unknown): void;
}

export interface LimiterOptions {
  readonly limits: LimiterLimits;
  readonly clock: Clock;
  /** Asked for each call, one after the other. Default: the limits are all that counts. */
  readonly permit?: Permit | undefined;
}

/** Opens the gate in front of one partner. */
export function createLimiter(partner: string, options: LimiterOptions): Limiter {
  const { clock, permit } = options;
  const queue: Waiting[] = [];
  const rate = createCallRate(options.limits.requestsPerSecond);
  let { limits } = options;
  let underWay = 0;
  let heldUntil = 0;
  let isAsking = false;
  /** When permission may be asked for again; what of that is foreseen. */
  let [askFrom, rateUntil] = [0, 0];
  const alarm = createTimer(clock, () => admit());

  /** When somebody may begin as far as the partner is concerned. */
  const openFrom = (now: number) => Math.max(heldUntil, askFrom, now + rate.pauseMs(now));
  const take = (now: number) => {
    underWay += 1;
    rate.begin(now);
  };
  const admit = () => {
    while (queue.length > 0 && underWay < limits.concurrency && !isAsking) {
      const now = clock.now();
      const from = openFrom(now);
      const next = from > now ? undefined : queue.find(({ entrant }) => entrant.notBefore <= now);
      if (next === undefined) return alarm.setFor(Math.max(from, Math.min(...queue.map(({ entrant }) => entrant.notBefore))));
      if (permit !== undefined) return void ask(permit, next);
      take(now);
      next.begin();
    }
  };
  const ask = async (permitted: Permit, next: Waiting): Promise<void> => {
    isAsking = true;
    const permission = await permitted(next.entrant);
    isAsking = false;
    const isWaiting = queue.includes(next);
    if (permission.kind === 'LATER') postpone(permission);
    else if (!isWaiting) {
      if (permission.kind === 'GRANTED') permission.withdraw();
    } else if (permission.kind === 'REFUSED') next.fail(permission.error);
    else {
      take(clock.now());
      next.begin();
    }
    admit();
  };
  const postpone = ({ until, reason }: Extract<Permission, { kind: 'LATER' }>) => {
    if (reason === 'PAUSE') return hold(until);
    askFrom = until;
    if (reason === 'RATE') rateUntil = until;
    tellAllBusy();
  };

  /** Concurrency is not foreseen: nobody knows how long an answer takes. */
  const tellBusy = ({ onBusy, notBefore }: Entrant, ahead: number) => {
    const now = clock.now();
    const turn = Math.max(rateUntil, now + rate.pauseMs(now, ahead));
    if (heldUntil > now && heldUntil >= turn) onBusy?.({ until: heldUntil, isOwnLimit: false });
    else if (turn > Math.max(now, notBefore)) onBusy?.({ until: turn, isOwnLimit: true });
  };
  const tellAllBusy = () => {
    for (const [place, { entrant }] of [...queue].entries()) tellBusy(entrant, place);
  };

  const wait = (entrant: Entrant) =>
    new Promise<void>((resolve, reject) => {
      const { signal, deadline } = entrant;
      const settle = () => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) alarm.silence();
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        entrant,
        begin: () => {
          settle();
          resolve();
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      const onAbort = () => waiting.fail(signal?.reason);
      const timer = setTimeout(() => waiting.fail(noSlot(partner)), deadline - clock.now());
      signal?.addEventListener('abort', onAbort, { once: true });
      tellBusy(entrant, queue.length);
      queue.push(waiting);
      admit();
    });

  const failAll = (concerned: (entrant: Entrant) => boolean, error: LandfallError) => {
    for (const waiting of queue.filter(({ entrant }) => concerned(entrant))) waiting.fail(error);
  };
  const hold = (until: number) => {
    heldUntil = Math.max(heldUntil, until);
    failAll(({ deadline }) => deadline <= heldUntil, leftAlone(partner, heldUntil));
    tellAllBusy();
  };
  const goOn = () => {
    alarm.silence();
    admit();
  };
  return {
    enter: (entrant) => {
      entrant.signal?.throwIfAborted();
      const now = clock.now();
      const isFree = queue.length === 0 && underWay < limits.concurrency && Math.max(openFrom(now), entrant.notBefore) <= now;
      if (isFree && permit === undefined) {
        take(now);
        return undefined;
      }
      if (entrant.deadline <= heldUntil) throw leftAlone(partner, heldUntil);
      if (queue.length >= maxWaiting) throw crowded(partner);
      return wait(entrant);
    },
    arrived: () => {
      rate.arrive(clock.now());
      admit();
    },
    leave: (hasArrived = false) => {
      underWay -= 1;
      if (!hasArrived) rate.arrive(clock.now());
      admit();
    },
    hold,
    adjust: (changed) => {
      limits = changed;
      rate.adjust(changed.requestsPerSecond);
      goOn();
    },
    refuse: (error, standard) => failAll((entrant) => standard === undefined || entrant.standard === standard, error),
    askNow: () => {
      askFrom = 0;
      goOn();
      return queue.length > 0;
    },
  };
}

/** Makes the error of a call whose turn came too late. */
export function noSlot(partner: string): LandfallError {
  return new LandfallError('UPSTREAM_TIMEOUT', `Partner ${partner} was not queried in time: other requests to it came first.`);
}

/** Makes the error of a call that cannot wait until the partner may be asked. */
export function leftAlone(partner: string, until: number): LandfallError {
  return new UpstreamBusyError(`Partner ${partner} accepts no requests before ${new Date(until).toISOString()}.`, { retryAt: until });
}

function crowded(partner: string): LandfallError {
  return new UpstreamBusyError(`Partner ${partner} was not queried: ${maxWaiting} requests to it are already waiting.`);
}
