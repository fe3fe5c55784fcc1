import type { Carrier } from '../claims/call-claim.ts';
import { normalCarrier } from '../claims/normal-values.ts';

/** Result of a comparison; `NOT_COMPARABLE` if neither equality nor difference can be determined. */
export type ComparisonResult = 'MATCH' | 'DIFFERS' | 'NOT_COMPARABLE';

/** The owner of numbers: a carrier by code, or a partner by its id. */
export type NumbersOwner = Carrier | { readonly partner: string };

/** Compares two owners of numbers: whether they are the same company. */
export interface CarrierEquality {
  compare(left: NumbersOwner, right: NumbersOwner): ComparisonResult;
}

/** The carriers of a partner; an empty list means that it may send data of any carrier. */
export interface PartnerCarriers {
  readonly id: string;
  readonly carriers: readonly Carrier[];
}

/**
 * SAME_COMPANY: creates the mapping between code lists from the partners' files, in which all codes of one partner
 * identify the same company. Two companies differ if both have a code in the same list. A company that is known in only
 * one list cannot be distinguished from one that is known only in the other list, even if the texts are equal.
 */
export function createCarrierEquality(partners: readonly PartnerCarriers[]): CarrierEquality {
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
    compare: (left, right) => {
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
