import { createHash } from 'node:crypto';
import type { SubjectKeyKind } from '../removal-store.ts';
import type { LogName, StoredVersion } from '../version-store.ts';

/** Whose data is to go. */
export type SubjectKey =
  /** Whoever documents name by the code; without a list by this code of any list. */
  | { readonly kind: 'PARTY'; readonly partyCode: string; readonly codeListProvider?: string | undefined }
  | { readonly kind: 'PARTY_NAME'; readonly partyName: string }
  /** All that came from a partner. */
  | { readonly kind: 'PARTNER'; readonly partner: string }
  /** Without a label all notices of the document. */
  | {
      readonly kind: 'NOTICE';
      readonly partner: string;
      readonly transportDocumentReference: string;
      readonly typeLabel?: string | undefined;
    };

/** What a log knows of whom its versions are about. */
export interface SubjectRule {
  /** @param kept a version, or a clash under its identity */
  readonly isAbout: (kept: Pick<StoredVersion, 'partner' | 'entityId' | 'document' | 'terms'>, key: SubjectKey) => boolean;
  /** A log with a thing without which this one does not stay, and how that thing is named. */
  readonly partOf?: { readonly log: LogName; readonly thingOf: (entityId: string) => string };
}

/** The rules of all logs. */
export type SubjectRules = Readonly<Record<LogName, SubjectRule>>;

/**
 * The form in which traces keep a key: the SHA-256, in hex, of a JSON list of its kind and its parts, `null` for what was
 * not given. Whoever knows the key can tell that it was erased, nobody can read it out of the trace.
 */
export function hashOfKey(key: SubjectKey): { readonly keyKind: SubjectKeyKind; readonly keyHash: string } {
  return {
    keyKind: key.kind,
    keyHash: createHash('sha256')
      .update(JSON.stringify([key.kind, ...partsOf(key)]))
      .digest('hex'),
  };
}

/** Names compare without case and with single blanks. */
export function normalName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Whether a value or anything in it passes. */
export function someWithin(value: unknown, test: (value: unknown) => boolean): boolean {
  if (test(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => someWithin(part, test));
}

/**
 * Whether a dead letter may be about the key. Its shape cannot be relied on, so one text in it is enough: rather a letter
 * too many is removed than one too few.
 */
export function mayBeAbout({ partner, bytes }: { readonly partner: string; readonly bytes: Buffer }, key: SubjectKey): boolean {
  if (key.kind === 'PARTNER') return partner === key.partner;
  return (key.kind !== 'NOTICE' || partner === key.partner) && mentions(bytes, nameIn(key));
}

type NamedKey = Exclude<SubjectKey, { kind: 'PARTNER' }>;

/** Whether a text that somebody has written names whom the key is about. */
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
