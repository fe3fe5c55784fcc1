import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '#platform/package-root.ts';

/** Keys of the partners that {@link writePartners} writes, in clear text; the files contain their hashes. */
export const partnerKeys = { acme: 'key-of-acme', other: 'key-of-other' } as const;

/** Creates a folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Writes the files of two partners that push with an API key: `acme` may push notices of any carrier, `other` of one
 * carrier only.
 */
export async function writePartners(folder: string): Promise<void> {
  for (const [id, key] of Object.entries(partnerKeys)) {
    const carriers = id === 'other' ? '[{ carrierCode: OTHR, carrierCodeListProvider: NMFTA }]' : '[]';
    const hash = createHash('sha256').update(key).digest('hex');
    const yaml = `id: ${id}\nname: ${id}\ncarriers: ${carriers}\ninbound:\n  apiKey: { header: x-api-key, sha256: ["${hash}"] }\n`;
    await writeFile(join(folder, `${id}.yaml`), yaml);
  }
}

/** A separate Landfall process, which a test may kill. */
export interface LandfallProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends the process by a signal, and resolves when it has ended. @returns the exit code, null after a signal */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Returns everything that the process has printed so far. */
  output(): string;
  /** Resolves with the next printed line that matches. */
  nextLine(pattern: RegExp): Promise<string>;
}

/** The output of a process that ended by itself. */
export interface FinishedProcess {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LandfallOptions {
  /** Added to the variables that a process needs to find its programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Path of the program in an installed package. @default the program that was built here */
  readonly installed?: string;
}

const builtProgram = join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js');

/**
 * Arguments of `node` that run the compiled `landfall`. Most processes of tests end before optimizing their code pays
 * off, nor does it to copy young objects. Without both, a start takes a quarter less CPU; code under load is optimized nevertheless.
 */
export const program: readonly string[] = ['--interrupt-budget=1000000', '--min-semi-space-size=16', builtProgram];

/** Starts the compiled `landfall <args>` and waits until it listens. */
export async function startLandfall(args: readonly string[], options: LandfallOptions): Promise<LandfallProcess> {
  const child = spawnLandfall(args, options);
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  const onLine = (line: string) => {
    lines.push(line);
    for (const take of waiting) take(line);
  };
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const port = await listeningPort(child, onLine, gone).catch((error: Error) => {
    throw new Error(`${error.message}:\n${lines.join('\n')}`);
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    kill: async (signal) => {
      child.kill(signal);
      return gone;
    },
    output: () => lines.join('\n'),
    nextLine: (pattern) =>
      new Promise((resolve) => {
        const take = (line: string) => {
          if (!pattern.test(line)) return;
          waiting.delete(take);
          resolve(line);
        };
        waiting.add(take);
      }),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs the compiled `landfall <args>` until it ends by itself. */
export async function runLandfall(args: readonly string[], options: LandfallOptions): Promise<FinishedProcess> {
  const child = spawnLandfall(args, options);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}

/** Processes that are ended with the tests, even when an exception ends the tests. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The compiled program is used because compiling the sources at each start takes longer than the tests themselves. */
function spawnLandfall(args: readonly string[], { environment, installed }: LandfallOptions): ChildProcess {
  const command = installed === undefined ? program : [installed];
  // Not asked of an installed program, which may be inside an archive of Yarn.
  if (installed === undefined && !existsSync(builtProgram)) throw new Error(`${builtProgram} is missing: npm run build makes it`);
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: packageRoot,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function listeningPort(child: ChildProcess, onLine: (line: string) => void, gone: Promise<unknown>): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = (stream: NodeJS.ReadableStream | null): void => {
      if (stream === null) return;
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        if (!line.includes('"listening"')) return;
        resolve(JSON.parse(line).port);
      });
    };
    read(child.stdout);
    read(child.stderr);
    void gone.then(() => reject(new Error('the process ended before it listened')));
  });
}
