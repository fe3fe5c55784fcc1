import type { LandfallArrivals } from './landfall-arrivals.ts';
import { openAccount } from './sign-in/account.ts';
import type { ShownPerson } from './sign-in/person-session.ts';
import { storedKey, storeKey } from './sign-in/stored-key.ts';
import './landfall-arrivals.ts';

const board = document.querySelector<LandfallArrivals>('landfall-arrivals');
const dialog = document.querySelector<HTMLDialogElement>('#key-dialog');
const form = dialog?.querySelector('form');
const keyRefused = document.querySelector<HTMLElement>('#key-refused');

if (board && dialog && form && keyRefused) {
  document.documentElement.lang = navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
  board.setAttribute('lang', navigator.language);
  keepViewInAddress(board);
  const account = openAccount((person) => showPerson(person, board));
  const { title } = document;
  board.addEventListener('landfall-counts', ({ detail: { text } }) => {
    document.title = text === '' ? title : `${text} | ${title}`;
  });
  // A new provider makes the board start over.
  const start = (): void => {
    board.tokenProvider = () => account.credential();
  };
  start();
  board.addEventListener('landfall-status', async ({ detail: { state } }) => {
    if (state !== 'refused' || (await account.explainRejection(start))) return;
    keyRefused.hidden = storedKey() === undefined;
    if (!dialog.open) dialog.showModal();
  });
  form.addEventListener('submit', () => {
    const key = new FormData(form).get('key');
    if (typeof key === 'string' && key !== '') storeKey(key);
    form.reset();
    start();
  });
}

/** Places the person's button among the controls of the board's header. */
function showPerson({ signedInAs, action }: ShownPerson, board: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.slot = 'account';
  button.className = 'account';
  button.textContent = action.label;
  if (signedInAs !== undefined) button.title = signedInAs;
  button.addEventListener('click', action.run);
  board.replaceChildren(button);
}

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
