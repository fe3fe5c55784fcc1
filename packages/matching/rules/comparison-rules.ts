import type { Carrier } from '../claims/call-claim.ts';
import { normalCarrier } from '../claims/normal-values.ts';
import type { ComparisonResult } from './agreements.ts';

/** The owner of numbers: a carrier by code, or a partner by its id. */
export type NumbersOwner = Carrier | { readonly partner: string };

/** What the comparison of claims depends on besides the claims: which codes and partners are one company. */
export interface ComparisonRules {
  compareOwners(left: NumbersOwner, right: NumbersOwner): ComparisonResult;
}

/** The carriers of a partner; an empty list means that it may send data of any carrier. */
export interface PartnerCarriers {
  readonly id: string;
  readonly carriers: readonly Carrier[];
}

/**
 * SAME_COMPANY: creates the rules from the partners' files, in which all codes of one partner identify the same company. Two companies differ if both have a code in the same list. A company that is known in only
 * one list cannot be distinguished from one that is known only in the other list, even if the texts are equal.
 */
export function createComparisonRules(partners: readonly PartnerCarriers[] = []): ComparisonRules {
  const companies: Companies = new Map();
  const firstCodes = new Map<string, Carrier>();
  for (const { id, carriers } of partners) {
    const codes = carriers.flatMap(({ carrierCode, carrierCodeListProvider }) => normalCarrier(carrierCode, carrierCodeListProvider) ?? []);
    const [first] = codes;
    if (first === undefined) continue;
    firstCodes.set(id, first);
    // Two partners may both send data of the same company; then they and all their codes are one company.
    const all = codes.flatMap((code) => [code, ...(companyOfCode(companies, code)?.codes ?? [])]);
    const company: Company = { codes: all, lists: [...new Set(all.map(({ carrierCodeListProvider }) => carrierCodeListProvider))] };
    for (const { carrierCode, carrierCodeListProvider } of all) {
      const ofList = companies.get(carrierCodeListProvider) ?? new Map<string, Company>();
      companies.set(carrierCodeListProvider, ofList.set(carrierCode, company));
    }
  }
  const companyOf = (owner: NumbersOwner): Company | undefined => {
    const code = 'partner' in owner ? firstCodes.get(owner.partner) : owner;
    return code === undefined ? undefined : companyOfCode(companies, code);
  };
  return {
    compareOwners: (left, right) => {
      if ('partner' in left && 'partner' in right && left.partner === right.partner) return 'MATCH';
      const leftCompany = companyOf(left);
      const rightCompany = companyOf(right);
      if (leftCompany !== undefined && leftCompany === rightCompany) return 'MATCH';
      const rightLists = listsOf(right, rightCompany);
      if (!listsOf(left, leftCompany).some((list) => rightLists.includes(list))) return 'NOT_COMPARABLE';
      // Codes of the same list: two codes without a mapping may be equal.
      return isSameCode(left, right) ? 'MATCH' : 'DIFFERS';
    },
  };
}

/** Partners that may change while a program runs. */
export interface ChangingPartners {
  partners(): readonly PartnerCarriers[];
  onChange(listener: () => void): unknown;
}

/**
 * Returns a function that returns the rules for the partners as they are now. They are created once after each change.
 */
export function watchComparisonRules(partners: ChangingPartners): () => ComparisonRules {
  let rules: ComparisonRules | undefined;
  partners.onChange(() => {
    rules = undefined;
  });
  return () => {
    rules ??= createComparisonRules(partners.partners());
    return rules;
  };
}

interface Company {
  readonly codes: readonly Carrier[];
  readonly lists: readonly string[];
}

/** Companies by list and code. */
type Companies = Map<string, Map<string, Company>>;

function companyOfCode(companies: Companies, { carrierCode, carrierCodeListProvider }: Carrier): Company | undefined {
  return companies.get(carrierCodeListProvider)?.get(carrierCode);
}

/** Returns the lists in which the owner is known; a partner that may send data of any carrier is known in none. */
function listsOf(owner: NumbersOwner, company: Company | undefined): readonly string[] {
  if (company !== undefined) return company.lists;
  return 'partner' in owner ? [] : [owner.carrierCodeListProvider];
}

function isSameCode(left: NumbersOwner, right: NumbersOwner): boolean {
  if ('partner' in left || 'partner' in right) return false;
  return left.carrierCode === right.carrierCode && left.carrierCodeListProvider === right.carrierCodeListProvider;
}
