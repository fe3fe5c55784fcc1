import { runProgram } from '../../gateway/cli/program.ts';
import { withSettings } from '../e2e/apart/with-settings.ts';
import type { FinishedProcess, LandfallOptions } from './landfall.ts';

/** Thrown when a command ends before its last line. */
class Exit extends Error {}

/**
 * Runs `landfall <args>` in this process until it ends, because starting a separate process takes half a second of CPU.
 * Its log goes to the output of the tests, and its output is returned. Only one command may run at a time, because it
 * uses the environment and the output of the whole process. It must not use the file of a server in this process that
 * another process uses as well, because closing a file releases all locks that the process has on it.
 *
 * @param options.environment the complete environment of the command
 */
export async function runHere(args: readonly string[], { environment }: Pick<LandfallOptions, 'environment'>): Promise<FinishedProcess> {
  const output = { stdout: '', stderr: '' };
  const { exit, exitCode } = process;
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array) => {
      output[name] += text;
      return true;
    };
  }
  process.exitCode = undefined;
  process.exit = (code = process.exitCode) => {
    process.exitCode = code ?? undefined;
    throw new Exit();
  };
  try {
    await withSettings({ ...environment }, () => runProgram([process.execPath, 'landfall', ...args]));
    return { code: Number(process.exitCode ?? 0), ...output };
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    Object.assign(process, { exit, exitCode });
    for (const name of ['stdout', 'stderr'] as const) process[name].write = writes[name];
  }
}
