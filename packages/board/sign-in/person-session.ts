import type { Credential } from '../../client/credentials.ts';
import type { Provider } from './provider.ts';
import { createSignIn, SignInError } from './sign-in.ts';
import { hideProblem, type PersonAction, showProblem } from './sign-in-dialog.ts';
import { signInWords } from './sign-in-words.ts';

/** What a page displays about the person: the name, if one is signed in, and a button. */
export interface ShownPerson {
  /** A sentence in the browser's language. */
  readonly signedInAs: string | undefined;
  readonly action: PersonAction;
}

/** Never settles, because the page is left or waits for the person. */
const waiting = new Promise<never>(() => undefined);

/** Opens the session of the person who uses a page, from the sign-in to its end. @param onPerson called when the displayed state changes */
export function createPersonSession(provider: Provider, onPerson: (person: ShownPerson) => void) {
  const { issuer } = provider;
  const signIn = createSignIn(provider);
  const words = signInWords();
  let shownName: string | undefined;
  /** Whether the person has to act. Until then no request is sent to the provider. */
  let isWaiting = false;

  const show = (name: string | undefined, action: PersonAction): void => {
    if (name === shownName && name !== undefined) return;
    shownName = name;
    onPerson({ signedInAs: name === undefined ? undefined : words.signedInAs(name), action });
  };
  const begin = (): Promise<void> => signIn.begin(location.href).catch((error: unknown) => explain(error));
  /** Explains a failure. Returns if a further attempt makes sense. @throws {unknown} otherwise the error */
  const explain = (error: unknown): void => {
    if (!(error instanceof SignInError)) throw error;
    const { failure, message } = error;
    const again = { label: failure === 'ENDED' ? words.signInAgain : words.tryAgain, run: () => void begin().catch(() => undefined) };
    showProblem({ failure, issuer, detail: message }, failure === 'INSECURE' ? [] : [again]);
    if (failure === 'UNREACHABLE') throw error;
    isWaiting = true;
    show(undefined, again);
  };

  return {
    /** Returns the person's token, or leaves the page for the provider's. Does not return while the person has to act. */
    credential: async (): Promise<Credential> => {
      if (isWaiting) return waiting;
      const person = await signIn.current().catch((error: unknown) => {
        explain(error);
        return waiting;
      });
      if (person === undefined) {
        await begin();
        return waiting;
      }
      hideProblem();
      show(person.name, { label: words.signOut, run: () => void signIn.end() });
      const { token: bearer, expiresAt } = person;
      return { bearer, ...(expiresAt === undefined ? {} : { expiresAt }) };
    },
    /** Explains that the server rejected the token. */
    explainRejection: (retry: () => void): void => {
      const other = { label: words.otherAccount, run: () => void signIn.end() };
      showProblem({ failure: 'NOT_ACCEPTED', issuer }, [{ label: words.tryAgain, run: retry }, other]);
    },
  };
}
