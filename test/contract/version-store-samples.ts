import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { Store } from '#platform/store/store.ts';
import {
  type Blob,
  type CurrentRow,
  type NewVersion,
  type StoredVersion,
  type VersionIndex,
  type VersionKey,
  type VersionStore,
  wholeDocument,
} from '#platform/store/version-store.ts';

/** A store under test over separate data, which is deleted when it is disposed of. */
export interface OpenedStore extends AsyncDisposable {
  /** Whether arrivals share their entries and terms with their lines, and no lines if those differ. Default: no */
  readonly sharesEntries?: true;
  readonly store: Store;
  /** Closes the store and opens it again over the same data. */
  reopen(): Promise<Store>;
  /** Opens another store over the same data, as another process would; absent if that is not possible. */
  readonly another?: () => Promise<Store>;
  /** Returns all stored bytes, including index entries, without closing the store. */
  keptBytes(): Promise<Buffer>;
}

/**
 * Maximum number of sequence numbers that the stores under test scan in one read, so that a long log does not need
 * thousands of versions.
 */
export const maxScanned = 500;

export type OpenStore = () => Promise<OpenedStore>;

/** The log that the suite writes to. */
export const logName = 'arrival-notice-versions';

export interface VersionSample extends Partial<Omit<NewVersion, 'index' | 'document' | 'contentHash'>> {
  readonly index?: Partial<VersionIndex>;
  /** The text of the document, whose bytes are kept. */
  readonly text?: string;
}

/** Creates a version of `entity-1`; attributes that are not given have defaults. Equal samples give equal versions. */
export function versionOf(sample: VersionSample = {}): NewVersion {
  const { index, text = '{"transportDocumentReference":"HHL71800000"}', blob, ...rest } = sample;
  const document = Buffer.from(text);
  return {
    partner: 'acme',
    entityId: 'entity-1',
    sortKey: '2025-11-01T08:00:00',
    receivedAt: at(0),
    receivedBy: 'PUSH',
    violations: [],
    completeness: 1,
    ...(blob === undefined ? {} : { blob }),
    ...rest,
    document,
    contentHash: hashOf(document, blob),
    index: { terms: [], groups: [], ...index },
  };
}

/** Creates this many versions of different entities, received one millisecond after the other in list order. */
export function versionsOf(count: number, sample: (index: number) => VersionSample = () => ({})): NewVersion[] {
  return Array.from({ length: count }, (_, index) => versionOf({ entityId: entityIdOf(index), receivedAt: at(index), ...sample(index) }));
}

/** Creates ids that sort like their numbers. */
export function entityIdOf(index: number): string {
  return `entity-${String(index).padStart(5, '0')}`;
}

/** Returns an instant this many milliseconds after the start of the suite. */
export function at(milliseconds: number): string {
  return new Date(Date.UTC(2025, 10, 1) + milliseconds).toISOString();
}

export function blobOf(bytes: Buffer, more: Partial<Blob> = {}): Blob {
  return { offset: 10, bytes, byteLength: Math.floor(bytes.length * 0.75), contentType: 'application/pdf', ...more };
}

/** Returns what a store keeps of a version, without its number. */
export function keptOf(version: NewVersion): StoredVersion {
  const { index, blob, ...rest } = version;
  if (blob === undefined) return { ...rest, terms: index.terms };
  const { bytes: _, ...known } = blob;
  return { ...rest, terms: index.terms, blob: known };
}

/** Removes the number of a stored version, for comparison with {@link keptOf}. */
export function withoutNumber(version: StoredVersion | undefined): StoredVersion | undefined {
  if (version === undefined) return undefined;
  const { sequence: _, ...rest } = version;
  return rest;
}

export function keyOf({ entityId, sortKey }: VersionKey): VersionKey {
  return { entityId, sortKey };
}

export async function findOne(versions: VersionStore, key: VersionKey): Promise<StoredVersion | undefined> {
  return (await versions.findVersions([keyOf(key)]))[0];
}

export async function currentRowOf(versions: VersionStore, entityId: string): Promise<CurrentRow | undefined> {
  return (await versions.findCurrent([entityId]))[0];
}

/** Assigns sequences until no version is pending, as the sequencer does. */
export async function sequenceAll(versions: VersionStore): Promise<void> {
  while ((await versions.assignSequences()) > 0);
}

/** Returns all entries of the log after a sequence, read in ranges. */
export async function readWholeLog(
  versions: VersionStore,
  query: { after?: number; limit?: number; filter?: Parameters<VersionStore['readLog']>[0]['filter'] } = {},
): Promise<(StoredVersion & { readonly sequence: number })[]> {
  const { head } = await versions.bounds();
  const entries: (StoredVersion & { readonly sequence: number })[] = [];
  for (let after = query.after ?? 0; after < head; ) {
    const range = await versions.readLog({ after, limit: query.limit ?? 100, filter: query.filter });
    expect(range.scannedThrough).toBeGreaterThan(after);
    entries.push(...range.entries);
    after = range.scannedThrough;
  }
  return entries;
}

/** Finds the matching version of an entity that was current just before the instant. */
export async function currentAsOf(versions: VersionStore, entityId: string, query: { receivedBefore: string; all?: string[][] }) {
  return (await versions.listVersions({ entityId, limit: 1, filter: query }))[0];
}

function hashOf(document: Buffer, blob: Blob | undefined): string {
  return hash('sha256', wholeDocument(document, blob), 'base64url');
}
