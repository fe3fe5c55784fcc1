import { Redis } from 'ioredis';
import { openRedisLimits } from '#platform/process/backends.ts';
import type { RedisLimits } from '#platform/upstream/redis-limits.ts';
import { until } from './until.ts';

/**
 * Opens the limits of a replica that is connected to Redis and follows the pauses of the others, and that does not give Redis
 * up because the machine is busy.
 */
export async function openConnectedLimits(url: string, prefix: string): Promise<RedisLimits> {
  const client = new Redis(url);
  try {
    // Each replica has a channel of its own beside the common one.
    const channels = async () => ((await client.pubsub('CHANNELS', `*${prefix}*:limits:*`)) as unknown[]).length;
    const before = await channels();
    const limits = await openRedisLimits(url, { prefix, commandMs: 30_000 });
    await until(async () => (await limits.runId()) !== undefined && (await channels()) > before);
    return limits;
  } finally {
    client.disconnect();
  }
}
