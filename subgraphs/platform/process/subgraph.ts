import { watchComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { Registry } from 'prom-client';
import type { Caller } from '../access/entitlement.ts';
import { type RowCounter, type RowKind, uncounted } from '../access/row-counter.ts';
import { type AttributeNames, eachHidden, hiddenAttributesOf, visibilityOf } from '../access/visibility.ts';
import { lazily } from '../cache/bounded-cache.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { partnerNameFor } from '../graphql/shared-types.ts';
import type { CursorSigner } from '../log/cursor-signer.ts';
import { type LogTasks, startLogTasks } from '../log/log-tasks.ts';
import type { Logger } from '../logger.ts';
import { createMatchCache } from '../matching/match-sets.ts';
import { type EndpointField, endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Deliverer } from '../publisher/deliveries/deliverer.ts';
import type { DeliveryKind } from '../publisher/deliveries/message.ts';
import { createDeliveriesTo } from '../publisher/deliveries/operations.ts';
import { openDeliveries } from '../publisher/deliveries/partner-kind.ts';
import type { PublishRoute } from '../publisher/get/routes.ts';
import { createInvalidRows, type InvalidRows } from '../publisher/invalid-rows.ts';
import { subscribersOf } from '../publisher/recipient.ts';
import { type AcceptParts, createReceivedRemarks, type ReceivedRemarks } from '../receiver/accept.ts';
import type { PushRoute } from '../receiver/routes.ts';
import {
  type CurrentRow,
  type LogName,
  type ReceivedLogName,
  receivedByOf,
  type StoredVersion,
  type VersionStore,
} from '../store/version-store.ts';
import { createPull, type PullOptions } from '../upstream/pull.ts';
import { createRefresh } from '../upstream/refresh.ts';
import { createSources, type SourcesOf } from '../upstream/sources.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type Backends, disposeAll } from './backends.ts';
import type { PartMetrics } from './health.ts';

/** The dependencies of a subgraph. */
export interface SubgraphParts extends Backends {
  readonly partners: PartnerRegistry;
  readonly upstream: Upstream;
  readonly logger: Logger;
  readonly signer: CursorSigner;
  /** How long logs are kept. */
  readonly retentionMs: number;
  /** Counts shared by all processes; undefined if this process runs alone. */
  readonly counts?: SharedCounts | undefined;
  readonly metrics: PartMetrics;
}

/** The subgraph of a standard, which runs in the process of the gateway or in its own. */
export interface Subgraph<Context extends object = object> extends AsyncDisposable {
  readonly name: string;
  /** Resolvers of its SDL in `schema/`, in the form that `@apollo/subgraph` expects. */
  readonly resolvers: object;
  /** Push endpoints below `/dcsa`; empty for a standard without pushes. */
  readonly routes: readonly PushRoute[];
  /** GET endpoints for subscribers below `/dcsa`. */
  readonly published: readonly PublishRoute[];
  /** Its logs. */
  readonly logs: readonly LogName[];
  /** Deliveries to subscribers. */
  readonly deliverers: readonly Deliverer[];
  /** Rows that could not be published as received. */
  readonly invalidRows: InvalidRows;
  /** What could not be read in stored objects; absent for a standard without pushes. */
  readonly receivedRemarks?: ReceivedRemarks;
  /** Registers additional metrics. */
  registerMetrics?(registry: Registry): void;
  /**
   * Creates the context of one request. @param request.rows counts its confidential rows. Default: they are not counted
   */
  contextFor(caller: Caller, request?: { readonly rows?: RowCounter | undefined }): Context;
}

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

/** The standard of a subgraph with pushes: the rules by which its objects are received, stored and shown. */
interface StoredStandard<Views extends object, Query extends object>
  extends Pick<AcceptParts, 'hasSameContent' | 'assignSortKeys' | 'reportRepeats'>,
    Pick<PullOptions<Query>, 'requestOf' | 'parse' | 'filterOf'> {
  readonly standard: Standard;
  /** The log of the objects that are matched. */
  readonly log: ReceivedLogName;
  /** Creates the views of a caller who may not see these attributes. */
  readonly createViews: (hidden: AttributeNames) => Views;
  /** The kinds of the rows that views convert. */
  readonly rowKinds: Readonly<Partial<Record<keyof Views, RowKind>>>;
  readonly createDeliveryKinds: (invalidRows: InvalidRows) => readonly DeliveryKind[];
  /** Whether a partner that has sent no object may know of one. @default false */
  readonly mayKnow?: (partner: Partner) => boolean;
}

/**
 * Opens what the subgraphs of the standards with pushes have in common. Deliveries and the tasks of logs run until they
 * are disposed of.
 */
export async function openStoredStandard<Views extends object, MatchSet, Query extends object>(
  parts: SubgraphParts,
  subgraph: StoredStandard<Views, Query>,
) {
  const { standard, log, createViews, rowKinds, createDeliveryKinds, mayKnow = () => false, ...rules } = subgraph;
  const { store, partners, upstream, signer, logger } = parts;
  const versions = store.versions(log);
  const viewsOf = eachHidden(createViews);
  const invalidRows = createInvalidRows();
  const receivedRemarks = createReceivedRemarks();
  const sourcesFor = createSources({ standard, log, partners, versions });
  const standardOf = createPartnerStandards({ standard, partners, upstream, versions, invalidRows, receivedRemarks });
  const kinds = createDeliveryKinds(invalidRows);
  const deliveriesTo = createDeliveriesTo({ store, kinds, findRecipient: subscribersOf(partners).find });
  // By the current partner files.
  const comparisonRules = watchComparisonRules(partners);
  const matchCache = createMatchCache<MatchSet>();
  const deliverers = await openDeliveries(kinds, parts);
  const tasks: LogTasks[] = [];
  const acceptFor = (name: ReceivedLogName, onStored = () => {}): AcceptParts => {
    const own = startLogTasks(name, parts);
    tasks.push(own);
    const wake = () => {
      own.wake();
      onStored();
    };
    return { ...rules, log: name, store, logger, receivedRemarks, wake };
  };
  const accept = acceptFor(log);
  const pull = createPull({ ...rules, accept, upstream, logger });
  const refresh = createRefresh({ standard, log, partners, pull, logger });
  return {
    accept,
    /** Starts the tasks of another log of the standard. @param onStored called when its new versions are durable */
    acceptFor,
    pull,
    /** These parts of the subgraph. */
    part: { deliverers, invalidRows, receivedRemarks },
    /** Returns what resolvers and queries of one request need. */
    contextFor: (caller: Caller, { rows = uncounted }: { readonly rows?: RowCounter | undefined } = {}) => {
      const { showsPartner } = visibilityOf(log, caller.entitlement);
      const sources = lazily(() => sourcesFor(caller));
      const sourcesOf: SourcesOf = (named, requested) => sources()(named, requested);
      const deliveries = lazily(deliveriesTo);
      const mightKnow = (id: string) => {
        const partner = partners.find(id);
        return partner !== undefined && showsPartner(id) && mayKnow(partner);
      };
      const candidates = viewsOf(hiddenAttributesOf(log, caller.entitlement));
      return {
        caller,
        store,
        signer,
        partners,
        /** Counts the confidential rows of the request. */
        rows,
        rules: comparisonRules,
        /** Match sets of pages, shared by all requests. */
        matchCache,
        /** Views of match candidates, which may turn out not to be shown and are not counted. */
        candidates,
        /** Objects as the caller sees them. Rows that are shown are counted. */
        views: countedViews(candidates, rowKinds, rows),
        refresh,
        sourcesOf,
        /** Reports on all sources of objects. */
        possibleSources: async () =>
          (await sourcesOf(undefined)).filter(({ partner, retrievedAt }) => retrievedAt !== undefined || mightKnow(partner)),
        partnerNameOf: (id: string) => partnerNameFor(caller, id, partners),
        standardOf,
        deliveriesTo: (partner: string) => deliveries()(partner),
      };
    },
    [Symbol.asyncDispose]: () => disposeAll([...deliverers, ...tasks]),
  };
}

/** Wraps views so that every row they convert is counted. */
function countedViews<Views extends object>(views: Views, kinds: StoredStandard<Views, object>['rowKinds'], rows: RowCounter): Views {
  const counted = Object.entries<RowKind | undefined>(kinds).map(([name, kind]) => {
    const convert = Reflect.get(views, name) as (row: CurrentRow | StoredVersion) => unknown;
    const count = (row: CurrentRow | StoredVersion) => {
      if (kind !== undefined) rows.add(kind, 'current' in row ? row.current : row);
      return convert(row);
    };
    return [name, count] as const;
  });
  return { ...views, ...Object.fromEntries(counted) };
}

/** What resolvers and queries of one request need, whatever the standard. */
export type StoredContext<Views extends object, MatchSet, Query extends object> = ReturnType<
  Awaited<ReturnType<typeof openStoredStandard<Views, MatchSet, Query>>>['contextFor']
>;
