import { followRules } from '../shared/joins/current-rules.ts';
import { createPageMemory } from '../shared/joins/page-memory.ts';
import { createPartnerStandards } from '../shared/partner-standards.ts';
import type { Partner } from '../shared/partners/partner.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import { openCursorSigner, openSubgraphSchema, type Subgraph, type SubgraphParts } from '../shared/subgraph.ts';
import { createPull } from '../shared/upstream/pull.ts';
import { createRefresh } from '../shared/upstream/refresh.ts';
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
import { arrivalNoticeProbes } from './upstream/probes.ts';

const name = 'arrival-notices';

/** Text of parsed documents kept in memory. */
const maxParsedBytes = 24 * 1024 * 1024;

/** How dead letters of the two logs are taken in again. */
export const intakes = {
  'arrival-notice-versions': { prepare: prepareNotice, sayTheSame },
  'arrival-notice-notifications': { prepare: prepareNotification, sayTheSame },
} as const;

/** What can be found out about partners that offer the standard. */
export const probes = arrivalNoticeProbes;

/** Opens the subgraph: its schema, its receiver, and the announcers of its two logs. */
export async function openSubgraph(parts: SubgraphParts): Promise<Subgraph<RequestContext>> {
  const { store, bus, logger, shared, partners, upstream } = parts;
  const views = createNoticeViews(maxParsedBytes);
  const signer = await openCursorSigner(parts);
  const rules = followRules(partners);
  const remember = createPageMemory<NoticeMatchSetView>();
  const sourcesOf = createSources({ standard: 'ARRIVAL_NOTICE', partners, versions: store.versions('arrival-notice-versions') });
  const knowing = async () => (await sourcesOf(undefined)).filter(({ retrievedAt }) => retrievedAt !== undefined);
  const notices = startAnnouncer({ store, log: 'arrival-notice-versions', bus, logger, shared });
  const notifications = startAnnouncer({ store, log: 'arrival-notice-notifications', bus, logger, shared });
  const pull = createPull({
    fetch: createArrivalNoticesClient({ upstream, logger }).fetchArrivalNotices,
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
    standard: 'ARRIVAL_NOTICE',
    upstream,
  });
  const endpointOf = ({ arrivalNotices }: Partner) => arrivalNotices;
  const standardOf = createPartnerStandards({
    standard: 'ARRIVAL_NOTICE',
    endpointOf,
    partners,
    upstream,
    versions: store.versions('arrival-notice-versions'),
  });
  const refresh = createRefresh({ standard: 'ARRIVAL_NOTICE', partners, endpointOf, pull, logger });
  const named = followNotifications({ store, partners, pull, logger });
  const retention = startRetention({
    store,
    logs: ['arrival-notice-versions', 'arrival-notice-notifications'],
    retentionMs: parts.retentionMs,
    logger,
  });
  return {
    name,
    schema: openSubgraphSchema(name, resolvers),
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
      partners,
      standardOf,
    }),
    [Symbol.asyncDispose]: async () => {
      await retention[Symbol.asyncDispose]();
      await named[Symbol.asyncDispose]();
      await notices[Symbol.asyncDispose]();
      await notifications[Symbol.asyncDispose]();
    },
  };
}
