import type { Partner } from '../../partners/partner.ts';
import type { ListStyle } from '../query-parameters.ts';

/** The configuration of one standard's endpoint in a partner's file. */
export type Claims = Omit<NonNullable<Partner['arrivalNotices']>, 'filters'> & { readonly filters: readonly string[] };

export type VersionStyle = Claims['versionHeader'];

/**
 * How a partner behaves with a filter. `LOSES`: matching rows are missing. `FAILS`: the response contains neither rows
 * nor a refusal.
 */
export type FilterBehaviour = 'APPLIED' | 'IGNORED' | 'REFUSED' | 'LOSES' | 'FAILS';

/** Results of the probes. A field is absent when it could not be determined. */
export interface Findings {
  version?: string;
  versionHeader?: VersionStyle;
  filters: Map<string, FilterBehaviour>;
  maxReferences?: number;
  listStyle?: ListStyle;
  paging?: boolean;
  pageSize?: number;
}

/** The capabilities in a partner's file. */
export type Profile = Pick<Claims, 'version' | 'versionHeader' | 'filters' | 'maxReferences' | 'listStyle' | 'paging' | 'pageSize'>;

/** One line of the profile, with the found and the claimed value. */
export interface ProfileLine {
  readonly field: keyof Profile;
  /** The name of the filter, on a line of the list `filters`. */
  readonly filter?: string;
  /** The found value; undefined for a filter that should be removed. */
  readonly found: string | number | boolean | undefined;
  readonly claimed: string | number | boolean | undefined;
  /** Whether a probe determined the value; otherwise `found` repeats the claim. */
  readonly isDetermined: boolean;
  /** Explains `found`, where necessary. */
  readonly note?: string;
}

const behaviourWords: Readonly<Record<FilterBehaviour, string>> = {
  APPLIED: 'applied',
  IGNORED: 'ignored',
  REFUSED: 'refused',
  LOSES: 'loses rows that match',
  FAILS: 'fails',
};

/**
 * Compares the results with the claims.
 *
 * @param fields the fields of the standard, in the order of the returned lines
 */
export function profileLinesOf(claims: Profile, findings: Findings, fields: readonly (keyof Profile)[]): ProfileLine[] {
  return fields.flatMap((field): ProfileLine[] => {
    if (field === 'filters') return filterLinesOf(claims, findings);
    const found = findings[field];
    return [{ field, found: found ?? claims[field], claimed: claims[field], isDetermined: found !== undefined }];
  });
}

/** Returns whether a line differs from the partner's file. */
export function differs({ found, claimed }: ProfileLine): boolean {
  return found !== claimed;
}

function filterLinesOf(claims: Profile, { filters }: Findings): ProfileLine[] {
  const names = [...new Set([...filters.keys(), ...claims.filters])];
  return names.flatMap((name): ProfileLine[] => {
    const behaviour = filters.get(name);
    const claimed = claims.filters.includes(name) ? name : undefined;
    const found = behaviour === undefined ? claimed : behaviour === 'APPLIED' ? name : undefined;
    // The filter is neither claimed nor applied.
    if (found === undefined && claimed === undefined) return [];
    const note = behaviour === undefined ? {} : { note: behaviourWords[behaviour] };
    return [{ field: 'filters', filter: name, found, claimed, isDetermined: behaviour !== undefined, ...note }];
  });
}
