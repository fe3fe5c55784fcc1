import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BoardPage } from './board-page.ts';

/** Folder for screenshots of all states, if any. */
const folder = process.env['BOARD_SCREENSHOTS'];

/** High enough to show every kind of row. The time of axe is proportional to the number of rows. */
const height = 600;
const widths = [
  { name: 'wide', width: 1280, height },
  { name: 'narrow', width: 320, height },
] as const;

/** Every rule of WCAG 2.2 up to AA, and what axe calls best practice. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours. A theme only selects colours, so only these rules can be violated by a theme. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const themes = [
  { theme: 'light', rules: everything },
  { theme: 'dark', rules: ofColours },
] as const;

/**
 * Checks a state of the board with axe at both widths and in both themes, and takes a screenshot of each if
 * `BOARD_SCREENSHOTS` names a folder.
 *
 * @param parts selectors of everything that differs from a state that was checked before; otherwise the whole document
 * @param isInKnownColors whether all of its colours were checked in another state, so that the light theme suffices
 * @returns the violations, one per line
 */
export async function inspect(
  { page, board }: BoardPage,
  state: string,
  { parts, isInKnownColors = false }: { readonly parts?: readonly string[]; readonly isInKnownColors?: boolean } = {},
): Promise<string[]> {
  const violations: string[] = [];
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(await axeSource);
  for (const { theme, rules } of isInKnownColors ? themes.slice(0, 1) : themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const { name, ...size } of widths) {
      await page.setViewportSize(size);
      // Layout and drawing take a frame each.
      await board.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${state}-${name}-${theme}.png`) });
      violations.push(...(await axeViolations(page, rules, parts)).map((violation) => `${state}, ${name}, ${theme}: ${violation}`));
    }
  }
  await page.setViewportSize(widths[0]);
  return violations;
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function axeViolations(page: BoardPage['page'], runOnly: unknown, parts?: readonly string[]): Promise<string[]> {
  const included = parts?.map((part) => ({ fromShadowDom: ['landfall-arrivals', part] }));
  const context = included === undefined ? 'document' : JSON.stringify({ include: included });
  const found = (await page.evaluate(`axe.run(${context}, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`)) as AxeFound;
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
