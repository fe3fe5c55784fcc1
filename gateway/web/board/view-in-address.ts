import type { LandfallArrivals, ViewDetail } from './landfall-arrivals.ts';

/** Keeps the view of a board in the address of its page, so that a copied address shows the same rows. */
export function keepViewInAddress(board: LandfallArrivals): void {
  const read = (): void => board.setAttribute('view', location.search.slice(1));
  read();
  addEventListener('popstate', read);
  board.addEventListener('landfall-view', (event) => {
    const { view } = (event as CustomEvent<ViewDetail>).detail;
    const address = view === '' ? location.pathname : `?${view}`;
    // Opening and closing an arrival are steps that the back button takes back; typing is none.
    const isOpening = new URLSearchParams(view).has('arrival') !== new URLSearchParams(location.search).has('arrival');
    if (location.search.slice(1) !== view) history[isOpening ? 'pushState' : 'replaceState'](null, '', address);
  });
}
