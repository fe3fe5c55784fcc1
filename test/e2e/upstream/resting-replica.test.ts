import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { createMongoCall } from '#platform/store/mongodb/failure.ts';
import { registerReplica } from '#platform/upstream/replicas.ts';
import { openConnectedLimits } from '../../support/connected-limits.ts';
import { openDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const [tickMs, leaseMs] = [20, 300];

describe.skipIf(mongodbUrl === undefined || redisUrl === undefined)('a replica that has sent nothing for a while', () => {
  it('stays registered, may not send, and may again as soon as it has renewed its registration', async () => {
    await using database = openDatabase(mongodbUrl ?? '');
    await using limits = await openConnectedLimits(redisUrl ?? '', 'test');
    const call = createMongoCall({ timeoutMs: 5_000 });
    const logger = pino({ level: 'silent' });
    await using replicas = await registerReplica({ db: database.db, call, limits, logger, longestCallMs: () => 0, tickMs, leaseMs });
    await until(() => replicas.counting?.kind === 'REDIS');
    // Both are undefined while the lease has expired, as on a busy machine.
    expect(await until(() => replicas.counting === undefined && replicas.count)).toBe(1);
    await until(async () => {
      await Promise.all([replicas.renew(), replicas.renew()]);
      return replicas.counting?.kind === 'REDIS';
    });
  });
});
