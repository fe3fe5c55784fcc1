import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import type { LogCursors } from '#platform/log/log-page.ts';
import { evaluatorCaller } from './evaluated-views.ts';

/** One entry of a followed log. */
export interface FollowedEntry<Content> {
  readonly sequence: number;
  readonly content: Content;
}

/** A page of a followed log. */
export interface FollowedPage<Content> {
  readonly entries: readonly FollowedEntry<Content>[];
  /** The last sequence number that was scanned. */
  readonly scannedThrough: number;
  readonly hasMore: boolean;
  /** Whether entries before the page can no longer be replayed. */
  readonly hasGap: boolean;
}

/** A log that is read by GraphQL. */
export interface FollowedLog {
  readonly document: string;
  /** Field of the query, and the member of its events that has the content. */
  readonly field: string;
  readonly member: string;
  readonly cursors: LogCursors;
}

/** Maximum number of entries on one page. */
const pageSize = 100;

/** Reads the page after a sequence number. @throws {Error} if the subgraph of the log did not answer */
export async function readFollowedPage<Content>(
  executeQuery: ExecuteQuery,
  log: FollowedLog,
  query: { readonly after: number; readonly signal: AbortSignal },
): Promise<FollowedPage<Content>> {
  const { document, field, member, cursors } = log;
  const variables = { after: cursors.cursorOf(query.after), first: pageSize };
  const { data, errors } = await executeQuery({ document, variables, caller: evaluatorCaller, signal: query.signal });
  const page = data?.[field] as LogData | null | undefined;
  if (page === null || page === undefined) throw new Error(`${field} was not answered: ${errors[0]?.message}`);
  const entries = page.events.flatMap((event) => {
    const content = event[member] as Content | null | undefined;
    // An event whose content failed is not skipped; the page is read again.
    if (event['missed'] == null && content == null) throw new Error(`${field} has an event without content: ${errors[0]?.message}`);
    return content == null ? [] : [{ sequence: cursors.sequenceOf(String(event['cursor'])), content }];
  });
  return {
    entries,
    scannedThrough: cursors.sequenceOf(page.cursor),
    hasMore: page.hasMore,
    hasGap: page.events.some(({ missed }) => missed != null),
  };
}

interface LogData {
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly cursor: string;
  readonly hasMore: boolean;
}
