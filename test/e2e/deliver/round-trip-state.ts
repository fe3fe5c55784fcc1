import type { Mortal } from './round-trip-landfalls.ts';

/** The content of a Landfall, without what necessarily differs between two: ids, partners and times of receipt. */
export interface Held {
  /** Each notice with its current version and all its versions, as sorted strings. */
  readonly notices: readonly string[];
  readonly currentNotices: readonly string[];
  /** Number of different contents received under identities of versions. */
  readonly clashes: number;
  readonly events: readonly string[];
  readonly currentEvents: readonly string[];
}

/** The versions of each entity as strings, in log order; a version that was ingested twice is there twice. */
export interface Logs {
  readonly notices: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
}

interface Versioned {
  readonly current: unknown;
  readonly versions: { readonly nodes: readonly { readonly clashes: readonly object[] }[] };
}

const storedQuery = `{
  arrivalNotices(first: 500) { nodes {
    transportDocumentReference typeLabel current { issueDateTime document } versions(first: 500) { nodes { issueDateTime isCurrent document clashes { receivedAt } } } } }
  portCallEvents(first: 500) { nodes { document versions { isCurrent document } } }
}`;

/** Reads the content by GraphQL. */
export async function stateOf(landfall: Mortal): Promise<Held> {
  interface Answer {
    readonly arrivalNotices: { readonly nodes: readonly Versioned[] };
    readonly portCallEvents: { readonly nodes: readonly { readonly document: unknown }[] };
  }
  const { arrivalNotices, portCallEvents } = await landfall.query<Answer>(storedQuery);
  return {
    notices: texts(arrivalNotices.nodes.map(withoutClashes)),
    currentNotices: texts(arrivalNotices.nodes.map(({ current }) => current)),
    clashes: arrivalNotices.nodes.flatMap(({ versions }) => versions.nodes.flatMap(({ clashes }) => clashes)).length,
    events: texts(portCallEvents.nodes),
    currentEvents: texts(portCallEvents.nodes.map(({ document }) => document)),
  };
}

/** Reads both logs by GraphQL. */
export async function logsOf(landfall: Mortal): Promise<Logs> {
  return {
    notices: await logOf(
      landfall,
      'arrivalNoticeVersionLog',
      'version { entityId: transportDocumentReference typeLabel instant: issueDateTime }',
    ),
    events: await logOf(landfall, 'portCallEventLog', 'version: event { entityId: eventID instant: eventUpdatedDateTime }'),
  };
}

interface LogPage {
  readonly events: readonly {
    readonly version: { readonly entityId: string; readonly typeLabel?: string | null; readonly instant: string };
  }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

async function logOf(landfall: Mortal, field: string, selection: string): Promise<Record<string, string[]>> {
  const log: Record<string, string[]> = {};
  let page: LogPage = { events: [], cursor: '0', hasMore: true };
  while (page.hasMore) {
    const query: string = `{ page: ${field}(after: "${page.cursor}", first: 500) { events { ${selection} } cursor hasMore } }`;
    ({ page } = await landfall.query<{ page: LogPage }>(query));
    for (const { version } of page.events) {
      const entityId = `${version.entityId} ${version.typeLabel ?? ''}`;
      log[entityId] = [...(log[entityId] ?? []), version.instant];
    }
  }
  return log;
}

/** The report on the first Landfall's delivery queues to the second one. */
export interface QueueReport {
  readonly state: string;
  readonly waiting: number;
  readonly deadLetterCount: number;
  readonly missed: object | null;
}

export async function queuesOf(landfall: Mortal): Promise<readonly QueueReport[]> {
  interface Answer {
    readonly partners: readonly ({ readonly id: string } & Record<'notices' | 'events', readonly QueueReport[]>)[];
  }
  const queue = '{ state waiting deadLetterCount missed { count } }';
  const { partners } = await landfall.query<Answer>(
    `{ partners { id notices: arrivalNoticeDeliveries ${queue} events: portCallDeliveries ${queue} } }`,
  );
  return partners.flatMap(({ id, notices, events }) => (id === 'second' ? [...notices, ...events] : []));
}

function withoutClashes({ versions, ...notice }: Versioned): object {
  return { ...notice, versions: versions.nodes.map(({ clashes: _, ...version }) => version) };
}

function texts(values: readonly unknown[]): string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}
