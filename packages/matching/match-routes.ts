import { textAt } from '@landfall/dcsa/wire-values.ts';
import { normalUNLocationCode } from './claims/normal-values.ts';
import type { CallRecord } from './claims/records.ts';
import type { MatchKey } from './keys/match-key.ts';
import type { MatchContext } from './match-visits.ts';
import type { AttributeComparison } from './rules/agreements.ts';
import { type Assessment, assess } from './rules/assess.ts';
import type { MatchConfidence } from './rules/match-rules.ts';

/**
 * An offer on the trade lane of a notice. It is never "the route of this shipment", because schedules are made before
 * bookings.
 */
export interface RouteMatch {
  /** The parsed `PointToPoint`. */
  readonly route: unknown;
  readonly partner: string;
  /** `LANE`, or the confidence of the sailing if a leg has the notice's ship, voyage and port of discharge. */
  readonly confidence: MatchConfidence;
  /** The places that agree. */
  readonly tradeLane: readonly AttributeComparison[];
  /** The assessment of the leg with the notice's own ship and voyage. */
  readonly sailing: Assessment | undefined;
}

/** A route with all the calls that its legs name, from `callRecordsOfPointToPoint`. */
export interface RouteRecord {
  readonly route: unknown;
  readonly partner: string;
  readonly calls: readonly CallRecord[];
}

/**
 * Finds the routes on the trade lane of a notice.
 *
 * @param matchKey from `routeMatchKeyOfNotice`; any other match key has no trade lane and finds nothing
 * @returns routes with the notice's own sailing first, otherwise in the given order
 */
export function matchRoutes(
  matchKey: MatchKey,
  routes: readonly RouteRecord[],
  { rules }: Pick<MatchContext, 'rules'>,
): readonly RouteMatch[] {
  return routes
    .flatMap(({ route, partner, calls }): readonly RouteMatch[] => {
      const tradeLane = compareTradeLanes(matchKey, route, rules);
      if (tradeLane === undefined) return [];
      const arrivals = calls.filter(({ claim }) => claim.sides === 'IMPORT');
      const sailing = arrivals.flatMap(({ claim }) => assess(matchKey, [claim], rules) ?? []).find((assessment) => isSailing(assessment));
      return [{ route, partner, confidence: sailing?.confidence ?? 'LANE', tradeLane, sailing }];
    })
    .toSorted((left, right) => Number(left.confidence === 'LANE') - Number(right.confidence === 'LANE'));
}

function isSailing({ confidence, isContradicted }: Assessment): boolean {
  return confidence === 'STRONG' && !isContradicted;
}

/** TRADE_LANE: compares the ends of a route with the places of a notice; undefined unless both ends agree. */
function compareTradeLanes(
  { tradeLane }: MatchKey,
  route: unknown,
  rules: MatchContext['rules'],
): readonly AttributeComparison[] | undefined {
  if (tradeLane === undefined) return undefined;
  const ends = (['placeOfReceipt', 'placeOfDelivery'] as const).flatMap((name): readonly AttributeComparison[] => {
    const value = normalUNLocationCode(textAt(route, name, 'location', 'UNLocationCode'));
    const places = tradeLane[name === 'placeOfReceipt' ? 'from' : 'to'];
    const left = value === undefined ? undefined : places.find((place) => rules.portOf(place.value) === rules.portOf(value));
    if (value === undefined || left === undefined) return [];
    const attribute = name === 'placeOfReceipt' ? 'PLACE_OF_RECEIPT' : 'PLACE_OF_DELIVERY';
    return [
      {
        attribute,
        left,
        right: { path: `${name}.location.UNLocationCode`, value },
        result: 'MATCH',
        spelledDifferently: left.value !== value,
      },
    ];
  });
  return ends.length === 2 ? ends : undefined;
}
