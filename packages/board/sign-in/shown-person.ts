/** What a page displays about the person: the name, if one is signed in, and a button. */
export interface ShownPerson {
  /** A sentence in the browser's language. */
  readonly signedInAs: string | undefined;
  readonly action: PersonAction;
}

/** An action that the person can take. */
export interface PersonAction {
  readonly label: string;
  readonly run: () => void;
}
