import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '#platform/package-root.ts';

/** A server under measurement, in a separate process. */
export interface BenchProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

/** Starts a Node program and waits for its line `listening`. Compiled programs are started without a loader. */
export async function startProcess(program: readonly string[], environment: Record<string, string> = {}): Promise<BenchProcess> {
  const [file = '', ...args] = program;
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, join(packageRoot, file), ...args], {
    cwd: packageRoot,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"listening"')) resolve(JSON.parse(line).port);
    });
    void gone.then(() => reject(new Error(`${file} ended before it listened`)));
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
