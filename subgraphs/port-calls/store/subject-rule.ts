import { normalName, type SubjectKey, type SubjectRule } from '#platform/store/removal/subject-rules.ts';
import { sendingPartyOf } from './port-call-events.ts';

/**
 * Decides which subjects events are about. The standard names no parties in them, but a relaying proxy names the
 * sender.
 */
export const eventSubjectRules = { 'port-call-events': { isAbout: isEventAbout } } as const satisfies Record<string, SubjectRule>;

function isEventAbout(kept: Parameters<SubjectRule['isAbout']>[0], key: SubjectKey): boolean {
  switch (key.kind) {
    case 'PARTNER':
      return kept.partner === key.partner;
    case 'NOTICE':
      return false;
    case 'PARTY':
      return sendingPartyOf(kept) === key.partyCode;
    case 'PARTY_NAME':
      return isNamed(sendingPartyOf(kept), key.partyName);
  }
}

function isNamed(party: string | undefined, name: string): boolean {
  return party !== undefined && normalName(party) === normalName(name);
}
