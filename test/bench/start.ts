import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { freePort } from '../support/processes.ts';
import type { BenchRow } from './table.ts';

const goalSeconds = 1.5;
const goalMegabytes = 200;

/** Measures the time from starting the process to the first answer of `/graphql`, and its memory at that moment. */
export async function benchStart(options: { readonly runs: number }): Promise<BenchRow[]> {
  const runs: { seconds: number; megabytes: number }[] = [];
  for (let run = 0; run < options.runs; run += 1) runs.push(await startOnce());
  const median = (values: number[]) => values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
  const seconds = median(runs.map((run) => run.seconds));
  const megabytes = median(runs.map((run) => run.megabytes));
  return [
    {
      what: 'start to first answer, single process',
      measured: `${seconds.toFixed(2)} s`,
      floor: `${goalSeconds} s allowed`,
      ratio: seconds / goalSeconds,
      goal: { atMost: 1 },
    },
    {
      what: 'resident after the first answer',
      measured: `${megabytes.toFixed(0)} MB`,
      floor: `${goalMegabytes} MB allowed`,
      ratio: megabytes / goalMegabytes,
      goal: { atMost: 1 },
    },
  ];
}

async function startOnce(): Promise<{ seconds: number; megabytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js'), 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: folder,
      PARTNERS_DIR: folder,
      ACCESS_FILE: join(folder, 'none'),
    },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    await firstAnswer(port, child);
    const seconds = (performance.now() - started) / 1_000;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    return { seconds, megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024 };
  } finally {
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstAnswer(port: number, server: ChildProcess): Promise<void> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ arrivalNotices { nodes { id } } }"}',
  };
  while (server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, request).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the server ended before its first answer');
}
