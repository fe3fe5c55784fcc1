import { textAt } from '@landfall/dcsa/wire-values.ts';
import { normalName, type SubjectKey, type SubjectRule, someWithin } from '#platform/store/removal/subject-rules.ts';
import { noticeKeyOf } from '../model.ts';
import { documentOf } from './notice-versions.ts';

/**
 * Decides which subjects notices and notifications are about. A notice is about every party that it names. It is stored
 * exactly as issued, so it can only be removed as a whole. Its notifications are removed with it, because they would
 * cause it to be fetched again.
 */
export const noticeSubjectRules = {
  'arrival-notice-versions': { isAbout: (kept, key) => isNoticeAbout(kept.entityId, kept, key) },
  'arrival-notice-notifications': {
    isAbout: (kept, key) => isNoticeAbout(noticeOfNotification(kept.entityId), kept, key),
    owner: { log: 'arrival-notice-versions', ownerIdOf: noticeOfNotification },
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

/** Returns the id of a notice, with which the id of its notification begins (see the receiver). */
function noticeOfNotification(entityId: string): string {
  return JSON.parse(entityId)[0];
}

/** Searched at any depth, because partners may use shapes of their own. */
function partiesOf(kept: Kept): unknown {
  return documentOf(kept)['documentParties'];
}

function hasCode(part: unknown, { partyCode, codeListProvider }: Extract<SubjectKey, { kind: 'PARTY' }>): boolean {
  return (
    textAt(part, 'partyCode') === partyCode && (codeListProvider === undefined || textAt(part, 'codeListProvider') === codeListProvider)
  );
}

function hasName(part: unknown, name: string): boolean {
  const partyName = textAt(part, 'partyName');
  return partyName !== undefined && normalName(partyName) === name;
}
