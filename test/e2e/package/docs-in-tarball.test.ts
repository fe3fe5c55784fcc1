import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';

test('every link of a page in the published package leads to a file in it', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: packageRoot,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const files = packed?.files.map(({ path }) => path) ?? [];
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
