import type { StoredVersion } from './version-store.ts';

/** A row without its document, its index terms and its faults. */
const rowBytes = 800;
const [termBytes, faultBytes] = [60, 300];

/** Estimates what a version keeps in memory, in bytes. */
export function bytesOfVersion({ document, terms, violations }: Pick<StoredVersion, 'document' | 'terms' | 'violations'>): number {
  return rowBytes + document.length + terms.length * termBytes + violations.length * faultBytes;
}

/** Parsed JSON takes so many times its text: each string and each object has a head. */
const parsedFactor = 1.5;

/** The same with the attributes of its document as an object, and what is worked out from them once. @param derivedBytes of these */
export function bytesOfParsed(version: Pick<StoredVersion, 'document' | 'terms' | 'violations'>, derivedBytes = 0): number {
  return bytesOfVersion(version) + parsedFactor * version.document.length + derivedBytes;
}
