import type { Filter } from 'mongodb';
import type { VersionFilter } from '../version-store.ts';
import { type CurrentRowDocument, keyOf, memberOf, orderValueOf, type VersionRow } from './rows.ts';

/**
 * Builds conditions on current rows. Each set of terms is a range of the index on keys. Groups have no index: they are
 * checked on the rows that meet the other conditions, so a filter with a group also contains the group's values as
 * terms.
 */
export function currentRowConditions(filter: VersionFilter): Filter<CurrentRowDocument>[] {
  return [
    ...(filter.all ?? []).map((terms) => ({ keys: { $in: terms.map(keyOf) } })),
    ...groupConditions<CurrentRowDocument>(filter),
    ...dateConditions<CurrentRowDocument>(filter),
    // An order value begins with the instant and a blank, so these bounds are exactly the bounds on instants.
    ...(filter.receivedAfter === undefined ? [] : [{ lastChanged: { $gte: `${filter.receivedAfter}${charAfterBlank}` } }]),
    ...(filter.receivedBefore === undefined ? [] : [{ lastChanged: { $lt: orderValueOf(filter.receivedBefore, '') } }]),
  ];
}

/** Builds conditions on versions. They are checked row by row, because the log and histories are read in batches. */
export function versionConditions(filter: VersionFilter): Filter<VersionRow>[] {
  return [
    ...(filter.all ?? []).map((terms) => ({ terms: { $in: [...terms] } })),
    ...groupConditions<VersionRow>(filter),
    ...dateConditions<VersionRow>(filter),
    ...(filter.receivedAfter === undefined ? [] : [{ receivedAt: { $gt: filter.receivedAfter } }]),
    ...(filter.receivedBefore === undefined ? [] : [{ receivedAt: { $lt: filter.receivedBefore } }]),
  ] as Filter<VersionRow>[];
}

/** Combines all conditions into one. */
export function allOf<Row>(conditions: readonly Filter<Row>[]): Filter<Row> {
  return (conditions.length === 0 ? {} : { $and: [...conditions] }) as Filter<Row>;
}

const charAfterBlank = '!';

function groupConditions<Row extends Pick<VersionRow, 'groups'>>({ sameGroup }: VersionFilter): Filter<Row>[] {
  if (sameGroup === undefined) return [];
  const members = Object.entries(sameGroup).map(([name, value]) => memberOf(name, value));
  return [{ groups: { $elemMatch: { members: { $all: members } } } } as Filter<Row>];
}

function dateConditions<Row extends Pick<VersionRow, 'date'>>({ dateMin, dateMax }: VersionFilter): Filter<Row>[] {
  return [
    ...(dateMin === undefined ? [] : [{ date: { $gte: dateMin } } as Filter<Row>]),
    ...(dateMax === undefined ? [] : [{ date: { $lte: dateMax } } as Filter<Row>]),
  ];
}
