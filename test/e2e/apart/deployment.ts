import { join } from 'node:path';
import type { Db } from 'mongodb';
import { openDatabase } from '../../support/database.ts';
import { type LandfallProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';

/** A deployment of processes started apart, over a MongoDB database of its own that is dropped with it. */
export interface Deployment extends AsyncDisposable {
  /** What its processes are started with; more may be added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly db: Db;
  startSubgraph(): Promise<LandfallProcess>;
  /** @param subgraphUrl without path */
  startGateway(subgraphUrl: string): Promise<LandfallProcess>;
}

/** @param servers a MongoDB without database name, and a Redis */
export async function openDeployment(servers: { readonly mongodbUrl: string; readonly redisUrl: string }): Promise<Deployment> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const database = openDatabase(servers.mongodbUrl);
  const environment = {
    MONGODB_URL: database.url,
    REDIS_URL: servers.redisUrl,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: join(folder.path, 'access.yaml'),
  };
  const started: LandfallProcess[] = [];
  const start = async (what: string, more: Record<string, string>): Promise<LandfallProcess> => {
    const landfall = await startLandfall(['serve', what], { environment: { ...environment, ...more } });
    started.push(landfall);
    return landfall;
  };
  return {
    environment,
    db: database.db,
    startSubgraph: () => start('arrival-notices', {}),
    startGateway: (subgraphUrl) => start('gateway', { ARRIVAL_NOTICES_URL: `${subgraphUrl}/graphql` }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((landfall) => landfall[Symbol.asyncDispose]()));
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
