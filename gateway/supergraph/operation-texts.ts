import { concatAST, type DocumentNode, print, separateOperations } from 'graphql';

/**
 * The text of each operation as clients send it, with the fragments that it uses and without comments. Code generation
 * and the manifest both take it from here, as a trusted document is known by its exact text.
 *
 * @returns by the operation's name
 */
export function operationDocuments(documents: readonly DocumentNode[]): ReadonlyMap<string, string> {
  const operations = Object.entries(separateOperations(concatAST(documents)));
  return new Map(operations.map(([name, document]) => [name, print(document)]));
}
