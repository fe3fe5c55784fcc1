import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import { badFilter } from '#platform/errors.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { ArrivalNoticeFilter, ArrivalNoticeNotificationFilter } from './generated/schema.ts';
import type { NoticeFilter } from './model.ts';

/**
 * Checks a filter of GraphQL and converts it to the model's: without `null`s, and with instants in the format of the
 * store.
 *
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function noticeFilterOf(filter: ArrivalNoticeFilter | ArrivalNoticeNotificationFilter | null | undefined): NoticeFilter {
  const given: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries<string | readonly string[] | null | undefined>(filter ?? {})) {
    if (value === null || value === undefined) continue;
    const isInstant = typeof value === 'string' && (name === 'receivedAfter' || name === 'receivedBefore');
    given[name] = isInstant ? (receivedAtOf(value) ?? '') : value;
  }
  requireFilterStrings(given);
  const checked: NoticeFilter = given;
  const { portOfDischargeArrivalDateMin: min, portOfDischargeArrivalDateMax: max } = checked;
  if (min !== undefined && max !== undefined && min > max) {
    throw badFilter('portOfDischargeArrivalDateMin', `${min} is later than portOfDischargeArrivalDateMax ${max}`);
  }
  return checked;
}
