import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { MongoClient, MongoServerError } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { MongoBinary } from 'mongodb-memory-server-core';

/** A process of a test, with its address, which can be killed and restarted. */
export interface ServerProcess extends AsyncDisposable {
  /** Remains the same after a restart. */
  readonly url: string;
  readonly port: number;
  /** Changes with every restart. */
  readonly pid: number;
  /** Sends the signal (default SIGKILL) and waits until the process has ended. Does nothing if it has ended already. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process if it is running, starts it again on the same port and files, and waits until it responds. */
  restart(): Promise<void>;
}

export interface StartedProcess extends AsyncDisposable {
  readonly pid: number;
  /** The match of `ready` in the output. */
  readonly ready: RegExpMatchArray;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface ProcessOptions {
  readonly args: readonly string[];
  /** Added to the environment of the tests; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Matches the line of standard output after which the process can be used. */
  readonly ready: RegExp;
}

/**
 * Starts a program and waits for its ready line.
 *
 * @throws {Error} with the latest output when the program ends before that
 */
export async function startProcess(command: string, options: ProcessOptions): Promise<StartedProcess> {
  const child = spawn(command, options.args, { env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
    child.once('error', () => resolve(null));
  });
  const ready = await readyLineOf(child, options.ready);
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, ready, exited, kill, [Symbol.asyncDispose]: () => kill() };
}

/**
 * How long MongoDB keeps the transaction of a killed process, for whose documents other processes wait. The default of
 * a minute is longer than tests that kill processes should take.
 */
const transactionLifetimeSeconds = 15;

/**
 * Starts a private mongod as a one-member replica set with journal on loopback. Uses the binary in
 * `MONGOMS_SYSTEM_BINARY` if that is set; otherwise one is downloaded at first use.
 *
 * @param options.args further command line arguments
 */
export async function startMongod(options: { port?: number; dbPath: string; args?: readonly string[] }): Promise<ServerProcess> {
  // Any version from 6.0 is accepted, so a system binary need not have the version that would be downloaded.
  process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] ??= 'false';
  const command = await MongoBinary.getPath();
  const port = options.port ?? (await freePort());
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`;
  const args = ['--dbpath', options.dbPath, '--port', `${port}`, '--bind_ip', '127.0.0.1', '--nounixsocket'];
  args.push('--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', '0.5', '--replSet', replicaSet);
  args.push('--setParameter', `transactionLifetimeLimitSeconds=${transactionLifetimeSeconds}`, ...(options.args ?? []));
  return startServer({ url, port }, async () => {
    const mongod = await startProcess(command, { args, ready: /Waiting for connections/ });
    await initiateReplicaSet(port, url);
    return mongod;
  });
}

/**
 * Starts a private redis-server on loopback that stores nothing on disk.
 *
 * @param options.args further command line arguments
 */
export async function startRedis(options: { port?: number; args?: readonly string[] } = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', tmpdir(), '--rdb-del-sync-files', 'yes'];
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', ...memoryOnly, ...(options.args ?? [])];
  return startServer({ url: `redis://127.0.0.1:${port}`, port }, () =>
    startProcess('redis-server', { args, ready: /Ready to accept connections/ }),
  );
}

/**
 * Below the ports that Linux assigns to `listen(0)` and to outgoing connections, so that nothing else takes one of
 * them.
 */
const [firstPort, portCount] = [20_000, 10_000];

/** Finds a loopback port on which nothing listens, for a process that will be restarted on the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(portCount);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Sets the name of the database in a MongoDB URL. */
export function withDatabase(url: string, name: string): string {
  const parsed = new ConnectionString(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** Name of the replica set of {@link startMongod}. */
export const replicaSet = 'landfall';

/** Processes that are ended with the test run, even when an exception ends it. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function startServer(address: { url: string; port: number }, start: () => Promise<StartedProcess>): Promise<ServerProcess> {
  let current = await start();
  return {
    ...address,
    get pid() {
      return current.pid;
    },
    kill: (signal) => current.kill(signal),
    async restart() {
      await current.kill();
      current = await start();
    },
    [Symbol.asyncDispose]: () => current.kill(),
  };
}

function readyLineOf(child: ChildProcess, ready: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    const lastLines: string[] = [];
    const read = (line: string) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      const match = ready.exec(line);
      if (match !== null) resolve(match);
    };
    if (child.stdout !== null) createInterface(child.stdout).on('line', read);
    if (child.stderr !== null) createInterface(child.stderr).on('line', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${child.spawnfile} ended with ${code}:\n${lastLines.join('\n')}`)));
  });
}

async function initiateReplicaSet(port: number, url: string): Promise<void> {
  const direct = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    await direct.db('admin').command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.codeName !== 'AlreadyInitialized') throw error;
  } finally {
    await direct.close();
  }
  // A client of the replica set finds a server for primary reads only when there is a primary.
  const client = new MongoClient(url);
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}
