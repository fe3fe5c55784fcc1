import { type EndpointField, endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { InvalidRows } from '../publisher/invalid-rows.ts';
import type { ReceivedRemarks } from '../receiver/received-remarks.ts';
import { receivedByOf } from '../store/received-by.ts';
import type { VersionStore } from '../store/version-store.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** A reference to a partner by its key; every subgraph adds its fields. */
export interface PartnerReference {
  readonly __typename: 'Partner';
  readonly id: string;
}

/** State of a partner in one standard, as the schema shows it. */
export type PartnerStandardView = ReturnType<PartnerStandards>;

/** Resolvers of fields that are looked up on demand. Compiled operations do not call functions in objects. */
export const partnerStandardFields = { lastReceived: ({ lastReceived }: PartnerStandardView) => lastReceived() };

/** The endpoint configured in a partner's file, without secrets. */
export type EndpointView = Pick<Endpoint, 'version' | 'filters' | 'maxReferences' | 'paging'> & { readonly host: string };

type Endpoint = NonNullable<Partner[EndpointField]>;

/** Returns the state of a partner in one standard by the partner's id. */
export type PartnerStandards = ReturnType<typeof createPartnerStandards>;

/** Creates the lookup. @param parts.versions absent, like `receivedRemarks`, if the standard has no store */
export function createPartnerStandards(parts: {
  readonly standard: Standard;
  readonly partners: PartnerRegistry;
  readonly upstream: Pick<Upstream, 'healthOf'>;
  readonly versions?: Pick<VersionStore, 'listCurrent'>;
  readonly invalidRows: Pick<InvalidRows, 'of'>;
  readonly receivedRemarks?: Pick<ReceivedRemarks, 'of'>;
}) {
  const { standard, partners, upstream, versions, invalidRows, receivedRemarks } = parts;
  return (id: string) => {
    const partner = partners.find(id);
    const endpoint = partner && endpointOf(partner, standard);
    const shown: EndpointView | undefined = endpoint && { ...endpoint, host: new URL(endpoint.baseUrl).host };
    return {
      endpoint: shown,
      health: upstream.healthOf(id, standard),
      invalidRows: invalidRows.of(id),
      receivedRemarks: receivedRemarks?.of(id),
      /** Returns the receipt of the last version of the partner. */
      lastReceived: async () => {
        const [last] = (await versions?.listCurrent({ order: 'RECENTLY_CHANGED', limit: 1, filter: { all: [[`partner:${id}`]] } })) ?? [];
        return last && { at: last.current.receivedAt, by: receivedByOf(last.current), lagSeconds: lagOf(last.current) };
      },
    };
  };
}

/** Uses the time of the version itself. Versions without a time have sort keys that do not begin with a date. */
function lagOf({ sortKey, receivedAt }: { readonly sortKey: string; readonly receivedAt: string }): number | undefined {
  const issued = Date.parse(`${sortKey.slice(0, 19)}Z`);
  return Number.isNaN(issued) ? undefined : (Date.parse(receivedAt) - issued) / 1_000;
}
