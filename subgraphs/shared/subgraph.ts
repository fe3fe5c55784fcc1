import type { Caller } from './access/entitlement.ts';
import type { RowTally } from './access/row-tally.ts';
import { type CursorSigner, createCursorSigner, createRefusingSigner } from './cursors/cursor-signer.ts';
import type { Deliverer } from './deliver/deliverer.ts';
import type { Logger } from './logger.ts';
import type { Backends, logSettingsOf } from './main.ts';
import type { PartnerRegistry } from './partners/registry.ts';
import type { PublishRoute } from './publish/edge.ts';
import type { InvalidRows } from './publish/invalid-rows.ts';
import type { PushRoute } from './push/edge.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { Store } from './store/store.ts';
import { unlessDamaged } from './store/store-fault.ts';
import type { Upstream } from './upstream/upstream.ts';

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
  contextFor(caller: Caller, request?: { readonly rows?: RowTally | undefined }): Context;
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
