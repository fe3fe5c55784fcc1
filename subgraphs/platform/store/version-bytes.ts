import type { StoredArrival } from './arrival-store.ts';
import type { StoredVersion } from './version-store.ts';

/** Memory of a version without its document, its index terms and its violations, in bytes. */
const rowBytes = 800;
const [termBytes, violationBytes] = [60, 300];

/** Estimates the memory of a version, in bytes. */
export function bytesOfVersion({ document, terms, violations }: Pick<StoredVersion, 'document' | 'terms' | 'violations'>): number {
  return rowBytes + document.length + terms.length * termBytes + violations.length * violationBytes;
}

/** Memory of parsed JSON in relation to its text. Each string and each object has a header. */
const parsedFactor = 1.5;

/**
 * Estimates the memory of a version with its parsed document. @param derivedBytes memory of the values that are derived
 * from the document
 */
export function bytesOfParsed(version: Pick<StoredVersion, 'document' | 'terms' | 'violations'>, derivedBytes = 0): number {
  return bytesOfVersion(version) + parsedFactor * version.document.length + derivedBytes;
}

/** Memory of an arrival without its document, its terms and its entries, and of one entry, in bytes. */
const [arrivalBytes, entryBytes] = [600, 200];

/** Estimates the memory of an arrival, in bytes. */
export function bytesOfArrival({ document, terms, entries }: Pick<StoredArrival, 'document' | 'terms' | 'entries'>): number {
  return arrivalBytes + document.length + terms.length * termBytes + entries.length * entryBytes;
}
