import { normalName, type SubjectKey, type SubjectRule, someWithin } from '#platform/store/removal/subject-rules.ts';
import { noticeKeyOf } from '../model.ts';
import { documentOf } from './notice-versions.ts';

/**
 * Whom notices and notifications are about. A notice that names a party is about it, whatever else it says: it is kept
 * byte for byte as its publisher issued it, so it stays whole or goes whole. With a notice go the notifications of it;
 * they would have it fetched again.
 */
export const noticeSubjectRules = {
  'arrival-notice-versions': { isAbout: (kept, key) => isNoticeAbout(kept.entityId, kept, key) },
  'arrival-notice-notifications': {
    isAbout: (kept, key) => isNoticeAbout(noticeOfNotification(kept.entityId), kept, key),
    partOf: { log: 'arrival-notice-versions', thingOf: noticeOfNotification },
  },
} as const satisfies Record<string, SubjectRule>;

type Kept = Parameters<SubjectRule['isAbout']>[0];

function isNoticeAbout(notice: string, kept: Kept, key: SubjectKey): boolean {
  switch (key.kind) {
    case 'PARTNER':
      return kept.partner === key.partner;
    case 'NOTICE': {
      const { partner, transportDocumentReference, typeLabel } = noticeKeyOf(notice);
      const isDocument = partner === key.partner && transportDocumentReference === key.transportDocumentReference;
      return isDocument && (key.typeLabel === undefined || typeLabel === key.typeLabel);
    }
    case 'PARTY':
      return someWithin(partiesOf(kept), (part) => hasCode(part, key));
    case 'PARTY_NAME':
      return someWithin(partiesOf(kept), (part) => hasName(part, normalName(key.partyName)));
  }
}

/** The first part of its thing, see the receiver. */
function noticeOfNotification(entityId: string): string {
  return JSON.parse(entityId)[0];
}

/** Looked through at any depth: a partner may have written them in a shape of its own. */
function partiesOf(kept: Kept): unknown {
  return documentOf(kept)['documentParties'];
}

function hasCode(part: unknown, { partyCode, codeListProvider }: Extract<SubjectKey, { kind: 'PARTY' }>): boolean {
  if (typeof part !== 'object' || part === null || Reflect.get(part, 'partyCode') !== partyCode) return false;
  return codeListProvider === undefined || Reflect.get(part, 'codeListProvider') === codeListProvider;
}

function hasName(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const partyName: unknown = Reflect.get(part, 'partyName');
  return typeof partyName === 'string' && normalName(partyName) === name;
}
