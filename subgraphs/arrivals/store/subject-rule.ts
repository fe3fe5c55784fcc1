import { arrivalIdOfAlert } from '#platform/store/arrival-store.ts';
import type { SubjectRule } from '#platform/store/removal/subject-rules.ts';
import { alertDocumentOf } from './alert-entries.ts';

/**
 * The subjects of alerts. An alert is removed with its notice, and with the data of each partner whose records are its
 * evidence, because it repeats what they state.
 */
export const alertSubjectRules = {
  'arrival-alerts': {
    isAbout: (kept, key) => key.kind === 'PARTNER' && (kept.partner === key.partner || evidencePartnersOf(kept).includes(key.partner)),
    owner: { log: 'arrival-notice-versions', ownerIdOf: arrivalIdOfAlert },
  },
} as const satisfies Record<string, SubjectRule>;

function evidencePartnersOf(kept: Parameters<SubjectRule['isAbout']>[0]): readonly unknown[] {
  const { evidence = [], closingEvidence = [] } = alertDocumentOf(kept);
  return [...evidence, ...closingEvidence].map(({ partner }: { readonly partner?: unknown }) => partner);
}
