import type { Registry } from 'prom-client';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { CursorSigner } from '../log/cursor-signer.ts';
import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Deliverer } from '../publisher/deliveries/deliverer.ts';
import type { PublishRoute } from '../publisher/get/routes.ts';
import type { InvalidRows } from '../publisher/invalid-rows.ts';
import type { ReceivedRemarks } from '../receiver/received-remarks.ts';
import type { PushRoute } from '../receiver/routes.ts';
import type { LogName } from '../store/version-store.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Backends } from './backends.ts';
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
