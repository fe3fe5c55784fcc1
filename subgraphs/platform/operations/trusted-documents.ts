import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GraphQLError } from 'graphql';
import { z } from 'zod';
import { LandfallError } from '../errors.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { DocumentRequest } from '../transports/graphql-request.ts';

/** Resolves requests to query texts. */
export interface Documents {
  /** @returns the query text to execute, or the error to respond with */
  queryTextOf(request: DocumentRequest): string | GraphQLError;
}

/** Accepts every query text; knows no document ids. */
export const anyDocument: Documents = {
  queryTextOf: ({ query, extensions }) => {
    if (query) return query;
    // Apollo Client sends the query next, if the answer to its hash is exactly this one.
    if (extensions?.['persistedQuery']) return refusal('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
    return refusal('BAD_REQUEST', 'Expected query as a string: this server has no trusted documents.');
  },
};

/**
 * Accepts no query text: gateways send other documents than their clients do, so a manifest of clients' documents does
 * not apply.
 */
export const noDocument: Documents = { queryTextOf: () => untrusted('Only documents of gateways are executed here.') };

const manifestShape = z.record(z.string(), z.string());

/**
 * Reads a manifest, a JSON object of documents by the SHA-256 of their text in hex. Only these documents are executed.
 *
 * @param own additional documents of this program
 * @throws {LandfallError} CONFIG_INVALID if it cannot be read, or a hash does not match its document
 */
export function openTrustedDocuments(path: string, own: readonly string[] = []): Documents {
  const texts = new Map(Object.entries(readManifest(path)));
  const wrong = [...texts].filter(([id, text]) => documentIdOf(text) !== id).map(([id]) => id);
  if (wrong.length > 0)
    throw new LandfallError('CONFIG_INVALID', `TRUSTED_DOCUMENTS: ${path}: not the hash of its document: ${wrong.join(', ')}`);
  const trusted = new Set([...texts.values(), ...own]);
  return {
    queryTextOf(request) {
      const id = idIn(request);
      if (id === undefined)
        return request.query && trusted.has(request.query) ? request.query : untrusted('Only documents of the manifest are executed.');
      return texts.get(id) ?? untrusted(`There is no document ${JSON.stringify(id.slice(0, 80))} in the manifest.`);
    },
  };
}

/** Returns the id of a document: the SHA-256 of its text, in hex. */
export function documentIdOf(text: string): string {
  return hash('sha256', text);
}

function readManifest(path: string): Readonly<Record<string, string>> {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall !== undefined) {
      const message = `TRUSTED_DOCUMENTS: ${path} cannot be read (${code}). Create it, or correct the setting.`;
      throw new LandfallError('CONFIG_INVALID', message, { cause });
    }
    throw new LandfallError('CONFIG_INVALID', `TRUSTED_DOCUMENTS: ${path}: expected a JSON object of documents by their SHA-256.`, {
      cause,
    });
  }
}

function idIn({ documentId, extensions }: DocumentRequest): string | undefined {
  const { sha256Hash } = (extensions?.['persistedQuery'] ?? {}) as { sha256Hash?: unknown };
  const id = documentId ?? sha256Hash;
  return typeof id === 'string' ? id.replace(/^sha256:/, '') : undefined;
}

function untrusted(message: string): GraphQLError {
  return refusal('DOCUMENT_NOT_TRUSTED', message);
}
