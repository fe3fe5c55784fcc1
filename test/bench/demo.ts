import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../support/landfall.ts';
import { cpuMsOf } from './joined-world.ts';
import { compileProgram, startProcess } from './processes.ts';
import { limitRow } from './ships.ts';
import { residentMbOf } from './soak.ts';
import type { BenchRow } from './table.ts';

/** Pause between two samples. */
const sampleMs = 5_000;
/** The limits of a demo that is left alone, in MB, and in percent of a core. */
const [maxResidentMb, maxFileMb, maxCpuPercent] = [300, 200, 10];

/**
 * Leaves the demo alone with a clock that goes faster, and watches its memory, its files and its CPU.
 *
 * @param options.minutes by the clock of this machine
 */
export async function benchDemo(options: { readonly minutes: number; readonly speed: number }): Promise<BenchRow[]> {
  const { minutes, speed } = options;
  await using folder = await temporaryFolder();
  const clock = await compileProgram('test/bench/children/fast-clock.ts');
  const environment = { DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none'), CLOCK_SPEED: String(speed) };
  await using demo = await startProcess(['dist/gateway/cli/landfall.js', 'demo'], environment, clock);
  const [residents, files]: [number[], number[]] = [[], []];
  const cpuBefore = cpuMsOf(demo.pid);
  for (let sample = 1; sample * sampleMs <= minutes * 60_000; sample += 1) {
    await pause(sampleMs);
    residents.push(residentMbOf(demo.pid));
    files.push(await megabytesIn(join(folder.path, 'demo')));
    if ((sample * sampleMs) % 60_000 > 0) continue;
    const hours = (sample * sampleMs * speed) / 3_600_000;
    console.error(`${hours.toFixed(1)} hours: ${residents.at(-1)?.toFixed(0)} MB resident, ${files.at(-1)?.toFixed(0)} MB in files`);
  }
  const cpuPercent = ((cpuMsOf(demo.pid) - cpuBefore) / (minutes * 60_000 * speed)) * 100;
  const what = `demo left alone for ${((minutes * speed) / 60).toFixed(1)} hours by a clock that is ${speed} times as fast`;
  return [
    limitRow(`${what}: most resident memory`, [Math.max(...residents), 'MB'], maxResidentMb),
    limitRow(`${what}: largest files`, [Math.max(...files), 'MB'], maxFileMb),
    limitRow(`${what}: CPU by its clock`, [cpuPercent, '% of a core'], maxCpuPercent),
  ];
}

async function megabytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}
