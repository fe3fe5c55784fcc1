import type { InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { findInvalidParts, withoutParts } from '#platform/wire/shape-check.ts';
import { type PointToPointRecord, recordsIn, type ScheduleQuery, type ScheduleRecord, type ScheduleRow } from '../model.ts';
import { shapes } from '../wire/parse.ts';

type Endpoint = ScheduleQuery['endpoint'];

/** A row and the partner that sent it. */
export interface SourcedRow {
  readonly row: ScheduleRow;
  readonly partner: string;
}

/**
 * Returns the requested part of a row without its invalid parts; undefined if no valid part is left.
 *
 * @param invalidRows records rows with invalid parts
 */
export function validPartOf(
  endpoint: Endpoint,
  { row, partner }: SourcedRow,
  invalidRows: Pick<InvalidRows, 'record'>,
): ScheduleRecord | undefined {
  const record = recordsIn(row);
  // A complete row without violations was checked when it was received.
  if (row.violations.length === 0 && row.record === undefined) return record;
  const valid = validStatementOf(endpoint, record);
  if (valid !== record) {
    invalidRows.record({ partner, row: endpoint, outcome: valid === undefined ? 'WITHHELD' : 'CLEANED', violations: row.violations });
  }
  return valid;
}

function validStatementOf(endpoint: Endpoint, record: ScheduleRecord): ScheduleRecord | undefined {
  const parts = findInvalidParts(shapes[endpoint], record);
  if (parts === 'ALL') return undefined;
  // A route without one of its legs would be a different route.
  const legs = parts?.get('legs');
  if (typeof legs === 'object' && [...legs.values()].includes('ALL')) return undefined;
  return parts === undefined ? record : (withoutParts(record, parts) as PointToPointRecord);
}
