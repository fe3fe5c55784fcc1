import type { Db } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
/** Length of the window; as many commands are allowed as it has seconds. */
const windowMs = 5_000;
const atMost = windowMs / 1_000;

describe.skipIf(mongodbUrl === undefined || redisUrl === undefined)('a deployment without requests and pushes', () => {
  // Concurrent, because both mostly wait.
  it.concurrent('sends at most one command per second to MongoDB, for all processes together', async () => {
    // A database of its own, because the messages of other deployments would wake these processes.
    const url = new URL(redisUrl ?? '');
    url.pathname = '/15';
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: url.href });
    const arrivals = await deployment.startSubgraph('arrivals');
    await deployment.startGateway({ arrivals: arrivals.url });
    await expectToBecomeIdle(deployment.db);
  });

  it.concurrent('sends at most one command per second to MongoDB in a single process', async () => {
    await using database = openDatabase(mongodbUrl ?? '');
    await using folder = await temporaryFolder();
    await using _ = await startLandfall(['serve'], { environment: { MONGODB_URL: database.url, PARTNERS_DIR: folder.path } });
    await expectToBecomeIdle(database.db);
  });
});

/** Resolves when the processes have sent so few commands during a whole window. */
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
