import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { program, temporaryFolder } from '../../support/landfall.ts';
import { freePort } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const redisUrl = inject('redisUrl');
const command = [process.execPath, ...program, 'serve', 'gateway'];
const nowhere = 'http://127.0.0.1:9/graphql';
/** Their log lines, about unavailable subgraphs, are several times what a pipe or a socket holds. */
const [queries, atOnce] = [400, 20];

/** How the output is connected to a reader that does not read. */
const outputs = {
  // A socket, to which the process writes without blocking.
  'another program': (env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, command.slice(1), { cwd: packageRoot, env, stdio: ['ignore', 'pipe', 'ignore'] }),
  // A pipe, which blocks the writing thread. The shell opens both of its ends.
  'a container runtime': (env: NodeJS.ProcessEnv, folder: string) => {
    const fifo = join(folder, 'log');
    execFileSync('mkfifo', [fifo]);
    return spawn('sh', ['-c', 'exec "$@" 1<>"$LOG"', 'sh', ...command], { cwd: packageRoot, env: { ...env, LOG: fifo }, stdio: 'ignore' });
  },
} as const;

describe.runIf(redisUrl)('a process whose log is no longer read', () => {
  test.for(Object.keys(outputs) as (keyof typeof outputs)[])(
    'by %s, ends after SIGTERM nevertheless',
    { timeout: 60_000 },
    async (reader) => {
      await using folder = await temporaryFolder();
      const port = await freePort();
      const urls = { ARRIVAL_NOTICES_URL: nowhere, COMMERCIAL_SCHEDULES_URL: nowhere, PORT_CALLS_URL: nowhere, ARRIVALS_URL: nowhere };
      const settings = { ...urls, REDIS_URL: redisUrl, PORT: String(port), ACCESS_FILE: join(folder.path, 'access.yaml') };
      const child = outputs[reader]({ PATH: process.env['PATH'], ...settings }, folder.path);
      // Also after a timeout of the test.
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      const url = `http://127.0.0.1:${port}`;
      await until(() => fetch(`${url}/healthz`).catch(() => undefined));
      for (let sent = 0; sent < queries; sent += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, index) => sendQuery(url, sent + index + 1)));
      }
      child.kill('SIGTERM');
      await ended;
    },
  );
});

async function sendQuery(url: string, first: number): Promise<void> {
  const query = 'query ($first: Int) { portCallEvents(first: $first) { nodes { id } } arrivalNotices(first: $first) { nodes { id } } }';
  const body = JSON.stringify({ query, variables: { first } });
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }, {}] });
}
