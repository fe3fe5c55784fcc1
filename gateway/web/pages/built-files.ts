import { existsSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** A built file of a page. */
export interface BuiltFile {
  /** Absolute path. */
  readonly path: string;
  /** Path below the folder of the page, separated by `/`. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Whether the name changes with the content; builds put such files into `assets`. */
  readonly isHashed: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** Lists the files of a folder that browsers can use; empty if the folder does not exist. */
export function listBuiltFiles(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((found) => {
    const type = types[extname(found)];
    const name = found.replaceAll(sep, '/');
    return type === undefined ? [] : [{ path: join(folder, found), name, type, isHashed: name.startsWith('assets/') }];
  });
}
