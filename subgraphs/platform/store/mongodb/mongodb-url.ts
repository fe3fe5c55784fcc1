import { createRequire } from 'node:module';
import type { ConnectionString } from 'mongodb-connection-string-url';

/** Example of what is expected, for messages. */
const example = 'mongodb://host1,host2/landfall?replicaSet=rs0';

/**
 * Says what is wrong with a MongoDB URL, by the parser of the driver: a list of seeds, `mongodb+srv` and every option of
 * the driver are good. A URL without database name is not, because the driver would silently take the database `test`.
 *
 * @returns undefined when nothing is wrong; never repeats the URL, which may hold a password
 */
export function mongodbUrlIssue(url: string): string | undefined {
  // Loaded when there is a URL to check: the parser takes longer to load than all other settings take to read.
  const parser = createRequire(import.meta.url)('mongodb-connection-string-url') as { ConnectionString: typeof ConnectionString };
  let path: string;
  try {
    path = new parser.ConnectionString(url).pathname;
  } catch (error) {
    return `expected a URL such as ${example}: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
  return path.length > 1 ? undefined : `the URL names no database; name it after the hosts, as in ${example}`;
}
