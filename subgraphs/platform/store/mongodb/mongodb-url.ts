import { createRequire } from 'node:module';
import type { ConnectionString } from 'mongodb-connection-string-url';

/** An example for messages. */
const example = 'mongodb://host1,host2/landfall?replicaSet=rs0';

/**
 * Describes what is wrong with a MongoDB URL, using the parser of the driver: a list of seeds, `mongodb+srv` and every
 * option of the driver are valid. A URL without a database name is not, because the driver would silently use the
 * database `test`.
 *
 * @returns undefined when the URL is valid; never contains the URL, which may hold a password
 */
export function mongodbUrlIssue(url: string): string | undefined {
  // Loaded only when there is a URL to check, because loading the parser takes longer than reading all other settings.
  const parser = createRequire(import.meta.url)('mongodb-connection-string-url') as { ConnectionString: typeof ConnectionString };
  let path: string;
  try {
    path = new parser.ConnectionString(url).pathname;
  } catch (error) {
    return `expected a URL such as ${example}: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
  return path.length > 1 ? undefined : `the URL names no database; name it after the hosts, as in ${example}`;
}
