import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';

/** Every page of the documentation, by its path in the package: those at the top and those in `docs/`. */
export const pages: ReadonlyMap<string, string> = new Map(
  [...markdownIn('.'), ...markdownIn('docs')].map((path) => [path, readFileSync(join(packageRoot, path), 'utf8')]),
);

/** Returns the part of a page between the comments that name a table. */
export function tableOn(page: string, table: string): string {
  return textOn(page).split(`<!-- ${table} -->\n`)[1]?.split(`<!-- /${table} -->`)[0]?.trim() ?? '';
}

/** Returns the code blocks of one language on a page, in their order. */
export function examplesOn(page: string, language: string): readonly string[] {
  return [...textOn(page).matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
}

/** Returns the GraphQL documents of all pages. */
export function graphqlExamples(): readonly string[] {
  return [...pages.keys()].flatMap((page) => examplesOn(page, 'graphql'));
}

/** Returns the text of a page. @throws {Error} if there is no such page */
export function textOn(page: string): string {
  const text = pages.get(page);
  if (text === undefined) throw new Error(`there is no page ${page}`);
  return text;
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(packageRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`));
}
