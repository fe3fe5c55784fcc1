import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { packedProgram } from '../../support/packed.ts';

test('every link of a page in the published package leads to a file in it', async () => {
  const { stdout } = await promisify(execFile)('tar', ['--list', '--file', await packedProgram(inject('packFolder'))]);
  const files = stdout.split('\n').map((path) => path.replace('package/', ''));
  const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
  const dead: string[] = [];
  for (const page of files.filter((file) => file.endsWith('.md'))) {
    const text = (await readFile(join(packageRoot, page), 'utf8')).replace(/```[\s\S]*?```/g, '');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
      const target = join(page, '..', link).replace(/\/$/, '');
      if (!isThere(target)) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});
