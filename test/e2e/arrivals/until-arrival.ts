import type { OpenLandfall } from '../../support/open-landfall.ts';
import { until } from '../../support/until.ts';

/** An arrival with the fields that these tests select. */
export interface AskedArrival {
  readonly id: string;
  readonly state: string;
  readonly isOpen: boolean;
  readonly bestTime: { readonly source: string; readonly localDate: string } | null;
  readonly statements: Readonly<
    Record<'schedule' | 'port', { readonly outcome: string; readonly arrival: { readonly localDate: string } | null }>
  >;
}

const query = `query ($reference: String!, $partner: ID!) { arrival(partner: $partner, transportDocumentReference: $reference) {
  id state isOpen bestTime { source localDate }
  statements { schedule { outcome arrival { localDate } } port { outcome arrival { localDate } } } } }`;

/**
 * Queries the arrival of a notice until it is as expected, because no event reports an evaluation that raises no alert.
 */
export async function untilArrival(
  landfall: Pick<OpenLandfall, 'query'>,
  reference: string,
  condition: (arrival: AskedArrival) => boolean,
  partner = 'acme',
): Promise<AskedArrival> {
  return until(async () => {
    const { arrival } = await landfall.query<{ arrival: AskedArrival | null }>(query, { reference, partner });
    return arrival !== null && condition(arrival) && arrival;
  });
}
