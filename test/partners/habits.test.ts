import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { openFakePartner, type RecordedRequest } from '../support/fake-partner.ts';
import { temporaryFolder, writePartners } from '../support/landfall.ts';
import { openLandfall } from '../support/open-landfall.ts';
import type { Habit } from './habit.ts';

const folder = join(packageRoot, 'test', 'partners');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
// A relative path would be resolved to the folders that exist when this file is compiled, and the result is kept.
const habits = await Promise.all(
  names.map(async (name) => ({ name, habit: ((await import(join(folder, name, 'habit.ts'))) as { habit: Habit }).habit })),
);

describe('a partner whose habit is', () => {
  it.each(habits)('$name: $habit.sees', async ({ name, habit }) => {
    const answered: RecordedRequest[] = [];
    await using partner = await openFakePartner({
      otherwise: (request) => {
        const answer = habit.answer(request, [...answered]);
        answered.push(request);
        return answer;
      },
    });
    await using files = await temporaryFolder();
    await writePartners(files.path);
    const yaml = await readFile(join(folder, name, 'partner.yaml'), 'utf8');
    await writeFile(join(files.path, `${name}.yaml`), yaml.replaceAll('https://partner.example', partner.url));
    await using landfall = await openLandfall({ ...habit.secrets, PARTNERS_DIR: files.path });
    if (habit.notices !== undefined) expect((await landfall.push(...habit.notices)).status).toBe(200);
    for (const { query, variables, data } of habit.asks) expect(await landfall.query(query, variables)).toMatchObject(data);
  });
});

it('the table of docs/partners.md has each habit with its line', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'partners.md'), 'utf8');
  const missing = habits.filter(
    ({ habit }) => !page.includes(`| ${habit.sees} | ${habit.line === undefined ? '' : `\`${habit.line}\``} |`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
