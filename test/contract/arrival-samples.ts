import type { ArrivalEntry, ArrivalRow, ArrivalStore, ArrivalWrite } from '#platform/store/arrival-store.ts';

/** The audience of the samples, and a tenant with marks. */
export const [audience, tenantScope] = ['all/6-24-2-72', 'tenant:blue'];

/** Creates an entry; attributes that are not given have defaults. */
export function entryOf(sample: Partial<ArrivalEntry> = {}): ArrivalEntry {
  const { rank = 0 } = sample;
  return { scopes: [audience], rank, changedAtMs: 1_000, isOpen: true, needsAttention: rank > 0, isUrgent: false, ...sample };
}

/** Creates a row of `arrival-1`; attributes that are not given have defaults. */
export function arrivalOf(sample: Partial<ArrivalRow> = {}): ArrivalRow {
  return {
    arrivalId: 'arrival-1',
    partner: 'acme',
    document: '{"format":1}',
    terms: ['partner:acme'],
    entries: [entryOf()],
    ...sample,
  };
}

/** Creates this many new arrivals. */
export function arrivalsOf(count: number, sample: (index: number) => Partial<ArrivalRow>): ArrivalWrite[] {
  return Array.from({ length: count }, (_, index) => ({
    row: arrivalOf({ arrivalId: `arrival-${String(index).padStart(6, '0')}`, ...sample(index) }),
    revision: 0,
  }));
}

type ListQuery = Omit<Parameters<ArrivalStore['list']>[0], 'from'>;

/** Reads a list to its end, in pages of this size. */
export async function readWholeList<Row extends { readonly position: string }>(
  list: (query: ListQuery & { readonly from: string | undefined }) => Promise<readonly Row[]>,
  query: ListQuery,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let from: string | undefined; ; ) {
    const page = await list({ ...query, from });
    if (query.backwards) all.unshift(...page);
    else all.push(...page);
    if (page.length < query.limit) return all;
    from = (query.backwards ? page[0] : page.at(-1))?.position;
  }
}
