import type { Db } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
/** As many commands as seconds. */
const windowMs = 5_000;
const atMost = windowMs / 1_000;

describe.skipIf(mongodbUrl === undefined || redisUrl === undefined)('a deployment without requests and pushes', () => {
  it('asks MongoDB at most once a second, all processes together', async () => {
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
    const arrivals = await deployment.startSubgraph('arrivals');
    await deployment.startGateway({ arrivals: arrivals.url });
    await expectToBecomeIdle(deployment.db);
  });

  it('asks MongoDB at most once a second in a single process', async () => {
    await using database = openDatabase(mongodbUrl ?? '');
    await using folder = await temporaryFolder();
    await using _ = await startLandfall(['serve'], { environment: { MONGODB_URL: database.url, PARTNERS_DIR: folder.path } });
    await expectToBecomeIdle(database.db);
  });
});

/** Resolves once the processes have asked so rarely for a whole window. */
async function expectToBecomeIdle(db: Db): Promise<void> {
  const profile = db.collection('system.profile');
  await db.command({ profile: 2 });
  try {
    const startedAt = Date.now();
    const commands = (sinceMs: number) =>
      profile.countDocuments({ ts: { $gt: new Date(sinceMs) }, ns: { $ne: `${db.databaseName}.system.profile` } });
    const commandsOfWindow = async () => (Date.now() - windowMs < startedAt ? undefined : await commands(Date.now() - windowMs));
    await expect.poll(commandsOfWindow, { interval: 500 }).toSatisfy((count) => typeof count === 'number' && count <= atMost);
  } finally {
    await db.command({ profile: 0 });
    await profile.drop();
  }
}
