import type { SignInFailure } from './sign-in.ts';

/** Title and text of each failure, given the host of the provider. */
type Failures = Readonly<Record<SignInFailure | 'NOT_ACCEPTED', { readonly title: string; readonly text: (host: string) => string }>>;

/** Returns the texts in the browser's language. */
export function signInWords() {
  const t = isGerman() ? (_: string, german: string) => german : (english: string, _: string) => english;
  const failures: Failures = {
    UNREACHABLE: {
      title: t('The sign-in service cannot be reached', 'Der Anmeldedienst ist nicht erreichbar'),
      text: (host) =>
        t(
          `${host} does not answer. You can sign in as soon as it does.`,
          `${host} antwortet nicht. Sobald der Dienst antwortet, können Sie sich anmelden.`,
        ),
    },
    ENDED: {
      title: t('Your sign-in has ended', 'Ihre Anmeldung ist abgelaufen'),
      text: (host) =>
        t(
          `${host} requires you to sign in again. You will return to this view.`,
          `${host} verlangt eine neue Anmeldung. Danach sind Sie wieder in dieser Ansicht.`,
        ),
    },
    REFUSED: {
      title: t('The sign-in was rejected', 'Die Anmeldung wurde abgelehnt'),
      text: (host) =>
        t(
          `${host} rejected the sign-in. If you did not cancel it, show this message to the operator:`,
          `${host} hat Sie nicht angemeldet. Falls Sie nicht selbst abgebrochen haben, zeigen Sie dem Betreiber diese Meldung:`,
        ),
    },
    INSECURE: {
      title: t('This page cannot sign you in', 'Auf dieser Seite ist keine Anmeldung möglich'),
      text: () =>
        t(
          'Signing in needs a secure connection. Open this page over https.',
          'Die Anmeldung braucht eine sichere Verbindung. Öffnen Sie die Seite über https.',
        ),
    },
    NOT_ACCEPTED: {
      title: t('Your account has no access here', 'Ihr Konto hat hier keinen Zugriff'),
      text: (host) =>
        t(
          `You are signed in at ${host}, but this server does not accept your account. The operator can find the reason in the server log, in the line “a sign-in failed”.`,
          `Sie sind bei ${host} angemeldet, aber dieser Server akzeptiert Ihr Konto nicht. Den Grund findet der Betreiber im Protokoll in der Zeile „a sign-in failed“.`,
        ),
    },
  };
  return {
    signIn: t('Sign in', 'Anmelden'),
    signInAgain: t('Sign in again', 'Neu anmelden'),
    signOut: t('Sign out', 'Abmelden'),
    otherAccount: t('Use another account', 'Anderes Konto verwenden'),
    tryAgain: t('Try again', 'Erneut versuchen'),
    signedInAs: (name: string) => t(`Signed in as ${name}`, `Angemeldet als ${name}`),
    signedOut: t('You are signed out', 'Sie sind abgemeldet'),
    useKey: t('Use an API key instead', 'Stattdessen einen API-Schlüssel verwenden'),
    key: t('API key', 'API-Schlüssel'),
    keyHint: t('It is kept until this tab is closed.', 'Er wird bis zum Schließen dieses Tabs behalten.'),
    failures,
  };
}

export function isGerman(): boolean {
  return navigator.language.toLowerCase().startsWith('de');
}
