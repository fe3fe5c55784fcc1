import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { rowNameOf } from '#platform/publisher/invalid-rows.ts';
import { createFindInvalid } from '#platform/publisher/object-writer.ts';
import { type CurrentRow, type ReceivedLogName, receivedLogNames, type VersionStore } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';
import type { ObjectShape } from '#platform/wire/shapes.ts';

/** Number of rows on one page. */
const batch = 200;

/**
 * Prints the stored rows that are published without their invalid attributes, or withheld, one JSON object per line,
 * and their number on standard error. Schedules are not stored; for them, servers count such rows.
 *
 * @param partner only rows of this partner
 * @param shapes schemas of the objects of each log
 */
export async function listInvalidRows(partner: string | undefined, shapes: Readonly<Record<ReceivedLogName, ObjectShape>>): Promise<void> {
  await using backends = await openBackends(readConfig());
  const counts = { read: 0, CLEANED: 0, WITHHELD: 0 };
  for (const log of receivedLogNames) {
    const findInvalid = createFindInvalid(shapes[log]);
    for await (const { current } of allCurrentRows(backends.store.versions(log), partner)) {
      counts.read += 1;
      const parts = findInvalid(current);
      if (parts === undefined) continue;
      const outcome = parts === 'ALL' ? 'WITHHELD' : 'CLEANED';
      counts[outcome] += 1;
      const { partner: from, entityId, receivedAt, violations } = current;
      printLine(JSON.stringify({ partner: from, log, row: rowNameOf(entityId), outcome, receivedAt, violations }));
    }
  }
  printLine(`Of ${counts.read} rows ${counts.CLEANED} are cleaned and ${counts.WITHHELD} withheld.`, process.stderr);
}

async function* allCurrentRows(versions: VersionStore, partner: string | undefined): AsyncGenerator<CurrentRow> {
  const filter = partner === undefined ? {} : { all: [[`partner:${partner}`]] };
  for (let from: string | undefined; ; ) {
    const rows: CurrentRow[] = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: batch, from, filter });
    yield* rows;
    if (rows.length < batch) return;
    from = rows.at(-1)?.position;
  }
}
