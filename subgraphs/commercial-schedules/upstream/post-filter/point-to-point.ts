import { normalUNLocationCode } from '#platform/matching/claims/normal-values.ts';
import type { RoutePlace } from '../../generated/schema.ts';
import type { PointToPointRecord, RouteConditions } from '../../model.ts';
import { type DayRange, differs, isWithin, localDayOf } from './comparable-values.ts';

/**
 * Returns whether a route may match the conditions. "Departure" is the start of the journey at the place of receipt and
 * "arrival" its end at the place of delivery. A route does not contain `cargoType`.
 */
export function isRouteWanted(route: PointToPointRecord, asked: RouteConditions): boolean {
  const { placeOfReceipt, placeOfDelivery } = route;
  return !(
    isElsewhere(asked.placeOfReceipt, placeOfReceipt) ||
    isElsewhere(asked.placeOfDelivery, placeOfDelivery) ||
    isOnAnotherDay({ start: asked.departureStartDate, end: asked.departureEndDate }, placeOfReceipt) ||
    isOnAnotherDay({ start: asked.arrivalStartDate, end: asked.arrivalEndDate }, placeOfDelivery) ||
    differs(asked.receiptTypeAtOrigin, route.receiptTypeAtOrigin ?? undefined) ||
    differs(asked.deliveryTypeAtDestination, route.deliveryTypeAtDestination ?? undefined) ||
    (typeof asked.maxTranshipment === 'number' && transhipmentsOf(route) > asked.maxTranshipment)
  );
}

function isElsewhere(asked: string, place: RoutePlace | null | undefined): boolean {
  return differs(asked, normalUNLocationCode(place?.location?.UNLocationCode ?? undefined));
}

function isOnAnotherDay(asked: DayRange, place: RoutePlace | null | undefined): boolean {
  const dateTime = place?.dateTime;
  return typeof dateTime === 'string' && !isWithin(localDayOf(dateTime), asked);
}

/** Counts the transfers from vessel to vessel. Legs without a mode of transport may hide more of them. */
function transhipmentsOf({ legs }: PointToPointRecord): number {
  const modes = (legs ?? []).map(({ transport }) => transport?.modeOfTransport);
  return modes.filter((mode, index) => mode === 'VESSEL' && modes[index - 1] === 'VESSEL').length;
}
