import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BoardPage } from './board-page.ts';

/** Where pictures of all states go, if they are wanted. */
const folder = process.env['BOARD_SCREENSHOTS'];

/** As high as it takes for the list to show every kind of row; axe needs as long as there are rows. */
const height = 600;
const widths = [
  { name: 'wide', width: 1280, height },
  { name: 'narrow', width: 320, height },
] as const;

/** Every rule of WCAG 2.2 up to AA, and what axe calls best practice. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of those, the rules that look at colours. A theme is a choice of colours and nothing else, so these are all that it can break. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const themes = [
  { theme: 'light', rules: everything },
  { theme: 'dark', rules: ofColours },
] as const;

/**
 * Asks axe about a state of the board at both widths and in both themes, and takes a picture of each where
 * `BOARD_SCREENSHOTS` names a folder for them.
 *
 * @param part selector of all that differs from a state that was inspected before; the whole document otherwise
 * @param isInKnownColors whether all of its colours were inspected in another state, so that the light theme alone will do
 * @returns what axe has against it, a line each
 */
export async function inspect(
  { page, board }: BoardPage,
  state: string,
  { part, isInKnownColors = false }: { readonly part?: string; readonly isInKnownColors?: boolean } = {},
): Promise<string[]> {
  const violations: string[] = [];
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(await axeSource);
  for (const { theme, rules } of isInKnownColors ? themes.slice(0, 1) : themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const { name, ...size } of widths) {
      await page.setViewportSize(size);
      // Layout and the drawing that follows it take a frame each.
      await board.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${state}-${name}-${theme}.png`) });
      violations.push(...(await axeViolations(page, rules, part)).map((violation) => `${state}, ${name}, ${theme}: ${violation}`));
    }
  }
  await page.setViewportSize(widths[0]);
  return violations;
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function axeViolations(page: BoardPage['page'], runOnly: unknown, part?: string): Promise<string[]> {
  const context = part === undefined ? 'document' : JSON.stringify({ fromShadowDom: ['landfall-arrivals', part] });
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
