import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { createCursorSigner } from '../shared/cursors/cursor-signer.ts';
import type { EventBus } from '../shared/events/events.ts';
import { followRules } from '../shared/joins/current-rules.ts';
import { createPageMemory } from '../shared/joins/page-memory.ts';
import type { Logger } from '../shared/logger.ts';
import { createOutbound } from '../shared/outbound.ts';
import { packageRoot } from '../shared/package-root.ts';
import type { Partner } from '../shared/partners/partner.ts';
import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { PushRoute } from '../shared/push/edge.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import type { Store } from '../shared/store/version-store.ts';
import { createPull } from '../shared/upstream-pull.ts';
import { createRefresh } from '../shared/upstream-refresh.ts';
import type { NoticeMatchSetView } from './matches.ts';
import { versionFilterOf } from './model.ts';
import { createQuestions } from './questions.ts';
import { prepareNotice, prepareNotification } from './receiver/prepare.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { sayTheSame } from './reduced-views.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createNoticeViews } from './store/notice-versions.ts';
import { createArrivalNoticesClient } from './upstream/client.ts';
import { followNotifications } from './upstream/named-notices.ts';

/** Text of parsed documents kept in memory. */
const maxParsedBytes = 24 * 1024 * 1024;

export interface SubgraphOptions {
  readonly store: Store;
  readonly bus: EventBus;
  readonly partners: PartnerRegistry;
  readonly logger: Logger;
  /** Whether other processes use the same store. */
  readonly shared: boolean;
  /** Signs cursors; absent: the secret kept in the store. */
  readonly cursorSecret?: string | undefined;
  readonly retentionMs: number;
}

/** How dead letters of the two logs are taken in again. */
export const intakes = {
  'arrival-notice-versions': { prepare: prepareNotice, sayTheSame },
  'arrival-notice-notifications': { prepare: prepareNotification, sayTheSame },
} as const;

/** What a request is answered for. */
export interface Caller {
  /** Names what the caller may see; equal keys see the same. */
  readonly key: string;
}

export interface Subgraph extends AsyncDisposable {
  readonly name: 'arrival-notices';
  readonly schema: GraphQLSchema;
  /** What partners push to, below `/dcsa`. */
  readonly routes: readonly PushRoute[];
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
  const rules = followRules(partners);
  const remember = createPageMemory<NoticeMatchSetView>();
  const sourcesOf = createSources({ standard: 'ARRIVAL_NOTICE', partners, versions: store.versions('arrival-notice-versions') });
  const knowing = async () => (await sourcesOf(undefined)).filter(({ retrievedAt }) => retrievedAt !== undefined);
  const notices = startAnnouncer({ store, log: 'arrival-notice-versions', bus, logger, shared });
  const notifications = startAnnouncer({ store, log: 'arrival-notice-notifications', bus, logger, shared });
  const outbound = createOutbound({ logger });
  const pull = createPull({
    fetch: createArrivalNoticesClient({ outbound, logger }).fetchArrivalNotices,
    listName: 'arrivalNotices',
    prepare: prepareNotice,
    filterOf: versionFilterOf,
    accept: {
      log: 'arrival-notice-versions',
      versions: store.versions('arrival-notice-versions'),
      deadLetters: store.deadLetters,
      logger,
      sayTheSame,
      wake: notices.wake,
    },
  });
  const endpointOf = ({ arrivalNotices }: Partner) => arrivalNotices;
  const refresh = createRefresh({ standard: 'ARRIVAL_NOTICE', partners, endpointOf, pull, logger });
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
      wake: {
        notices: notices.wake,
        notifications: () => {
          notifications.wake();
          named.wake();
        },
      },
    }),
    contextFor: (caller) => ({
      questions: createQuestions({ store, signer, views, refresh, rules, knowing, remember, entitlementKey: caller.key }),
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
