import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type MemoryBound, memoryBounds } from '../../subgraphs/shared/memory-bounds.ts';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';

const page = readFileSync(join(packageRoot, 'docs', 'operations.md'), 'utf8');
const table = page.split('<!-- memory -->\n')[1]?.split('<!-- /memory -->')[0]?.trim();
const mib = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;

it('The page for operators lists the bound of every cache, and their sum', () => {
  const bounds = Object.entries<MemoryBound>(memoryBounds);
  const rows = bounds.map(
    ([name, { what, bytes, caches }]) => `| ${what} | ${caches === 1 ? '' : `${caches} x `}${mib(bytes)} | \`${name}\` |`,
  );
  const sum = bounds.reduce((total, [, { bytes, caches }]) => total + bytes * caches, 0);
  const expected = ['| what is kept | at most | `memoryBounds` |', '|---|---|---|', ...rows, `| **all together** | **${mib(sum)}** | |`];
  expect(table).toBe(expected.join('\n'));
});
