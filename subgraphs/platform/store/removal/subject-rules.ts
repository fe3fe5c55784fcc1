import { createHash } from 'node:crypto';
import type { ArrivalMark, ArrivalWrite, StoredArrival } from '../arrival-store.ts';
import type { SubjectKeyKind } from '../removal-store.ts';
import type { LogName, StoredVersion } from '../version-store.ts';

/** The subject of an erasure. */
export type SubjectKey =
  /** The party with this code in the list; without a list, with this code in any list. */
  | { readonly kind: 'PARTY'; readonly partyCode: string; readonly codeListProvider?: string | undefined }
  | { readonly kind: 'PARTY_NAME'; readonly partyName: string }
  /** All data of a partner. */
  | { readonly kind: 'PARTNER'; readonly partner: string }
  /** One notice; without a label all notices of the document. */
  | {
      readonly kind: 'NOTICE';
      readonly partner: string;
      readonly transportDocumentReference: string;
      readonly typeLabel?: string | undefined;
    };

/** Decides for a log which subjects its versions are about. */
export interface SubjectRule {
  /** @param kept a version, or a clash with its identity */
  readonly isAbout: (kept: Pick<StoredVersion, 'partner' | 'entityId' | 'document' | 'terms'>, key: SubjectKey) => boolean;
  /** The log whose entities own the entities of this log, which are removed together with them. */
  readonly owner?: { readonly log: LogName; readonly ownerIdOf: (entityId: string) => string };
}

/** The erased data among the sources that arrivals are derived from. */
export interface ErasedSources {
  /** The partner, when all data of one partner was erased. */
  readonly partner?: string | undefined;
  /** Entity ids of port call events. */
  readonly events: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Returns an arrival without the information from erased sources; undefined if it has none.
 *
 * @param marks the marks of all tenants on it
 */
export type ForgetErased = (
  stored: StoredArrival,
  marks: readonly ArrivalMark[],
  erased: ErasedSources,
) => Pick<ArrivalWrite, 'row' | 'alerts'> | undefined;

/** The rules of all logs. */
export type SubjectRules = Readonly<Record<LogName, SubjectRule>>;

/**
 * Hashes a key for the record of a removal: the SHA-256, in hex, of a JSON list of its kind and its parts, with `null`
 * for absent parts. The erasure can be verified with the key; the record does not reveal the key.
 */
export function hashOfKey(key: SubjectKey): { readonly keyKind: SubjectKeyKind; readonly keyHash: string } {
  return {
    keyKind: key.kind,
    keyHash: createHash('sha256')
      .update(JSON.stringify([key.kind, ...partsOf(key)]))
      .digest('hex'),
  };
}

/** Normalizes a name for comparison, ignoring case and runs of blanks. */
export function normalName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Returns whether a value or any value nested in it passes the test. */
export function someWithin(value: unknown, test: (value: unknown) => boolean): boolean {
  if (test(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => someWithin(part, test));
}

/**
 * Returns whether a dead letter may be about the subject. Its shape is not reliable, so one matching string suffices:
 * removing one dead letter too many is better than keeping one.
 */
export function mayBeAbout({ partner, bytes }: { readonly partner: string; readonly bytes: Buffer }, key: SubjectKey): boolean {
  if (key.kind === 'PARTNER') return partner === key.partner;
  return (key.kind !== 'NOTICE' || partner === key.partner) && mentions(bytes, nameIn(key));
}

type NamedKey = Exclude<SubjectKey, { kind: 'PARTNER' }>;

/** Returns whether free text names the subject. */
export function isNamedIn(text: string, key: NamedKey): boolean {
  return includesName(text, nameIn(key));
}

function nameIn(key: NamedKey): string {
  switch (key.kind) {
    case 'NOTICE':
      return key.transportDocumentReference;
    case 'PARTY':
      return key.partyCode;
    case 'PARTY_NAME':
      return key.partyName;
  }
}

function mentions(bytes: Buffer, name: string): boolean {
  const text = bytes.toString();
  const isName = (value: unknown) => typeof value === 'string' && normalName(value) === normalName(name);
  try {
    return someWithin(JSON.parse(text), isName);
  } catch {
    return includesName(text, name);
  }
}

function includesName(text: string, name: string): boolean {
  return normalName(text).includes(normalName(name));
}

function partsOf(key: SubjectKey): readonly (string | null)[] {
  switch (key.kind) {
    case 'PARTY':
      return [key.codeListProvider ?? null, key.partyCode];
    case 'PARTY_NAME':
      return [normalName(key.partyName)];
    case 'PARTNER':
      return [key.partner];
    case 'NOTICE':
      return [key.partner, key.transportDocumentReference, key.typeLabel ?? null];
  }
}
