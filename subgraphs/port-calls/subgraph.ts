import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { createCursorSigner } from '../shared/cursors/cursor-signer.ts';
import type { EventBus } from '../shared/events/events.ts';
import { followRules } from '../shared/joins/current-rules.ts';
import type { Logger } from '../shared/logger.ts';
import { packageRoot } from '../shared/package-root.ts';
import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { PushRoute } from '../shared/push/edge.ts';
import { createSources } from '../shared/sources.ts';
import { startAnnouncer } from '../shared/store/announcer.ts';
import { startRetention } from '../shared/store/retention.ts';
import type { Store } from '../shared/store/version-store.ts';
import { createQuestions } from './questions.ts';
import { prepareEvent } from './receiver/prepare.ts';
import { createReceiverRoutes, sayTheSame } from './receiver/routes.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { createEventView } from './store/port-call-events.ts';

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
export const intakes = { 'port-call-events': { prepare: prepareEvent, sayTheSame } } as const;

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
  const knowing = async () =>
    (await sourcesOf(undefined)).filter(({ partner, retrievedAt }) => retrievedAt !== undefined || partners.find(partner)?.portCalls);
  const announcer = startAnnouncer({ store, log, bus, logger, shared });
  const retention = startRetention({ store, logs: [log], retentionMs, logger });
  return {
    name: 'port-calls',
    schema: buildSubgraphSchema([{ typeDefs: parse(readSdl()), resolvers: resolvers as never }]),
    routes: createReceiverRoutes({ store, logger, wake: announcer.wake }),
    contextFor: (caller) => ({
      questions: createQuestions({ store, signer, view, rules, knowing, entitlementKey: caller.key }),
      view,
      sourcesOf,
    }),
    [Symbol.asyncDispose]: async () => {
      await retention[Symbol.asyncDispose]();
      await announcer[Symbol.asyncDispose]();
    },
  };
}
