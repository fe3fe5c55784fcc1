import { readConfig } from '#platform/config.ts';
import { connectMongoClient, sqlitePathOf } from '#platform/process/backends.ts';
import { printLine } from '#platform/terminal.ts';

/**
 * Checks the whole store and prints the damaged parts, one line each.
 *
 * @returns exit status: 1 when damage was found, 2 when there is no data
 */
export async function checkStore(): Promise<0 | 1 | 2> {
  const { MONGODB_URL: url, ...config } = readConfig();
  let count = 0;
  const print = (finding: string): void => {
    count += 1;
    printLine(finding);
  };
  if (url === undefined) {
    const { hasData, inspectFile } = await import('#platform/store/sqlite/inspect.ts');
    const path = sqlitePathOf(config);
    if (!hasData(path)) {
      printLine(`There is no data yet: no server has created ${path}. If a server has run, check DATA_DIR.`, process.stderr);
      return 2;
    }
    for (const finding of inspectFile(path)) print(finding);
  } else {
    const [{ createMongoStore }, { inspectDatabase }] = await Promise.all([
      import('#platform/store/mongodb/store.ts'),
      import('#platform/store/mongodb/inspect.ts'),
    ]);
    await using client = await connectMongoClient(url);
    const db = client.db();
    for await (const finding of inspectDatabase(db, await createMongoStore(db))) print(finding);
  }
  printLine(
    count === 0 ? 'The store is not damaged.' : `${count} damaged ${count === 1 ? 'part' : 'parts'}. Restore the store from a backup.`,
    process.stderr,
  );
  return count === 0 ? 0 : 1;
}
