import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';
import type { Engine, Variables } from '../graphql/engine.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { mayAskPartners } from './asking-partners.ts';
import type { LogOperation } from './log-operation.ts';
import { createLogReader, type ReadLog } from './log-reader.ts';
import type { Subscriber } from './position-group.ts';
import { createSubscriptionGroup, type GroupTiming, type SubscriptionGroup } from './subscription-group.ts';

/** A subscription to be followed. */
export interface Subscription {
  readonly operation: LogOperation;
  readonly variables: Variables;
  readonly caller: Caller;
}

/** Follows logs for all subscriptions of this process. */
export interface SubscriptionHub extends AsyncDisposable {
  /** @returns ends the subscription */
  subscribe(subscription: Subscription, subscriber: Subscriber): () => void;
}

export interface HubTiming extends GroupTiming {
  /** How often logs are looked at in case a wake-up was lost. */
  readonly pollMs: number;
}

export const defaultHubTiming: HubTiming = { pollMs: 2_000, paceMs: 1_000, retryMs: 250, longestRetryMs: 5_000, maxFailures: 10 };

/** What the hub counts. */
export interface HubMetrics {
  /** How many groups of equal subscriptions there are. */
  groups(count: number): void;
  logRead(): void;
}

export interface HubOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe'>;
  readonly logger: Logger;
  readonly metrics: HubMetrics;
  readonly nextRequestId: () => string;
  /** Counts the rows of what is read at once; gives undefined where nobody wants to know. Default: nobody does. */
  readonly tally?: () => RowCounter | undefined;
  readonly timing?: Partial<HubTiming>;
  /** Events in one read. @default 100 */
  readonly pageSize?: number;
  /** Reads under way at a time. @default 16 */
  readonly maxConcurrentReads?: number;
}

interface Entry {
  readonly group: SubscriptionGroup;
  readonly log: string;
  readonly read: ReadLog;
}

/**
 * Makes the hub. Subscriptions that are equal (what they select, their variables but `after`, what the caller may see)
 * form one group; those that may have partners asked only if they are one tenant's, whose calls these are. Groups are woken by the bus; as its messages may get lost, the end of each log in use is also looked
 * at now and then, by one read for all its groups.
 */
export function createSubscriptionHub(options: HubOptions): SubscriptionHub {
  const { engine, bus, logger, metrics, nextRequestId, tally, pageSize = 100 } = options;
  const timing = { ...defaultHubTiming, ...options.timing };
  const entries = new Map<string, Entry>();
  const inTurn = createTurns(options.maxConcurrentReads ?? 16);
  const heads = new Map<string, string>();
  const asking = new WeakMap<LogOperation, boolean>();

  const wake = (log: string): void => {
    for (const entry of entries.values()) if (entry.log === log) entry.group.wake();
  };
  const unsubscribe = bus.subscribe('sequenced', ({ log }) => wake(log));
  const poll = setInterval(() => void lookAtLogs(), timing.pollMs).unref();

  async function lookAtLogs(): Promise<void> {
    const readers = new Map([...entries.values()].map(({ log, read }) => [log, read]));
    for (const log of heads.keys()) if (!readers.has(log)) heads.delete(log);
    for (const [log, read] of readers) {
      try {
        const { cursor } = await inTurn(() => read(undefined));
        if (heads.get(log) !== cursor) wake(log);
        heads.set(log, cursor);
      } catch (error) {
        logger.debug({ err: error, log }, 'the end of a log could not be read');
      }
    }
  }

  function openGroup(key: string, { operation, variables, caller }: Subscription): Entry {
    const read = createLogReader({ engine, operation, variables, caller, logger, pageSize, nextRequestId, tally });
    const group = createSubscriptionGroup({
      read: (after) => {
        metrics.logRead();
        return read(after);
      },
      timing,
      inTurn,
      onEmpty: () => {
        entries.delete(key);
        metrics.groups(entries.size);
      },
      onError: (error) => logger.warn({ err: error, log: operation.twin.log }, 'a log could not be read for its subscriptions'),
    });
    const entry = { group, log: operation.twin.log, read };
    entries.set(key, entry);
    metrics.groups(entries.size);
    return entry;
  }

  const tenantOf = ({ operation, caller }: Subscription): string => {
    let asks = asking.get(operation);
    if (asks === undefined) {
      asks = mayAskPartners(engine.schema, operation.query.document);
      asking.set(operation, asks);
    }
    return asks ? caller.tenant : '';
  };

  return {
    subscribe(subscription, subscriber) {
      const { operation, variables, caller } = subscription;
      const values = stableText(operation.variablesFor(variables, { after: undefined, first: pageSize }));
      const key = [tenantOf(subscription), caller.key, values, operation.key].join('\n');
      const { group } = entries.get(key) ?? openGroup(key, subscription);
      return group.join(subscriber, operation.startOf(variables));
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(poll);
      unsubscribe();
      entries.clear();
    },
  };
}

/** JSON with the attributes of objects in one order. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

/** Lets at most so many tasks run at a time, the others in the order they came. */
function createTurns(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const following = waiting.shift();
      if (following) following();
      else running -= 1;
    }
  };
}
