import type { Partner } from '../../partners/partner.ts';
import type { ListStyle } from '../query-parameters.ts';

/** What a partner's file says of one standard. */
export type Claims = Omit<NonNullable<Partner['arrivalNotices']>, 'filters'> & { readonly filters: readonly string[] };

export type VersionStyle = Claims['versionHeader'];

/**
 * How a partner deals with a filter. `LOSES`: it leaves out rows that match. `FAILS`: it answers with neither rows nor a
 * refusal.
 */
export type FilterBehaviour = 'TAKEN' | 'IGNORED' | 'REFUSED' | 'LOSES' | 'FAILS';

/** What probes have found out. Whatever is absent could not be judged. */
export interface Findings {
  version?: string;
  versionHeader?: VersionStyle;
  filters: Map<string, FilterBehaviour>;
  maxReferences?: number;
  listStyle?: ListStyle;
  paging?: boolean;
  pageSize?: number;
}

/** The fields of a partner's file that say what it can do. */
export type Profile = Pick<Claims, 'version' | 'versionHeader' | 'filters' | 'maxReferences' | 'listStyle' | 'paging' | 'pageSize'>;

/** One line of the profile, what was found beside what is claimed. */
export interface ProfileLine {
  readonly field: keyof Profile;
  /** For a line of the list `filters`. */
  readonly filter?: string;
  /** What stands in the line; undefined for a filter that is to be left out. */
  readonly found: string | number | boolean | undefined;
  readonly claimed: string | number | boolean | undefined;
  /** Whether a probe could judge it; otherwise `found` repeats the claim. */
  readonly isJudged: boolean;
  /** Why `found` is what it is, where that is not plain. */
  readonly note?: string;
}

const behaviourWords: Readonly<Record<FilterBehaviour, string>> = {
  TAKEN: 'taken',
  IGNORED: 'ignored',
  REFUSED: 'refused',
  LOSES: 'loses rows that match',
  FAILS: 'fails',
};

/**
 * Puts what was found beside what is claimed.
 *
 * @param fields the lines that mean something for the standard, in the order of the result
 */
export function profileLinesOf(claims: Profile, findings: Findings, fields: readonly (keyof Profile)[]): ProfileLine[] {
  return fields.flatMap((field): ProfileLine[] => {
    if (field === 'filters') return filterLinesOf(claims, findings);
    const found = findings[field];
    return [{ field, found: found ?? claims[field], claimed: claims[field], isJudged: found !== undefined }];
  });
}

/** Whether a line says something else than the partner's file. */
export function differs({ found, claimed }: ProfileLine): boolean {
  return found !== claimed;
}

function filterLinesOf(claims: Profile, { filters }: Findings): ProfileLine[] {
  const names = [...new Set([...filters.keys(), ...claims.filters])];
  return names.flatMap((name): ProfileLine[] => {
    const behaviour = filters.get(name);
    const claimed = claims.filters.includes(name) ? name : undefined;
    const found = behaviour === undefined ? claimed : behaviour === 'TAKEN' ? name : undefined;
    // Neither claimed nor taken: nothing to say.
    if (found === undefined && claimed === undefined) return [];
    const note = behaviour === undefined ? {} : { note: behaviourWords[behaviour] };
    return [{ field: 'filters', filter: name, found, claimed, isJudged: behaviour !== undefined, ...note }];
  });
}
