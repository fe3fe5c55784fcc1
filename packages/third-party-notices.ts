import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

/** Name of the file next to the bundle. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes the list of packages whose modules a bundle contains, with their licenses, whose text must accompany copies.
 *
 * @param modules paths of the bundle's modules
 * @throws {Error} if a package has no license
 */
export function writeNotices(folder: string, modules: Iterable<string>): void {
  const roots = new Set([...modules].flatMap((path) => packageRootOf(path) ?? []));
  const notices = [...roots].map(noticeOf).sort();
  writeFileSync(join(folder, noticesName), `${[...new Set(notices)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Returns the folder of a module's package; undefined for our own modules. */
function packageRootOf(path: string): string | undefined {
  if (!path.includes('node_modules/')) return undefined;
  for (let folder = dirname(path); folder.includes('node_modules/'); folder = dirname(folder)) {
    // Some packages contain further package.json files that only set the module type and version.
    if (existsSync(join(folder, 'package.json')) && 'name' in read(folder)) return folder;
  }
  return undefined;
}

function noticeOf(folder: string): string {
  const { name, version, license, author, repository } = read(folder);
  if (license === undefined) throw new Error(`the package ${name} names no licence`);
  const writer = typeof author === 'string' ? author : author?.name;
  const from = typeof repository === 'string' ? repository : repository?.url;
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const head = [
    `${name} ${version}`,
    `Licence: ${license}`,
    ...(writer ? [`Author: ${writer}`] : []),
    ...(from ? [`Source: ${from}`] : []),
  ];
  // Some packages of a monorepo have the license text in the folder above.
  const body = text === undefined ? standardTexts[license] : readFileSync(join(folder, text), 'utf8').trim();
  return [head.join('\n'), ...(body === undefined ? [] : [body])].join('\n\n');
}

function read(folder: string): Package {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
}

const standardTexts: Readonly<Record<string, string>> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};
