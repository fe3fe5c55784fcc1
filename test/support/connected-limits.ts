import { openRedisLimits } from '#platform/process/backends.ts';
import type { RedisLimits } from '#platform/upstream/redis-limits.ts';
import { until } from './until.ts';

/** Opens the limits of a replica that is connected to Redis, and that does not give it up because the machine is busy. */
export async function openConnectedLimits(url: string, prefix: string): Promise<RedisLimits> {
  const limits = await openRedisLimits(url, { prefix, commandMs: 30_000 });
  await until(async () => (await limits.runId()) !== undefined);
  return limits;
}
