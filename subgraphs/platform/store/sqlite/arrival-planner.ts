import { bucketsOf, timeConditionsOf } from '../arrival-order.ts';
import { createPlanChoices, membersOfAll, type PlanChoice, type PlannedList } from '../arrival-plan-choice.ts';
import type { ArrivalOrder } from '../arrival-store.ts';
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

/** Chooses how the entries of a list are found. */
export type PlanArrivals = (list: PlannedList) => AccessPath;

/** Maximum number of arrivals of one set of terms that are read to find those with the terms of all sets. */
const maxRead = 200_000;

/**
 * Creates the planner. The condition that the fewest entries or arrivals meet is looked up first, unless more than
 * `few` meet it. Of several terms that are each frequent, few arrivals may have all. In this case the lists of arrivals
 * are compared in memory, which takes a tenth of the CPU time of looking each arrival up.
 */
export function createArrivalPlanner(reader: Reader): PlanArrivals {
  const choices = createPlanChoices();
  return (list) => {
    const { order, few } = list;
    const filter = list.selection.filter ?? {};
    const sets = termSetsOf(filter);
    if (sets.length === 0 && timeConditionsOf(filter).length === 0) return order;
    const known = choices.find(list);
    const choice = known ?? choose(reader, list, sets);
    if (known === undefined) choices.remember(list, choice);
    if ('order' in choice) return choice.order;
    if ('key' in choice) return foundBy(sets.find((set) => set.key === choice.key)) ?? order;
    const together = findTogether(reader, sets, few);
    if (together !== undefined) return together;
    choices.remember(list, { order });
    return order;
  };
}

function choose(reader: Reader, { selection, order, few }: PlannedList, sets: readonly TermSet[]): PlanChoice {
  const { scope, overriding, filter = {} } = selection;
  const countOf = ({ sql, values }: Statement, limit: number): number =>
    integer(reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?)`, ...values, limit), 'count');
  let [fewest, choice]: [number, PlanChoice | undefined] = [few + 1, undefined];
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
  const compared = read.filter(({ arrivals }) => arrivals.length <= maxRead);
  if (compared.length === 0) return undefined;
  const together = membersOfAll(compared.map(({ arrivals }) => arrivals));
  if (together.length > few) return undefined;
  const table = { sql: '(SELECT value AS arrival FROM json_each(?))', values: [JSON.stringify(together)] };
  return { table, met: new Set(compared.map(({ key }) => key)) };
}
