import type { PartnerRegistry } from '../../partners/registry.ts';
import type { JoinRules } from './comparison.ts';
import { createJoinRules } from './comparison-rules.ts';

/** Gives the rules of joins as the partners' files say now; they are made once between two changes. */
export function followRules(partners: Pick<PartnerRegistry, 'partners' | 'onChange'>): () => JoinRules {
  let rules: JoinRules | undefined;
  partners.onChange(() => {
    rules = undefined;
  });
  return () => {
    rules ??= createJoinRules({ partners: partners.partners() });
    return rules;
  };
}
