import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { openBerthStorm } from '../support/berth-storm.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { withDatabase } from '../support/processes.ts';
import { storeNameOf } from './neighbour.ts';
import { limitRow, storesToMeasure, writtenBy } from './ships.ts';
import type { BenchRow } from './table.ts';

/** The minutes of the storm before the port's time is unsteady; afterwards each message is within its range. */
const opening = 4;

/**
 * Measures what a port costs that changes its time by a day each minute for an hour, for each document of the ship and each
 * message, and how many alerts that are. The store and the messages are driven in this process.
 */
export async function benchStorm(options: { readonly documents: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const { documents } = options;
  const rows: BenchRow[] = [];
  // Nothing else keeps this process running while it waits for the store.
  const running = setInterval(() => undefined, 1_000);
  for (const mongodbUrl of storesToMeasure(options.mongodbUrl)) {
    await using folder = await temporaryFolder();
    const environment = mongodbUrl === undefined ? {} : { MONGODB_URL: withDatabase(mongodbUrl, `storm_${process.pid}`) };
    await using backends = await openBackends(readConfig({ DATA_DIR: folder.path, ...environment }));
    await using storm = await openBerthStorm({ store: backends.store, documents });
    await storm.alerts();
    for (let minute = 1; minute <= opening; minute += 1) await storm.state(minute % 2);
    const atOpening = await storm.alerts();
    const [cpuBefore, bytesBefore] = [process.cpuUsage(), await writtenBy(process.pid)];
    for (let minute = opening + 1; minute <= 60; minute += 1) await storm.state(minute % 2);
    const { user, system } = process.cpuUsage(cpuBefore);
    const bytes = (await writtenBy(process.pid)) - bytesBefore;
    const messages = documents * (60 - opening);
    const what = `storm of a port about a ship with ${documents} documents, ${storeNameOf(mongodbUrl)}`;
    rows.push(
      limitRow(`${what}, entries of the log for a document until its time is unsteady`, [atOpening.length / documents, 'entries'], 12),
      limitRow(`${what}, entries of the log afterwards`, [(await storm.alerts()).length, 'entries'], 1),
      limitRow(`${what}, CPU for a document and message afterwards`, [(user + system) / 1_000 / messages, 'ms'], 0.05),
      limitRow(`${what}, written for a document and message afterwards`, [bytes / messages, 'bytes'], 100),
    );
  }
  clearInterval(running);
  return rows;
}
