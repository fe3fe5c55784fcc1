import { join } from 'node:path';
import type { Db } from 'mongodb';
import type { EndpointLimits } from '#platform/transports/graphql-endpoint.ts';
import { openDatabase } from '../../support/database.ts';
import { type LandfallProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type ServedHere, type SubgraphName, serveGatewayHere, serveSubgraphHere } from './served-here.ts';

/** A distributed deployment, of processes or in this process, over a separate MongoDB database. */
export interface Deployment extends AsyncDisposable {
  /** The environment of its processes; more can be added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly db: Db;
  /**
   * Starts another process of a subgraph. @param name default: the arrival notices @param urls subgraphs that arrivals
   * query
   */
  startSubgraph(name?: SubgraphName, urls?: SubgraphUrls): Promise<LandfallProcess>;
  /** Starts another process of a gateway. @param urls subgraphs that are not named are served in this process */
  startGateway(urls: SubgraphUrls): Promise<LandfallProcess>;
  /**
   * Serves a subgraph in this process, for tests that do not need a separate process. @param urls subgraphs that
   * arrivals query
   */
  serveSubgraph(name?: SubgraphName, urls?: SubgraphUrls): Promise<ServedHere>;
  /** Serves a gateway in this process. */
  serveGateway(urls: SubgraphUrls, limits?: Partial<EndpointLimits>): Promise<ServedHere>;
}

/** The URLs of subgraphs, without path. */
export type SubgraphUrls = Partial<Readonly<Record<SubgraphName, string>>>;

export interface DeploymentOptions {
  /** URL without database name. */
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** Further settings of all its processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether arrivals that are served in this process are evaluated. @default false */
  readonly evaluatesArrivals?: boolean;
}

/** Prepares a deployment; nothing runs yet. */
export async function openDeployment({ settings = {}, evaluatesArrivals = false, ...servers }: DeploymentOptions): Promise<Deployment> {
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
  const started: AsyncDisposable[] = [];
  const start = async (what: string, more: Readonly<Record<string, string>>): Promise<LandfallProcess> => {
    const landfall = await startLandfall(['serve', what], { environment: { ...environment, ...more } });
    started.push(landfall);
    return landfall;
  };
  /** The settings of a subgraph. The arrivals query the others. */
  const settingsOf = (name: SubgraphName, urls: SubgraphUrls = {}) =>
    name === 'arrivals' ? urlSettingsOf(standardUrlSettings, urls) : Promise.resolve({});
  const serve = async (opening: Promise<ServedHere>): Promise<ServedHere> => {
    const served = await opening;
    started.push(served);
    return served;
  };
  const unnamed = new Map<SubgraphName, Promise<ServedHere>>();
  const urlOf = async (name: SubgraphName, urls: SubgraphUrls): Promise<string> => {
    const served =
      unnamed.get(name) ??
      serve(settingsOf(name, urls).then((more) => serveSubgraphHere(name, { ...environment, ...more }, evaluatesArrivals)));
    unnamed.set(name, served);
    return (await served).url;
  };
  const urlSettingsOf = async (settings: typeof urlSettings | typeof standardUrlSettings, urls: SubgraphUrls) => {
    const settingOf = async ([name, setting]: readonly [SubgraphName, string]) =>
      [setting, `${urls[name] ?? (await urlOf(name, urls))}/graphql`] as const;
    return Object.fromEntries(await Promise.all(settings.map(settingOf))) as Record<string, string>;
  };
  const gatewaySettings = (urls: SubgraphUrls) => urlSettingsOf(urlSettings, urls);
  return {
    environment,
    db: database.db,
    startSubgraph: async (name = 'arrival-notices', urls = {}) => start(name, await settingsOf(name, urls)),
    startGateway: async (urls) => start('gateway', await gatewaySettings(urls)),
    serveSubgraph: async (name = 'arrival-notices', urls = {}) =>
      serve(serveSubgraphHere(name, { ...environment, ...(await settingsOf(name, urls)) }, evaluatesArrivals)),
    serveGateway: async (urls, limits) => serve(serveGatewayHere({ ...environment, ...(await gatewaySettings(urls)) }, limits)),
    [Symbol.asyncDispose]: async () => {
      // In reverse order, because parts that started later query earlier ones.
      for (const each of started.toReversed()) await each[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const standardUrlSettings = [
  ['arrival-notices', 'ARRIVAL_NOTICES_URL'],
  ['commercial-schedules', 'COMMERCIAL_SCHEDULES_URL'],
  ['port-calls', 'PORT_CALLS_URL'],
] as const;
const urlSettings = [...standardUrlSettings, ['arrivals', 'ARRIVALS_URL']] as const;
