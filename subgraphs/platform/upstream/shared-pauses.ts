import { randomUUID } from 'node:crypto';
import type { RedisLink } from '../cache/redis-link.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { EventBus, Topics } from '../log/event-bus.ts';
import type { Standard } from '../partners/standard.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';

/** Remaining waits for a partner, in milliseconds from now; 0 when there is none. */
export interface PartnerWaits {
  /** The pause that the partner requested. */
  readonly pausedMs: number;
  /** The cool-down after the partner failed at the standard. */
  readonly coolingMs: number;
  /** Id of a cool-down that is over, before a trial has shown whether the partner answers again. */
  readonly untried: string | undefined;
}

/**
 * The pauses that partners requested, and the cool-downs of partners that failed, of all replicas. Each replica remembers
 * them: they continue while Redis is away, and are restored in a Redis that has lost them.
 */
export interface SharedPauses extends AsyncDisposable {
  /** Stops the requests of all replicas to the partner for this time; never shortens a pause. */
  pause(partner: string, ms: number): void;
  /** Stops the requests of all replicas for this standard for this time. */
  coolDown(partner: string, standard: Standard, ms: number): void;
  /** Ends the cool-down, because the partner answers again. */
  endCoolDown(partner: string, standard: Standard): void;
  /** Returns what this replica knows. */
  of(partner: string, standard: Standard | undefined): PartnerWaits;
}

interface Entry {
  readonly id: string;
  /** See `performance.now`. */
  readonly until: number;
  /** When it was known to be stored in Redis, see `performance.now`; undefined before that. */
  storedAt: number | undefined;
}

/** Maximum time until a replica knows an entry whose message was lost. */
const syncMs = 500;
/** How long a cool-down that is over is kept, so that the first request after it is recognized as the trial. */
const untriedMs = 600_000;

/** Opens the pauses of all replicas. */
export function openSharedPauses({
  redis,
  counts,
  bus,
  prefix,
}: {
  readonly redis: Pick<RedisLink, 'run' | 'lostAt'>;
  /** Has the clock of Redis. */
  readonly counts: Pick<SharedCounts, 'replicas'>;
  readonly bus: Pick<EventBus, 'publish' | 'subscribe'>;
  readonly prefix: string;
}): SharedPauses {
  const key = `${prefix}:pauses`;
  const entries = new Map<string, Entry>();
  const set = (message: Topics['partner-paused'], storedAt: number | undefined): void => {
    const field = fieldOf(message);
    const until = performance.now() + message.ms;
    const known = entries.get(field);
    if (message.ms === 0) entries.delete(field);
    else if (message.standard !== undefined || known === undefined || until > known.until) {
      if (known?.id !== message.id) entries.set(field, { id: message.id, until, storedAt });
    }
  };
  const store = async (field: string, entry: Entry): Promise<void> => {
    const offset = counts.replicas?.redisClockOffset;
    if (offset === undefined) return;
    const text = JSON.stringify({ id: entry.id, until: Math.round(entry.until + offset) });
    if ((await redis.run((client) => client.hset(key, field, text))) !== undefined) entry.storedAt = performance.now();
  };
  const publish = (message: Topics['partner-paused']): void => {
    const field = fieldOf(message);
    set(message, undefined);
    bus.publish('partner-paused', message);
    const entry = entries.get(field);
    if (message.ms === 0) void redis.run((client) => client.hdel(key, field));
    else if (entry?.id === message.id) void store(field, entry);
  };
  /** Adopts what Redis has, and stores what it lacks. */
  const sync = async (): Promise<void> => {
    const begun = performance.now();
    const stored = await redis.run((client) => client.hgetall(key));
    const offset = counts.replicas?.redisClockOffset;
    if (stored === undefined || offset === undefined) return;
    for (const [field, text] of Object.entries(stored)) {
      const { id, until } = JSON.parse(text) as { id: string; until: number };
      const known = entries.get(field);
      if (until - offset < begun - untriedMs) await redis.run((client) => client.hdel(key, field));
      else if (known === undefined || known.id === id) entries.set(field, { id, until: until - offset, storedAt: begun });
      // A later one that is not yet stored, or a longer pause than another replica has stored after it.
      else if (known.storedAt !== undefined && until - offset > known.until)
        entries.set(field, { id, until: until - offset, storedAt: begun });
      else await store(field, known);
    }
    for (const [field, entry] of entries) {
      if (entry.until < begun - untriedMs) entries.delete(field);
      else if (field in stored || (entry.storedAt ?? begun) > begun) continue;
      // Another replica has ended it, unless Redis has lost it.
      else if (entry.storedAt !== undefined && entry.storedAt > redis.lostAt) entries.delete(field);
      else await store(field, entry);
    }
  };
  const unsubscribe = bus.subscribe('partner-paused', (message) => set(message, performance.now()));
  const syncing = startWakeUpLoop({ round: sync, onError: () => undefined, pollMs: syncMs });
  const waits = (entry: Entry | undefined) => Math.max(0, Math.ceil((entry?.until ?? 0) - performance.now()));
  return {
    pause: (partner, ms) => {
      if (ms > waits(entries.get(fieldOf({ partner })))) publish({ partner, ms: Math.ceil(ms), id: randomUUID() });
    },
    coolDown: (partner, standard, ms) => publish({ partner, standard, ms: Math.max(1, Math.ceil(ms)), id: randomUUID() }),
    endCoolDown: (partner, standard) => publish({ partner, standard, ms: 0, id: '' }),
    of: (partner, standard) => {
      const coolDown = standard === undefined ? undefined : entries.get(fieldOf({ partner, standard }));
      const coolingMs = waits(coolDown);
      return { pausedMs: waits(entries.get(fieldOf({ partner }))), coolingMs, untried: coolingMs > 0 ? undefined : coolDown?.id };
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await syncing.stop();
    },
  };
}

function fieldOf({ partner, standard = '' }: { readonly partner: string; readonly standard?: string | undefined }): string {
  return `${partner} ${standard}`;
}
