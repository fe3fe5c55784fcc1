import { watchComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { Caller } from '#platform/access/entitlement.ts';
import { partnerNameFor } from '#platform/graphql/shared-types.ts';
import { createMatchCache } from '#platform/matching/match-sets.ts';
import { createPartnerStandards, type Subgraph, type SubgraphParts } from '#platform/process/subgraph.ts';
import { createInvalidRows } from '#platform/publisher/invalid-rows.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { CallMatchResult } from './matching/matches.ts';
import { createProducerRoutes } from './publisher/routes.ts';
import { createQueries } from './queries.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createAnswers, createSnapshots } from './upstream/answers.ts';
import { createCollect } from './upstream/collect.ts';
import { commercialScheduleProbes } from './upstream/probes.ts';

const name = 'commercial-schedules';

/** The parts of this subgraph, which stores nothing. */
export type SchedulesParts = Pick<SubgraphParts, 'partners' | 'upstream' | 'cursorCache' | 'signer' | 'logger'> & {
  readonly clock?: Clock;
  /** How long requests of subscribers wait for partners. @default 25_000 */
  readonly sourcesLimitMs?: number;
};

/** Probes for partners that offer the standard. */
export const probes = commercialScheduleProbes;

/** Opens the subgraph. It has no store of its own, so any number of replicas can share one cache. */
export async function openSubgraph(parts: SchedulesParts): Promise<Subgraph<RequestContext>> {
  const { partners, cursorCache: cache, upstream, logger, signer, clock = systemClock, sourcesLimitMs } = parts;
  const collect = createCollect({ upstream, logger, clock });
  const answers = createAnswers({ collect, cache, logger, clock });
  const rules = watchComparisonRules(partners);
  const matchCache = createMatchCache<CallMatchResult>();
  const snapshots = createSnapshots(cache, answers);
  const invalidRows = createInvalidRows();
  const standardOf = createPartnerStandards({ standard: 'COMMERCIAL_SCHEDULES', partners, upstream, invalidRows });
  const queriesFor = (caller: Caller) => createQueries({ answers, snapshots, partners, signer, rules, matchCache, clock, caller });
  return {
    name,
    resolvers,
    routes: [],
    published: createProducerRoutes({ queriesFor, signer, sourcesLimitMs, invalidRows }),
    logs: [],
    deliverers: [],
    invalidRows,
    contextFor: (caller) => ({
      caller,
      queries: queriesFor(caller),
      partnerNameOf: (id: string) => partnerNameFor(caller, id, partners),
      standardOf,
    }),
    [Symbol.asyncDispose]: async () => {},
  };
}
