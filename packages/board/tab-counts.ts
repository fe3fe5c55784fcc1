import type { CoreClient } from '../client/core-client.ts';
import { type ArrivalFilter, BoardCountsDocument } from '../client/generated/operations.ts';
import type { Count } from './board-state.ts';
import { bothOf, filterOfTab, type Tab, tabs } from './model/view-state.ts';

export interface TabCountsOptions {
  readonly client: CoreClient;
  /** The filter of the page, which is part of all filters. */
  readonly host: ArrivalFilter;
  /** The shown list. */
  readonly shown: () => { readonly shown: ArrivalFilter; readonly hasContainers: boolean };
  /** @param total count of the shown list; undefined if another list is shown now */
  readonly onCounted: (counts: Readonly<Partial<Record<Tab, Count>>>, total: Count | undefined) => void;
}

/** Delay between a change and counting, because counting costs the server more than a page. */
const pauseMs = 700;

/** Counts the arrivals of the tabs and of the shown list. */
export class TabCounts implements Disposable {
  readonly #options: TabCountsOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: TabCountsOptions) {
    this.#options = options;
  }

  /** Counts after a delay, unless counting is already pending. */
  count(delayMs = pauseMs): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#count();
    }, delayMs);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    const { client, host, shown: shownFilter, onCounted } = this.#options;
    const shown = shownFilter();
    const filters = Object.fromEntries(tabs.map((tab) => [tab, bothOf(host, filterOfTab(tab))])) as Record<Tab, ArrivalFilter>;
    // Without counts, only the names of the tabs are shown.
    const { data } = (await client.query(BoardCountsDocument, { ...filters, ...shown }).catch(() => undefined)) ?? {};
    if (data == null || this.#isClosed) return;
    const counts = Object.fromEntries(tabs.flatMap((tab) => (data[tab]?.totalCount ? [[tab, data[tab].totalCount]] : [])));
    const isSame = JSON.stringify(shownFilter()) === JSON.stringify(shown);
    onCounted(counts, isSame ? ((data.containers ?? data.shown)?.totalCount ?? undefined) : undefined);
    if (!isSame) this.count();
  }
}
