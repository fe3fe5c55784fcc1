import type { Registry } from 'prom-client';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { type CursorSigner, createCursorSigner, createRefusingSigner } from '../log/cursor-signer.ts';
import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { PublishRoute } from '../publisher/get/routes.ts';
import type { InvalidRows } from '../publisher/invalid-rows.ts';
import type { Deliverer } from '../publisher/webhooks/deliverer.ts';
import type { PushRoute } from '../receiver/routes.ts';
import type { Store } from '../store/store.ts';
import { unlessDamaged } from '../store/store-failure.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Backends, logSettingsOf } from './backends.ts';
import type { PartMetrics } from './part-metrics.ts';

/** The dependencies of a subgraph. */
export type SubgraphParts = Backends &
  ReturnType<typeof logSettingsOf> & {
    readonly partners: PartnerRegistry;
    readonly upstream: Upstream;
    readonly logger: Logger;
    /** Counts shared by all processes; undefined if this process runs alone. */
    readonly counts?: SharedCounts | undefined;
    readonly metrics: PartMetrics;
  };

/** The subgraph of a standard, which runs in the process of the gateway or in its own. */
export interface Subgraph<Context extends object = object> extends AsyncDisposable {
  readonly name: string;
  /** Resolvers of its SDL in `schema/`, in the form that `@apollo/subgraph` expects. */
  readonly resolvers: object;
  /** Push endpoints below `/dcsa`; empty for a standard without pushes. */
  readonly routes: readonly PushRoute[];
  /** GET endpoints for subscribers below `/dcsa`. */
  readonly published: readonly PublishRoute[];
  /** Deliveries to subscribers. */
  readonly deliverers: readonly Deliverer[];
  /** Rows that could not be published as received. */
  readonly invalidRows: InvalidRows;
  /** Registers additional metrics. */
  registerMetrics?(registry: Registry): void;
  /**
   * Creates the context of one request. @param request.rows counts its confidential rows. Default: they are not counted
   */
  contextFor(caller: Caller, request?: { readonly rows?: RowCounter | undefined }): Context;
}

/** Opens the signer of cursors, with the configured secret or the generated one in the store. */
export async function openCursorSigner(options: {
  readonly store: Pick<Store, 'secret'>;
  readonly cursorSecret?: string | undefined;
}): Promise<CursorSigner> {
  const { store, cursorSecret } = options;
  if (cursorSecret !== undefined) return createCursorSigner(Buffer.from(cursorSecret));
  return unlessDamaged(store.secret('cursors').then(createCursorSigner), createRefusingSigner);
}
