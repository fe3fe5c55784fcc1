import { instantOf } from '@landfall/dcsa/instant.ts';
import { type PortScheduleRecord, recordsIn, type ScheduleRow } from './model.ts';

/**
 * Sorts port schedules by the SMDG code of the terminal, then by their earliest timestamp, as an instant; those without
 * one come last. The sort is stable, so equal rows keep their order. Commercial Schedules requires a sorted list and
 * does not define the sort key.
 */
export function sortedByTerminal<R extends { readonly row: ScheduleRow }>(rows: readonly R[]): R[] {
  const keyed = rows.map((placed) => ({ placed, ...keysOf(recordsIn(placed.row) as PortScheduleRecord) }));
  keyed.sort((left, right) => compare(left.terminal, right.terminal) || compare(left.first, right.first));
  return keyed.map(({ placed }) => placed);
}

function keysOf({ location, vesselSchedules }: PortScheduleRecord): { terminal: string | undefined; first: string | undefined } {
  const instants = (vesselSchedules ?? []).flatMap(({ timestamps }) =>
    (timestamps ?? []).flatMap(({ eventDateTime }) => instantOf(eventDateTime ?? '') ?? []),
  );
  return { terminal: location?.facilitySMDGCode ?? undefined, first: instants.toSorted()[0] };
}

function compare(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  return left < right ? -1 : 1;
}
