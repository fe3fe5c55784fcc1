import { type Caller, callerOf } from '../access/entitlement.ts';
import type { RowCounts } from '../access/row-counter.ts';
import type { Engine } from '../graphql/engine.ts';
import type { LogOperation } from './log-operation.ts';

/** A page of events whose contents are the same for all callers who may see them. */
export interface SharedPage {
  readonly events: readonly unknown[];
  /** The cursors belong to the rights of the caller who read the page. */
  readonly positions: readonly { readonly cursor: string }[];
  readonly rows: RowCounts | undefined;
}

/** The pages that callers have read since the log last grew. */
export interface PagesOfState {
  /** @returns a promise that resolves when the first read has ended; undefined if it has not begun */
  firstRead(): Promise<void> | undefined;
  /** Begins the first read. */
  begin<T>(read: () => Promise<T>): Promise<T>;
  /** @param ids of the stored objects; undefined finds nothing */
  find(ids: readonly string[] | undefined): SharedPage | undefined;
  add(ids: readonly string[] | undefined, page: SharedPage): void;
}

/** Shares pages between equal subscriptions of callers whose rights differ only in the partners that they may see. */
export interface SharedPages {
  /** Forgets the pages, because the log has grown. */
  renew(): void;
  current(): PagesOfState;
}

/** Time for which pages are shared. It limits their age if the bus does not report a change. */
const sharedMs = 1_000;
/** Callers who may see different partners have different pages. */
const maxPages = 16;

/** A subscription of one group. */
export interface GroupSubscription {
  readonly operation: LogOperation;
  /** Its variables except the cursor, as a string. */
  readonly values: string;
  readonly caller: Caller;
}

/** The pages of all groups. */
export interface PagesOfRights {
  /** @returns no pages if an event of the subscription depends on more than its entity; call `release` at the end */
  use(subscription: GroupSubscription): { readonly pages?: SharedPages; release(): void };
}

export function createPagesOfRights({ readsOneEntity = () => false }: Pick<Engine, 'readsOneEntity'>): PagesOfRights {
  const uses = new Map<string, { readonly pages: SharedPages; groups: number }>();
  const isShareable = new WeakMap<LogOperation, boolean>();
  return {
    use({ operation, values, caller: { entitlement } }) {
      const isShared = isShareable.get(operation) ?? readsOneEntity(operation.query);
      isShareable.set(operation, isShared);
      if (!isShared) return { release: () => {} };
      const otherRights = callerOf({ ...entitlement, partners: '*' }).key;
      const key = [otherRights, operation.key, values].join('\n');
      const use = uses.get(key) ?? { pages: createSharedPages(), groups: 0 };
      use.groups += 1;
      uses.set(key, use);
      const release = () => {
        use.groups -= 1;
        if (use.groups === 0) uses.delete(key);
      };
      return { pages: use.pages, release };
    },
  };
}

function createSharedPages(): SharedPages {
  let state: PagesOfState | undefined;
  let end: NodeJS.Timeout | undefined;
  const renew = () => {
    clearTimeout(end);
    state = undefined;
  };
  return {
    renew,
    current: () => {
      if (state === undefined) {
        state = createPagesOfState();
        end = setTimeout(renew, sharedMs).unref();
      }
      return state;
    },
  };
}

function createPagesOfState(): PagesOfState {
  const pages = new Map<string, SharedPage>();
  let first: Promise<void> | undefined;
  return {
    firstRead: () => first,
    begin: (read) => {
      const result = read();
      first = result.then(
        () => {},
        () => {},
      );
      return result;
    },
    find: (ids) => ids && pages.get(ids.join('\n')),
    add: (ids, page) => {
      if (ids !== undefined && pages.size < maxPages) pages.set(ids.join('\n'), page);
    },
  };
}
