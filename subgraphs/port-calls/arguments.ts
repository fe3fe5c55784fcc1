import { instantOf, receivedAtOf } from '@landfall/dcsa/instant.ts';
import { badFilter } from '#platform/errors.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { PortCallEventFilter as FilterArgument } from './generated/schema.ts';
import type { PortCallEventFilter } from './model.ts';

/**
 * Checks a filter of GraphQL and converts it to the model's: without `null`s, and with instants in the format of the
 * store.
 *
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function eventFilterOf(filter: FilterArgument | null | undefined): PortCallEventFilter {
  const { partners, receivedAfter, receivedBefore, ...conditions } = filter ?? {};
  requireFilterStrings(filter ?? {});
  // Sorted independently of the caller's order, so that equal queries have the same key.
  const given = Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined);
  const checked: PortCallEventFilter = Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  const { eventTimestampMin: min, eventTimestampMax: max } = checked;
  if (min !== undefined && max !== undefined && (instantOf(min) ?? '') > (instantOf(max) ?? '')) {
    throw badFilter('eventTimestampMin', `${min} is later than eventTimestampMax ${max}`);
  }
  return {
    ...checked,
    ...(partners ? { partners } : {}),
    ...(receivedAfter ? { receivedAfter: receivedAtOf(receivedAfter) } : {}),
    ...(receivedBefore ? { receivedBefore: receivedAtOf(receivedBefore) } : {}),
  };
}
