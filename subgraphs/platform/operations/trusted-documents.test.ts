import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../package-root.ts';
import type { DocumentRequest } from './graphql-context.ts';
import { anyDocument, documentIdOf, openTrustedDocuments, type QueryTextOf } from './request-policy.ts';

const manifestPath = join(packageRoot, 'schema', 'documents.json');
const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function manifestOf(content: unknown): string {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Returns the query text, or the code of the error. */
function queryTextOf(documents: QueryTextOf, request: DocumentRequest): unknown {
  const found = documents(request);
  return typeof found === 'string' ? found : found.extensions['code'];
}

describe('trusted documents', () => {
  const text = '{ callers }';
  const id = documentIdOf(text);

  it('are found by their text and by their hash, in each form in which clients send it', () => {
    const documents = openTrustedDocuments(manifestOf({ [id]: text }), ['{ own }']);
    const requests: DocumentRequest[] = [
      { documentId: id },
      { documentId: `sha256:${id}` },
      { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
      { query: '{ something else }', documentId: id },
      { query: text },
    ];
    expect(requests.map((request) => queryTextOf(documents, request))).toEqual(requests.map(() => text));
    expect(queryTextOf(documents, { query: '{ own }' })).toBe('{ own }');
  });

  it('are the only ones accepted: other texts, other hashes and names of object members are rejected', () => {
    const documents = openTrustedDocuments(manifestOf({ [id]: text }));
    for (const request of [{ query: '{ callers } ' }, { documentId: documentIdOf('x') }, { documentId: '__proto__' }, { query: '' }, {}]) {
      expect(queryTextOf(documents, request)).toBe('DOCUMENT_NOT_TRUSTED');
    }
  });

  it('are not opened from a file that is not a manifest, or whose hashes do not match', () => {
    expect(() => openTrustedDocuments(join(folder, 'none'))).toThrow(/none cannot be read \(ENOENT\)/);
    expect(() => openTrustedDocuments(manifestOf('['))).toThrow(/expected a JSON object of documents/);
    expect(() => openTrustedDocuments(manifestOf({ [id]: 5 }))).toThrow(/expected a JSON object of documents/);
    expect(() => openTrustedDocuments(manifestOf({ [id]: '{ other }' }))).toThrow(`not the hash of its document: ${id}`);
  });

  it('of this repository are in the committed manifest', () => {
    expect(() => openTrustedDocuments(manifestPath)).not.toThrow();
  });

  it('do not apply if no manifest is given', () => {
    expect(queryTextOf(anyDocument, { query: text, documentId: 'x' })).toBe(text);
    expect(queryTextOf(anyDocument, { documentId: id })).toBe('BAD_REQUEST');
  });
});
