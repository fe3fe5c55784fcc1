import type { InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { findInvalidParts, withoutParts } from '#platform/wire/invalid-parts.ts';
import { type PointToPointRecord, recordsIn, type ScheduleQuery, type ScheduleRecord, type ScheduleRow } from '../model.ts';
import { shapes } from '../wire/parse.ts';

type Endpoint = ScheduleQuery['endpoint'];

/** A row of an answer, and whose it is. */
export interface SourcedRow {
  readonly row: ScheduleRow;
  readonly partner: string;
}

/**
 * Gives the part of a row that was asked for, as the standard allows it; undefined where it allows none of it.
 *
 * @param invalidRows hears of it where that is not all that was said
 */
export function validPartOf(
  endpoint: Endpoint,
  { row, partner }: SourcedRow,
  invalidRows: Pick<InvalidRows, 'note'>,
): ScheduleRecord | undefined {
  const said = recordsIn(row);
  // What came without a fault and is shown whole was judged when it came.
  if (row.faults.length === 0 && row.statement === undefined) return said;
  const valid = validStatementOf(endpoint, said);
  if (valid !== said) {
    invalidRows.note({ partner, row: endpoint, outcome: valid === undefined ? 'WITHHELD' : 'CLEANED', faults: row.faults });
  }
  return valid;
}

function validStatementOf(endpoint: Endpoint, said: ScheduleRecord): ScheduleRecord | undefined {
  const parts = findInvalidParts(shapes[endpoint], said);
  if (parts === 'ALL') return undefined;
  // A route without one of its legs is another route.
  const legs = parts?.get('legs');
  if (typeof legs === 'object' && [...legs.values()].includes('ALL')) return undefined;
  return parts === undefined ? said : (withoutParts(said, parts) as PointToPointRecord);
}
