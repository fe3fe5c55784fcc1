import { join } from 'node:path';
import type { Removal } from '#platform/store/removal-store.ts';
import { type FinishedProcess, partnerKeys, runLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { runHere } from '../../support/run-here.ts';
import type { TestStore } from '../../support/stores.ts';

/** A Landfall in this process with a separate store, and the command next to it. */
export interface OpenRetention extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  /** The settings of the store and the folders. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Runs `landfall retention <args>` as a process, whose log is returned too. @param settings additional environment
   */
  retentionApart: RunRetention;
  /** The same in this process over MongoDB, for commands that only print. */
  retention: RunRetention;
  /** Pushes to `/dcsa<path>` as a partner. @returns the status */
  push(path: string, body: object, more?: { readonly partner?: keyof typeof partnerKeys; readonly headers?: object }): Promise<number>;
}

type RunRetention = (args: readonly string[], settings?: Readonly<Record<string, string>>) => Promise<FinishedProcess>;

/** Opens it. */
export async function openRetention(store: TestStore): Promise<OpenRetention> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const opened = store.open();
  const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  const environment = { ...folders, ...opened.environment };
  const landfall = await openLandfall(environment);
  const run = (runCommand: typeof runHere, args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    runCommand(['retention', ...args], { environment: { ...environment, ...settings } });
  return {
    landfall,
    environment,
    retentionApart: (args, settings) => run(runLandfall, args, settings),
    retention: (args, settings) => run(store.name === 'sqlite' ? runLandfall : runHere, args, settings),
    push: async (path, body, { partner = 'acme', headers = {} } = {}) => {
      const given = { 'content-type': 'application/json', 'x-api-key': partnerKeys[partner], ...headers };
      return (await fetch(`${landfall.url}/dcsa${path}`, { method: 'POST', headers: given, body: JSON.stringify(body) })).status;
    },
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the record in the audit line of a removal. */
export function removalIn({ stdout, stderr, code }: FinishedProcess): Removal {
  if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`);
  const line = JSON.parse(stdout);
  if (line.audit !== true) throw new Error(`expected an audit line, got ${stdout}`);
  return line.removal;
}

/** Returns how many objects of a kind were removed, for all partners and logs. */
export function countIn(removals: readonly Pick<Removal, 'removed'>[], wanted: string): number {
  return removals.flatMap(({ removed }) => removed).reduce((sum, { kind, count }) => (kind === wanted ? sum + count : sum), 0);
}
