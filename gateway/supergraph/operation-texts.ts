import { concatAST, type DocumentNode, print, separateOperations } from 'graphql';

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
