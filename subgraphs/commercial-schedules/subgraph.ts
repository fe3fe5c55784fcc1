import type { Caller } from '../shared/access/entitlement.ts';
import type { Clock } from '../shared/clock.ts';
import { followRules } from '../shared/joins/current-rules.ts';
import { createPageMemory } from '../shared/joins/page-memory.ts';
import { createPartnerStandards } from '../shared/partner-standards.ts';
import type { Store } from '../shared/store/version-store.ts';
import { openCursorSigner, type Subgraph, type SubgraphParts } from '../shared/subgraph.ts';
import type { MatchedCall } from './matches.ts';
import { createProducerRoutes } from './publisher/routes.ts';
import { createQuestions } from './questions.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createSnapshots } from './snapshots.ts';
import { createAnswers } from './upstream/answers.ts';
import { createSchedulesClient } from './upstream/client.ts';
import { createCollect } from './upstream/collect.ts';
import { commercialScheduleProbes } from './upstream/probes.ts';

const name = 'commercial-schedules';

/** What this subgraph takes: it keeps nothing but the secret that signs cursors where the settings name none. */
export type SchedulesParts = Pick<SubgraphParts, 'partners' | 'upstream' | 'cursorCache' | 'cursorSecret' | 'logger'> & {
  readonly store: Pick<Store, 'secret'>;
  readonly clock?: Clock;
};

/** What can be found out about partners that offer the standard. */
export const probes = commercialScheduleProbes;

/** Opens the subgraph. It keeps nothing of its own, so there may be any number of them over one cache. */
export async function openSubgraph(parts: SchedulesParts): Promise<Subgraph<RequestContext>> {
  const { partners, cursorCache: cache, upstream, logger, clock } = parts;
  const timed = clock === undefined ? {} : { clock };
  const client = createSchedulesClient({ upstream, logger, ...timed });
  const collect = createCollect({ client, upstream, logger, ...timed });
  const answers = createAnswers({ collect, cache, logger, ...timed });
  const rules = followRules(partners);
  const remember = createPageMemory<MatchedCall>();
  const snapshots = createSnapshots(cache, answers);
  const standardOf = createPartnerStandards({ standard: 'COMMERCIAL_SCHEDULES', partners, upstream });
  const signer = await openCursorSigner(parts);
  const questionsFor = (caller: Caller) => createQuestions({ answers, snapshots, partners, signer, rules, remember, caller });
  return {
    name,
    resolvers,
    routes: [],
    published: createProducerRoutes({ questionsFor, signer }),
    deliverers: [],
    contextFor: (caller) => ({ caller, questions: questionsFor(caller), standardOf }),
    [Symbol.asyncDispose]: async () => {},
  };
}
