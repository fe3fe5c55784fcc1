import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { LandfallError } from '#platform/errors.ts';
import { DateTime, JSONScalar } from '#platform/graphql/shared-types.ts';
import type { EventBus, Topics } from '#platform/log/event-bus.ts';
import { composeSupergraph } from '../../../gateway/supergraph/composition.ts';
import { deferred } from '../../support/deferred.ts';

/** A small version of the arrival notices subgraph, with fields that fail on purpose. */
const sdl = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible", "@cost", "@listSize"])
  "An instant."
  scalar DateTime
  scalar JSON
  "Questions."
  type Query {
    "Notices."
    notices(filter: NoticeFilter, first: Int = 20): NoticeConnection!
      @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)
    node(id: ID!): Node
    echo(value: JSON, at: DateTime, kind: Kind, filter: NoticeFilter): JSON
    refused: String
    broken: String @cost(weight: 3)
    brokenForSure: String!
    callers: [String!]!
    held: String
    arrivalNoticeVersionLog(filter: NoticeFilter, after: String, first: Int = 100): ArrivalNoticeVersionLogPage!
  }
  type Mutation {
    remember(text: String!): String!
  }
  type Subscription {
    arrivalNoticeVersionReceived(filter: NoticeFilter, after: String): ArrivalNoticeVersionPayload!
  }
  input NoticeFilter {
    references: [String!]
    kind: Kind
    size: Int = 1
  }
  enum Kind {
    ORIGINAL
    REVISED
    SECRET @inaccessible
  }
  interface Node {
    id: ID!
  }
  type NoticeConnection {
    nodes: [Notice!]!
    edges: [NoticeEdge!]!
    pageInfo: PageInfo!
  }
  type NoticeEdge {
    cursor: String!
    node: Notice!
  }
  type PageInfo @shareable {
    hasNextPage: Boolean!
  }
  type Notice implements Node @key(fields: "id") {
    id: ID!
    reference: String!
    kind: Kind!
    current: ArrivalNoticeVersion!
    versions: [ArrivalNoticeVersion!]!
    failing: String
    failingForSure: String!
    hidden: String @inaccessible
  }
  type ArrivalNoticeVersion implements Node @key(fields: "id") {
    id: ID!
    reference: String!
    notice: Notice!
    receivedAt: DateTime
    document: JSON
    visualization: Visualization
    failing: String
  }
  type Visualization {
    name: String
    contentType: String!
    content: String
  }
  type ArrivalNoticeVersionLogPage {
    events: [ArrivalNoticeVersionPayload!]!
    cursor: String!
    hasMore: Boolean!
  }
  type ArrivalNoticeVersionPayload {
    cursor: String!
    version: ArrivalNoticeVersion
    missed: MissedEvents
  }
  type MissedEvents @shareable {
    from: String
    to: String
    count: Int
    reason: MissedReason!
  }
  enum MissedReason {
    RETENTION
    QUEUE_OVERFLOW
    LOG_RESET
  }
