import { fetchProvider, type Provider } from './provider.ts';
import { createSignIn, SignInError } from './sign-in.ts';
import { buttonsOf, problemElements } from './sign-in-dialog.ts';
import { isGerman, signInWords } from './sign-in-words.ts';
import { storeKey } from './stored-key.ts';

// The page to which a provider returns: after a sign-in (including in the frame that renews one), after a cancelled
// one, and after a sign-out. Without parameters it offers to sign in.

const words = signInWords();
const place = document.querySelector('main');
document.documentElement.lang = isGerman() ? 'de' : 'en';

const provider = await fetchProvider().catch(() => undefined);
if (provider !== undefined) {
  const parameters = new URLSearchParams(location.search);
  if (parameters.has('code') || parameters.has('error')) await finish(provider);
  else offer(provider);
} else offerKey();

async function finish(provider: Provider): Promise<void> {
  try {
    const page = await createSignIn(provider).finish();
    // A frame only reports to the page that opened it.
    if (window.parent === window) location.replace(page);
  } catch (error) {
    const { failure, message } = error instanceof SignInError ? error : { failure: 'REFUSED' as const, message: String(error) };
    place?.replaceChildren(...problemElements({ failure, issuer: provider.issuer, detail: message }, [beginAt(provider, words.tryAgain)]));
    offerKey();
  }
}

function offer(provider: Provider): void {
  const heading = document.createElement('h1');
  heading.textContent = words.signedOut;
  place?.replaceChildren(heading, buttonsOf([beginAt(provider, words.signIn)]));
  offerKey();
}

function beginAt(provider: Provider, label: string) {
  const run = () =>
    createSignIn(provider)
      .begin('.')
      .catch((error: SignInError) => {
        const again = beginAt(provider, words.tryAgain);
        place?.replaceChildren(...problemElements({ failure: error.failure, issuer: provider.issuer, detail: error.message }, [again]));
      });
  return { label, run: () => void run() };
}

/** Offers the API key to people whom the provider does not know. */
function offerKey(): void {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = words.useKey;
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, { name: 'key', type: 'password', autocomplete: 'off', required: true });
  label.append(words.key, ' ', input);
  const hint = document.createElement('p');
  hint.textContent = words.keyHint;
  const button = document.createElement('button');
  button.textContent = words.signIn;
  form.append(label, hint, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    storeKey(input.value);
    location.assign('.');
  });
  details.append(summary, form);
  place?.append(details);
}
