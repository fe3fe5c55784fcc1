import type { LandfallArrivals } from './landfall-arrivals.ts';

/** Keeps the view of a board in the address of its page, so that a copied address shows the same rows. */
export function keepViewInAddress(board: LandfallArrivals): void {
  const read = (): void => board.setAttribute('view', location.search.slice(1));
  read();
  addEventListener('popstate', read);
  board.addEventListener('landfall-view', ({ detail: { view } }) => {
    const address = view === '' ? location.pathname : `?${view}`;
    // The back button undoes the opening and closing of an arrival, but not typing.
    const isOpening = new URLSearchParams(view).has('arrival') !== new URLSearchParams(location.search).has('arrival');
    if (location.search.slice(1) !== view) history[isOpening ? 'pushState' : 'replaceState'](null, '', address);
  });
}
