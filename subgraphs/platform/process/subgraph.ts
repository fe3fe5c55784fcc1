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

/** What a subgraph is opened with; each takes what it needs. */
export type SubgraphParts = Backends &
  ReturnType<typeof logSettingsOf> & {
    readonly partners: PartnerRegistry;
    readonly upstream: Upstream;
    readonly logger: Logger;
    /** What all processes count together; undefined where this one is alone. */
    readonly counts?: SharedCounts | undefined;
  };

/** A standard's part of the graph, in this process or in one of its own. */
export interface Subgraph<Context extends object = object> extends AsyncDisposable {
  readonly name: string;
  /** Of its SDL in `schema/`: by type and field, as `@apollo/subgraph` takes them. */
  readonly resolvers: object;
  /** What partners push to, below `/dcsa`; none for a standard without pushes. */
  readonly routes: readonly PushRoute[];
  /** What subscribers read, below `/dcsa`. */
  readonly published: readonly PublishRoute[];
  /** What is sent to subscribers. */
  readonly deliverers: readonly Deliverer[];
  /** Rows that could not be published as they came. */
  readonly invalidRows: InvalidRows;
  /** Made anew for every request. @param request.rows counts the confidential rows that are shown; default: nobody counts */
  contextFor(caller: Caller, request?: { readonly rows?: RowCounter | undefined }): Context;
}

/** Opens the signer of a deployment's cursors: with the secret of the settings, or with the one that is kept in the store. */
export async function openCursorSigner(options: {
  readonly store: Pick<Store, 'secret'>;
  readonly cursorSecret?: string | undefined;
}): Promise<CursorSigner> {
  const { store, cursorSecret } = options;
  if (cursorSecret !== undefined) return createCursorSigner(Buffer.from(cursorSecret));
  return unlessDamaged(store.secret('cursors').then(createCursorSigner), createRefusingSigner);
}
