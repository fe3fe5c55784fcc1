import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import type { RoutePlace } from '../../generated/schema.ts';
import type { PointToPointRecord, RouteConditions } from '../../model.ts';
import { type DayRange, differs, isWithin, localDayOf } from './comparable-values.ts';

/**
 * Returns whether a route may match the conditions. "Departure" is the start of the journey at the place of receipt and
 * "arrival" its end at the place of delivery. A route does not contain `cargoType`.
 */
export function isRouteWanted(route: PointToPointRecord, conditions: RouteConditions): boolean {
  const { placeOfReceipt, placeOfDelivery } = route;
  return !(
    isElsewhere(conditions.placeOfReceipt, placeOfReceipt) ||
    isElsewhere(conditions.placeOfDelivery, placeOfDelivery) ||
    isOnAnotherDay({ start: conditions.departureStartDate, end: conditions.departureEndDate }, placeOfReceipt) ||
    isOnAnotherDay({ start: conditions.arrivalStartDate, end: conditions.arrivalEndDate }, placeOfDelivery) ||
    differs(conditions.receiptTypeAtOrigin, route.receiptTypeAtOrigin ?? undefined) ||
    differs(conditions.deliveryTypeAtDestination, route.deliveryTypeAtDestination ?? undefined) ||
    (typeof conditions.maxTranshipment === 'number' && transhipmentsOf(route) > conditions.maxTranshipment)
  );
}

function isElsewhere(conditions: string, place: RoutePlace | null | undefined): boolean {
  return differs(conditions, normalUNLocationCode(place?.location?.UNLocationCode ?? undefined));
}

function isOnAnotherDay(conditions: DayRange, place: RoutePlace | null | undefined): boolean {
  const dateTime = place?.dateTime;
  return typeof dateTime === 'string' && !isWithin(localDayOf(dateTime), conditions);
}

/** Counts the transfers from vessel to vessel. Legs without a mode of transport may hide more of them. */
function transhipmentsOf({ legs }: PointToPointRecord): number {
  const modes = (legs ?? []).map(({ transport }) => transport?.modeOfTransport);
  return modes.filter((mode, index) => mode === 'VESSEL' && modes[index - 1] === 'VESSEL').length;
}
