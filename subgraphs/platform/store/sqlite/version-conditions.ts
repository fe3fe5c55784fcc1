import type { VersionFilter } from '../version-store.ts';
import { joined, type SqlPart } from './connection.ts';

/** Returns the conditions on versions, whose table is `v`. */
export function versionConditions(filter: VersionFilter = {}): SqlPart[] {
  const { all = [], dateMin, dateMax, receivedAfter, receivedBefore } = filter;
  const bounds = {
    "v.search_index ->> '$.date' >=": dateMin,
    "v.search_index ->> '$.date' <=": dateMax,
    'v.received_at >': receivedAfter,
    'v.received_at <': receivedBefore,
  };
  const named = "EXISTS (SELECT 1 FROM json_each(v.search_index, '$.terms') t WHERE t.value IN (SELECT value FROM json_each(?)))";
  return [
    ...Object.entries(bounds).flatMap(([compared, bound]) => (bound === undefined ? [] : [{ sql: `${compared} ?`, values: [bound] }])),
    ...all.map((terms) => ({ sql: named, values: [JSON.stringify(terms)] })),
    ...sameGroupCondition(filter),
  ];
}

/** Returns the condition that one group of a version has all values; none if no group is wanted. */
export function sameGroupCondition({ sameGroup = {} }: VersionFilter): SqlPart[] {
  const attributes = Object.entries(sameGroup);
  if (attributes.length === 0) return [];
  // Attribute names are constants of the program, so they cannot inject SQL.
  const equal = attributes.map(([name]) => `g.value ->> '${name}' = ?`).join(' AND ');
  const sql = `EXISTS (SELECT 1 FROM json_each(v.search_index, '$.groups') g WHERE ${equal})`;
  return [{ sql, values: attributes.map(([, value]) => value) }];
}

export function whereOf(conditions: readonly SqlPart[]): SqlPart {
  const { sql, values } = joined(conditions, ' AND ');
  return { sql: sql && `WHERE ${sql}`, values };
}
