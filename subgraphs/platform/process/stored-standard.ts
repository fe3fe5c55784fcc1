import { watchComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { Caller } from '../access/entitlement.ts';
import { type RowCounter, uncounted } from '../access/row-counter.ts';
import { type AttributeNames, eachHidden, hiddenAttributesOf } from '../access/visibility.ts';
import { createPartnerNameOf } from '../graphql/shared-types.ts';
import { createMatchCache } from '../matching/match-sets.ts';
import type { Standard } from '../partners/partner.ts';
import type { DeliveryKind } from '../publisher/deliveries/message.ts';
import { createDeliveriesTo } from '../publisher/deliveries/operations.ts';
import { openDeliveries } from '../publisher/deliveries/partner-kind.ts';
import { createInvalidRows, type InvalidRows } from '../publisher/invalid-rows.ts';
import { subscribersOf } from '../publisher/recipient.ts';
import { createReceivedRemarks } from '../receiver/received-remarks.ts';
import type { LogName } from '../store/version-store.ts';
import { createSources } from '../upstream/sources.ts';
import { createPartnerStandards } from './partner-standards.ts';
import type { SubgraphParts } from './subgraph.ts';

/** Opens what the subgraphs of the standards with pushes have in common. Deliveries run until they are disposed of. */
export async function openStoredStandard<Views, MatchSet>(
  parts: SubgraphParts,
  subgraph: {
    readonly standard: Standard;
    /** The log of the objects that are matched. */
    readonly log: LogName;
    /** Creates the views of a caller who may not see these attributes. */
    readonly createViews: (hidden: AttributeNames) => Views;
    readonly createDeliveryKinds: (invalidRows: InvalidRows) => readonly DeliveryKind[];
  },
) {
  const { standard, log, createViews, createDeliveryKinds } = subgraph;
  const { store, partners, upstream, signer } = parts;
  const versions = store.versions(log);
  const viewsOf = eachHidden(createViews);
  const invalidRows = createInvalidRows();
  const receivedRemarks = createReceivedRemarks();
  const sourcesFor = createSources({ standard, log, partners, versions });
  const standardOf = createPartnerStandards({ standard, partners, upstream, versions, invalidRows, receivedRemarks });
  const kinds = createDeliveryKinds(invalidRows);
  const deliveriesTo = createDeliveriesTo({ store, kinds, findRecipient: subscribersOf(partners).find });
  // By the current partner files.
  const rules = watchComparisonRules(partners);
  const matchCache = createMatchCache<MatchSet>();
  return {
    invalidRows,
    receivedRemarks,
    deliverers: await openDeliveries(kinds, parts),
    /** Returns what resolvers and queries of one request need. */
    contextFor: (caller: Caller, rows: RowCounter = uncounted) => ({
      caller,
      store,
      signer,
      partners,
      /** Counts the confidential rows of the request. */
      rows,
      rules,
      /** Match sets of pages, shared by all requests. */
      matchCache,
      /** Views of match candidates, which may turn out not to be shown and are not counted. */
      candidates: viewsOf(hiddenAttributesOf(log, caller.entitlement)),
      sourcesOf: sourcesFor(caller),
      partnerNameOf: createPartnerNameOf(partners, caller),
      standardOf,
      deliveriesTo: deliveriesTo(),
    }),
  };
}

/** What resolvers and queries of one request need, whatever the standard. */
export type StoredContext<Views, MatchSet> = ReturnType<Awaited<ReturnType<typeof openStoredStandard<Views, MatchSet>>>['contextFor']>;
