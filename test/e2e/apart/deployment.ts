import { join } from 'node:path';
import type { Db } from 'mongodb';
import { openDatabase } from '../../support/database.ts';
import { type LandfallProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';

/** A deployment of processes started apart, over a MongoDB database of its own that is dropped with it. */
export interface Deployment extends AsyncDisposable {
  /** What its processes are started with; more may be added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly db: Db;
  /** Starts one more process of the arrival notices. */
  startSubgraph(): Promise<LandfallProcess>;
  /**
   * Starts a gateway, and before the first one a process of each other subgraph.
   *
   * @param subgraphUrl of the arrival notices, without path
   */
  startGateway(subgraphUrl: string): Promise<LandfallProcess>;
  /** The processes of the other subgraphs. */
  others(): Promise<Readonly<Record<'commercialSchedules' | 'portCalls', LandfallProcess>>>;
}

export interface DeploymentOptions {
  /** Without database name. */
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** More of the environment of all its processes. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Prepares it; nothing runs yet. */
export async function openDeployment({ settings = {}, ...servers }: DeploymentOptions): Promise<Deployment> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const database = openDatabase(servers.mongodbUrl);
  const environment = {
    MONGODB_URL: database.url,
    REDIS_URL: servers.redisUrl,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: join(folder.path, 'access.yaml'),
    ...settings,
  };
  const started: LandfallProcess[] = [];
  const start = async (what: string, more: Record<string, string>): Promise<LandfallProcess> => {
    const landfall = await startLandfall(['serve', what], { environment: { ...environment, ...more } });
    started.push(landfall);
    return landfall;
  };
  let others: ReturnType<Deployment['others']> | undefined;
  const startOthers: Deployment['others'] = () => {
    others ??= Promise.all([start('commercial-schedules', {}), start('port-calls', {})]).then(([commercialSchedules, portCalls]) => ({
      commercialSchedules,
      portCalls,
    }));
    return others;
  };
  return {
    environment,
    db: database.db,
    startSubgraph: () => start('arrival-notices', {}),
    others: startOthers,
    startGateway: async (subgraphUrl) => {
      const { commercialSchedules, portCalls } = await startOthers();
      return start('gateway', {
        ARRIVAL_NOTICES_URL: `${subgraphUrl}/graphql`,
        COMMERCIAL_SCHEDULES_URL: `${commercialSchedules.url}/graphql`,
        PORT_CALLS_URL: `${portCalls.url}/graphql`,
      });
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((landfall) => landfall[Symbol.asyncDispose]()));
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
