import type { TypedDocument } from '../../packages/client/document.ts';
import { printEvents, type ServerCommand } from './watch-client.ts';

interface Received {
  readonly arrivalNoticeVersionReceived: object;
}

interface Variables {
  readonly after?: string;
  readonly filter?: { readonly partners: readonly string[] };
}

const subscription: TypedDocument<Received, Variables> = /* GraphQL */ `
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
