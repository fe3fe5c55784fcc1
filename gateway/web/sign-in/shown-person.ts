/** What a page shows of the person: the name, while one is signed in, and a button. */
export interface ShownPerson {
  /** A sentence in the browser's language. */
  readonly signedInAs: string | undefined;
  readonly action: PersonAction;
}

/** One thing that a person can do. */
export interface PersonAction {
  readonly label: string;
  readonly run: () => void;
}
