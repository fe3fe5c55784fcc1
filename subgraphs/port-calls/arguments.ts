import { LandfallError } from '../shared/errors.ts';
import { instantOf, receivedAtOf } from '../shared/instant.ts';
import type { PortCallEventFilter as FilterArgument } from './generated/schema.ts';
import { comparedFilters, type PortCallEventFilter } from './model.ts';

/** Most values in one list of a filter. */
const maxListLength = 1_000;

/**
 * Checks a filter as GraphQL gives it and turns it into the model's.
 *
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function eventFilterOf(filter: FilterArgument | null | undefined): PortCallEventFilter {
  const given = (filter ?? {}) as Readonly<Record<string, unknown>>;
  const equal: Record<string, string> = {};
  for (const name of comparedFilters) {
    const value = given[name];
    if (typeof value === 'string') equal[name] = value;
  }
  const { eventTimestampMin, eventTimestampMax, partners, receivedAfter, receivedBefore } = filter ?? {};
  if (partners && partners.length > maxListLength) throw badInput('partners', `at most ${maxListLength} values, got ${partners.length}`);
  if (eventTimestampMin && eventTimestampMax && (instantOf(eventTimestampMin) ?? '') > (instantOf(eventTimestampMax) ?? '')) {
    throw badInput('eventTimestampMin', `${eventTimestampMin} is later than eventTimestampMax ${eventTimestampMax}`);
  }
  return {
    equal,
    ...(eventTimestampMin ? { eventTimestampMin } : {}),
    ...(eventTimestampMax ? { eventTimestampMax } : {}),
    ...(partners ? { partners } : {}),
    ...(receivedAfter ? { receivedAfter: receivedAtOf(receivedAfter) } : {}),
    ...(receivedBefore ? { receivedBefore: receivedAtOf(receivedBefore) } : {}),
  };
}

function badInput(name: string, rule: string): LandfallError {
  return new LandfallError('BAD_USER_INPUT', `Filter ${name}: ${rule}.`);
}
