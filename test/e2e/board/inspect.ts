import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoardPage } from './board-page.ts';

/** Where the pictures of all states go. */
const folder = process.env['BOARD_SCREENSHOTS'] ?? join(tmpdir(), 'landfall-board');

const widths = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 320, height: 740 },
] as const;
const themes = ['light', 'dark'] as const;

/**
 * Looks at a state of the board at both widths and in both themes: takes a picture of each, and asks axe.
 *
 * @returns what axe has against it, a line each
 */
export async function inspect({ page, board }: BoardPage, state: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const faults: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const { name, ...size } of widths) {
      await page.setViewportSize(size);
      // Layout and the drawing that follows it take a frame each.
      await board.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: join(folder, `${state}-${name}-${theme}.png`) });
      faults.push(...(await axeFaults(page)).map((fault) => `${state}, ${name}, ${theme}: ${fault}`));
    }
  }
  await page.setViewportSize(widths[0]);
  return faults;
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of WCAG 2.2 up to AA, and what axe calls best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function axeFaults(page: BoardPage['page']): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(await axeSource);
  const found = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`)) as AxeFound;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${JSON.stringify(target)} ${failureSummary}`),
  );
}

interface AxeFound {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
  }[];
}