`;

export const supergraph = composeSupergraph([{ name: 'arrival-notices', url: 'http://arrival-notices.invalid/graphql', sdl }]);

export interface SampleVersion {
  readonly reference: string;
  readonly document?: unknown;
  readonly visualization?: { readonly name?: string; readonly contentType: string; readonly content: string };
}

/** A subgraph that keeps its log in an array. */
export interface SampleSubgraph {
  readonly name: 'arrival-notices';
  readonly resolvers: object;
  /** The schema as served in distributed mode. */
  readonly schema: GraphQLSchema;
  contextFor(caller: { readonly key: string }, request?: { readonly signal?: AbortSignal | undefined }): unknown;
  /** Adds versions to the log without waking readers. */
  append(...versions: SampleVersion[]): void;
  /** Adds versions and wakes readers. */
  announce(...versions: SampleVersion[]): void;
  /** Number of pages of the log that were read, including reads of the head. */
  readonly reads: number;
  /** Sets the promise on which `held` waits. */
  hold(until: Promise<string>): void;
  /** Resolves when `held` is queried, with the signal that is aborted when the client has left. */
  readonly heldSignal: Promise<AbortSignal>;
  /** Makes reads of the log fail from now on, or succeed again. */
  failWith(error: Error | undefined): void;
}

export function cursorOf(sequence: number): string {
  return `c${sequence}`;
}

export function createSampleSubgraph(bus: EventBus): SampleSubgraph {
  const log: SampleVersion[] = [];
  let reads = 0;
  let failure: Error | undefined;
  let held: Promise<string> | undefined;
  const heldSignal = deferred<AbortSignal>();
  const versionOf = (sequence: number) => {
    const version = log[sequence - 1];
    return version && { __typename: 'ArrivalNoticeVersion', id: `version-${sequence}`, receivedAt: '2026-03-02T10:00:00Z', ...version };
  };
  const noticeOf = (reference: string) => ({
    __typename: 'Notice',
    id: `notice-${reference}`,
    reference,
    kind: reference.endsWith('R') ? 'REVISED' : 'ORIGINAL',
  });
  const versionsOf = (reference: string) =>
    log.flatMap((version, index) => (version.reference === reference ? [versionOf(index + 1)] : []));
  const fail = (): never => {
    throw new Error('secret of the database');
  };

  function readLog({ filter, after, first }: { filter?: { references?: string[] }; after?: string | null; first: number }) {
    reads += 1;
    if (failure) throw failure;
    const head = log.length;
    if (after === undefined || after === null) return { events: [], cursor: cursorOf(head), hasMore: false };
    const position = after === '0' ? 0 : Number(/^c(\d+)$/.exec(after)?.[1] ?? Number.NaN);
    if (Number.isNaN(position)) throw new LandfallError('CURSOR_INVALID', 'The cursor is not one of this log.');
    const events: unknown[] = [];
    let through = position;
    while (through < head && events.length < first) {
      through += 1;
      const version = versionOf(through);
      if (version && (filter?.references?.includes(version.reference) ?? true)) events.push({ cursor: cursorOf(through), version });
    }
    return { events, cursor: cursorOf(through), hasMore: through < head };
  }

  const resolvers = {
    DateTime,
    JSON: JSONScalar,
    Query: {
      notices: (_: unknown, { filter, first }: { filter?: { references?: string[] }; first: number }) => {
        const references = [...new Set(log.map(({ reference }) => reference))].filter(
          (reference) => filter?.references?.includes(reference) ?? true,
        );
        return { nodes: references.slice(0, first).map(noticeOf), more: references.length > first };
      },
      node: async (_: unknown, { id }: { id: string }) => {
        const [, kind, name = ''] = /^(\w+)-(.*)$/.exec(id) ?? [];
        if (kind === 'version') return versionOf(Number(name));
        return kind === 'notice' ? noticeOf(name) : null;
      },
      echo: (_: unknown, args: Record<string, unknown>) => args,
      refused: () => {
        throw new LandfallError('STORE_UNAVAILABLE', 'The store is not available.');
      },
      broken: fail,
      brokenForSure: fail,
      held: (_: unknown, __: unknown, { signal }: { signal?: AbortSignal }) => {
        if (signal !== undefined) heldSignal.resolve(signal);
        return held;
      },
      callers: (_: unknown, __: unknown, context: { caller: string }) => [context.caller],
      arrivalNoticeVersionLog: (_: unknown, args: never) => readLog(args),
    },
    Mutation: { remember: (_: unknown, { text }: { text: string }) => text },
    NoticeConnection: {
      edges: ({ nodes }: { nodes: { id: string }[] }) => nodes.map((node) => ({ cursor: `at-${node.id}`, node })),
      pageInfo: ({ more }: { more: boolean }) => ({ hasNextPage: more }),
    },
    Notice: {
      current: async ({ reference }: { reference: string }) => versionsOf(reference).at(-1),
      versions: ({ reference }: { reference: string }) => versionsOf(reference),
      failing: fail,
      failingForSure: fail,
    },
    ArrivalNoticeVersion: {
      notice: async ({ reference }: { reference: string }) => noticeOf(reference),
      failing: fail,
    },
  };
  const announced = (): Topics['sequenced'] => ({ log: 'arrival-notice-versions', head: log.length });
  return {
    name: 'arrival-notices',
    resolvers,
    schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]),
    contextFor: ({ key }, { signal } = {}) => ({ caller: key, signal }),
    append: (...versions) => void log.push(...versions),
    announce: (...versions) => {
      log.push(...versions);
      bus.publish('sequenced', announced());
    },
    get reads() {
      return reads;
    },
    heldSignal: heldSignal.promise,
    hold: (until) => {
      held = until;
    },
    failWith: (error) => {
      failure = error;
    },
  };
}
