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
import type { AcceptParts } from '../shared/push/accept.ts';
import type { PushRoute } from '../shared/push/edge.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import type { Store } from '../shared/store/version-store.ts';
import { createPull } from '../shared/upstream-pull.ts';
import { createRefresh } from '../shared/upstream-refresh.ts';
import type { EventMatchSetView } from './matches.ts';
import { versionFilterOf } from './model.ts';
import { createQuestions } from './questions.ts';
import { placeAmongHeld, sayTheSame } from './receiver/held-events.ts';
import { prepareEvent } from './receiver/prepare.ts';
import { createReceiverRoutes } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createEventView } from './store/port-call-events.ts';
import { createEventsClient } from './upstream/client.ts';

/** Text of parsed events kept in memory. */
const maxParsedBytes = 16 * 1024 * 1024;

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

/** How dead letters of the log are taken in again. */
export const intakes = { 'port-call-events': { prepare: prepareEvent, sayTheSame, placeAmongHeld } } as const;

/** What a request is answered for. */
export interface Caller {
  /** Names what the caller may see; equal keys see the same. */
  readonly key: string;
}

export interface Subgraph extends AsyncDisposable {
  readonly name: 'port-calls';
  readonly schema: GraphQLSchema;
  /** What partners push to, below `/dcsa`. */
  readonly routes: readonly PushRoute[];
  /** Made anew for every request. */
  contextFor(caller: Caller): RequestContext;
}

/** The SDL as it is composed into the supergraph. */
export function readSdl(): string {
  return readFileSync(join(packageRoot, 'schema', 'port-calls.graphql'), 'utf8');
}

/** Opens the subgraph: its schema, its receiver, and the announcer of its log. */
export async function openSubgraph(options: SubgraphOptions): Promise<Subgraph> {
  const { store, bus, logger, shared, partners, retentionMs } = options;
  const log = 'port-call-events';
  const view = createEventView(maxParsedBytes);
  const secret = options.cursorSecret === undefined ? await store.secret('cursors') : Buffer.from(options.cursorSecret);
  const signer = createCursorSigner(secret);
  const sourcesOf = createSources({ standard: 'PORT_CALL', partners, versions: store.versions(log) });
  const rules = followRules(partners);
  const remember = createPageMemory<EventMatchSetView>();
  const knowing = async () =>
    (await sourcesOf(undefined)).filter(({ partner, retrievedAt }) => retrievedAt !== undefined || partners.find(partner)?.portCalls);
  const announcer = startAnnouncer({ store, log, bus, logger, shared });
  const accept: AcceptParts = {
    log,
    versions: store.versions(log),
    deadLetters: store.deadLetters,
    logger,
    sayTheSame,
    placeAmongHeld,
    tellRepeats: true,
    wake: announcer.wake,
  };
  const outbound = createOutbound({ logger });
  const { fetchEvents } = createEventsClient({ outbound, logger });
  const pull = createPull({ fetch: fetchEvents, listName: 'events', prepare: prepareEvent, filterOf: versionFilterOf, accept });
  const endpointOf = ({ portCalls }: Partner) => portCalls;
  const refresh = createRefresh({ standard: 'PORT_CALL', partners, endpointOf, pull, logger });
  const retention = startRetention({ store, logs: [log], retentionMs, logger });
  return {
    name: 'port-calls',
    schema: buildSubgraphSchema([{ typeDefs: parse(readSdl()), resolvers: resolvers as never }]),
    routes: createReceiverRoutes(accept),
    contextFor: (caller) => ({
      questions: createQuestions({ store, signer, view, refresh, rules, knowing, remember, entitlementKey: caller.key }),
      view,
      sourcesOf,
    }),
    [Symbol.asyncDispose]: async () => {
      await retention[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
      await announcer[Symbol.asyncDispose]();
    },
  };
}
