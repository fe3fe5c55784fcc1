import type { Carrier } from '../claims/call-claim.ts';
import { normalCarrier } from '../claims/normal-values.ts';
import type { ComparisonResult } from './agreements.ts';

/** The owner of numbers: a carrier by code, or a partner by its id. */
export type NumbersOwner = Carrier | { readonly partner: string };

/** What the comparison of claims depends on besides the claims: which codes and partners are one company. */
export interface ComparisonRules {
  compareOwners(left: NumbersOwner, right: NumbersOwner): ComparisonResult;
  /** Returns whether the carriers of a partner are listed, any, or one whose codes are unknown. */
  readonly carriersOf: (partner: string) => 'LISTED' | 'ANY' | 'UNKNOWN';
  /** Whether a voyage number without a direction may be one with it. @default false */
  readonly ignoresDirection?: boolean;
  /** Returns the carrier that uses a code for a service, as far as the compared records tell. @default none is known */
  readonly ownerOfService?: ((carrierServiceCode: string) => NumbersOwner | undefined) | undefined;
  /** Returns the UN/LOCODE that all codes of the same port have in common. */
  readonly portOf: (UNLocationCode: string) => string;
  /** Returns all codes of the same port; with a partner those that it may use. */
  readonly portCodesOf: (UNLocationCode: string, partner?: string) => readonly string[];
}

/** What a partner's file says about its carriers. */
export interface PartnerCarriers {
  readonly id: string;
  /** `ANY`: it sends data of several carriers. Absent: it is one carrier, whose codes are unknown. */
  readonly carriers?: readonly Carrier[] | 'ANY' | undefined;
  /** UN/LOCODEs that the partner uses for ports that have another one, with the other one. */
  readonly portAliases?: Readonly<Record<string, string>> | undefined;
}

/**
 * SAME_COMPANY: creates the rules from the partners' files, in which all codes of one partner identify the same company. Two companies differ if both have a code in the same list. A company that is known in only
 * one list cannot be distinguished from one that is known only in the other list, even if the texts are equal.
 */
export function createComparisonRules(partners: readonly PartnerCarriers[] = []): ComparisonRules {
  const companies: Companies = new Map();
  const firstCodes = new Map<string, Carrier>();
  const scopes = new Map<string, 'LISTED' | 'ANY'>();
  for (const { id, carriers } of partners) {
    if (carriers !== undefined) scopes.set(id, carriers === 'ANY' ? 'ANY' : 'LISTED');
    const listed = carriers === 'ANY' ? [] : (carriers ?? []);
    const codes = listed.flatMap(({ carrierCode, carrierCodeListProvider }) => normalCarrier(carrierCode, carrierCodeListProvider) ?? []);
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
  const ports = portsOf(partners);
  const aliases = new Map(partners.map(({ id, portAliases = {} }) => [id, new Set(Object.keys(portAliases))]));
  return {
    carriersOf: (partner) => scopes.get(partner) ?? 'UNKNOWN',
    portOf: (code) => ports.get(code)?.[0] ?? code,
    portCodesOf: (code, partner) => {
      const codes = ports.get(code) ?? [code];
      const usesAliases = partner === undefined || codes.some((each) => aliases.get(partner)?.has(each));
      return usesAliases ? codes : codes.filter((each) => ![...aliases.values()].some((ofPartner) => ofPartner.has(each)));
    },
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

/** SAME_PORT: returns all codes of ports with several UN/LOCODEs, by each of them; the partners' files name them in pairs. */
function portsOf(partners: readonly PartnerCarriers[]): ReadonlyMap<string, readonly string[]> {
  const ports = new Map<string, readonly string[]>();
  for (const pair of partners.flatMap(({ portAliases = {} }) => Object.entries(portAliases))) {
    const codes = [...new Set(pair.flatMap((code) => ports.get(code) ?? [code]))].toSorted();
    for (const code of codes) ports.set(code, codes);
  }
  return ports;
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

/** Returns the lists in which the owner is known; a partner whose codes are not listed is known in none. */
function listsOf(owner: NumbersOwner, company: Company | undefined): readonly string[] {
  if (company !== undefined) return company.lists;
  return 'partner' in owner ? [] : [owner.carrierCodeListProvider];
}

function isSameCode(left: NumbersOwner, right: NumbersOwner): boolean {
  if ('partner' in left || 'partner' in right) return false;
  return left.carrierCode === right.carrierCode && left.carrierCodeListProvider === right.carrierCodeListProvider;
}
