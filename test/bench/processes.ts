import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { packageRoot } from '#platform/package-root.ts';

/** A server under measurement, in a separate process. */
export interface BenchProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

/**
 * Starts a Node program and waits for its line `listening`. Compiled programs are started without a loader.
 *
 * @param preload a compiled module that is loaded before the program
 */
export async function startProcess(
  program: readonly string[],
  environment: Record<string, string> = {},
  preload?: string,
): Promise<BenchProcess> {
  const [file = '', ...args] = program;
  const loader = [
    ...(file.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ...(preload === undefined ? [] : ['--import', join(packageRoot, preload)]),
  ];
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

/**
 * Compiles a program of this folder as the package is compiled. A loader would wrap each function in order to keep its
 * name, which costs more in some parts of the program than in others.
 *
 * @returns the path of the compiled program below the package's root
 */
export async function compileProgram(file: string): Promise<string> {
  const outfile = join('dist', 'bench', file.replace(/\.ts$/, '.js'));
  await build({
    absWorkingDir: packageRoot,
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
  return outfile;
}
