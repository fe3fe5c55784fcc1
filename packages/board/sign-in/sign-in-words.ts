import type { SignInFailure } from './sign-in.ts';

/** Title and text of each failure, given the host of the provider. */
type Failures = Readonly<Record<SignInFailure | 'NOT_ACCEPTED', { readonly title: string; readonly text: (host: string) => string }>>;

const failures: Failures = {
  UNREACHABLE: {
    title: 'The sign-in service cannot be reached',
    text: (host) => `${host} does not answer. You can sign in as soon as it does.`,
  },
  ENDED: { title: 'Your sign-in has ended', text: (host) => `${host} requires you to sign in again. You will return to this view.` },
  REFUSED: {
    title: 'The sign-in was rejected',
    text: (host) => `${host} rejected the sign-in. If you did not cancel it, show this message to the operator:`,
  },
  INSECURE: { title: 'This page cannot sign you in', text: () => 'Signing in needs a secure connection. Open this page over https.' },
  NOT_ACCEPTED: {
    title: 'Your account has no access here',
    text: (host) =>
      `You are signed in at ${host}, but this server does not accept your account. The operator can find the reason in the server log, in the line “a sign-in failed”.`,
  },
};

const en = {
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signOut: 'Sign out',
  otherAccount: 'Use another account',
  tryAgain: 'Try again',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signedOut: 'You are signed out',
  useKey: 'Use an API key instead',
  key: 'API key',
  keyHint: 'It is kept until this tab is closed.',
  failures,
};

const de: typeof en = {
  signIn: 'Anmelden',
  signInAgain: 'Neu anmelden',
  signOut: 'Abmelden',
  otherAccount: 'Anderes Konto verwenden',
  tryAgain: 'Erneut versuchen',
  signedInAs: (name) => `Angemeldet als ${name}`,
  signedOut: 'Sie sind abgemeldet',
  useKey: 'Stattdessen einen API-Schlüssel verwenden',
  key: 'API-Schlüssel',
  keyHint: 'Er wird bis zum Schließen dieses Tabs behalten.',
  failures: {
    UNREACHABLE: {
      title: 'Der Anmeldedienst ist nicht erreichbar',
      text: (host) => `${host} antwortet nicht. Sobald der Dienst antwortet, können Sie sich anmelden.`,
    },
    ENDED: {
      title: 'Ihre Anmeldung ist abgelaufen',
      text: (host) => `${host} verlangt eine neue Anmeldung. Danach sind Sie wieder in dieser Ansicht.`,
    },
    REFUSED: {
      title: 'Die Anmeldung wurde abgelehnt',
      text: (host) => `${host} hat Sie nicht angemeldet. Falls Sie nicht selbst abgebrochen haben, zeigen Sie dem Betreiber diese Meldung:`,
    },
    INSECURE: {
      title: 'Auf dieser Seite ist keine Anmeldung möglich',
      text: () => 'Die Anmeldung braucht eine sichere Verbindung. Öffnen Sie die Seite über https.',
    },
    NOT_ACCEPTED: {
      title: 'Ihr Konto hat hier keinen Zugriff',
      text: (host) =>
        `Sie sind bei ${host} angemeldet, aber dieser Server akzeptiert Ihr Konto nicht. Den Grund findet der Betreiber im Protokoll in der Zeile „a sign-in failed“.`,
    },
  },
};

/** Returns the texts in the browser's language. */
export function signInWords(): typeof en {
  return isGerman() ? de : en;
}

export function isGerman(): boolean {
  return navigator.language.toLowerCase().startsWith('de');
}
