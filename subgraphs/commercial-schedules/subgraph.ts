import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Clock } from '../shared/clock.ts';
import type { CursorCache } from '../shared/cursors/cursor-cache.ts';
import { createCursorSigner } from '../shared/cursors/cursor-signer.ts';
import { followRules } from '../shared/joins/current-rules.ts';
import { createPageMemory } from '../shared/joins/page-memory.ts';
import type { Logger } from '../shared/logger.ts';
import { createOutbound } from '../shared/outbound.ts';
import { packageRoot } from '../shared/package-root.ts';
import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { Store } from '../shared/store/version-store.ts';
import type { MatchedCall } from './matches.ts';
import { createQuestions } from './questions.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createSnapshots } from './snapshots.ts';
import { createAnswers } from './upstream/answers.ts';
import { createSchedulesClient } from './upstream/client.ts';
import { createCollect } from './upstream/collect.ts';

export interface SubgraphOptions {
  readonly partners: PartnerRegistry;
  /** Keeps answers and what cursors point into; shared by all processes that give out the same cursors. */
  readonly cursorCache: CursorCache;
  /** Keeps the secret that signs cursors where the settings name none. */
  readonly store: Pick<Store, 'secret'>;
  readonly cursorSecret?: string | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** What a request is answered for. */
export interface Caller {
  /** Names what the caller may see; equal keys see the same. */
  readonly key: string;
}

export interface Subgraph extends AsyncDisposable {
  readonly name: 'commercial-schedules';
  readonly schema: GraphQLSchema;
  /** Nobody pushes schedules. */
  readonly routes: readonly never[];
  /** Made anew for every request. */
  contextFor(caller: Caller): RequestContext;
}

/** The SDL as it is composed into the supergraph. */
export function readSdl(): string {
  return readFileSync(join(packageRoot, 'schema', 'commercial-schedules.graphql'), 'utf8');
}

/** Opens the subgraph. It keeps nothing of its own, so there may be any number of them over one cache. */
export async function openSubgraph(options: SubgraphOptions): Promise<Subgraph> {
  const { partners, cursorCache: cache, store, cursorSecret, logger, clock } = options;
  const timed = clock === undefined ? {} : { clock };
  const outbound = createOutbound({ logger });
  const collect = createCollect({ client: createSchedulesClient({ outbound, logger, ...timed }), logger, ...timed });
  const answers = createAnswers({ collect, cache, ...timed });
  const rules = followRules(partners);
  const remember = createPageMemory<MatchedCall>();
  const snapshots = createSnapshots(cache, answers);
  const signer = createCursorSigner(cursorSecret === undefined ? await store.secret('cursors') : Buffer.from(cursorSecret));
  return {
    name: 'commercial-schedules',
    schema: buildSubgraphSchema([{ typeDefs: parse(readSdl()), resolvers: resolvers as never }]),
    routes: [],
    contextFor: ({ key }) => ({
      questions: createQuestions({ answers, snapshots, partners, signer, rules, remember, entitlementKey: key }),
    }),
    [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose](),
  };
}
