import type { LandfallArrivals, StatusDetail } from './landfall-arrivals.ts';
import './landfall-arrivals.ts';

/** The key is in `sessionStorage`: in `localStorage` it would outlive the tab of the user. */
const storedKey = 'landfall-api-key';

const board = document.querySelector<LandfallArrivals>('landfall-arrivals');
const dialog = document.querySelector<HTMLDialogElement>('dialog');
const form = document.querySelector<HTMLFormElement>('form');

if (board !== null && dialog !== null && form !== null) {
  const german = navigator.language.toLowerCase().startsWith('de');
  document.documentElement.lang = german ? 'de' : 'en';
  board.setAttribute('lang', navigator.language);
  signIn(board);
  board.addEventListener('landfall-status', (event) => {
    const { state } = (event as CustomEvent<StatusDetail>).detail;
    if (state === 'refused' && !dialog.open) dialog.showModal();
  });
  form.addEventListener('submit', () => {
    const key = new FormData(form).get('key');
    if (typeof key === 'string' && key !== '') sessionStorage.setItem(storedKey, key);
    form.reset();
    signIn(board);
  });
}

/** Gives the board the stored key. A new provider makes it start over. */
function signIn(board: LandfallArrivals): void {
  const apiKey = sessionStorage.getItem(storedKey);
  board.tokenProvider = () => (apiKey === null ? undefined : { apiKey });
}
