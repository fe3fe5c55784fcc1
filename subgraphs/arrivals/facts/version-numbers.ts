import type { EvidenceRef, NoticeEvidence } from '../model.ts';
import { noticeRef } from '../statements/notice.ts';

/**
 * The versions of a notice by their numbers. What is remembered about the visit of the ship refers to versions by these numbers,
 * so that it is the same for all documents about which it states the same.
 */
export type NoticeVersions = Readonly<Record<string, EvidenceRef>>;

/** Returns the reference to the version with a number. */
export function numberedRef(id: string): EvidenceRef {
  return { source: 'NOTICE', partner: '', id, at: '' };
}

/** Returns versions with the current one, and its number. A number is never used for another version. */
export function withCurrent(versions: NoticeVersions, notice: NoticeEvidence): { readonly versions: NoticeVersions; readonly id: string } {
  const current = noticeRef(notice);
  const known = Object.entries(versions).find(([, { id, at }]) => id === current.id && at === current.at);
  if (known !== undefined) return { versions, id: known[0] };
  const id = nextNumber(versions);
  return { versions: { ...versions, [id]: current }, id };
}

/** Returns the versions to which a value refers, and the current one. @param id number of the current version */
export function versionsIn(value: unknown, versions: NoticeVersions, id: string): NoticeVersions {
  const used = new Set([id]);
  replacedIn(value, (part) => {
    if (part['source'] === 'NOTICE' && part['partner'] === '' && typeof part['id'] === 'string') used.add(part['id']);
    return undefined;
  });
  return Object.fromEntries(Object.entries(versions).filter(([number]) => used.has(number)));
}

/** Returns a notice as the facts about the visit see it: as a version with a number, which does not tell of which document. */
export function numberedNotice(notice: NoticeEvidence, id: string): NoticeEvidence {
  return { ...notice, partner: '', versionId: id, issueDateTime: '' };
}

/** Replaces the references to versions by their numbers, adding versions that have none. */
export function withNumbers<T>(value: T, versions: NoticeVersions): { readonly value: T; readonly versions: NoticeVersions } {
  const numbers = new Map(Object.entries(versions).map(([id, ref]) => [keyOf(ref), id]));
  const added: Record<string, EvidenceRef> = { ...versions };
  const replaced = replacedIn(value, (part) => {
    if (part['source'] !== 'NOTICE') return undefined;
    if (typeof part['statedAt'] === 'string') return { ...part, statedAt: '', evidence: numbered(part['evidence'] as EvidenceRef) };
    return typeof part['id'] === 'string' ? numbered(part as unknown as EvidenceRef) : undefined;
  });
  return { value: replaced, versions: added };

  function numbered(ref: EvidenceRef): EvidenceRef {
    const id = numbers.get(keyOf(ref)) ?? nextNumber(added);
    numbers.set(keyOf(ref), id);
    added[id] = ref;
    return numberedRef(id);
  }
}

/** Replaces the references to versions that have numbers. */
export function numberedIn<T>(value: T, versions: NoticeVersions): T {
  const numbers = new Map(Object.entries(versions).map(([id, ref]) => [keyOf(ref), numberedRef(id)]));
  return replacedIn(value, (part) => (part['source'] === 'NOTICE' ? numbers.get(keyOf(part as unknown as EvidenceRef)) : undefined));
}

/** Creates the function that replaces the numbers of versions by references. Equal objects remain one object. */
export function createResolve(versions: NoticeVersions): <T>(value: T) => T {
  const known = new Map<object, object>();
  return (value) =>
    replacedIn(
      value,
      (part) => {
        if (part['source'] !== 'NOTICE') return undefined;
        const id = part['statedAt'] === '' ? (part['evidence'] as EvidenceRef).id : part['partner'] === '' ? part['id'] : undefined;
        const ref = typeof id === 'string' ? versions[id] : undefined;
        if (ref === undefined) return undefined;
        return part['statedAt'] === '' ? { ...part, statedAt: ref.at, evidence: ref } : ref;
      },
      known,
    );
}

type Part = Readonly<Record<string, unknown>>;

/** Replaces objects in a value. @param replacement returns undefined for an object whose members are replaced instead */
function replacedIn<T>(value: T, replacement: (part: Part) => object | undefined, known = new Map<object, object>()): T {
  const of = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const before = known.get(part);
    if (before !== undefined) return before;
    const next = replacement(part as Part) ?? withMembers(part);
    known.set(part, next);
    return next;
  };
  const withMembers = (part: object): object => {
    let copy: Record<string, unknown> | undefined;
    for (const [name, member] of Object.entries(part)) {
      const next = of(member);
      if (next === member) continue;
      copy ??= (Array.isArray(part) ? [...part] : { ...part }) as Record<string, unknown>;
      copy[name] = next;
    }
    return copy ?? part;
  };
  return of(value) as T;
}

function nextNumber(versions: NoticeVersions): string {
  return String(1 + Math.max(-1, ...Object.keys(versions).map(Number)));
}

function keyOf({ id, at }: EvidenceRef): string {
  return JSON.stringify([id, at]);
}
