import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bucketsOf, timeConditionsOf } from '../arrival-order.ts';
import type { ArrivalOrder, ArrivalSelection } from '../arrival-store.ts';
import { indexNames, rangeCheck, type Statement, type TermSet, termSetsOf } from './arrival-conditions.ts';
import type { Reader } from './connection.ts';
import { integer, json } from './rows.ts';

/** How the entries of a list are found: by the index of an order, or by arrivals that were found first. */
export type AccessPath = ArrivalOrder | FoundArrivals;

/** The arrivals that have all terms of some sets. */
export interface FoundArrivals {
  /** A table with the column `arrival`, without duplicates. */
  readonly table: Statement;
  /** Keys of the sets whose terms these arrivals have, so that they need not be checked again. */
  readonly met: ReadonlySet<string>;
}

/**
 * Chooses how the entries of a list are found. @param given.few maximum number of arrivals for which looking each one
 * up is cheaper than scanning the index of the order
 */
export type PlanArrivals = (selection: ArrivalSelection, given: { readonly order: ArrivalOrder; readonly few: number }) => AccessPath;

/**
 * Time for which a choice is reused, because counting costs more than reading most pages. The choice has no effect on
 * the contents of a list.
 */
const choiceMs = 10_000;

/** Maximum number of arrivals of one set of terms that are read to find those with the terms of all sets. */
const maxRead = 200_000;

/** An order whose index is scanned, the key of a set of terms, or all sets together. */
type Choice = { readonly order: ArrivalOrder } | { readonly key: string } | { readonly together: true };

/**
 * Creates the planner. The condition that the fewest entries or arrivals meet is looked up first, unless more than
 * `few` meet it. Of several terms that are each frequent, few arrivals may have all. In this case the lists of arrivals
 * are compared in memory, which takes a tenth of the CPU time of looking each arrival up.
 */
export function createArrivalPlanner(reader: Reader): PlanArrivals {
  const choices = sharedCachePool.open<string, { readonly choice: Choice; readonly untilMs: number }>();
  return (selection, given) => {
    const { order } = given;
    const sets = termSetsOf(selection.filter ?? {});
    if (sets.length === 0 && timeConditionsOf(selection.filter ?? {}).length === 0) return order;
    const key = JSON.stringify([given, selection]);
    const known = choices.get(key);
    const nowMs = performance.now();
    const choice = known !== undefined && known.untilMs > nowMs ? known.choice : choose(reader, selection, { ...given, sets });
    if (choice !== known?.choice) choices.set(key, { choice, untilMs: nowMs + choiceMs }, 2 * key.length);
    if ('order' in choice) return choice.order;
    if ('key' in choice) return foundBy(sets.find((set) => set.key === choice.key)) ?? order;
    const together = findTogether(reader, sets, given.few);
    if (together !== undefined) return together;
    choices.set(key, { choice: { order }, untilMs: nowMs + choiceMs }, 2 * key.length);
    return order;
  };
}

function choose(
  reader: Reader,
  { scope, overriding, filter = {} }: ArrivalSelection,
  { order, few, sets }: { readonly order: ArrivalOrder; readonly few: number; readonly sets: readonly TermSet[] },
): Choice {
  const countOf = ({ sql, values }: Statement, limit: number): number =>
    integer(reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?)`, ...values, limit), 'count');
  let [fewest, choice]: [number, Choice | undefined] = [few + 1, undefined];
  for (const set of sets) {
    const found = countOf(set.rows, fewest);
    if (found < fewest) [fewest, choice] = [found, { key: set.key }];
  }
  for (const condition of timeConditionsOf(filter)) {
    if (condition.order === order) continue;
    const range = rangeCheck(condition.ranges[0]);
    const where = `e.scope IN (SELECT value FROM json_each(?)) AND e.bucket IN (SELECT value FROM json_each(?)) AND ${range.sql}`;
    const scopes = overriding === undefined ? [scope] : [scope, overriding];
    const values = [JSON.stringify(scopes), JSON.stringify(bucketsOf(filter)), ...range.values];
    const found = countOf({ sql: `arrival_entries e INDEXED BY ${indexNames[condition.order]} WHERE ${where}`, values }, fewest);
    if (found < fewest) [fewest, choice] = [found, { order: condition.order }];
  }
  return choice ?? (sets.length > 1 ? { together: true } : { order });
}

function foundBy(set: TermSet | undefined): FoundArrivals | undefined {
  return set && { table: { sql: `(SELECT DISTINCT t.arrival FROM ${set.rows.sql})`, values: set.rows.values }, met: new Set([set.key]) };
}

/**
 * @returns undefined if more than `few` arrivals have the terms of all sets, or the arrivals of every set are too many
 *   to read
 */
function findTogether(reader: Reader, sets: readonly TermSet[], few: number): FoundArrivals | undefined {
  const read = sets.map(({ key, rows: { sql, values } }) => {
    const row = reader.get(`SELECT json_group_array(arrival) AS found FROM (SELECT t.arrival FROM ${sql} LIMIT ?)`, ...values, maxRead + 1);
    return { key, arrivals: json(row ?? {}, 'found') as number[] };
  });
  // Sets with too many arrivals to read are checked on each entry.
  const compared = read
    .filter(({ arrivals }) => arrivals.length <= maxRead)
    .toSorted((left, right) => left.arrivals.length - right.arrivals.length);
  const [rarest, ...others] = compared;
  if (rarest === undefined) return undefined;
  let together: ReadonlySet<number> = new Set(rarest.arrivals);
  for (const { arrivals } of others) {
    const known = together;
    together = new Set(arrivals.filter((arrival) => known.has(arrival)));
  }
  if (together.size > few) return undefined;
  const table = { sql: '(SELECT value AS arrival FROM json_each(?))', values: [JSON.stringify([...together])] };
  return { table, met: new Set(compared.map(({ key }) => key)) };
}
