import { printLine, printLines, textTableOf } from '#platform/terminal.ts';
import type { TypedDocument } from '../../packages/client/document.ts';
import {
  AlertsDocument,
  type AlertsQueryVariables,
  WatchAlertsDocument,
  type WatchAlertsSubscription,
} from '../../packages/client/generated/operations.ts';
import { printEvents, queryServer, type ServerCommand } from './watch-client.ts';

/** Options of `alerts list` and `alerts watch`. */
export interface AlertsCommand extends ServerCommand {
  readonly kind?: readonly string[];
  readonly partner?: readonly string[];
  /** Whether to print one JSON object per line instead of a table. */
  readonly json?: boolean;
}

type WatchedEvent = WatchAlertsSubscription['arrivalAlertRaised'];

/** What the rows of both tables show of an alert. */
type ShownAlert = Pick<
  NonNullable<WatchedEvent['alert']>,
  'kind' | 'severity' | 'transition' | 'raisedAt' | 'closedAt' | 'before' | 'after'
> & {
  readonly arrival: { readonly transportDocumentReference: string; readonly equipmentReferences: readonly string[] } | null;
};

type Filter = NonNullable<AlertsQueryVariables['filter']>;

/** Number of rows on one page of a list. */
const pageSize = 100;

/** Prints the open alerts, or all alerts, the latest first, as a table or as one JSON object per line. */
export async function listAlerts({ all = false, json = false, ...command }: AlertsCommand & { readonly all?: boolean }): Promise<void> {
  const filter = { ...filterOf(command), ...(all ? {} : { isOpen: true }) };
  const rows: string[][] = [];
  let after: string | null | undefined;
  do {
    const { arrivalAlerts: page } = await queryServer(command, AlertsDocument, { filter, first: pageSize, after });
    for (const alert of page?.nodes ?? []) {
      if (json) printLine(JSON.stringify(alert));
      else rows.push(rowOf(alert));
    }
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined;
  } while (after !== null && after !== undefined);
  if (rows.length > 0) printLines(textTableOf([headings, ...rows]).join('\n'));
  else if (!json) printLine(all ? 'No alert matches.' : 'No open alert matches.');
}

/** Prints each alert when it is raised and when it is closed, as a row of a table or as one JSON object per line. */
export async function watchAlerts({ after, json = false, ...command }: AlertsCommand & { readonly after?: string }): Promise<void> {
  const variables = { filter: filterOf(command), ...(after === undefined ? {} : { after }) };
  if (json) return printEvents(command, WatchAlertsDocument, variables);
  printLine(lineOf(headings));
  await printEvents(command, WatchAlertsDocument, variables, ({ arrivalAlertRaised: { alert, missed } }) => {
    if (missed !== null) return `${missed.count ?? 'some'} events cannot be sent any more: ${missed.reason}`;
    return alert === null ? 'an alert cannot be read' : lineOf(rowOf(alert));
  });
}

const headings = ['time', 'what', 'severity', 'kind', 'document', 'before', 'after', 'containers'];

function rowOf({ transition, raisedAt, closedAt, severity, kind, arrival, before, after }: ShownAlert): string[] {
  const statement = (side: ShownAlert['before']) => (side === null ? '-' : `${side.text} (${side.source})`);
  const time = (transition === 'CLOSED' ? closedAt : undefined) ?? raisedAt;
  const sides = [statement(before), statement(after)];
  const containers = arrival?.equipmentReferences.join(' ') || '-';
  return [time.slice(0, 19), transition, severity, kind, arrival?.transportDocumentReference ?? '-', ...sides, containers];
}

/** Widths of the columns of a table whose later rows are not yet known, enough for most rows. */
const widths = [19, 6, 8, 20, 16, 28, 28, 0];

function lineOf(cells: readonly string[]): string {
  return textTableOf([cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))])[0] ?? '';
}

/** The server reports the known kinds if one of these is unknown. */
function filterOf({ kind, partner }: AlertsCommand): Filter {
  return { ...(kind === undefined ? {} : { kinds: kind as Filter['kinds'] }), ...(partner === undefined ? {} : { partners: partner }) };
}

interface Variables {
  readonly after?: string;
  readonly filter?: { readonly partners: readonly string[] };
}

const subscription: TypedDocument<{ readonly arrivalNoticeVersionReceived: object }, Variables> = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor
      version { partner { id name } transportDocumentReference typeLabel versionLabel issueDateTime isCurrent changes { path before after } }
      missed { from to count reason }
    }
  }
`;

/** Options of `watch`. */
export interface WatchCommand extends ServerCommand {
  /** Cursor to begin after; `0` replays all retained events. */
  readonly after?: string;
  readonly partner?: readonly string[];
}

/** Prints each notice version as it is stored. */
export async function watch({ after, partner, ...server }: WatchCommand): Promise<void> {
  const variables: Variables = {
    ...(after === undefined ? {} : { after }),
    ...(partner === undefined ? {} : { filter: { partners: partner } }),
  };
  await printEvents(server, subscription, variables);
}
