import { uncounted } from '../shared/access/row-tally.ts';
import { eachHidden, hiddenAttributesOf } from '../shared/access/visibility-attributes.ts';
import { openDeliveries } from '../shared/deliver/open-deliveries.ts';
import { createDeliveriesTo } from '../shared/deliver/report-view.ts';
import { followRules } from '../shared/joins/current-rules.ts';
import { createPageMemory } from '../shared/joins/page-memory.ts';
import { disposeAll } from '../shared/main.ts';
import { createPartnerStandards } from '../shared/partner-standards.ts';
import { createInvalidRows } from '../shared/publish/invalid-rows.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import { unlessDamaged } from '../shared/store/store-fault.ts';
import type { TermRule } from '../shared/store/version-store.ts';
import { openCursorSigner, type Subgraph, type SubgraphParts } from '../shared/subgraph.ts';
import { createPull } from '../shared/upstream/pull.ts';
import { createRefresh } from '../shared/upstream/refresh.ts';
import type { NoticeMatchSetView } from './matches.ts';
import { partyTermsOf, versionFilterOf } from './model.ts';
import { createDeliveryKinds } from './publisher/deliveries.ts';
import { createPublisherRoutes } from './publisher/routes.ts';
import { createQuestions } from './questions.ts';
import { prepareNotice, prepareNotification } from './receiver/prepare.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { sayTheSame } from './reduced-views.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { noticeErasureRules } from './store/erasure.ts';
import { countedViews, createNoticeViews, documentOf } from './store/notice-versions.ts';
import { createArrivalNoticesClient } from './upstream/client.ts';
import { followNotifications } from './upstream/named-notices.ts';
import { arrivalNoticeProbes } from './upstream/probes.ts';
import { shapes } from './wire/parse.ts';

const name = 'arrival-notices';

/** How dead letters of the two logs are taken in again. */
export const intakes = {
  'arrival-notice-versions': { prepare: prepareNotice, sayTheSame },
  'arrival-notice-notifications': { prepare: prepareNotification, sayTheSame },
} as const;

/** Whom the versions of the two logs are about. */
export const erasureRules = noticeErasureRules;

/** What the standard expects of the objects of the two logs. */
export const publishedShapes = {
  'arrival-notice-versions': shapes.arrivalNotice,
  'arrival-notice-notifications': shapes.notification,
} as const;

/** What subscribers are sent of the two logs, for who operates that. */
export const deliveryKinds = createDeliveryKinds;

/** What can be found out about partners that offer the standard. */
export const probes = arrivalNoticeProbes;

/** Versions of earlier programs were stored without their parties, and would be hidden from them. */
const documentParties: TermRule = { name: 'document-parties', termsOf: (version) => partyTermsOf(documentOf(version)) };

/** Opens the subgraph: its schema, its receiver, and the announcers of its two logs. */
export async function openSubgraph(parts: SubgraphParts): Promise<Subgraph<RequestContext>> {
  const { store, bus, logger, shared, partners, upstream } = parts;
  const viewsOf = eachHidden(createNoticeViews);
  const signer = await openCursorSigner(parts);
  const invalidRows = createInvalidRows();
  const rules = followRules(partners);
  const remember = createPageMemory<NoticeMatchSetView>();
  const log = 'arrival-notice-versions';
  const sourcesFor = createSources({ standard: 'ARRIVAL_NOTICE', log, partners, versions: store.versions(log) });
  for (const each of [log, 'arrival-notice-notifications'] as const) {
    await unlessDamaged(store.versions(each).addTerms(documentParties), () => undefined);
  }
  const notices = startAnnouncer({ store, log, bus, logger, shared });
  const notifications = startAnnouncer({ store, log: 'arrival-notice-notifications', bus, logger, shared });
  const pull = createPull({
    fetch: createArrivalNoticesClient({ upstream, logger }).fetchArrivalNotices,
    listName: 'arrivalNotices',
    prepare: prepareNotice,
    filterOf: versionFilterOf,
    accept: {
      log,
      versions: store.versions(log),
      deadLetters: store.deadLetters,
      logger,
      sayTheSame,
      wake: notices.wake,
    },
    standard: 'ARRIVAL_NOTICE',
    upstream,
  });
  const standardOf = createPartnerStandards({ standard: 'ARRIVAL_NOTICE', partners, upstream, versions: store.versions(log), invalidRows });
  const refresh = createRefresh({ standard: 'ARRIVAL_NOTICE', log, partners, pull, logger });
  const named = followNotifications({ store, partners, pull, logger });
  const retention = startRetention({
    store,
    logs: ['arrival-notice-versions', 'arrival-notice-notifications'],
    retentionMs: parts.retentionMs,
    logger,
  });
  const kinds = createDeliveryKinds(invalidRows);
  const deliveriesTo = createDeliveriesTo({ store, kinds, findPartner: partners.find });
  const deliverers = await openDeliveries(kinds, parts);
  return {
    name,
    resolvers,
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
    published: createPublisherRoutes({ store, signer, invalidRows }),
    deliverers,
    invalidRows,
    contextFor: (caller, { rows = uncounted } = {}) => {
      const sourcesOf = sourcesFor(caller);
      const knowing = async () => (await sourcesOf(undefined)).filter(({ retrievedAt }) => retrievedAt !== undefined);
      const candidates = viewsOf(hiddenAttributesOf(log, caller.entitlement));
      const views = countedViews(candidates, rows);
      const questions = createQuestions({ store, signer, views, candidates, rows, refresh, rules, knowing, remember, caller });
      return { caller, questions, views, rows, sourcesOf, partners, standardOf, deliveriesTo: deliveriesTo() };
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll(deliverers);
      await retention[Symbol.asyncDispose]();
      await named[Symbol.asyncDispose]();
      await notices[Symbol.asyncDispose]();
      await notifications[Symbol.asyncDispose]();
    },
  };
}
