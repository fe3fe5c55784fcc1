import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { FastifyPluginCallback } from 'fastify';
import { type GraphQLSchema, parse } from 'graphql';
import { createCursorSigner } from '../shared/cursors/cursor-signer.ts';
import type { EventBus } from '../shared/events/events.ts';
import type { Logger } from '../shared/logger.ts';
import { createOutbound } from '../shared/outbound.ts';
import { packageRoot } from '../shared/package-root.ts';
import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { PushEdgeOptions } from '../shared/push/edge.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import type { Store } from '../shared/store/version-store.ts';
import { createQuestions } from './questions.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { sayTheSame } from './reduced-views.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createNoticeViews } from './store/notice-versions.ts';
import { createArrivalNoticesClient } from './upstream/client.ts';
import { followNotifications } from './upstream/named-notices.ts';
import { createPull } from './upstream/pull.ts';
import { createRefresh } from './upstream/refresh.ts';

/** Text of parsed documents kept in memory. */
const maxParsedBytes = 24 * 1024 * 1024;

export interface SubgraphOptions {
  readonly store: Store;
  readonly bus: EventBus;
  readonly partners: PartnerRegistry;
  readonly logger: Logger;
  readonly limits: PushEdgeOptions['limits'];
  /** Whether other processes use the same store. */
  readonly shared: boolean;
  /** Signs cursors; absent: the secret kept in the store. */
  readonly cursorSecret?: string | undefined;
  readonly retentionMs: number;
  readonly onPush?: PushEdgeOptions['onPush'];
}

/** What a request is answered for. */
export interface Caller {
  /** Names what the caller may see; equal keys see the same. */
  readonly key: string;
}

export interface Subgraph extends AsyncDisposable {
  readonly name: 'arrival-notices';
  readonly schema: GraphQLSchema;
  /** To be registered under `/dcsa`. */
  readonly routes: FastifyPluginCallback;
  /** Made anew for every request. */
  contextFor(caller: Caller): RequestContext;
}

/** The SDL as it is composed into the supergraph. */
export function readSdl(): string {
  return readFileSync(join(packageRoot, 'schema', 'arrival-notices.graphql'), 'utf8');
}

/** Opens the subgraph: its schema, its receiver, and the announcers of its two logs. */
export async function openSubgraph(options: SubgraphOptions): Promise<Subgraph> {
  const { store, bus, logger, shared, partners } = options;
  const views = createNoticeViews(maxParsedBytes);
  const secret = options.cursorSecret === undefined ? await store.secret('cursors') : Buffer.from(options.cursorSecret);
  const signer = createCursorSigner(secret);
  const sourcesOf = createSources({ standard: 'ARRIVAL_NOTICE', partners, versions: store.versions('arrival-notice-versions') });
  const notices = startAnnouncer({ store, log: 'arrival-notice-versions', bus, logger, shared });
  const notifications = startAnnouncer({ store, log: 'arrival-notice-notifications', bus, logger, shared });
  const outbound = createOutbound({ logger });
  const pull = createPull(createArrivalNoticesClient({ outbound, logger }), {
    log: 'arrival-notice-versions',
    versions: store.versions('arrival-notice-versions'),
    deadLetters: store.deadLetters,
    logger,
    sayTheSame,
    wake: notices.wake,
  });
  const refresh = createRefresh({ pull, logger });
  const named = followNotifications({ store, partners, pull, logger });
  const retention = startRetention({
    store,
    logs: ['arrival-notice-versions', 'arrival-notice-notifications'],
    retentionMs: options.retentionMs,
    logger,
  });
  return {
    name: 'arrival-notices',
    schema: buildSubgraphSchema([{ typeDefs: parse(readSdl()), resolvers: resolvers as never }]),
    routes: createReceiverRoutes({
      store,
      logger,
      limits: options.limits,
      findPartner: (headers) => partners.findByApiKey(headers),
      wake: {
        notices: notices.wake,
        notifications: () => {
          notifications.wake();
          named.wake();
        },
      },
      ...(options.onPush === undefined ? {} : { onPush: options.onPush }),
    }),
    contextFor: (caller) => ({
      questions: createQuestions({ store, signer, views, partners, refresh, entitlementKey: caller.key }),
      views,
      sourcesOf,
    }),
    [Symbol.asyncDispose]: async () => {
      await retention[Symbol.asyncDispose]();
      await named[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
      await notices[Symbol.asyncDispose]();
      await notifications[Symbol.asyncDispose]();
    },
  };
}
