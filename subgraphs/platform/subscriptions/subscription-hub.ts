import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';
import type { Engine, Variables } from '../graphql/engine.ts';
import { createTurns } from '../json/steps.ts';
import type { EventBus } from '../log/event-bus.ts';
import type { Logger } from '../logger.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import type { LogOperation } from './log-operation.ts';
import { createLogReader, type ReadLog } from './log-reader.ts';
import { type GroupTiming, type Subscriber, SubscriptionGroup } from './subscription-group.ts';

export interface Subscription {
  readonly operation: LogOperation;
  readonly variables: Variables;
  readonly caller: Caller;
}

/** Streams logs to all subscriptions of this process. */
export type SubscriptionHub = ReturnType<typeof createSubscriptionHub>;

export interface HubTiming extends GroupTiming {
  /** Interval at which the heads of the logs are read in case a wake-up was lost. */
  readonly pollMs: number;
}

const defaultHubTiming: HubTiming = { pollMs: 2_000, paceMs: 1_000, firstRetryMs: 250, maxRetryMs: 5_000, maxFailures: 10 };

export interface HubMetrics {
  /** Sets the number of groups of equal subscriptions. */
  groups(count: number): void;
  logRead(): void;
}

export interface HubOptions {
  readonly engine: Engine;
  readonly bus: Pick<EventBus, 'subscribe' | 'isLossless'>;
  readonly logger: Logger;
  readonly metrics: HubMetrics;
  /** Creates a counter for the rows of one read; returns undefined if rows are not audited. @default never audited */
  readonly countRows?: () => RowCounter | undefined;
  readonly timing?: Partial<HubTiming>;
  /** Maximum number of events in one read. @default 100 */
  readonly pageSize?: number;
}

const maxConcurrentReads = 16;

interface Entry {
  readonly group: SubscriptionGroup;
  readonly log: string;
  readonly read: ReadLog;
}

/**
 * Creates the hub. Subscriptions with equal {@link groupKeyOf group keys} and variables except `after` form one
 * group. The bus wakes the groups. If its messages may get lost, the head of each log in use is also polled, by one read for all
 * groups of the log.
 */
export function createSubscriptionHub(options: HubOptions) {
  const { engine, bus, logger, metrics, countRows, pageSize = 100 } = options;
  const timing = { ...defaultHubTiming, ...options.timing };
  const entries = new Map<string, Entry>();
  const inTurn = createTurns(maxConcurrentReads);
  const heads = new Map<string, string>();

  const wake = (log: string): void => {
    for (const { log: own, group } of entries.values()) if (own === log) group.wake();
  };
  const unsubscribe = bus.subscribe('sequenced', ({ log }) => wake(log));
  const polling = bus.isLossless
    ? undefined
    : startWakeUpLoop({
        round: pollHeads,
        onError: (error) => logger.debug({ err: error }, 'the end of a log could not be read'),
        pollMs: timing.pollMs,
        backoff: { firstRetryMs: timing.pollMs, maxRetryMs: timing.pollMs },
      });

  async function pollHeads(): Promise<void> {
    const readers = new Map([...entries.values()].map(({ log, read }) => [log, read]));
    for (const log of heads.keys()) if (!readers.has(log)) heads.delete(log);
    const failures: unknown[] = [];
    for (const [log, read] of readers) {
      try {
        const { cursor } = await inTurn(() => read(undefined));
        if (heads.get(log) !== cursor) wake(log);
        heads.set(log, cursor);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  function openGroup(key: string, { operation, variables, caller }: Subscription): Entry {
    const { log } = operation.logField;
    const read = createLogReader({ engine, operation, variables, caller, logger, pageSize, countRows });
    const group = new SubscriptionGroup({
      read: (after, isSingle) => {
        metrics.logRead();
        return read(after, isSingle);
      },
      timing,
      inTurn,
      onEmpty: () => {
        entries.delete(key);
        metrics.groups(entries.size);
      },
      onError: (error) => logger.warn({ err: error, log }, 'a log could not be read for its subscriptions'),
    });
    const entry = { group, log, read };
    entries.set(key, entry);
    metrics.groups(entries.size);
    return entry;
  }

  return {
    /** Starts a subscription. @returns a function that ends it */
    subscribe(subscription: Subscription, subscriber: Subscriber): () => void {
      const { operation, variables, caller } = subscription;
      const values = operation.variablesFor(variables, { after: undefined, first: pageSize });
      const key = `${groupKeyOf(operation, caller)}\n${JSON.stringify(values)}`;
      const { group } = entries.get(key) ?? openGroup(key, subscription);
      return group.join(subscriber, operation.startOf(variables));
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      unsubscribe();
      await polling?.stop();
      for (const { group } of entries.values()) group[Symbol.dispose]();
      entries.clear();
    },
  };
}

/** Returns a key that is equal for equal subscriptions of one tenant under the same rights, given equal variables. */
export function groupKeyOf({ key }: LogOperation, caller: Caller): string {
  return [caller.tenant, caller.key, key].join('\n');
}
