import type { Collection, Filter } from 'mongodb';
import { bucketsOf, timeConditionsOf } from '../arrival-order.ts';
import { createPlanChoices, membersOfAll, type PlanChoice, type PlannedList } from '../arrival-plan-choice.ts';
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

/** Plans how the entries of a list are found. */
export type PlanArrivals = (list: PlannedList) => Promise<Plan>;

/** The collections that are planned for. */
export interface PlannedCollections {
  readonly arrivals: Collection<ArrivalDocument>;
  readonly entries: Collection<EntryDocument>;
}

/** Maximum number of arrivals with a term whose ids are read to find those that also have the other terms. */
const maxRead = 50_000;

/**
 * Creates the planner. The condition that the fewest entries or arrivals meet is looked up first, unless more than
 * `few` meet it. Of several terms that are each frequent, few arrivals may have all. In this case the ids of the arrivals
 * are compared in memory. Entries have no index on terms, because each change of an arrival would move all its entries
 * there.
 */
export function createArrivalPlanner(collections: PlannedCollections): PlanArrivals {
  const choices = createPlanChoices();
  return async (list) => {
    const { selection, few } = list;
    const filter = selection.filter ?? {};
    const sets = termSetsOf(filter);
    const scan = { order: list.order };
    if (sets.length === 0 && timeConditionsOf(filter).length === 0) return planOf(selection, sets, scan);
    const known = choices.find(list);
    const choice = known ?? (await choose(collections, list, sets));
    if (known === undefined) choices.remember(list, choice);
    if ('order' in choice) return planOf(selection, sets, choice);
    const met = 'key' in choice ? sets.filter((set) => set.key === choice.key) : sets;
    const found = await findArrivals(collections, met, few);
    if (found !== undefined) return planOf(selection, sets, found);
    choices.remember(list, scan);
    return planOf(selection, sets, scan);
  };
}

async function choose(
  { arrivals, entries }: PlannedCollections,
  { selection, order, few }: PlannedList,
  sets: readonly TermSet[],
): Promise<PlanChoice> {
  let [fewest, choice]: [number, PlanChoice | undefined] = [few + 1, undefined];
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
  if (read.length === 0) return undefined;
  const together = membersOfAll(read.map(({ ids }) => ids));
  return together.length > few ? undefined : { ids: together, met: new Set(read.map(({ key }) => key)) };
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
