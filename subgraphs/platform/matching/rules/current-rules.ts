import type { PartnerRegistry } from '../../partners/registry.ts';
import type { MatchRules } from './comparison.ts';
import { createMatchRules } from './comparison-rules.ts';

/** Gives the rules of joins as the partners' files say now; they are made once between two changes. */
export function watchRules(partners: Pick<PartnerRegistry, 'partners' | 'onChange'>): () => MatchRules {
  let rules: MatchRules | undefined;
  partners.onChange(() => {
    rules = undefined;
  });
  return () => {
    rules ??= createMatchRules({ partners: partners.partners() });
    return rules;
  };
}
