import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const program = ['--import', 'tsx', join(import.meta.dirname, 'late-errors-process.ts')];

test('a row that fails after another row has failed does not end the process', async () => {
  const { stdout } = await run(process.execPath, program);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; data?: unknown; places?: unknown });
  expect(lines.map(({ msg }) => msg)).toEqual(['answered', 'a field failed after its answer had failed', 'still here']);
  expect(lines[0]).toMatchObject({ data: { rows: null }, places: [['rows', 1, 'value']] });
});

test('any other unhandled rejection ends the process with its cause in the log', async () => {
  const ended = run(process.execPath, [...program, '--rejects']);
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('of no field') });
  await expect(ended).rejects.toMatchObject({ stdout: expect.not.stringContaining('still here') });
});
