import type { Collection, Filter } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bucketsOf, timeConditionsOf } from '../arrival-order.ts';
import type { ArrivalOrder, ArrivalSelection } from '../arrival-store.ts';
import { indexOf, rangeCondition, type TermSet, termSetsOf } from './arrival-conditions.ts';
import { type ArrivalDocument, type EntryDocument, entryIdOf } from './arrival-rows.ts';
import { allOf } from './filter.ts';

/** How the entries of a selection are found. */
export interface Plan {
  readonly conditions: readonly Filter<EntryDocument>[];
  /** The order whose index is scanned; undefined when the conditions contain the ids of the entries. */
  readonly scannedOrder?: ArrivalOrder;
}

/**
 * Plans how entries are found. @param given.few maximum number of arrivals for which looking each one up is cheaper
 * than scanning the index of the order
 */
export type PlanArrivals = (selection: ArrivalSelection, given: { readonly order: ArrivalOrder; readonly few: number }) => Promise<Plan>;

/** The collections that are planned for. */
export interface PlannedCollections {
  readonly arrivals: Collection<ArrivalDocument>;
  readonly entries: Collection<EntryDocument>;
}

/**
 * Time for which a choice is reused, because counting costs more than reading most pages. The choice has no effect on
 * the contents of a list.
 */
const choiceMs = 10_000;

/** Maximum number of arrivals with a term whose ids are read to find those that also have the other terms. */
const maxRead = 50_000;

/** An order whose index is scanned, the key of a set of terms, or all sets together. */
type Choice = { readonly order: ArrivalOrder } | { readonly key: string } | { readonly together: true };

/**
 * Creates the planner. The condition that the fewest entries or arrivals meet is looked up first, unless more than
 * `few` meet it. Of several terms that are each frequent, few arrivals may have all. In this case the ids of the arrivals
 * are compared in memory. Entries have no index on terms, because each change of an arrival would move all its entries
 * there.
 */
export function createArrivalPlanner(collections: PlannedCollections): PlanArrivals {
  const choices = sharedCachePool.open<string, { readonly choice: Choice; readonly untilMs: number }>();
  return async (selection, given) => {
    const sets = termSetsOf(selection.filter ?? {});
    const scan: Choice = { order: given.order };
    if (sets.length === 0 && timeConditionsOf(selection.filter ?? {}).length === 0) return planOf(selection, sets, scan);
    const key = JSON.stringify([given, selection]);
    const known = choices.get(key);
    const remember = (choice: Choice): void => choices.set(key, { choice, untilMs: performance.now() + choiceMs }, 2 * key.length);
    const isKnown = known !== undefined && known.untilMs > performance.now();
    const choice = isKnown ? known.choice : await choose(collections, selection, { ...given, sets });
    if (!isKnown) remember(choice);
    if ('order' in choice) return planOf(selection, sets, choice);
    const met = 'key' in choice ? sets.filter((set) => set.key === choice.key) : sets;
    const found = await findArrivals(collections, met, given.few);
    if (found !== undefined) return planOf(selection, sets, found);
    remember(scan);
    return planOf(selection, sets, scan);
  };
}

async function choose(
  { arrivals, entries }: PlannedCollections,
  selection: ArrivalSelection,
  { order, few, sets }: { readonly order: ArrivalOrder; readonly few: number; readonly sets: readonly TermSet[] },
): Promise<Choice> {
  let [fewest, choice]: [number, Choice | undefined] = [few + 1, undefined];
  for (const set of sets) {
    if (fewest === 0) break;
    const found = await arrivals.countDocuments(set.arrivals, { limit: fewest });
    if (found < fewest) [fewest, choice] = [found, { key: set.key }];
  }
  for (const condition of timeConditionsOf(selection.filter ?? {})) {
    if (condition.order === order || fewest === 0) continue;
    const wanted = allOf([...inScopes(selection), rangeCondition(condition.ranges[0])]);
    const found = await entries.countDocuments(wanted, { limit: fewest, hint: indexOf(condition.order) });
    if (found < fewest) [fewest, choice] = [found, { order: condition.order }];
  }
  return choice ?? (sets.length > 1 ? { together: true } : { order });
}

/** The ids of the arrivals that have all terms of some sets. */
interface FoundArrivals {
  readonly ids: readonly string[];
  /** Keys of the sets whose terms these arrivals have, so that they need not be checked again. */
  readonly met: ReadonlySet<string>;
}

/**
 * @returns undefined if more than `few` arrivals have the terms of all sets, or the arrivals of every set are too many
 *   to read
 */
async function findArrivals({ arrivals }: PlannedCollections, sets: readonly TermSet[], few: number): Promise<FoundArrivals | undefined> {
  const limit = sets.length === 1 ? few : maxRead;
  const read = (await Promise.all(sets.map((set) => readIds(arrivals, set, limit)))).filter((found) => found !== undefined);
  const [rarest, ...others] = read.toSorted((left, right) => left.ids.length - right.ids.length);
  if (rarest === undefined) return undefined;
  let together: ReadonlySet<string> = new Set(rarest.ids);
  for (const { ids } of others) {
    const known = together;
    together = new Set(ids.filter((id) => known.has(id)));
  }
  return together.size > few ? undefined : { ids: [...together], met: new Set(read.map(({ key }) => key)) };
}

/** Longer ids are not read, so that the ids of {@link maxRead} arrivals fit into one document of 16 MiB. */
const maxIdBytes = 250;

/**
 * Reads the ids of the arrivals of a set as one document, because the driver spends much less time on it than on a
 * document for each arrival.
 *
 * @returns undefined if they are too many
 */
async function readIds(
  arrivals: PlannedCollections['arrivals'],
  { key, arrivals: wanted }: TermSet,
  limit: number,
): Promise<{ readonly key: string; readonly ids: readonly string[] } | undefined> {
  const id = { $cond: [{ $lte: [{ $strLenBytes: '$_id' }, maxIdBytes] }, '$_id', '$$REMOVE'] };
  const group = { $group: { _id: null, ids: { $push: id }, count: { $sum: 1 } } };
  const [found] = await arrivals.aggregate<{ ids: string[]; count: number }>([{ $match: wanted }, { $limit: limit + 1 }, group]).toArray();
  if (found === undefined) return { key, ids: [] };
  return found.count > limit || found.ids.length < found.count ? undefined : { key, ids: found.ids };
}

function planOf(selection: ArrivalSelection, sets: readonly TermSet[], by: { readonly order: ArrivalOrder } | FoundArrivals): Plan {
  const { scope, overriding, filter = {} } = selection;
  const checks = [
    ...(overriding === undefined || overriding === scope ? [] : [{ overriddenBy: { $ne: overriding } } as Filter<EntryDocument>]),
    ...sets.flatMap(({ key, check }) => ('ids' in by && by.met.has(key) ? [] : [check])),
    ...timeConditionsOf(filter).flatMap(({ ranges }) => ranges.map(rangeCondition)),
  ];
  if ('order' in by) return { conditions: [...inScopes(selection), ...checks], scannedOrder: by.order };
  const ids = by.ids.flatMap((id) => scopesOf(selection).map((one) => entryIdOf(id, one)));
  return { conditions: [{ _id: { $in: ids }, bucket: { $in: bucketsOf(filter) } }, ...checks] };
}

function inScopes(selection: ArrivalSelection): Filter<EntryDocument>[] {
  return [{ scope: { $in: scopesOf(selection) }, bucket: { $in: bucketsOf(selection.filter ?? {}) } }];
}

function scopesOf({ scope, overriding }: ArrivalSelection): string[] {
  return overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
}
