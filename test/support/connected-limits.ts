import { Redis } from 'ioredis';
import { openRedisLimits } from '#platform/process/backends.ts';
import type { RedisLimits } from '#platform/upstream/redis-limits.ts';
import { until } from './until.ts';

/**
 * Opens the limits of a replica that is connected to Redis and receives the pauses of the others. It does not consider
 * Redis unavailable when the machine is busy.
 */
export async function openConnectedLimits(url: string, prefix: string): Promise<RedisLimits> {
  const client = new Redis(url);
  try {
    // Each replica has a separate channel in addition to the common one.
    const channels = async () => ((await client.pubsub('CHANNELS', `*${prefix}*:limits:*`)) as unknown[]).length;
    const before = await channels();
    const limits = await openRedisLimits(url, { prefix, commandMs: 30_000 });
    await until(async () => (await limits.runId()) !== undefined && (await channels()) > before);
    return limits;
  } finally {
    client.disconnect();
  }
}
