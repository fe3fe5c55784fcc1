import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatAST, type DocumentNode, parse, print, separateOperations } from 'graphql';
import { LandfallError } from '#platform/errors.ts';
import { documentIdOf } from '#platform/operations/request-policy.ts';
import { packageRoot } from '#platform/package-root.ts';

const folder = join(packageRoot, 'schema', 'operations');

/** The manifest of the documents in `schema/operations`, for `TRUSTED_DOCUMENTS`. */
export const manifestPath = join(packageRoot, 'schema', 'documents.json');

/** Writes the manifest. The build of another client can write a manifest of the same form for its own documents. */
export function writeManifest(): void {
  writeFileSync(manifestPath, manifestText());
}

/** @throws {LandfallError} CONFIG_INVALID if the committed manifest does not match the documents */
export function checkManifest(): void {
  if (readFileSync(manifestPath, 'utf8') === manifestText()) return;
  throw new LandfallError('CONFIG_INVALID', 'schema/documents.json differs from the manifest of schema/operations. Run `npm run codegen`.');
}

/** Contains each whole file, and each operation as clients send it. */
function manifestText(): string {
  const files = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const texts = [...files, ...operationDocuments(files.map((file) => parse(file))).values()];
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [documentIdOf(text), text])), null, 2)}\n`;
}

/**
 * Returns the text of each operation as clients send it, with its fragments and without comments. Code generation and
 * the manifest both use it, because a trusted document is identified by its exact text.
 *
 * @returns the texts by the names of the operations
 */
export function operationDocuments(documents: readonly DocumentNode[]): ReadonlyMap<string, string> {
  const operations = Object.entries(separateOperations(concatAST(documents)));
  return new Map(operations.map(([name, document]) => [name, print(document)]));
}
