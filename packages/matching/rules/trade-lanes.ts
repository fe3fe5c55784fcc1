import { textAt } from '@landfall/dcsa/wire-values.ts';
import { normalUNLocationCode } from '../claims/normal-values.ts';
import type { MatchKey } from '../keys/match-key.ts';
import type { AttributeComparison } from './comparison-builder.ts';

/** TRADE_LANE: compares the ends of a route with the places of a notice; undefined unless both ends agree. */
export function compareTradeLanes({ tradeLane }: MatchKey, route: unknown): readonly AttributeComparison[] | undefined {
  const from = normalUNLocationCode(textAt(route, 'placeOfReceipt', 'location', 'UNLocationCode'));
  const to = normalUNLocationCode(textAt(route, 'placeOfDelivery', 'location', 'UNLocationCode'));
  if (tradeLane === undefined || from === undefined || to === undefined) return undefined;
  const [fromPlace, toPlace] = [tradeLane.from.find(({ value }) => value === from), tradeLane.to.find(({ value }) => value === to)];
  if (fromPlace === undefined || toPlace === undefined) return undefined;
  return [
    {
      attribute: 'PLACE_OF_RECEIPT',
      left: fromPlace,
      right: { path: 'placeOfReceipt.location.UNLocationCode', value: from },
      result: 'MATCH',
    },
    {
      attribute: 'PLACE_OF_DELIVERY',
      left: toPlace,
      right: { path: 'placeOfDelivery.location.UNLocationCode', value: to },
      result: 'MATCH',
    },
  ];
}
