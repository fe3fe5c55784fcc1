import { type DocumentNode, type GraphQLError, Kind, OperationTypeNode, separateOperations } from 'graphql';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation } from '../graphql/engine.ts';

/** Memory of a parsed and compiled document per character of its text. */
const bytesPerCharacter = 100;
/** Minimum size that a text counts as, so that the number of texts is limited too. */
const minEntryCharacters = 1_024;
/**
 * Number of characters that a field counts as: a short text may grow when its fragments are expanded, as compilation
 * does.
 */
const charactersPerField = 10;
/** Longer texts are not cached, because they contain values that should be variables, and are rarely sent again. */
const maxCachedText = 64 * 1024;

/** What is known of a document beside its nodes. */
interface Known {
  readonly bytes: number;
  readonly operations: ReadonlyMap<string, ValidatedOperation>;
  /** Why the document is rejected; empty if it is accepted. */
  readonly errors: readonly GraphQLError[];
}

const known = new WeakMap<DocumentNode, Known>();

/** The parsed documents of texts, bounded in bytes. It also keeps rejected documents, with their errors. */
export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** @param maxBytes maximum size of all documents together */
export function createDocumentStore(maxBytes: number) {
  const cache = createBoundedCache<string, DocumentNode>(maxBytes);
  return {
    /**
     * Returns the document of a text, the same object to all requests: when a text is new, requests at the same time parse
     * it each, and engines recognize equal operations by their objects.
     *
     * @param hash SHA-256 of the text in hex
     */
    find: (hash: string): DocumentNode | undefined => cache.get(hash),
    /** Keeps the document of a text, unless one is kept or this one is too large. */
    keep(hash: string, document: DocumentNode): void {
      const bytes = known.get(document)?.bytes;
      if (bytes !== undefined && bytes <= maxCachedText * bytesPerCharacter && cache.get(hash) === undefined)
        cache.set(hash, document, bytes);
    },
  };
}

/** Records an accepted document. @param text.hash SHA-256 in hex. @param fields their number with fragments expanded */
export function acceptDocument(document: DocumentNode, text: { readonly source: string; readonly hash: string }, fields: number): void {
  const characters = Math.max(minEntryCharacters, text.source.length, fields * charactersPerField);
  const operations = new Map<string, ValidatedOperation>();
  for (const [name, separate] of Object.entries(separateOperations(document))) {
    const definition = separate.definitions.find((candidate) => candidate.kind === Kind.OPERATION_DEFINITION);
    if (definition !== undefined) operations.set(name, { document: separate, definition, kind: definition.operation, textHash: text.hash });
  }
  known.set(document, { bytes: characters * bytesPerCharacter, operations, errors: [] });
}

/**
 * Creates the document that replaces a rejected one. It is valid, because Apollo Server validates and stores it, and
 * {@link operationIn} returns its errors. They are stored because a client with a bug sends the same document again.
 *
 * @param source the rejected text; absent if it may be accepted later, so that it is not stored
 */
export function rejectedDocument(errors: readonly GraphQLError[], source?: string): DocumentNode {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] },
      },
    ],
  };
  const characters = source === undefined ? Number.POSITIVE_INFINITY : Math.max(minEntryCharacters, source.length);
  known.set(document, { bytes: characters * bytesPerCharacter, operations: new Map(), errors });
  return document;
}

/**
 * Returns the operation that a request names.
 *
 * @param name absent, null or empty if the document has one operation
 * @returns errors if the document was rejected or has no such operation
 */
export function operationIn(document: DocumentNode, name: string | null | undefined): ValidatedOperation | readonly GraphQLError[] {
  const { operations, errors } = known.get(document) ?? { operations: new Map<string, ValidatedOperation>(), errors: [] };
  if (errors.length > 0) return errors;
  const [only] = operations.values();
  if (only === undefined) return [refusal('GRAPHQL_VALIDATION_FAILED', 'The document contains no operation.')];
  if (!name) {
    if (operations.size === 1) return only;
    return [refusal('BAD_REQUEST', 'The document contains several operations: expected operationName to name one.')];
  }
  return operations.get(name) ?? [refusal('BAD_REQUEST', `The document contains no operation named ${JSON.stringify(name)}.`)];
}
