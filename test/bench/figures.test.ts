import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { svgOf } from './curve.ts';
import { readFigures, withGenerated } from './figures.ts';

const docs = (...path: string[]) => readFile(join(packageRoot, 'docs', ...path), 'utf8');

test.each(['benchmarks.md', 'benchmarks-all.md'])('%s shows the committed figures and plots', async (name) => {
  const figures = await readFigures();
  const page = await docs(name);
  expect(withGenerated(page, figures)).toBe(page);
  for (const curve of figures.curves) expect(await docs('plots', `${curve.name}.svg`)).toBe(svgOf(curve));
});

test('a page without the markers of generated parts is refused, not rewritten', async () => {
  expect(() => withGenerated('# Benchmarks\n', { full: {}, quick: {}, curves: [] })).toThrow('none of the markers');
});
