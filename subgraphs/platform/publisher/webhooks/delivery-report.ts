import { visibilityOf } from '../../access/visibility.ts';
import type { Partner } from '../../partners/partner.ts';
import type { DeliveryDeadLetter, DeliveryQueueKey, DeliveryQueueState, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import type { LogName } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import { findSubscriber } from '../subscribers.ts';
import { mayBeSent } from './deliverable.ts';
import type { DeliveryKind } from './delivery.ts';

/**
 * `FAILING`: nothing has come through since something failed, and it is tried again. `ENDED`: the subscriber's file asks
 * for it no longer; what waited is kept, and goes on when it asks again.
 */
export type DeliveryStateName = 'DELIVERING' | 'FAILING' | 'PAUSED' | 'ENDED';

/** What an operator sees of one lane. */
export interface DeliveryReport extends DeliveryQueueKey {
  readonly state: DeliveryStateName;
  /** Those of the oldest message that have failed. */
  readonly attempts: number;
  /** When the oldest message goes again; undefined: at once, or there is none. */
  readonly nextAttemptAt: string | undefined;
  readonly lane: DeliveryQueueState;
  /** Read once, when it is first asked for. */
  backlog(): Promise<DeliveryBacklog>;
  countLetters(): Promise<number>;
  /** The oldest ones first. */
  listLetters(first: number): Promise<readonly DeliveryDeadLetter[]>;
}

/** How much waits for a subscriber, and since when. */
export interface DeliveryBacklog {
  /** Versions in messages, and those behind them in the log, counted up to {@link maxCounted}. */
  readonly waiting: number;
  /** Whether there is more than was counted. */
  readonly hasMoreWaiting: boolean;
  /** RFC 3339. What was replayed waits since then, and nothing from before the lane was opened, resumed or set back. */
  readonly oldestWaitingSince: string | undefined;
  readonly lagSeconds: number;
}

/** Versions that are counted in the log, and numbers of it that are looked at for that. */
const [maxCounted, maxLookedAt] = [1_000, 50_000];
const rangeSize = 250;

export interface ReportParts {
  readonly store: Pick<Store, 'deliveries' | 'versions'>;
  readonly kinds: readonly Pick<DeliveryKind, 'log' | 'routeFor'>[];
  readonly findPartner: (id: string) => Partner | undefined;
  readonly clock: Clock;
}

/** Makes what shows how a lane fares. */
export function createReports({ store, kinds, findPartner, clock }: ReportParts): (lane: StoredDeliveryQueue) => DeliveryReport {
  const { deliveries } = store;
  return ({ subscriber, log, state }) => {
    const partner = findPartner(subscriber);
    const isAsked = partner !== undefined && kinds.some((kind) => kind.log === log && kind.routeFor(partner) !== undefined);
    const [oldest] = state.messages;
    const key = { subscriber, log };
    let backlog: Promise<DeliveryBacklog> | undefined;
    return {
      ...key,
      state: isAsked ? nameOf(state) : 'ENDED',
      attempts: oldest?.attempts ?? 0,
      nextAttemptAt: oldest?.nextAttemptAt,
      lane: state,
      backlog: () => {
        backlog ??= backlogOf(state, { log, partner: isAsked ? partner : undefined, store, now: clock.now() });
        return backlog;
      },
      countLetters: () => deliveries.countDeadLetters(key),
      listLetters: async (first) => (first === 0 ? [] : deliveries.listDeadLetters({ ...key, limit: first })),
    };
  };
}

function nameOf({ paused, failingSince }: DeliveryQueueState): DeliveryStateName {
  if (paused !== undefined) return 'PAUSED';
  return failingSince === undefined ? 'DELIVERING' : 'FAILING';
}

async function backlogOf(
  { offset, messages, startedAt }: DeliveryQueueState,
  given: {
    readonly log: LogName;
    /** undefined: nothing of the log is for it. */
    readonly partner: Partner | undefined;
    readonly store: Pick<Store, 'versions'>;
    readonly now: number;
  },
): Promise<DeliveryBacklog> {
  const { log, partner, store, now } = given;
  const inMessages = messages.reduce((sum, { sequences }) => sum + sequences.length, 0);
  const inLog = partner === undefined ? nothing : await countBehind(offset, { log, partner, store });
  const times = [...messages.map(({ createdAt }) => createdAt), ...inLog.firstReceivedAt].toSorted();
  const [oldest] = times.map((time) => (time < startedAt ? startedAt : time));
  return {
    waiting: inMessages + inLog.count,
    hasMoreWaiting: inLog.hasMore,
    oldestWaitingSince: oldest,
    lagSeconds: oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000,
  };
}

interface CountedInLog {
  readonly count: number;
  readonly hasMore: boolean;
  /** Of the first of them, if there is one. */
  readonly firstReceivedAt: readonly string[];
}

const nothing: CountedInLog = { count: 0, hasMore: false, firstReceivedAt: [] };

/** Counts what a subscriber may be sent and has not been taken for it. What it will really be sent is decided at each attempt. */
async function countBehind(
  taken: number,
  { log, partner, store }: { readonly log: LogName; readonly partner: Partner; readonly store: Pick<Store, 'versions'> },
): Promise<CountedInLog> {
  const caller = findSubscriber(partner)?.caller;
  if (caller === undefined) return nothing;
  const versions = store.versions(log);
  const { filter } = visibilityOf(log, caller.entitlement);
  const may = mayBeSent(log, partner);
  const { trimmedThrough, head } = await versions.bounds();
  const from = Math.max(taken, trimmedThrough);
  let found = nothing;
  for (let after = from; after < head; ) {
    const { entries, scannedThrough } = await versions.readLog({ after, limit: rangeSize, filter });
    const waiting = entries.filter(may);
    const count = found.count + waiting.length;
    const first = [...found.firstReceivedAt, ...waiting.map(({ receivedAt }) => receivedAt)].slice(0, 1);
    found = { count: Math.min(count, maxCounted), hasMore: count > maxCounted, firstReceivedAt: first };
    if (found.hasMore || scannedThrough <= after) return found;
    if (scannedThrough < head && scannedThrough - from >= maxLookedAt) return { ...found, hasMore: true };
    after = scannedThrough;
  }
  return found;
}
