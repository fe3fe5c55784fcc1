import { extname } from 'node:path';
import ts from 'typescript';

/** Number of files of one kind, and their lines. */
export interface SourceSize {
  readonly files: number;
  /** Lines with at least one token. */
  readonly code: number;
  /** The other lines that are not blank. */
  readonly comments: number;
}

/** Kinds of sources by extension. Only `program` is part of the goals. */
const kinds: Readonly<Record<string, 'program' | 'SDL' | 'YAML' | 'HTML and CSS'>> = {
  '.ts': 'program',
  '.tsx': 'program',
  '.js': 'program',
  '.mjs': 'program',
  '.graphql': 'SDL',
  '.yaml': 'YAML',
  '.yml': 'YAML',
  '.html': 'HTML and CSS',
  '.css': 'HTML and CSS',
};
/** Tests, documentation, generated files, and the schemas of earlier releases. */
const excluded = /^(test|docs)\/|\.test\.tsx?$|(^|\/)generated\/|^schema\/(released\/|(api|supergraph)\.graphql$)/;

/** Adds up the sources by folder and kind; `textOf` returns the text of a path. */
export function measureSources(paths: readonly string[], textOf: (path: string) => string): Map<string, SourceSize> {
  const sizes = new Map<string, SourceSize>();
  for (const path of paths) {
    const kind = kinds[extname(path)];
    if (kind === undefined || excluded.test(path)) continue;
    const text = textOf(path);
    const filled = text.split('\n').filter((line) => line.trim() !== '').length;
    const code = kind === 'program' ? linesOfCode(path, text) : linesWithoutComments(text);
    const row = kind === 'program' ? folderOf(path) : kind;
    const { files, code: codeBefore, comments } = sizes.get(row) ?? { files: 0, code: 0, comments: 0 };
    sizes.set(row, { files: files + 1, code: codeBefore + code, comments: comments + filled - code });
  }
  return sizes;
}

/** Returns the folder that a row of the table represents: one of `subgraphs` and `packages`, or one at the top. */
function folderOf(path: string): string {
  return /^(subgraphs|packages)\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(path)?.[0] ?? 'top level';
}

/**
 * Counts the lines that a token of a TypeScript file covers. The parser finds the tokens, because the scanner alone
 * cannot distinguish a regular expression from a division, nor the text of a template or of JSX from code.
 */
export function linesOfCode(path: string, text: string): number {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const filled = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || (ts.isJsxExpression(node) && node.expression === undefined)) return;
    const children = node.getChildren(file);
    for (const child of children) visit(child);
    if (children.length > 0 || node.getWidth(file) === 0) return;
    const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
    // Templates and the text of JSX have several lines, of which some may be blank.
    for (const [index, line] of node.getText(file).split('\n').entries()) if (line.trim() !== '') filled.add(first + index);
  };
  visit(file);
  return filled.size;
}

/** Counts the lines that are neither blank nor a comment of YAML or GraphQL. */
function linesWithoutComments(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(#|$)/.test(line)).length;
}
