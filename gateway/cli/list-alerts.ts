import { printLine } from '#platform/terminal.ts';
import { AlertsDocument, type AlertsQueryVariables, WatchAlertsDocument } from '../../packages/client/generated/operations.ts';
import { printEvents, queryServer, type ServerCommand } from './watch-client.ts';

/** Options of `alerts list` and `alerts watch`. */
export interface AlertsCommand extends ServerCommand {
  readonly kind?: readonly string[];
  readonly partner?: readonly string[];
}

type Filter = NonNullable<AlertsQueryVariables['filter']>;

/** Number of rows on one page of a list. */
const pageSize = 100;

/** Prints the open alerts, or all alerts, one JSON object per line, the latest first. */
export async function listAlerts({ all = false, ...command }: AlertsCommand & { readonly all?: boolean }): Promise<void> {
  const filter = { ...filterOf(command), ...(all ? {} : { isOpen: true }) };
  let after: string | null | undefined;
  do {
    const { arrivalAlerts: page } = await queryServer(command, AlertsDocument, { filter, first: pageSize, after });
    for (const alert of page?.nodes ?? []) printLine(JSON.stringify(alert));
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined;
  } while (after !== null && after !== undefined);
}

/** Prints each alert when it is raised and when it is closed, one JSON object per line. */
export async function watchAlerts({ after, ...command }: AlertsCommand & { readonly after?: string }): Promise<void> {
  await printEvents(command, WatchAlertsDocument, { filter: filterOf(command), ...(after === undefined ? {} : { after }) });
}

/** The server reports the known kinds if one of these is unknown. */
function filterOf({ kind, partner }: AlertsCommand): Filter {
  return { ...(kind === undefined ? {} : { kinds: kind as Filter['kinds'] }), ...(partner === undefined ? {} : { partners: partner }) };
}
